"""Swip'Sheep: its tables, its closed forms, its rulings, and which fault is which."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest

from printkit.errors import PrintkitError
from printkit.games import find
from printkit.games.swipsheep import GAME, SwipSheep
from printkit.games.swipsheep.state import State, leader, shares
from printkit.games.swipsheep.tables import Tables
from printkit.rules.header import parse_header
from printkit.rules.judge import apply, check, legal
from printkit.rules.simulate import NAMES, Seating, play

ICONS = Path(__file__).parents[2] / "layouts" / "icons"
MAY_ATTACK = {"swipsheep.attack": "may"}
MAY_DEFEND = {"swipsheep.defend": "may"}

DEAL = {
    "do": "deal",
    "hands": {
        "Ann": ["wolf", "sheep2", "dog"],
        "Ben": ["wolf", "sheep1", "sheep3"],
        "Cleo": ["sheep1", "wolf", "sheep2"],
    },
}
LEFT = {"Ann": "sheep2", "Ben": "sheep3", "Cleo": "wolf"}
RIGHT = {"Ann": "wolf", "Ben": "sheep1", "Cleo": "sheep1"}
GIVE = {"do": "give", "left": LEFT, "right": RIGHT}
# Then each has a wolf on the table; hands: Ann dog sheep1, Ben sheep1 sheep2, Cleo sheep2 sheep3.


def _after(*events: dict[str, Any], **header: Any) -> State:
    row = {"printkit": 1, "game": "swipsheep", "players": ["Ann", "Ben", "Cleo"], **header}
    state: State = GAME.start(parse_header(row, find)[1])
    for event in events:
        state = apply(GAME, state, event)
    return state


def _rules(state: State, event: dict[str, Any]) -> list[str]:
    return [fault.rule for fault in check(GAME, state, event)]


def _attack(by: str, on: str, stolen: str | None, **more: Any) -> dict[str, Any]:
    return {"do": "attack", "by": by, "on": on, "stolen": stolen, **more}


def _deal(*hands: list[str]) -> dict[str, Any]:
    return {"do": "deal", "hands": dict(zip(NAMES, hands, strict=False))}


def _give(left: dict[str, str], right: dict[str, str]) -> dict[str, Any]:
    return {"do": "give", "left": left, "right": right}


@pytest.mark.parametrize("count", [3, 4, 5])
def test_three_different_cards_each_can_be_given_in_six_ways_to_the_number_of_players(
    count: int,
) -> None:
    state = _after(_deal(*[["sheep1", "sheep2", "sheep3"]] * count), players=NAMES[:count])

    assert sum(1 for _ in legal(GAME, state)) == 6**count


def test_two_equal_cards_can_be_given_in_three_ways_and_three_in_one() -> None:
    hands = ["wolf", "wolf", "dog"], ["sheep1", "sheep1", "sheep1"], ["dog", "dog", "dog"]

    assert sum(1 for _ in legal(GAME, _after(_deal(*hands)))) == 3 * 1 * 1


def _short_chance(tables: Tables, count: int) -> Fraction:
    """How likely a deck too small for a deal is: sheep leave it round by round, others return."""
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


def test_the_deck_of_four_players_runs_short_exactly_so_often() -> None:
    assert _short_chance(Tables(), 4) == Fraction(141047, 1298308830)


@pytest.mark.parametrize("count", [3, 5])
def test_the_deck_of_three_or_five_players_never_runs_short(count: int) -> None:
    assert _short_chance(Tables(), count) == 0
    assert Tables().short_decks(count) == ()


@pytest.mark.parametrize(
    ("cards", "dealt"),
    [(10, (3, 3, 3, 1)), (11, (3, 3, 3, 2)), (12, (3, 3, 3, 3)), (13, (3, 3, 3, 3))],
)
def test_a_short_deck_is_dealt_three_to_a_seat_down_to_the_last_card(
    cards: int, dealt: tuple[int, ...]
) -> None:
    assert Tables().shares(cards, 4) == dealt


@pytest.mark.parametrize("first", [0, 1, 2, 3])
@pytest.mark.parametrize("sheep", [0, 1])
def test_the_short_hand_is_at_the_right_of_whoever_leads_the_third_round(
    first: int, sheep: int
) -> None:
    state = _short(first, sheep)
    last = (first + 1) % 4

    assert leader(state) == (first + 2) % 4
    assert shares(state) == tuple(1 + sheep if seat == last else 3 for seat in range(4))


def _short(first: int, sheep: int) -> State:
    """Four players before a third round for which only so many sheep cards are left."""
    round_1 = [["sheep1", "sheep2", "sheep3"]] * 4
    last = "dog" if sheep else "sheep1"
    round_2 = [*[["sheep1", "sheep2", "sheep3"]] * 3, [last, "dog", "dog"]]
    return _after(
        _deal(*round_1),
        _give(dict.fromkeys(NAMES[:4], "sheep1"), dict.fromkeys(NAMES[:4], "sheep2")),
        _deal(*round_2),
        _give(
            {**dict.fromkeys(NAMES[:3], "sheep1"), "Dan": "dog"},
            {**dict.fromkeys(NAMES[:3], "sheep2"), "Dan": "dog"},
        ),
        players=NAMES[:4],
        first=NAMES[first],
    )


def test_whoever_has_one_card_is_offered_to_give_it_left_and_nothing_right() -> None:
    hands = ["wolf", "dog", "wolf"], ["wolf", "dog", "wolf"], ["wolf", "dog", "wolf"], ["dog"]
    state = apply(GAME, _short(2, 0), _deal(*hands))
    events = [*legal(GAME, state)]

    assert all(event["left"]["Dan"] == "dog" for event in events)
    assert not any("Dan" in event["right"] for event in events)


def test_whoever_has_two_cards_is_offered_to_give_both_either_way() -> None:
    hands = ["wolf"] * 3, ["wolf"] * 3, ["dog"] * 3, ["dog", "sheep1"]
    state = apply(GAME, _short(2, 1), _deal(*hands))

    gifts = {(event["left"]["Dan"], event["right"]["Dan"]) for event in legal(GAME, state)}

    assert gifts == {("dog", "sheep1"), ("sheep1", "dog")}


def test_cards_go_round_to_both_neighbours() -> None:
    hands = ["sheep1", "sheep1", "sheep1"], ["sheep2", "sheep2", "sheep2"], ["dog", "dog", "wolf"]
    left, right = dict(zip(NAMES, ("sheep1", "sheep2", "dog"), strict=False)), {}
    right = {"Ann": "sheep1", "Ben": "sheep2", "Cleo": "dog"}
    state = _after(_deal(*hands), _give(left, right))

    assert [sorted(hand) for hand in state.hands] == [
        ["dog", "sheep1", "sheep2"],
        ["dog", "sheep1", "sheep2"],
        ["sheep1", "sheep2"],
    ]
    assert state.laid == (0, 0, 1)


# Fault precedence. In the columns: what happened before, the event, the rules it breaks in order.
HELD = {"Ann": "goat", "Ben": "sheep3", "Cleo": "wolf"}
DEALS = [
    (_deal(["wolf"] * 3, ["wolf"] * 3, ["wolf", "dog", "dog"]), ["core.chance"]),
    (_deal(["wolf"] * 4, ["wolf"] * 3, ["dog"]), ["core.chance"] + ["swipsheep.deal"] * 2),
    (_deal(["wolf"] * 4, ["dog"] * 3, ["dog"] * 2), ["core.chance"] + ["swipsheep.deal"] * 2),
    (_deal(["wolf"] * 3, ["dog"] * 3, []), ["swipsheep.deal"]),
    (_deal(["wolf"] * 3, ["dog"] * 3), ["core.args"]),
    (_deal(["wolf"] * 3, ["dog"] * 3, ["sheep"]), ["core.args"]),
    (_deal(["wolf"] * 9, ["dog"] * 9, ["sheep1", 3]), ["core.args"]),  # type: ignore[list-item]
    (_deal(["wolf"] * 9, ["dog"] * 9, ["sheep1", []]), ["core.args"]),  # type: ignore[list-item]
]
GIVES = [
    (_give(LEFT | {"Ann": "sheep3"}, RIGHT), ["core.card-held"]),
    (_give(LEFT | {"Ann": "sheep3"}, {"Ann": "wolf"}), ["core.card-held"] + ["swipsheep.give"] * 2),
    (_give(LEFT | {"Cleo": "dog"}, RIGHT | {"Cleo": "dog"}), ["core.card-held"] * 2),
    (_give(LEFT, RIGHT | {"Ben": "sheep3"}), ["swipsheep.give"]),
    (_give({}, {}), ["swipsheep.give"] * 3),
    ({"do": "give", "right": RIGHT}, ["swipsheep.give"] * 3),
    ({"do": "give"}, ["swipsheep.give"] * 3),
    ({"do": "give", "left": [], "right": RIGHT}, ["core.args"]),
    (_give(LEFT | {"Dan": "wolf"}, {}), ["core.args"]),
    (_give(HELD, {}), ["core.args"]),
    ({**GIVE, "keep": {}}, ["core.args"]),
]
MUST = [
    (_attack("Ben", "Ann", "sheep3"), ["core.turn"]),
    (_attack("Ben", "Ben", "goat"), ["core.turn"]),
    ({"do": "stop", "by": "Cleo"}, ["core.phase"]),
    ({"do": "stop"}, ["core.args"]),
    (_attack("Ann", "Ann", "sheep1"), ["swipsheep.not-self"]),
    (_attack("Ann", "Ann", "sheep3"), ["swipsheep.not-self"]),
    (_attack("Ann", "Ann", None), ["swipsheep.not-self"]),
    (_attack("Ann", "Ann", "dog", defended=False), ["swipsheep.not-self", "swipsheep.dog"]),
    (_attack("Ann", "Ben", None), ["swipsheep.steal"]),
    (_attack("Ann", "Ben", "dog"), ["core.chance"]),
    (_attack("Ann", "Ben", "wolf"), ["core.chance"]),
    (_attack("Ann", "Ben", "sheep1", defended=False), ["core.args"]),
    (_attack("Ann", "Ben", None, defended=False), ["core.args"]),
    (_attack("Ann", "Ben", "sheep1", defended=None), ["core.args"]),
    (_attack("Ann", "Ben", 1), ["core.args"]),  # type: ignore[arg-type]
    ({"do": "attack", "by": "Ann", "on": "Ben"}, ["core.args"]),
]
DOG = [
    (_attack("Ben", "Ann", None), ["swipsheep.dog"]),
    (_attack("Ben", "Ann", "dog"), ["swipsheep.dog"]),
    (_attack("Ben", "Ann", "sheep3"), ["core.chance"]),
    (_attack("Ben", "Ann", "wolf"), ["core.chance"]),
    (_attack("Ben", "Ann", "sheep1", defended=False), ["swipsheep.dog"]),
    (_attack("Ben", "Ann", "sheep3", defended=False), ["swipsheep.dog"]),
    (_attack("Ben", "Ann", None, defended=False), ["swipsheep.dog"]),
    (_attack("Ben", "Ann", "sheep1", defended=True), ["core.args"]),
    (_attack("Ben", "Ann", "sheep1"), []),
    (_attack("Ben", "Ann", "sheep2"), []),
]
TO_DOG = (DEAL, GIVE, _attack("Ann", "Cleo", "sheep2"))
ROBBED = (DEAL, GIVE, _attack("Ann", "Ben", "sheep1"), _attack("Ben", "Ann", "sheep2"))
EMPTY = [
    (_attack("Cleo", "Ben", "sheep1"), ["swipsheep.empty"]),
    (_attack("Cleo", "Ben", "wolf"), ["swipsheep.empty"]),
    (_attack("Cleo", "Ben", "goat"), ["core.args"]),
    (_attack("Cleo", "Ben", None), []),
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
    assert _rules(_after(*before), event) == rules


def test_the_first_offender_in_seat_order_is_blamed() -> None:
    gifts = _give(LEFT | {"Ben": "dog", "Cleo": "dog"}, {"Ben": "sheep1", "Cleo": "sheep1"})

    faults = check(GAME, _after(DEAL), gifts)

    assert [(fault.rule, fault.seat) for fault in faults] == [
        ("core.card-held", 1),
        ("core.card-held", 2),
        ("swipsheep.give", 0),
    ]


def _emptied(**header: Any) -> State:
    """Ann's turn, with nothing in hand; Ben holds two dogs and a sheep."""
    hands = ["wolf", "sheep1", "dog"], ["dog", "sheep2", "wolf"], ["wolf", "wolf", "sheep3"]
    left = {"Ann": "dog", "Ben": "wolf", "Cleo": "wolf"}
    right = {"Ann": "sheep1", "Ben": "wolf", "Cleo": "sheep3"}
    right["Ben"] = "sheep2"
    state = _after(_deal(*hands), _give(left, right), **header)
    return apply(GAME, state, _attack("Ann", "Ben", "sheep2"))


