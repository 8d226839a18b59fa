"""Start-up: what a person waits for before anything is printed.

The imports are what a command cannot do without: Python itself and four libraries. Our own files
are in the cache, as they are after the first command.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bench.process import Command, measure, module, printkit, run, script
from bench.sheets import build
from bench.table import Figure, Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.process import Figures, Plan

LIBRARIES = "import typer, reportlab.pdfbase.pdfdoc, uharfbuzz, yaml"
PAD = ("build", "attribute/score-pad", "--players", "4", "--paper", "a4", "--quiet")


def rows(plan: Plan) -> Iterator[Row]:
    """`--help`, `list`, one page from a cold start, and the same page again."""
    yield from _talking(plan)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from _printing(folder, plan)
        yield _again(folder, plan)


def _talking(plan: Plan) -> Iterator[Row]:
    help_, bare_help, listing, bare = measure(
        (
            printkit("--help"),
            script("bare Typer", "floor_typer.py", "--help"),
            printkit("list"),
            script("bare Typer", "floor_typer.py", "hello", "Ann"),
        ),
        plan.runs,
    )
    yield _row("printkit --help / bare Typer app", help_, bare_help, plan, (1.2, 1.05))
    yield _row("printkit list / a command of a bare Typer app", listing, bare, plan, (2.5, 1.5))


def _printing(folder: Path, plan: Plan) -> Iterator[Row]:
    pad, wolle, imports, by_hand = measure(
        (
            printkit(*PAD, "--out", str(folder / "pad.pdf")),
            build(1, folder),
            Command("imports", (sys.executable, "-c", LIBRARIES)),
            script("bare ReportLab", "floor_score_pad.py", str(folder / "theirs.pdf")),
        ),
        plan.runs,
    )
    yield _row("one score pad / importing the libraries", pad, imports, plan, (1.5, 1.25))
    yield _row("one Wolle sheet / importing the libraries", wolle, imports, plan, (1.8, 1.5))
    yield _row("one score pad / by hand", pad, by_hand, plan, (3.0, 2.0))


def _again(folder: Path, plan: Plan) -> Row:
    """A pad in a process that has made one before, as in the studio and in a batch."""
    run(module("set the stage", "bench.wolle_page", str(folder), "attribute/score-pad"))
    ours, typst = measure(
        (
            module("printkit", "bench.again", str(folder / "again.pdf"), plan.clock),
            script("Typst", "floor_typst.py", str(folder), "1", str(folder / "typst.pdf")),
        ),
        plan.runs,
    )
    again, cold = float(ours.output), plan.seconds(typst)
    shown = Figure("printkit", again * 1000, "ms"), plan.figure(typst, "ms")
    what = "one score pad again, after an option changed / cold Typst"
    return Row(what, again / cold, 0.5, 0.25, shown)


def _row(what: str, mine: Figures, other: Figures, plan: Plan, limits: tuple[float, float]) -> Row:
    shown = plan.figure(mine, "ms"), plan.figure(other, "ms")
    return Row(what, plan.seconds(mine) / plan.seconds(other), *limits, shown)
