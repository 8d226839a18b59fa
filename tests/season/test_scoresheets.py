"""Score sheets count like records, and a pad for any game says who has won."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import printkit
from tests.season.clubs import SHEETS, reasons, sheet_of, whole_game


@pytest.mark.parametrize("game", SHEETS)
def test_a_record_and_its_score_sheet_are_one_game(game: str, tmp_path: Path) -> None:
    record = Path(shutil.copy(whole_game(game), tmp_path / "friday.jsonl"))
    report = printkit.validate(record)
    (tmp_path / "any.json").write_text(sheet_of(record, date="2026-03-01"))

    season = printkit.load_season(tmp_path)

    (counted,) = season.games
    assert ("friday.jsonl", "2026-03-01") == (counted.file, counted.date)
    assert dict(report.scores) == dict(zip(counted.names, counted.scores, strict=True))
    winners = [
        name for name, place in zip(counted.names, counted.places, strict=True) if place == 1
    ]
    assert set(report.winners) == set(winners)
    assert ["the same game as friday.jsonl"] == [each.reason for each in season.not_counted]
    assert ["duplicate"] == [each.cause for each in season.not_counted]


@pytest.mark.parametrize("game", SHEETS)
def test_a_score_sheet_alone_counts(game: str, tmp_path: Path) -> None:
    record = whole_game(game)
    (tmp_path / "any.json").write_text(sheet_of(record))

    (counted,) = printkit.load_season(tmp_path).games

    assert dict(printkit.validate(record).scores) == dict(
        zip(counted.names, counted.scores, strict=True)
    )
    assert game == counted.game


def test_a_pad_for_any_game_says_what_wins_and_when_it_is_over(tmp_path: Path) -> None:
    values = {"round.1.1": 9, "round.1.2": 3, "round.1.3": 5}
    pad = {
        "target": "any/pad",
        "names": ["Ann", "Ben", "Cleo"],
        "set": {"game": "Own game", "rounds": "9", "wins": "lowest", "target": "20"},
        "values": values,
    }
    (tmp_path / "a.json").write_text(json.dumps(pad))
    assert {"a.json": "not finished: nobody has won yet"} == reasons(tmp_path)

    pad["values"] = {**values, "round.2.1": 11, "round.2.2": 3, "round.2.3": 1}
    (tmp_path / "a.json").write_text(json.dumps(pad))
    (game,) = printkit.load_season(tmp_path).games

    assert ("Own game", (20, 6, 6), (3, 1, 1)) == (game.title, game.scores, game.places)


def test_a_pad_is_over_when_its_last_round_is_written_by_everyone(tmp_path: Path) -> None:
    values = {"round.1.1": 9, "round.1.2": 3, "round.2.1": 1}
    pad = {
        "target": "any/pad",
        "names": ["Ann", "Ben"],
        "set": {"game": "Own game", "rounds": 2, "wins": "lowest", "target": 100},
        "values": values,
    }
    (tmp_path / "a.json").write_text(json.dumps(pad))
    assert {"a.json": "not finished: nobody has won yet"} == reasons(tmp_path)

    pad["values"] = values | {"round.2.2": 4}
    (tmp_path / "a.json").write_text(json.dumps(pad))
    (game,) = printkit.load_season(tmp_path).games

    assert ((10, 7), (2, 1)) == (game.scores, game.places)


def test_a_score_sheet_of_one_player_says_so(tmp_path: Path) -> None:
    pad = {"target": "any/pad", "names": ["Ann"], "set": {"game": "bowling"}, "values": {}}
    (tmp_path / "a.json").write_text(json.dumps(pad))
    assert {"a.json:1": "a game needs at least two players"} == reasons(tmp_path)
