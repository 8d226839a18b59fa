"""Wolle's two events, the roll and the draw: how each is read, what it can break and changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from printkit.games.wolle.paths import path_faults
from printkit.games.wolle.routes import STOP
from printkit.games.wolle.state import State, Thread, extend, has_set, routes
from printkit.games.wolle.tables import FACES
from printkit.rules.game import Event, EventKind, Fault, Refusal
from printkit.rules.quoting import show
from printkit.rules.reading import ARGS, MISSING, read_some, read_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printkit.games.wolle.routes import Route, Routes

Paths = tuple[str | None, ...]
_LETTERS: Final = "UDLR"


def _read_roll(_state: State, event: Event, _seat: int) -> int:
    return read_whole(event["die"], "die")


def _roll_faults(_state: State, die: int) -> Iterator[Fault]:
    if not 1 <= die <= FACES:
        yield Fault("core.chance", f"a die shows 1 to {FACES}, not {show(die)}")


def roll(state: State, die: int) -> State:
    """The state after a roll; the timer is checked at once."""
    timer = state.timer
    if timer and die >= timer[0]:
        timer = timer[1:]
    return state._replace(die=die, timer=timer)


def _read_draw(state: State, event: Event, _seat: int) -> Paths:
    texts = read_some(state.header, event, "paths")
    return tuple([_read_path(state, seat, text) for seat, text in enumerate(texts)])


def _read_path(state: State, seat: int, text: Any) -> str | None:
    if text is None:
        return None
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


def _draw_faults(state: State, paths: Paths) -> Iterator[Fault]:
    table = routes(state)
    for seat, text in enumerate(paths):
        if text is not None and not _is_plainly_legal(state, table, state.threads[seat], text):
            yield from path_faults(state, seat, text)


def _is_plainly_legal(state: State, table: Routes, thread: Thread, text: str) -> bool:
    """Whether a path is a route that is open; whatever is not is looked at closely."""
    route = table.by_text[thread.at].get(text)
    if route is None or thread.stopped or route.segments & thread.used:
        return False
    if route.dots & thread.seen and not state.crossing:
        return False
    if route.bent and not table.allows(route, thread.heading):
        return False
    return route.length == state.die or (route.stop and route.length < state.die)


def _apply_draw(state: State, paths: Paths) -> State:
    table = routes(state).by_text
    pairs = zip(state.threads, paths, strict=True)
    return draw(state, [table[thread.at][text] if text else None for thread, text in pairs])


def draw(state: State, found: Sequence[Route | None]) -> State:
    """The state after a turn: threads grow, the timer may start, the game may end."""
    threads = tuple(map(extend, state.threads, found))
    timer, reason = state.timer, ""
    if timer is None:
        board = state.board
        if any(has_set(board, thread) for thread in threads):
            timer = board.timer
    elif not timer:
        reason = "wolle.end-timer"
    if threads == state.threads and not reason:
        reason = "wolle.end-idle"
    return state._replace(threads=threads, turns=state.turns + 1, die=0, timer=timer, reason=reason)


EVENTS: tuple[EventKind[State, Any], ...] = (
    EventKind("roll", "chance", _read_roll, _roll_faults, roll, needs=("die",)),
    EventKind("draw", "all", _read_draw, _draw_faults, _apply_draw, needs=("paths",)),
)
