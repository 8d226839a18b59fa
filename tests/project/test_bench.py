"""The benchmark compares like with like and reports what it measured."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pdfplumber
import pytest

from bench.__main__ import as_json, markdown, table, write_page
from bench.rows import GROUPS, Row
from tests.cli.terminal import Terminal
from tests.project.commands import succeed
from tests.project.places import ROOT

SLOWER = Row("pad / by hand", 2.0, 3.0, "240 and 120 ms")
FASTER = Row("events / plies", 2.0, 1.0, at_least=True)


def words(path: Path) -> set[str]:
    """The words on a page, without version numbers."""
    with pdfplumber.open(path) as document:
        text = document.pages[0].extract_text()
    return set(re.sub(r"\d+\.\d+\S*", "", text).split())


def build(folder: Path, patch: pytest.MonkeyPatch, *arguments: str) -> Path:
    """The page that printkit builds."""
    told = Terminal(patch, folder)("build", *arguments, "--paper", "a4", "-q", "-o", "ours.pdf")
    assert (0, "", "") == told
    return folder / "ours.pdf"


def test_the_score_pad_written_by_hand_has_the_same_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = tmp_path / "theirs.pdf"
    ours = build(tmp_path, monkeypatch, "attribute/score-pad", "-p", "4")
    script = "bench/comparisons/reportlab_score_pad.py"
    succeed([sys.executable, script, str(theirs)], ROOT)
    assert words(theirs) == words(ours)


def test_the_wolle_page_written_by_hand_has_the_same_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = tmp_path / "theirs.pdf"
    options = ["--set", "sheets=1", "--set", "size=large", "--set", "cups=random", "--seed", "x"]
    ours = build(tmp_path, monkeypatch, "wolle/sheet", *options)
    succeed([sys.executable, "-m", "bench.wolle_page", str(tmp_path)], ROOT)
    script = "bench/comparisons/reportlab_wolle.py"
    succeed([sys.executable, script, str(tmp_path), "1", str(theirs)], ROOT)
    codes = [{word for word in words(path) if word.startswith("A-")} for path in (ours, theirs)]
    assert [1, 1] == [len(code) for code in codes]
    assert words(theirs) - codes[1] == words(ours) - codes[0]


@pytest.mark.parametrize(("value", "holds"), [(2.9, True), (3.0, True), (3.1, False)])
def test_a_ratio_holds_up_to_its_limit(value: float, holds: bool) -> None:
    assert SLOWER._replace(value=value).holds is holds


@pytest.mark.parametrize(("value", "holds"), [(1.1, True), (1.0, True), (0.9, False)])
def test_a_speed_holds_down_to_its_limit(value: float, holds: bool) -> None:
    assert FASTER._replace(value=value).holds is holds


def test_what_was_not_measured_neither_holds_nor_misses() -> None:
    assert Row("studio", None, 150).holds is None


def test_the_table_shows_limit_verdict_and_details() -> None:
    _, line, other = table([SLOWER, FASTER._replace(value=0.5)])
    assert re.search(r"pad / by hand +2 +≤ 3 +holds +240 and 120 ms", line)
    assert re.search(r"events / plies +0.5 +≥ 1 +MISSED", other)


def test_json_names_the_machine_and_each_verdict() -> None:
    document = as_json([SLOWER], runs=5)
    assert document["machine"]
    assert document["rows"][0]["holds"] is True


def test_the_table_in_a_page_is_replaced_between_its_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("a\n<!-- figures: begin -->\nold\n<!-- figures: end -->\nz\n", encoding="utf-8")
    write_page(page, "figures", ["new", *markdown([SLOWER])])
    kept = page.read_text(encoding="utf-8")
    assert kept.startswith("a\n<!-- figures: begin -->\nnew\n| what |")
    assert kept.endswith("|\n<!-- figures: end -->\nz\n")


def test_the_performance_page_names_every_group() -> None:
    page = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    assert [] == [group for group in GROUPS if f"`{group}`" not in page]
