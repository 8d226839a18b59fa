"""Wolle at the table: the roll, then a line for each thread: r3 u2, and Enter to pass.

Before the game begins, the codes on the players' sheets tell the board and the cups.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from printkit.core.errors import UsageError
from printkit.games.wolle import board as boards
from printkit.games.wolle.carpet import carpet_lines
from printkit.games.wolle.cups import read_code
from printkit.games.wolle.dealer import board_key, board_of
from printkit.games.wolle.routes import STOP
from printkit.games.wolle.state import State, stops, ways
from printkit.games.wolle.tables import CUPS, FACES
from printkit.rules.speech import Form, Misheard, Opening, Said, Speech, Step, Turn, View, split

if TYPE_CHECKING:
    from printkit.games.wolle.board import Board
    from printkit.games.wolle.routes import Route
    from printkit.rules.game import Event

_LEG: Final = re.compile(r"([udlr])([0-9]*)")
_NEXT: Final = "/"


def turn(state: State, _full: bool) -> Turn:
    """What is asked now."""
    if not state.die:
        faces = tuple(Form(str(face), "shown by the die") for face in range(1, FACES + 1))
        timer = f", timer {' '.join(map(str, state.timer))}" if state.timer else ""
        asks = f"roll of turn {state.turns + 1}{timer}"
        step = Step(asks, _hear_die, choices=lambda: faces)
        return Turn((step,), lambda parts: ({"do": "roll", "die": parts[0]},))
    asked = [seat for seat in range(len(state.threads)) if _routes(state, seat)]
    steps = tuple(_thread(state, seat) for seat in asked)
    stuck = [
        f"{name} has no way to draw {state.die}, and passes"
        for seat, (name, thread) in enumerate(_threads(state))
        if seat not in asked and not thread.stopped
    ]
    return Turn(steps, partial(_draw, state, asked), tuple(stuck))


def _routes(state: State, seat: int) -> tuple[Route, ...]:
    return (*ways(state, seat), *stops(state, seat))


def _hear_die(text: str) -> int:
    if not text.isdecimal():
        raise Misheard(f"'{text}' is no number of a die")
    return int(text[:9])


def _thread(state: State, seat: int) -> Step:
    at = state.board.dot_name(state.threads[seat].at)
    return Step(
        f"thread from {at}, {state.die} to draw",
        _hear_path,
        (seat,),
        _FORMS,
        partial(_paths, state, seat),
        usual="pass",
        trial=lambda path: _draw(state, [seat], (path,))[0],
    )


_FORMS: Final = (
    Form("r3 u2", "three to the right, two up; l and d are left and down"),
    Form("rrruu", "the same"),
    Form("r2!", "two to the right, and the thread ends on the cat's paw"),
)


def _paths(state: State, seat: int) -> Iterator[Form]:
    for route in _routes(state, seat):
        where = state.board.dot_name(route.end)
        yield Form(_say_path(route.text), f"to {where}" + (", and ends there" * route.stop))


def _hear_path(text: str) -> str | None:
    if not text:
        return None
    letters = "".join(text.lower().split())
    stop = letters.endswith(STOP)
    legs = letters.removesuffix(STOP)
    found = [*_LEG.finditer(legs)]
    if not found or "".join(leg.group() for leg in found) != legs:
        raise Misheard(f"'{text}' is no thread; r3 u2 goes three to the right and two up")
    path = "".join(leg.group(1).upper() * int(leg.group(2)[:2] or 1) for leg in found)
    return path + STOP if stop else path


def _draw(state: State, asked: Sequence[int], parts: tuple[str | None, ...]) -> tuple[Event, ...]:
    players = state.header.players
    paths = {name: None for name, thread in _threads(state) if not thread.stopped}
    drawn = {players[seat]: path for seat, path in zip(asked, parts, strict=True)}
    return ({"do": "draw", "paths": paths | drawn},)


def _threads(state: State) -> Iterator[tuple[str, Any]]:
    return zip(state.header.players, state.threads, strict=True)


def say(state: State, events: Sequence[Event], _full: bool) -> Said:
    """The lines that tell what comes next."""
    event = events[0]
    if event["do"] == "roll":
        return Said((str(event["die"]),), 1)
    players = state.header.players
    asked = [players[seat] for seat in range(len(players)) if _routes(state, seat)]
    return Said(tuple(_say_path(event["paths"].get(name)) for name in asked), 1)


def _say_path(path: str | None) -> str:
    if not path:
        return ""
    legs = [(letter.lower(), len([*run])) for letter, run in groupby(path.removesuffix(STOP))]
    spelled = " ".join(letter + (str(run) if run > 1 else "") for letter, run in legs)
    return spelled + STOP if path.endswith(STOP) else spelled


def opening(players: tuple[str, ...], variant: str, given: Mapping[str, str]) -> Opening:
    """The board and the cups: given, or told by the codes on the sheets."""
    bare = variant == "no-cups"
    if bare or "cups" in given:
        return Opening((), lambda _parts: _extras(players, given, given.get("cups", ""), bare=bare))
    step = Step("codes of the sheets", str, tuple(range(len(players))), _CODES)
    return Opening((step,), lambda parts: _extras(players, given, parts[0], bare=False))


_CODES: Final = (
    Form("A-5BF65 A-7K3QX …", "the codes printed on the sheets, in this order"),
    Form(f"C4 D2 … {_NEXT} …", f"or the {CUPS} dots with cups, sheet after sheet"),
)


def _extras(
    players: tuple[str, ...], given: Mapping[str, str], cups: str, *, bare: bool
) -> Mapping[str, Any]:
    chosen = given.get("board", "")
    if bare:
        return board_key(chosen or boards.SHIPPED[0])
    sheets = _sheets(cups, board_of(chosen) if chosen else None)
    if len(sheets) != len(players):
        names = ", ".join(players)
        raise Misheard(f"that is {len(sheets)} sheets, and {len(players)} play: {names}")
    sides = {board.id for board, _ in sheets}
    if len(sides) > 1:
        raise Misheard("these sheets are of different sides; everyone plays on the same")
    side = sheets[0][0].id
    if chosen in boards.SHIPPED and side != chosen:
        raise Misheard(f"these codes are of side {side.upper()}, not of side {chosen.upper()}")
    key = board_key(chosen or side)
    return {**key, "cups": {name: dots for name, (_, dots) in zip(players, sheets, strict=True)}}


def _sheets(text: str, own: Board | None) -> list[tuple[Board, list[str]]]:
    """The board and the cups of each sheet: by codes, or dot by dot."""
    if _NEXT in text:
        board = own or boards.shipped(boards.SHIPPED[0])
        return [(board, [dot.upper() for dot in split(sheet)]) for sheet in text.split(_NEXT)]
    return [_sheet(code, own) for code in split(text)]


def _sheet(code: str, own: Board | None) -> tuple[Board, list[str]]:
    try:
        board, choice = read_code(code, own if own and own.id not in boards.SHIPPED else None)
    except UsageError as error:
        raise Misheard(f"{error.message}; {error.hint}" if error.hint else error.message) from None
    names = list(board.shadows)
    return board, [names[number] for number in choice]


SPEECH: Final = Speech(
    turn,
    say,
    frozenset(f"wolle.{rule}" for rule in ("timer-start", "timer-check", "end-timer", "end-idle")),
    {"board": View("the carpet with the thread; board b: Ben's", carpet_lines)},
    opening,
)
