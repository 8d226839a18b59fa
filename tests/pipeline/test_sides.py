"""Printers without duplex: fronts and backs by themselves, in an order in which they still meet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import printkit
from printkit.core.errors import UsageError
from tests.layout.printing import pdf, printed, write_cards

if TYPE_CHECKING:
    from pathlib import Path

    from printkit import BuildResult
    from tests.cli.terminal import Terminal

SHEETS = ("wolle/sheet", "attribute/score-pad", "wolle/setup-card")


def build_sheets(folder: Path, **more: Any) -> BuildResult:
    """Five Wolle sheets on three papers with backs, and two papers without."""
    options: dict[str, Any] = {
        "set": {"side": "both"},
        "players": 5,
        "seed": "x",
        "paper": "a4",
        "lang": "en",
    }
    return printkit.build(SHEETS, out=folder / "x.pdf", **options, **more)


@pytest.mark.parametrize("way", ["long", "short"])
def test_each_side_has_its_cards_in_the_same_places(tmp_path: Path, way: str) -> None:
    layout = write_cards(tmp_path, "card", 20, backs=True)
    whole = printed(pdf(layout, duplex=way))
    fronts, backs = whole[::2], whole[1::2]

    assert fronts == printed(pdf(layout, duplex=way, sides="fronts"))
    assert backs == printed(pdf(layout, duplex=way, sides="backs"))
    assert [*fronts, *backs] == printed(pdf(layout, duplex=way, backs_last=True))


def test_a_sheet_without_a_back_has_a_blank_one(tmp_path: Path) -> None:
    last = build_sheets(tmp_path, backs_last=True).files[0]
    pages = list(dict.fromkeys((one.page, one.id) for one in last.sheets))

    assert 10 == last.pages
    assert [*((page, "wolle/sheet") for page in (1, 2, 3)), (4, SHEETS[1]), (5, SHEETS[2])] == (
        pages[:5]
    )
    assert [(page, "wolle/sheet") for page in (6, 7, 8)] == pages[5:]


@pytest.mark.parametrize(
    ("options", "pages"), [({"sides": "backs"}, "4 and 5"), ({"backs_last": True}, "9 and 10")]
)
def test_blank_backs_are_announced_with_their_number(
    tmp_path: Path, options: dict[str, object], pages: str
) -> None:
    expected = "2 backs are blank, to keep the others behind their fronts"

    assert f"{expected}: pages {pages}" in build_sheets(tmp_path, **options).notes


def test_again_makes_matching_backs_with_the_same_seed(printkit: Terminal) -> None:
    command = ("build", "wolle/sheet", "--set", "side=both", "-p", 2, "--json")
    fronts = printkit(*command, "--sides", "fronts").json()
    backs = printkit("again", "--sides", "backs", "--json").json()

    assert fronts["seed"] == backs["seed"]
    assert fronts["files"][0]["path"].endswith("-fronts.pdf")
    assert backs["files"][0]["path"].endswith("-backs.pdf")


def test_sheets_without_backs_have_only_fronts(printkit: Terminal) -> None:
    fronts = printkit("build", "attribute", "-p", 3, "--sides", "fronts")
    backs = printkit("build", "attribute", "-p", 3, "--sides", "backs")

    assert "so --sides and --backs-last have no effect" in fronts.out
    assert (2, "error: none of these sheets has a back\nhint: leave --sides out\n") == (
        backs.code,
        backs.err,
    )


@pytest.mark.parametrize(
    "options",
    [
        {"sides": "fronts", "backs_last": True},
        {"sides": "backs", "duplex": "fold"},
        {"backs_last": True, "crop_marks": True},
    ],
)
def test_options_that_contradict_each_other_are_refused(
    tmp_path: Path, options: dict[str, object]
) -> None:
    with pytest.raises(UsageError, match="can't be used together"):
        build_sheets(tmp_path, **options)


def test_backs_last_cannot_be_sent_to_the_printer(printkit: Terminal) -> None:
    shown = printkit("build", "wolle", "-p", 2, "--backs-last", "--print")

    assert 2 == shown.code
    assert "--sides fronts" in shown.err
