"""The result of a game as facts: shared places, rounds, and sentences in the reader's language."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from printkit.core.i18n import ENGLISH
from printkit.games import load
from printkit.layout.translation import translate_sentence
from printkit.rules.report import Report
from printkit.rules.results import ROUND, PlayedEvent, Remark, Result, blocks, result_facts

ROWS = ((2, 0, 1), (3, 3, 1), (5, 5, 1))
RESULT: Result[Any] = Result(
    "Points",
    ROUND,
    level=lambda _state: (1, 2, 0),
    sources=lambda _state: (("Items", (4, 5, 1)), ("Sets", (1, 0, 0))),
    remarks=lambda _steps: (Remark("{name} led.", {"name": "{Ben}"}),),
)
PLAYERS = ("Ann", "Ben", "Cleo")
GAME = replace(load("wolle"), scores=tuple)
GERMAN = {"Points": "Punkte", "Items": "Funde", "{name} led.": "{name} war vorn."}


def say(text: str, /, **values: object) -> str:
    return translate_sentence(GERMAN.get(text, text), ENGLISH, **values)


def facts(result: Result[Any] = RESULT) -> dict[str, object]:
    scores = dict(zip(PLAYERS, ROWS[-1], strict=True))
    report = Report(players=PLAYERS, scores=scores, winners=("Ben",), closed=ROWS, rules=GAME)
    return result_facts(result, [PlayedEvent({}, None, None)], report, say)


def test_players_are_ranked_by_score_and_tie_breakers() -> None:
    ranking = facts()["ranking"]

    assert isinstance(ranking, list)
    assert [(row["place"], row["name"], row["won"]) for row in ranking] == [
        (1, "Ben", True),
        (2, "Ann", False),
        (3, "Cleo", False),
    ]


def test_tied_players_share_a_place_and_the_next_is_skipped() -> None:
    ranking = facts(Result("Points", ROUND))["ranking"]

    assert isinstance(ranking, list)
    assert [(row["place"], row["shared"], row["name"]) for row in ranking] == [
        (1, True, "Ann"),
        (1, True, "Ben"),
        (3, False, "Cleo"),
    ]


def test_a_round_has_its_gains_and_the_leader() -> None:
    assert facts()["rows"] == [
        {"number": 1, "points": [2, 0, 1], "changes": [2, 0, 1], "leads": [True, False, False]},
        {"number": 2, "points": [3, 3, 1], "changes": [1, 3, 0], "leads": [True, True, False]},
        {"number": 3, "points": [5, 5, 1], "changes": [2, 2, 0], "leads": [True, True, False]},
    ]


def test_highlights_are_translated_and_names_unchanged() -> None:
    found = facts()

    assert isinstance(found["remarks"], list)
    assert (found["unit"], found["remarks"][0]) == ("Punkte", "{Ben} war vorn.")
    assert found["sources"] == [
        {"name": "Funde", "values": [4, 5, 1]},
        {"name": "Sets", "values": [1, 0, 0]},
    ]


def test_a_long_table_is_split_evenly() -> None:
    rows = list(range(21))

    assert [rows[:11], rows[11:]] == list(blocks(rows))
    assert [rows[:18]] == list(blocks(rows[:18]))
    assert [] == list(blocks([]))


def test_a_round_in_which_the_game_ends_counts_even_if_it_is_incomplete() -> None:
    final = (7, 5, 1)
    scores = dict(zip(PLAYERS, final, strict=True))
    report = Report(players=PLAYERS, scores=scores, winners=("Ann",), closed=ROWS, rules=GAME)
    found = result_facts(Result("Points", ROUND), [PlayedEvent({}, None, None)], report, say)

    assert [*map(list, ROWS), [7, 5, 1]] == [row["points"] for row in found["rows"]]
    assert [0, 2, 3, 5, 7] == found["series"][0]["values"]
    assert "Ann won, 2 ahead of Ben." in found["remarks"]
    going = report._replace(winners=())
    rows = result_facts(Result("Points", ROUND), [PlayedEvent({}, None, None)], going, say)["rows"]
    assert 3 == len(rows)
