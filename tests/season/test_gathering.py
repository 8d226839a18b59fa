"""Which games count: each once, in the order of play, with the reasons for all others."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import printkit
from printkit.samples import FOLDER, sample_files, violation_files
from tests.season.clubs import SHEETS, row, sheet_of, write_table

ANN_WINS = {"Ann": 5.0, "Ben": 3.0}


def whole_game(game: str) -> Path:
    """A recorded sample game that was played to its end."""
    return min(path for path in (FOLDER / game).glob("whole-*.jsonl"))


def reasons(folder: Path) -> dict[str, str]:
    """Why something doesn't count, by its place."""
    return {each.place: each.reason for each in printkit.load_season(folder).not_counted}


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


def test_names_are_matched_without_case_and_by_aliases(tmp_path: Path) -> None:
    (tmp_path / "season.yaml").write_text("aliases: {Ann: [Annie, 'A. Smith']}\n")
    write_table(
        tmp_path / "a.csv",
        row("2026-01-01", "Skat", {"ANN": 1, " Ben ": 2}),
        row("2026-01-02", "Skat", {"annie": 1, "ben": 2}),
        row("2026-01-03", "skat", {"a. smith": 1, "Ben": 2}),
    )

    season = printkit.load_season(tmp_path)

    assert {"Ann": 3, "Ben": 3} == {one.name: one.games for one in season.standings}
    assert {"Skat"} == {game.game for game in season.games}
    assert season.find("ANNIE").name == "Ann"


def test_the_settings_leave_out_files_games_players_and_days(tmp_path: Path) -> None:
    (tmp_path / "season.yaml").write_text(
        "title: Spring\nfrom: 2026-01-02\nuntil: 2026-12-31\n"
        "leave-out: {files: [b.csv], games: [Chess], players: [Guest]}\n"
    )
    write_table(
        tmp_path / "a.csv",
        row("2026-01-01", "Skat", ANN_WINS),
        row("2026-01-02", "chess", ANN_WINS),
        row("2026-01-03", "Skat", {"Ann": 5, "guest": 7}),
    )
    write_table(tmp_path / "b.csv", row("2026-01-03", "Skat", ANN_WINS))

    season = printkit.load_season(tmp_path)

    assert "Spring" == season.title
    assert ["a.csv:4"] == [game.place for game in season.games]
    assert [("Ann", 0)] == [(one.name, one.wins) for one in season.standings]
    assert {"left out"} == {each.cause for each in season.not_counted}
    assert {"a.csv:2", "a.csv:3", "b.csv"} == {each.place for each in season.not_counted}


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


def test_unfinished_games_are_listed(tmp_path: Path) -> None:
    lines = whole_game("swipsheep").read_text().splitlines(keepends=True)
    (tmp_path / "a.jsonl").write_text("".join(lines[: len(lines) // 2]))
    sheet = json.loads(sheet_of(whole_game("swipsheep")))
    sheet["values"] = {"sheep.1.1": 3}
    (tmp_path / "b.json").write_text(json.dumps(sheet))
    sheet["values"] = {}
    (tmp_path / "c.json").write_text(json.dumps(sheet))

    found = reasons(tmp_path)

    assert found["a.jsonl"].startswith("not finished: ")
    assert found["b.json"].startswith("not finished: no score for ")
    assert "not finished: it has no scores" == found["c.json"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('2026-01-01,Skat,"Ann, ann","3, 4"', "'Ann' and 'ann' are the same player"),
        ('2026-01-01,Skat,"Ann, Ann","3, 4"', "'Ann' and 'Ann' are the same player"),
        ("2026-01-01,Skat,Ann,3", "a game needs at least two players"),
        ('2126-01-01,Skat,"Ann, Ben","3, 4"', "the date 2126-01-01 is in the future"),
        ('1.1.2026,Skat,"Ann, Ben","3, 4"', "'1.1.2026' isn't a date"),
        ('2026-01-01,Skat,"Ann, Ben","3, four"', "the score 'four' isn't a number"),
        ('2026-01-01,Skat,"Ann, Ben","3, nan"', "the score 'nan' isn't a number"),
        ('2026-01-01,Skat,"Ann, Ben","3"', "2 names, but 1 score"),
        (',Skat,"Ann, Ben","3, 4"', "this row has no date"),
        ('2026-01-01,,"Ann, Ben","3, 4"', "this row has no game"),
        ('2026-01-01,Skat,"Ann, ,Ben","3, 4, 5"', "a name is missing"),
    ],
)
def test_a_bad_row_is_listed_with_its_line_and_spoils_no_other(
    line: str, reason: str, tmp_path: Path
) -> None:
    write_table(tmp_path / "a.csv", row("2026-01-01", "Skat", ANN_WINS), line)

    season = printkit.load_season(tmp_path)

    assert [("a.csv:3", reason, "error")] == [
        (each.place, each.reason, each.cause) for each in season.not_counted
    ]
    assert all(each.hint for each in season.not_counted)
    assert 1 == len(season.games)


@pytest.mark.parametrize(
    ("name", "text", "reason", "cause"),
    [
        ("a.csv", "date,game,names,score\n", "this isn't a table of results", "other"),
        ("a.csv", "date,game,names,score\n1,2,3,4\n", "the table has no column 'scores'", "error"),
        ("a.csv", "name,paid\nAnn,5\n", "this isn't a table of results", "other"),
        ("a.json", "{}", "this isn't a score sheet", "other"),
        ("a.json", "{", "this isn't valid JSON", "error"),
        ("a.json", '{"values": {}}', "the file does not say which sheet it is for", "error"),
        ("a.json", '{"target": "wolle/shet", "values": {}}', "no such layout", "error"),
        ("a.json", '{"target": "../x.yaml", "values": {}}', "is outside the layout's", "error"),
        ("a.jsonl", "hello\n", "[core.header]", "error"),
    ],
)
def test_a_file_that_cannot_be_read_is_listed(
    name: str, text: str, reason: str, cause: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)

    (found,) = printkit.load_season(tmp_path).not_counted

    assert reason in found.reason
    assert (name, cause) == (found.file, found.cause)


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


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    write_table(tmp_path / "other" / "a.csv", row("2026-01-01", "Skat", ANN_WINS))
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "a.csv").symlink_to(tmp_path / "other" / "a.csv")

    assert {"a.csv": "this is a link that leads out of the folder"} == reasons(tmp_path / "club")
