"""Fields: what a form costs beside the plain sheet, and what filling one in from a record adds."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bench.process import measure, printkit
from bench.table import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.process import Command, Plan

RECORD = Path(__file__).parent.parent / "printkit/samples/attribute/whole-4.jsonl"
"""A whole game of 128 events."""


def rows(plan: Plan) -> Iterator[Row]:
    """The pad of a whole game for four: plain, fillable, and filled in."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plain, form, filled = measure(
            (
                _pad(folder, "plain", "--names", "Ines,Karl,Lotte,Nils"),
                _pad(folder, "fillable", "--players", "4", "--fillable"),
                _pad(folder, "filled in", "--record", str(RECORD)),
            ),
            plan.runs,
        )
        sizes = {path.stem: path.stat().st_size for path in folder.glob("*.pdf")}
    figures = [plan.figure(one, "ms") for one in (plain, form, filled)]
    ratio = plan.seconds(form) / plan.seconds(plain)
    yield Row("a fillable score pad / a plain one", ratio, 2.0, 1.5, (figures[1], figures[0]))
    size = sizes["fillable"] / sizes["plain"]
    yield Row("the same: size of the file", size, 3.0, 2.0, ())
    added = 1000 * (plan.seconds(filled) - plan.seconds(plain))
    what = "filling it in from a record of 128 events adds"
    yield Row(what, added, 60, 30, (figures[2], figures[0]), unit="ms")


def _pad(folder: Path, name: str, *arguments: str) -> Command:
    return printkit(
        *("build", "attribute/score-pad", "--paper", "a4", "--quiet", "--force"),
        *("--out", str(folder / f"{name}.pdf"), *arguments),
    )._replace(label=name)
