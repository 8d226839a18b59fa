"""Sheets as Chromium tells them to a screen reader: the tree on its page chrome://accessibility.

Needs a `chromium` on the path that reads the tags of PDFs: if there is none, the test says so
and is not counted.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.sheets.test_aloud import pdf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

OLDEST = 150
"""Versions of Chromium before this one know tags of PDFs in part, or not at all."""
SHEETS = "attribute/score-pad", "wolle/sheet"
NODE = re.compile(r"\+*id#=-?\d+ (\w+)(.*)")
ATTRIBUTE = re.compile(r" (name|description)='(.*?)'(?= \w+=|$)")
TOLD = {"section", "heading", "paragraph", "figure", "table", "row", "rowHeader", "cell"}


@pytest.fixture(scope="module")
def spoken_lines(
    start_browser: Callable[..., Browser], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, list[str]]]:
    """The accessibility tree of each sheet, one line per node."""
    browser = start_browser("--force-renderer-accessibility", "--enable-features=PdfTags")
    if int(browser.version.partition(".")[0]) < OLDEST:
        pytest.skip(f"Chromium {browser.version} is too old to read the tags of PDFs")
    yield _trees(browser.new_context(), tmp_path_factory.mktemp("spoken_lines"))
    browser.close()


def _trees(context: BrowserContext, folder: Path) -> dict[str, list[str]]:
    files = {sheet: folder / f"{sheet.replace('/', '-')}.pdf" for sheet in SHEETS}
    for sheet, file in files.items():
        file.write_bytes(pdf(sheet))
        context.new_page().goto(file.as_uri())
    inside = context.new_page()
    inside.goto("chrome://accessibility")
    return {sheet: list(_heard(_tree(inside, file.name))) for sheet, file in files.items()}


def _tree(inside: Page, name: str) -> str:
    """The tree of the tab that shows this file, asked for until all of the file is in it."""
    row = inside.locator("[id^=page_]:not([id*='-'])", has_text=name)
    for _ in range(40):
        row.locator("[id$=showOrRefreshTree]").click()
        inside.wait_for_timeout(500)
        text = row.inner_text()
        if "Finished loading PDF" in text:
            return text
    raise AssertionError(f"Chromium shows no tree of {name}")


def _heard(tree: str) -> Iterator[str]:
    """Each thing with its words; words that follow each other in one thing are one line."""
    line = ""
    for node in map(NODE.match, tree.partition("pdfRoot")[2].splitlines()):
        said = dict(ATTRIBUTE.findall(node[2])) if node else {}
        if node and node[1] in TOLD:
            yield line.strip(": ")
            line = f"{node[1]}: {said.get('description', '')}"
        elif node and node[1] == "staticText" and not line.startswith("figure"):
            line += said.get("name", "").replace("<newline>", " ")
    yield line.strip(": ")


def out_of_order(expected: Iterable[str], spoken_lines: list[str]) -> list[str]:
    """Those of the expected lines that do not follow the ones before them."""
    rest = iter(spoken_lines)
    return [line for line in expected if line not in rest]


def test_a_pad_is_a_heading_and_a_table_with_heading_cells(
    spoken_lines: dict[str, list[str]],
) -> None:
    table = ["table", "row", "rowHeader: Player 3", "row", "rowHeader: Total"]
    rounds = ["row", "rowHeader: 1", "figure: Player 1", "row", "rowHeader: 2", "figure: Player 2"]
    expected = ["section", "heading: Score pad", "paragraph: Date", *table, *rounds]

    assert not out_of_order(expected, spoken_lines["attribute/score-pad"])


def test_a_board_is_described_in_a_sentence(spoken_lines: dict[str, list[str]]) -> None:
    one = [
        "section",
        "heading: Wolle",
        "paragraph: Yellow carpet",
        "figure: Timer: the hourglass, then 2, 3, 3, 4, 5, then the end.",
        "paragraph: +5",
        "paragraph: −2 each",
    ]

    assert not out_of_order([*one, *one, *one], spoken_lines["wolle/sheet"])
