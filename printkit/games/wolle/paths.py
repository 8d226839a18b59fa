"""What is wrong with a drawn path, each broken rule with its reason, the most specific first.

Takes a state, a seat and the letters of a path; yields faults. Legal paths never come here: they
are found in the table of routes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from printkit.games.wolle.board import BLOCK, neighbours
from printkit.games.wolle.routes import LETTERS, NO_HEADING, STOP, segment_bit
from printkit.games.wolle.tables import BEND
from printkit.rules.game import Fault
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.games.wolle.state import State, Thread


_WORDS = ("up", "right", "down", "left")


class _Walk(NamedTuple):
    """A path followed letter by letter: the dots reached, up to where it leaves the carpet."""

    directions: list[int]
    dots: list[int]
    outside: bool


def path_faults(state: State, seat: int, text: str) -> Iterator[Fault]:
    """Every rule a path breaks."""
    name, thread = state.header.players[seat], state.threads[seat]
    if thread.stopped:
        where = state.board.dot_name(thread.at)
        yield Fault("wolle.paw-closed", f"{name}'s thread was ended on the paw at {where}", seat)
        return
    walk = _walk(state, thread, text.removesuffix(STOP))
    for rule, message in (
        *_ground_faults(state, thread, walk),
        *_bend_faults(state, thread, walk),
        *_length_faults(state, walk, stop=text.endswith(STOP)),
    ):
        yield Fault(rule, f"{name}: {message}", seat)


def _walk(state: State, thread: Thread, text: str) -> _Walk:
    board = state.board
    directions = [LETTERS.index(letter) for letter in text]
    dots = [thread.at]
    for direction in directions:
        there = neighbours(dots[-1], board.columns, len(board.rows))[direction]
        if there is None:
            return _Walk(directions, dots, outside=True)
        dots.append(there)
    return _Walk(directions, dots, outside=False)


def _ground_faults(state: State, thread: Thread, walk: _Walk) -> Iterator[tuple[str, str]]:
    """Edges, blocks, segments and dots, in the order in which they are named."""
    board, dots = state.board, walk.dots
    if walk.outside:
        yield "wolle.grid-step", f"the path leaves the carpet at {board.dot_name(dots[-1])}"
    for dot in dots[1:]:
        if board.marks[dot] == BLOCK:
            yield "wolle.block", f"a building block stands on {board.dot_name(dot)}"
            break
    if again := _first_used(thread, walk):
        names = " and ".join(map(board.dot_name, again))
        yield "wolle.segment-once", f"the segment between {names} is already used"
    if not state.crossing:
        for place, dot in enumerate(dots[1:], 1):
            if thread.seen >> dot & 1 or dot in dots[:place]:
                yield "wolle.no-crossing", f"the thread has already been at {board.dot_name(dot)}"
                break


def _first_used(thread: Thread, walk: _Walk) -> tuple[int, int] | None:
    """The ends of the first segment that the thread, or the path itself, has used before."""
    used = thread.used
    for before, after, direction in zip(walk.dots, walk.dots[1:], walk.directions, strict=False):
        segment = segment_bit(before, after, direction)
        if used & segment:
            return before, after
        used |= segment
    return None


def _bend_faults(state: State, thread: Thread, walk: _Walk) -> Iterator[tuple[str, str]]:
    inside = sum(map(_is_bend, walk.directions, walk.directions[1:]))
    if inside > 1:
        yield "wolle.one-bend", f"the path has {inside} bends; one a turn is allowed"
    if inside and not state.routes.free and walk.directions[0] != thread.heading != NO_HEADING:
        old, new = (_WORDS[each] for each in (thread.heading, walk.directions[0]))
        message = f"setting off {new} after going {old} is the turn's bend, so no other can follow"
        yield BEND, message


def _is_bend(before: int, after: int) -> bool:
    """A right angle; straight back is no bend but a segment used twice."""
    return (before - after) % 2 == 1


def _length_faults(state: State, walk: _Walk, *, stop: bool) -> Iterator[tuple[str, str]]:
    length, die, end = len(walk.directions), state.die, state.board.dot_name(walk.dots[-1])
    on_paw = walk.dots[-1] == state.board.paw and not walk.outside
    if stop and not length:
        yield "wolle.paw-short", "a stop on the paw needs a new segment that reaches it"
    elif stop and not on_paw:
        yield "wolle.paw-short", f"a thread can be stopped on the cat's paw only, not on {end}"
    elif stop and length <= die:
        return
    elif length != die:
        message = f"{length} segments drawn, but the die shows {die}"
        if on_paw and length < die:
            message += "; stopping on the paw is written with a final !"
        yield "wolle.exact", message
