"""Swip'Sheep: its closed forms, its short deck, its play with any table, and its facts."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest

from printkit.core.errors import PrintkitError
from printkit.games.swipsheep import GAME
from printkit.games.swipsheep.numbers import Tables
from printkit.games.swipsheep.state import State, card_in_words, defends, leader, shares
from printkit.rules.judge import apply, legal
from printkit.rules.simulate import NAMES, Seating, play
from tests.games.swipsheep_positions import after, deal, give, short_of_cards

ICONS = Path(__file__).parents[2] / "layouts" / "icons"
MAY_BOTH = {"swipsheep.attack": "may", "swipsheep.defend": "may"}


@pytest.mark.parametrize("count", [3, 4, 5])
def test_three_different_cards_can_be_given_in_six_ways_per_player(
    count: int,
) -> None:
    state = after(deal(*[["sheep1", "sheep2", "sheep3"]] * count), players=[*NAMES[:count]])

    assert sum(1 for _ in legal(GAME, state)) == 6**count


def test_two_equal_cards_can_be_given_in_three_ways_and_three_in_one() -> None:
    hands = ["wolf", "wolf", "dog"], ["sheep1", "sheep1", "sheep1"], ["dog", "dog", "dog"]

    assert sum(1 for _ in legal(GAME, after(deal(*hands)))) == 3 * 1 * 1


def _short_chance(tables: Tables, count: int) -> Fraction:
    """The probability of a deck that is too small: sheep leave it, other cards return."""
    others = tables.wolves + tables.dogs
    chances = {tables.sheep_cards: Fraction(1)}
    short = Fraction(0)
    for _ in range(tables.rounds[count]):
        after: dict[int, Fraction] = {}
        for sheep, chance in chances.items():
            dealt = tables.hand * count
            if sheep + others < dealt:
                short += chance
                continue
            for drawn in range(max(0, dealt - others), min(dealt, sheep) + 1):
                ways = comb(sheep, drawn) * comb(others, dealt - drawn)
                share = chance * Fraction(ways, comb(sheep + others, dealt))
                after[sheep - drawn] = after.get(sheep - drawn, Fraction(0)) + share
        chances = after
    assert short + sum(chances.values()) == 1
    return short


def test_the_deck_of_four_players_runs_short_in_the_expected_cases() -> None:
    assert _short_chance(Tables(), 4) == Fraction(141047, 1298308830)


@pytest.mark.parametrize("count", [3, 5])
def test_the_deck_of_three_or_five_players_never_runs_short(count: int) -> None:
    assert _short_chance(Tables(), count) == 0
    assert Tables().short_decks(count) == ()


@pytest.mark.parametrize(
    ("cards", "dealt"),
    [(10, (3, 3, 3, 1)), (11, (3, 3, 3, 2)), (12, (3, 3, 3, 3)), (13, (3, 3, 3, 3))],
)
def test_a_short_deck_is_dealt_three_per_seat_to_the_last_card(
    cards: int, dealt: tuple[int, ...]
) -> None:
    assert Tables().shares(cards, 4) == dealt


@pytest.mark.parametrize("first", [0, 1, 2, 3])
@pytest.mark.parametrize("sheep", [0, 1])
def test_the_short_hand_is_to_the_right_of_the_third_leader(first: int, sheep: int) -> None:
    state = short_of_cards(first, sheep)
    last = (first + 1) % 4

    assert leader(state) == (first + 2) % 4
    assert shares(state) == tuple(1 + sheep if seat == last else 3 for seat in range(4))


def test_a_player_with_one_card_gives_it_to_the_left() -> None:
    hands = ["wolf", "dog", "wolf"], ["wolf", "dog", "wolf"], ["wolf", "dog", "wolf"], ["dog"]
    state = apply(GAME, short_of_cards(2, 0), deal(*hands))
    events = [*legal(GAME, state)]

    assert all(event["left"]["Dan"] == "dog" for event in events)
    assert not any("Dan" in event["right"] for event in events)


def test_a_player_with_two_cards_gives_both() -> None:
    hands = ["wolf"] * 3, ["wolf"] * 3, ["dog"] * 3, ["dog", "sheep1"]
    state = apply(GAME, short_of_cards(2, 1), deal(*hands))

    gifts = {(event["left"]["Dan"], event["right"]["Dan"]) for event in legal(GAME, state)}

    assert gifts == {("dog", "sheep1"), ("sheep1", "dog")}


def test_cards_go_to_both_neighbours() -> None:
    hands = ["sheep1", "sheep1", "sheep1"], ["sheep2", "sheep2", "sheep2"], ["dog", "dog", "wolf"]
    gifts = {"Ann": "sheep1", "Ben": "sheep2", "Cleo": "dog"}
    state = after(deal(*hands), give(gifts, gifts))

    assert [sorted(hand) for hand in state.hands] == [
        ["dog", "sheep1", "sheep2"],
        ["dog", "sheep1", "sheep2"],
        ["sheep1", "sheep2"],
    ]
    assert state.laid == (0, 0, 1)


def test_a_round_without_wolves_ends_with_the_gifts() -> None:
    hands = [["sheep1", "sheep2", "sheep3"]] * 3
    names = NAMES[:3]
    gifts = give(dict.fromkeys(names, "sheep1"), dict.fromkeys(names, "sheep2"))
    state = after(deal(*hands), gifts)

    assert GAME.rounds(state) == 1
    assert GAME.scores(state) == (6, 6, 6)
    assert GAME.due(state).events == ("deal",)


@pytest.mark.parametrize("count", [3, 4, 5])
def test_the_lead_moves_to_the_left(count: int) -> None:
    seating = Seating(GAME, NAMES[:count], "base")
    leaders = {}

    def watch(_number: int, _event: Any, before: Any, _after: Any) -> None:
        leaders[before.played] = leader(before)

    play(seating, Random(1), watch=watch)

    assert [*leaders.values()] == [number % count for number in range({3: 4, 4: 3, 5: 2}[count])]


@pytest.mark.parametrize(
    "tables",
    [
        Tables(wolves=9, dogs=1, sheep={1: 20, 5: 3}),
        Tables(wolves=2, dogs=1, sheep={4: 3}),
        Tables(wolves=1, dogs=0, sheep={2: 1}),
        Tables(sheep={7: 60}, hand=5, rounds={2: 9, 3: 1}),
    ],
)
def test_replaced_tables_play_without_losing_a_card(tables: Tables) -> None:
    game = replace(GAME, tables=tables)

    def watch(_number: int, event: Any, _before: Any, after: Any) -> None:
        assert [*game.invariants(after)] == [], event

    for seed in range(40):
        for count in tables.rounds:
            rulings = MAY_BOTH if seed % 2 else {}
            seating = Seating(game, NAMES[:count], "base", rulings)
            played = play(seating, Random(seed), watch=watch)

            assert played.rounds == tables.rounds[count]


@pytest.mark.parametrize(("count", "rounds", "left"), [(3, 4, 23), (4, 3, 20), (5, 2, 17)])
def test_facts_follow_the_table_of_player_counts(count: int, rounds: int, left: int) -> None:
    facts = GAME.sheet_facts(count, "base")

    assert (rounds, 3 * count, left) == (
        facts["round_count"],
        facts["deal_total"],
        facts["deck_left"],
    )
    assert [row["leader"] for row in facts["rounds"]] == facts["leaders"]
    assert all(sum(row["leads"]) == 1 for row in facts["rounds"])
    assert facts["counts"][count - 3].items() <= facts.items()


def test_facts_count_every_card_and_every_sheep() -> None:
    facts = GAME.sheet_facts(4, "base")

    assert sum(card["count"] for card in facts["cards"]) == facts["card_count"] == 32
    assert sum(kind["count"] for kind in facts["kinds"]) == 32
    assert sum(card["count"] * card["sheep"] for card in facts["cards"]) == 43
    assert facts["sheep_total"] == 43
    assert [deal["hands"] for deal in facts["short_deals"]] == [[3, 3, 3, 1], [3, 3, 3, 2]]


@pytest.mark.parametrize("count", [3, 4, 5])
def test_facts_are_plain_and_name_icons_that_exist(count: int) -> None:
    facts = GAME.sheet_facts(count, "base")
    icons = {icon for line in (*facts["steps"], facts["goal"]) for icon in line["icons"]}
    icons |= {line["icon"] for key in ("setup", "kinds", "cards") for line in facts[key]}
    icons |= {*facts["hues"]}

    assert json.loads(json.dumps(facts)) == facts
    assert icons <= {path.stem for path in ICONS.glob("*.yaml")}


def test_facts_refuse_two_players() -> None:
    with pytest.raises(PrintkitError, match="3 to 5 players, not 2"):
        GAME.sheet_facts(2, "base")


def test_values_say_what_is_ours_and_what_is_in_the_rulebook() -> None:
    sources = {value.key: value.status.value for value in GAME.values(GAME.tables)}

    assert sources["wolves"] == sources["rounds"] == "printed"
    assert sources["sheep"] == "ours"
    assert sources["used_return"] == "found"


def test_the_log_of_an_attack_matches_the_state() -> None:
    told: list[str] = []

    def watch(_number: int, event: Any, before: State, after: State) -> None:
        if event["do"] != "attack":
            return
        on = before.header.seats[event["on"]]
        dog = defends(before, on, spared="defended" in event)
        taker, source = (event["on"], event["by"]) if dog else (event["by"], event["on"])
        for rule, text in GAME.effects(before, after):
            if rule in ("swipsheep.steal", "swipsheep.dog"):
                told.append(rule)
                card = event["stolen"]
                spoken = f"{card_in_words(card)} from {source}" if card else "no card to lose"
                assert text.endswith(spoken)
                assert text.startswith((taker, "the defender"))
            if rule == "swipsheep.empty":
                assert event["stolen"] is None

    for number in range(60):
        seating = Seating(GAME, NAMES[: 3 + number % 3], "base", MAY_BOTH if number % 2 else {})
        play(seating, Random(f"told/{number}"), watch=watch)

    assert {"swipsheep.steal", "swipsheep.dog"} == {*told}
