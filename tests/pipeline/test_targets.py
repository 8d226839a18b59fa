"""Targets: sheets, layout files, and games by any of their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from printkit.games import ALIAS, SHIPPED, find, find_id
from tests.cli.test_build import text_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.terminal import Terminal

LAYOUT = (
    "sheet: mine/x\ntitle: X\nplayers: 1-5\nbody:\n  - {for: p in players, text: '{p.label}'}\n"
)


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_game_becomes_its_whole_kit_in_one_file(printkit: Terminal) -> None:
    assert 0 == printkit("build", "attribute", "-p", 3).code
    assert ["output/attribute-3p.pdf"] == files(printkit.folder)


def test_a_layout_file_can_have_any_path(printkit: Terminal) -> None:
    printkit.write("my größe/ein blatt.yaml", LAYOUT)

    assert 0 == printkit("build", "my größe/ein blatt.yaml", "-o", "out dir/").code
    assert "out dir/ein blatt-4p.pdf" in files(printkit.folder)


@pytest.mark.parametrize("title", ["Swip'Sheep", "Swip’Sheep", "SWIPSHEEP", "Swip'Sheep/score-pad"])
def test_a_game_can_be_named_by_its_printed_title(printkit: Terminal, title: str) -> None:
    (file,) = printkit("build", title, "-p", "4", "--json").json()["files"]

    assert {"swipsheep"} == {sheet["id"].partition("/")[0] for sheet in file["sheets"]}


@pytest.mark.parametrize("name", ["Wolle-Spiel", "WOLLE-SPIEL", "wolle-spiel"])
def test_every_command_knows_a_game_by_its_other_names(printkit: Terminal, name: str) -> None:
    (file,) = printkit("build", f"{name}/sheet", "-p", 2, "--json").json()["files"]
    (listed,) = printkit("list", name, "--json").json()["games"]
    played = printkit("simulate", name, "--games", 1, "--seed", "x", "--json").json()
    printkit.write("night.yaml", f"jobs:\n  - {{target: {name}/setup-card, players: 2}}\n")
    (job,) = printkit("batch", "night.yaml", "--dry-run", "--json").json()["jobs"]

    assert {"wolle/sheet"} == {sheet["id"] for sheet in file["sheets"]}
    assert ("wolle", ["Wolle-Spiel"]) == (listed["id"], listed["aliases"])
    assert "wolle" == played["game"] == printkit("rules", name, "--json").json()["game"]
    assert "wolle/setup-card" == job["target"]
    assert "error: Wolle is for 2 to 6 players" in printkit("record", name, "-p", 9).err
    assert "hint: did you mean: printkit build wolle -p 2" in printkit(name, "-p", 2).err


@pytest.mark.parametrize("command", ["build", "list", "rules", "simulate", "check", "record"])
def test_a_mistyped_name_of_a_game_gets_a_suggestion(printkit: Terminal, command: str) -> None:
    assert "hint: did you mean 'Wolle-Spiel'?" in printkit(command, "Wole-Spiel").err


def test_a_translated_title_is_an_alias(printkit: Terminal) -> None:
    (file,) = printkit("build", "Attribut/score-pad", "--json").json()["files"]

    assert ["attribute/score-pad"] == [sheet["id"] for sheet in file["sheets"]]
    assert "  other names: Attribut\n" in printkit("list", "attribute").out


def test_aliases_of_shipped_games_are_valid_and_belong_to_one_game() -> None:
    for game in map(find, SHIPPED):
        assert game
        assert all(ALIAS.fullmatch(name) and find_id(name) == game.id for name in game.aliases)


def test_a_layout_without_its_extension_gets_a_suggestion(printkit: Terminal) -> None:
    printkit.write("mine.yaml", LAYOUT)

    assert (
        2,
        "",
        "error: unknown sheet or game 'mine'\nhint: did you mean 'mine.yaml'?\n",
    ) == printkit("build", "mine")


def test_every_game_has_a_variant_of_its_own(printkit: Terminal) -> None:
    both = ("wolle/setup-card", "attribute/score-pad", "-p", 3, "-o", "both.pdf")
    base, wolle, attribute, each, again = (
        "wolle:base", "Wolle:No-Cups", "attribute:bsw",
        "wolle:no-cups,attribute:bsw", "attribute:bsw, wolle:no-cups",
    )  # fmt: skip
    shown = {}
    for variants in (base, wolle, attribute, each, again):
        assert 0 == printkit("build", *both, "--variant", variants).code
        shown[variants] = text_of(printkit.folder / "both.pdf")
    assert 4 == len(set(shown.values()))
    assert shown[each] == shown[again]


def test_layouts_of_one_s_own_have_variants_of_their_own(printkit: Terminal) -> None:
    for name in ("day", "night"):
        printkit.write(
            f"{name}.yaml",
            f"sheet: own/{name}\ntitle: X\nvariants: [base, long]\nbody: ['{name} {{variant}}']\n",
        )
    both = ("build", "day.yaml", "night.yaml", "-o", "both.pdf", "--variant")
    shown = {}
    for variants in ("long", "own/night:long", "own/day:base,Own/Night:Long"):
        assert 0 == printkit(*both, variants).code
        shown[variants] = " ".join(text_of(printkit.folder / "both.pdf").split())
    assert ["day long night long", "day base night long", "day base night long"] == [
        *shown.values()
    ]
    assert "did you mean 'own/day'?" in printkit(*both, "own/dya:long").err


def test_a_variant_of_a_game_that_is_not_printed_is_refused(printkit: Terminal) -> None:
    ran = printkit("build", "wolle", "-p", 3, "--variant", "wole:no-cups")
    assert 2 == ran.code
    assert "--variant is for the game 'wole', which isn't printed" in ran.err
    assert "did you mean 'wolle'?" in ran.err


def test_with_split_every_file_has_the_variant_of_its_game(printkit: Terminal) -> None:
    more = ("-p", 3, "--split", "-o", "out/", "--variant", "wolle:no-cups,cattitude:toss")
    assert 0 == printkit("build", "wolle/setup-card", "cattitude/setup-card", *more).code
    assert ["out/cattitude-setup-card-3p-toss.pdf", "out/wolle-setup-card-3p-no-cups.pdf"] == files(
        printkit.folder
    )


@pytest.mark.parametrize(
    ("options", "copies"),
    [
        (("-p", "5"), 5),
        (("-n", "Ann,Ben,Cleo"), 3),
        ((), 4),
        (("-p", "3", "--copies", "2"), 6),
        (("-p", "3-5"), 3),  # one for each player count
    ],
)
def test_a_sheet_that_every_player_needs_is_there_once_for_each(
    printkit: Terminal, options: tuple[str, ...], copies: int
) -> None:
    shown = printkit("build", "attribute/player-aid", *options, "--json")

    assert copies == len(shown.json()["files"][0]["sheets"])


def test_a_layout_of_your_own_can_be_for_every_player(printkit: Terminal) -> None:
    layout = """sheet: own/aid
title: Aid
players: 2-5
per-player: true
page: {size: card}
body:
  - Look twice.
"""
    printkit.write("aid.yaml", layout)

    assert "page 1, 3 to cut out" in printkit("build", "aid.yaml", "-p", "3").out


def test_division_by_zero_names_the_player_count(printkit: Terminal) -> None:
    text = "sheet: own/x\ntitle: X\nplayers: 2-4\nbody:\n  - '{12 / (count - 3)}'\n"
    printkit.write("x.yaml", text)

    assert (
        "x.yaml:5:7: error: division by zero, with 3 players"
        in printkit("build", "x.yaml", "-p", "all").err
    )
