"""Files that the Play tab keeps open: what was loaded from each, until it changes on disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, Generic, TypeVar

T = TypeVar("T")

MOST_OPEN: Final = 8


class OpenFiles(Generic[T]):
    """What was loaded from the most recently used files.

    A file whose time or size has changed since was written by someone else, and is loaded again.
    """

    def __init__(self) -> None:
        self._files: dict[Path, tuple[tuple[int, int], T]] = {}

    def get(self, path: Path) -> T | None:
        """Return what was loaded from a file; None if it isn't open or has changed."""
        stamp, value = self._files.get(path, (None, None))
        return value if stamp is not None and path.exists() and stamp == _stamp(path) else None

    def load(self, path: Path, load: Callable[[Path], T]) -> T:
        """Load a file with a function, and keep it open."""
        stamp = _stamp(path) if path.exists() else (0, 0)
        return self._keep(path, stamp, load(path))

    def put(self, path: Path, value: T) -> T:
        """Keep what has just been saved in a file."""
        return self._keep(path, _stamp(path), value)

    def _keep(self, path: Path, stamp: tuple[int, int], value: T) -> T:
        self._files.pop(path, None)
        while len(self._files) >= MOST_OPEN:
            del self._files[next(iter(self._files))]
        self._files[path] = stamp, value
        return value


def _stamp(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_mtime_ns, found.st_size
