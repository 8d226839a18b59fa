"""Notes about options that have no effect, or less than expected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.terminal import Terminal

CARDS = "sheet: mine/cards\ntitle: Cards\npage: {{size: {size}, margin: {margin}}}\nbody: [a]\n"
NAMED = "sheet: mine/named\ntitle: Named\nplayers: 2-4\nbody: ['{players[0].label}']\n"
COUNTED = "sheet: mine/counted\ntitle: Counted\nplayers: 2-4\nbody: ['{count}']\n"
WRITTEN = "sheet: mine/a\ntitle: A\nfields: {x: {kind: tick}}\nbody: [{boxes: 1, field: x}]\n"
NOBODY = "none of these sheets depends on the players, so --players and --names have no effect"
UNWRITTEN = "none of these sheets has fields, so --fillable has no effect"
NAMELESS = "none of these sheets shows names; only the number of --names matters"


def notes(printkit: Terminal, text: str, *options: str) -> list[str]:
    """The notes of a build of this layout."""
    printkit.write("own.yaml", text)
    ran = printkit("build", "own.yaml", "--json", *options)
    assert ran.code == 0, ran
    found: list[str] = ran.json()["notes"]
    return found


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("sheet: mine/a\ntitle: A\nbody: [a]\n", ("--names", "Ann,Ben"), [NOBODY]),
        ("sheet: mine/a\ntitle: A\nbody: [a]\n", ("-p", "3"), [NOBODY]),
        ("sheet: mine/a\ntitle: A\nbody: [a]\n", (), []),
        ("sheet: mine/a\ntitle: A\nbody: [a]\n", ("--fillable",), [UNWRITTEN]),
        (WRITTEN, ("--fillable",), []),
        (COUNTED, ("--names", "Ann,Ben"), [NAMELESS]),
        (COUNTED, ("-p", "3"), []),
        (NAMED, ("--names", "Ann,Ben"), []),
    ],
)
def test_options_without_an_effect_get_a_note(
    printkit: Terminal, text: str, options: tuple[str, ...], expected: list[str]
) -> None:
    assert expected == notes(printkit, text, *options)


@pytest.mark.parametrize("target", ["wolle/sheet", "attribute/score-pad"])
def test_names_that_are_printed_get_no_note(printkit: Terminal, target: str) -> None:
    assert NAMELESS not in printkit("build", target, "--names", "Ann,Ben,Cleo").out


def test_a_sheet_says_where_it_differs_from_the_request(printkit: Terminal) -> None:
    tell = "  - {tell: '{count} are many', when: count > 4}\n"
    own = f"sheet: mine/a\ntitle: A\nplayers: 2-6\nbody:\n{tell}  - a\n"
    half = ("build", "attribute/score-pad", "--set", "size=half")
    said = "6 players don’t fit on half a page; this score pad takes a whole one"

    assert ["5 are many"] == notes(printkit, own, "-p", "5")
    assert [] == notes(printkit, own, "-p", "4")
    assert said in printkit(*half, "-p", "6").out
    assert "fills a whole" not in printkit(*half, "-p", "4").out


def test_fewer_cards_per_page_than_expected_are_explained(printkit: Terminal) -> None:
    (said,) = notes(printkit, CARDS.format(size="70x100mm", margin="2mm"), "--paper", "a4")

    assert said == (
        "4 per page of a4, not 8: printers leave 6.4 mm blank at the edge "
        "(with a margin of that size, 8 would fit)"
    )
    assert [] == notes(printkit, CARDS.format(size="70x100mm", margin="6.4mm"), "--paper", "a4")
    assert [] == notes(printkit, CARDS.format(size="card", margin="0"), "--paper", "letter")


def test_only_footers_of_known_games_mention_a_play_aid(
    printkit: Terminal,
) -> None:
    own = "sheet: mine/a\ntitle: A\nbody: [{use: shared/footer}]\n"
    printkit.write("own.yaml", own)
    printkit("build", "own.yaml", "--out", "own.svg")
    printkit("build", "attribute/score-pad", "--out", "known.svg")
    mine, known = ((printkit.folder / name).read_text() for name in ("own.svg", "known.svg"))

    assert "unofficial play aid" not in mine
    assert "printkit " in mine
    assert "unofficial play aid" in known
