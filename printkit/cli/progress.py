"""A progress bar that keeps quiet: only on a terminal, and only when it takes a while."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from typing import TypeAlias

    from rich.progress import Progress

    Teller: TypeAlias = Callable[..., None]


def progress(what: str, *, after_s: float = 1.0) -> AbstractContextManager[Teller]:
    """Gives a function to tell how much is done, and how much there is in all."""
    return _telling(partial(_whole, what), after_s)


def steps(*, silent: bool = False, after_s: float = 1.0) -> AbstractContextManager[Teller]:
    """Gives a function to tell how many steps are done, of how many, and what is done now."""
    return _telling(_single_steps, after_s, silent=silent)


@contextmanager
def _telling(
    make: Callable[[], Progress], after_s: float, *, silent: bool = False
) -> Iterator[Teller]:
    if silent or not sys.stderr.isatty():
        yield lambda *_: None
        return
    bar = _Bar(make, monotonic() + after_s)
    try:
        yield bar.tell
    finally:
        bar.close()


class _Bar:
    """Waits in silence until its time has come; Rich is loaded only then."""

    def __init__(self, make: Callable[[], Progress], starts: float) -> None:
        self._make, self._starts = make, starts
        self._shown: Progress | None = None

    def tell(self, done: int, total: int, now: str | None = None) -> None:
        if self._shown is None and monotonic() >= self._starts:
            self._shown = self._make()
            self._shown.start()
        if self._shown is not None:
            task = self._shown.task_ids[0]
            self._shown.update(task, completed=done, total=total, description=now)
            if now is not None:
                self._shown.refresh()

    def close(self) -> None:
        if self._shown is not None:
            self._shown.stop()


def _whole(what: str) -> Progress:
    from rich.console import Console
    from rich.progress import Progress

    shown = Progress(console=Console(stderr=True), transient=True)
    shown.add_task(what)
    return shown


def _single_steps() -> Progress:
    """Shows also what is being done, and the time left.

    Draws only when told something: a thread that draws would be in the way of starting workers.
    """
    from rich import progress
    from rich.console import Console

    shown = progress.Progress(
        progress.BarColumn(bar_width=24),
        progress.MofNCompleteColumn(),
        progress.TimeRemainingColumn(),
        progress.TextColumn("{task.description}", markup=False),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
    )
    shown.add_task("")
    return shown
