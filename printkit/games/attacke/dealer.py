"""Plays Attacke at random: a shuffled deck, and players who forget a draw now and then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from printkit.games.attacke.bots import Lay, fight, open_contest
from printkit.games.attacke.moves import EVENTS, apply_deal
from printkit.games.attacke.offers import hand_of
from printkit.games.attacke.state import NOTHING_YET, State, Stock, is_undealt, put_away

if TYPE_CHECKING:
    from random import Random

    from printkit.games.attacke.reading import Hands
    from printkit.rules.game import Event

FORGETS = 0.01


class Table:
    """One game's deck and players; everything random comes from `rng`.

    Without recorded hands the true game is played beside the record, and what a spectator could
    not see is left out of the events.
    """

    __slots__ = ("_hidden", "_players", "_recorded", "_rng")

    def __init__(
        self, rng: Random, players: tuple[str, ...], _variant: str, settings: Mapping[str, str]
    ) -> None:
        self._rng = rng
        self._players = players
        self._recorded = settings.get("hands", "yes") == "yes"
        self._hidden: State | None = None

    def header(self) -> Mapping[str, Any]:
        return {"first": self._rng.choice(self._players)}

    def event(self, state: State) -> Event:
        if not self._recorded:
            return self._seen(self._hidden or apply_deal(state, self._deal(state)))
        if is_undealt(state):
            hands = zip(self._players, self._deal(state), strict=True)
            return {"do": "deal", "hands": {name: list(hand) for name, hand in hands}}
        return self._act(state)

    def _deal(self, state: State) -> Hands:
        deck = list(state.tables.deck)
        self._rng.shuffle(deck)
        seats = range(len(self._players))
        sizes = [state.tables.hand(leads=seat == state.leader) for seat in seats]
        return tuple(tuple(deck.pop() for _ in range(size)) for size in sizes)

    def _seen(self, state: State) -> Event:
        """Acts in the true game and tells what everyone at the table has seen."""
        event = self._act(state)
        kind = next(kind for kind in EVENTS if kind.do == event["do"])
        self._hidden = kind.apply(state, kind.read(state, event, state.turn))
        told = {key: value for key, value in event.items() if key != "draw"}
        if "blind" in told:
            told["blind"] = len(told["blind"])
        return told

    def _act(self, state: State) -> dict[str, Any]:
        lay = (fight if state.colour else open_contest)(self._rng, state)
        return self._pass(state) if lay is None else self._play(state, lay)

    def _play(self, state: State, lay: Lay) -> dict[str, Any]:
        tables, own = state.tables, state.laid[state.turn] or NOTHING_YET
        total = own.total + sum(tables.cards[card].value for card in lay.cards)
        event: dict[str, Any] = {"do": "play", "by": self._players[state.turn], "cards": lay.cards}
        if lay.named:
            event["colour"] = lay.named
        if lay.blind:
            event["blind"] = lay.blind
        event["total"] = total + len(lay.blind) * tables.face_down
        left = len(hand_of(state)) - len(lay.cards) - len(lay.blind)
        event["draw"] = self._draw(state, state.stock, left)
        return event

    def _pass(self, state: State) -> dict[str, Any]:
        own, held = state.laid[state.turn] or NOTHING_YET, state.chips[state.turn]
        event: dict[str, Any] = {"do": "pass", "by": self._players[state.turn]}
        event["draw"] = self._draw(state, put_away(state, state.turn), len(hand_of(state)))
        if own.strong and held:
            event["returns"] = self._rng.choice(held)
        return event

    def _draw(self, state: State, stock: Stock, left: int) -> str | None:
        """A card of the pile; without recorded hands nobody may end up with an empty one.

        A winner without cards hands the lead on, and a record without hands cannot show that.
        """
        pile = stock.drawable()
        can_forget = left > 0 or self._recorded
        if not pile or (self._rng.random() < FORGETS and can_forget):
            return None
        return state.tables.names[self._rng.choice(pile)]
