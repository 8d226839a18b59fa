"""What it costs that a file can be read aloud: the same files with tags and without."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bench.process import measure, module
from bench.table import Figure, Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.process import Plan

SHEETS = 1_000


class Case(NamedTuple):
    """A file that is made both ways: its words, what its time may be, and what its size may be."""

    label: str
    words: tuple[str, ...]
    most_time: float


WOLLE = Case(
    f"{SHEETS:,} Wolle sheets",
    ("wolle/sheet", "--set", f"sheets={SHEETS}", "--set", "size=large", "--set", "cups=random"),
    1.15,
)
PAD = Case("one score pad", ("attribute/score-pad", "--players", "4"), 1.1)
MOST_BYTES_A_PAGE = 800
MOST_BYTES_OF_A_PAD = 1.4


def rows(plan: Plan) -> Iterator[Row]:
    """Time and bytes of many pages that share a board, and of a single page."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield _time(WOLLE, folder, plan)
        tagged, untagged = _sizes(folder)
        beside = (Figure("untagged", untagged / SHEETS, "bytes"),)
        size = tagged / SHEETS
        yield Row(f"{WOLLE.label}: bytes a page", size, MOST_BYTES_A_PAGE, 600, beside, "bytes")
        yield _time(PAD, folder, plan)
        tagged, untagged = _sizes(folder)
        shown = Figure("tagged", tagged, "bytes"), Figure("untagged", untagged, "bytes")
        ratio = tagged / untagged
        yield Row(f"{PAD.label}: bytes, tagged / untagged", ratio, MOST_BYTES_OF_A_PAD, 1.1, shown)


def _time(case: Case, folder: Path, plan: Plan) -> Row:
    given = ("build", *case.words, "--seed", "bench", "--paper", "a4", "--quiet", "--force")
    commands = [
        module(way, "bench.tagging", way, *given, "--out", str(folder / f"{way}.pdf"))
        for way in ("tagged", "untagged")
    ]
    ours, bare = measure(commands, plan.runs)
    shown = plan.figure(ours, "ms"), plan.figure(bare, "ms")
    ratio = plan.seconds(ours) / plan.seconds(bare)
    return Row(f"{case.label}: tagged / untagged", ratio, case.most_time, 1.0, shown)


def _sizes(folder: Path) -> tuple[int, int]:
    tagged, untagged = (folder / f"{label}.pdf" for label in ("tagged", "untagged"))
    return tagged.stat().st_size, untagged.stat().st_size
