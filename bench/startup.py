"""Start-up: what a person waits for before anything is printed."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bench.process import Command, measure, printkit, script
from bench.table import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.process import Plan


def rows(plan: Plan) -> Iterator[Row]:
    """`--help`, `list`, and one page from a cold start."""
    bare = script("bare Typer", "floor_typer.py", "--help")
    yield _row("printkit --help / bare Typer app", printkit("--help"), bare, plan, (1.3, 1.0))
    yield _row("printkit list / bare Typer app", printkit("list"), bare, plan)
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder, "ours.pdf"), Path(folder, "theirs.pdf")
        build = printkit(
            *("build", "attribute/score-pad", "--players", "4"),
            *("--paper", "a4", "--quiet", "--out", str(ours)),
        )
        by_hand = script("bare ReportLab", "floor_score_pad.py", str(theirs))
        yield _row("one-page score pad / by hand", build, by_hand, plan, (3.0, 2.0))


def _row(
    what: str,
    ours: Command,
    theirs: Command,
    plan: Plan,
    limits: tuple[float | None, float | None] = (None, None),
) -> Row:
    mine, other = measure((ours, theirs), plan.runs)
    shown = plan.figure(mine, "ms"), plan.figure(other, "ms")
    return Row(what, plan.seconds(mine) / plan.seconds(other), *limits, shown)
