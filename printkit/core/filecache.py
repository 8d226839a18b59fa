"""Caches of what was made from files, and which files that were, to remake it when one changes.

Two features need to know the files: a batch skips what is up to date, and the studio reloads a
layout when it has been saved. Code that reads a file calls `note_read`, and `recording_reads`
collects the notes. Loaders use `cached` instead of `functools.lru_cache`, because a cached result
has to note its files again, and because a changed file invalidates only what was made from it.

All threads share the caches. If several of them load the same thing at once, all get the result of
the first one to finish, since icons, layouts and translations are compared by identity.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from hashlib import blake2b, file_digest
from math import inf
from pathlib import Path
from stat import S_ISREG
from threading import RLock
from time import time_ns
from typing import Generic, ParamSpec, Protocol, TypeAlias, TypeVar
from weakref import WeakSet

from printkit.core.budget import current_budget

P = ParamSpec("P")
T = TypeVar("T")

Files: TypeAlias = "dict[str, str]"  # absolute paths and the digests of what was read

ABSENT = ""
"""The digest of a file that doesn't exist: results also depend on its absence."""
SETTLED_NS = 2_000_000_000
"""Only a file older than this is sure to get a different time when it is written again."""

LARGE_STEPS = 20_000  # steps of loading that make a result count as one more
MOST_BYTES = 100_000_000  # printkit reads no larger files

_lock = RLock()  # for all caches, and for the working directory
_files: ContextVar[Files | None] = ContextVar("files", default=None)
_caches: WeakSet[Forgetting] = WeakSet()
_known_digests: dict[str, tuple[tuple[int, ...], str]] = {}
_last_folder: list[str] = []  # the working directory at the last check


def digest(data: bytes) -> str:
    """Return a short digest of these bytes."""
    return blake2b(data, digest_size=16).hexdigest()


def digest_file(path: str | Path, most: int = MOST_BYTES) -> str:
    """Return the digest of a file; ABSENT if it is too large, not a regular file, or unreadable."""
    path = Path(path)
    try:
        found = path.stat()
        if not S_ISREG(found.st_mode) or found.st_size > most:
            return ABSENT
        with path.open("rb") as file:
            return file_digest(file, lambda: blake2b(digest_size=16)).hexdigest()
    except OSError:
        return ABSENT


def note_read(path: Path, data: bytes | None) -> None:
    """Note that a file was read with this content, or was not found (None)."""
    if _files.get() is not None:
        note_digest(path, ABSENT if data is None else digest(data))


def note_digest(path: Path, known: str) -> None:
    """Note that a file was read whose content has this digest."""
    files = _files.get()
    if files is not None:
        files[os.path.abspath(path)] = known  # noqa: PTH100 - links stay


@contextmanager
def recording_reads() -> Iterator[Files]:
    """Collect the files that are read inside this block; outer blocks collect them too."""
    own: Files = {}
    token = _files.set(own)
    try:
        yield own
    finally:
        _files.reset(token)
        note_files(own)


class Forgetting(Protocol):
    """A cache that drops what was made from changed files."""

    def forget_if(self, is_old: Callable[[Files], bool]) -> None:
        """Drop the results whose files satisfy a condition."""


def watch_files(cache: Forgetting) -> None:
    """Make a cache drop results when their files change, until it is no longer used."""
    with _lock:
        _caches.add(cache)


class FileCache(Generic[T]):
    """A cache of results by key, each with the files it was made from.

    Its total weight is bounded: the least recently used results are dropped first.
    """

    def __init__(self, most: float | None = None) -> None:
        self._most, self._weight = most, 0.0
        self._results: OrderedDict[Hashable, tuple[T, Files, float]] = OrderedDict()
        watch_files(self)

    def get(self, key: Hashable) -> T | None:
        """Return the cached result for a key, if there is one, and note its files."""
        with _lock:
            found = self._results.get(key)
            if found is None:
                return None
            self._results.move_to_end(key)
        note_files(found[1])
        return found[0]

    def put(self, key: Hashable, value: T, files: Files, weight: float = 1) -> T:
        """Cache a result, and drop the least recently used ones if the cache is full.

        If another thread has cached one for this key in the meantime, return that one.
        """
        with _lock:
            if key in self._results:
                return self._results[key][0]
            self._results[key] = value, files, weight
            self._weight += weight
            while self._most is not None and self._weight > self._most:
                self._forget(next(iter(self._results)))
            return value

    def _forget(self, key: Hashable) -> None:
        """Drop a result; its weight first, which mustn't stay if the call is cancelled here."""
        self._weight -= self._results[key][2]
        del self._results[key]

    def forget_if(self, is_old: Callable[[Files], bool]) -> None:
        """Drop the results whose files satisfy a condition."""
        with _lock:
            results = [*self._results.items()]
        old = [(key, result) for key, result in results if is_old(result[1])]
        with _lock:
            for key, result in old:
                if self._results.get(key) is result:
                    self._forget(key)


def cached(maxsize: int | None = None) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Cache a loader's results; each use notes the files that were read for the result.

    A result that took many steps to load is large, and counts as several.
    """

    def decorate(load: Callable[P, T]) -> Callable[P, T]:
        cache: FileCache[tuple[T]] = FileCache(maxsize)
        most = inf if maxsize is None else max(1.0, maxsize / 4)

        @wraps(load)
        def load_or_get(*args: P.args, **kwargs: P.kwargs) -> T:
            key = (args, *kwargs.items()) if kwargs else args
            found = cache.get(key)
            if found is None:
                before = current_budget().taken
                with recording_reads() as files:
                    found = (load(*args, **kwargs),)
                steps = current_budget().taken - before
                found = cache.put(key, found, files, min(most, 1 + steps / LARGE_STEPS))
            return found[0]

        return load_or_get

    return decorate


def forget(changed: Collection[str] | None = None) -> None:
    """Drop results made from these files, or all results."""
    _forget_if(lambda files: changed is None or not files.keys().isdisjoint(changed))


def forget_changed() -> None:
    """Drop results made from files that have changed since.

    After a change of the working directory drop all, because loaders may get relative paths.
    """
    try:
        here = os.getcwd()  # noqa: PTH109
    except OSError:  # it no longer exists
        here = ""
    with _lock:
        if _last_folder != [here]:
            _last_folder[:] = [here]
            forget()
    current: Files = {}

    def is_old(files: Files) -> bool:
        for path, known in files.items():
            if path not in current:
                current[path] = _current_digest(path)
            if current[path] != known:
                return True
        return False

    _forget_if(is_old)


def _forget_if(is_old: Callable[[Files], bool]) -> None:
    with _lock:
        caches = [*_caches]
    for cache in caches:
        cache.forget_if(is_old)


def _current_digest(path: str) -> str:
    """Return the current digest of a file.

    The studio asks before every response, and a font may have 20 MB, so a file isn't read again if
    its times, size and inode are the same as last time.
    """
    try:
        found = Path(path).stat()
    except OSError:
        return ABSENT
    times = found.st_mtime_ns, found.st_ctime_ns
    stamp = (*times, found.st_size, found.st_ino, found.st_dev)
    known = _known_digests.get(path)
    if known is not None and known[0] == stamp:
        return known[1]
    current = digest_file(path)
    if time_ns() - max(times) > SETTLED_NS:
        _known_digests[path] = stamp, current
    return current


def note_files(files: Files) -> None:
    """Note all files from which a cached result was made."""
    outer = _files.get()
    if outer is not None:
        outer.update(files)
