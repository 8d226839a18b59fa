"""Files of tests lie in memory where there is room: waiting for a disk is much of the time."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

MEMORY: Final = Path("/dev/shm")
NAME: Final = "printkit-tests-"
ROOM: Final = 2 * 1024**3


def place_in_memory() -> str | None:
    """A folder for this process, or None; what runs that were killed have left goes first."""
    if not MEMORY.is_dir() or not os.access(MEMORY, os.W_OK):
        return None
    for left in MEMORY.glob(f"{NAME}*"):
        if not Path("/proc", left.name.removeprefix(NAME)).exists():
            shutil.rmtree(left, ignore_errors=True)
    found = os.statvfs(MEMORY)
    if found.f_bavail * found.f_frsize < ROOM or found.f_flag & os.ST_NOEXEC:  # scripts are run
        return None
    return str(MEMORY / f"{NAME}{os.getpid()}")


def remove_from_memory(place: str | None) -> None:
    """Nobody needs it any more."""
    if place and Path(place).name.startswith(NAME):
        shutil.rmtree(place, ignore_errors=True)
