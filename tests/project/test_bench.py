"""The bench is fair, and its table says what was measured."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Literal

import pdfplumber
import pytest

from bench.__main__ import FAMILIES, write_page
from bench.process import Figures, Plan
from bench.table import Figure, Row, as_json, show_markdown, show_table
from tests.cli.terminal import Terminal
from tests.project.commands import succeed
from tests.project.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def words(path: Path) -> set[str]:
    """The words on a page, without the version."""
    with pdfplumber.open(path) as document:
        text = document.pages[0].extract_text()
    return set(re.sub(r"\d+\.\d+\S*", "", text).split())


def row(value: float, *, more_is_better: bool = False) -> Row:
    hold, aim = (1.0, 3.0) if more_is_better else (3.0, 2.0)
    figures = (Figure("printkit", 240.0, "ms"), Figure("by hand", 120.0, "ms"))
    return Row("pad / by hand", value, hold, aim, figures, more_is_better=more_is_better)


def build(folder: Path, patch: pytest.MonkeyPatch, *words: str) -> Path:
    """The page that printkit makes."""
    told = Terminal(patch, folder)("build", *words, "--paper", "a4", "-q", "-o", "ours.pdf")
    assert (0, "", "") == told
    return folder / "ours.pdf"


def test_the_page_drawn_by_hand_says_what_the_score_pad_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = tmp_path / "theirs.pdf"
    ours = build(tmp_path, monkeypatch, "attribute/score-pad", "-p", "4")
    succeed([sys.executable, "bench/floor_score_pad.py", str(theirs)], ROOT)
    assert words(theirs) == words(ours)


def test_the_wolle_page_drawn_by_hand_says_what_ours_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = tmp_path / "theirs.pdf"
    options = ["--set", "sheets=1", "--set", "size=large", "--set", "cups=random", "--seed", "x"]
    ours = build(tmp_path, monkeypatch, "wolle/sheet", *options)
    succeed([sys.executable, "-m", "bench.wolle_page", str(tmp_path)], ROOT)
    succeed([sys.executable, "bench/floor_wolle.py", str(tmp_path), "1", str(theirs)], ROOT)
    codes = [{word for word in words(path) if word.startswith("A-")} for path in (ours, theirs)]
    assert [1, 1] == [len(code) for code in codes]
    assert words(theirs) - codes[1] == words(ours) - codes[0]


@pytest.mark.parametrize(("clock", "expected"), [("wall", 2.0), ("cpu", 1.5)])
def test_a_plan_knows_its_clock(clock: Literal["wall", "cpu"], expected: float) -> None:
    figures = Figures("printkit", wall_s=2.0, cpu_s=1.5, peak_bytes=1, output="")
    figure = Plan(5, clock).figure(figures)
    assert (expected, 2.0, 1.5) == (figure.value, figure.wall_s, figure.cpu_s)


def test_a_row_without_a_hold_has_no_verdict() -> None:
    assert "" == Row("list", 2.0, None, None, ()).verdict()
    assert "not installable here" == Row("x", None, 1, 1, (), note="not installable here").verdict()


def test_a_family_s_table_is_kept_between_its_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("a\n<!-- x: begin -->\nold\n<!-- x: end -->\nz\n", encoding="utf-8")
    write_page(page, "x", ["new", *show_markdown([row(2.0)])])
    kept = page.read_text(encoding="utf-8")
    assert kept.startswith("a\n<!-- x: begin -->\nnew\n| what |")
    assert kept.endswith("|\n<!-- x: end -->\nz\n")


@pytest.mark.parametrize("family", FAMILIES)
def test_the_page_has_a_place_for_every_family(family: str) -> None:
    page = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    assert f"<!-- {family}: begin -->" in page
    assert f"<!-- {family}: end -->" in page


@pytest.mark.parametrize(
    ("value", "verdict"), [(1.9, "aim"), (2.0, "aim"), (2.5, "holds"), (3.1, "MISSED")]
)
def test_a_ratio_is_held_from_above(value: float, verdict: str) -> None:
    assert row(value).verdict() == verdict


@pytest.mark.parametrize(("value", "verdict"), [(3.5, "aim"), (1.2, "holds"), (0.9, "MISSED")])
def test_a_speed_is_held_from_below(value: float, verdict: str) -> None:
    assert row(value, more_is_better=True).verdict() == verdict


def test_the_table_shows_the_figures_behind_a_ratio() -> None:
    heads, line = show_table([row(2.0)])
    assert heads.split()[:5] == ["what", "value", "hold", "aim", "verdict"]
    assert line.endswith("printkit 240 ms, by hand 120 ms")


def test_the_json_names_the_machine_and_each_verdict() -> None:
    document = as_json([row(2.5)], runs=5)
    assert document["machine"]
    assert document["rows"][0]["verdict"] == "holds"
    assert document["rows"][0]["figures"][0] == {"label": "printkit", "value": 240.0, "unit": "ms"}
