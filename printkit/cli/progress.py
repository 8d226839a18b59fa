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
def progress(what: str, *, after_s: float = 1.0) -> Iterator[Callable[[int, int], None]]:
    """Gives a function to tell how much is done, and how much there is in all."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    bar = _Bar(what, monotonic() + after_s)
    try:
        yield bar.update
    finally:
        bar.close()


@contextmanager
def steps(*, after_s: float = 1.0) -> Iterator[Callable[[int, int, str], None]]:
    """Gives a function to tell how many steps are done, of how many, and what is done now."""
    if not sys.stderr.isatty():
        yield lambda _done, _total, _now: None
        return
    bar = _Steps("", monotonic() + after_s)
    try:
        yield bar.step
    finally:
        bar.close()


class _Bar:
    """Waits in silence until its time has come; Rich is loaded only then."""

    def __init__(self, what: str, starts: float) -> None:
        self._what, self._starts = what, starts
        self._shown: Progress | None = None

    def update(self, done: int, total: int) -> None:
        if self._shown is None and monotonic() >= self._starts:
            self._show()
        if self._shown is not None:
            self._shown.update(self._shown.task_ids[0], completed=done, total=total)

    def close(self) -> None:
        if self._shown is not None:
            self._shown.stop()

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import Progress

        self._shown = Progress(console=Console(stderr=True), transient=True)
        self._shown.add_task(self._what)
        self._shown.start()


class _Steps(_Bar):
    """Says also what is being done, and the time left.

    Draws only when told something: a thread that draws would be in the way of starting workers.
    """

    def step(self, done: int, total: int, now: str) -> None:
        self.update(done, total)
        if self._shown is not None:
            self._shown.update(self._shown.task_ids[0], description=now)
            self._shown.refresh()

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        self._shown = Progress(
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.description}", markup=False),
            console=Console(stderr=True),
            transient=True,
            auto_refresh=False,
        )
        self._shown.add_task("")
        self._shown.start()
