"""Files: each is written whole, or not at all."""

from __future__ import annotations

import contextlib
import os
import time
from typing import TYPE_CHECKING

from printkit.errors import OutputError, Where

if TYPE_CHECKING:
    from pathlib import Path

OLD_PART_S = 600


def write_file(path: Path, data: bytes) -> None:
    """Write beside the file, flush, rename: a kill or a full disk leaves the old file as it was."""
    temporary = path.with_name(part_name())
    try:
        check_writable(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_through(temporary, data)
        temporary.replace(path)
    except OSError as error:
        raise cannot_write(path, error) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def _write_through(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def part_name() -> str:
    """A name for a file that is not whole yet; it tells which process is writing it."""
    return f".printkit-{os.getpid()}-{os.urandom(4).hex()}.part"


def remove_parts(folder: Path, process: int) -> None:
    """Removes what a process that was killed left half written."""
    with contextlib.suppress(OSError):
        for part in folder.glob(f".printkit-{process}-*.part"):
            part.unlink(missing_ok=True)


def remove_old_parts(folder: Path) -> None:
    """Removes what was left half written long ago; younger ones may still be in the making."""
    with contextlib.suppress(OSError):
        for part in folder.glob(".printkit-*-*.part"):
            if time.time() - part.stat().st_mtime > OLD_PART_S:
                part.unlink(missing_ok=True)


def check_writable(path: Path) -> None:
    """Refuse what must never be replaced: a folder, a link, a pipe or a device."""
    if path.is_symlink():
        raise OutputError("this is a link; printkit never writes through one", Where(str(path)))
    if path.is_dir():
        raise OutputError("this is a folder, not a file", Where(str(path)))
    if path.exists() and not path.is_file():
        raise OutputError("this is not an ordinary file", Where(str(path)))


def cannot_write(path: Path, error: OSError) -> OutputError:
    """The system's reason in one line."""
    reason = error.strerror or str(error)
    return OutputError(f"cannot be written: {reason}", Where(str(path)))
