"""The studio: from saving a layout to seeing it in a browser, beside `typst watch` and its PDF."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from statistics import median
from typing import TYPE_CHECKING, Final

from bench.process import ROOT, Command, is_busy, module, run
from bench.table import Figure, Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.process import Plan

CHANGES: Final = 15
AT_MOST_MS: Final = 100.0
WHAT: Final = "studio: from saving to seeing the Wolle sheet"
BUSY: Final = "the machine was busy"
OURS: Final = ROOT / ".venv" / "bin" / "python"
"""The environment of the tests, which has the studio and Playwright."""


def rows(plan: Plan) -> Iterator[Row]:
    """What a change takes, in milliseconds, and as a share of what Typst takes."""
    if not _has_browser():
        yield Row(WHAT, None, None, None, (), note="needs make test's .venv, and a Chromium")
        return
    busy = is_busy()
    seen, whole, alone = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        run(module("set the stage", "bench.wolle_page", folder))
        watch = module("typst watch", "bench.floor_typst_watch", folder, str(CHANGES))
        look = Command("studio", (str(OURS), "-m", "bench.studio_seen", str(CHANGES)))
        for _ in range(max(1, plan.runs // 2)):
            seen += json.loads(run(look).output)
            theirs = json.loads(run(watch).output)
            whole += theirs[0]
            alone += theirs[1]
    figures = (
        Figure("slowest", max(seen), "ms"),
        Figure("typst watch", median(whole), "ms"),
        Figure("of that compiling", median(alone), "ms"),
    )
    yield _row(busy, WHAT, median(seen), AT_MOST_MS, figures, "ms")
    ratio = median(seen) / median(whole)
    yield _row(busy, "the same / typst watch writing its PDF", ratio, 1.0, (), "")


def _row(
    busy: bool, what: str, value: float, hold: float, figures: tuple[Figure, ...], unit: str
) -> Row:
    """What people wait for is known by the wall's clock alone: on a busy machine nothing holds."""
    if busy:
        return Row(what, value, None, None, figures, unit=unit, note=BUSY)
    return Row(what, value, hold, hold * 0.8, figures, unit=unit)


def _has_browser() -> bool:
    names = ("chromium", "chromium-browser", "google-chrome")
    if not OURS.exists() or not any(map(shutil.which, names)):
        return False
    asked = [str(OURS), "-c", "import playwright, uvicorn, watchfiles"]
    return not subprocess.run(asked, capture_output=True, check=False).returncode
