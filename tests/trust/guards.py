"""Guards: what a command must never do, seen through Python's audit events.

Python raises an audit event for every file it opens, every connection, process and piece of code.
A guard records what breaks a promise, and lets it happen, so that no code can hide it by catching
an error.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from contextlib import contextmanager
from pathlib import Path
from socket import AF_UNIX
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT: Final = Path(__file__).resolve().parent.parent.parent
TRUSTED: Final = tuple(
    {
        os.path.realpath(path)
        for path in (
            *map(sysconfig.get_path, ("stdlib", "platstdlib", "purelib", "platlib")),
            *(str(ROOT / name) for name in ("printkit", "layouts", "fonts", "tests")),
        )
    }
)
"""The folders of code and shipped files, which may be read and run."""
HARMLESS: Final = (os.devnull, "/dev/urandom", "/proc/self/status")

_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES: Final = {
    **dict.fromkeys(("os.mkdir", "os.remove", "os.rmdir", "os.truncate", "os.utime"), (0,)),
    **dict.fromkeys(("os.chmod", "os.chown", "os.setxattr", "shutil.rmtree"), (0,)),
    **dict.fromkeys(("os.rename", "os.link", "shutil.move", "shutil.copyfile"), (0, 1)),
    "os.symlink": (1,),
}
"""Events that change files, and which of their values are the paths concerned."""
_CONNECTIONS: Final = ("socket.", "http.", "urllib.", "ftplib.", "smtplib.", "imaplib.", "poplib.")
_PROCESSES: Final = (
    "subprocess.", "os.system", "os.exec", "os.spawn", "os.posix_spawn", "os.fork", "pty.",
    "os.startfile", "webbrowser.", "os.kill", "os.putenv",
)  # fmt: skip
_MAKERS_OF_CODE: Final = ("collections", "dataclasses", "functools", "typing", "enum", "inspect")
"""Modules of Python that put together small functions, or read annotations."""


class Allowed(NamedTuple):
    """Which folders a command may read and write; `processes`: whether it may start workers."""

    readable: tuple[str, ...] = ()
    writable: tuple[str, ...] = ()
    processes: bool = False


class Guard:
    """Watches one command at a time; `broken` holds what it did wrong."""

    def __init__(self) -> None:
        self.broken: list[str] = []
        self._allowed: Allowed | None = None
        self._rules: tuple[Callable[[str, tuple[Any, ...], Allowed], str], ...] = (
            _code, _file, _change, _connection, _process,
        )  # fmt: skip
        sys.addaudithook(self._hear)

    @contextmanager
    def watching(self, allowed: Allowed) -> Iterator[list[str]]:
        """Record broken promises inside the block."""
        self.broken = []
        self._allowed = allowed
        try:
            yield self.broken
        finally:
            self._allowed = None

    def _hear(self, event: str, values: tuple[Any, ...]) -> None:
        allowed = self._allowed
        if allowed is None:
            return
        self._allowed = None  # what the rules themselves do is not the command's doing
        try:
            self.broken += filter(None, (rule(event, values, allowed) for rule in self._rules))
        finally:
            self._allowed = allowed


def _code(event: str, values: tuple[Any, ...], allowed: Allowed) -> str:
    if event == "pickle.find_class" and values[0].startswith("printkit.") and allowed.processes:
        return ""
    if event == "pickle.find_class" or event.startswith("cpython.run_"):
        return f"runs code: {event} {values}"
    if event != "exec":
        return ""
    code, caller = values[0], _caller()
    if caller.partition(".")[0] == "importlib" or caller.startswith("_frozen_importlib"):
        return "" if _is_in(code.co_filename, TRUSTED) else f"imports {code.co_filename}"
    return "" if caller in _MAKERS_OF_CODE else f"runs code for {caller}: {code!r}"


def _caller() -> str:
    """The module that caused an audit event."""
    frame = sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__") == __name__:
        frame = frame.f_back
    return str(frame.f_globals.get("__name__"))


def _file(event: str, values: tuple[Any, ...], allowed: Allowed) -> str:
    if event in ("os.listdir", "os.scandir"):
        places = (*TRUSTED, *allowed.readable, *allowed.writable)
        return _outside("lists", values[0], places)
    if event != "open" or isinstance(values[0], int):
        return ""
    path, _mode, flags = values
    if flags & _WRITING:
        return _outside("writes", path, allowed.writable)
    return _outside("reads", path, (*TRUSTED, *allowed.readable, *allowed.writable))


def _change(event: str, values: tuple[Any, ...], allowed: Allowed) -> str:
    paths = [values[place] for place in _CHANGES.get(event, ())]
    return " ".join(filter(None, (_outside(event, path, allowed.writable) for path in paths)))


def _connection(event: str, values: tuple[Any, ...], allowed: Allowed) -> str:
    if not event.startswith(_CONNECTIONS):
        return ""
    between_workers = event == "socket.__new__" and values[1] == AF_UNIX and allowed.processes
    return "" if between_workers else f"connects: {event} {values}"


def _process(event: str, values: tuple[Any, ...], allowed: Allowed) -> str:
    if allowed.processes or not event.startswith(_PROCESSES):
        return ""
    return f"starts or changes a process: {event} {values}"


def _outside(what: str, path: Any, places: tuple[str, ...]) -> str:
    if path is None or isinstance(path, int) or os.fsdecode(path) in HARMLESS:
        return ""
    if what != "writes" and os.fsdecode(path) in sys.path:  # where packages are installed
        return ""
    return "" if _is_in(path, places) else f"{what} {os.fsdecode(path)}"


def _is_in(path: Any, places: tuple[str, ...]) -> bool:
    try:
        real = Path(os.path.realpath(os.fsdecode(path)))
    except ValueError:
        return True  # a name with a NUL in it is no file's
    return any(real.is_relative_to(place) for place in places)
