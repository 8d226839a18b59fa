"""Cattitude's kinds of cards, and bags of them.

A bag is one number: every kind of card has a field of bits in it that counts the copies. So bags
are added and subtracted like numbers, a family of cards is a mask, and two bags are equal when
the numbers are. A line of a record is far too short to overflow a field.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from printkit.tuples import NamedTuple

Bag: TypeAlias = int


class Species(NamedTuple):
    """A species of birds and the cards that have to do with it."""

    name: str  # also the name of its plain bird
    bad: str  # a bird that costs points
    diva: str  # a bird worth more
    noble: str  # the cat that escorts it
    bonus_none: str  # the bonus for having none of it
    bonus_some: str  # the bonus for having enough of it

    @property
    def birds(self) -> tuple[str, str, str]:
        """The kinds of cards that are birds of this species."""
        return self.name, self.bad, self.diva


TURKEY: Final = Species(
    "turkey", "skinny turkey", "diva turkey", "duchess", "bonus no turkeys", "bonus turkeys"
)
CHICKEN: Final = Species(
    "chicken",
    "frightened chicken",
    "diva chicken",
    "baroness",
    "bonus no chickens",
    "bonus chickens",
)
PEACOCK: Final = Species(
    "peacock", "plucked peacock", "diva peacock", "marquess", "bonus no peacocks", "bonus peacocks"
)
SPECIES: Final = (TURKEY, CHICKEN, PEACOCK)
BY_NAME: Final = {species.name: species for species in SPECIES}

ROYAL_CAT: Final = "royal cat"
QUEEN: Final = "queen"
BIRDOHOLIC: Final = "birdoholic"
CATASTROPHE: Final = "catastrophe"
ROYALS: Final = (ROYAL_CAT, QUEEN)

PLAIN_BIRDS: Final = tuple(species.name for species in SPECIES)
BAD_BIRDS: Final = tuple(species.bad for species in SPECIES)
DIVAS: Final = tuple(species.diva for species in SPECIES)
NOBLES: Final = tuple(species.noble for species in SPECIES)
BONUSES: Final = tuple(
    card for species in SPECIES for card in (species.bonus_none, species.bonus_some)
)

BLUE: Final = (*NOBLES, *PLAIN_BIRDS, *BAD_BIRDS, ROYAL_CAT, BIRDOHOLIC)
RED: Final = (QUEEN, CATASTROPHE, *DIVAS, *BONUSES)
CARDS: Final = (*BLUE, *RED)

_WIDTH: Final = 24
FIELD: Final = (1 << _WIDTH) - 1
EMPTY: Final = 0
SHIFTS: Final = {card: index * _WIDTH for index, card in enumerate(CARDS)}
UNITS: Final = {card: 1 << shift for card, shift in SHIFTS.items()}
_GUARDS: Final = sum(unit << (_WIDTH - 1) for unit in UNITS.values())


def pack(cards: Iterable[str]) -> Bag:
    """The bag of some cards; raises `KeyError` for a card that does not exist."""
    return sum([UNITS[card] for card in cards])


def unpack(bag: Bag) -> tuple[str, ...]:
    """The cards of a bag, in the order of `CARDS`."""
    if not bag:
        return ()
    return tuple([card for card in CARDS for _ in range(count(bag, card))])


def count(bag: Bag, card: str) -> int:
    """How many copies of a card a bag holds."""
    return bag >> SHIFTS[card] & FIELD


def size(bag: Bag) -> int:
    """How many cards a bag holds: the sum of its fields, by casting out."""
    return bag % FIELD


def is_within(part: Bag, whole: Bag) -> bool:
    """Whether one bag is in another: no field borrows from its neighbour in the difference."""
    return ((whole | _GUARDS) - part) & _GUARDS == _GUARDS


def excess(part: Bag, whole: Bag) -> Bag:
    """What one bag has beyond another."""
    if is_within(part, whole):
        return EMPTY
    more = {card: count(part, card) - count(whole, card) for card in CARDS}
    return sum(UNITS[card] * copies for card, copies in more.items() if copies > 0)


def family(cards: Iterable[str]) -> int:
    """The mask that picks all copies of some kinds of cards out of a bag."""
    return sum(UNITS[card] * FIELD for card in cards)


BIRDS_OF: Final = {species.name: family(species.birds) for species in SPECIES}
NOBLES_OF: Final = {species.name: family((species.noble,)) for species in SPECIES}
ALL_ROYALS: Final = family(ROYALS)
ALL_TAKERS: Final = family((BIRDOHOLIC, CATASTROPHE))
ALL_BONUSES: Final = family(BONUSES)
ALL_RED: Final = family(RED)
