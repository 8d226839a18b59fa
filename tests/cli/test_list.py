"""`printkit list`: games, sheets and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit import __version__
from printkit.layout.language.loading import shipped_games, shipped_sheets

if TYPE_CHECKING:
    from tests.cli.terminal import Terminal


def test_list_shows_games_sheets_and_next_commands(printkit: Terminal) -> None:
    shown = printkit("list")

    assert (0, "") == (shown.code, shown.err)
    heading = f"Attribute, 3 to 8 players (from printkit-games {__version__})\n"
    assert f"{heading}  kit: printkit build attribute -p 4\n" in shown.out
    assert [] == [name for name in shipped_sheets() if f"  {name} " not in shown.out]
    assert "--set" not in shown.out
    assert shown.out.splitlines()[-1].endswith("printkit build reference")


def test_list_of_a_game_shows_its_options_with_their_defaults(printkit: Terminal) -> None:
    shown = printkit("list", "attribute")

    assert "--set size=auto|full|half  " in shown.out
    assert "  variants: base, bsw\n" in shown.out
    assert shown.out.count(" players (from ") == 1
    assert shown.out == printkit("list", "attribute/score-pad").out
    assert shown.out == printkit("list", "Attribute/").out


def test_list_of_a_layout_file_shows_its_options(printkit: Terminal) -> None:
    printkit.write(
        "mine.yaml",
        "sheet: mine/x\ntitle: X\nsummary: Mine.\nplayers: 1\noptions:\n"
        "  many: {type: int, default: 1, help: how many}\n"
        "  none: {type: int}\n"
        "  loud: {type: bool, default: true, help: shout}\n"
        "  name: {type: text, default: Ann}\nbody: [a]\n",
    )
    shown = printkit("list", "mine.yaml")

    assert (0, "") == (shown.code, shown.err)
    assert shown.out.startswith("X, 1 player\n  mine.yaml  Mine.\n")
    assert [
        "--set many=N  how many [1]",
        "--set none=N   [0]",
        "--set loud=true|false  shout [true]",
        "--set name=TEXT   [Ann]",
    ] == [line.strip() for line in shown.out.splitlines() if "--set" in line]


def test_list_as_json_is_one_document(printkit: Terminal) -> None:
    games = printkit("list", "--json").json()["games"]
    attribute = next(game for game in games if game["id"] == "attribute")
    pad = next(sheet for sheet in attribute["sheets"] if sheet["id"] == "attribute/score-pad")

    assert list(shipped_games()) == [game["id"] for game in games]
    assert {"min": 3, "max": 8} == attribute["players"]
    assert ["base", "bsw"] == attribute["variants"]
    assert ["size"] == [option["name"] for option in pad["options"]]
    assert ["auto", "full", "half"] == pad["options"][0]["choices"]


def test_list_of_an_unknown_game_is_a_usage_error(printkit: Terminal) -> None:
    assert (
        2,
        "",
        "error: unknown game 'atribute'\nhint: did you mean 'attribute'?\n",
    ) == printkit("list", "atribute")
