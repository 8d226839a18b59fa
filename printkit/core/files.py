"""Atomic writing of files: each is written completely or not at all, and several appear together.

While a file is written, it is beside its destination under a hidden name. A killed process leaves
it there, and a later one that writes into the folder removes it. New files get the default
permissions; a file that is replaced keeps its own.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, Self
from unicodedata import combining, normalize

from printkit.core.errors import OutputError, Where
from printkit.core.messages import say

OLD_PART_S = 600  # a temporary file that has not changed for this long is a leftover
MOST_LETTERS = 40  # of the name of a file that is named after its title
FRESHEN_S = 60  # how often the temporary files of a long build are touched
_PROCESS = f".printkit-{os.getpid()}-{os.urandom(4).hex()}"  # process ids repeat in containers
_PART = re.compile(r"\.printkit-([0-9]+)(?:-[0-9a-f]+)+\.part")
_TO_FLUSH = os.O_RDWR if os.name == "nt" else os.O_RDONLY


def write_file(path: Path, data: bytes) -> None:
    """Write a file atomically: a kill or a full disk leaves the old file as it was."""
    with Staging() as staging:
        staging.write(path, data)
        staging.commit()


@contextlib.contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder while one of its files is compared and replaced.

    Several processes may write the same file, such as two studios. The system releases the lock
    when a process ends. Windows and some network file systems have none: there, a change in the
    instant between comparing and replacing is lost.
    """
    if sys.platform == "win32":
        yield
        return
    from fcntl import LOCK_EX, flock

    handle = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            flock(handle, LOCK_EX)
        yield
    finally:
        os.close(handle)


class NameTakenError(OutputError):
    """An error about a file that another program has made or changed, and that stays."""


class Staging:
    """Temporary files beside their destinations, renamed together once all are complete.

    At the end, files that weren't committed are removed, and so are folders made for them. A worker
    process may write the files, and return the staging to the process that commits them.
    """

    def __init__(self, may_replace: Callable[[Path, Path], bool] | None = None) -> None:
        self._may_replace = may_replace  # called with the new and the old file; None: always
        self._name = f"{_PROCESS}-{os.urandom(4).hex()}"
        self._parts: dict[Path, Path] = {}  # temporary files and their destinations
        self._folders: list[Path] = []  # folders made for them
        self._flushed: set[Path] = set()  # temporary files that have been flushed to disk
        self._fresh_s = time.monotonic()  # when they were last touched

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.discard()

    def write(self, path: Path, data: bytes) -> None:
        """Write a temporary file beside its destination."""
        with self.open(path) as file:
            file.write(data)

    @contextlib.contextmanager
    def open(self, path: Path) -> Iterator[BinaryIO]:
        """Open a temporary file beside its destination, to write it piece by piece."""
        part = path.with_name(f"{self._name}-{len(self._parts)}.part")
        self._parts[part] = path
        with _as_output_error(path):
            check_writable(path)
            above = (path.parent, *path.parent.parents)
            self._folders += reversed([one for one in above if not one.exists()])
            path.parent.mkdir(parents=True, exist_ok=True)
            _remove_old_parts(path.parent.absolute())
            with part.open("xb") as file:
                _copy_permissions(part, path, at_least=stat.S_IRUSR)
                yield file
            self._freshen()

    def flush(self) -> None:
        """Wait until all files are on disk."""
        for part, path in self._parts.items():
            if part not in self._flushed:
                with _as_output_error(path):
                    _flush_to_disk(part, path)
                self._flushed.add(part)

    def commit(self) -> None:
        """Check that all files can be renamed and are on disk, then rename one after the other."""
        for path in self._parts.values():
            check_writable(path)
        self.flush()
        self._folders.clear()
        placed: list[Path] = []  # files that replaced nothing
        for part, path in self._parts.items():
            with _as_output_error(path):
                if self._may_replace is None:
                    part.replace(path)
                elif _move_if_free(part, path):
                    placed.append(path)
                elif self._may_replace(part, path):
                    part.replace(path)
                else:
                    for other in placed:
                        other.unlink(missing_ok=True)
                    raise NameTakenError("another program has made this file", Where(str(path)))

    def discard(self) -> None:
        """Remove files that were not committed, and folders that were made for them."""
        with contextlib.suppress(OSError):
            for part in self._parts:
                part.unlink(missing_ok=True)
            for folder in reversed(self._folders):
                folder.rmdir()

    def discard_in(self, folder: Path) -> None:
        """Remove what a killed worker wrote into a folder for this staging."""
        _remove(folder, f"{self._name}-*.part")

    def _freshen(self) -> None:
        """Touch the temporary files, so that no other process treats them as leftovers."""
        if time.monotonic() - self._fresh_s > FRESHEN_S:
            self._fresh_s = time.monotonic()
            for part in self._parts:
                os.utime(part)


