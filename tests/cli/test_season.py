"""`printkit season`: the table, JSON, CSV, and how every number came about."""

from __future__ import annotations

import csv
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from printkit.season import ratings
from tests.season.clubs import row, write_table

if TYPE_CHECKING:
    from tests.cli.terminal import Terminal


@pytest.fixture
def club(printkit: Terminal) -> Terminal:
    """A folder `club` with three games of Ann, Ben and Cleo."""
    write_table(
        printkit.folder / "club" / "results.csv",
        row("2026-01-01", "Skat", {"Ann": 5, "Ben": 3, "Cleo": 1}),
        row("2026-01-08", "Skat", {"Ann": 5, "Ben": 7}),
        row("2026-01-15", "Catan", {"Ann": 10, "Cleo": 8}),
    )
    return printkit


def without_openskill(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(name: str) -> Any:
        return None if name == "openskill" else find_spec(name)

    monkeypatch.setattr(ratings, "find_spec", find)


def test_the_table_has_a_line_for_each_player(club: Terminal) -> None:
    ran = club("season", "club")

    head, _, columns, *lines = ran.out.splitlines()
    assert "club: 3 games, 3 players, 2026-01-01 to 2026-01-15" == head
    assert " ".join(columns.split()).startswith(
        "player games wins points per game average place streak"
    )
    assert ["Ann", "Ben", "Cleo"] == [line.split()[1] for line in lines]
    assert [["1", "Ann", "3", "2", "2.00", "0.67", "1.33", "1", "won"]] == [lines[0].split()[:9]]
    assert (0, "") == (ran.code, ran.err)


def test_json_has_the_standings(club: Terminal) -> None:
    document = club("season", "club", "--json").json()

    ann = document["standings"][0]
    assert ("Ann", 3, 2, 2) == (ann["name"], ann["games"], ann["wins"], ann["points"])
    assert isinstance(ann["rating"], float)
    assert isinstance(ann["uncertainty"], float)
    assert 3 == len(document["games"])
    assert [] == document["not_counted"]


def test_without_openskill_ratings_are_null_with_a_hint(
    club: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_openskill(monkeypatch)
    document = club("season", "club", "--json").json()
    table = club("season", "club").out

    assert {None} == {each["rating"] for each in document["standings"]}
    assert "pip install 'printkit-games[season]'" in document["hint"]
    assert "hint: for ratings, pip install 'printkit-games[season]'" in table
    assert " ± " not in table
    assert " → " not in club("season", "club", "--explain", "Ann").out


def test_csv_goes_to_standard_output(club: Terminal) -> None:
    ran = club("season", "club", "--csv")

    rows = list(csv.DictReader(ran.out.splitlines()))
    assert ["Ann", "Ben", "Cleo"] == [each["name"] for each in rows]
    assert ["3", "2", "2"] == [rows[0][column] for column in ("games", "wins", "points")]
    assert "" == ran.err


def test_every_number_is_explained(club: Terminal) -> None:
    ran = club("season", "club", "--explain", "ann")

    assert "2026-01-08  Skat   2 of 2      5       0" in ran.out
    assert "1. Ben 7 (" in ran.out
    assert "results.csv:3" in ran.out
    assert "place 1: 2 points in 3 games, 0.667 per game; 2 wins; average place 1.333" in ran.out
    assert "streak 1 won, longest 1" in ran.out
    assert "A game scores the share of the opponents beaten. Players who share" in ran.out
    assert ["Ben", "2", "1", "0", "1"] in [line.split() for line in ran.out.splitlines()]
    document = club("season", "club", "--explain", "ann", "--json").json()
    assert [1, 0, 1] == [each["points"] for each in document["explained"]]


def test_everything_is_said_in_your_language(club: Terminal) -> None:
    table = club("season", "club", "--lang", "de").out
    explained = club("season", "club", "--lang", "pl", "--explain", "ann").out

    assert ["Spieler", "Partien", "Siege", "Punkte"] == table.splitlines()[2].split()[:4]
    assert "1 gewonnen" in table
    assert "2 z 2" in explained
    assert "miejsce 1: punkty 2, 3 partie" in explained
    assert "Gracze na tym samym miejscu dzielą się punktami." in explained


def test_an_unknown_player_gets_a_suggestion(club: Terminal) -> None:
    ran = club("season", "club", "--explain", "Clea")

    assert 2 == ran.code
    assert "error: nobody called 'Clea' is ranked" in ran.err
    assert "did you mean 'Cleo'?" in ran.err


def test_errors_have_their_line_and_the_rest_still_counts(club: Terminal) -> None:
    path = club.folder / "club" / "more.csv"
    write_table(path, '2026-01-01,Skat,"Ann, Ben","3, x"')
    ran = club("season", "club")

    assert 1 == ran.code
    assert "club/more.csv:2: error: the score 'x' isn't a number" in ran.err
    assert "3 games" in ran.out
    failed = club("season", "club", "--json")
    assert (1, "") == (failed.code, failed.err)
    (found,) = failed.json()["not_counted"]
    assert ("more.csv", 2, "error") == (found["file"], found["line"], found["cause"])


def test_copies_are_named_and_no_error(club: Terminal) -> None:
    results = club.folder / "club" / "results.csv"
    (results.parent / "copy.csv").write_text(results.read_text())
    ran = club("season", "club")

    assert 0 == ran.code
    assert "not counted:" in ran.out
    assert "club/results.csv:2: the same game as copy.csv:2" in ran.out


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("titel: x\n", "1:1", "unknown key 'titel'"),
        ("title: x\naliases: {Ann: [Bea], Ben: [bea]}\n", "2:", "'bea' is both Ann and Ben"),
        ("aliases: {Ann: [Bea], Bea: [Cleo]}\n", "1:", "'Bea' is another spelling of Ann itself"),
        ("scoring: most\n", "1:10", "unknown scoring"),
        ("scoring: [3, x]\n", "1:14", "expected points, not 'x'"),
        ("scoring: {1: [3]}\n", "1:11", "expected a number of players, not '1'"),
        ("from: May\n", "1:7", "'May' isn't a date"),
        ("from: 2026-02-01\nuntil: 2026-01-01\n", "1:1", "the season ends on 2026-01-01, before"),
        ("leave-out: {file: a}\n", "1:13", "unknown key 'file'"),
        ("lowest: {a: b}\n", "1:9", "expected a text, or a list of texts"),
        ("- a\n", "1:1", "expected keys such as title"),
    ],
)
def test_settings_that_cannot_be_read_are_refused_at_their_place(
    text: str, place: str, reason: str, club: Terminal
) -> None:
    club.write("club/season.yaml", text)
    ran = club("season", "club")

    assert (1, "") == (ran.code, ran.out)
    assert f"club/season.yaml:{place}" in ran.err
    assert reason in ran.err


