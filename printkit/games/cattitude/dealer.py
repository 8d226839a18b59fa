"""A random game of Cattitude: shuffled piles, bids with hidden takers, and cautious securing.

The players know only what everyone can see.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from printkit.games.cattitude.cards import (
    ANY_BONUS,
    ANY_ROYAL,
    BIRDS_OF,
    BLUE,
    NOBLES_OF,
    PLAIN_BIRDS,
    QUEEN,
    RED,
    ROYAL_CAT,
    SPECIES,
    TAKERS,
    Cards,
    only,
)
from printkit.games.cattitude.collecting import claim
from printkit.games.cattitude.rules import escorts
from printkit.games.cattitude.state import (
    BID,
    CHOOSE,
    DEAL,
    DIRECTIONS,
    LOSE,
    State,
    bid_limit,
    is_beginner,
    owing,
    required_direction,
    step,
)
from printkit.rules.simulate import Dealer, draw_cards

if TYPE_CHECKING:
    from random import Random

    from printkit.games.cattitude.numbers import Tables
    from printkit.rules.game import Event
    from printkit.rules.simulate import Seating

# Probabilities, and points that players add or subtract in their estimates.
HIDE_TAKER = 0.8
GIVE_AWAY = 0.35
WHIM = 1.5
TAKER_FEAR = 2.5
NOBLE_HELP = 1.5
ROYAL_HELP = 2.0
BONUS_HOPE = 2.0
PATIENCE = 5.0


class CattitudeDealer(Dealer[State]):
    """The piles, and players who know only what everyone can see."""

    def __init__(self, seating: Seating, rng: Random) -> None:
        super().__init__(seating, rng)
        self._piles = self._make_piles()

    def header(self) -> Mapping[str, Any]:
        values = self.seating.settings.get("values")
        return {"values": values} if values else {}

    def event(self, state: State) -> Event:
        if state.phase == DEAL:
            return self._deal(state)
        if state.phase == BID:
            return self._bid(state)
        if state.phase == CHOOSE:
            return self._choose(state)
        return self._lose(state) if state.phase == LOSE else self._secure(state)

    def _make_piles(self) -> list[list[str]]:
        """Make the piles as people do: put away, shuffle, deal, add red cards to the small ones."""
        tables: Tables = self.tables
        split = tables.split(len(self.seating.players))
        playable = tables.playable(split.players)
        blue = self.shuffle(card for card in BLUE for _ in range(playable[card]))
        red = self.shuffle(card for card in RED for _ in range(playable[card]))
        big = [draw_cards(blue, split.big_size) for _ in range(split.big_piles)]
        small = [draw_cards(blue, split.small_size) for _ in range(split.small_piles)]
        return big + [pile + draw_cards(red, split.red_on_each) for pile in small]

    def _deal(self, state: State) -> Event:
        """Deal a pile: everyone gets an equal share of its blue and of its red cards."""
        players = state.header.players
        pile = self._piles[state.round]
        hands = {name: list(pile[seat :: len(players)]) for seat, name in enumerate(players)}
        return {"do": "deal", "hands": hands}

    def _bid(self, state: State) -> Event:
        players = state.header.players
        event: dict[str, Any] = {"do": "bid"}
        if len(players) > 2:
            event["direction"] = required_direction(state) or self.rng.choice(DIRECTIONS)
        event["bids"] = {name: self._split(state, seat) for seat, name in enumerate(players)}
        return event

    def _split(self, state: State, seat: int) -> dict[str, list[str]]:
        """Split a bid into open and closed cards; takers are usually closed, the rest is random."""
        taken = self._given_away(state, seat)
        bids: dict[str, list[str]] = {"open": [], "closed": []}
        for card in (*state.hands[seat], *taken):
            closed = self.rng.random() < (HIDE_TAKER if card in TAKERS else 0.5)
            bids["closed" if closed else "open"].append(card)
        if taken:
            bids["taken"] = taken
        return bids

    def _given_away(self, state: State, seat: int) -> list[str]:
        """Return table cards that do more harm than good: bad birds, and superfluous nobles."""
        front = state.fronts[seat]
        unwanted = []
        for species in SPECIES:
            unwanted += [species.bad] * front.count(species.bad)
            unwanted += [species.noble] * (front.count(species.noble) - 1)
        chosen = [card for card in unwanted if self.rng.random() < GIVE_AWAY]
        return chosen[: bid_limit(state)]

    def _choose(self, state: State) -> Event:
        choices = {}
        for seat, name in enumerate(state.header.players):
            bid = state.bids[(seat - step(state)) % len(state.bids)]
            guess = len(bid.closed) * _average(state) + self.rng.uniform(-WHIM, WHIM)
            choices[name] = "open" if _use(state, seat, bid.open) > guess else "closed"
        return {"do": "choose", "choices": choices}

    def _lose(self, state: State) -> Event:
        """Give up a species, first one without a noble of its own."""
        seat = owing(state)[0]
        front = state.fronts[seat]
        wanted = claim(front, state.worth).species
        alone = [name for name in wanted if not only(front, NOBLES_OF[name])]
        species = self.rng.choice(alone or wanted)
        return {"do": "lose", "by": state.header.players[seat], "species": species}

    def _secure(self, state: State) -> Event:
        plans = [self._plan(state, seat) for seat in range(len(state.fronts))]
        named = [*zip(state.header.players, plans, strict=True)]
        royals = {name: royals for name, (_, royals) in named if royals}
        event: dict[str, Any] = {"do": "secure", "species": {name: plan[0] for name, plan in named}}
        return {**event, "with": royals} if royals else event

    def _plan(self, state: State, seat: int) -> tuple[list[str], dict[str, str]]:
        """Return the species to secure, without the poorest if escorts are short."""
        front = state.fronts[seat]
        species = self._worth_securing(state, seat)
        while not (ways := [*escorts(front, species)]):
            species = species[1:]
        cheapest = max(ways, key=lambda way: [*way.values()].count(QUEEN))
        return [name for name in PLAIN_BIRDS if name in species], cheapest

    def _worth_securing(self, state: State, seat: int) -> tuple[str, ...]:
        """Return the species worth securing, the poorest first; the bar falls towards the end."""
        front = state.fronts[seat]
        left = (state.split.rounds - state.round) / state.split.rounds
        enough = PATIENCE * left * self.rng.uniform(0.5, 1.5)
        gains = {
            name: _gain(state, front, name) for name in PLAIN_BIRDS if only(front, BIRDS_OF[name])
        }
        return tuple(sorted((n for n in gains if gains[n] > enough), key=lambda n: gains[n]))


def _average(state: State) -> float:
    """Return the average value of an unseen card to a player."""
    birds = sum(state.worth.values[name] for name in PLAIN_BIRDS) / len(PLAIN_BIRDS)
    return birds / 2


def _use(state: State, seat: int, offered: Cards) -> float:
    """Return the value of open cards of a bid to a player."""
    front = state.fronts[seat]
    use = sum(state.worth.totals(offered).values()) + BONUS_HOPE * len(only(offered, ANY_BONUS))
    for species in SPECIES:
        if species.noble in offered and species.noble not in front:
            use += NOBLE_HELP
    takers = len(only(offered, TAKERS))
    return use + ROYAL_HELP * len(only(offered, ANY_ROYAL)) - TAKER_FEAR * takers


def _gain(state: State, front: Cards, name: str) -> int:
    """Return the points of securing a species, with its escorts."""
    nobles = only(front, NOBLES_OF[name]) or (ROYAL_CAT,)
    escorts = nobles[:1] if is_beginner(state) else nobles
    return state.worth.points(only(front, BIRDS_OF[name]) + escorts)
