"""Wolle's two events, the roll and the draw: how each is read, what it can break and changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from printkit.errors import show
from printkit.games.wolle.paths import path_faults
from printkit.games.wolle.routes import STOP, allows
from printkit.games.wolle.state import State, extend, has_set
from printkit.games.wolle.tables import FACES
from printkit.rules.game import Event, EventKind, Fault, Refusal
from printkit.rules.reading import ARGS, MISSING, read_some, read_whole

if TYPE_CHECKING:
    from printkit.games.wolle.routes import Route


Drawn: TypeAlias = "tuple[list[str | None], list[Route | None]]"
"""What everyone draws, by seat: letters as they are written, and the routes they stand for."""

_LETTERS: Final = "UDLR"


def _read_roll(_state: State, event: Event, _seat: int) -> int:
    return read_whole(event["die"], "die")


def _roll_faults(_state: State, die: int) -> tuple[Fault, ...]:
    if 1 <= die <= FACES:
        return ()
    return (Fault("core.chance", f"a die shows 1 to {FACES}, not {show(die)}"),)


def roll(state: State, die: int) -> State:
    """The state after a roll; the timer is checked at once."""
    header, board, points, routes, crossing, cups, threads, turns, _, timer, reason = state
    if timer and die >= timer[0]:
        timer = timer[1:]
    return State._make(
        (header, board, points, routes, crossing, cups, threads, turns, die, timer, reason)
    )


def _read_draw(state: State, event: Event, _seat: int) -> Drawn:
    paths = read_some(state.header, event, "paths")
    by_text = state.routes.by_text
    found: list[Route | None] = []
    for seat, thread in enumerate(state.threads):
        path = paths[seat]
        route = by_text[thread.at].get(path) if type(path) is str else None
        if route is None and path is not None:
            paths[seat] = _read_path(state, seat, path)
        found.append(route)
    return paths, found


def _read_path(state: State, seat: int, text: Any) -> str | None:
    """The letters of a path that is no route; whoever has stopped need not be named."""
    if text is MISSING:
        if state.threads[seat].stopped:
            return None
        name = state.header.players[seat]
        raise Refusal(ARGS, f"'paths' must name {name}, whose thread is open; null passes", seat)
    if not isinstance(text, str) or (text.strip(_LETTERS) and not _is_stop(text)):
        wanted = f"a path is made of U, D, L and R, with a final {STOP} to stop on the paw, or null"
        raise Refusal(ARGS, f"{wanted}; it cannot be {show(text)}", seat)
    return text


def _is_stop(text: str) -> bool:
    return text.endswith(STOP) and not text[:-1].strip(_LETTERS)


def _draw_faults(state: State, drawn: Drawn) -> list[Fault]:
    paths, found = drawn
    faults: list[Fault] = []
    for seat, path in enumerate(paths):
        if path is not None and not _is_plainly_legal(state, seat, found[seat]):
            faults += path_faults(state, seat, path)
    return faults


def _is_plainly_legal(state: State, seat: int, route: Route | None) -> bool:
    """Whether a path is a route that is open; whatever is not is looked at closely."""
    if route is None:
        return False
    _, heading, used, seen, stopped = state.threads[seat]
    _, length, segments, dots, _, _, _, bent, stop = route
    if stopped or segments & used or (dots & seen and not state.crossing):
        return False
    if bent and not allows(route, heading, free=state.routes.free):
        return False
    return length == state.die or (stop and length < state.die)


def _apply_draw(state: State, drawn: Drawn) -> State:
    return draw(state, drawn[1])


def draw(state: State, found: Sequence[Route | None]) -> State:
    """The state after a turn: threads grow, the timer may start, the game may end."""
    header, board, points, routes, crossing, cups, before, turns, _, timer, reason = state
    threads = tuple(map(extend, before, found))
    if timer is None:
        if has_set(board, threads):
            timer = board.timer
    elif not timer:
        reason = "wolle.end-timer"
    if threads == before and not reason:
        reason = "wolle.end-idle"
    return State._make(
        (header, board, points, routes, crossing, cups, threads, turns + 1, 0, timer, reason)
    )


EVENTS: tuple[EventKind[State, Any], ...] = (
    EventKind("roll", "chance", _read_roll, _roll_faults, roll, needs=("die",)),
    EventKind("draw", "all", _read_draw, _draw_faults, _apply_draw, needs=("paths",)),
)
