"""What Attacke's rules bring about between two states, told in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from printkit.games.attacke.state import last_one_in
from printkit.rules.game import Effect

if TYPE_CHECKING:
    from printkit.games.attacke.state import Laid, State


def caused(before: State, after: State) -> Iterator[Effect]:
    """The effects of one event."""
    seat = before.turn
    name, own, now = after.header.players[seat], before.laid[seat], after.laid[seat]
    ended = after.contest > before.contest or after.over > before.over
    if after.hands is not None and before.hands is None:
        yield Effect("attacke.deal", f"{len(after.stock.pile)} cards are in the pile")
    elif own and now and now != own and not ended:
        yield from _played(before, after, own, now)
    elif (own and not now) or ended:
        yield Effect("attacke.pass", f"{name} is out of contest {before.contest}")
    if after.stock.reshuffles > before.stock.reshuffles:
        yield Effect("attacke.reshuffle", "the discards became the new pile")
    for chip in before.chips[seat]:
        if chip not in after.chips[seat]:
            yield Effect("attacke.shield10-fine", f"{name} gives the {chip} chip back")
    if ended:
        yield from _victory(before, after)


def _played(before: State, after: State, own: Laid, now: Laid) -> Iterator[Effect]:
    name = after.header.players[before.turn]
    if not before.colour:
        yield Effect("attacke.open", f"{name} opens contest {after.contest} in {after.colour}")
    yield Effect("attacke.total", f"{name}'s total is {now.total}")
    if now.blind and not own.blind:
        yield Effect("attacke.blind-value", f"every card of {name} that lies face down counts 1")


def _victory(before: State, after: State) -> Iterator[Effect]:
    players, colour = after.header.players, before.colour
    seat = last_one_in(before)
    name = players[seat]
    yield Effect("attacke.win", f"{name} is the last one in and wins contest {before.contest}")
    gained = len(after.chips[seat]) > len(before.chips[seat])
    taken = f"takes the {colour} chip" if gained else f"has the {colour} chip already"
    yield Effect("attacke.chip", f"{name} {taken}")
    if after.over:
        yield Effect("attacke.end", f"{name} has {after.goal} different chips")
    else:
        yield Effect("attacke.lead", f"{players[after.leader]} opens contest {after.contest}")