def test_a_dog_is_spent_even_where_the_attacker_has_nothing_to_lose() -> None:
    state = _emptied()
    after = apply(GAME, state, _attack("Ann", "Ben", None))

    assert (state.hands[0], state.hands[1].count("dog")) == ((), 1)
    assert (after.hands[0], after.hands[1].count("dog")) == ((), 0)
    assert after.aside == (2, 2)


def test_a_card_that_cannot_be_taken_from_an_empty_attacker_is_named_empty() -> None:
    assert _rules(_emptied(), _attack("Ann", "Ben", "sheep3")) == ["swipsheep.empty"]


@pytest.mark.parametrize(
    ("rulings", "stop", "spare"),
    [
        ({}, ["core.phase"], ["swipsheep.dog"]),
        ({"swipsheep.attack": "must", "swipsheep.defend": "must"}, ["core.phase"], ["swipsheep.dog"]),
        (MAY_ATTACK, [], ["swipsheep.dog"]),
        (MAY_DEFEND, ["core.phase"], []),
        (MAY_ATTACK | MAY_DEFEND, [], []),
    ],
)
def test_each_ruling_switches_its_own_freedom(
    rulings: dict[str, str], stop: list[str], spare: list[str]
) -> None:
    state = _after(*TO_DOG, rulings=rulings)
    spared = _attack("Ben", "Ann", "sheep1", defended=False)
    offered = [*legal(GAME, state)]

    assert _rules(state, {"do": "stop", "by": "Ben"}) == stop
    assert _rules(state, spared) == spare
    assert ({"do": "stop", "by": "Ben"} in offered) == (not stop)
    assert (spared in offered) == (not spare)


