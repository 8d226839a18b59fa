"""Cattitude's numbers: the cards, how they are split into piles, and what they are worth.

Only what the rulebook states is written down; pile sizes, numbers of piles and rounds follow, and
a set-up that does not come out even is refused. To play with other cards or values, pass `Tables`
of your own to `new_game`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

from printkit.errors import PrintkitError
from printkit.games.cattitude.cards import (
    BIRDS_OF,
    BLUE,
    BONUSES,
    DIVAS,
    FIELD,
    NOBLES,
    QUEEN,
    RED,
    ROYAL_CAT,
    SHIFTS,
    SPECIES,
    UNITS,
    Bag,
    count,
    family,
    size,
)
from printkit.games.cattitude.rulebook import VARIANTS
from printkit.rules.catalogue import GameBox, Status, Value
from printkit.tuples import NamedTuple


class Setup(NamedTuple):
    """What the rulebook fixes for a number of players."""

    hand: int  # cards each in a round
    red_each: int  # red ones among them in a red round
    nobles_away: int  # put away of each kind
    blue_away: int  # put away unseen
    red_away: int  # put away unseen


class Split(NamedTuple):
    """The set-up worked out: big piles are all blue, small ones are filled up with red cards."""

    players: int  # how many play
    hand: int  # cards each in a round
    red_each: int  # red ones among them in a red round
    nobles_away: int  # put away of each kind
    blue_away: int  # put away unseen
    red_away: int  # put away unseen
    big_piles: int  # how many
    big_size: int  # cards in each
    small_piles: int  # how many
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
        """Whether red cards are dealt in a round; rounds count from 1."""
        return number > self.big_piles


class Worth(NamedTuple):
    """What cards count under one profile of values."""

    values: Mapping[str, int]  # by card
    scored: tuple[tuple[int, int], ...]  # each value there is, with the mask of its cards
    birds: tuple[tuple[str, int, tuple[tuple[int, int], ...]], ...]
    """Of each species its name, its mask, and the place in a bag and value of each kind."""
    goals: Mapping[str, int]  # birds that fulfil a bonus card
    bonus: int  # points for a fulfilled one

    def totals(self, bag: Bag) -> dict[str, int]:
        """The values of the birds in a bag, by species; only species that are there."""
        found = {}
        for name, mask, ((plain, value), (bad, loss), (diva, gain)) in self.birds:
            if bag & mask:
                total = (bag >> plain & FIELD) * value + (bag >> bad & FIELD) * loss
                found[name] = total + (bag >> diva & FIELD) * gain
        return found

    def points(self, bag: Bag) -> int:
        """The values of all cards in a bag, without bonuses."""
        points = 0
        for value, mask in self.scored:
            if found := bag & mask:
                points += size(found) * value
        return points

    def bonuses(self, palace: Bag) -> int:
        """How many bonus cards in a palace are fulfilled."""
        met = 0
        for species in SPECIES:
            birds = size(palace & BIRDS_OF[species.name])
            met += count(palace, species.bonus_none) if not birds else 0
            met += count(palace, species.bonus_some) if birds >= self.goals[species.name] else 0
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


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """The cards, set-ups and values.

    Tables are told apart by identity, so that what follows from them is worked out once.
    """

    copies: Mapping[str, int] = field(default_factory=lambda: _COPIES)  # of every card
    setups: Mapping[int, Setup] = field(default_factory=lambda: _SETUPS)  # by number of players
    profiles: Mapping[str, Mapping[str, int]] = field(default_factory=lambda: _PROFILES)
    """Values of the birds; the first is the usual one."""
    diva_extra: int = 3  # a diva beyond its bird
    noble: int = -1  # a duchess, a baroness, a marquess
    royal_cat: int = -2  # points
    queen: int = -1  # points
    bonus: int = 5  # points for a fulfilled bonus card
    goals: Mapping[str, int] = field(default_factory=lambda: _GOALS)
    """Birds that fulfil an 'at least' bonus card."""
    bid_limit: int = 2  # own table cards that may join a bid

    @property
    def blue(self) -> int:
        """All cards with a blue back."""
        return sum(self.copies[card] for card in BLUE)

    @property
    def red(self) -> int:
        """All cards with a red back."""
        return sum(self.copies[card] for card in RED)

    @property
    @cache  # noqa: B019 - tables are few and live as long as their game
    def stock(self) -> Bag:
        """All cards of the box."""
        return sum(UNITS[card] * copies for card, copies in self.copies.items())

    @cache  # noqa: B019 - tables are few and live as long as their game
    def playable(self, players: int) -> Bag:
        """The cards that can turn up at all: without the nobles put away by name."""
        return self.stock - self.setups[players].nobles_away * sum(UNITS[noble] for noble in NOBLES)

    @cache  # noqa: B019 - tables are few and live as long as their game
    def split(self, players: int) -> Split:
        """The piles for a number of players; raises `PrintkitError` if they do not come out."""
        setup = self.setups[players]
        on_each = players * setup.red_each
        small_piles = _share(self.red - setup.red_away, on_each, f"red cards of {players} players")
        small_size = players * (setup.hand - setup.red_each)
        blue = self.blue - setup.nobles_away * len(NOBLES) - setup.blue_away
        big_size = players * setup.hand
        blue -= small_piles * small_size
        big_piles = _share(blue, big_size, f"blue cards of {players} players")
        piles = big_piles, big_size, small_piles, small_size
        return Split(players, *setup, *piles, on_each, rounds=big_piles + small_piles)

    @cache  # noqa: B019 - tables are few and live as long as their game
    def worth(self, profile: str) -> Worth:
        """What the cards count under a profile."""
        plain = self.profiles[profile]
        values = {QUEEN: self.queen, ROYAL_CAT: self.royal_cat}
        for name, bad, diva, noble, _, _ in SPECIES:
            value = plain[name]
            values |= {name: value, bad: -value, diva: value + self.diva_extra, noble: self.noble}
        scored = tuple(
            (value, family(card for card in values if values[card] == value))
            for value in sorted({*values.values()})
        )
        birds = tuple(
            (
                kind.name,
                BIRDS_OF[kind.name],
                tuple((SHIFTS[card], values[card]) for card in kind.birds),
            )
            for kind in SPECIES
        )
        return Worth(values, scored, birds, self.goals, self.bonus)


def _share(cards: int, each: int, what: str) -> int:
    piles, left = divmod(cards, each)
    if left or piles < 0:
        raise PrintkitError(f"the {what} do not come out: {cards} in piles of {each} leave {left}")
    return piles


def box(tables: Tables) -> GameBox:
    """The game with these tables, from outside."""
    return GameBox("cattitude", "Cattitude", (min(tables.setups), max(tables.setups)), VARIANTS)


def values(tables: Tables) -> tuple[Value, ...]:
    """The numbers of the game with their sources."""
    splits = {players: tables.split(players) for players in sorted(tables.setups)}
    profiles = {name: dict(birds) for name, birds in tables.profiles.items()}
    ours = Status.OURS
    others = tuple(card for card in tables.copies if card not in (*DIVAS, *BONUSES))
    return (
        Value("copies", "copies of every card but divas and bonus cards", _copies(tables, others)),
        Value("diva_cards", "divas in all", sum(tables.copies[card] for card in DIVAS)),
        Value("bonus_cards", "bonus cards in all", sum(tables.copies[card] for card in BONUSES)),
        Value("divas", "divas of a species", _copies(tables, DIVAS), ours),
        Value("bonuses", "bonus cards of a kind", _copies(tables, BONUSES), ours),
        Value("blue", "cards with a blue back (follows)", tables.blue),
        Value("red", "cards with a red back (follows)", tables.red),
        Value("hand", "cards each in a round, by players", _by(splits, "hand")),
        Value("red_each", "red ones among them in a red round", _by(splits, "red_each")),
        Value("nobles_away", "nobles of each kind put away first", _by(splits, "nobles_away")),
        Value("blue_away", "blue cards put away unseen", _by(splits, "blue_away")),
        Value("red_away", "red cards put away unseen", _by(splits, "red_away")),
        Value("rounds", "rounds (follows)", {n: split.rounds for n, split in splits.items()}),
        Value("profiles", "values of the birds", profiles, ours),
        Value("bad_birds", "a bad bird, in values of its bird", -1, ours),
        Value("diva_extra", "a diva beyond its bird", tables.diva_extra, ours),
        Value("noble", "a duchess, a baroness, a marquess", tables.noble, ours),
        Value("royal_cat", "a royal cat", tables.royal_cat, ours),
        Value("queen", "the queen", tables.queen),
        Value("bonus", "a fulfilled bonus card", tables.bonus),
        Value("goals", "birds that fulfil an 'at least' bonus card", dict(tables.goals), ours),
        Value("bid_limit", "own table cards that may join a bid", tables.bid_limit),
    )


def _copies(tables: Tables, cards: tuple[str, ...]) -> dict[str, int]:
    return {card: tables.copies[card] for card in cards}


def _by(splits: Mapping[int, Split], key: str) -> dict[int, int]:
    return {players: getattr(split, key) for players, split in splits.items()}
