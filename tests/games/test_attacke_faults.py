"""Attacke: which rule is reported if several are broken."""

from __future__ import annotations

from typing import Any

import pytest

from printkit.games.attacke import GAME
from printkit.rules.judge import apply, check
from printkit.rules.record import parse_header

HANDS = {
    "Ann": ["red 7", "blue 3", "shield 7", "shield 10"],
    "Ben": ["red 4", "red 5", "shield 10", "green 2", "yellow 2"],
    "Cleo": ["red 3", "shield 7", "blue 4", "purple 3", "yellow 4"],
}
RecordRow = dict[str, Any]
DEAL: RecordRow = {"do": "deal", "hands": HANDS}
OPENED: RecordRow = {"do": "play", "by": "Ann", "cards": ["red 7"], "draw": "green 3"}


def _first(events: list[RecordRow], event: RecordRow, variant: str) -> str:
    row = {"printkit": 1, "game": "attacke", "players": ["Ann", "Ben", "Cleo"], "variant": variant}
    _, header = parse_header(row, lambda _name: GAME)
    state = GAME.begin(header)
    for each in events:
        state = apply(GAME, state, each)
    faults = check(GAME, state, event)
    return faults[0].rule if faults else "legal"


def _ann(*cards: str, **more: Any) -> RecordRow:
    return {"do": "play", "by": "Ann", "cards": [*cards], "draw": "green 3", **more}


def _ben(*cards: str, **more: Any) -> RecordRow:
    return {"do": "play", "by": "Ben", "cards": [*cards], "draw": "green 4", **more}


def _without(event: RecordRow, key: str) -> RecordRow:
    return {name: value for name, value in event.items() if name != key}


OPENINGS = [
    (_ann("red 7", "blue 3"), "attacke.open"),
    (_ann("red 7", "blue 3", colour="green"), "attacke.open"),
    (_ann("red 7", "blue 3", total=1), "attacke.open"),
    (_ann(), "attacke.open"),
    (_ann(colour="red"), "attacke.open"),
    (_ann(total=5), "attacke.open"),
    (_ann("shield 7"), "attacke.open-shield"),
    (_ann("shield 7", total=3), "attacke.open-shield"),
    (_ann("shield 7", colour="red"), "legal"),
    (_ann("red 7", colour="blue"), "attacke.colour"),
    (_ann("red 7", "shield 7", colour="blue", total=1), "attacke.colour"),
    (_ann("red 7", colour="red"), "legal"),
    (_ann("red 7", colour=None), "core.args"),
    (_ann("red 7", colour="Red"), "core.args"),
    (_ann("red 7", colour=["red"]), "core.args"),
    (_ann("red 2", "blue 3"), "core.card-held"),
    (_ann("red 7", "blue 3", draw="shield 10"), "core.chance"),
    (_ann("red 2", draw="shield 10"), "core.chance"),
    (_ann("red 7", "shield 10", "shield 10"), "core.card-held"),
    (_ann("red 7", total=8, draw=["green 3", "green 4"]), "attacke.total"),
    (_without(_ann("red 7", total=8), "draw"), "attacke.total"),
    (_without(_ann("red 7"), "draw"), "attacke.draw"),
    (_ann("red 7", draw=[]), "core.args"),
    (_ann("red 7", draw=["green 3"]), "core.args"),
    (_ann("red 7", draw=["green 3", 4]), "core.args"),
    (_ann("red 7", draw="green 6"), "core.args"),
    (_ann("red 7", draw=None), "legal"),
    (_ann("red 7", total=7.0), "core.args"),
    (_ann("red 7", total=True), "core.args"),
    (_ann("red 7", blind=[]), "legal"),
    (_ann("red 7", blind=["blue 3"]), "attacke.blind-once"),
    (_ann("red 7", blind=["blue 3"], total=99), "attacke.blind-once"),
    (_ann("red 7", blind=["blue 2"]), "core.card-held"),
    (_ann("red 7", blind=1), "core.args"),
    (_ann("red 7", blind=0), "core.args"),
    (_ann("red 7", blind="blue 3"), "core.args"),
    (_ann("red 7", returns="red"), "core.args"),
    (_without(_ann("red 7"), "cards"), "core.args"),
    ({"do": "pass", "by": "Ann"}, "attacke.pass"),
    ({"do": "pass", "by": "Ann", "odd": 1}, "attacke.pass"),
    ({"do": "pass", "by": "Ben", "draw": None}, "core.turn"),
    (_ben("red 4"), "core.turn"),
    (DEAL, "core.phase"),
    ({"do": "play", "cards": ["red 7"]}, "core.args"),
    ({"do": "play", "by": "Dora", "cards": ["red 7"]}, "core.args"),
]