def test_a_folder_without_games_says_so(printkit: Terminal) -> None:
    (printkit.folder / "club").mkdir()
    ran = printkit("season", "club")

    assert (0, True) == (ran.code, "no games yet in club" in ran.out)
    assert [] == printkit("season", "club", "--json").json()["standings"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nowhere"], 1, "nowhere: error: no such folder"),
        (["club/results.csv"], 1, "club/results.csv: error: this is a file, not a folder"),
        (["club", "--json", "--csv"], 2, "--json and --csv are two formats"),
        ([], 2, "printkit season needs a FOLDER"),
    ],
)
def test_wrong_usage(arguments: list[str], code: int, message: str, club: Terminal) -> None:
    ran = club("season", *arguments)

    assert code == ran.code
    assert message in ran.err


def test_names_are_shown_as_text(printkit: Terminal) -> None:
    names = {"[/]": 3, "<b>Ann</b>": 2, "李小龍": 1}
    write_table(printkit.folder / "a.csv", row("2026-01-01", "{x}", names))
    ran = printkit("season", ".")

    assert all(name in ran.out for name in names)
    assert 0 == ran.code


def test_the_pages_are_printed(club: Terminal) -> None:
    ran = club("season", "club", "--out", "x.pdf", "--lang", "en")

    assert "printed to x.pdf" in ran.out
    assert b"%PDF" == (club.folder / "x.pdf").read_bytes()[:4]
    document = club("season", "club", "--out", "x.pdf", "--json").json()
    assert [2] == [file["pages"] for file in document["files"]]


def test_the_pages_need_a_season(club: Terminal) -> None:
    refused = club("build", "season/standings")

    assert 1 == refused.code
    assert "season/standings needs the games of a season" in refused.err
    assert "printkit season FOLDER --sheet season/standings" in refused.err
    assert "nothing is printed" in club("season", "club", "--theme", "mono").err
    (club.folder / "empty").mkdir()
    assert "no games to print" in club("season", "empty", "--out", "x.pdf").err
