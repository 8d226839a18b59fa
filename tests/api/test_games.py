"""Checking layouts, replaying records, simulating and listing games from Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import printkit
from printkit.samples import sample_files
from tests.running import run_printkit

if TYPE_CHECKING:
    from printkit.rules.report import LogEntry

SAMPLE = sample_files("attribute")[0]
BROKEN = "sheet: own/x\ntitle: X\nplayers: none\nbody: [{txet: Hello}, {text: '{wrong}'}]\n"


def test_check_lists_every_problem_with_its_place() -> None:
    Path("x.yaml").write_text(BROKEN)
    problems = printkit.check("x.yaml")
    shown = run_printkit(("check", "x.yaml")).stderr

    assert [(one.file, one.line, one.column) for one in problems] == [
        ("x.yaml", 4, 9),
        ("x.yaml", 4, 32),
    ]
    assert "txet" in problems[0].message
    assert "text" in problems[0].hint
    assert "\n".join(map(str, problems)) + "\n" == shown


def test_check_finds_nothing_in_a_good_layout() -> None:
    Path("x.yaml").write_text("sheet: own/x\ntitle: X\nplayers: none\nbody: [Hello]\n")

    assert printkit.check(Path("x.yaml")) == []


def test_check_refuses_a_sheet_that_does_not_exist() -> None:
    with pytest.raises(printkit.UsageError, match="unknown sheet or game"):
        printkit.check("attribute/nothing")


def test_a_record_is_a_path_or_its_lines() -> None:
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.startswith("{")]
    from_path, from_name, from_lines, from_rows = (
        printkit.validate(record) for record in (SAMPLE, str(SAMPLE), lines, rows)
    )

    assert from_path.legal
    assert from_path.as_json("") == from_name.as_json("") == from_lines.as_json("")
    assert from_rows.scores == from_path.scores


def test_a_report_names_the_broken_rule() -> None:
    header = {"printkit": 1, "game": "attribute", "players": ["Ann", "Ben", "Cleo"]}
    report = printkit.validate([header, {"do": "nonsense"}])

    assert not report.legal
    assert report.violation is not None
    assert (report.violation.line, report.violation.rule) == (2, "core.args")


def test_a_missing_record_has_a_violation() -> None:
    violation = printkit.validate("missing.jsonl").violation

    assert violation is not None
    assert (violation.line, violation.rule) == (0, "core.header")


def test_a_log_has_every_line() -> None:
    told: list[LogEntry] = []
    report = printkit.validate(SAMPLE, log=told.append)

    assert len(told) > report.events
    assert told[0].text.startswith("Attribute")


def test_simulate_counts_scores_wins_and_endings() -> None:
    result = printkit.simulate("attribute", players=4, games=3, seed="x", jobs=1)
    shown = run_printkit(
        ("simulate", "attribute", "-p", 4, "--games", 3, "--seed", "x", "--json", "--jobs", 1)
    )

    assert (result.game, result.players, result.games, result.seed) == ("attribute", 4, 3, "x")
    assert [seat.seat for seat in result.seats] == [1, 2, 3, 4]
    assert result.seats[0].score.min <= result.seats[0].score.mean <= result.seats[0].score.max
    assert {"version": 1, **result.as_json()} == json.loads(shown.stdout)


def test_simulate_saves_records_and_draws_charts() -> None:
    result = printkit.simulate(
        "attribute", games=2, save="games", out="report.pdf", set={"hands": "no"}, jobs=1
    )

    assert len([*Path("games").iterdir()]) == 2
    assert [file.path.name for file in result.files] == ["report.pdf"]
    assert Path("report.pdf").is_file()


@pytest.mark.parametrize("wrong", [{"games": 0}, {"players": 9}, {"ruling": {"x": "y"}}])
def test_simulate_refuses_what_the_command_line_refuses(wrong: dict[str, object]) -> None:
    with pytest.raises(printkit.UsageError):
        printkit.simulate("attribute", **wrong)  # type: ignore[arg-type]


def test_every_game_is_listed_with_its_sheets() -> None:
    games = {game.id: game for game in printkit.list_games()}

    assert [*games] == ["attacke", "attribute", "cattitude", "swipsheep", "wolle"]
    assert games["attribute"].title == "Attribute"
    assert games["attribute"].players == (3, 8)
    assert games["attribute"].variants == ("base", "bsw")
    assert "attribute/score-pad" in {sheet.id for sheet in games["attribute"].sheets}


def test_a_game_has_players_variants_sheets_options_and_rules() -> None:
    wolle = printkit.load_game("Wolle")
    sheet = next(sheet for sheet in wolle.sheets if sheet.id == "wolle/sheet")
    side = next(option for option in sheet.options if option.name == "side")

    assert (wolle.id, wolle.players.min) == ("wolle", 2)
    assert (side.type, "b" in side.choices) == ("choice", True)
    assert "wolle.block" in {rule.id for rule in wolle.rules}
    assert all(ruling.reason for ruling in wolle.rulings)


def test_a_layout_file_is_a_game_with_one_sheet() -> None:
    Path("x.yaml").write_text("sheet: own/x\ntitle: Mine\nplayers: 2-5\nbody: [Hello]\n")
    game = printkit.load_game(Path("x.yaml"))

    assert (game.id, game.title, game.players, game.rules) == ("own", "Mine", (2, 5), ())
    assert [sheet.id for sheet in game.sheets] == ["x.yaml"]


def test_an_unknown_game_is_refused_as_on_the_command_line() -> None:
    with pytest.raises(printkit.UsageError) as caught:
        printkit.load_game("atribute")

    assert run_printkit(("list", "atribute")).stderr == f"{caught.value.render()}\n"
