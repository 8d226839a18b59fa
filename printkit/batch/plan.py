"""The plan of a batch: what is to be built and why, all of it checked before anything is built.

Takes a manifest and an output folder; reads what was built there before. Builds and writes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal, TypeAlias

from printkit.batch.inputs import is_as_made, why_build
from printkit.batch.manifest import load_manifest
from printkit.batch.names import name_problem
from printkit.batch.orders import Order, make_orders
from printkit.batch.state import Made, Origin, load_state
from printkit.batch.worker import Reply, troubles
from printkit.budget import STEPS, spending
from printkit.errors import OutputError, UsageError, Where
from printkit.reads import digest
from printkit.source import is_there
from printkit.tuples import NamedTuple

PLAN_STEPS: Final = 5 * STEPS
"""What the layouts of a whole batch may cost before the first is built."""

Fate: TypeAlias = Literal["built", "up to date", "failed", "left"]


class Task(NamedTuple):
    """An order, why it is to be built (empty: it is up to date), and what was made of it before."""

    order: Order
    why: str
    before: tuple[Made, ...]


class Ending(NamedTuple):
    """How an order ended, or a job that never became one because something is wrong with it."""

    name: str  # its file below the output folder; empty for a job without one
    target: str  # what was to be built, in words
    where: Where  # the job in its manifest
    seed: str | None  # what its random sheets were drawn from
    status: Fate  # how it ended
    result: Reply  # the files, or why there are none


class Merge(NamedTuple):
    """The file that all PDFs are merged into, and why it is made (empty: it is up to date)."""

    name: str
    key: str
    why: str


class Plan(NamedTuple):
    """Everything that a manifest asks for, in its order, and the bad jobs, which have failed."""

    out: Path
    tasks: tuple[Task, ...]
    failed: tuple[Ending, ...]
    merge: Merge | None = None


@spending(PLAN_STEPS)
def plan_batch(manifest: Path, out: Path, *, force: bool = False, merge: str = "") -> Plan:
    """Plans what is to be built, and checks all of it; raises if the manifest cannot be read."""
    if is_there(out):
        raise OutputError("this is a file, and no folder for others", Where(str(out)))
    read = load_manifest(manifest)
    orders = make_orders(read.jobs, manifest.parent, out)
    state = load_state(out)
    tasks = []
    for order in orders.files:
        trace = state.get(order.name)
        why = "forced" if force else why_build(order, trace, out)
        tasks.append(Task(order, why, trace.files if trace and not why else ()))
    failed = (
        Ending("", bad.target, bad.where, None, "failed", Reply(troubles=troubles(bad.problems)))
        for bad in orders.bad_jobs
    )
    name = merge or read.merge
    merged = _plan_merge(name, tasks, state.get(name), out) if name else None
    return Plan(out, tuple(tasks), tuple(failed), merged)


def _plan_merge(name: str, tasks: Sequence[Task], trace: Origin | None, out: Path) -> Merge:
    """Whether the merged file must be made again: something in it is new, or the file itself."""
    problem, hint = name_problem(name)
    if not name.lower().endswith(".pdf"):
        problem, hint = "is no PDF", "write all.pdf"
    if not problem and any(task.order.name.casefold() == name.casefold() for task in tasks):
        problem, hint = "is the name of another file here", "choose another name"
    if problem:
        raise UsageError(f"the merged file '{name}' {problem}", hint=hint)
    parts = [(task.order.name, task.order.key) for task in tasks if task.order.is_pdf]
    key = digest(repr(parts).encode())
    why = next((task.why for task in tasks if task.why), "")
    if not why and (trace is None or trace.options != key or not is_as_made(trace, name, out)):
        why = "new"
    return Merge(name, key, why)
