"""The cache: what was worked out from shipped files, kept for the next start.

An entry is plain JSON in a folder that belongs to the user and to this very code: each version of
printkit, and each state of a checkout, has a folder of its own. The cache saves time and nothing
else. What is missing, damaged, or in a folder that somebody else may write to counts as not there;
nothing in it is ever run; and where nothing can be kept, nothing is.

`PRINTKIT_CACHE` names another folder; empty, it turns the cache off.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from printkit import __version__
from printkit.reads import digest

VARIABLE: Final = "PRINTKIT_CACHE"
MAX_BYTES: Final = 2_000_000
"""No entry is larger."""
STATES: Final = 3
"""Of so many states of the code something is kept; what belongs to older ones is removed."""

_NAME_LENGTH: Final = 32
_PACKAGE: Final = Path(__file__).parent


def key(*parts: str) -> str:
    """The name of an entry that follows from these texts alone."""
    return digest("\0".join(parts).encode("utf-8", "surrogatepass"))


def load(name: str) -> Any:
    """What is kept under a name; None where nothing is that could be trusted."""
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
    """The folder of this code's entries, if it is there and nobody else may write to it."""
    with suppress(OSError, ValueError):
        folder = root()
        if folder is None:
            return None
        place = folder / _code()
        if make and not place.is_dir():
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            _remove_old(folder)
        return place if _is_ours(place) else None
    return None


def _is_ours(place: Path) -> bool:
    """Whether a folder is the user's own; where the system does not tell, it is taken as that."""
    found = os.lstat(place)
    if not stat.S_ISDIR(found.st_mode):
        return False
    return os.name == "nt" or (found.st_uid == os.getuid() and not found.st_mode & 0o022)


@cache
def _code() -> str:
    """A name for the code as it is: its version, and the size and date of every module."""
    modules = sorted(f"{path}\t{size}\t{date}" for path, size, date in _modules(str(_PACKAGE)))
    return digest("\n".join([__version__, *modules]).encode())


def _modules(folder: str) -> list[tuple[str, int, int]]:
    """The modules below a folder, with their sizes and dates."""
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                about = entry.stat()
                found.append((entry.path, about.st_size, about.st_mtime_ns))
            elif "." not in entry.name and not entry.name.startswith("_") and entry.is_dir():
                found += _modules(entry.path)
    return found


def _remove_old(folder: Path) -> None:
    """Removes what was kept for states of the code that have long been replaced."""
    states = [one for one in folder.iterdir() if len(one.name) == _NAME_LENGTH and one.is_dir()]
    newest = sorted(states, key=lambda one: one.stat().st_mtime, reverse=True)
    for state in newest[STATES:]:
        with suppress(OSError):
            for entry in state.iterdir():
                entry.unlink()
            state.rmdir()
