"""Cattitude's numbers, rules and rulings: all data, in rulebook order.

The tables have only the numbers that the rulebook states; pile sizes, numbers of piles and rounds
are computed, and a set-up that doesn't add up is refused. To play with other cards or values,
replace the `tables` of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from printkit.core.errors import PrintkitError
from printkit.games.cattitude.cards import (
    BIRDS_OF,
    BLUE,
    BONUSES,
    DIVAS,
    NOBLES,
    QUEEN,
    RED,
    ROYAL_CAT,
    SPECIES,
    Cards,
    only,
)
from printkit.rules.game import GameValue, Rule, RuleStatus, Ruling, Variant

_SETUP = "Setup"
_BIDDING = "Phase 1: Bidding"
_COLLECTING = "Phase 2: Collecting"
_SECURE = "Phase 3: Secure"
_RED = "Cards with a red back"
_END = "End of the game"

VARIANTS = (
    Variant("base", "Standard rules"),
    Variant("beginner", "For beginners: one noble is enough, and you bid only dealt cards"),
    Variant("toss", "Toss: chance decides the direction of each round"),
)

RULES = (
    Rule("cattitude.players", "Cattitude is for 2 to 5 players.", "Back of the rulebook"),
    Rule(
        "cattitude.piles",
        "Blue cards are split into big and small piles of fixed sizes, and red cards fill up the "
        "small ones; two players first put away 2 nobles of each kind.",
        _SETUP,
    ),
    Rule(
        "cattitude.deal",
        "A round deals 3 cards to everyone, 5 with two players. Piles with red cards come last "
        "and give everyone exactly 1 red card, 2 with two players.",
        _SETUP,
    ),
    Rule("cattitude.bid-all", "Every dealt card goes into one of the two bids.", _BIDDING),
    Rule(
        "cattitude.bid-two",
        "From round 2 on, you may add up to 2 of the cards in front of you to the bids.",
        _BIDDING,
    ),
    Rule(
        "cattitude.bid-source",
        "Cards added to a bid come from in front of you, not from the palace or from "
        "other players.",
        _BIDDING,
    ),
    Rule(
        "cattitude.direction",
        "Bids go to the neighbour the token shows, and the token is flipped every round; two "
        "players need none.",
        _BIDDING,
    ),
    Rule(
        "cattitude.choose",
        "Everyone takes one of the two bids offered; the other goes back to its owner.",
        _BIDDING,
    ),
    Rule(
        "cattitude.birdoholic",
        "When everything is laid out, a birdoholic takes all birds of the species with the second "
        "highest total; cats do not count and stay.",
        _COLLECTING,
        shown=("table", "totals"),
    ),
    Rule(
        "cattitude.birdoholics",
        "Two or more birdoholics in one phase leave only the most valuable species.",
        _COLLECTING,
        shown=("table", "totals"),
    ),
    Rule(
        "cattitude.lonely",
        "If there are fewer than two species, birdoholics leave with nothing.",
        _COLLECTING,
        shown=("table", "totals"),
    ),
    Rule(
        "cattitude.catastrophe",
        "A catastrophe takes the most valuable species, even the only one.",
        _RED,
        shown=("table", "totals"),
    ),
    Rule(
        "cattitude.secure-escort",
        "A species is secured together with a noble of its own; if there is none, a royal cat or "
        "the queen may take its place.",
        _SECURE,
    ),
    Rule(
        "cattitude.secure-all",
        "Securing moves all birds of the species and all its nobles under the palace.",
        _SECURE,
        shown=("table", "palace"),
    ),
    Rule(
        "cattitude.bonus",
        "Bonus cards go straight under the palace and are not bid again.",
        _RED,
        shown=("palace",),
    ),
    Rule(
        "cattitude.end",
        "The game ends after the last pile; whatever is not secured counts nothing.",
        _END,
        shown=("end.reason",),
    ),
    Rule(
        "cattitude.score",
        "The cards under the palace count, minus points too; a fulfilled bonus card is worth 5. "
        "Scores may be negative.",
        _END,
        shown=("scores", "end.scores"),
    ),
    Rule(
        "cattitude.winner",
        "Most points wins; tied players share the win (sharing is our ruling).",
        _END,
        shown=("end.winners",),
    ),
    Rule(
        "cattitude.beginner",
        "Variant beginner: one noble goes along and the others stay, and only dealt cards are bid.",
        "Beginner variant",
        shown=("table", "palace"),
    ),
    Rule(
        "cattitude.toss",
        "Variant toss: the token is tossed every round instead of flipped.",
        "Cattitude toss",
        shown=("direction",),
    ),
)

RULINGS = (
    Ruling(
        "cattitude.second-highest",
        "The second highest total is the second of the list sorted by value: with 5/5 or 9/9/4 "
        "the owner chooses among the equal ones.",
        "The rulebook lets the owner choose among several in second place, and doesn't mention "
        "several in first place.",
        section=_COLLECTING,
    ),
    Ruling(
        "cattitude.lying",
        "A species lies in front of you when at least one bird of it does, good or bad.",
        "The rulebook counts species without saying what makes one.",
        section=_COLLECTING,
    ),
    Ruling(
        "cattitude.takers-order",
        "Birdoholics act before catastrophes, and totals are ranked anew each time: one of each "
        "leaves only the lowest of three species.",
        "The rulebook does not say who goes first.",
        section=_RED,
    ),
    Ruling(
        "cattitude.takers-together",
        "Two or more birdoholics act together, catastrophes one after the other.",
        "Only for birdoholics does the rulebook say what several do.",
        section=_COLLECTING,
    ),
    Ruling(
        "cattitude.royals",
        "One royal cat, or the queen, escorts one species.",
        "The rulebook lets a royal switch between species, but a secured one is under the palace.",
        section=_COLLECTING,
    ),
    Ruling(
        "cattitude.nothing-to-secure",
        "A species without birds cannot be secured.",
        "Nobles on their own would only cost points; the rulebook speaks of birds.",
        section=_SECURE,
    ),
    Ruling(
        "cattitude.bonus-count",
        "Bonus cards count divas and bad birds, and are looked at only when the game is over.",
        "The rulebook says so, in two places.",
        section=_RED,
        status=RuleStatus.PRINTED,
    ),
    Ruling(
        "cattitude.first-direction",
        "The first direction is free.",
        "The rulebook leaves open which side of the token is up.",
        section=_SETUP,
        status=RuleStatus.PRINTED,
    ),
    Ruling(
        "cattitude.meaningless-choice",
        "An owner decides between equal totals even where a later thief makes it meaningless.",
        "So a record never depends on looking ahead.",
        section=_COLLECTING,
    ),
    Ruling(
        "cattitude.winner",
        "Players with equal points share the win.",
        "The rulebook names no tie-breaker.",
        section=_END,
    ),
    Ruling(
        "cattitude.values",
        "Birds count 1, 2 and 3 (turkey, chicken, peacock); a header may choose 'mid' (2, 3, 4) "
        "or 'equal' (3, 4, 6) as its values.",
        "The values are printed on pictures we do not have; all three fit the example's totals "
        "9, 6 and 4.",
        section=_COLLECTING,
    ),
)


class Setup(NamedTuple):
    """The numbers that the rulebook states for a player count."""

    hand: int  # cards each in a round
    red_each: int  # red ones among them in a red round
    nobles_away: int  # put away of each kind
    blue_away: int  # put away unseen
    red_away: int  # put away unseen


class PileSplit(NamedTuple):
    """The computed set-up: big piles are all blue, small ones are filled up with red cards."""

    players: int
    hand: int  # cards each in a round
    red_each: int  # red ones among them in a red round
    nobles_away: int  # put away of each kind
    blue_away: int  # put away unseen
    red_away: int  # put away unseen
    big_piles: int
    big_size: int  # cards in each
    small_piles: int
    small_size: int  # blue cards in each
    red_on_each: int  # red cards on each small pile
    rounds: int  # one pile each

    @property
    def blue_used(self) -> int:
        """The blue cards in all piles."""
        return self.big_piles * self.big_size + self.small_piles * self.small_size

    @property
    def red_used(self) -> int:
        """The red cards in all piles."""
        return self.small_piles * self.red_on_each

    def is_red(self, number: int) -> bool:
        """Return whether red cards are dealt in a round; rounds count from 1."""
        return number > self.big_piles


class Worth(NamedTuple):
    """The values of cards under one profile."""

    values: Mapping[str, int]  # by card
    goals: Mapping[str, int]  # birds needed for an 'at least' bonus card
    bonus: int  # points for a fulfilled bonus card

    def totals(self, cards: Cards) -> dict[str, int]:
        """Return the total values of the birds, by species; absent species are left out."""
        birds = {species.name: only(cards, BIRDS_OF[species.name]) for species in SPECIES}
        return {name: self.points(each) for name, each in birds.items() if each}

    def points(self, cards: Cards) -> int:
        """Return the total value of the cards, without bonuses."""
        return sum([self.values.get(card, 0) for card in cards])

    def bonuses(self, palace: Cards) -> int:
        """Return how many bonus cards in a palace are fulfilled."""
        met = 0
        for species in SPECIES:
            birds = len(only(palace, BIRDS_OF[species.name]))
            met += palace.count(species.bonus_none) if not birds else 0
            met += palace.count(species.bonus_some) if birds >= self.goals[species.name] else 0
        return met


_COPIES = MappingProxyType(
    {
        "duchess": 6,
        "baroness": 5,
        "marquess": 4,
        "turkey": 28,
        "chicken": 21,
        "peacock": 14,
        "skinny turkey": 2,
        "frightened chicken": 2,
        "plucked peacock": 2,
        "royal cat": 2,
        "birdoholic": 4,
        "queen": 1,
        "catastrophe": 2,
        "diva turkey": 2,
        "diva chicken": 2,
        "diva peacock": 2,
        "bonus no turkeys": 1,
        "bonus no chickens": 1,
        "bonus no peacocks": 1,
        "bonus turkeys": 1,
        "bonus chickens": 1,
        "bonus peacocks": 1,
    }
)
_SETUPS = MappingProxyType(
    {
        2: Setup(hand=5, red_each=2, nobles_away=2, blue_away=6, red_away=3),
        3: Setup(hand=3, red_each=1, nobles_away=0, blue_away=3, red_away=3),
        4: Setup(hand=3, red_each=1, nobles_away=0, blue_away=6, red_away=3),
        5: Setup(hand=3, red_each=1, nobles_away=0, blue_away=0, red_away=0),
    }
)
_PROFILES = MappingProxyType(
    {
        "default": MappingProxyType({"turkey": 1, "chicken": 2, "peacock": 3}),
        "mid": MappingProxyType({"turkey": 2, "chicken": 3, "peacock": 4}),
        "equal": MappingProxyType({"turkey": 3, "chicken": 4, "peacock": 6}),
    }
)
_GOALS = MappingProxyType({"turkey": 5, "chicken": 4, "peacock": 3})


@dataclass(frozen=True, slots=True)
class Tables:
    """The cards, set-ups and values."""

    copies: Mapping[str, int] = field(default_factory=lambda: _COPIES)  # of every card
    setups: Mapping[int, Setup] = field(default_factory=lambda: _SETUPS)  # by number of players
    profiles: Mapping[str, Mapping[str, int]] = field(default_factory=lambda: _PROFILES)
    """Values of the birds; the first is the usual one."""
    diva_extra: int = 3  # points of a diva beyond those of its bird
    noble: int = -1  # a duchess, a baroness, a marquess
    royal_cat: int = -2  # points
    queen: int = -1  # points
    bonus: int = 5  # points for a fulfilled bonus card
    goals: Mapping[str, int] = field(default_factory=lambda: _GOALS)
    """Birds needed for an 'at least' bonus card."""
    bid_limit: int = 2  # cards in front of a player that may be added to a bid

    @property
    def players(self) -> tuple[int, int]:
        """The smallest and the largest number of players."""
        return min(self.setups), max(self.setups)

    @property
    def blue(self) -> int:
        """All cards with a blue back."""
        return sum(self.copies[card] for card in BLUE)

    @property
    def red(self) -> int:
        """All cards with a red back."""
        return sum(self.copies[card] for card in RED)

    def playable(self, players: int) -> dict[str, int]:
        """Return the copies of each card that can turn up: all but the nobles put away."""
        away = self.setups[players].nobles_away
        return {card: copies - away * (card in NOBLES) for card, copies in self.copies.items()}

    def split(self, players: int) -> PileSplit:
        """Return the piles for a number of players; raise `PrintkitError` if they don't add up."""
        setup = self.setups[players]
        on_each = players * setup.red_each
        small_piles = _share(self.red - setup.red_away, on_each, f"red cards of {players} players")
        small_size = players * (setup.hand - setup.red_each)
        blue = self.blue - setup.nobles_away * len(NOBLES) - setup.blue_away
        big_size = players * setup.hand
        blue -= small_piles * small_size
        big_piles = _share(blue, big_size, f"blue cards of {players} players")
        piles = big_piles, big_size, small_piles, small_size
        return PileSplit(players, *setup, *piles, on_each, rounds=big_piles + small_piles)

    def worth(self, profile: str) -> Worth:
        """Return the values of the cards under a profile."""
        plain = self.profiles[profile]
        values = {QUEEN: self.queen, ROYAL_CAT: self.royal_cat}
        for name, bad, diva, noble, _, _ in SPECIES:
            value = plain[name]
            values |= {name: value, bad: -value, diva: value + self.diva_extra, noble: self.noble}
        return Worth(values, self.goals, self.bonus)


