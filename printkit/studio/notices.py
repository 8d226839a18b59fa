"""Notices: what the system tells of the files in some folders, as soon as one of them changes.

Linux tells of a file that is written when whoever writes it is done, so that nobody sees half of
it. Elsewhere, and where Linux cannot tell, `watchfiles` finds out.
"""

from __future__ import annotations

import asyncio
import os
import platform
import sys
from collections.abc import Callable, Collection
from contextlib import suppress
from ctypes import CDLL, get_errno
from struct import Struct
from typing import Final, TypeAlias

from watchfiles import awatch

Told: TypeAlias = Callable[[set[str]], None]
"""Is called with the paths of files that have changed, and of folders of which more may have."""
End: TypeAlias = Callable[[], object]

ATTRIBUTES, WRITTEN, MOVED_AWAY, MOVED_HERE, CREATED, REMOVED = 0x4, 0x8, 0x40, 0x80, 0x100, 0x200
MOVED_ITSELF = 0x800  # that a folder was removed is told in any case
CHANGES: Final = ATTRIBUTES | WRITTEN | MOVED_AWAY | MOVED_HERE | CREATED | REMOVED | MOVED_ITSELF
TOO_MANY: Final = -1  # in place of a folder: Linux has dropped notices, nobody knows which
NOTICE: Final = Struct("iIII")  # the number of a folder, what happened, a cookie, the name's length
MOST_BYTES: Final = 65536  # so much is read at a time; what is left comes next
DEBOUNCE_MS: Final = 40  # to watchfiles, changes within so long are one
STEP_MS: Final = 10  # and when nothing changes for so long, that is all for now


def watch_folders(folders: Collection[str], told: Told) -> End:
    """Tells of every change to the files of these folders, until what it gives back is called."""
    is_linux = sys.platform == "linux"
    if is_linux and not _is_remote():
        with suppress(OSError):  # the system has no room for more
            return by_inotify(folders, told)
    return by_watchfiles(folders, told, look=is_linux)


def _is_remote() -> bool:
    """Whether files may change on another system, of which Linux hears nothing."""
    return bool(os.getenv("WATCHFILES_FORCE_POLLING")) or "microsoft" in platform.release().lower()


def by_inotify(folders: Collection[str], told: Told) -> End:
    """Tells what Linux says."""
    system, loop = CDLL(None, use_errno=True), asyncio.get_running_loop()
    notices = _checked(system.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))

    def end() -> None:
        loop.remove_reader(notices)
        os.close(notices)

    try:
        paths: dict[int, list[str]] = {}  # a folder may have several, where links lead to it
        for each in folders:
            number = system.inotify_add_watch(notices, os.fsencode(each), CHANGES)
            paths.setdefault(_checked(number), []).append(each)
    except OSError:
        end()
        raise
    loop.add_reader(notices, lambda: told(_changed(os.read(notices, MOST_BYTES), paths)))
    return end


def _checked(number: int) -> int:
    if number < 0:
        raise OSError(get_errno(), os.strerror(get_errno()))
    return number


def _changed(data: bytes, folders: dict[int, list[str]]) -> set[str]:
    """What notices are about; a file that was just created is yet to be written."""
    at = 0
    found: set[str] = set()
    while at < len(data):
        number, what, _, length = NOTICE.unpack_from(data, at)
        at += NOTICE.size + length
        if number == TOO_MANY:
            found.update(*folders.values())
            continue
        name = os.fsdecode(data[at - length : at].rstrip(b"\0"))
        for folder in folders[number]:
            path = os.path.join(folder, name) if name else folder  # noqa: PTH118
            if what != CREATED or os.path.islink(path):  # noqa: PTH114 - a Path takes longer
                found.add(path)
    return found


def by_watchfiles(folders: Collection[str], told: Told, *, look: bool) -> End:
    """Tells what watchfiles hears, or finds when it has to look again and again."""

    async def watch() -> None:
        async for changes in awatch(
            *folders,
            watch_filter=None,
            debounce=DEBOUNCE_MS,
            step=STEP_MS,
            recursive=False,
            force_polling=look or None,
        ):
            told({path for _, path in changes})

    return asyncio.ensure_future(watch()).cancel
