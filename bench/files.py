"""Files: 50 pages of one pad, and every shipped sheet as a file of its own, in batches."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bench.process import measure, printkit, run, script
from bench.table import Figure, Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.process import Command, Plan

PAGES = 50
WARM_FILES = 61
LANGUAGES = ("en", "de")
PAPERS = ("a4", "letter")
THEMES = ("colour", "mono")


def rows(plan: Plan) -> Iterator[Row]:
    """A pad of many pages, then the batches."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield _pad(folder, plan)
        yield from _batches(folder, plan)


def _pad(folder: Path, plan: Plan) -> Row:
    ours, theirs = measure(
        (
            printkit(
                *("build", "attribute/score-pad", "--players", "4", "--copies", str(PAGES)),
                *("--paper", "a4", "--quiet", "--out", str(folder / "pad.pdf")),
            ),
            script("by hand", "floor_score_pad.py", f"{folder}/theirs.pdf", "pages", str(PAGES)),
        ),
        plan.runs,
    )
    shown = plan.figure(ours, "ms"), plan.figure(theirs, "ms")
    ratio = plan.seconds(ours) / plan.seconds(theirs)
    return Row(f"{PAGES} pages of a score pad / by hand", ratio, None, None, shown)


def _batches(folder: Path, plan: Plan) -> Iterator[Row]:
    """Ours is the whole process for each file; the pads drawn by hand count without a start."""
    manifest = folder / "every-sheet.yaml"
    files = _write_manifest(manifest)
    one, two, cold, warm = measure(
        (
            _batch(manifest, folder, 1),
            _batch(manifest, folder, 2),
            script("by hand", "floor_score_pad.py", str(folder), "files", "1"),
            script("by hand", "floor_score_pad.py", str(folder), "files", str(WARM_FILES)),
        ),
        plan.runs,
    )
    each = plan.seconds(one) / files
    by_hand = (plan.seconds(warm) - plan.seconds(cold)) / (WARM_FILES - 1)
    shown = (
        Figure("printkit", each * 1000, "ms a file"),
        Figure("by hand", by_hand * 1000, "ms a file"),
        Figure("files", files, ""),
        plan.figure(one),
    )
    yield Row("every sheet as its own PDF, 1 worker / warm by hand", each / by_hand, 4, 2, shown)
    walls = Figure("1 worker", one.wall_s, "s"), Figure("2 workers", two.wall_s, "s")
    speed_up = one.wall_s / two.wall_s
    what = "the same with 2 workers: speed-up (by the clock on the wall)"
    yield Row(what, speed_up, 1.6, 1.9, walls, more_is_better=True)


def _write_manifest(path: Path) -> int:
    """Every shipped sheet in two languages, papers and themes; says how many files that makes.

    Those that show a recorded game are not among them.
    """
    listed = json.loads(run(printkit("list", "--json")).output)
    ids = [sheet["id"] for game in listed["games"] for sheet in game["sheets"]]
    sheets = [each for each in ids if not each.endswith("/result")]
    job = {
        "target": sheets,
        "lang": LANGUAGES,
        "paper": PAPERS,
        "theme": THEMES,
        "out": "{game}/{sheet}-{lang}-{paper}-{theme}.pdf",
    }
    path.write_text(json.dumps({"defaults": {"seed": "bench"}, "jobs": [job]}), encoding="utf-8")
    return len(sheets) * len(LANGUAGES) * len(PAPERS) * len(THEMES)


def _batch(manifest: Path, folder: Path, workers: int) -> Command:
    out = ("--out", str(folder / f"by-{workers}"), "--jobs", str(workers), "--force", "--quiet")
    return printkit("batch", str(manifest), *out)
