"""The page docs/printing.md is true: its commands run, and its tables match the program."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from printkit.core.paper import (
    DUPLEX,
    LARGEST_OFFSET,
    ORIENTATIONS,
    PAPERS,
    PRINTER_MARGIN,
    parse_paper,
)
from printkit.core.units import to_mm
from printkit.layout.imposition import BLEED, CROP_GAP, SLUG, TICK
from tests.cli.terminal import Terminal
from tests.project.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PAGE = (ROOT / "docs" / "printing.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ printkit (.+)$", PAGE, re.MULTILINE)


def rows(heading: str) -> list[list[str]]:
    """The cells of the table whose first column is called this."""
    found = re.search(
        rf"^\| {re.escape(heading)} \|.*\n\| ---.*\n((?:\|.*\n)+)", PAGE, re.MULTILINE
    )
    assert found
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found[1].splitlines()]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_page_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "configuration"))
    ran = Terminal(monkeypatch, tmp_path)(*command.split())

    assert (0, "") == (ran.code, ran.err)
    assert "changes nothing" not in ran.out


def test_every_paper_is_listed_with_its_size() -> None:
    *named, own = rows("name")
    sizes = {name.strip("`"): parse_paper(size.replace(" ", "")) for name, size in named}

    assert own[0] == "`210x297mm`"
    assert set(sizes) == set(PAPERS)
    for name, paper in PAPERS.items():
        assert (paper.width, paper.height) == pytest.approx(sizes[name][1:], abs=0.01)


def test_every_paper_option_and_its_values_are_mentioned() -> None:
    options = {"--offset", "--no-offset", "--save", "--crop-marks"}
    words = {*options, *ORIENTATIONS, "--orientation", "--duplex", "--paper"}

    assert not [word for word in words if word not in PAGE]
    assert [f"`{way}`" for way in DUPLEX] == [row[0] for row in rows("`--duplex`")]


def test_the_millimetres_match_the_program() -> None:
    said = {
        f"At most {to_mm(LARGEST_OFFSET):g} mm each way": LARGEST_OFFSET,
        f"keep {to_mm(PRINTER_MARGIN):g} mm free": PRINTER_MARGIN,
        f"the card and {to_mm(SLUG):g} mm around it": SLUG,
        f"`BleedBox` {to_mm(BLEED):g} mm more": BLEED,
        f"are {to_mm(TICK):g} mm long": TICK,
        f"begin {to_mm(BLEED + CROP_GAP):g} mm outside": BLEED + CROP_GAP,
    }

    assert [] == [words for words in said if words not in PAGE]