def _share(cards: int, each: int, what: str) -> int:
    piles, left = divmod(cards, each)
    if left or piles < 0:
        raise PrintkitError(
            f"the {what} don't divide evenly: {cards} in piles of {each} leave {left}"
        )
    return piles


def values(tables: Tables) -> tuple[GameValue, ...]:
    """Return the numbers of the game with their sources."""
    splits = {players: tables.split(players) for players in sorted(tables.setups)}
    profiles = {name: dict(birds) for name, birds in tables.profiles.items()}
    ours = RuleStatus.OURS
    others = tuple(card for card in tables.copies if card not in (*DIVAS, *BONUSES))
    return (
        GameValue(
            "copies", "copies of each card, without divas and bonus cards", _copies(tables, others)
        ),
        GameValue("diva_cards", "divas in all", sum(tables.copies[card] for card in DIVAS)),
        GameValue(
            "bonus_cards", "bonus cards in all", sum(tables.copies[card] for card in BONUSES)
        ),
        GameValue("divas", "divas of a species", _copies(tables, DIVAS), ours),
        GameValue("bonuses", "bonus cards of a kind", _copies(tables, BONUSES), ours),
        GameValue("blue", "cards with a blue back (follows)", tables.blue),
        GameValue("red", "cards with a red back (follows)", tables.red),
        GameValue("hand", "cards each in a round, by players", _by(splits, "hand")),
        GameValue("red_each", "red ones among them in a red round", _by(splits, "red_each")),
        GameValue("nobles_away", "nobles of each kind put away first", _by(splits, "nobles_away")),
        GameValue("blue_away", "blue cards put away unseen", _by(splits, "blue_away")),
        GameValue("red_away", "red cards put away unseen", _by(splits, "red_away")),
        GameValue("rounds", "rounds (follows)", {n: split.rounds for n, split in splits.items()}),
        GameValue("profiles", "values of the birds", profiles, ours),
        GameValue("bad_birds", "a bad bird, in values of its bird", -1, ours),
        GameValue("diva_extra", "a diva beyond its bird", tables.diva_extra, ours),
        GameValue("noble", "a duchess, a baroness, a marquess", tables.noble, ours),
        GameValue("royal_cat", "a royal cat", tables.royal_cat, ours),
        GameValue("queen", "the queen", tables.queen),
        GameValue("bonus", "a fulfilled bonus card", tables.bonus),
        GameValue("goals", "birds that fulfil an 'at least' bonus card", dict(tables.goals), ours),
        GameValue(
            "bid_limit", "cards in front of a player that may be added to a bid", tables.bid_limit
        ),
    )


def _copies(tables: Tables, cards: tuple[str, ...]) -> dict[str, int]:
    return {card: tables.copies[card] for card in cards}


def _by(splits: Mapping[int, PileSplit], key: str) -> dict[int, int]:
    return {players: getattr(split, key) for players, split in splits.items()}
