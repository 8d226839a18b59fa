"""What Cattitude's rules bring about by themselves between two states, told in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from printkit.games.cattitude.cards import ALL_BONUSES, NOBLES_OF, SPECIES, Bag, unpack
from printkit.games.cattitude.state import (
    BID,
    CHOOSE,
    DEAL,
    LOSE,
    OVER,
    SECURE,
    State,
    is_beginner,
    is_toss,
)
from printkit.rules.game import Effect
from printkit.units import counted

if TYPE_CHECKING:
    from printkit.games.cattitude.takers import Loss


def caused(before: State, after: State) -> Iterator[Effect]:
    """The effects of one event, in the order of the phases."""
    if before is after:
        return
    if before.phase == DEAL:
        red = ", with red cards" if after.split.is_red(after.round) else ""
        yield Effect("cattitude.deal", f"round {after.round} of {after.split.rounds} begins{red}")
    elif before.phase == BID:
        yield from _bid(before, after)
    elif before.phase in (CHOOSE, LOSE):
        yield from _collected(before, after)
    elif before.phase == SECURE:
        yield from _round_over(before, after)


def _bid(before: State, after: State) -> Iterator[Effect]:
    yield Effect("cattitude.bid-all", "everyone offers an open and a closed bid")
    for seat, bid in enumerate(after.bids):
        if bid.taken:
            name, cards = after.header.players[seat], " and ".join(unpack(bid.taken))
            yield Effect("cattitude.bid-two", f"{name} adds {cards} from the table")
    if after.direction:
        yield Effect("cattitude.direction", f"bids go to the {after.direction}")
    if is_toss(after) and after.direction and after.direction == before.direction:
        yield Effect("cattitude.toss", f"the token shows {after.direction} again")


def _collected(before: State, after: State) -> Iterator[Effect]:
    for loss in after.losses:
        yield Effect(loss.rule, _lost(after, loss))
    for seat, name in enumerate(after.header.players):
        for card in unpack(after.palaces[seat] - before.palaces[seat]):
            yield Effect("cattitude.bonus", f"'{card}' goes under {name}'s palace")
        if after.fronts[seat] != before.fronts[seat]:
            cards = ", ".join(unpack(after.fronts[seat])) or "nothing"
            yield Effect("cattitude.choose", f"in front of {name}: {cards}")


def _round_over(before: State, after: State) -> Iterator[Effect]:
    for seat in range(len(after.fronts)):
        yield from _secured(before, after, seat)
    if after.fronts == before.fronts:
        yield Effect("cattitude.secure-escort", "nobody secures anything")
    if after.phase == OVER:
        yield from _ended(after)


def _lost(state: State, loss: Loss) -> str:
    name = state.header.players[loss.seat]
    if not loss.species:
        return f"{name} loses no birds"
    return f"{name} loses all of {' and '.join(loss.species)}"


def _secured(before: State, after: State, seat: int) -> Iterator[Effect]:
    moved: Bag = after.palaces[seat] - before.palaces[seat]
    if not moved:
        return
    name = after.header.players[seat]
    nobles = any(moved & NOBLES_OF[species.name] for species in SPECIES)
    if not is_beginner(after):
        yield Effect("cattitude.secure-all", f"{name} secures {', '.join(unpack(moved))}")
    elif nobles:
        yield Effect("cattitude.beginner", f"{name} sends one noble along with each species")
    yield Effect("cattitude.score", f"{name} has {after.points[seat]} points under the palace")


def _ended(state: State) -> Iterator[Effect]:
    yield Effect("cattitude.end", f"all {state.split.rounds} piles have been played")
    for seat, name in enumerate(state.header.players):
        if state.palaces[seat] & ALL_BONUSES:
            met = state.worth.bonuses(state.palaces[seat])
            yield Effect("cattitude.score", f"{name} fulfils {counted(met, 'bonus card')}")
    yield Effect("cattitude.winner", f"{max(state.points)} points win")
