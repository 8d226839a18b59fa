"""Wolle's prompts: the roll, then a path for each thread.

Before the game begins, the codes on the players' sheets give the board and the cups, or new sheets
are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from shlex import join
from typing import TYPE_CHECKING, Any, Final

from printkit.core.errors import UsageError
from printkit.core.messages import say
from printkit.core.names import join_names
from printkit.games.wolle import board as boards
from printkit.games.wolle.carpet import carpet_lines
from printkit.games.wolle.cups import (
    OWN,
    draw_choices,
    find_costs,
    letter_of,
    read_code,
    spell_codes,
)
from printkit.games.wolle.dealer import board_key, board_of
from printkit.games.wolle.numbers import FACES, ITEMS
from printkit.games.wolle.routes import segment_ends
from printkit.games.wolle.state import State, items, stops, ways
from printkit.rules.prompts import (
    Ask,
    DrawPath,
    EnterNumber,
    EnterText,
    Misread,
    PromptOption,
    Prompts,
    View,
    ask_each,
)

if TYPE_CHECKING:
    from printkit.games.wolle.board import Board
    from printkit.games.wolle.routes import Route
    from printkit.rules.game import Event


def ask(state: State, _full: bool) -> Ask | tuple[Event, ...]:
    """Return the current prompt."""
    if not state.die:
        return _roll(state)
    players = state.header.players
    passing = {
        name: None
        for name, thread in zip(players, state.threads, strict=True)
        if not thread.stopped
    }

    def event(answers: Mapping[int, str]) -> Event:
        drawn = {players[seat]: path or None for seat, path in answers.items()}
        return {"do": "draw", "paths": {**passing, **drawn}}

    def recover(seat: int, coming: Sequence[Event]) -> str:
        return coming[0]["paths"].get(players[seat]) or ""

    return ask_each(
        [seat for seat in range(len(players)) if _routes(state, seat)],
        lambda seat, _: _path(state, seat),
        recover,
        lambda answers: (event(answers),),
        lambda seat, answer: event({seat: answer}),
    )


def _roll(state: State) -> Ask:
    turn, timer = state.turns + 1, [str(number) for number in state.timer or ()]
    asks = say("roll of turn {turn}", turn=turn)
    if timer:
        asks = say("roll of turn {turn}, timer: {timer}", turn=turn, timer=timer)
    return Ask(
        EnterNumber(asks, (), 1, FACES, "die"),
        lambda answer: ({"do": "roll", "die": answer},),
        lambda coming: coming[0]["die"],
    )


def _routes(state: State, seat: int) -> tuple[Route, ...]:
    return (*ways(state, seat), *stops(state, seat))


def _path(state: State, seat: int) -> DrawPath:
    at = state.threads[seat].at
    row, column = divmod(at, state.board.columns)
    name = state.board.dot_name(at)
    return DrawPath(
        say("thread from {dot}, {die} to draw", dot=name, die=state.die),
        (seat,),
        tuple(route.text for route in _routes(state, seat)),
        (column, row),
        picture(state, seat),
        usual=say("pass"),
    )


def picture(state: State, seat: int) -> dict[str, Any]:
    """Return a player's carpet, timer and collection bar as plain data; dots count from 0."""
    board, thread = state.board, state.threads[seat]
    crossed = 0 if state.timer is None else len(board.timer) - len(state.timer)
    return {
        "board": board.id,
        "columns": board.columns,
        "rows": len(board.rows),
        "marks": [boards.MARKS[mark] for mark in board.marks],
        "cups": [*boards.as_dots(state.cups[seat])],
        "seen": [*boards.as_dots(thread.seen)],
        "thread": [*segment_ends(thread.used, board.columns)],
        "die": state.die,
        "timer": [
            {"number": number, "crossed": at < crossed} for at, number in enumerate(board.timer)
        ],
        "timing": state.timer is not None,
        "sets": list(board.sets),
        "items": [
            {"icon": kind.id, "held": held}
            for kind, held in zip(ITEMS, items(board, thread), strict=True)
        ],
    }


def notes(state: State) -> Iterator[str]:
    """Yield messages about the players who can't draw the rolled number."""
    for seat, name in enumerate(state.header.players):
        if state.die and not state.threads[seat].stopped and not _routes(state, seat):
            message = "{name} cannot draw {die} {plural(die, 'segment', 'segments')} and passes"
            yield say(message, name=name, die=state.die)


