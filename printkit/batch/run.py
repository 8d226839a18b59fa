"""The run of a batch: builds what a plan says, side by side, and keeps what came of it.

Takes a plan; gives a summary. Prints nothing.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from printkit.batch.inputs import maker, name_inputs
from printkit.batch.plan import Ending, Fate, Plan
from printkit.batch.state import Made, Origin, load_state, save_state
from printkit.batch.worker import Duty, Reply, Trouble, troubles
from printkit.build.notes import font_note
from printkit.catalogue import ENGLISH
from printkit.errors import PrintkitError, Where
from printkit.files import write_file
from printkit.processes import usable_cores
from printkit.reads import digest
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.batch.merging import LaidOut
    from printkit.batch.orders import Order
    from printkit.batch.pool import News
    from printkit.preflight import FileReport

LIMIT_S: Final = 60.0
SAVE_EVERY_S: Final = 1.0
SAVE_SHARE: Final = 20
"""Saving the state takes at most one part in so many of the time of a batch."""


class Summary(NamedTuple):
    """What a batch did."""

    out: Path  # the folder of the files
    endings: tuple[Ending, ...]  # what became of everything
    seconds: float  # how long it took
    interrupted: bool  # whether somebody stopped it
    warning: str  # what does not hurt the files themselves
    merged: Made | None = None  # the file that all PDFs were merged into, if somebody asked for it

    def count(self, status: Fate) -> int:
        """How many orders ended like this."""
        return sum(ending.status == status for ending in self.endings)

    @property
    def font_note(self) -> str:
        """Which fonts of this system are in what was built; empty where there are none."""
        return font_note((f for ending in self.endings for f in ending.result.fonts), ENGLISH)

    @property
    def judged(self) -> tuple[FileReport, ...]:
        """What preflight says about the files, in their order."""
        return tuple(report for ending in self.endings for report in ending.result.reports)


def run_batch(
    plan: Plan,
    workers: int = 0,
    limit_s: float = LIMIT_S,
    tell: Callable[[int, int, str], None] = lambda *_: None,
    *,
    preflight: bool = False,
) -> Summary:
    """Builds what is to be built; Ctrl-C ends it early, and the summary says so.

    `tell` is told how many orders are done, of how many, and what is being built. With `preflight`,
    every PDF of the plan is judged, also one that is up to date.
    """
    run = _Run(plan, workers or usable_cores(), limit_s, tell, judges=preflight)
    started = time.monotonic()
    interrupted = False
    try:
        run.build()
        run.merge()
    except KeyboardInterrupt:
        interrupted = True
    run.save()
    endings = (*run.endings(), *plan.failed)
    seconds = time.monotonic() - started
    return Summary(plan.out, endings, seconds, interrupted, run.warning, run.merged)


class _Run:
    """One run of a plan: hands out its orders, and keeps what came of them."""

    def __init__(
        self,
        plan: Plan,
        workers: int,
        limit_s: float,
        tell: Callable[[int, int, str], None],
        *,
        judges: bool,
    ) -> None:
        self.plan, self.limit_s, self.tell = plan, limit_s, tell
        made = {task.order.name: task.before for task in plan.tasks if not task.why}
        merges = bool(plan.merge and plan.merge.why)
        self.duty = Duty(plan.out, judges, made, merges)  # what holds for all orders
        self.orders = [
            task.order
            for task in plan.tasks
            if task.why or ((judges or merges) and task.order.is_pdf)
        ]
        self.laid: dict[str, LaidOut] = {}  # pages that are to be merged, by the names of orders
        self.merged: Made | None = None  # the merged file
        self.not_merged: tuple[Trouble, ...] = ()  # why there is none
        self.workers = min(workers, len(self.orders))  # how many there are
        self.results: dict[str, Reply] = {}  # what is done, by the names of orders
        self.news: dict[str, Origin] = {}  # what is to be saved, by the same names
        self.now: dict[str, None] = {}  # the names of what is being built
        self.warning = ""  # what does not hurt the files
        self.save_after = time.monotonic() + SAVE_EVERY_S  # when to save again

    def build(self) -> None:
        if not self.orders:
            return
        from printkit.batch.pool import Pool

        self._warm()
        with closing(Pool(self.workers, self.limit_s, self.duty).run(self.orders)) as events:
            for event in events:
                self._hear(event)

    def _hear(self, event: News) -> None:
        if event.order and event.result:
            self._finish(event.order, event.result)
        elif event.order:
            self.now[event.order.name] = None
        if len(self.now) == self.workers:
            maker()  # while all are busy, so that none has to wait for it
        if time.monotonic() > self.save_after:
            self.save()
        self.tell(len(self.results), len(self.orders), ", ".join(islice(self.now, 2)))

    def _warm(self) -> None:
        """Loads what all workers need before they are started, so that each has it already."""
        from printkit.backends import FORMATS

        for format_ in dict.fromkeys(order.request.formats[0] for order in self.orders):
            import_module(FORMATS[format_].module)
        gc.freeze()  # what is loaded stays, so no worker need look through it for garbage

    def _finish(self, order: Order, result: Reply) -> None:
        self.now.pop(order.name, None)
        if result.laid:
            self.laid[order.name] = result.laid
        self.results[order.name] = result._replace(laid=None)
        if not result.troubles and order.name not in self.duty.made:
            inputs = name_inputs(dict(result.reads), self.plan.out)
            self.news[order.name] = Origin(order.key, maker(), inputs, result.files)

    def merge(self) -> None:
        """Makes the merged file of everything that was laid out."""
        asked = self.plan.merge
        if asked is None:
            return
        if not asked.why:
            self.merged = load_state(self.plan.out)[asked.name].files[0]
            return
        parts = [(order, self.laid[order.name]) for order in self.orders if order.name in self.laid]
        try:
            self.merged = self._merged(asked.name, parts) if parts else None
        except PrintkitError as error:
            self.not_merged = troubles([error])
        is_whole = len(parts) == sum(task.order.is_pdf for task in self.plan.tasks)
        if self.merged and is_whole:
            self.news[asked.name] = Origin(asked.key, maker(), {}, (self.merged,))

    def _merged(self, name: str, parts: Sequence[tuple[Order, LaidOut]]) -> Made:
        from printkit.batch.merging import merge

        data, pages = merge(parts)
        write_file(self.plan.out / name, data)
        return Made(name, digest(data), pages, len(data))

    def save(self) -> None:
        """Saves what is done so far; where that fails, it is only worth a warning."""
        begun = time.monotonic()
        try:
            if self.news:
                save_state(self.plan.out, self.news)
        except PrintkitError as error:
            self.warning = f"the next run will build all again: {error.render()}"
        now = time.monotonic()
        self.save_after = now + max(SAVE_EVERY_S, SAVE_SHARE * (now - begun))

    def endings(self) -> Iterator[Ending]:
        for order, why, before in self.plan.tasks:
            result = self.results.get(order.name)
            status: Fate = "built" if why else "up to date"
            if result and result.troubles:
                status = "failed"
            elif why and not result:
                status = "left"
            found = result or Reply(before)
            yield Ending(order.name, order.target, order.where, order.request.seed, status, found)
        if self.plan.merge and self.not_merged:
            name, where = self.plan.merge.name, Where(str(self.plan.out))
            yield Ending(name, "merged", where, None, "failed", Reply(troubles=self.not_merged))
