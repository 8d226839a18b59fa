"""How the players of a random game of Attacke think: they want new chips and save their shields.

Takes a state with known hands and a source of randomness; gives the cards to lay, or None.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from printkit.games.attacke.offers import hand_of, may_hide
from printkit.games.attacke.state import NOTHING_YET, State
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from random import Random

GIVES_UP: Final = 0.12
SPITES: Final = 0.15
HIDES: Final = 0.3
BACKS_UP: Final = 0.1


class Lay(NamedTuple):
    """Cards to lay face up and face down, and the colour to name where shields open."""

    cards: list[str]
    blind: list[str]
    named: str = ""


def open_contest(rng: Random, state: State) -> Lay:
    """An opening in the strongest colour that is still missing, if there is one."""
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
    """The cheapest cards that beat the others, or None to pass."""
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
    """Cards worth at least `need`: one that does it, or the highest first and shields last."""
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
    """The shields in hand, the fined one last and only where it is still allowed."""
    own, tables = state.laid[state.turn] or NOTHING_YET, state.tables
    shields = [card for card in hand_of(state) if not tables.cards[card].colour]
    strong = [card for card in shields if card == tables.strong_shield]
    plain = [card for card in shields if card != tables.strong_shield]
    return plain if own.strong else plain + strong[:1]


def _worthless(state: State, colour: str) -> list[str]:
    """Knights of other colours, the lowest first."""
    kinds = state.tables.cards
    return _by_value(state, (c for c in hand_of(state) if kinds[c].colour not in ("", colour)))


def _by_value(state: State, cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=lambda card: state.tables.cards[card].value)
