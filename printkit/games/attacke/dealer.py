"""A random game of Attacke: a shuffled deck, and players who sometimes forget to draw.

The players want new chips and save their shields.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.games.attacke.rules import Deal, Pass, Play, hand_of, may_hide
from printkit.games.attacke.state import NOTHING_YET, State, Stock, is_undealt, put_away
from printkit.rules.simulate import Dealer, draw_cards

if TYPE_CHECKING:
    from random import Random

    from printkit.games.attacke.rules import Hands
    from printkit.rules.game import Event
    from printkit.rules.simulate import Seating


GIVES_UP: Final = 0.12
SPITES: Final = 0.15
HIDES: Final = 0.3
BACKS_UP: Final = 0.1
FORGETS: Final = 0.01


class Lay(NamedTuple):
    """Cards to lay face up and face down, and the colour to name if shields open."""

    cards: list[str]
    blind: list[str]
    named: str = ""


def open_contest(rng: Random, state: State) -> Lay:
    """Choose an opening, in a colour that the player still needs if possible."""
    tables, hand = state.tables, hand_of(state)
    knights = [card for card in hand if tables.cards[card].colour]
    shields = _usable_shields(state)
    missing = [each for each in tables.colour_ids if each not in state.chips[state.turn]]
    if not knights:
        return Lay(shields[:1], [], rng.choice(missing))
    sums = dict.fromkeys((tables.cards[card].colour for card in knights), 0)
    for card in knights:
        sums[tables.cards[card].colour] += tables.cards[card].value
    colour = max(sums, key=lambda each: (each in missing, sums[each] * rng.random()))
    suited = _by_value(state, (card for card in knights if tables.cards[card].colour == colour))
    cards = suited[: rng.randint(1, len(suited))]
    if shields and rng.random() < BACKS_UP:
        cards.append(shields[0])
    blind = _worthless(state, colour)[:1] if may_hide(state) and rng.random() < HIDES else []
    return Lay(cards, blind)


def fight(rng: Random, state: State) -> Lay | None:
    """Choose the cheapest cards that beat the others, or None to pass."""
    keen = state.colour not in state.chips[state.turn]
    if rng.random() < (GIVES_UP if keen else 1 - SPITES):
        return None
    own = state.laid[state.turn] or NOTHING_YET
    need = state.best - own.total + 1
    blind: list[str] = []
    if may_hide(state) and rng.random() < HIDES:
        blind = _worthless(state, state.colour)[:need]
        need -= len(blind) * state.tables.face_down
    cards = _cheapest(state, need)
    return None if cards is None else Lay(cards, blind)


def _cheapest(state: State, need: int) -> list[str] | None:
    """Return cards worth at least `need`: one knight, or the highest knights and then shields."""
    kinds = state.tables.cards
    if need <= 0:
        return []
    suited = _by_value(state, (c for c in hand_of(state) if kinds[c].colour == state.colour))
    for card in suited:
        if kinds[card].value >= need:
            return [card]
    cards: list[str] = []
    for card in suited[::-1] + _usable_shields(state):
        cards.append(card)
        need -= kinds[card].value
        if need <= 0:
            return cards
    return None


def _usable_shields(state: State) -> list[str]:
    """Return the shields in hand, the fined one last and only if it is still allowed."""
    own, tables = state.laid[state.turn] or NOTHING_YET, state.tables
    shields = [card for card in hand_of(state) if not tables.cards[card].colour]
    strong = [card for card in shields if card == tables.strong_shield]
    plain = [card for card in shields if card != tables.strong_shield]
    return plain if own.strong else plain + strong[:1]


def _worthless(state: State, colour: str) -> list[str]:
    """Return the knights of other colours, the lowest first."""
    kinds = state.tables.cards
    return _by_value(state, (c for c in hand_of(state) if kinds[c].colour not in ("", colour)))


def _by_value(state: State, cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=lambda card: state.tables.cards[card].value)


class AttackeDealer(Dealer[State]):
    """A deck, and players who want new chips.

    Without recorded hands, the game is still played with cards, but the events leave out what a
    spectator can't see.
    """

    def __init__(self, seating: Seating, rng: Random) -> None:
        super().__init__(seating, rng)
        self._recorded = seating.settings.get("hands", "yes") == "yes"
        self._hidden: State | None = None  # the game with cards, if they aren't recorded

    def header(self) -> Mapping[str, Any]:
        return {"first": self.rng.choice(self.seating.players)}

    def event(self, state: State) -> Event:
        if not self._recorded:
            return self._public_event(self._hidden or Deal(self._deal(state)).apply(state))
        if is_undealt(state):
            hands = zip(self.seating.players, self._deal(state), strict=True)
            return {"do": "deal", "hands": {name: list(hand) for name, hand in hands}}
        return self._act(state)

    def _deal(self, state: State) -> Hands:
        deck = self.shuffle(state.tables.deck)
        seats = range(len(self.seating.players))
        sizes = [state.tables.hand(leads=seat == state.leader) for seat in seats]
        return tuple(tuple(draw_cards(deck, size)) for size in sizes)

    def _public_event(self, state: State) -> Event:
        """Act in the game with cards, and return the event as a spectator sees it."""
        event = self._act(state)
        kind = Play if event["do"] == Play.do else Pass
        self._hidden = kind.read(state, event, state.turn).apply(state)
        public = {key: value for key, value in event.items() if key != "draw"}
        if "blind" in public:
            public["blind"] = len(public["blind"])
        return public

    def _act(self, state: State) -> dict[str, Any]:
        lay = (fight if state.colour else open_contest)(self.rng, state)
        return self._pass(state) if lay is None else self._play(state, lay)

    def _play(self, state: State, lay: Lay) -> dict[str, Any]:
        tables, own = state.tables, state.laid[state.turn] or NOTHING_YET
        total = own.total + sum(tables.cards[card].value for card in lay.cards)
        event: dict[str, Any] = {
            "do": "play",
            "by": self.seating.players[state.turn],
            "cards": lay.cards,
        }
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
        event: dict[str, Any] = {"do": "pass", "by": self.seating.players[state.turn]}
        event["draw"] = self._draw(state, put_away(state, state.turn), len(hand_of(state)))
        if own.strong and held:
            event["returns"] = self.rng.choice(held)
        return event

    def _draw(self, state: State, stock: Stock, left: int) -> str | None:
        """Draw a card of the pile, or None; without recorded hands, nobody may run out of cards.

        A winner without cards passes on the lead, and a record without hands can't show that.
        """
        pile = stock.drawable()
        can_forget = left > 0 or self._recorded
        if not pile or (self.rng.random() < FORGETS and can_forget):
            return None
        return self.rng.choice(pile)
