"""Watching: which files matter now, and what happens when one of them changes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path

from printkit.studio.notices import watch_folders

GONE_S = 0.05  # for so long a file may be gone: editors put another in its place
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

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._files: frozenset[str] = frozenset()
        self._homes: frozenset[str] = frozenset()  # all folders that these files are in
        self._folders: frozenset[str] = frozenset()  # those that are watched
        self._end: Callable[[], object] = lambda: None

    def look_at(self, files: Iterable[str]) -> None:
        """Watches these files as well; where that makes too many, only these."""
        files = frozenset(files)
        files |= {os.path.realpath(file) for file in files if os.path.islink(file)}  # noqa: PTH114
        self._files = self._files | files if len(self._files) < MOST_FILES else files
        parents = {Path(file).parent for file in self._files}
        homes = [(parent, *parent.parents) for parent in parents]
        self._homes = frozenset(str(home) for each in homes for home in each)
        folders = frozenset(str(next(filter(Path.is_dir, each), each[-1])) for each in homes)
        if folders != self._folders:
            self.close()
            self._folders, self._end = folders, watch_folders(folders, self._told)

    def close(self) -> None:
        """Watches nothing any more."""
        self._end()

    def _told(self, paths: set[str]) -> None:
        files = self._files & paths
        if not paths.isdisjoint(self._homes):  # a folder came, went, or had too many changes
            self._folders = frozenset()  # so that it is watched anew
            files = self._files
        if not files:
            return
        if all(map(os.path.lexists, files)):
            self._changed()
        else:
            asyncio.get_running_loop().call_later(GONE_S, self._changed)
