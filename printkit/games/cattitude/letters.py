"""Cattitude's cards and bids as they are typed: a letter or two for a card, a / between bids."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.games.cattitude.cards import CARDS
from printkit.games.cattitude.state import DIRECTIONS
from printkit.rules.speech import Misheard, split

if TYPE_CHECKING:
    from printkit.rules.game import Event

SHORT: Final = {
    "t": "turkey",
    "c": "chicken",
    "p": "peacock",
    "st": "skinny turkey",
    "fc": "frightened chicken",
    "pp": "plucked peacock",
    "d": "duchess",
    "b": "baroness",
    "m": "marquess",
    "r": "royal cat",
    "bo": "birdoholic",
    "q": "queen",
    "ca": "catastrophe",
    "dt": "diva turkey",
    "dc": "diva chicken",
    "dp": "diva peacock",
    "nt": "bonus no turkeys",
    "nc": "bonus no chickens",
    "np": "bonus no peacocks",
    "bt": "bonus turkeys",
    "bc": "bonus chickens",
    "bp": "bonus peacocks",
}
LETTERS: Final = {card: word for word, card in SHORT.items()}
_BY_NAME: Final = {card.replace(" ", ""): card for card in CARDS}
_WORD: Final = re.compile(r"([0-9]*)([a-z]+)(<?)")
_BREAK: Final = "/"


class Laid(NamedTuple):
    """One player's two bids as they are typed; `taken` came from the own table."""

    open: list[str]
    closed: list[str]
    taken: list[str]
    direction: str | None

    @property
    def dealt(self) -> list[str]:
        """What the player was dealt: all that was not taken."""
        cards = [*self.open, *self.closed]
        for card in self.taken:
            cards.remove(card)
        return cards

    def bid(self) -> Event:
        """The entry of the player in the event."""
        bid: dict[str, Any] = {"open": self.open, "closed": self.closed}
        return {**bid, "taken": self.taken} if self.taken else bid


def read_cards(text: str) -> Iterator[tuple[str, bool]]:
    """The cards that words mean, and whether each is marked as taken."""
    for word in split(text):
        plain = word.lower().replace("-", "")
        found = _WORD.fullmatch(plain)
        name = found.group(2) if found else ""
        card = SHORT.get(name) or _BY_NAME.get(name)
        if found is None or card is None:
            raise Misheard(f"'{word}' is no card; t is a turkey, for example, and ? shows them all")
        for _ in range(int(found.group(1)[:3] or 1)):
            yield card, bool(found.group(3))


def read_bid(text: str) -> Laid:
    """Two bids with a / between them, and perhaps the direction; raises `Misheard`."""
    words = split(text.lower().replace(_BREAK, f" {_BREAK} "))
    directions = [word for word in words if word in DIRECTIONS]
    if words.count(_BREAK) != 1 or len(directions) > 1:
        raise Misheard("a bid has one / between the open and the closed cards; either may be empty")
    cards = " ".join(word for word in words if word not in DIRECTIONS)
    opened, closed = ([*read_cards(side)] for side in cards.split(_BREAK))
    taken = [card for card, from_table in (*opened, *closed) if from_table]
    first, second = ([card for card, _ in side] for side in (opened, closed))
    return Laid(first, second, taken, directions[0] if directions else None)


def spell_bid(bid: Event) -> str:
    """A recorded bid as it is typed."""
    taken = [*bid.get("taken", ())]
    sides = []
    for side in (bid["closed"], bid["open"]):
        words = []
        for card in side:
            words.append(LETTERS[card] + ("<" if card in taken else ""))
            if card in taken:
                taken.remove(card)
        sides.append(" ".join(words))
    return f"{sides[1]} {_BREAK} {sides[0]}".strip()
