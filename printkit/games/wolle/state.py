"""Where a game of Wolle stands: an immutable state and what can be read off it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.games.wolle.routes import NO_HEADING, find_routes
from printkit.games.wolle.tables import BEND
from printkit.rules.game import Due, Outcome, due_from_all
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.games.wolle.board import Board
    from printkit.games.wolle.routes import Route, Routes, RouteTable
    from printkit.games.wolle.tables import Points
    from printkit.rules.game import Header

_ROLL = Due(("roll",))
_OVER = Due(())


class Thread(NamedTuple):
    """One player's thread."""

    at: int  # the dot where it ends
    heading: int  # its last direction, or none
    used: int  # the bits of its segments
    seen: int  # the bits of its dots
    stopped: bool  # it was ended on the paw


class State(NamedTuple):
    """One position."""

    header: Header  # line 1
    board: Board  # the carpet
    points: Points  # what is scored
    routes: Routes  # the ways over it, by the ruling about bends
    crossing: bool  # a thread may cross itself
    cups: tuple[int, ...]  # by seat, as bits of dots
    threads: tuple[Thread, ...]  # by seat
    turns: int  # those that are over
    die: int  # what was rolled; 0 when a roll is due
    timer: tuple[int, ...] | None  # numbers still open; None until it starts
    reason: str  # the rule that ended the game, or nothing


def new_thread(board: Board) -> Thread:
    """A thread before its first segment."""
    return Thread(board.start, NO_HEADING, 0, 1 << board.start, stopped=False)


def new_state(header: Header, board: Board, cups: tuple[int, ...], points: Points) -> State:
    """The state before the first roll."""
    return State(
        header=header,
        board=board,
        points=points.for_variant(header.variant),
        routes=find_routes(board, free=header.rulings[BEND] == "free"),
        crossing=header.variant != "no-crossing",
        cups=cups,
        threads=(new_thread(board),) * len(header.players),
        turns=0,
        die=0,
        timer=None,
        reason="",
    )


def ways(state: State, seat: int) -> tuple[Route, ...]:
    """All routes of full length that a seat can draw now."""
    return _open_to(state, state.threads[seat], state.routes.ways)


def stops(state: State, seat: int) -> tuple[Route, ...]:
    """All routes with which a seat can stop on the paw now."""
    return _open_to(state, state.threads[seat], state.routes.stops)


def _open_to(state: State, thread: Thread, table: RouteTable) -> tuple[Route, ...]:
    """The routes that meet no segment of the thread, nor a dot of it where that is forbidden."""
    if thread.stopped:
        return ()
    used, seen = thread.used, 0 if state.crossing else thread.seen
    found = table[thread.at, thread.heading, state.die]
    return tuple([route for route in found if not (route.segments & used or route.dots & seen)])


def extend(thread: Thread, route: Route | None) -> Thread:
    """The thread with a route added to it; the same without one."""
    if route is None:
        return thread
    _, _, segments, dots, end, _, heading, _, stop = route
    return Thread._make((end, heading, thread.used | segments, thread.seen | dots, stop))


def due(state: State) -> Due:
    """What may come now, and from whom."""
    if state.reason:
        return _OVER
    return due_from_all("draw", len(state.threads)) if state.die else _ROLL


def items(board: Board, thread: Thread) -> tuple[int, int, int]:
    """How many mice, socks and airplanes a thread has collected."""
    mice, socks, airplanes = board.items
    seen = thread.seen
    return ((seen & mice).bit_count(), (seen & socks).bit_count(), (seen & airplanes).bit_count())


def has_set(board: Board, threads: tuple[Thread, ...]) -> bool:
    """Whether a thread has collected one of each kind."""
    mice, socks, airplanes = board.items
    for thread in threads:
        seen = thread.seen
        if seen & mice and seen & socks and seen & airplanes:
            return True
    return False


def knocked(state: State) -> tuple[int, ...]:
    """How many cups each seat has knocked over."""
    pairs = zip(state.threads, state.cups, strict=True)
    return tuple([(thread.seen & cups).bit_count() for thread, cups in pairs])


def scores(state: State) -> tuple[int, ...]:
    """Points by seat, as if the game ended now."""
    (mice, socks, airplanes), totals = state.board.items, state.board.totals
    (item, paw, cup), cups = state.points, state.cups
    scored = []
    for seat, (_, _, _, seen, stopped) in enumerate(state.threads):
        first, second = (seen & mice).bit_count(), (seen & socks).bit_count()
        third = (seen & airplanes).bit_count()
        points = item * (first + second + third) + totals[min(first, second, third)]
        scored.append(points + paw * stopped + cup * (seen & cups[seat]).bit_count())
    return tuple(scored)


def outcome(state: State) -> Outcome | None:
    """How the game ended: points first, then items."""
    if not state.reason:
        return None
    held = [sum(items(state.board, thread)) for thread in state.threads]
    ranks = list(zip(scores(state), held, strict=True))
    best = max(ranks)
    return Outcome(state.reason, tuple(seat for seat, rank in enumerate(ranks) if rank == best))


def summary(state: State) -> str:
    """The state in one line."""
    stage = f"turn {state.turns + 1}"
    if state.reason:
        stage = f"over after {state.turns} turns"
    elif state.die:
        stage += f", a {state.die} rolled"
    timer = "the timer has not started"
    if state.timer is not None:
        timer = f"timer {', '.join(map(str, state.timer)) or 'run out'}"
    pairs = zip(state.header.players, state.threads, strict=True)
    where = ", ".join(f"{name} at {_place(state, thread)}" for name, thread in pairs)
    return f"{stage}; {timer}; {where}"


def _place(state: State, thread: Thread) -> str:
    name = state.board.dot_name(thread.at)
    return f"{name} (ended on the paw)" if thread.stopped else name
