"""Cattitude's kinds of cards, and hands, tables and palaces made of them.

Cards in one place are a tuple of names, in the order of `CARDS` unless otherwise stated.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple, TypeAlias

from printkit.core.messages import named

Cards: TypeAlias = tuple[str, ...]


class Species(NamedTuple):
    """A species of birds and its related cards."""

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
ALL_CARDS: Final = frozenset(CARDS)

_PLACES: Final = {card: place for place, card in enumerate(CARDS)}

# Kinds of cards, for `only`.
BIRDS_OF: Final = {species.name: frozenset(species.birds) for species in SPECIES}
NOBLES_OF: Final = {species.name: frozenset((species.noble,)) for species in SPECIES}
TAKERS: Final = frozenset((BIRDOHOLIC, CATASTROPHE))
ANY_BONUS: Final = frozenset(BONUSES)
ANY_NOBLE: Final = frozenset(NOBLES)
ANY_RED: Final = frozenset(RED)
ANY_ROYAL: Final = frozenset(ROYALS)


def card_in_words(card: str) -> str:
    """Return the name of a card in messages."""
    return named(card, card.replace("bonus ", "Bonus: ", 1) if card in ANY_BONUS else "")


def pack(cards: Iterable[str]) -> Cards:
    """Return these cards in the order of `CARDS`."""
    return tuple(sorted(cards, key=_PLACES.__getitem__))


def minus(whole: Cards, part: Cards) -> Cards:
    """Return the cards without some of them; raise `ValueError` if one is missing."""
    rest = list(whole)
    for card in part:
        rest.remove(card)
    return tuple(rest)


def only(cards: Cards, kinds: AbstractSet[str]) -> Cards:
    """Return the cards that are of some kinds."""
    return tuple([card for card in cards if card in kinds])


def excess(part: Cards, whole: Cards) -> Cards:
    """Return the kinds of cards of which the first has more copies than the second."""
    return pack([card for card in set(part) if part.count(card) > whole.count(card)])
