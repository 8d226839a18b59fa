"""Wolle's two events, the roll and the draw: how each is read, what it can break and changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.games.wolle.paths import path_faults
from printkit.games.wolle.state import State, Thread, extend, has_set, routes
from printkit.games.wolle.tables import FACES
from printkit.rules.game import Event, Fault, Kind, Refusal
from printkit.rules.reading import ARGS, MISSING, read_some, read_whole, show

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printkit.games.wolle.routes import Routes

STOP: Final = "!"
_LETTERS: Final = "UDLR"


class Path(NamedTuple):
    """What a player draws: its letters, and whether it is to stop on the paw."""

    text: str
    stop: bool


Paths = tuple[Path | None, ...]


def _read_roll(_state: State, event: Event, _seat: int) -> int:
    return read_whole(event["die"], "die")


def _roll_faults(_state: State, die: int) -> Iterator[Fault]:
    if not 1 <= die <= FACES:
        yield Fault("core.chance", f"a die shows 1 to {FACES}, not {die}")


def roll(state: State, die: int) -> State:
    """The state after a roll; the timer is checked at once."""
    timer = state.timer
    if timer and die >= timer[0]:
        timer = timer[1:]
    return state._replace(die=die, timer=timer)


def _read_draw(state: State, event: Event, _seat: int) -> Paths:
    texts = read_some(state.header, event, "paths")
    return tuple([_read_path(state, seat, text) for seat, text in enumerate(texts)])


def _read_path(state: State, seat: int, text: Any) -> Path | None:
    if text is None:
        return None
    if text is MISSING:
        if state.threads[seat].stopped:
            return None
        name = state.header.players[seat]
        raise Refusal(ARGS, f"'paths' must name {name}, whose thread is open; null passes", seat)
    if not isinstance(text, str):
        raise Refusal(ARGS, f"a path is letters or null, not {show(text)}", seat)
    stop = text.endswith(STOP)
    letters = text[:-1] if stop else text
    if letters.strip(_LETTERS):
        raise Refusal(
            ARGS,
            f"a path is made of U, D, L and R, and {STOP} at its end to stop on "
            f"the paw, not {show(text)}",
            seat,
        )
    return Path(letters, stop)


def _draw_faults(state: State, paths: Paths) -> Iterator[Fault]:
    table = routes(state)
    for seat, path in enumerate(paths):
        if path is not None and not _is_plainly_legal(state, table, state.threads[seat], path):
            yield from path_faults(state, seat, path.text, stop=path.stop)


def _is_plainly_legal(state: State, table: Routes, thread: Thread, path: Path) -> bool:
    """Whether a path is fine at a glance; what is not is looked at closely."""
    route = table.by_text[thread.at].get(path.text)
    if route is None or thread.stopped or route.segments & thread.used:
        return False
    if not (state.crossing or not route.dots & thread.seen):
        return False
    if route.bent and not table.allows(route, thread.heading):
        return False
    if path.stop:
        return route.end == state.board.paw and len(path.text) <= state.die
    return len(path.text) == state.die


def _apply_draw(state: State, paths: Paths) -> State:
    table = routes(state).by_text
    threads = tuple(
        [
            thread if path is None else extend(thread, table[thread.at][path.text], stop=path.stop)
            for thread, path in zip(state.threads, paths, strict=True)
        ]
    )
    return end_turn(state, threads, idle=all(path is None for path in paths))


def end_turn(state: State, threads: tuple[Thread, ...], *, idle: bool) -> State:
    """The state after a turn: the timer may start, the game may end."""
    timer = state.timer
    reason = ""
    if timer is None:
        board = state.board
        if any(has_set(board, thread) for thread in threads):
            timer = board.timer
    elif not timer:
        reason = "wolle.end-timer"
    if idle and not reason:
        reason = "wolle.end-idle"
    return state._replace(threads=threads, turns=state.turns + 1, die=0, timer=timer, reason=reason)


KINDS: dict[str, Kind[State, Any]] = {
    kind.do: kind
    for kind in (
        Kind("roll", "chance", _read_roll, _roll_faults, roll, needs=("die",)),
        Kind("draw", "all", _read_draw, _draw_faults, _apply_draw, needs=("paths",)),
    )
}
