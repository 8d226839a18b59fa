"""What a recorded game of Wolle writes on its sheets, and what its result sheet shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from printkit.games.wolle.routes import STOP
from printkit.games.wolle.sheets import played_sheets
from printkit.games.wolle.state import State, items, scores
from printkit.games.wolle.tables import ITEMS
from printkit.rules.game import leaders
from printkit.rules.remarks import TURN
from printkit.rules.written import Filling, Remark, Result
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.rules.written import FieldValue, PlayedEvent, Written

COLLECTED: Final = "{name} collected most: {number} {plural(number, 'item', 'items')}."
_WAYS: Final = {"U": (0, -1), "R": (1, 0), "D": (0, 1), "L": (-1, 0)}


def written(steps: Sequence[PlayedEvent[State]]) -> Written:
    """Every player's game sheet as it was drawn: thread, items, cups, timer and points."""
    state = steps[-1].after
    seats = range(len(state.threads))
    pages = tuple(dict(_page(state, seat)) for seat in seats)
    side, facts = played_sheets(state, [_thread(steps, seat) for seat in seats])
    return {"sheet": Filling(pages, {"side": side}, draws={"sheets": facts})}


def _held(state: State) -> tuple[int, ...]:
    """How many items everyone has."""
    return tuple(sum(items(state.board, thread)) for thread in state.threads)


def _collected(steps: Sequence[PlayedEvent[State]]) -> Iterator[Remark]:
    """Who collected most, if that is one player."""
    state = steps[-1].after
    held = _held(state)
    most = leaders(held)
    if len(most) == 1:
        name, number = state.header.players[most[0]], held[most[0]]
        yield Remark(COLLECTED, {"name": name, "number": number})


class _Points(NamedTuple):
    """What a seat has scored, by the boxes of its sheet."""

    items: int
    sets: int
    paw: int
    cups: int  # lost, so from 0 upwards


def _points(state: State, seat: int) -> _Points:
    thread, board = state.threads[seat], state.board
    held = items(board, thread)
    knocked = (thread.seen & state.cups[seat]).bit_count()
    item, paw, cup = state.points
    return _Points(item * sum(held), board.totals[min(held)], paw * thread.stopped, -cup * knocked)


def _page(state: State, seat: int) -> Iterator[tuple[str, FieldValue]]:
    """What stands in the boxes of one sheet."""
    thread, board = state.threads[seat], state.board
    yield "name", state.header.players[seat]
    for kind, held in zip(ITEMS, items(board, thread), strict=True):
        yield from ((f"item.{kind.id}.{place}", True) for place in range(1, held + 1))
    knocked = (thread.seen & state.cups[seat]).bit_count()
    yield from ((f"cup.{place}", True) for place in range(1, knocked + 1))
    if thread.stopped:
        yield "paw", True
    yield from _sums(state, seat)


def _sums(state: State, seat: int) -> Iterator[tuple[str, FieldValue]]:
    """What follows from the boxes; where none of them is ticked, nothing is written until the end.

    Then nothing is a number too: a sheet that has won nothing says 0.
    """
    thread, points, is_over = state.threads[seat], _points(state, seat), bool(state.reason)
    if is_over or any(items(state.board, thread)):
        yield "items", points.items
        if all(state.board.items):
            yield "sets", points.sets
    if is_over or thread.stopped:
        yield "paw-points", points.paw
    if points.cups or (is_over and _can_lose(state)):
        yield "cups", points.cups
    if is_over or any(points):
        yield "total", scores(state)[seat]


def _can_lose(state: State) -> bool:
    """Whether cups cost points, so that the sheet has a box for them."""
    return state.points.cup != 0 and state.header.variant != "no-cups"


def _sources(state: State) -> Iterator[tuple[str, tuple[int, ...]]]:
    scored = [_points(state, seat) for seat in range(len(state.threads))]
    yield "Items", tuple(points.items for points in scored)
    yield "Sets", tuple(points.sets for points in scored)
    yield "Paw", tuple(points.paw for points in scored)
    if any(points.cups for points in scored):
        yield "Cups", tuple(-points.cups for points in scored)


def _thread(steps: Sequence[PlayedEvent[State]], seat: int) -> dict[str, Any]:
    """One player's thread: its path over the dots, from (0, 0), and where each turn ended."""
    state = steps[-1].after
    name, board = state.header.players[seat], state.board
    row, column = divmod(board.start, board.columns)
    path, ends = [f"M{column} {row}"], []
    for event, _, after in steps:
        letters = event["paths"].get(name) if event["do"] == "draw" else None
        for letter in (letters or "").removesuffix(STOP):
            right, down = _WAYS[letter]
            column, row = column + right, row + down
            path.append(f"L{column} {row}")
        if letters:
            ends.append({"turn": after.turns, "column": column + 1, "row": row + 1})
    return {"thread": " ".join(path), "ends": ends}


RESULT: Final = Result("Points", TURN, _held, _sources, _collected)