def test_no_ruling_is_ever_reported_as_a_violation() -> None:
    switches = {ruling.id for ruling in GAME.rulings if ruling.choices}

    assert switches == {"swipsheep.attack", "swipsheep.defend"}
    assert switches.isdisjoint(rule.id for rule in GAME.rules)


def test_a_player_who_stops_gives_up_all_wolves_that_are_left() -> None:
    hands = ["wolf", "wolf", "wolf"], ["wolf", "sheep1", "dog"], ["sheep1", "sheep2", "sheep3"]
    left, right = {"Ann": "wolf", "Ben": "wolf", "Cleo": "sheep1"}, {"Ann": "wolf", "Ben": "dog"}
    state = _after(_deal(*hands), _give(left, right | {"Cleo": "sheep2"}), rulings=MAY_ATTACK)
    stopped = apply(GAME, state, {"do": "stop", "by": "Ann"})

    assert (state.laid, state.hunter) == ((1, 1, 2), 0)
    assert (stopped.laid, stopped.hunter) == ((0, 1, 2), 1)
    assert stopped.aside == (1, 0)


def test_a_spared_dog_stays_in_hand_or_is_stolen_and_then_guards_its_new_holder() -> None:
    state = _after(*TO_DOG, rulings=MAY_DEFEND)
    kept = apply(GAME, state, _attack("Ben", "Ann", "sheep1", defended=False))
    taken = apply(GAME, state, _attack("Ben", "Ann", "dog", defended=False))

    assert "dog" in kept.hands[0]
    assert "dog" in taken.hands[1]
    assert _rules(taken, _attack("Cleo", "Ben", None)) == ["swipsheep.dog"]
    assert _rules(taken, _attack("Cleo", "Ann", "dog")) == ["core.chance"]


