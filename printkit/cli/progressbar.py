"""Progress bars: on a terminal only, and only if something takes a while.

`progress` shows how much of one thing is done; `step_progress` also names the current step, such as
the file of a batch, and shows that something goes on while a batch is merged.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from rich.progress import Progress

ProgressCallback: TypeAlias = Callable[..., None]


def progress(what: str, *, after_s: float = 1.0) -> AbstractContextManager[ProgressCallback]:
    """Return a context with a function that reports how much is done, and the total."""
    return _progress_bar(partial(_overall_bar, what), after_s)


def step_progress(
    *, silent: bool = False, after_s: float = 1.0
) -> AbstractContextManager[ProgressCallback]:
    """Return a context with a function that reports steps done, the total, and the current one."""
    return _progress_bar(_step_bar, after_s, silent=silent)


@contextmanager
def _progress_bar(
    make: Callable[[], Progress], after_s: float, *, silent: bool = False
) -> Iterator[ProgressCallback]:
    if silent or not sys.stderr.isatty():
        yield lambda *_: None
        return
    bar = _Bar(make, monotonic() + after_s)
    try:
        yield bar.update
    finally:
        bar.close()


class _Bar:
    """A progress bar that appears only after a while; Rich is loaded then."""

    def __init__(self, make: Callable[[], Progress], starts: float) -> None:
        self._make, self._starts = make, starts
        self._progress: Progress | None = None

    def update(self, done: int, total: int | None, now: str | None = None) -> None:
        """Show how much is done; with an unknown total, that something is."""
        if self._progress is None and monotonic() >= self._starts:
            self._progress = self._make()
            self._progress.start()
        if self._progress is not None:
            task, *others = self._progress.task_ids
            if total is None:
                self._progress.update(task, visible=False)
                task = others[0] if others else self._progress.add_task("", total=None)
            self._progress.update(task, completed=done, total=total, description=now)
            if now is not None:
                self._progress.refresh()

    def close(self) -> None:
        if self._progress is not None:
            self._progress.stop()


def _overall_bar(what: str) -> Progress:
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
    bar.add_task(what)
    return bar


def _step_bar() -> Progress:
    """Return a bar that also shows the current step and the time left.

    It is drawn only when progress is reported, because a drawing thread would interfere with
    starting workers.
    """
    from rich import progress
    from rich.console import Console

    bar = progress.Progress(
        progress.BarColumn(bar_width=24),
        progress.MofNCompleteColumn(),
        progress.TimeRemainingColumn(),
        progress.TextColumn("{task.description}", markup=False),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
    )
    bar.add_task("")
    return bar
