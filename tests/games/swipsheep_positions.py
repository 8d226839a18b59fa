"""Positions of Swip'Sheep for its tests, and short ways to write its events.

After DEAL and GIVE each of three players has a wolf on the table and two cards in hand: Ann a dog
and 1 sheep, Ben 1 and 2 sheep, Cleo 2 and 3 sheep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from printkit.games import find
from printkit.games.swipsheep import GAME
from printkit.rules.judge import apply, check
from printkit.rules.record import parse_header
from printkit.rules.simulate import NAMES

if TYPE_CHECKING:
    from printkit.games.swipsheep.state import State

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


def after(*events: dict[str, Any], **header: Any) -> State:
    """The state after some legal events, of three players unless the header says otherwise."""
    row = {"printkit": 1, "game": "swipsheep", "players": ["Ann", "Ben", "Cleo"], **header}
    state: State = GAME.begin(parse_header(row, find)[1])
    for event in events:
        state = apply(GAME, state, event)
    return state


def broken_rules(state: State, event: dict[str, Any]) -> list[str]:
    """The rules that an event breaks, in the order in which they are checked."""
    return [fault.rule for fault in check(GAME, state, event)]


def attack(by: str, on: str, stolen: object, **more: Any) -> dict[str, Any]:
    """One wolf against someone."""
    return {"do": "attack", "by": by, "on": on, "stolen": stolen, **more}


def deal(*hands: object) -> dict[str, Any]:
    """Hands for the first players."""
    return {"do": "deal", "hands": dict(zip(NAMES, hands, strict=False))}


def give(left: object, right: object) -> dict[str, Any]:
    """Everyone's gifts."""
    return {"do": "give", "left": left, "right": right}


def short_of_cards(first: int, sheep: int) -> State:
    """Four players before a third round with only this many sheep cards left."""
    round_1 = [["sheep1", "sheep2", "sheep3"]] * 4
    last = "dog" if sheep else "sheep1"
    round_2 = [*[["sheep1", "sheep2", "sheep3"]] * 3, [last, "dog", "dog"]]
    return after(
        deal(*round_1),
        give(dict.fromkeys(NAMES[:4], "sheep1"), dict.fromkeys(NAMES[:4], "sheep2")),
        deal(*round_2),
        give(
            {**dict.fromkeys(NAMES[:3], "sheep1"), "Dan": "dog"},
            {**dict.fromkeys(NAMES[:3], "sheep2"), "Dan": "dog"},
        ),
        players=[*NAMES[:4]],
        first=NAMES[first],
    )
