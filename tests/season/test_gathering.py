"""Which games count: each once, in the order of play, with the reasons for all others."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import printkit
from printkit.samples import FOLDER, sample_files, violation_files
from tests.season.clubs import ANN_WINS, reasons, row, whole_game, write_table


def test_a_copied_file_and_an_exported_table_count_once(tmp_path: Path) -> None:
    shutil.copy(whole_game("attribute"), tmp_path / "a.jsonl")
    (tmp_path / "old").mkdir()
    shutil.copy(whole_game("attribute"), tmp_path / "old" / "b.jsonl")
    evening = [row("2026-01-01", "Skat", ANN_WINS), row("2026-01-01", "Skat", ANN_WINS)]
    write_table(tmp_path / "c.csv", *evening)
    write_table(tmp_path / "old" / "d.csv", *evening)

    season = printkit.load_season(tmp_path)

    assert ["a.jsonl", "c.csv:2", "c.csv:3"] == [each.place for each in season.games]
    assert {
        "old/b.jsonl": "the same game as a.jsonl",
        "old/d.csv:2": "the same game as c.csv:2",
        "old/d.csv:3": "the same game as c.csv:3",
    } == reasons(tmp_path)


def test_two_games_of_one_evening_with_the_same_scores_are_two(tmp_path: Path) -> None:
    printkit.simulate("attacke", players=3, games=40, seed="x", save=tmp_path)
    records = [printkit.validate(path) for path in tmp_path.iterdir()]
    distinct = {frozenset(report.scores.items()) for report in records}

    assert len(distinct) < len(records)
    assert len(records) == len(printkit.load_season(tmp_path).games)


def test_an_illegal_record_counts_only_unchecked(tmp_path: Path) -> None:
    lines = whole_game("attribute").read_text().splitlines()
    players = json.loads(lines[0])["players"]
    lines[-1] = json.dumps({"end": {"scores": dict.fromkeys(players, 90) | {players[0]: 99}}})
    (tmp_path / "a.jsonl").write_text("\n".join(lines))

    (refused,) = printkit.load_season(tmp_path).not_counted
    assert ("illegal", len(lines)) == (refused.cause, refused.line)
    assert "[core.result]" in refused.reason
    season = printkit.load_season(tmp_path, unchecked=True)
    assert 99 == max(season.games[0].scores)
    assert 1 == season.find(players[0]).wins


def test_every_sample_is_counted_or_listed_with_its_reason(tmp_path: Path) -> None:
    for path in (*sample_files(), *violation_files()):
        to = tmp_path / path.relative_to(FOLDER)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, to)
    season = printkit.load_season(tmp_path)
    listed = [game.file for game in season.games] + [each.file for each in season.not_counted]

    assert sorted(listed) == sorted(
        path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.jsonl")
    )
    assert {"error", "illegal", "unfinished"} == {each.cause for each in season.not_counted}


def test_games_are_in_the_order_of_play(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    days = [now - timedelta(days=number) for number in (1, 9, 5)]
    for number, day in enumerate(days):
        rows = [json.loads(line) for line in whole_game("attribute").read_text().splitlines()]
        rows[0]["date"] = day.isoformat(timespec="seconds")
        (tmp_path / f"{number}.jsonl").write_text("\n".join(map(json.dumps, rows)))

    season = printkit.load_season(tmp_path)

    assert ["1.jsonl", "2.jsonl", "0.jsonl"] == [game.file for game in season.games]
    assert (days[1].date().isoformat(), days[0].date().isoformat()) == (season.first, season.last)
