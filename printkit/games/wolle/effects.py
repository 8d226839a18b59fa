"""What Wolle's rules bring about between two states, told in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from printkit.games.wolle.state import scores
from printkit.rules.game import Effect
from printkit.units import counted

if TYPE_CHECKING:
    from printkit.games.wolle.state import State


def caused(before: State, after: State) -> Iterator[Effect]:
    """The effects of one event."""
    if after.die:
        yield Effect("wolle.exact", f"everyone may draw {after.die} segments")
        if before.timer and after.timer != before.timer:
            yield Effect("wolle.timer-check", f"the {before.timer[0]} on the timer is crossed off")
        return
    for seat in range(len(after.threads)):
        if after.threads[seat] != before.threads[seat]:
            yield from _drawn(before, after, seat)
        elif not after.threads[seat].stopped:
            yield Effect("wolle.exact", f"{after.header.players[seat]} passes")
    if before.timer is None and after.timer is not None:
        yield Effect("wolle.timer-start", "the first set is complete, and the timer starts")
    if after.reason:
        yield from _ended(after)


def _drawn(before: State, after: State, seat: int) -> Iterator[Effect]:
    """What one player's new segments brought about."""
    name, board = after.header.players[seat], after.board
    old, new = before.threads[seat], after.threads[seat]
    yield Effect("wolle.continue", f"{name} is at {board.dot_name(new.at)}")
    found, knocked = board.loot & new.seen, after.cups[seat] & new.seen
    if found:
        fresh = (found & ~old.seen).bit_count()
        has = counted(found.bit_count(), "item")
        yield Effect("wolle.item-once", f"{name} collects {fresh or 'nothing'} and has {has}")
    if knocked:
        fresh = (knocked & ~old.seen).bit_count()
        by_now = f"{knocked.bit_count()} by now"
        yield Effect("wolle.cup-once", f"{name} knocks {counted(fresh, 'cup')} over, {by_now}")
    yield Effect("wolle.score", f"{name} has {counted(scores(after)[seat], 'point')}")


def _ended(state: State) -> Iterator[Effect]:
    points = scores(state)
    best = max(points)
    yield Effect(state.reason, f"the game ends after {state.turns} turns")
    yield Effect("wolle.score", f"{best} points are the most")
    if points.count(best) > 1:
        yield Effect("wolle.tiebreak", f"{points.count(best)} players have {best} points")
