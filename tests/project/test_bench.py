"""The bench is fair, and its table says what was measured."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import pdfplumber
import pytest

from bench.table import Figure, Row, as_json, show_table
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


def test_the_page_drawn_by_hand_says_what_the_score_pad_says(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours.pdf", tmp_path / "theirs.pdf"
    build = ["build", "attribute/score-pad", "-p", "4", "--paper", "a4", "-q", "-o", str(ours)]
    succeed([sys.executable, "-m", "printkit", *build], ROOT)
    succeed([sys.executable, "bench/floor_score_pad.py", str(theirs)], ROOT)
    assert words(theirs) == words(ours)


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
