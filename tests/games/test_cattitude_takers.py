"""Cattitude's takers and escorts: who loses what, who goes along, and what it is worth."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from printkit.games.cattitude import GAME
from printkit.games.cattitude.cards import pack
from printkit.games.cattitude.numbers import Tables
from printkit.rules.judge import legal
from tests.games.cattitude_positions import after, broken_rules, collected, position, secure, start

if TYPE_CHECKING:
    from printkit.games.cattitude.state import State

NINE_SIX_FOUR = {
    "default": ["peacock"] * 3 + ["chicken"] * 3 + ["turkey"] * 4,
    "mid": ["chicken"] * 3 + ["turkey"] * 3 + ["peacock"],
    "equal": ["turkey"] * 3 + ["peacock"] + ["chicken"],
}
BIRDS = {"turkey": 1, "chicken": 2, "peacock": 3}
B, C = "birdoholic", "catastrophe"
A, K, P = "turkey", "chicken", "peacock"


def _birds(**totals: int) -> list[str]:
    """Birds of these totals, under the usual values."""
    return [name for name, total in totals.items() for _ in range(total // BIRDS[name])]


def _totals(state: State) -> dict[str, int]:
    return state.worth.totals(state.fronts[0])


def _lose(species: str) -> dict[str, Any]:
    return {"do": "lose", "by": "Ann", "species": species}


@pytest.mark.parametrize("profile", NINE_SIX_FOUR)
@pytest.mark.parametrize(
    ("takers", "left"), [([B], [9, 4]), ([B, B], [9]), ([C], [6, 4]), ([B, C], [4])]
)
def test_the_rulebook_example_holds_in_every_profile(
    profile: str, takers: list[str], left: list[int]
) -> None:
    state = collected([*NINE_SIX_FOUR[profile], *takers], values=profile)

    assert left == sorted(_totals(state).values(), reverse=True)


@pytest.mark.parametrize(
    ("totals", "takers", "left"),
    [
        ({A: 5}, [B], {A: 5}),
        ({A: 5}, [B, B, B], {A: 5}),
        ({}, [B], {}),
        ({}, [C], {}),
        ({A: 5}, [C], {}),
        ({A: 5}, [B, C], {}),
        ({A: 5, K: 4}, [C, C], {}),
        ({A: 5, K: 4, P: 3}, [C, C], {P: 3}),
        ({A: 5, K: 4, P: 3}, [B, C, C], {}),
        ({A: 5, K: 4, P: 3}, [B, B, C], {}),
        ({A: 5, K: 4, P: 3}, [B] * 4, {A: 5}),
        ({A: 9, K: 4}, [B], {A: 9}),
        ({A: 4, K: 4, P: 9}, [B, B], {P: 9}),
    ],
)
def test_takers_without_ties_leave_the_right_cards(
    totals: dict[str, int], takers: list[str], left: dict[str, int]
) -> None:
    state = collected([*_birds(**totals), *takers, "duchess", "royal cat"])

    assert state.phase == "secure"
    assert left == _totals(state)
    assert [c for c in state.fronts[0] if c not in BIRDS] == ["duchess", "royal cat"]


@pytest.mark.parametrize(
    ("totals", "takers", "choices"),
    [
        ({A: 6, K: 6}, [B], [{A, K}]),
        ({A: 6, K: 6, P: 3}, [B], [{A, K}]),
        ({A: 4, K: 4, P: 9}, [B], [{A, K}]),
        ({A: 6, K: 6, P: 6}, [B], [{A, K, P}]),
        ({A: 6, K: 6, P: 3}, [B, B], [{A, K}]),
        ({A: 6, K: 6, P: 6}, [B, B], [{A, K, P}, {A, K}]),
        ({A: 6, K: 6, P: 3}, [C], [{A, K}]),
        ({A: 6, K: 6, P: 6}, [C, C], [{A, K, P}, {A, K}]),
        ({A: 6, K: 6}, [C, C], [{A, K}]),
        ({A: 6, K: 6}, [B, C], [{A, K}]),
        ({A: 6, K: 6, P: 3}, [B, C], [{A, K}]),
        ({A: 4, K: 4, P: 9}, [B, C], [{A, K}]),
        ({A: 6, K: 6, P: 6}, [B, C], [{A, K, P}, {A, K}]),
        ({A: 6, K: 6, P: 6}, [B, B, C, C], [{A, K, P}, {A, K}]),
    ],
)
def test_owners_choose_once_for_every_tie(
    totals: dict[str, int], takers: list[str], choices: list[set[str]]
) -> None:
    """Of several equals the last one in the alphabet of choices is given up."""
    state = collected([*_birds(**totals), *takers])
    for wanted in choices:
        assert wanted == {event["species"] for event in legal(GAME, state)}
        state = after(state, _lose([name for name in (A, K, P) if name in wanted][-1]))

    assert state.phase == "secure"


def test_two_birdoholics_leave_the_best_species_the_owner_kept() -> None:
    state = after(collected([*_birds(turkey=6, chicken=6, peacock=3), B, B]), _lose("turkey"))

    assert _totals(state) == {"chicken": 6}


def test_takers_stay_on_the_table_until_their_owner_has_chosen() -> None:
    state = collected([*_birds(turkey=2, chicken=2), B])

    assert B in state.fronts[0]
    assert B not in after(state, _lose("turkey")).fronts[0]


def test_takers_count_bad_birds_and_divas_but_no_cats() -> None:
    cards = ["diva turkey", "skinny turkey", "chicken", "baroness", "plucked peacock", "marquess"]
    state = collected(cards)

    assert _totals(state) == {"turkey": 3, "chicken": 2, "peacock": -3}


def test_bad_birds_alone_count_as_a_species() -> None:
    state = collected(["turkey", "plucked peacock", B])

    assert _totals(state) == {"turkey": 1}


def test_players_choose_in_any_order() -> None:
    cards = [*_birds(turkey=2, chicken=2), B]
    state = position(start(2), tables={"Ann": cards, "Ben": cards}, phase="lose")
    ben = {"do": "lose", "by": "Ben", "species": "turkey"}

    assert after(state, ben, _lose("chicken")).phase == "secure"
    assert after(state, _lose("chicken"), ben).phase == "secure"


def test_securing_takes_all_birds_and_all_their_nobles_along() -> None:
    cards = ["turkey", "skinny turkey", "diva turkey", "duchess", "duchess", "baroness"]
    state = collected(cards)
    state = after(state, secure(state, "turkey"))

    assert {"baroness"} == {*state.fronts[0]}
    assert state.points == (1 - 1 + 4 - 2, 0, 0)


def test_the_second_noble_of_a_beginner_stays() -> None:
    state = collected(["turkey", "duchess", "duchess"], variant="beginner")
    state = after(state, secure(state, "turkey"))

    assert (
        state.fronts[0],
        state.palaces[0],
    ) == (("duchess",), ("duchess", "turkey"))


@pytest.mark.parametrize(
    ("royals", "species", "left"),
    [
        (["royal cat"], ["turkey"], []),
        (["queen"], ["turkey"], []),
        (["royal cat", "royal cat"], ["turkey"], ["royal cat"]),
        (["royal cat", "queen"], ["turkey", "chicken"], []),
        (["royal cat", "royal cat", "queen"], ["turkey", "chicken", "peacock"], []),
    ],
)
def test_royals_go_along_automatically_if_there_is_no_choice(
    royals: list[str], species: list[str], left: list[str]
) -> None:
    state = collected(["turkey", "chicken", "peacock", *royals])
    state = after(state, secure(state, *species))

    assert left == [card for card in state.fronts[0] if card in ("royal cat", "queen")]


@pytest.mark.parametrize(
    ("royals", "ways"),
    [
        (["royal cat", "queen"], 1 + 3 * 2 + 3),
        (["royal cat", "royal cat", "queen"], 1 + 3 * 2 + 3 * 3 + 1),
        (["royal cat", "royal cat"], 1 + 3 + 3),
        (["queen"], 1 + 3),
        ([], 1),
    ],
)
def test_all_ways_to_send_royals_along_are_offered(royals: list[str], ways: int) -> None:
    state = collected(["turkey", "chicken", "peacock", *royals])

    assert ways == len([*legal(GAME, state)])


def test_no_other_way_to_send_royals_along_passes_the_check() -> None:
    state = collected(["turkey", "chicken", "peacock", "royal cat", "royal cat", "queen"])
    passed = 0
    for royals in product((None, "", "royal cat", "queen"), repeat=3):
        pairs = [*zip(BIRDS, royals, strict=True)]
        secured = [name for name, royal in pairs if royal is not None]
        named = {name: royal for name, royal in pairs if royal}
        event = secure(state, *secured, royals=named) if named else secure(state, *secured)
        passed += broken_rules(state, event) == []

    assert passed == 17


@pytest.mark.parametrize(
    ("palace", "met"),
    [
        (["bonus no turkeys", "chicken"], 1),
        (["bonus no turkeys", "skinny turkey"], 0),
        (["bonus no turkeys", "diva turkey"], 0),
        (["bonus turkeys", *["turkey"] * 4], 0),
        (["bonus turkeys", *["turkey"] * 3, "skinny turkey", "diva turkey"], 1),
        (["bonus chickens", *["chicken"] * 4], 1),
        (["bonus chickens", *["chicken"] * 3], 0),
        (["bonus peacocks", *["peacock"] * 3], 1),
        (["bonus no chickens", "bonus no peacocks"], 2),
    ],
)
def test_bonus_cards_count_all_birds_of_their_species(palace: list[str], met: int) -> None:
    assert met == Tables().worth("default").bonuses(pack(palace))


def test_bonuses_count_only_when_the_game_is_over() -> None:
    palaces = {"Ann": ["bonus no turkeys", "peacock"], "Ben": ["royal cat"]}
    state = position(start(3), palaces=palaces, number=11, phase="secure")
    state = state._replace(points=(3, -2, 0))
    over = after(state, secure(state))

    assert GAME.scores(state) == (3, -2, 0)
    assert GAME.scores(over) == (8, -2, 0)
    assert GAME.outcome(over) == ("cattitude.end", (0,))


def test_unsecured_cards_count_nothing() -> None:
    state = position(start(3), tables={"Ann": ["diva peacock"]}, number=11, phase="secure")

    assert GAME.scores(after(state, secure(state))) == (0, 0, 0)
