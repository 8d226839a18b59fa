"""Watching: which files matter now, and what happens when one of them changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from watchfiles import awatch

if TYPE_CHECKING:
    from watchfiles import Change

DEBOUNCE_MS = 40  # changes within so long are one: editors write a file in several steps
STEP_MS = 4  # when nothing changes for so long, that is all for now
MOST_FILES = 1000


class Bell:
    """Tells every page that listens what has happened."""

    def __init__(self) -> None:
        self._listeners: set[asyncio.Queue[str]] = set()

    def ring(self, what: str) -> None:
        """Tells all pages of an event; one that has not heard the last ten misses the oldest."""
        for listener in self._listeners:
            if listener.full():
                listener.get_nowait()
            listener.put_nowait(what)

    async def heard(self) -> AsyncIterator[str]:
        """What happens from now on."""
        listener: asyncio.Queue[str] = asyncio.Queue(10)
        self._listeners.add(listener)
        try:
            while True:
                yield await listener.get()
        finally:
            self._listeners.discard(listener)


class Watch:
    """The files from which the pages were made that somebody looks at."""

    def __init__(self, changed: Callable[[set[str]], None]) -> None:
        self._changed = changed
        self._files: frozenset[str] = frozenset()
        self._folders: frozenset[str] = frozenset()
        self._other = asyncio.Event()

    def look_at(self, files: Iterable[str]) -> None:
        """Watches these files as well; where that makes too many, only these."""
        files = frozenset(files)
        self._files = self._files | files if len(self._files) < MOST_FILES else files
        folders = frozenset(str(Path(file).parent) for file in self._files)
        folders = frozenset(folder for folder in folders if Path(folder).is_dir())
        if folders != self._folders:
            self._folders = folders
            self._other.set()

    async def work(self) -> None:
        """Notices changes as long as the studio is open."""
        while True:
            self._other.clear()
            if not self._folders:
                await self._other.wait()
                continue
            async for changes in awatch(
                *self._folders,
                watch_filter=self._matters,
                debounce=DEBOUNCE_MS,
                step=STEP_MS,
                stop_event=self._other,
                recursive=False,
            ):
                self._changed({path for _, path in changes})

    def _matters(self, _change: Change, path: str) -> bool:
        return path in self._files
