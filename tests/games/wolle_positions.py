"""Boards and positions of Wolle for the tests, and short ways to write its events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from printkit.games.wolle import GAME
from printkit.rules.judge import apply, check
from printkit.rules.record import parse_header

if TYPE_CHECKING:
    from printkit.games.wolle.state import State
    from printkit.rules.game import Event

# The board on which another program counted paths.
COUNTED: dict[str, Any] = {
    "map": """\
. S o m . s .
a . # o o . s
. . m o o s #
s . a . m . .
. # . . s . .
a o . . . . s
o . . # a o a
. . . o o o m
. . m a m P o
""",
    "timer": [2, 3, 4, 5],
    "sets": [2, 3, 4, 5, 6, 7],
}

MAT: dict[str, Any] = {
    "map": """\
S m m m m m s
a s s s s s o
o a o o o o o
. P . . # . .
""",
    "timer": [2, 3],
    "sets": [2, 3, 4, 5, 6, 7],
}
MAT_CUPS = ["G2", "A3", "C3", "D3", "E3", "F3"]


def header(**extras: Any) -> dict[str, Any]:
    """Line 1 of a game without cups on the mat, or whatever else is asked for."""
    row = {
        "printkit": 1,
        "game": "wolle",
        "players": ["Ann", "Ben"],
        "variant": "no-cups",
        "board": MAT,
    }
    return {**row, **extras}


def begin(**extras: Any) -> State:
    """The state before the first roll."""
    _, checked = parse_header(header(**extras), lambda _name: GAME)
    return GAME.begin(checked)


def with_ruling(choice: str) -> dict[str, Any]:
    """The header's key for the ruling about bends."""
    return {"rulings": {"wolle.bend-at-start": choice}}


def roll(die: Any) -> Event:
    return {"do": "roll", "die": die}


def draw(ann: Any, ben: Any = None) -> Event:
    return {"do": "draw", "paths": {"Ann": ann, "Ben": ben}}


def play(
    state: State, *turns: tuple[int, str | None] | tuple[int, str | None, str | None]
) -> State:
    """The state after turns: a die, what Ann draws, and what Ben draws."""
    for die, *paths in turns:
        state = apply(GAME, apply(GAME, state, roll(die)), draw(*paths))
    return state


def rolled(state: State, die: int) -> State:
    return apply(GAME, state, roll(die))


def broken_rules(state: State, event: Event) -> list[str]:
    """The rules that an event breaks."""
    return [fault.rule for fault in check(GAME, state, event)]


def expectation(state: State, key: str) -> Any:
    """The value that a checkpoint would be compared with."""
    return GAME.expectations[key].value(state)
