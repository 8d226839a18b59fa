"""Reads: which files something was made from, so that it is made again when one of them changes.

Whatever opens a file says so with `note`, and `recording` gathers what is said inside it. A
loader that keeps its results uses `cached` in place of `functools.lru_cache`: a result from the
cache then counts as read again. Knows neither what the files are nor what is made of them.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, ParamSpec, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from pathlib import Path

P = ParamSpec("P")
T = TypeVar("T")

Files: TypeAlias = "dict[str, str]"
"""Absolute paths, and the digest of what was read there."""

ABSENT = ""
"""The 'digest' of a file that was looked for and not found: it matters too if it appears."""

_files: ContextVar[Files | None] = ContextVar("files", default=None)
_forgetting: list[Callable[[Collection[str] | None], None]] = []


def digest(data: bytes) -> str:
    """A short name for exactly these bytes."""
    try:
        from _blake2 import blake2b
    except ImportError:
        from hashlib import blake2b  # it also loads OpenSSL, which takes longer than most commands

    return blake2b(data, digest_size=16).hexdigest()


def note(path: Path, data: bytes | None) -> None:
    """Says that a file was read with this content, or looked for and not found (None)."""
    if _files.get() is not None:
        note_digest(path, ABSENT if data is None else digest(data))


def note_digest(path: Path, known: str) -> None:
    """Says that a file was read whose content has this digest."""
    files = _files.get()
    if files is not None:
        files[os.path.abspath(path)] = known  # noqa: PTH100 - links stay


@contextmanager
def recording() -> Iterator[Files]:
    """Gathers the files that are read inside; an outer recording hears of them too."""
    own: Files = {}
    token = _files.set(own)
    try:
        yield own
    finally:
        _files.reset(token)
        _note_all(own)


def cached(maxsize: int | None = None) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A cache for loaders: what was read for a result is noted each time it is asked for."""

    def decorate(load: Callable[P, T]) -> Callable[P, T]:
        sources: set[str] = set()

        @lru_cache(maxsize)
        def kept(*args: P.args, **kwargs: P.kwargs) -> tuple[T, Files]:
            with recording() as files:
                value = load(*args, **kwargs)
            sources.update(files)
            return value, files

        def forget_if(changed: Collection[str] | None) -> None:
            if changed is None or not sources.isdisjoint(changed):
                kept.cache_clear()
                sources.clear()

        @wraps(load)
        def loaded(*args: P.args, **kwargs: P.kwargs) -> T:
            value, files = kept(*args, **kwargs)  # type: ignore[arg-type]  # as for lru_cache
            _note_all(files)
            return value

        _forgetting.append(forget_if)
        return loaded

    return decorate


def forget(changed: Collection[str] | None = None) -> None:
    """What was made from these files is read anew from now on; without any, everything is."""
    for forget_if in _forgetting:
        forget_if(changed)


def _note_all(files: Files) -> None:
    outer = _files.get()
    if outer is not None:
        outer.update(files)
