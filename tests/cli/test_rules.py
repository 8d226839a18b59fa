"""`printkit rules`: every rule, ruling and value of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from printkit.core.errors import UsageError
from printkit.games import game_ids
from printkit.rules.game import CORE_RULES
from tests.cli.game_commands import every_game, invoke, invoke_json

if TYPE_CHECKING:
    from printkit.rules.game import Game


@every_game
def test_rules_shows_every_rule_ruling_and_value(game: Game[Any]) -> None:
    text = invoke("rules", game.id).stdout

    for rule in (*game.rules, *CORE_RULES):
        assert rule.id in text
        assert rule.text in text
    for ruling in game.rulings:
        assert ruling.reason in text
    for value in game.values(game.tables):
        assert f"  {value.key} = " in text


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("attacke", {"knights_each", "chips_each", "copies", "shield_copies"}),
        ("cattitude", {"divas", "bonuses", "profiles"}),
        ("attribute", {"reshuffles", "green_sheep", "red_sheep"}),
        (
            "wolle",
            {"wolle.item-once", "wolle.cup-once", "wolle.no-crossing", "boards", "timers", "sets"},
        ),
    ],
)
def test_rules_marks_values_that_are_not_in_the_rulebook(name: str, ours: set[str]) -> None:
    document = invoke_json("rules", name)
    values = {value["key"]: value["status"] for value in document["values"]}
    found = values | {rule["id"]: rule["status"] for rule in document["rules"]}

    assert {found[key] for key in ours} == {"ours"}


@every_game
def test_rules_has_the_same_content_as_json(game: Game[Any]) -> None:
    document = invoke_json("rules", game.id)

    assert [rule.id for rule in game.rules] == [rule["id"] for rule in document["rules"]]
    assert [ruling.default for ruling in game.rulings] == [
        ruling["default"] for ruling in document["rulings"]
    ]
    assert {value["status"] for value in document["values"]} <= {"printed", "found", "ours"}


def test_an_unknown_game_is_a_usage_error() -> None:
    result = invoke("rules", "atribute")

    assert isinstance(result.exception, UsageError)
    assert "did you mean 'attribute'?" in str(result.exception)


def test_games_are_listed_in_alphabetical_order() -> None:
    assert sorted(game_ids()) == [*game_ids()]