def opening(
    players: tuple[str, ...], variant: str, given: Mapping[str, str]
) -> Ask | Mapping[str, Any]:
    """Return the board and the cups if they are given; otherwise ask for codes or new sheets."""
    chosen = given.get("board", "")
    own = board_of(chosen) if chosen else None
    if variant == "no-cups":
        return board_key(chosen or boards.SHIPPED[0])
    if "cups" in given:
        mark = "/" if "/" in given["cups"] else None
        return _extras(players, chosen, own, given["cups"].replace(",", " ").split(mark))

    def then(answer: list[str] | str) -> Mapping[str, Any]:
        if isinstance(answer, list):
            return _extras(players, chosen, own, answer)
        board = own or boards.shipped_board(answer)
        drawn = draw_choices(board, len(players), Random(), find_costs(board))
        return _header(players, chosen or answer, [(board, choice) for choice in drawn])

    new = {
        "a": say("new sheets, yellow carpet (side A)"),
        "b": say("new sheets, blue carpet (side B)"),
    }
    if own is not None:
        new = {"new": say("new sheets")}
    options = tuple(PromptOption(key, text, key) for key, text in new.items())
    asks = say("codes of the sheets")
    prompt = EnterText(asks, (), players, options, "A-5BF65, A-7K3QX")
    return Ask(prompt, then, lambda _coming: [])


def begun(state: State) -> Iterator[str]:
    """Yield the codes of the sheets, and the command that prints them."""
    dots, cups = list(state.board.shadows), state.header.extras.get("cups")
    if letter_of(state.board) == OWN or not cups:
        return
    players = state.header.players
    choices = [tuple(sorted(map(dots.index, cups[name]))) for name in players]
    codes = ",".join(spell_codes(state.board, choices))
    yield say("the sheets of this game: {codes}", codes=codes.replace(",", ", "))
    names = join(["--names", join_names(players)])
    command = f"printkit build wolle/sheet {names} --set code={codes}"
    yield say("print them with: {command}", command=command)


def _extras(
    players: tuple[str, ...], chosen: str, own: Board | None, codes: Sequence[str]
) -> Mapping[str, Any]:
    """Return the header's keys for these sheets; each is a code, or the names of dots with cups."""
    sheets = [_sheet(code, own) for code in codes]
    if len(sheets) != len(players):
        message = "enter one code per player: {number} needed, {count} given ({names})"
        names = list(players)
        raise Misread(say(message, count=len(sheets), number=len(players), names=names))
    sides = {board.id for board, _ in sheets}
    if len(sides) > 1:
        raise Misread(say("these sheets are of different sides; everyone plays on the same"))
    side = sheets[0][0].id
    if chosen in boards.SHIPPED and side != chosen:
        message = "these codes are of side {side}, not of side {other}"
        raise Misread(say(message, side=side.upper(), other=chosen.upper()))
    return _header(players, chosen or side, sheets)


def _header(
    players: tuple[str, ...], chosen: str, sheets: Sequence[tuple[Board, Any]]
) -> dict[str, Any]:
    cups = {}
    for name, (board, choice) in zip(players, sheets, strict=True):
        names = list(board.shadows)
        cups[name] = [each if isinstance(each, str) else names[each] for each in choice]
    return {**board_key(chosen), "cups": cups}


def _sheet(code: str, own: Board | None) -> tuple[Board, Sequence[int] | Sequence[str]]:
    board = own or boards.shipped_board(boards.SHIPPED[0])
    if (dots := code.upper().split()) and dots[0] in board.shadows:
        return board, dots
    try:
        return read_code(code, own if own and letter_of(own) == OWN else None)
    except UsageError as error:
        raise Misread(say("{message}; {hint}", message=error.message, hint=error.hint)) from None


PROMPTS: Final = Prompts(
    ask,
    frozenset(f"wolle.{rule}" for rule in ("timer-start", "timer-check", "end-timer", "end-idle")),
    {
        "board": View(
            say("the carpet with the thread; board 2: that of player 2"),
            carpet_lines,
            is_drawing=True,
        )
    },
    notes,
    opening,
    begun,
    sheet="wolle/sheet",
)