def append_file(path: Path, data: bytes, size: int) -> None:
    """Append to a file of this size and flush; a failed write is undone."""
    check_writable(path)
    with _as_output_error(path), path.open("r+b", buffering=0) as file:
        if file.seek(0, os.SEEK_END) != size:
            raise OutputError("another program has changed this file", Where(str(path)))
        try:
            if file.write(data) != len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(file.fileno())
        except OSError:
            file.truncate(size)
            raise


def _move_if_free(part: Path, path: Path) -> bool:
    """Move a file to its destination, unless that exists; return whether it was moved."""
    try:
        path.hardlink_to(part)
    except FileExistsError:
        return False
    except OSError:  # this file system has no links
        if path.exists():
            return False
        part.replace(path)
        return True
    part.unlink()
    return True


def _flush_to_disk(part: Path, path: Path) -> None:
    """Flush a file to disk, then give it its final permissions."""
    file = os.open(part, _TO_FLUSH)
    try:
        os.fsync(file)
    finally:
        os.close(file)
    _copy_permissions(part, path)


def _copy_permissions(part: Path, path: Path, at_least: int = 0) -> None:
    """Give a new file the permissions of the one it replaces."""
    with contextlib.suppress(FileNotFoundError):
        part.chmod(stat.S_IMODE(path.stat().st_mode) & 0o777 | at_least)


def remove_parts(folder: Path) -> None:
    """Remove everything that this process or its workers left half-written in a folder."""
    _remove(folder, f"{_PROCESS}-*.part")


def _remove(folder: Path, pattern: str) -> None:
    with contextlib.suppress(OSError):
        for part in folder.glob(pattern):
            part.unlink(missing_ok=True)


@lru_cache(maxsize=1024)
def _remove_old_parts(folder: Path) -> None:
    """Remove leftover temporary files from a folder; look only once per folder.

    Age alone doesn't tell: the clock may have been set. Neither does the process id, because the
    process may run on another machine or in another container.
    """
    for part in folder.glob(".printkit-*.part"):
        named = _PART.fullmatch(part.name)
        if named is None or is_running(int(named[1])):
            continue
        with contextlib.suppress(OSError):
            found = part.lstat()
            if stat.S_ISREG(found.st_mode) and time.time() - found.st_mtime > OLD_PART_S:
                part.unlink()


def is_running(pid: int) -> bool:
    """Return whether there is a process with this id; on Windows, asking would end it."""
    if os.name == "nt":
        return False
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def check_writable(path: Path) -> None:
    """Refuse to write to a folder, a link, a pipe or a device."""
    if path.is_symlink():
        raise OutputError(
            "this is a link; printkit doesn't write through links",
            Where(str(path)),
            "choose another name, or remove the link",
        )
    if path.is_dir():
        raise OutputError("this is a folder, not a file", Where(str(path)), "choose another name")
    if path.exists() and not path.is_file():
        raise OutputError("this isn't a regular file", Where(str(path)))


def check_new(path: Path) -> None:
    """Refuse to write over a file, or anything else that is there."""
    if path.exists() or path.is_symlink():
        raise OutputError(say("file already exists; not changed"), Where(str(path)))


def ascii_file_name(title: str) -> str:
    """Return a name for a file about this: 'my-game' for 'My Game'; empty without a letter."""
    plain = normalize("NFKD", title.replace("ß", "ss").replace("ł", "l").replace("Ł", "L"))
    letters = "".join(each for each in plain if not combining(each))
    return re.sub(r"[^a-z0-9]+", "-", letters.lower())[:MOST_LETTERS].strip("-")


@contextlib.contextmanager
def _as_output_error(path: Path) -> Iterator[None]:
    """Turn an OSError into an OutputError with the file's name."""
    try:
        yield
    except OSError as error:
        raise cannot_write(path, error) from error


def cannot_write(path: Path, error: OSError) -> OutputError:
    """Return an error with the system's reason, or the file that is where a folder should be."""
    reason = error.strerror or str(error)
    if isinstance(error, FileExistsError | NotADirectoryError):
        ways = (one for one in path.parents if os.path.lexists(one) and not one.is_dir())
        reason = next((f"{one} isn't a folder" for one in ways), reason)
    hint = ""
    if isinstance(error, PermissionError):
        hint = "choose a folder that you may write to, for example with --out, or close the file"
    return OutputError(f"cannot be written: {reason}", Where(str(path)), hint)
