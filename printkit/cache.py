"""The cache: what was worked out from shipped files, kept for the next start.

An entry is plain JSON, in a folder of the user's own, under a name that follows from the content
of the file and from the code that worked it out. The cache saves time and nothing else. What is
missing, damaged, or in a folder that somebody else may write to counts as not there; nothing in it
is ever run; and where nothing can be kept, nothing is.

`PRINTKIT_CACHE` names another folder; empty, it turns the cache off.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from printkit import __version__
from printkit.budget import current
from printkit.reads import digest
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.errors import Where

VARIABLE: Final = "PRINTKIT_CACHE"
MAX_BYTES: Final = 2_000_000
"""No entry is larger."""
MAX_ENTRIES: Final = 1_000  # if there are more, the older half is removed

_NAME_LENGTH: Final = 32
_PACKAGE: Final = Path(__file__).parent

T = TypeVar("T")


class Packing(NamedTuple, Generic[T]):
    """How something is kept as plain data."""

    code: tuple[str, ...]  # the modules that work it out: entries of older ones do not count
    pack: Callable[[T], Any]  # makes plain data of it
    unpack: Callable[[Any], T]  # makes it of plain data again


def remember(text: str, where: Where, form: Packing[T], make: Callable[[], T]) -> T:
    """What `make` makes of a shipped text, from the cache if possible; costs the same steps."""
    name = _digest(text, *map(_state, form.code))
    budget = current()
    with suppress(TypeError, ValueError, IndexError, KeyError):
        packed, steps = load(name)
        made = form.unpack(packed)
        budget.spend_reading(int(steps), where)
        return made
    before = budget.spent
    made = make()
    save(name, [form.pack(made), budget.spent - before])
    return made


def _digest(*texts: str) -> str:
    return digest("\0".join(texts).encode("utf-8", "surrogatepass"))


@cache
def _state(module: str) -> str:
    """A module as it is: its name, its version, and the size and date of its file."""
    about = os.stat(f"{_PACKAGE}/{module}.py")  # noqa: PTH116 - it is asked for at every start
    return f"{module} {__version__} {about.st_size} {about.st_mtime_ns}"


def every_module(below: str = "") -> tuple[str, ...]:
    """All modules of printkit, for results that any of them may change."""
    found: list[str] = []
    with os.scandir(f"{_PACKAGE}/{below}") as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                found.append(f"{below}{entry.name[:-3]}")
            elif "." not in entry.name and not entry.name.startswith("_") and entry.is_dir():
                found += every_module(f"{below}{entry.name}/")
    return tuple(sorted(found))


def load(name: str) -> Any:
    """What is kept under a name; None if there is nothing, or nothing to be trusted."""
    place = _place()
    if place is None:
        return None
    try:
        with open(place / name, "rb") as file:  # noqa: PTH123 - a link would do no harm
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError):
        return None
    return _opened(name, data)


def _opened(name: str, data: bytes) -> Any:
    seal, _, text = data.partition(b"\n")
    if len(data) > MAX_BYTES or seal != _seal(name, text):
        return None
    from json import loads

    try:
        return loads(text)
    except (ValueError, RecursionError):
        return None


def save(name: str, value: Any) -> None:
    """Keeps a plain value under a name, if there is a place for it."""
    from json import dumps

    text = dumps(value, separators=(",", ":")).encode("ascii")
    place = _place(make=True)
    if place is None or len(text) > MAX_BYTES - _NAME_LENGTH - 1:
        return
    aside = place / f".{name}.{os.getpid()}"
    with suppress(OSError):
        try:
            _write(aside, _seal(name, text) + b"\n" + text)
            aside.replace(place / name)
            _make_room(place)
        finally:
            aside.unlink(missing_ok=True)


def _write(path: Path, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)


def _seal(name: str, text: bytes) -> bytes:
    """What an entry begins with; a damaged or misplaced one has another."""
    return digest(name.encode("ascii") + b"\n" + text).encode("ascii")


def root() -> Path | None:
    """The folder of the cache, there or not; None where it is turned off or nobody has a home."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named).absolute() if named else None
    home = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME", "")
    if not os.path.isabs(home):  # noqa: PTH117 - it may be no path at all
        home = os.path.expanduser("~/.cache")  # noqa: PTH111 - it is asked for at every start
    return Path(home, "printkit") if os.path.isabs(home) else None  # noqa: PTH117


def _place(*, make: bool = False) -> Path | None:
    """The folder of the cache, if it is there and nobody else may write to it."""
    with suppress(OSError, ValueError):
        folder = root()
        if folder is None:
            return None
        if make:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if _is_ours(folder) else None
    return None


def _is_ours(folder: Path) -> bool:
    """Whether a folder is the user's own; where the system does not tell, it is taken as that."""
    found = folder.stat()
    if not stat.S_ISDIR(found.st_mode):
        return False
    return os.name == "nt" or (found.st_uid == os.getuid() and not found.st_mode & 0o022)


def _make_room(folder: Path) -> None:
    """Removes the older half of all entries, if there are too many."""
    entries = [one for one in folder.iterdir() if len(one.name) >= _NAME_LENGTH]
    if len(entries) > MAX_ENTRIES:
        for entry in sorted(entries, key=lambda one: one.stat().st_mtime)[: MAX_ENTRIES // 2]:
            entry.unlink(missing_ok=True)
