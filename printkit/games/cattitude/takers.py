"""What birdoholics and catastrophes do to the birds in front of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.games.cattitude.cards import (
    ALL_TAKERS,
    BIRDOHOLIC,
    BIRDS_OF,
    CATASTROPHE,
    EMPTY,
    UNITS,
    Bag,
    count,
)
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.games.cattitude.tables import Worth


class Loss(NamedTuple):
    """What takers did to one player: under which rule, and the species they ran off with."""

    seat: int
    rule: str
    species: tuple[str, ...]


class Claim(NamedTuple):
    """What the next taker wants: all of `species`, or one of them where the owner chooses.

    `takers` are the cards that leave with the birds. Birdoholics that act together leave only
    when no more choice is left, so none leave with a chosen species.
    """

    rule: str
    species: tuple[str, ...]
    takers: Bag
    choice: bool


def claim(front: Bag, worth: Worth) -> Claim:
    """What the takers in front of a player do next: birdoholics before catastrophes."""
    totals = worth.totals(front)
    birdoholics = count(front, BIRDOHOLIC)
    if not birdoholics:
        best = _equals(totals, 0)
        return Claim("cattitude.catastrophe", best, UNITS[CATASTROPHE], len(best) > 1)
    all_birdoholics = birdoholics * UNITS[BIRDOHOLIC]
    if len(totals) < 2:
        return Claim("cattitude.lonely", (), all_birdoholics, choice=False)
    if birdoholics == 1:
        second = _equals(totals, 1)
        return Claim("cattitude.birdoholic", second, all_birdoholics, len(second) > 1)
    best = _equals(totals, 0)
    if len(best) > 1:
        return Claim("cattitude.birdoholics", best, EMPTY, choice=True)
    others = tuple([name for name in totals if name not in best])
    return Claim("cattitude.birdoholics", others, all_birdoholics, choice=False)


def _equals(totals: dict[str, int], place: int) -> tuple[str, ...]:
    """The species whose total is the one at a place of the list, the highest first."""
    if not totals:
        return ()
    wanted = sorted(totals.values())[-1 - place]
    return tuple([name for name, total in totals.items() if total == wanted])


def without(front: Bag, species: tuple[str, ...], takers: Bag) -> Bag:
    """A table without some species' birds and the takers that left with them."""
    for name in species:
        front -= front & BIRDS_OF[name]
    return front - takers


def settle(front: Bag, worth: Worth, seat: int) -> tuple[Bag, list[Loss]]:
    """A table after its takers have acted, up to the first choice of its owner."""
    losses = []
    while front & ALL_TAKERS:
        rule_id, species, takers, choice = claim(front, worth)
        if choice:
            break
        losses.append(Loss(seat, rule_id, species))
        front = without(front, species, takers)
    return front, losses
