"""`printkit simulate`: what it prints, the records it saves, and how it ends."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from printkit.core.errors import OutputError, UsageError
from tests.cli.game_commands import every_game, invoke, invoke_json

if TYPE_CHECKING:
    from pathlib import Path

    from printkit.rules.game import Game


def test_simulate_shows_seats_lengths_and_endings() -> None:
    lines = invoke(
        "simulate", "attribute", "-p", 4, "--games", 5, "--seed", "s"
    ).stdout.splitlines()

    assert lines[0] == "5 games of Attribute, 4 players, base; seed s"
    assert lines[1] == "  length: 16 rounds, 128 events"
    assert lines[2] == "  ended by attribute.length: 5"
    assert [line.split()[0] for line in lines[-5:]] == ["seat", "1", "2", "3", "4"]


@pytest.mark.parametrize(("game", "unit"), [("attacke", "contests"), ("wolle", "turns")])
def test_the_length_is_counted_as_the_game_calls_its_rounds(game: str, unit: str) -> None:
    line = invoke("simulate", game, "-p", 3, "--games", 2, "--seed", "s").stdout.splitlines()[1]

    assert re.fullmatch(rf"  length: .* {unit}, .* events", line)


def test_any_number_of_workers_plays_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printkit.simulation.run.SHARE", 3)
    args = ("simulate", "attribute", "-p", 3, "--games", 8, "--seed", "s", "--json", "--save")
    shown = [invoke(*args, tmp_path / jobs, "--jobs", jobs).stdout for jobs in ("1", "2")]
    saved = [
        {file.name: file.read_bytes() for file in (tmp_path / jobs).iterdir()} for jobs in "12"
    ]

    assert shown[0] == shown[1]
    assert saved[0] == saved[1]
    assert 8 == len(saved[0])


def test_simulate_gives_the_same_games_for_the_same_seed() -> None:
    args = ("simulate", "attribute", "-p", 3, "--games", 4)

    assert invoke_json(*args, "--seed", "a") == invoke_json(*args, "--seed", "a")
    assert invoke_json(*args, "--seed", "a") != invoke_json(*args, "--seed", "b")


def test_simulate_shows_the_seed_it_drew() -> None:
    assert invoke_json("simulate", "attribute", "--games", 1)["seed"]


@every_game
def test_simulate_saves_records_that_validate(game: Game[Any], tmp_path: Path) -> None:
    for variant in game.variants:
        invoke("simulate", game.id, "--games", 2, "--variant", variant.id, "--save", tmp_path)
    document = invoke_json("validate", tmp_path)

    assert document["legal"] is True
    assert len(document["reports"]) == 2 * len(game.variants)
    assert all(report["finished"] for report in document["reports"])


def test_simulate_can_leave_hands_out_and_change_a_ruling(tmp_path: Path) -> None:
    ruling = "attribute.bsw-red=literal"
    args = ("--variant", "bsw", "--ruling", ruling, "--set", "hands=no", "--save", tmp_path)
    invoke("simulate", "attribute", "--games", 1, *args)
    record = next(tmp_path.iterdir()).read_text().splitlines()

    assert json.loads(record[0])["rulings"] == {"attribute.bsw-red": "literal"}
    assert json.loads(record[1])["do"] == "sheep"


@pytest.mark.parametrize(
    "args",
    [
        ("ludo",),
        ("attribute", "-p", 2),
        ("attribute", "--variant", "fast"),
        ("attribute", "--ruling", "attribute.bsw-red=maybe"),
        ("attribute", "--ruling", "attribute.floor=none"),
        ("attribute", "--ruling", "nonsense"),
        ("attribute", "--set", "hands=perhaps"),
        ("attribute", "--set", "feet=no"),
    ],
)
def test_simulate_refuses_unknown_settings(args: tuple[object, ...]) -> None:
    assert isinstance(invoke("simulate", *args).exception, UsageError)


def test_simulate_reports_a_record_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = invoke("simulate", "attribute", "--games", 1, "--save", tmp_path / "file" / "deeper")

    assert isinstance(result.exception, OutputError)
