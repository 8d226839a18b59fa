"""The promises in the README and the page about trust are true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printkit import (
    budget,
    characters,
    fontfile,
    images,
    paper,
    source,
    systemfonts,
    yamlparser,
)
from printkit.backends import png
from printkit.batch import manifest, plan, run
from printkit.build import facts
from printkit.files import OLD_PART_S
from printkit.layout import (
    compiler,
    composer,
    context,
    expressions,
    families,
    operations,
    tables,
    tracks,
)
from printkit.preflight import judge, judging
from printkit.request import words
from printkit.rules import lines, simulate
from printkit.table import keeping
from printkit.units import to_mm

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
MB, MILLION = 1_000_000, 1_000_000

LIMITS = {
    "a layout, part, board, manifest or list of words": (
        f"{source.MAX_BYTES // MB} MB, "
        f"{yamlparser.MAX_NODES:,} values, {yamlparser.MAX_DEPTH} levels"
    ),
    "an expression": f"{expressions.MAX_EXPRESSION} characters, {compiler.MAX_DEPTH} levels",
    "what an expression makes": (
        f"{operations.MAX_TEXT:,} characters, {operations.MAX_ITEMS:,} items,"
        f" numbers up to 10^{len(str(operations.MAX_NUMBER)) - 1}"
    ),
    "nodes on a page, after every `for`": f"{context.MAX_NODES:,}",
    "nodes of a file": f"{context.MAX_FILE_NODES:,}",
    "levels of nodes, parts included": f"{context.MAX_DEPTH}",
    "a table": f"{tables.MAX_COLUMNS} columns, {tables.MAX_ROWS:,} rows",
    "the work on a sheet, or on several that are one file": (
        f"{budget.STEPS:,} steps, and {budget.STEPS_A_PAGE} more for each page"
    ),
    "the layouts of a batch, before the first is built": (
        f"{plan.PLAN_STEPS:,} steps, and {budget.STEPS_A_PAGE} more for each job"
    ),
    "time, memory and files": (
        f"{budget.SECONDS} seconds of computing a sheet, {budget.MEMORY_MB} MB a process,"
        f" {budget.FILE_MB:,} MB a file"
    ),
    "boxes of a track": f"{tracks.MAX_LABELS:,}",
    "pages of a file": f"{composer.MAX_PAGES:,}",
    "copies": f"{words.MAX_COPIES:,}",
    "variants of a layout": f"{facts.MAX_VARIANTS}",
    "players": f"{words.MAX_PLAYERS}",
    "a name": f"{words.MAX_NAME} characters",
    "a seed": f"{words.MAX_TEXT} characters",
    "paper": f"{to_mm(paper.SMALLEST):.0f} mm to {to_mm(paper.LARGEST):,.0f} mm a side",
    "an offset": f"{to_mm(paper.LARGEST_OFFSET):.0f} mm",
    "a picture": f"{images.MAX_BYTES // MB} MB, {images.MAX_PIXELS // MILLION} million pixels",
    "all pictures of a file": (
        f"{images.MAX_ALL_BYTES // MB} MB, {images.MAX_ALL_PIXELS // MILLION} million pixels"
    ),
    "a font": (
        f"{fontfile.MAX_BYTES // MB} MB, {fontfile.MAX_CHARACTERS:,} characters;"
        f" {families.MAX_FILES} files a sheet"
    ),
    "a font of the system": (
        f"{systemfonts.MAX_BYTES // MB} MB, {systemfonts.MAX_FACES} fonts a file,"
        f" {systemfonts.MAX_FILES:,} files; {systemfonts.MAX_TRIED} tried for a text"
    ),
    "marks on one letter": f"{characters.MAX_MARKS}",
    "a PNG": (
        f"{words.MIN_DPI} to {words.MAX_DPI:,} dots per inch,"
        f" {png._MOST_PIXELS // MILLION} million pixels a page"
    ),
    "files of a manifest": f"{manifest.MAX_FILES:,}",
    "a job of a batch": f"{run.LIMIT_S:.0f} seconds, or `--limit`",
    "a line of a recorded game": (
        f"{lines.MAX_BYTES:,} bytes, {lines.MAX_DEPTH} levels, numbers of {lines.MAX_DIGITS} digits"
    ),
    "a record that `printkit record` goes on with": f"{keeping.MAX_BYTES:,} bytes",
    "a simulated game": f"{simulate.MAX_EVENTS:,} events",
    "a PDF that is judged": (
        f"{judge.MOST_BYTES // MB} MB, {judging.MOST_PAGES:,} pages,"
        f" {judge.COST.seconds:g} seconds of computing and {judge.COST.page_seconds:g} more a page,"
        f" {judge.COST.megabytes} MB of memory"
    ),
}


def test_every_limit_stands_on_the_page_as_it_is_in_the_code() -> None:
    rows = re.findall(r"^\| (.+?) \| (.+?) \|", PAGE, re.MULTILINE)

    assert dict(rows[2:]) == LIMITS


def test_the_page_knows_how_old_a_leftover_must_be() -> None:
    assert OLD_PART_S == 10 * 60
    assert "ten minutes old" in PAGE


def promises() -> list[str]:
    section = README.partition("## What it promises")[2].partition("\n## ")[0]
    return re.findall(r"^\d+\. \*\*(.+?)\*\*", section, re.MULTILINE)


def test_there_are_ten_promises() -> None:
    assert len(promises()) == 10


@pytest.mark.parametrize("number", range(1, 11))
def test_every_promise_has_tests(number: int) -> None:
    assert [*(ROOT / "tests" / "trust").glob(f"test_{number}_*.py")]