def test_a_round_without_wolves_ends_with_the_gifts() -> None:
    hands = [["sheep1", "sheep2", "sheep3"]] * 3
    names = NAMES[:3]
    gifts = _give(dict.fromkeys(names, "sheep1"), dict.fromkeys(names, "sheep2"))
    state = _after(_deal(*hands), gifts)

    assert GAME.rounds(state) == 1
    assert GAME.scores(state) == (6, 6, 6)
    assert GAME.due(state).events == ("deal",)


@pytest.mark.parametrize("count", [3, 4, 5])
def test_the_lead_goes_once_round_to_the_left(count: int) -> None:
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
def test_other_cards_and_lengths_play_without_losing_a_card(tables: Tables) -> None:
    game = SwipSheep(tables)

    def watch(_number: int, event: Any, _before: Any, after: Any) -> None:
        assert [*game.invariants(after)] == [], event

    for seed in range(40):
        for count in tables.rounds:
            rulings = MAY_ATTACK | MAY_DEFEND if seed % 2 else {}
            seating = Seating(game, NAMES[:count], "base", rulings)
            played = play(seating, Random(seed), watch=watch)

            assert played.rounds == tables.rounds[count]


@pytest.mark.parametrize(("count", "rounds", "left"), [(3, 4, 23), (4, 3, 20), (5, 2, 17)])
def test_facts_follow_the_table_of_player_counts(count: int, rounds: int, left: int) -> None:
    facts = GAME.facts(count, "base")

    assert (rounds, 3 * count, left) == (
        facts["round_count"],
        facts["deal_total"],
        facts["deck_left"],
    )
    assert [row["leader"] for row in facts["rounds"]] == facts["leaders"]
    assert all(sum(row["leads"]) == 1 for row in facts["rounds"])
    assert facts["counts"][count - 3].items() <= facts.items()


