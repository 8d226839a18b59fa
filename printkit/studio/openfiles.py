"""Files that the Play tab keeps open: what was loaded from each, until it changes on disk."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Final, Generic, TypeVar

from printkit.core.filecache import ABSENT, digest, digest_file

T = TypeVar("T")

MOST_OPEN: Final = 8


class OpenFiles(Generic[T]):
    """What was loaded from the most recently used files.

    A file that has changed since was written by someone else, and is loaded again. Contents are
    compared: a copy may have the same time and size.
    """

    def __init__(self) -> None:
        self._files: OrderedDict[Path, tuple[str, T]] = OrderedDict()

    def get(self, path: Path) -> T | None:
        """Return what was loaded from a file; None if it isn't open or has changed."""
        known, value = self._files.get(path, (ABSENT, None))
        return value if known != ABSENT and known == digest_file(path) else None

    def load(self, path: Path, load: Callable[[Path], T]) -> T:
        """Load a file with a function, and keep it open."""
        before = digest_file(path)
        return self._keep(path, before, load(path))

    def put(self, path: Path, data: bytes, value: T) -> T:
        """Keep what has just been saved in a file as these bytes."""
        return self._keep(path, digest(data), value)

    def _keep(self, path: Path, known: str, value: T) -> T:
        self._files[path] = known, value
        self._files.move_to_end(path)
        while len(self._files) > MOST_OPEN:
            self._files.popitem(last=False)
        return value
