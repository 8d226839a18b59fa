"""A progress bar that keeps quiet: only on a terminal, and only when it takes a while."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.progress import Progress


@contextmanager
def progress(what: str, total: int, *, after_s: float) -> Iterator[Callable[[], None]]:
    """Gives a function to call after each of `total` steps."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    bar = _Bar(what, total, monotonic() + after_s)
    try:
        yield bar.advance
    finally:
        bar.close()


class _Bar:
    """Counts in silence until its time has come; Rich is loaded only then."""

    def __init__(self, what: str, total: int, starts: float) -> None:

        self._what, self._total, self._starts = what, total, starts
        self._done = 0
        self._shown: Progress | None = None

    def advance(self) -> None:
        self._done += 1
        if self._shown is None and monotonic() >= self._starts:
            self._show()
        if self._shown is not None:
            self._shown.update(self._shown.task_ids[0], completed=self._done)

    def close(self) -> None:
        if self._shown is not None:
            self._shown.stop()

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import Progress

        self._shown = Progress(console=Console(stderr=True), transient=True)
        self._shown.add_task(self._what, total=self._total)
        self._shown.start()
