"""Swip'Sheep: which rule is reported for a fault, and what the two rulings change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from printkit.games.swipsheep import GAME
from printkit.rules.judge import apply, check, legal
from tests.games.swipsheep_positions import (
    DEAL,
    GIVE,
    LEFT,
    RIGHT,
    after,
    attack,
    broken_rules,
    deal,
    give,
)

if TYPE_CHECKING:
    from printkit.games.swipsheep.state import State

MAY_ATTACK = {"swipsheep.attack": "may"}
MAY_DEFEND = {"swipsheep.defend": "may"}
MUST_BOTH = {"swipsheep.attack": "must", "swipsheep.defend": "must"}

DEALS = [
    (deal(["wolf"] * 3, ["wolf"] * 3, ["wolf", "dog", "dog"]), ["core.chance"]),
    (deal(["wolf"] * 4, ["wolf"] * 3, ["dog"]), ["core.chance"] + ["swipsheep.deal"] * 2),
    (deal(["wolf"] * 4, ["dog"] * 3, ["dog"] * 2), ["core.chance"] + ["swipsheep.deal"] * 2),
    (deal(["wolf"] * 3, ["dog"] * 3, []), ["swipsheep.deal"]),
    (deal(["wolf"] * 3, ["dog"] * 3), ["core.args"]),
    (deal(["wolf"] * 3, ["dog"] * 3, ["sheep"]), ["core.args"]),
    (deal(["wolf"] * 9, ["dog"] * 9, ["sheep1", 3]), ["core.args"]),
    (deal(["wolf"] * 9, ["dog"] * 9, ["sheep1", []]), ["core.args"]),
]
GIVES = [
    (give(LEFT | {"Ann": "sheep3"}, RIGHT), ["core.card-held"]),
    (give(LEFT | {"Ann": "sheep3"}, {"Ann": "wolf"}), ["core.card-held"] + ["swipsheep.give"] * 2),
    (give(LEFT | {"Cleo": "dog"}, RIGHT | {"Cleo": "dog"}), ["core.card-held"] * 2),
    (give(LEFT, RIGHT | {"Ben": "sheep3"}), ["swipsheep.give"]),
    (give({}, {}), ["swipsheep.give"] * 3),
    ({"do": "give", "right": RIGHT}, ["swipsheep.give"] * 3),
    ({"do": "give"}, ["swipsheep.give"] * 3),
    ({"do": "give", "left": [], "right": RIGHT}, ["core.args"]),
    (give(LEFT | {"Dan": "wolf"}, {}), ["core.args"]),
    (give(LEFT | {"Ann": "goat"}, {}), ["core.args"]),
    ({**GIVE, "keep": {}}, ["core.args"]),
]
MUST = [
    (attack("Ben", "Ann", "sheep3"), ["core.turn"]),
    (attack("Ben", "Ben", "goat"), ["core.turn"]),
    ({"do": "stop", "by": "Cleo"}, ["core.phase"]),
    ({"do": "stop"}, ["core.args"]),
    (attack("Ann", "Ann", "sheep1"), ["swipsheep.not-self"]),
    (attack("Ann", "Ann", "sheep3"), ["swipsheep.not-self"]),
    (attack("Ann", "Ann", None), ["swipsheep.not-self"]),
    (attack("Ann", "Ann", "dog", defended=False), ["swipsheep.not-self", "swipsheep.dog"]),
    (attack("Ann", "Ben", None), ["swipsheep.steal"]),
    (attack("Ann", "Ben", "dog"), ["core.chance"]),
    (attack("Ann", "Ben", "wolf"), ["core.chance"]),
    (attack("Ann", "Ben", "sheep1", defended=False), ["core.args"]),
    (attack("Ann", "Ben", None, defended=False), ["core.args"]),
    (attack("Ann", "Ben", "sheep1", defended=None), ["core.args"]),
    (attack("Ann", "Ben", 1), ["core.args"]),
    ({"do": "attack", "by": "Ann", "on": "Ben"}, ["core.args"]),
]
DOG = [
    (attack("Ben", "Ann", None), ["swipsheep.dog"]),
    (attack("Ben", "Ann", "dog"), ["swipsheep.dog"]),
    (attack("Ben", "Ann", "sheep3"), ["core.chance"]),
    (attack("Ben", "Ann", "wolf"), ["core.chance"]),
    (attack("Ben", "Ann", "sheep1", defended=False), ["swipsheep.dog"]),
    (attack("Ben", "Ann", "sheep3", defended=False), ["swipsheep.dog"]),
    (attack("Ben", "Ann", None, defended=False), ["swipsheep.dog"]),
    (attack("Ben", "Ann", "sheep1", defended=True), ["core.args"]),
    (attack("Ben", "Ann", "sheep1"), []),
    (attack("Ben", "Ann", "sheep2"), []),
]
TO_DOG = (DEAL, GIVE, attack("Ann", "Cleo", "sheep2"))
ROBBED = (DEAL, GIVE, attack("Ann", "Ben", "sheep1"), attack("Ben", "Ann", "sheep2"))
EMPTY = [
    (attack("Cleo", "Ben", "sheep1"), ["swipsheep.empty"]),
    (attack("Cleo", "Ben", "wolf"), ["swipsheep.empty"]),
    (attack("Cleo", "Ben", "goat"), ["core.args"]),
    (attack("Cleo", "Ben", None), []),
]


@pytest.mark.parametrize(
    ("before", "event", "rules"),
    [
        *(((), *row) for row in DEALS),
        *(((DEAL,), *row) for row in GIVES),
        *(((DEAL, GIVE), *row) for row in MUST),
        *((TO_DOG, *row) for row in DOG),
        *((ROBBED, *row) for row in EMPTY),
    ],
)
def test_the_most_specific_rule_is_named_first(
    before: tuple[dict[str, Any], ...], event: dict[str, Any], rules: list[str]
) -> None:
    assert broken_rules(after(*before), event) == rules


def test_the_first_offender_in_seat_order_is_named() -> None:
    gifts = give(LEFT | {"Ben": "dog", "Cleo": "dog"}, {"Ben": "sheep1", "Cleo": "sheep1"})

    faults = check(GAME, after(DEAL), gifts)

    assert [(fault.rule, fault.seat) for fault in faults] == [
        ("core.card-held", 1),
        ("core.card-held", 2),
        ("swipsheep.give", 0),
    ]


def _emptied() -> State:
    """Ann's turn, with nothing in hand; Ben holds two dogs and a sheep."""
    hands = ["wolf", "sheep1", "dog"], ["dog", "sheep2", "wolf"], ["wolf", "wolf", "sheep3"]
    left = {"Ann": "dog", "Ben": "wolf", "Cleo": "wolf"}
    right = {"Ann": "sheep1", "Ben": "sheep2", "Cleo": "sheep3"}
    state = after(deal(*hands), give(left, right))
    return apply(GAME, state, attack("Ann", "Ben", "sheep2"))


