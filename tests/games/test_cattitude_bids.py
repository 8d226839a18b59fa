"""Cattitude's bids: how many there are, which are refused, and where they go."""

from __future__ import annotations

from itertools import product
from math import comb
from typing import Any

import pytest

from printkit.games.cattitude import GAME
from printkit.games.cattitude.cards import excess, pack
from printkit.rules.judge import check, legal
from tests.games.cattitude_positions import after, broken_rules, choose, keep, position, start

DEALT = ["birdoholic", "catastrophe", "bonus no turkeys"]
TABLE = [
    "duchess",
    "baroness",
    "marquess",
    "turkey",
    "chicken",
    "peacock",
    "skinny turkey",
    "frightened chicken",
    "plucked peacock",
    "royal cat",
]
LAW = {0: 8, 1: 24, 2: 72, 5: 408, 10: 1608}


def _ann_bids(table: list[str], **header: Any) -> Any:
    state = position(start(3, **header), hands={"Ann": DEALT}, tables={"Ann": table})
    return state, GAME.offers(state)[0].slots[0]


@pytest.mark.parametrize("number", LAW)
def test_the_number_of_bids_follows_a_formula(number: int) -> None:
    _, slot = _ann_bids(TABLE[:number])

    assert LAW[number] == sum(comb(number, taken) * 2 ** (3 + taken) for taken in range(3))
    assert LAW[number] == len(slot)


@pytest.mark.parametrize("number", [0, 1, 2, 5])
def test_every_way_to_bid_is_counted_once_and_passes_the_check(number: int) -> None:
    state, _ = _ann_bids(TABLE[:number])
    events = [*legal(GAME, state)]

    assert len(events) == LAW[number]
    assert all(check(GAME, state, event) == () for event in events)


@pytest.mark.parametrize("number", [0, 1, 2, 5])
def test_no_other_bid_passes_the_check(number: int) -> None:
    """Every card is left where it is, or goes into the open or into the closed bid."""
    table = TABLE[:number]
    state, _ = _ann_bids(table)
    passed = 0
    for places in product(("", "open", "closed"), repeat=len(DEALT) + number):
        cards = [*zip([*DEALT, *table], places, strict=True)]
        bid = {key: [card for card, place in cards if place == key] for key in ("open", "closed")}
        bid["taken"] = [card for card, place in cards[3:] if place]
        passed += broken_rules(state, keep(state, Ann=bid)) == []

    assert passed == LAW[number]


def test_beginners_bid_only_dealt_cards() -> None:
    assert len(_ann_bids(TABLE, variant="beginner")[1]) == 8


def test_no_table_card_is_added_in_round_one() -> None:
    state = position(start(3), hands={"Ann": DEALT}, number=1)

    assert len(GAME.offers(state)[0].slots[0]) == 8


def test_equal_cards_make_fewer_different_bids() -> None:
    state = position(start(3), hands={"Ann": ["turkey"] * 3}, tables={"Ann": ["turkey"] * 4})

    assert len(GAME.offers(state)[0].slots[0]) == 4 + 5 + 6


@pytest.mark.parametrize(
    ("direction", "words", "tables"),
    [
        ("left", ("open", "closed", "closed"), [["turkey", "queen"], ["chicken"], ["peacock"]]),
        ("right", ("open", "closed", "open"), [["chicken"], ["peacock"], ["turkey", "queen"]]),
        ("right", ("closed", "open", "closed"), [["turkey", "peacock"], ["queen"], ["chicken"]]),
    ],
)
def test_a_bid_goes_where_the_token_points_and_the_other_comes_back(
    direction: str, words: tuple[str, str, str], tables: list[list[str]]
) -> None:
    hands = {"Ann": ["turkey", "chicken"], "Ben": ["peacock"], "Cleo": ["queen"]}
    state = position(start(3, variant="toss"), hands=hands)
    bids = {
        "Ann": {"open": ["turkey"], "closed": ["chicken"]},
        "Ben": {"open": [], "closed": ["peacock"]},
        "Cleo": {"open": ["queen"], "closed": []},
    }
    choices = dict(zip(bids, words, strict=True))
    state = after(
        state,
        {"do": "bid", "direction": direction, "bids": bids},
        {"do": "choose", "choices": choices},
    )

    assert tables == [[*front] for front in state.fronts]


def test_two_players_swap_bids_without_a_token() -> None:
    state = position(start(2), hands={"Ann": ["turkey"], "Ben": ["chicken"]})
    state = after(state, keep(state), choose(state, Ann="closed"))

    assert state.fronts == (("turkey", "chicken"), ())


@pytest.mark.parametrize("count", [3, 4, 5])
def test_the_first_direction_is_free_and_then_alternates(count: int) -> None:
    state = start(count)._replace(phase="bid", round=1)
    slots = GAME.offers(state)[0].slots
    later = state._replace(round=2, direction="right")

    assert slots[-1] == ({"direction": "left"}, {"direction": "right"})
    assert GAME.offers(later)[0].slots[-1] == ({"direction": "left"},)


def test_surplus_copies_of_a_card_are_found() -> None:
    cards = pack(["turkey"] * 28 + ["bonus peacocks", "duchess"])

    assert excess(pack(["turkey"] * 28), cards) == ()
    assert pack(["turkey", "queen"]) == excess(pack(["turkey"] * 29 + ["queen"]), cards)
