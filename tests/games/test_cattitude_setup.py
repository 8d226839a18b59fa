"""Cattitude's set-up: what the engine works out is what the rulebook prints, and it adds up."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from printkit.core.errors import PrintkitError
from printkit.core.icons import load_icon
from printkit.games.cattitude import GAME
from printkit.games.cattitude.cards import BLUE, CARDS, NOBLES, RED
from printkit.games.cattitude.numbers import Setup, Tables, values
from printkit.rules.game import RuleStatus
from printkit.rules.simulate import NAMES, Seating, play

COUNTS = (2, 3, 4, 5)
PRINTED = {
    "blue_away": {5: 0, 4: 6, 3: 3, 2: 6},
    "nobles_away_each": {5: 0, 4: 0, 3: 0, 2: 2},
    "big_piles": {5: 4, 4: 5, 3: 7, 2: 6},
    "big_size": {5: 15, 4: 12, 3: 9, 2: 10},
    "small_piles": {5: 3, 4: 3, 3: 4, 2: 3},
    "small_size": {5: 10, 4: 8, 3: 6, 2: 6},
    "red_away": {5: 0, 4: 3, 3: 3, 2: 3},
    "red_on_each": {5: 5, 4: 4, 3: 3, 2: 4},
    "round_count": {5: 7, 4: 8, 3: 11, 2: 9},
    "cards_each": {5: 3, 4: 3, 3: 3, 2: 5},
    "red_each": {5: 1, 4: 1, 3: 1, 2: 2},
    "blue_used": {5: 90, 4: 84, 3: 87, 2: 78},
}

PILES = {  # blue and red cards of each pile, in the order in which they are played
    5: [(15, 0)] * 4 + [(10, 5)] * 3,
    4: [(12, 0)] * 5 + [(8, 4)] * 3,
    3: [(9, 0)] * 7 + [(6, 3)] * 4,
    2: [(10, 0)] * 6 + [(6, 4)] * 3,
}
BOX = {
    "duchess": 6,
    "baroness": 5,
    "marquess": 4,
    "turkey": 28,
    "chicken": 21,
    "peacock": 14,
    "skinny turkey": 2,
    "frightened chicken": 2,
    "plucked peacock": 2,
    "royal cat": 2,
    "birdoholic": 4,
    "queen": 1,
    "catastrophe": 2,
}


@pytest.mark.parametrize("key", PRINTED)
def test_the_setup_matches_the_rulebook(key: str) -> None:
    assert PRINTED[key] == {players: GAME.sheet_facts(players, "base")[key] for players in COUNTS}


def test_there_are_90_blue_and_15_red_cards() -> None:
    tables = Tables()

    assert (tables.blue, tables.red) == (90, 15)
    assert set(CARDS) == {*BLUE, *RED} == {*tables.copies}
    assert sum(tables.copies.values()) == 105


def _dealt(players: int) -> list[dict[str, list[str]]]:
    """The hands of each round of a random game."""
    played = play(Seating(GAME, NAMES[:players], "base"), Random(players))
    return [event["hands"] for event in played.events if event["do"] == "deal"]


@pytest.mark.parametrize("players", COUNTS)
def test_the_piles_that_are_dealt_are_those_of_the_rulebook(players: int) -> None:
    piles = [[card for hand in hands.values() for card in hand] for hands in _dealt(players)]
    reds = [sum(card in RED for card in pile) for pile in piles]

    assert [(len(pile) - red, red) for pile, red in zip(piles, reds, strict=True)] == PILES[players]


@pytest.mark.parametrize("players", COUNTS)
def test_everyone_is_dealt_as_many_cards_as_the_rulebook_says(players: int) -> None:
    sizes = {len(hand) for hands in _dealt(players) for hand in hands.values()}

    assert sizes == {PRINTED["cards_each"][players]}


def test_five_players_are_dealt_every_card_of_the_box() -> None:
    cards = Counter(card for hands in _dealt(5) for hand in hands.values() for card in hand)

    assert {card: cards[card] for card in BOX} == BOX
    assert sum(cards[card] for card in CARDS if card.startswith("diva")) == 6
    assert sum(cards[card] for card in CARDS if card.startswith("bonus")) == 6
    assert cards.total() == 105


def test_two_players_never_see_more_nobles_than_are_left() -> None:
    playable = Tables().playable(2)

    assert [playable[noble] for noble in NOBLES] == [4, 3, 2]


@pytest.mark.parametrize("players", COUNTS)
def test_every_sum_of_the_checklist_is_right(players: int) -> None:
    for step in GAME.sheet_facts(players, "base")["steps"]:
        made = sum(term["count"] * term["size"] for term in step["terms"])

        assert step["total"] == made, step["id"]


def test_the_checklist_has_the_steps_for_the_player_count() -> None:
    def ids(players: int) -> list[str]:
        return [step["id"] for step in GAME.sheet_facts(players, "base")["steps"]]

    everything = "seats sort away-nobles shuffle-blue away-blue piles shuffle-red away-red red"
    assert ids(2) == [*everything.split(), "equal", "stack", "hand-out"]
    assert {"away-nobles", "token"} == set(ids(2)) ^ set(ids(4))
    assert {"away-blue", "away-red"} == set(ids(4)) - set(ids(5))


def test_the_checklist_has_the_total_of_the_piles() -> None:
    piles = {
        players: next(
            step for step in GAME.sheet_facts(players, "base")["steps"] if step["id"] == "piles"
        )
        for players in COUNTS
    }

    assert {players: piles[players]["total"] for players in COUNTS} == {2: 78, 3: 87, 4: 84, 5: 90}


@pytest.mark.parametrize("players", COUNTS)
def test_the_tracker_alternates_and_marks_the_last_rounds_red(players: int) -> None:
    facts = GAME.sheet_facts(players, "base")
    rounds = facts["rounds"]
    ways = [(row["if_left"], row["if_right"]) for row in rounds]
    expected = [("left", "right"), ("right", "left")] * len(rounds)

    assert ways == ([("", "")] * len(rounds) if players == 2 else expected[: len(rounds)])
    assert [row["red"] for row in rounds] == sorted(row["red"] for row in rounds)
    assert sum(row["red"] for row in rounds) == facts["red_rounds"]
    assert sum(row["red_each"] for row in rounds) * players == facts["red_used"]


def test_a_tossed_direction_isnt_printed() -> None:
    facts = GAME.sheet_facts(4, "toss")

    assert facts["token"] == "toss"
    assert {""} == {row["if_left"] for row in facts["rounds"]}


def test_the_facts_know_the_beginner_variant() -> None:
    facts = GAME.sheet_facts(3, "beginner")

    assert (facts["bid"]["limit"], facts["nobles_secured"]) == (0, "one")


@pytest.mark.parametrize(
    ("profile", "birds"), [("default", [1, 2, 3]), ("mid", [2, 3, 4]), ("equal", [3, 4, 6])]
)
def test_values_follow_from_the_birds_of_a_profile(profile: str, birds: list[int]) -> None:
    species = GAME.sheet_facts(3, "base")["species"]

    assert birds == [each["bird"]["values"][profile] for each in species]
    assert [-bird for bird in birds] == [each["bad"]["values"][profile] for each in species]
    assert [bird + 3 for bird in birds] == [each["diva"]["values"][profile] for each in species]
    assert [each["noble"]["values"][profile] for each in species] == [-1] * 3


def test_the_equal_profile_makes_all_species_worth_the_same() -> None:
    species = GAME.sheet_facts(3, "base")["species"]

    assert {84} == {each["bird"]["copies"] * each["bird"]["values"]["equal"] for each in species}


def test_every_card_has_an_icon_that_exists() -> None:
    facts = GAME.sheet_facts(4, "base")
    named = {entry["icon"] for key in ("cards", "steps", "species") for entry in facts[key]}

    assert named == {icon for icon in named if load_icon(icon)}


@pytest.mark.parametrize(
    ("profile", "species"),
    [
        ("default", ["peacock", "chicken", "turkey"]),
        ("mid", ["chicken", "turkey", "peacock"]),
        ("equal", ["turkey", "peacock", "chicken"]),
    ],
)
def test_the_examples_of_takers_match_the_rulebook(profile: str, species: list[str]) -> None:
    examples = GAME.sheet_facts(3, "base")["taker_examples"][profile]
    stay = [[row["total"] for row in each["species"] if row["stays"]] for each in examples]

    assert stay == [[9, 4], [9], [6, 4], [4]]
    assert [[row["name"] for row in each["species"]] for each in examples] == [species] * 4


def test_all_values_of_cards_are_ours_except_those_that_the_footnote_names() -> None:
    worths = ("profiles", "bad_birds", "diva_extra", "noble", "royal_cat", "queen", "bonus")
    found = {value.key: value.status for value in values(Tables())}

    assert {"queen", "bonus"} == {key for key in worths if found[key] != RuleStatus.OURS}


@pytest.mark.parametrize("variant", ["base", "beginner", "toss"])
@pytest.mark.parametrize("players", COUNTS)
def test_facts_are_plain_values(players: int, variant: str) -> None:
    def plain(value: Any) -> bool:
        if isinstance(value, dict):
            return all(isinstance(key, str) and plain(each) for key, each in value.items())
        if isinstance(value, list):
            return all(map(plain, value))
        return type(value) in (int, str, bool)

    assert plain(GAME.sheet_facts(players, variant))


def test_six_players_are_refused() -> None:
    with pytest.raises(PrintkitError, match="2 to 5 players, not 6"):
        GAME.sheet_facts(6, "base")


def test_a_setup_that_doesnt_divide_evenly_is_refused() -> None:
    crooked = Tables(setups={3: Setup(hand=3, red_each=1, nobles_away=0, blue_away=4, red_away=3)})

    with pytest.raises(PrintkitError, match="blue cards of 3 players don't divide evenly"):
        crooked.split(3)


def test_tables_can_be_replaced() -> None:
    tables = replace(Tables(), bonus=7, queen=0)
    game = replace(GAME, tables=tables)

    assert game.sheet_facts(3)["bonus"]["points"] == 7
    assert tables.worth("default").values["queen"] == 0
