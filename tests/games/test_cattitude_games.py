"""Cattitude played at random: believable scores, every profile, and nothing left to chance."""

from __future__ import annotations

import io
import json
from random import Random
from statistics import mean
from typing import TYPE_CHECKING

import pytest

from printkit.games import find
from printkit.games.cattitude import GAME
from printkit.rules.replay import replay
from printkit.rules.simulate import NAMES, Seating, SimulatedGame, Tally, play, record_rows
from tests.depth import many

if TYPE_CHECKING:
    from printkit.games.cattitude.state import State
    from printkit.rules.game import Event

COUNTS = (2, 3, 4, 5)
GAMES = many(60, deep=120)


def _play(count: int, seed: str, variant: str = "base", **settings: str) -> SimulatedGame:
    return play(Seating(GAME, NAMES[:count], variant, {}, settings), Random(seed))


@pytest.mark.parametrize("variant", ["base", "beginner", "toss"])
@pytest.mark.parametrize("count", COUNTS)
def test_simulated_scores_are_plausible(count: int, variant: str) -> None:
    """All birds are worth about 130 points; most of them, but not all, are secured."""
    tally = Tally(count)
    for number in range(GAMES):
        tally.add(_play(count, f"believable/{number}", variant))
    means = [mean(scores.elements()) for scores in tally.scores]

    assert 40 < sum(means) < 110
    assert max(means) < 1.35 * min(means)
    assert tally.reasons == {"cattitude.end": GAMES}


@pytest.mark.parametrize("values", ["default", "mid", "equal"])
def test_a_record_has_the_values_of_its_game(values: str) -> None:
    played = _play(4, "values", values=values)
    record = "\n".join(json.dumps(row) for row in record_rows(played))
    report = replay(io.BytesIO(record.encode()), find)

    assert played.header["values"] == values
    assert (report.violation, tuple(report.scores.values())) == (None, played.scores)


def test_the_same_seed_plays_the_same_game() -> None:
    assert _play(3, "again").events == _play(3, "again").events
    assert _play(3, "again").events != _play(3, "another").events


@pytest.mark.parametrize("count", COUNTS)
def test_a_game_has_as_many_rounds_as_the_table_says(count: int) -> None:
    played = _play(count, "rounds")
    deals = [event for event in played.events if event["do"] == "deal"]

    assert GAME.sheet_facts(count, "base")["round_count"] == len(deals) == played.rounds
    assert {sum(map(len, deal["hands"].values())) for deal in deals} == {
        GAME.sheet_facts(count, "base")["pile_size"]
    }


@pytest.mark.parametrize("count", COUNTS)
def test_random_games_show_every_kind_of_event_and_taker(count: int) -> None:
    kinds: set[str] = set()
    rules: set[str] = set()

    def watch(_number: int, _event: Event, before: State, after: State) -> None:
        rules.update(effect.rule for effect in GAME.effects(before, after))

    for number in range(60):
        seating = Seating(GAME, NAMES[:count], "base")
        played = play(seating, Random(f"kinds/{number}"), watch=watch)
        kinds.update(event["do"] for event in played.events)

    takers = {"birdoholic", "birdoholics", "lonely", "catastrophe"}
    assert {*GAME.kinds} == kinds
    assert {f"cattitude.{name}" for name in takers} <= rules
