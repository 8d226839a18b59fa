"""What may be played in Attacke: every legal play and pass of the player whose turn it is.

Where hands are not recorded, the player is taken to hold one card of each kind. Which cards lie
face down makes no difference to a contest, so of those only the number is varied.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, product
from typing import Any

from printkit.games.attacke.state import NOTHING_YET, State, Stock, left_over, put_away
from printkit.rules.game import Event, Offer
from printkit.tuples import NamedTuple

_FORGOTTEN: Event = {"draw": None}


class Selection(NamedTuple):
    """Cards that can be laid face up together; `named` is the colour of shields that open."""

    cards: tuple[str, ...]
    named: str = ""


def offers(state: State) -> Iterator[Offer]:
    """The legal events, bundled; a card drawn is one of the pile, or forgotten."""
    recorded = state.hands is not None
    base = {"do": "play", "by": state.header.players[state.turn]}
    choices = list(_choices(state))
    if plays := tuple(_open_plays(state, choices)):
        yield Offer(base, (plays, *_draws(state, state.stock)), free=not recorded)
    if hidden := tuple(_hidden_plays(state, choices)):
        yield Offer(base, (hidden, (_FORGOTTEN,)), free=True)
    if state.colour:
        yield _passing(state)


def hand_of(state: State) -> tuple[str, ...]:
    """The cards of the player whose turn it is, or one of each kind."""
    return tuple(state.tables.cards) if state.hands is None else state.hands[state.turn]


def may_hide(state: State) -> bool:
    """Whether the player whose turn it is may lay cards face down."""
    own = state.laid[state.turn] or NOTHING_YET
    return state.header.variant in state.tables.blind and not own.blind


def _passing(state: State) -> Offer:
    own = state.laid[state.turn] or NOTHING_YET
    held = state.chips[state.turn]
    fine: tuple[Event, ...] = tuple({"returns": chip} for chip in sorted(held))
    slots = (fine,) if own.strong and held else ()
    base = {"do": "pass", "by": state.header.players[state.turn]}
    return Offer(base, (*_draws(state, put_away(state, state.turn)), *slots))


def _draws(state: State, stock: Stock) -> tuple[tuple[Event, ...], ...]:
    if state.hands is None:
        return ()
    cards = {state.tables.names[letter] for letter in stock.drawable()}
    return ((_FORGOTTEN, *({"draw": card} for card in sorted(cards))),)


def _open_plays(state: State, choices: Iterable[Selection]) -> Iterator[Event]:
    for choice in choices:
        total = _total(state, choice)
        if choice.cards and total > state.best:
            yield _play(choice, total)


def _hidden_plays(state: State, choices: Iterable[Selection]) -> Iterator[Event]:
    if state.hands is None or not may_hide(state):
        return
    each = state.tables.face_down
    for choice in choices:
        if not choice.cards and not state.colour:
            continue
        rest = sorted(left_over(hand_of(state), choice.cards))
        for count in range(1, len(rest) + 1):
            total = _total(state, choice) + count * each
            if total > state.best:
                yield {**_play(choice, total), "blind": rest[:count]}


def _play(choice: Selection, total: int) -> dict[str, Any]:
    named = {"colour": choice.named} if choice.named else {}
    return {**named, "cards": list(choice.cards), "total": total}


def _total(state: State, choice: Selection) -> int:
    own, cards = state.laid[state.turn] or NOTHING_YET, state.tables.cards
    return own.total + sum(cards[card].value for card in choice.cards)


def _choices(state: State) -> Iterator[Selection]:
    """All cards that suit the contest, or that could open one; also none at all."""
    hand, tables = hand_of(state), state.tables
    shields = _shields(state, hand)
    if state.colour:
        knights = _subsets(card for card in hand if tables.cards[card].colour == state.colour)
        yield from (Selection(few + more) for few, more in product(knights, shields))
        return
    for colour in tables.colour_ids:
        knights = _subsets(card for card in hand if tables.cards[card].colour == colour)
        yield from (Selection(few + more) for few, more in product(knights, shields) if few)
        yield from (Selection(more, colour) for more in shields if more)


def _shields(state: State, hand: tuple[str, ...]) -> list[tuple[str, ...]]:
    own, tables = state.laid[state.turn] or NOTHING_YET, state.tables
    limit = 0 if own.strong else 1
    few = _subsets(card for card in hand if not tables.cards[card].colour)
    return [cards for cards in few if cards.count(tables.strong_shield) <= limit]


def _subsets(cards: Iterable[str]) -> list[tuple[str, ...]]:
    """Every different selection of some of the cards, also none, from low to high."""
    copies = sorted(Counter(cards).items(), key=lambda item: (len(item[0]), item[0]))
    several = [[(card,) * number for number in range(count + 1)] for card, count in copies]
    return [tuple(chain.from_iterable(some)) for some in product(*several)]
