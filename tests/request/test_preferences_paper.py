"""The default paper: every source, in order of precedence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from printkit.core.paper import PAPERS
from printkit.request.preferences import Preferences, default_paper, save_preferences
from tests.layout.printing import Box, boxes

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.terminal import Terminal

pytestmark = pytest.mark.usefixtures("home")


def test_the_default_paper_is_that_of_the_country(monkeypatch: pytest.MonkeyPatch) -> None:
    assert default_paper().name == "a4"
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    assert default_paper().name == "letter"
    monkeypatch.setenv("LC_PAPER", "de_DE.UTF-8")
    assert default_paper().name == "a4"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("letter\n", "letter"),
        ("# the usual paper\n\nLegal # yes\n", "legal"),
        ("jis-b5\n", "a4"),
        ("", "a4"),
        ("\xff\xfe", "a4"),
    ],
)
def test_the_papersize_file_sets_the_default(tmp_path: Path, text: str, expected: str) -> None:
    (tmp_path / "papersize").write_bytes(text.encode("latin-1"))

    assert expected == default_paper().name


def test_a_folder_in_place_of_the_papersize_file_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "papersize").mkdir()

    assert default_paper().name == "a4"


def test_each_setting_overrides_those_after_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, printkit: Terminal
) -> None:
    def found(*options: str) -> str:
        said = printkit("build", "attribute/setup-card", "-o", "cards.pdf", *options).out
        return said.split(" on ")[1].split(",")[0]

    monkeypatch.setenv("LANG", "en_US.UTF-8")
    assert found() == "letter"
    (tmp_path / "papersize").write_text("a3\n")
    assert found() == "a3"
    monkeypatch.setenv("PAPERSIZE", "legal")
    assert found() == "legal"
    save_preferences(Preferences(PAPERS["a5"]))
    assert found() == "a5"
    monkeypatch.setenv("PRINTKIT_PAPER", "a4")
    assert found() == "a4"
    assert found("--paper", "a6") == "a6"
    assert found("--paper", "200x250mm") == "200x250mm"


@pytest.mark.parametrize("paper", [*PAPERS, "210x297mm"])
def test_a_page_is_as_large_as_its_paper(printkit: Terminal, tmp_path: Path, paper: str) -> None:
    printkit.write("own.yaml", "sheet: own/sheet\ntitle: Own\nplayers: none\nbody: [text: Own]\n")
    ran = printkit("build", "own.yaml", "--paper", paper, "-o", "page.pdf")
    sides = (PAPERS[paper].width, PAPERS[paper].height) if paper in PAPERS else (595.276, 841.89)
    expected = Box(0, 0, *(side / 72 * 25.4 for side in sides))

    assert ran.code == 0
    for box in boxes((tmp_path / "page.pdf").read_bytes(), "MediaBox"):
        assert expected == pytest.approx(box, abs=0.01)
