"""What is in a file: games, or the reasons why it has none."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import printkit
from tests.season.clubs import ANN_WINS, reasons, row, sheet_of, whole_game, write_table


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
        ("a.csv", "date,game,names,scores\n", "the table has no rows", "other"),
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


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    write_table(tmp_path / "other" / "a.csv", row("2026-01-01", "Skat", ANN_WINS))
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "a.csv").symlink_to(tmp_path / "other" / "a.csv")

    assert {"a.csv": "this is a link that leads out of the folder"} == reasons(tmp_path / "club")
    (tmp_path / "club" / "season.yaml").symlink_to(tmp_path / "other" / "a.csv")
    with pytest.raises(printkit.PrintkitError, match="this is a link that leads out of the folder"):
        printkit.load_season(tmp_path / "club")


def test_the_case_of_an_extension_does_not_matter(tmp_path: Path) -> None:
    write_table(tmp_path / "A.CSV", row("2026-01-01", "Skat", ANN_WINS))
    shutil.copy(whole_game("attribute"), tmp_path / "B.JSONL")
    assert ["B.JSONL", "A.CSV"] == [game.file for game in printkit.load_season(tmp_path).games]


def test_a_row_with_too_many_cells_spoils_no_other(tmp_path: Path) -> None:
    good = row("2026-01-02", "Skat", ANN_WINS)
    write_table(tmp_path / "a.csv", "2026-01-01,Skat,Ann,Ben,5,3", good)

    season = printkit.load_season(tmp_path)

    assert ["a.csv:3"] == [game.place for game in season.games]
    assert {"a.csv:2": "this row has 6 cells: '5' belongs to no column"} == reasons(tmp_path)
