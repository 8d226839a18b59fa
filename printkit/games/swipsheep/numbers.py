"""Swip'Sheep's numbers, rules and rulings: all data, in rulebook order.

To play with other cards or another length, give the game other `tables`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from printkit.rules.game import GameValue, Rule, RuleStatus, Ruling, Variant

WOLF: Final = "wolf"
DOG: Final = "dog"
ATTACK: Final = "swipsheep.attack"
DEFEND: Final = "swipsheep.defend"
MUST: Final = "must"
MAY: Final = "may"

_SHEEP = MappingProxyType({1: 8, 2: 7, 3: 7})
_ROUNDS = MappingProxyType({3: 4, 4: 3, 5: 2})


@dataclass(frozen=True, slots=True)
class Tables:
    """Components and lengths, and values derived from them."""

    wolves: int = 6  # wolf cards
    dogs: int = 4  # dog cards
    sheep: Mapping[int, int] = field(default_factory=lambda: _SHEEP)
    """The number of cards by the number of sheep on them."""
    hand: int = 3  # cards dealt to each
    rounds: Mapping[int, int] = field(default_factory=lambda: _ROUNDS)  # by number of players
    names: tuple[str, ...] = field(init=False)  # kinds of cards: the wolf, the dog, then the sheep
    deck: tuple[int, ...] = field(init=False)  # copies of each kind
    worth: Mapping[str, int] = field(init=False)  # sheep on each kind

    def __post_init__(self) -> None:
        worth = {WOLF: 0, DOG: 0} | {f"sheep{number}": number for number in sorted(self.sheep)}
        counts = (self.wolves, self.dogs, *(self.sheep[number] for number in sorted(self.sheep)))
        object.__setattr__(self, "names", tuple(worth))
        object.__setattr__(self, "deck", counts)
        object.__setattr__(self, "worth", worth)

    @property
    def players(self) -> tuple[int, int]:
        """The smallest and the largest number of players."""
        return min(self.rounds), max(self.rounds)

    @property
    def cards(self) -> int:
        """All cards."""
        return sum(self.deck)

    @property
    def sheep_cards(self) -> int:
        """The cards that show sheep."""
        return sum(self.sheep.values())

    @property
    def all_sheep(self) -> int:
        """The sheep on all cards."""
        return sum(number * cards for number, cards in self.sheep.items())

    def shares(self, cards: int, count: int) -> tuple[int, ...]:
        """Return how this many cards are dealt to the seats, from the first player clockwise."""
        if cards >= self.hand * count:
            return (self.hand,) * count
        return tuple([min(self.hand, max(0, cards - self.hand * turn)) for turn in range(count)])

    def fewest(self, count: int) -> int:
        """Return the smallest possible deck before the last round: only sheep leave the deck."""
        dealt = self.hand * count * (self.rounds[count] - 1)
        return self.cards - min(self.sheep_cards, dealt)

    def short_decks(self, count: int) -> tuple[int, ...]:
        """Return the possible sizes of a deck that is too small for the last round."""
        return tuple(range(self.fewest(count), self.hand * count))


VARIANTS = (Variant("base", "Standard rules"),)

RULES = (
    Rule("swipsheep.players", "Swip'Sheep is for 3 to 5 players.", "Number of players"),
    Rule("swipsheep.deal", "A round begins with 3 cards each from the deck.", "Playing the game"),
    Rule(
        "swipsheep.give",
        "Of the 3 cards dealt, everyone hands one to the left and one to the right, and keeps one.",
        "Playing the game",
    ),
    Rule(
        "swipsheep.order",
        "The leader's wolves attack first, all of them, then the next player's, clockwise.",
        "Playing the game",
        shown=("core.turn",),
    ),
    Rule(
        "swipsheep.not-self",
        "A wolf attacks another player; the same player can be attacked twice.",
        "Wolf attack",
    ),
    Rule(
        "swipsheep.dog",
        "A player with a dog defends with it, and takes a card at random from the attacker's hand.",
        "Wolf attack",
    ),
    Rule(
        "swipsheep.steal",
        "Where no dog defends, the attacker takes a card at random from the target's hand.",
        "Wolf attack",
    ),
    Rule(
        "swipsheep.empty",
        "Nothing is taken from an empty hand, and the wolf is used up anyway.",
        "Note",
    ),
    Rule(
        "swipsheep.aside",
        "A used-up wolf, and the dog that met it, are out until the round is over.",
        "Wolf attack",
        shown=("wolves", "hands"),
    ),
    Rule(
        "swipsheep.keep",
        "After the last wolf, the sheep in hand are won and stay with their owner.",
        "Playing the game",
        shown=("sheep", "scores"),
    ),
    Rule(
        "swipsheep.return",
        "Every wolf and every dog goes back into the deck, used or not.",
        "Playing the game",
        shown=("deck",),
    ),
    Rule(
        "swipsheep.first",
        "The player to the left leads the next round.",
        "Playing the game",
        shown=("core.turn",),
    ),
    Rule(
        "swipsheep.rounds",
        "The game ends after 4, 3 or 2 rounds (3, 4 or 5 players).",
        "End of the game",
        shown=("end.reason",),
    ),
    Rule(
        "swipsheep.winner",
        "Most sheep wins; tied players share the win (sharing is our ruling).",
        "End of the game",
        shown=("end.winners",),
    ),
)

RULINGS = (
    Ruling(
        ATTACK,
        "Whether every wolf has to attack.",
        "The rulebook grants the attack as an ability once and states it as a plain fact later. "
        "'must': every wolf attacks. 'may': a player can stop, and gives up the wolves left over.",
        (MUST, MAY),
        MUST,
        "Wolf attack",
    ),
    Ruling(
        DEFEND,
        "Whether a dog has to defend its holder.",
        "The rulebook says what a dog does, but not whether it can be held back. 'must': a dog in "
        "hand defends. 'may': the target can keep the dog and be robbed instead.",
        (MUST, MAY),
        MUST,
        "Wolf attack",
    ),
    Ruling(
        "swipsheep.steal",
        "A played wolf is no longer in hand, so no wolf is ever stolen.",
        "Wolves lie face up in front of their owner before the first attack; cards are drawn from "
        "hands.",
        section="Playing the game",
    ),
    Ruling(
        "swipsheep.dog",
        "One dog meets one wolf, and is spent even if the attacker has no card to give up; a "
        "stolen dog defends its new holder.",
        "The rulebook keeps stolen cards in the hand and puts a used dog aside without exception.",
        section="Wolf attack",
    ),
    Ruling(
        "swipsheep.deal",
        "Where the deck is too small, the first player gets 3 cards, then the next, and so on to "
        "the last card. With two cards you pass both, with one you pass it to the left.",
        "The rulebook does not say. Only the third round of four players can come to that, with "
        "10 or 11 cards left for 12.",
        section="Playing the game",
    ),
    Ruling(
        "swipsheep.return",
        "Used wolves and dogs go back into the deck with the others.",
        "The rulebook returns wolves and dogs without saying whether those put aside are meant.",
        section="Playing the game",
        status=RuleStatus.FOUND,
    ),
    Ruling(
        "swipsheep.winner",
        "Players with the same number of sheep share the win.",
        "The rulebook names no tie-breaker.",
        section="End of the game",
    ),
)


def values(tables: Tables) -> tuple[GameValue, ...]:
    """Return the numbers of the game with their sources."""
    counts = sorted(tables.rounds)
    sheep = dict(sorted(tables.sheep.items()))
    return (
        GameValue("cards", "cards in all (follows)", tables.cards),
        GameValue("wolves", "wolf cards", tables.wolves),
        GameValue("dogs", "dog cards", tables.dogs),
        GameValue("sheep_cards", "sheep cards", tables.sheep_cards),
        GameValue("sheep", "cards by the sheep on them", sheep, RuleStatus.OURS),
        GameValue("all_sheep", "sheep on all cards (follows)", tables.all_sheep, RuleStatus.OURS),
        GameValue("hand", "cards dealt to each player", tables.hand),
        GameValue("rounds", "rounds, by players", {n: tables.rounds[n] for n in counts}),
        GameValue(
            "used_return", "used wolves and dogs go back into the deck", True, RuleStatus.FOUND
        ),
        GameValue(
            "short_decks",
            "decks too small for the last round, by players (follows)",
            {n: list(tables.short_decks(n)) for n in counts},
            RuleStatus.OURS,
        ),
    )