@pytest.mark.parametrize(("event", "rule"), OPENINGS)
def test_an_opening_is_refused_for_the_most_specific_rule(event: RecordRow, rule: str) -> None:
    assert rule == _first([DEAL], event, "base")


ANSWERS = [
    (_ben("red 4"), "attacke.beat"),
    (_ben("red 4", total=9), "attacke.beat"),
    (_without(_ben("red 4"), "draw"), "attacke.beat"),
    (_ben(), "attacke.beat"),
    (_ben("red 4", "green 2"), "attacke.colour"),
    (_ben("green 2"), "attacke.colour"),
    (_ben("red 7"), "core.card-held"),
    (_ben("red 4", "red 5", colour="red"), "core.args"),
    (_ben("shield 10", colour="blue"), "core.args"),
    (_ben("shield 10"), "legal"),
    (_ben("red 4", blind=["green 2"]), "attacke.blind-once"),
    (_ben("red 4", "red 5", total=10), "attacke.total"),
    ({"do": "pass", "by": "Ben"}, "attacke.draw"),
    ({"do": "pass", "by": "Ben", "returns": "red"}, "attacke.draw"),
    ({"do": "pass", "by": "Ben", "draw": ["green 4", "green 5"]}, "attacke.draw"),
    ({"do": "pass", "by": "Ben", "draw": "shield 10"}, "core.chance"),
    ({"do": "pass", "by": "Ben", "draw": None, "returns": "red"}, "attacke.shield10-fine"),
    ({"do": "pass", "by": "Ben", "draw": None, "returns": "pink"}, "core.args"),
    ({"do": "pass", "by": "Ben", "draw": None, "returns": None}, "core.args"),
    ({"do": "pass", "by": "Ben", "draw": None}, "legal"),
    ({"do": "pass", "by": "Cleo", "draw": None}, "core.turn"),
]


@pytest.mark.parametrize(("event", "rule"), ANSWERS)
def test_a_play_is_refused_for_the_most_specific_rule(event: RecordRow, rule: str) -> None:
    assert rule == _first([DEAL, OPENED], event, "base")


BLIND = [
    (_ben(blind=["green 2", "yellow 2"]), "attacke.beat"),
    (_ben("red 4", blind=["shield 10", "green 2", "yellow 2"], total=7), "attacke.beat"),
    (_ben("red 5", blind=["shield 10", "green 2", "yellow 2"], total=8), "legal"),
    (_ben("red 5", blind=["shield 10", "green 2", "yellow 2"], total=17), "attacke.total"),
    (_ben("shield 10", blind=["shield 10"]), "core.card-held"),
    (_ben("red 4", blind=["red 5", "red 5"]), "core.card-held"),
    (_ben("red 4", blind=["red 5", "green 2", "yellow 2", "shield 10"]), "legal"),
]


@pytest.mark.parametrize(("event", "rule"), BLIND)
def test_face_down_cards_count_one_each(event: RecordRow, rule: str) -> None:
    assert rule == _first([DEAL, OPENED], event, "blind")


DEALS = [
    ({**HANDS, "Ann": HANDS["Ann"][1:]}, "attacke.deal"),
    ({**HANDS, "Ann": [*HANDS["Ann"], "red 2"]}, "attacke.deal"),
    ({**HANDS, "Ann": ["shield 10"] * 5}, "core.chance"),
    ({**HANDS, "Ann": ["red 6", "red 2", "red 3", "red 4"]}, "core.args"),
    ({**HANDS, "Ann": "red 7"}, "core.args"),
    ({**HANDS, "Dora": []}, "core.args"),
    ({"Ann": HANDS["Ann"], "Ben": HANDS["Ben"]}, "core.args"),
    ([HANDS], "core.args"),
]


@pytest.mark.parametrize(("hands", "rule"), DEALS)
def test_a_deal_is_refused_for_the_most_specific_rule(hands: Any, rule: str) -> None:
    assert rule == _first([], {"do": "deal", "hands": hands}, "base")
