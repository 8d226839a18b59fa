"""`printkit season pair`: the tables of the next evening and their manifest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.season.clubs import random_rows, write_table

if TYPE_CHECKING:
    from tests.cli.terminal import Terminal

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus"]


@pytest.fixture
def club(printkit: Terminal) -> Terminal:
    write_table(printkit.folder / "club" / "results.csv", *random_rows(20, NAMES))
    return printkit


def test_everyone_who_is_ranked_gets_a_seat(club: Terminal) -> None:
    document = club("season", "pair", "club", "--tables", 2, "--json").json()

    assert [4, 3] == [len(table["names"]) for table in document["tables"]]
    assert NAMES == sorted(name for table in document["tables"] for name in table["names"])
    assert "tables.yaml" == document["manifest"]
    again = club("season", "pair", "club", "--tables", 2, "--seed", document["seed"], "--json")
    assert {**document, "manifest": "tables-2.yaml"} == again.json()


def test_tables_are_announced_in_your_language(
    club: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTKIT_LANG", "de")
    said = club("season", "pair", "club", "--seed", "x").out

    assert ["Tisch", "Spieler", "Begegnungen"] == said.split()[:3]
    assert "Startwert x\ngeschrieben in tables.yaml; printkit batch tables.yaml" in said


def test_those_present_are_named_in_any_spelling_and_may_be_new(club: Terminal) -> None:
    club.write("club/season.yaml", "aliases: {Ann: [Annie]}\n")
    document = club("season", "pair", "club", "-n", "annie, BEN, Zoë", "--json").json()

    assert [["Ann", "Ben", "Zoë"]] == [table["names"] for table in document["tables"]]


def test_the_manifest_builds_the_sheets_of_each_table(club: Terminal) -> None:
    ran = club("season", "pair", "club", "--tables", 2, "--game", "Attacke", "--seed", "x")
    built = club("batch", "tables.yaml", "--dry-run")

    assert "written to tables.yaml" in ran.out
    assert 0 == built.code, built.err
    assert "attacke-4p-table-01.pdf" in built.out
    assert "attacke-3p-table-02.pdf" in built.out
    assert "tables-2.yaml" in club("season", "pair", "club", "--tables", 2, "--game", "wolle").out


@pytest.mark.parametrize(
    ("game", "sizes", "files"),
    [
        ([], [4, 3], ["score-pad-pad-4p-table-01", "score-pad-pad-3p-table-02"]),
        (["--game", "Hearts"], [4, 3], ["hearts-pad-4p-table-01", "hearts-pad-3p-table-02"]),
    ],
)
def test_a_score_pad_is_printed_for_any_other_game(
    game: list[str], sizes: list[int], files: list[str], club: Terminal
) -> None:
    document = club("season", "pair", "club", "--tables", 2, *game, "--json").json()
    built = club("batch", "tables.yaml", "--dry-run")

    assert sizes == [len(table["names"]) for table in document["tables"]]
    assert 0 == built.code, built.err
    for name in files:
        assert f"{name}.pdf" in built.out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--tables", "4", "--game", "attacke"], 2, "7 players can't sit at 4 tables of 3 to 5"),
        (["--tables", "0"], 2, "--tables must be a whole number from 1 to 100, not '0'"),
        (["--tables", "1", "--game", "hearts"], 2, "7 players can't sit at 1 table of 3 to 6"),
        (["--game", "chess"], 2, "unknown game 'chess'"),
        (["--by", "luck"], 2, "unknown order 'luck' for --by"),
        (["-n", "Ann"], 2, "tables need at least two players"),
        (["-n", "Ann, ann"], 2, "'Ann' and 'ann' are the same player"),
    ],
)
def test_wrong_usage(arguments: list[str], code: int, message: str, club: Terminal) -> None:
    ran = club("season", "pair", "club", *arguments)

    assert (code, "") == (ran.code, ran.out)
    assert message in ran.err


def test_a_folder_called_pair_is_named_with_its_path(club: Terminal) -> None:
    (club.folder / "club").rename(club.folder / "pair")

    assert "pair: 20 games" in club("season", "./pair").out
    assert 2 == club("season", "pair").code