def test_a_dog_is_spent_even_if_the_attacker_has_no_card() -> None:
    state = _emptied()
    after = apply(GAME, state, attack("Ann", "Ben", None))

    assert (state.hands[0], state.hands[1].count("dog")) == ((), 1)
    assert (after.hands[0], after.hands[1].count("dog")) == ((), 0)
    assert after.aside == (2, 2)


def test_taking_a_card_from_an_empty_hand_is_refused() -> None:
    assert broken_rules(_emptied(), attack("Ann", "Ben", "sheep3")) == ["swipsheep.empty"]


@pytest.mark.parametrize(
    ("rulings", "stop", "spare"),
    [
        ({}, ["core.phase"], ["swipsheep.dog"]),
        (MUST_BOTH, ["core.phase"], ["swipsheep.dog"]),
        (MAY_ATTACK, [], ["swipsheep.dog"]),
        (MAY_DEFEND, ["core.phase"], []),
        (MAY_ATTACK | MAY_DEFEND, [], []),
    ],
)
def test_each_ruling_changes_only_its_own_rule(
    rulings: dict[str, str], stop: list[str], spare: list[str]
) -> None:
    state = after(*TO_DOG, rulings=rulings)
    spared = attack("Ben", "Ann", "sheep1", defended=False)
    offered = [*legal(GAME, state)]

    assert broken_rules(state, {"do": "stop", "by": "Ben"}) == stop
    assert broken_rules(state, spared) == spare
    assert ({"do": "stop", "by": "Ben"} in offered) == (not stop)
    assert (spared in offered) == (not spare)


def test_no_ruling_is_ever_reported_as_a_violation() -> None:
    switches = {ruling.id for ruling in GAME.rulings if ruling.choices}

    assert switches == {"swipsheep.attack", "swipsheep.defend"}
    assert switches.isdisjoint(rule.id for rule in GAME.rules)


def test_a_player_who_stops_gives_up_all_remaining_wolves() -> None:
    hands = ["wolf", "wolf", "wolf"], ["wolf", "sheep1", "dog"], ["sheep1", "sheep2", "sheep3"]
    left, right = {"Ann": "wolf", "Ben": "wolf", "Cleo": "sheep1"}, {"Ann": "wolf", "Ben": "dog"}
    state = after(deal(*hands), give(left, right | {"Cleo": "sheep2"}), rulings=MAY_ATTACK)
    stopped = apply(GAME, state, {"do": "stop", "by": "Ann"})

    assert (state.laid, state.hunter) == ((1, 1, 2), 0)
    assert (stopped.laid, stopped.hunter) == ((0, 1, 2), 1)
    assert stopped.aside == (1, 0)


def test_a_dog_that_was_held_back_defends_its_next_holder() -> None:
    state = after(*TO_DOG, rulings=MAY_DEFEND)
    kept = apply(GAME, state, attack("Ben", "Ann", "sheep1", defended=False))
    taken = apply(GAME, state, attack("Ben", "Ann", "dog", defended=False))

    assert "dog" in kept.hands[0]
    assert "dog" in taken.hands[1]
    assert broken_rules(taken, attack("Cleo", "Ben", None)) == ["swipsheep.dog"]
    assert broken_rules(taken, attack("Cleo", "Ann", "dog")) == ["core.chance"]
