"""The state of a game of Wolle, immutable, and functions to query it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from printkit.core.messages import named, say
from printkit.games.wolle.numbers import BEND, ITEMS
from printkit.games.wolle.routes import NO_HEADING, find_routes
from printkit.rules.game import NOTHING_DUE, Due, Outcome

if TYPE_CHECKING:
    from printkit.games.wolle.board import Board
    from printkit.games.wolle.numbers import Points
    from printkit.games.wolle.routes import Route, Routes, RouteTable
    from printkit.rules.game import Header


def name_value(_key: str, value: str) -> str:
    """Return the name of a value in a record: a kind of item; dots and paths stay."""
    return _ITEMS.get(value, value)


_ITEMS: Final = {kind.id: named(kind.id, kind.title) for kind in ITEMS}


class Thread(NamedTuple):
    """One player's thread."""

    at: int  # the dot at its end
    heading: int  # its last direction, or `NO_HEADING`
    used: int  # the bits of its segments
    seen: int  # the bits of its dots
    stopped: bool  # it was ended on the paw


class State(NamedTuple):
    """One position."""

    header: Header  # line 1
    board: Board  # the carpet
    points: Points
    routes: Routes  # of the board, under the ruling about bends
    crossing: bool  # a thread may cross itself
    cups: tuple[int, ...]  # by seat, as bits of dots
    threads: tuple[Thread, ...]  # by seat
    turns: int  # complete turns
    die: int  # the last roll; 0 if a roll is due
    timer: tuple[int, ...] | None  # numbers still open; None until it starts
    reason: str  # the rule that ended the game, or ""


def new_thread(board: Board) -> Thread:
    """Return a thread before its first segment."""
    return Thread(board.start, NO_HEADING, 0, 1 << board.start, stopped=False)


def new_state(header: Header, board: Board, cups: tuple[int, ...], points: Points) -> State:
    """Return the state before the first roll."""
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
    """Return all routes of full length that a seat can draw now."""
    return _open_to(state, state.threads[seat], state.routes.ways)


def stops(state: State, seat: int) -> tuple[Route, ...]:
    """Return all routes with which a seat can stop on the paw now."""
    return _open_to(state, state.threads[seat], state.routes.stops)


def _open_to(state: State, thread: Thread, table: RouteTable) -> tuple[Route, ...]:
    """Return the routes without used segments and, if crossing is forbidden, used dots."""
    if thread.stopped:
        return ()
    used, seen = thread.used, 0 if state.crossing else thread.seen
    found = table[thread.at, thread.heading, state.die]
    return tuple([route for route in found if not (route.segments & used or route.dots & seen)])


def extend(thread: Thread, route: Route | None) -> Thread:
    """Return the thread with a route added to it; unchanged without one."""
    if route is None:
        return thread
    used, seen = thread.used | route.segments, thread.seen | route.dots
    return Thread(route.end, route.heading, used, seen, route.stop)


def due(state: State) -> Due:
    """Return the events and seats that may come next."""
    if state.reason:
        return NOTHING_DUE
    if state.die:
        return Due(("draw",), tuple(range(len(state.threads))))
    return _ROLL


_ROLL = Due(("roll",))


def items(board: Board, thread: Thread) -> tuple[int, ...]:
    """Return the number of mice, socks and airplanes that a thread has collected."""
    return tuple((thread.seen & dots).bit_count() for dots in board.items)


def has_set(board: Board, threads: tuple[Thread, ...]) -> bool:
    """Return whether a thread has collected one of each kind."""
    mice, socks, airplanes = board.items
    return any(
        thread.seen & mice and thread.seen & socks and thread.seen & airplanes for thread in threads
    )


def knocked_cups(state: State) -> tuple[int, ...]:
    """Return the number of cups that each seat has knocked over."""
    pairs = zip(state.threads, state.cups, strict=True)
    return tuple([(thread.seen & cups).bit_count() for thread, cups in pairs])


def scores(state: State) -> tuple[int, ...]:
    """Return the points by seat, as if the game ended now."""
    return tuple(
        _score(state, thread, cups)
        for thread, cups in zip(state.threads, knocked_cups(state), strict=True)
    )


def _score(state: State, thread: Thread, cups: int) -> int:
    held, points = items(state.board, thread), state.points
    sets = state.board.totals[min(held)]
    return points.item * sum(held) + sets + points.paw * thread.stopped + points.cup * cups


def outcome(state: State) -> Outcome | None:
    """Return the end of the game, if it is over: points decide, then items."""
    if not state.reason:
        return None
    held = [sum(items(state.board, thread)) for thread in state.threads]
    ranks = list(zip(scores(state), held, strict=True))
    best = max(ranks)
    return Outcome(state.reason, tuple(seat for seat, rank in enumerate(ranks) if rank == best))


def summary(state: State) -> str:
    """Return the state in one line."""
    stage = say("turn {number}", number=state.turns + 1)
    if state.reason:
        message = "over after {turns} {plural(turns, 'turn', 'turns')}"
        stage = say(message, turns=state.turns)
    elif state.die:
        stage = say("turn {number}, a {die} rolled", number=state.turns + 1, die=state.die)
    timer = say("the timer has not started")
    if state.timer is not None:
        timer = say("timer: {numbers}", numbers=[*map(str, state.timer)] or [say("run out")])
    pairs = zip(state.header.players, state.threads, strict=True)
    where = [say("{name} at {dot}", name=name, dot=_place(state, each)) for name, each in pairs]
    return say("{stage}; {timer}; {where}", stage=stage, timer=timer, where=where)


def _place(state: State, thread: Thread) -> str:
    name = state.board.dot_name(thread.at)
    return say("{dot} (stopped on the paw)", dot=name) if thread.stopped else name
