"""A random game of Swip'Sheep: a shuffled deck, blind draws, and players with simple habits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.games.swipsheep.numbers import DOG
from printkit.games.swipsheep.state import DEAL, GIVE, State, defends, shares
from printkit.rules.simulate import Dealer, draw_cards

if TYPE_CHECKING:
    from printkit.rules.game import Event

WHIM_CHANCE = 0.3
STOP_CHANCE = 0.15
SPARE_CHANCE = 0.25


class SwipsheepDealer(Dealer[State]):
    """A deck, and players who usually keep their best card and attack the largest hand."""

    def event(self, state: State) -> Event:
        if state.phase == DEAL:
            return self._deal(state)
        if state.phase == GIVE:
            return self._give(state)
        if state.can_stop and self.rng.random() < STOP_CHANCE:
            return {"do": "stop", "by": state.header.players[state.hunter]}
        return self._attack(state)

    def _deal(self, state: State) -> Event:
        kinds = zip(state.tables.names, state.deck, strict=True)
        deck = self.shuffle(name for name, count in kinds for _ in range(count))
        hands = [draw_cards(deck, size) for size in shares(state)]
        return {"do": "deal", "hands": dict(zip(state.header.players, hands, strict=True))}

    def _give(self, state: State) -> Event:
        sides: dict[str, dict[str, str]] = {"left": {}, "right": {}}
        for name, hand in zip(state.header.players, state.hands, strict=True):
            gifts = self._gifts(state, hand)
            for side, card in zip(sides.values(), gifts, strict=False):
                side[name] = card
        return {"do": "give", **sides}

    def _gifts(self, state: State, hand: tuple[str, ...]) -> list[str]:
        """Return at most two cards, left before right; a wolf or a dog counts like 2 sheep."""
        worth = state.tables.worth
        cards = self.rng.sample(hand, len(hand))
        if self.rng.random() >= WHIM_CHANCE:
            best = max(cards, key=lambda card: worth[card] or 2, default="")
            cards.sort(key=lambda card: card == best)
        return cards[:2]

    def _attack(self, state: State) -> Event:
        players, hands, rng = state.header.players, state.hands, self.rng
        target = self._target(state)
        spared = state.can_spare and DOG in hands[target] and rng.random() < SPARE_CHANCE
        source = state.hunter if defends(state, target, spared=spared) else target
        stolen = rng.choice(hands[source]) if hands[source] else None
        event = {"do": "attack", "by": players[state.hunter], "on": players[target]}
        return {**event, "stolen": stolen} | ({"defended": False} if spared else {})

    def _target(self, state: State) -> int:
        others = [seat for seat in range(len(state.hands)) if seat != state.hunter]
        if self.rng.random() < WHIM_CHANCE:
            return self.rng.choice(others)
        fullest = max(len(state.hands[seat]) for seat in others)
        return self.rng.choice([seat for seat in others if len(state.hands[seat]) == fullest])
