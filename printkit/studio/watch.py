"""Watching the files that previews depend on, and sending events to clients."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from typing import Final

from watchfiles import awatch

from printkit.core.errors import escaped

DEBOUNCE_MS: Final = 40  # the longest time in which changes are combined
STEP_MS: Final = 10  # the time without changes that ends this earlier
GONE_S: Final = 0.05  # time for an editor to replace a file that it has removed
MOST_FILES: Final = 1000


class Events:
    """A channel that sends events to every listening client."""

    def __init__(self) -> None:
        self._listeners: set[asyncio.Queue[str]] = set()

    def send(self, what: str) -> None:
        """Send an event to all clients; one with ten unread events misses the oldest."""
        for listener in self._listeners:
            if listener.full():
                listener.get_nowait()
            listener.put_nowait(what)

    async def listen(self) -> AsyncIterator[str]:
        """Yield the events from now on."""
        listener: asyncio.Queue[str] = asyncio.Queue(10)
        self._listeners.add(listener)
        try:
            while True:
                yield await listener.get()
        finally:
            self._listeners.discard(listener)


class FileWatcher:
    """A watcher of the files that previews depend on.

    Their folders are watched, and the parents of these, because a folder may be replaced, too.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._files: frozenset[str] = frozenset()  # with resolved folders
        self._above: frozenset[str] = frozenset()  # all folders above these files
        self._watched: frozenset[str] = frozenset()
        self._task: asyncio.Task[None] | None = None

    async def add(self, files: Iterable[str]) -> None:
        """Watch these files as well; if that makes too many, only these.

        Every change that happens after this returns is reported.
        """
        found = frozenset(place for file in files for place in _places(file))
        self._files = self._files | found if len(self._files) < MOST_FILES else found
        parents = [Path(file).parent for file in self._files]
        self._above = frozenset(str(up) for one in parents for up in (one, *one.parents))
        there = [next(filter(Path.is_dir, (one, *one.parents)), Path("/")) for one in parents]
        above = (str(up) for one in there for up in (one, one.parent))
        folders = frozenset(up for up in above if escaped(up) == up)  # watchfiles takes only UTF-8
        if folders != self._watched:
            self.close()
            self._watched = folders
            self._task = asyncio.create_task(self._watch(folders)) if folders else None
            await asyncio.sleep(0)  # the first step of the task registers the folders

    def close(self) -> None:
        """Stop watching."""
        if self._task:
            self._task.cancel()

    async def _watch(self, folders: Iterable[str]) -> None:
        try:
            await self._watch_folders(folders, polls=None)
        except OSError:  # too many watches for the system, or a folder was removed
            await self._watch_folders(filter(os.path.isdir, folders), polls=True)

    async def _watch_folders(self, folders: Iterable[str], *, polls: bool | None) -> None:
        async for changes in awatch(
            *folders,
            watch_filter=None,
            debounce=DEBOUNCE_MS,
            step=STEP_MS,
            recursive=False,
            force_polling=polls,
        ):
            self._handle_changes({path for _, path in changes})

    def _handle_changes(self, paths: set[str]) -> None:
        files = self._files & paths
        if not paths.isdisjoint(self._above):  # a folder was added or removed: watch it again
            self._watched = frozenset()
            files = self._files
        if not files:
            return
        if all(map(os.path.lexists, files)):
            self._changed()
        else:
            asyncio.get_running_loop().call_later(GONE_S, self._changed)


def _places(file: str) -> Iterable[str]:
    """Yield a file in its real folder, and its target if it is a link."""
    folder, name = os.path.split(file)
    yield os.path.join(os.path.realpath(folder), name)  # noqa: PTH118 - links stay
    if Path(file).is_symlink():
        yield os.path.realpath(file)
