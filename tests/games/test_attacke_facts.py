"""Attacke: the facts for the sheets."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from printkit.core.errors import PrintkitError
from printkit.games.attacke import GAME
from printkit.rules.simulate import NAMES, Seating, play

ICONS = Path(__file__).parents[2] / "layouts" / "icons"


@pytest.mark.parametrize("count", [2, 6])
def test_facts_are_for_three_to_five_players(count: int) -> None:
    with pytest.raises(PrintkitError, match="3 to 5 players"):
        GAME.sheet_facts(count, "base")


def test_facts_refuse_an_unknown_variant() -> None:
    with pytest.raises(PrintkitError, match="no variant 'six'"):
        GAME.sheet_facts(3, "six")


@pytest.mark.parametrize(
    ("variant", "goal"), [("base", 4), ("five", 5), ("blind", 4), ("five-blind", 5)]
)
def test_facts_have_the_number_of_chips_that_ends_the_game(variant: str, goal: int) -> None:
    facts = GAME.sheet_facts(4, variant)

    assert facts["goal"] == goal


def test_facts_have_the_setup_of_every_player_count() -> None:
    rows = GAME.sheet_facts(3, "base")["counts"]
    found = [(row["player_count"], row["dealt"], row["pile"]) for row in rows]

    assert found == [(3, 14, 82), (4, 19, 77), (5, 24, 72)]


def test_facts_count_all_cards() -> None:
    facts = GAME.sheet_facts(4, "base")
    knights = sum(row["copies"] for row in facts["knights"])
    shields = sum(row["copies"] for row in facts["shields"])

    assert (knights, shields) == (90, 6)
    assert facts["cards"]["total"] == 96


def test_facts_are_plain_values() -> None:
    facts = GAME.sheet_facts(5, "five-blind")

    assert facts == json.loads(json.dumps(facts))


def test_five_colours_have_five_marks_and_every_icon_is_drawn() -> None:
    facts = GAME.sheet_facts(3, "base")
    marks = {colour["mark"] for colour in facts["colours"]}
    icons = marks | set(facts["icons"].values())

    assert len(marks) == 5
    assert [name for name in sorted(icons) if not (ICONS / f"{name}.yaml").is_file()] == []


@pytest.mark.parametrize("count", [3, 4, 5])
@pytest.mark.parametrize("variant", [variant.id for variant in GAME.variants])
def test_the_contest_log_has_rows_for_nearly_every_game(variant: str, count: int) -> None:
    rows = GAME.sheet_facts(count, variant)["contest_rows"]
    seating = Seating(GAME, NAMES[:count], variant)
    played = [play(seating, Random(f"{variant} {count} {seed}")).rounds for seed in range(50)]

    assert sum(rounds > rows for rounds in played) <= 1
    assert max(played) > rows / 2
