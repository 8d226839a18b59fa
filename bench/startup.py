"""Start-up: what a person waits for before anything is printed."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bench.process import Command, measure, printkit, script
from bench.table import Figure, Row

if TYPE_CHECKING:
    from collections.abc import Iterator


def rows(runs: int) -> Iterator[Row]:
    """`--help`, and one page from a cold start."""
    bare = script("bare Typer", "floor_typer.py", "--help")
    yield _row("printkit --help / bare Typer app", printkit("--help"), bare, runs, (1.3, 1.0))
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder, "ours.pdf"), Path(folder, "theirs.pdf")
        build = printkit(
            *("build", "attribute/score-pad", "--players", "4"),
            *("--paper", "a4", "--quiet", "--out", str(ours)),
        )
        by_hand = script("bare ReportLab", "floor_score_pad.py", str(theirs))
        yield _row("one-page score pad / by hand", build, by_hand, runs, (3.0, 2.0))


def _row(what: str, ours: Command, theirs: Command, runs: int, limits: tuple[float, float]) -> Row:
    figures = measure((ours, theirs), runs)
    shown = tuple(Figure(figure.label, figure.wall_s * 1000, "ms") for figure in figures)
    return Row(what, figures[0].wall_s / figures[1].wall_s, *limits, shown)
