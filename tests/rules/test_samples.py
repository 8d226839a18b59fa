"""The shipped records are what they claim to be, and together they show every rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from printkit.games import game_ids, load
from printkit.recording.recordfile import load_report
from printkit.rules.game import CORE_RULES
from printkit.samples import (
    FOLDER,
    expected_violation,
    has_violation,
    sample_files,
    violation_files,
)
from tests.rules.shown import Witness

if TYPE_CHECKING:
    from pathlib import Path

    from printkit.rules.game import Game
    from printkit.rules.report import Report


def _name(path: Path) -> str:
    return str(path.relative_to(FOLDER))


def _finished(game: Game[Any]) -> list[Report]:
    return [report for file in sample_files(game.id) if (report := load_report(file)).finished]


@pytest.mark.parametrize("file", sample_files(), ids=_name)
def test_a_sample_is_legal(file: Path) -> None:
    assert load_report(file).violation is None


@pytest.mark.parametrize("file", violation_files(), ids=_name)
def test_a_deliberate_violation_is_refused_at_its_line_for_its_rule(file: Path) -> None:
    report = load_report(file)

    assert has_violation(report, expected_violation(file)), report.violation


def test_a_whole_game_is_shipped_for_every_player_count(game: Game[Any]) -> None:
    low, high = game.players

    counts = {len(report.players) for report in _finished(game)}

    assert set(range(low, high + 1)) == counts


def test_a_whole_game_is_shipped_for_every_variant(game: Game[Any]) -> None:
    played = {report.state.header.variant for report in _finished(game)}

    assert {variant.id for variant in game.variants} == played


def test_a_whole_game_is_shipped_for_every_way_to_end(game: Game[Any]) -> None:
    ways = {rule.id for rule in game.rules if "end.reason" in rule.shown}

    assert ways == {report.reason for report in _finished(game)}


def test_a_sample_is_shipped_for_every_choice_of_every_ruling(game: Game[Any]) -> None:
    choices = {(ruling.id, choice) for ruling in game.rulings for choice in ruling.choices}
    made = {
        item
        for file in sample_files(game.id)
        for item in load_report(file).state.header.rulings.items()
    }

    assert choices == made


def test_every_rule_of_the_game_is_shown_in_context(game: Game[Any]) -> None:
    """By a reject line, or by a checkpoint; by a file of its own only if the header breaks it."""
    headers = {
        rule for line, rule in map(expected_violation, violation_files(game.id)) if line == 1
    }

    assert {rule.id for rule in game.rules} - _witnessed(game) - headers == set()


def test_every_rule_of_the_record_format_is_shown_by_a_sample() -> None:
    shown = {rule for name in game_ids() for rule in _shown(load(name))}

    assert set() == {rule.id for rule in CORE_RULES} - shown


def test_samples_name_only_existing_rules(game: Game[Any]) -> None:
    known = {rule.id for rule in (*CORE_RULES, *game.rules)}

    assert set() == _shown(game) - known


def _shown(game: Game[Any]) -> set[str]:
    return _witnessed(game) | {expected_violation(file).rule for file in violation_files(game.id)}


def _witnessed(game: Game[Any]) -> set[str]:
    witness = Witness(game)
    for file in sample_files(game.id):
        load_report(file, witness.watch)
    return witness.rules
