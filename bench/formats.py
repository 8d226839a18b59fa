"""SVG and PNG of one Wolle sheet, beside Typst, which can write both too."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bench.process import MB, measure, module, printkit, run, script
from bench.table import Figure, Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.process import Command, Plan

DPI = 300
LIMITS = {"svg": (3.0, 2.0), "png": (2.5, 1.5)}


def rows(plan: Plan) -> Iterator[Row]:
    """Time of both, and memory of the PNG."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run(module("set the stage", "bench.wolle_page", name))
        for format_ in ("svg", "png"):
            theirs = script("Typst", "floor_typst.py", name, "1", str(folder / f"t.{format_}"))
            ours, other = measure((_build(format_, folder), theirs), plan.runs)
            shown = plan.figure(ours, "ms"), plan.figure(other, "ms")
            ratio = plan.seconds(ours) / plan.seconds(other)
            at = f" at {DPI} dpi" if format_ == "png" else ""
            what = f"{format_.upper()} of a Wolle sheet{at} / Typst"
            yield Row(what, ratio, *LIMITS[format_], shown)
            peak = ours.peak_bytes / MB
            if format_ == "png":
                memory = (Figure("Typst", other.peak_bytes / MB, "MB"),)
                yield Row("PNG of a Wolle sheet: peak memory", peak, 200, 120, memory, "MB")


def _build(format_: str, folder: Path) -> Command:
    return printkit(
        *("build", "wolle/sheet", "--set", "sheets=1", "--set", "size=large"),
        *("--set", "cups=random", "--seed", "bench", "--paper", "a4", "--quiet"),
        *("--format", format_, "--dpi", str(DPI), "--out", str(folder / f"ours.{format_}")),
    )
