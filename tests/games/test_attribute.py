"""Attribute: its tables, its closed forms, its scoring, and which fault is which."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from math import comb, factorial
from random import Random
from typing import Any

import pytest

from printkit.core.errors import PrintkitError
from printkit.games import find
from printkit.games.attribute import GAME
from printkit.games.attribute.numbers import Tables
from printkit.games.attribute.state import PASSED, WAITING, State
from printkit.rules.judge import apply, check, legal
from printkit.rules.record import parse_header
from printkit.rules.replay import replay
from printkit.rules.simulate import NAMES, Seating, play

HANDS = {
    "Ann": ["calm", "icy", "loud", "tiny"],
    "Ben": ["bold", "flat", "kind", "rusty"],
    "Cleo": ["bitter", "furry", "late", "proud"],
}
DEAL = {"do": "deal", "hands": HANDS}
SHEEP = {"do": "sheep", "colours": {"Ann": "green", "Ben": "red", "Cleo": "green"}}
TOPIC = {"do": "topic", "by": "Ann", "topic": "teapot"}
PLAY = {"do": "play", "cards": {"Ann": "calm", "Ben": "flat", "Cleo": "proud"}}
GRAB = {"do": "grab", "by": "Ben", "from": "Ann"}
PASS_ANN, PASS_CLEO = {"do": "pass", "by": "Ann"}, {"do": "pass", "by": "Cleo"}
DRAW = {"do": "draw", "cards": {"Ann": "cosy", "Ben": "dizzy", "Cleo": "eager"}}
ROUND = (SHEEP, TOPIC, PLAY, GRAB, PASS_ANN, PASS_CLEO)


def _after(*events: dict[str, Any], **header: Any) -> State:
    row = {"printkit": 1, "game": "attribute", "players": ["Ann", "Ben", "Cleo"], **header}
    state = GAME.begin(parse_header(row, find)[1])
    for event in events:
        state = apply(GAME, state, event)
    return state


def _rules(state: State, event: dict[str, Any]) -> list[str]:
    return [fault.rule for fault in check(GAME, state, event)]


@pytest.mark.parametrize(
    ("count", "topics", "rounds", "reshuffles"),
    [(3, 6, 18, 0), (4, 4, 16, 1), (5, 3, 15, 1), (6, 3, 18, 1), (7, 2, 14, 1), (8, 2, 16, 2)],
)
def test_facts_follow_the_table_of_player_counts(
    count: int, topics: int, rounds: int, reshuffles: int
) -> None:
    facts = GAME.sheet_facts(count, "base")

    assert (topics, rounds, reshuffles) == (
        facts["topics_each"],
        facts["round_count"],
        facts["reshuffles"],
    )
    assert sum(row["reshuffle"] for row in facts["rounds"]) == reshuffles


@pytest.mark.parametrize("count", range(3, 9))
def test_everyone_names_the_number_of_topics_in_the_table(count: int) -> None:
    facts = GAME.sheet_facts(count, "base")
    by_seat = [
        [row["topic"] for row in facts["rounds"] if row["announcer"] == seat]
        for seat in range(1, count + 1)
    ]

    assert by_seat == [[*range(1, facts["topics_each"] + 1)]] * count


@pytest.mark.parametrize("count", range(3, 9))
def test_stacks_and_deal_add_up_to_all_cards(count: int) -> None:
    facts = GAME.sheet_facts(count, "bsw")

    assert facts["deal"]["attributes"] + facts["stack"]["attributes"] == 164
    assert facts["deal"]["sheep"] + facts["stack"]["sheep"] == 60
    assert facts["deal_total"] == 5 * count
    assert facts["attributes_used"] <= 164


@pytest.mark.parametrize("variant", ["base", "bsw"])
def test_facts_are_plain_values(variant: str) -> None:
    facts = GAME.sheet_facts(8, variant)

    assert json.loads(json.dumps(facts)) == facts


def test_facts_refuse_a_player_count_the_game_does_not_have() -> None:
    with pytest.raises(PrintkitError, match="3 to 8 players, not 9"):
        GAME.sheet_facts(9, "base")


@pytest.mark.parametrize(
    ("count", "rounds"), [(3, []), (4, [14]), (5, [11]), (6, [9]), (7, [8]), (8, [7, 14])]
)
def test_the_sheep_run_out_in_the_expected_rounds(count: int, rounds: list[int]) -> None:
    facts = GAME.sheet_facts(count, "base")

    assert rounds == facts["reshuffle_rounds"]
    assert rounds == [row["number"] for row in facts["rounds"] if row["reshuffle"]]


def test_facts_state_the_scoring_of_the_variant() -> None:
    base, bsw = GAME.sheet_facts(3, "base"), GAME.sheet_facts(3, "bsw")

    assert base["scoring"]["own_grabbed"] == {"green": 0, "red": 0}
    assert bsw["scoring"]["own_grabbed"] == {"green": 1, "red": -1}
    assert (base["floor"], bsw["floor"]) == (True, False)


@pytest.mark.parametrize("count", range(3, 9))
def test_a_simulated_stack_of_sheep_is_reshuffled_when_the_facts_say(count: int) -> None:
    """After a reshuffle the new stack holds all sheep but those in hands."""
    table = GAME.dealer(Seating(GAME, NAMES[:count], "base"), Random(7))
    seen, total = [], []
    for number in range(1, GAME.sheet_facts(count, "base")["round_count"] + 1):
        before = len(table._sheep)  # type: ignore[attr-defined]
        table._deal_sheep(NAMES[:count])  # type: ignore[attr-defined]
        after = len(table._sheep)  # type: ignore[attr-defined]
        if after > before - count:
            seen.append(number)
        held, gone = table._held, table._discard  # type: ignore[attr-defined]
        total.append(after + len(held) + len(gone))

    assert seen == [number + 1 for number in GAME.sheet_facts(count, "base")["reshuffle_rounds"]]
    assert set(total) == {60}


def test_a_replaced_table_changes_the_numbers_everywhere() -> None:
    short = replace(GAME, tables=replace(Tables(), topics={2: 1, 3: 1}, hand=2))
    played = play(Seating(short, ("Ann", "Ben"), "base"), Random(1))

    assert short.players == (2, 3)
    assert short.sheet_facts(2, "base")["round_count"] == 2 == played.rounds
    assert [len(hand) for hand in played.events[0]["hands"].values()] == [2, 2]


def _injections(count: int) -> int:
    return sum(comb(count, size) ** 2 * factorial(size) for size in range(count + 1))


def _grab_maps(count: int) -> int:
    """Partial injections without a fixed point, by inclusion and exclusion."""
    return sum((-1) ** k * comb(count, k) * _injections(count - k) for k in range(count + 1))


@pytest.mark.parametrize(
    ("count", "maps"), [(3, 18), (4, 108), (5, 780), (6, 6600), (7, 63840), (8, 693840)]
)
def test_the_number_of_grab_outcomes_has_a_closed_form(count: int, maps: int) -> None:
    assert _grab_maps(count) == maps


@pytest.mark.parametrize(("count", "maps"), [(3, 18), (4, 108), (5, 780)])
def test_the_engine_reaches_the_same_number_of_grab_outcomes(count: int, maps: int) -> None:
    names = NAMES[:count]
    row = {"printkit": 1, "game": "attribute", "players": list(names)}
    state = GAME.begin(parse_header(row, find)[1])
    for event in (
        {"do": "sheep", "colours": dict.fromkeys(names, "green")},
        {"do": "topic", "by": names[0], "topic": "teapot"},
        {"do": "play", "cards": {name: f"card {name}" for name in names}},
    ):
        state = apply(GAME, state, event)

    assert len(_final_acts(state)) == maps


def _final_acts(state: State) -> set[tuple[int, ...]]:
    final, met, todo = set(), {state.acts}, [state]
    while todo:
        here = todo.pop()
        for event in legal(GAME, here):
            there = apply(GAME, here, event)
            if there.scored:
                final.add(there.acts)
            elif there.acts not in met:
                met.add(there.acts)
                todo.append(there)
    return final


@pytest.mark.parametrize(
    ("header", "delta", "scores"),
    [
        ({}, (0, 0, -1, -1), (0, 0, 0, 0)),
        ({"variant": "bsw"}, (-1, 0, -2, 0), (-1, 0, -2, 0)),
        (
            {"variant": "bsw", "rulings": {"attribute.bsw-red": "literal"}},
            (0, 0, -1, 0),
            (0, 0, -1, 0),
        ),
    ],
    ids=["base", "bsw", "bsw-literal"],
)
def test_the_dunghill_example_scores_as_documented(
    header: dict[str, Any], delta: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    """Seats: Jeff, Stephen, Rick, Paul."""
    names = ["Jeff", "Stephen", "Rick", "Paul"]
    row = {"printkit": 1, "game": "attribute", "players": names, **header}
    state = GAME.begin(parse_header(row, find)[1])
    colours = dict(zip(names, ("red", "green", "red", "green"), strict=True))
    cards = dict(zip(names, ("intelligent", "remarkable", "curvy", "smelly"), strict=True))
    for event in (
        {"do": "sheep", "colours": colours},
        {"do": "topic", "by": "Jeff", "topic": "dunghill"},
        {"do": "play", "cards": cards},
        {"do": "grab", "by": "Stephen", "from": "Paul"},
        {"do": "grab", "by": "Paul", "from": "Rick"},
        {"do": "grab", "by": "Rick", "from": "Jeff"},
        {"do": "pass", "by": "Jeff"},
    ):
        state = apply(GAME, state, event)

    assert (state.delta, state.scores) == (delta, scores)


BEFORE_PLAY = (DEAL, SHEEP, TOPIC)
LAID = (*BEFORE_PLAY, PLAY)


@pytest.mark.parametrize(
    ("events", "event", "rules"),
    [
        ((), {**DEAL, "hands": {**HANDS, "Ann": HANDS["Ann"][:3]}}, ["attribute.deal"]),
        ((), {"do": "deal", "hands": {"Ann": HANDS["Ann"]}}, ["attribute.deal"] * 2),
        ((), {**DEAL, "hands": {**HANDS, "Ben": HANDS["Ann"]}}, ["core.chance"]),
        ((), {**DEAL, "hands": {**HANDS, "Dora": []}}, ["core.args"]),
        ((DEAL,), DEAL, ["core.phase"]),
        ((SHEEP,), DEAL, ["core.phase"]),
        ((DEAL,), {"do": "sheep", "colours": {"Ann": "red"}}, ["core.args"]),
        ((DEAL, SHEEP), {**TOPIC, "by": "Ben"}, ["core.turn"]),
        ((DEAL, SHEEP), {**TOPIC, "by": "Ben", "topic": ""}, ["core.turn"]),
        ((DEAL, SHEEP), {**TOPIC, "topic": " \t"}, ["attribute.announcer"]),
        ((DEAL, SHEEP), {**TOPIC, "topic": None}, ["core.args"]),
        (BEFORE_PLAY, GRAB, ["attribute.reveal"]),
        (BEFORE_PLAY, PASS_ANN, ["core.phase"]),
        (BEFORE_PLAY, {**GRAB, "by": "Dora"}, ["core.args"]),
        (BEFORE_PLAY, {"do": "play", "cards": {"Ann": "calm"}}, ["attribute.play-one"] * 2),
        (
            BEFORE_PLAY,
            {"do": "play", "cards": {"Ann": "bold", "Cleo": "late"}},
            ["attribute.play-one", "core.card-held"],
        ),
        (BEFORE_PLAY, {**PLAY, "by": "Ann"}, ["core.args"]),
        (LAID, {**GRAB, "from": "Ben"}, ["attribute.grab-own"]),
        ((*LAID, GRAB), {**GRAB, "from": "Ben"}, ["attribute.grab-limit"]),
        ((*LAID, GRAB), {**GRAB, "from": "Dora"}, ["attribute.grab-limit"]),
        ((*LAID, GRAB), {**GRAB, "by": "Cleo"}, ["attribute.grab-taken"]),
        (
            (*LAID, {"do": "grab", "by": "Cleo", "from": "Ben"}),
            {"do": "grab", "by": "Ben", "from": "Ben"},
            ["attribute.grab-own", "attribute.grab-taken"],
        ),
        ((*LAID, PASS_ANN), PASS_ANN, ["attribute.grab-limit"]),
        ((DEAL, *ROUND), SHEEP, ["core.phase"]),
        ((DEAL, *ROUND), GRAB, ["attribute.reveal"]),
        ((DEAL, *ROUND), {"do": "draw", "cards": {"Ann": "cosy"}}, ["attribute.refill"] * 2),
        ((DEAL, *ROUND), {**DRAW, "cards": {**DRAW["cards"], "Ann": "calm"}}, ["core.chance"]),  # type: ignore[dict-item]
        ((DEAL, *ROUND), {**DRAW, "cards": {**DRAW["cards"], "Ann": ["a"]}}, ["core.args"]),  # type: ignore[dict-item]
        (ROUND, DRAW, ["core.phase"]),
    ],
)
def test_faults_have_the_documented_rule_ids(
    events: tuple[dict[str, Any], ...], event: dict[str, Any], rules: list[str]
) -> None:
    assert _rules(_after(*events), event) == rules


def test_nobody_draws_after_the_last_round() -> None:
    played = play(Seating(GAME, NAMES[:3], "base"), Random(3))

    assert played.events[-1]["do"] in ("grab", "pass")
    assert _rules(played.state, DRAW) == ["core.over"]


def test_the_first_announcer_is_the_one_the_header_names() -> None:
    state = _after(SHEEP, first="Cleo")

    assert GAME.expectations["announcer"].value(state) == "Cleo"


def test_without_a_deal_three_rules_are_not_checked() -> None:
    rules = ("attribute.deal", "attribute.refill", "core.card-held")

    assert GAME.unchecked(_after(SHEEP), "") == rules
    assert GAME.unchecked(_after(DEAL, SHEEP), "") == ()
    assert GAME.unchecked(_after(), "") == GAME.unchecked(_after(), "deal") == ()
    assert GAME.unchecked(_after(), "topic") == rules


def test_the_first_offender_in_seat_order_is_named() -> None:
    rows = [
        {"printkit": 1, "game": "attribute", "players": ["Ann", "Ben", "Cleo"]},
        *BEFORE_PLAY,
        {"do": "play", "cards": {"Cleo": "bold", "Ben": "calm", "Ann": "icy"}},
    ]
    text = "\n".join(json.dumps(row) for row in rows)
    violation = replay(io.BytesIO(text.encode()), find).violation

    assert violation is not None
    assert (violation.line, violation.player, violation.rule) == (5, "Ben", "core.card-held")


def test_a_scored_round_explains_every_effect() -> None:
    before = _after(DEAL, *ROUND[:-1])
    effects = GAME.effects(before, apply(GAME, before, PASS_CLEO))

    assert [f"{rule} {text}" for rule, text in effects] == [
        "attribute.grab-limit Cleo grabs nothing in this round",
        "attribute.score-left Ann's own green set was grabbed: 0",
        "attribute.score-grab Ben grabbed a green sheep: +1",
        "attribute.score-left Ben's own red set wasn't grabbed: +1",
        "attribute.score-left Cleo's own green set wasn't grabbed: -1",
        "attribute.floor Cleo stays at 0",
    ]


def test_the_state_knows_who_grabbed_passed_and_waits() -> None:
    assert _after(*LAID, GRAB, PASS_CLEO).acts == (WAITING, 0, PASSED)