def test_facts_count_every_card_and_every_sheep() -> None:
    facts = GAME.facts(4, "base")

    assert sum(card["count"] for card in facts["cards"]) == facts["card_count"] == 32
    assert sum(kind["count"] for kind in facts["kinds"]) == 32
    assert sum(card["count"] * card["sheep"] for card in facts["cards"]) == 43
    assert facts["sheep_total"] == 43
    assert [deal["hands"] for deal in facts["short_deals"]] == [[3, 3, 3, 1], [3, 3, 3, 2]]


@pytest.mark.parametrize("count", [3, 4, 5])
def test_facts_are_plain_and_name_icons_that_exist(count: int) -> None:
    facts = GAME.facts(count, "base")
    lines = [*facts["setup"], *facts["steps"], *facts["attack"], facts["goal"]]
    icons = {icon for line in lines for icon in line["icons"]}
    icons |= {line["icon"] for line in (*facts["kinds"], *facts["cards"])}

    assert json.loads(json.dumps(facts)) == facts
    assert icons <= {path.stem for path in ICONS.glob("*.yaml")}


def test_facts_know_no_table_of_two() -> None:
    with pytest.raises(PrintkitError, match="3 to 5 players, not 2"):
        GAME.facts(2, "base")


def test_the_values_say_what_is_ours_and_what_was_found() -> None:
    sources = {value.key: value.status.value for value in GAME.values}

    assert sources["wolves"] == sources["rounds"] == "printed"
    assert sources["sheep"] == "ours"
    assert sources["used_return"] == "found"
