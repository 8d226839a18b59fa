"""The page about trust lists ten tested promises, and gives the limits of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printkit import batch
from printkit.backends import png
from printkit.batch import manifest, merge, plan, run
from printkit.cli import again
from printkit.core import (
    budget,
    cluster,
    datafile,
    images,
    paper,
    plugins,
    source,
    spreadsheet,
    yamlfile,
)
from printkit.core.files import OLD_PART_S
from printkit.core.names import MAX_NAME
from printkit.core.units import to_mm
from printkit.filling import valuesfile
from printkit.layout import context, fontfamilies, pages
from printkit.layout.boxes import tables
from printkit.layout.language import expressions, functions
from printkit.layout.nodes import forms
from printkit.pipeline import gameinfo
from printkit.preflight import checker, checks
from printkit.recording import store
from printkit.request import values
from printkit.rules import record, simulate
from printkit.studio import routes, security, worker
from printkit.text import characters, fontfile, systemfonts

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
MB, MILLION = 1_000_000, 1_000_000

LIMITS = {
    "a layout, part, board, manifest or translation": (
        f"{source.MAX_BYTES // MB} MB, {yamlfile.MAX_NODES:,} values, {yamlfile.MAX_DEPTH} levels"
    ),
    "an expression": f"{expressions.MAX_EXPRESSION} characters, {expressions.MAX_DEPTH} levels",
    "the result of an expression": (
        f"{functions.MAX_TEXT:,} characters, {functions.MAX_ITEMS:,} items,"
        f" numbers up to 10^{len(str(functions.MAX_NUMBER)) - 1}"
    ),
    "nodes on a page, after every `for`": f"{context.MAX_NODES:,}",
    "nodes in a file": (
        f"{context.MAX_FILE_NODES:,}, and {context.NODES_A_FILLED_SHEET:,} more for each"
        " filled-in sheet"
    ),
    "nesting of nodes, including parts": f"{context.MAX_DEPTH}",
    "a table": f"{tables.MAX_COLUMNS} columns, {tables.MAX_ROWS:,} rows",
    "work for one file": (
        f"{budget.STEPS:,} steps, {budget.STEPS_A_PAGE:,} more for each page,"
        f" {budget.STEPS_A_FILLED_SHEET:,} more for each filled-in sheet"
    ),
    "planning a batch": (
        f"{plan.PLAN_STEPS:,} steps, and {budget.STEPS_A_PAGE:,} more for each job"
    ),
    "time, memory and file size": (
        f"{budget.SECONDS} seconds of CPU time per sheet, {budget.MEMORY_MB} MB per process,"
        f" {budget.FILE_MB:,} MB per file"
    ),
    "boxes in a track": f"{forms.MAX_LABELS:,}",
    "pages in a file": f"{pages.MAX_PAGES:,}",
    "copies": f"{values.MAX_COPIES:,}",
    "variants of a layout": f"{gameinfo.MAX_VARIANTS}",
    "players": f"{values.MAX_PLAYERS}",
    "a name": f"{MAX_NAME} characters",
    "a seed": f"{values.MAX_TEXT} characters",
    "paper": f"{to_mm(paper.SMALLEST):.0f} mm to {to_mm(paper.LARGEST):,.0f} mm per side",
    "an offset": f"{to_mm(paper.LARGEST_OFFSET):.0f} mm",
    "a picture": f"{images.MAX_BYTES // MB} MB, {images.MAX_PIXELS // MILLION} million pixels",
    "all pictures in a file": (
        f"{images.MAX_ALL_BYTES // MB} MB, {images.MAX_ALL_PIXELS // MILLION} million pixels"
    ),
    "the scans of a JPEG": f"{images.MAX_SCANNED_PIXELS // MILLION} million pixels together",
    "a font": (
        f"{fontfile.MAX_BYTES // MB} MB, {fontfile.MAX_CHARACTERS:,} characters;"
        f" {fontfamilies.MAX_FILES} files per sheet"
    ),
    "a system font": (
        f"{systemfonts.MAX_BYTES // MB} MB, {systemfonts.MAX_FACES} fonts per file,"
        f" {systemfonts.MAX_FILES:,} files; {systemfonts.MAX_TRIED} tried per text"
    ),
    "marks on a letter": f"{characters.MAX_MARKS}",
    "a PNG": (
        f"{values.MIN_DPI} to {values.MAX_DPI:,} dots per inch,"
        f" {png.MAX_PIXELS // MILLION} million pixels per page"
    ),
    "files in a manifest": f"{manifest.MAX_FILES:,}",
    "a merged file": f"{merge.MAX_PAGES:,} pages",
    "what a cluster gets with a job": f"{run.MOST_FILES:,} files, {cluster.MOST_MB} MB",
    "a job in a batch": f"{batch.TIME_LIMIT_S:.0f} seconds, or `--limit`",
    "a line of a recorded game": (
        f"{record.MAX_BYTES:,} bytes, {record.MAX_DEPTH} levels,"
        f" numbers of {record.MAX_DIGITS} digits"
    ),
    "a record that `printkit record` continues": f"{store.MAX_BYTES:,} bytes",
    "a values file for `--fill`": (
        f"{source.MAX_BYTES // MB} MB, {valuesfile.MAX_SHEETS:,} sheets,"
        f" {datafile.MAX_COLUMNS:,} columns, texts of {valuesfile.MAX_TEXT} characters"
    ),
    "a spreadsheet with a list of tables": (
        f"{spreadsheet.MAX_BYTES // MB} MB, {spreadsheet.MAX_ROWS - 1:,} rows,"
        f" {spreadsheet.MAX_COLUMNS} columns, {spreadsheet.LIMIT_S:g} seconds,"
        f" {spreadsheet.MEMORY_MB} MB of memory"
    ),
    "a simulated game": f"{simulate.MAX_EVENTS:,} events",
    "a PDF in preflight": (
        f"{checker.MOST_BYTES // MB} MB, {checks.MOST_PAGES:,} pages,"
        f" {checks.MOST_POINTS:,} points per side,"
        f" {checker.COST.seconds:g} seconds of CPU time"
        f" and {checker.COST.page_seconds:g} more per page,"
        f" {checker.COST.megabytes} MB of memory"
    ),
    "a data file of a layout": (
        f"{source.MAX_BYTES // MB} MB, {datafile.MAX_ROWS:,} rows,"
        f" {datafile.MAX_COLUMNS:,} columns, {datafile.MAX_VALUES:,} values,"
        f" {datafile.MAX_DEPTH} levels"
    ),
    "files that `again` tries without a name": f"the {again.MOST_FILES} newest",
    "a connection to the studio that isn't let in": (
        f"{security.HEADER_S:g} seconds, {security.MAX_WAITING} at a time,"
        f" {security.MAX_WAITING_EACH} per machine"
    ),
    "a request to the studio": (
        f"{security.MAX_BODY:,} bytes, {routes.MAX_DEPTH} levels;"
        f" {security.MAX_SAVED:,} bytes to save a layout"
    ),
    "importing a plugin": f"{plugins.IMPORT_S} seconds",
    "an answer of the studio": f"{worker.LIMIT_S:g} seconds, and the limits of a build",
}


def test_the_page_gives_the_limits_of_the_code() -> None:
    rows = re.findall(r"^\| (.+?) \| (.+?) \|", PAGE, re.MULTILINE)

    assert dict(rows[2:]) == LIMITS


def test_the_page_says_when_leftover_files_are_removed() -> None:
    assert OLD_PART_S == 10 * 60
    assert "ten minutes old" in PAGE


def promises() -> list[str]:
    section = PAGE.partition("## Promises")[2].partition("\n## ")[0]
    return re.findall(r"^\d+\. \*\*(.+?)\*\*", section, re.MULTILINE)


def test_there_are_ten_promises() -> None:
    assert len(promises()) == 10


@pytest.mark.parametrize("number", range(1, 11))
def test_every_promise_has_tests(number: int) -> None:
    assert [*(ROOT / "tests" / "trust").glob(f"test_{number}_*.py")]
