"""Attacke's events as typed moves: reads what they say and refuses what cannot be read.

Takes a state and an event with the right keys; whether the move is allowed is not asked here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from printkit.errors import did_you_mean, show
from printkit.games.attacke.state import put_away
from printkit.rules.game import Event, Refusal
from printkit.rules.reading import ARGS, read_each, read_whole, read_word
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.games.attacke.state import State, Stock
    from printkit.games.attacke.tables import Card

Hand = tuple[str, ...]
Hands = tuple[Hand, ...]
Draw = tuple[str, ...] | None


class Play(NamedTuple):
    """Cards laid in one turn."""

    seat: int  # whose turn it is
    cards: tuple[str, ...]  # laid face up
    colours: tuple[str, ...]  # of the knights among them
    hidden: tuple[str, ...]  # laid face down, as far as known
    blind: int  # how many lie face down
    named: str  # the colour called out, or ""
    total: int  # the player's true total after this play
    stated: int | None  # the total announced
    draw: Draw  # the cards drawn: one or none; None where the record does not say
    hand: Hand | None  # what that makes of the hand; None where it is not known, or lacks a card
    stock: Stock | None  # what that makes of pile and discards; None where it cannot be drawn


class Pass(NamedTuple):
    """A player who gives up."""

    seat: int  # whose turn it is
    draw: Draw  # the cards drawn, as in a play
    returns: str  # the chip given back, or ""
    stock: Stock | None  # what that makes of pile and discards; None where it cannot be drawn


def read_deal(state: State, event: Event, _seat: int) -> Hands:
    """The hands by seat."""
    known = state.tables.cards
    return tuple([_cards(known, hand, "hands") for hand in read_each(state.header, event, "hands")])


def read_play(state: State, event: Event, seat: int) -> Play:
    """The cards laid and the card drawn."""
    _, tables, _, hands, stock, _, _, _, _, _, _, laid, _ = state
    kinds, before = tables.cards, laid[seat]
    found = _kinds(kinds, event["cards"], "cards")
    hidden, blind = _face_down(state, event["blind"]) if "blind" in event else ((), 0)
    total = blind * tables.face_down + (before.total if before else 0)
    colours: tuple[str, ...] = ()
    for _, colour, value in found:
        total += value
        if colour and colour not in colours:
            colours += (colour,)
    named = _named(state, event["colour"]) if "colour" in event else ""
    stated = read_whole(event["total"], "total") if "total" in event else None
    cards, draw = tuple(event["cards"]), _draw(state, event)
    hand = None if hands is None else _hand(hands[seat], cards + hidden, draw)
    after = stock.draw(tables.letters[draw[0]]) if draw and len(draw) == 1 else stock
    return Play._make(
        (seat, cards, colours, hidden, blind, named, total, stated, draw, hand, after)
    )


def read_pass(state: State, event: Event, seat: int) -> Pass:
    """The card drawn and the chip given back."""
    returns = ""
    if "returns" in event:
        returns = read_word(event["returns"], state.tables.colour_ids, "returns")
    draw = _draw(state, event)
    stock = state.stock if state.hands is None else put_away(state, seat)
    if draw and len(draw) == 1:
        after = stock.draw(state.tables.letters[draw[0]])
        return Pass._make((seat, draw, returns, after))
    return Pass(seat, draw, returns, stock)


def _hand(hand: Hand, laid: Hand, draw: Draw) -> Hand | None:
    """What a play makes of a hand; None where a card is not held."""
    rest = list(hand)
    try:
        for card in laid:
            rest.remove(card)
    except ValueError:
        return None
    return tuple(rest) + draw if draw else tuple(rest)


def _cards(known: Mapping[str, Card], value: Any, key: str) -> tuple[str, ...]:
    return tuple([card.name for card in _kinds(known, value, key)])


def _kinds(known: Mapping[str, Card], value: Any, key: str) -> list[Card]:
    """What the cards of a list are."""
    if type(value) is not list:
        raise Refusal(ARGS, f"'{key}' must list cards, not {show(value)}")
    try:
        return list(map(known.__getitem__, value))
    except (KeyError, TypeError):  # TypeError: a list or a map is no card's name
        unknown = (card for card in value if type(card) is not str or card not in known)
        _refuse_card(known, next(unknown), key)


def _refuse_card(known: Mapping[str, Card], card: object, key: str) -> NoReturn:
    hint = f"; {did_you_mean(card, known)}" if isinstance(card, str) else ""
    raise Refusal(ARGS, f"'{key}' has {show(card)}, which is no card of this game{hint}")


def _face_down(state: State, value: Any) -> tuple[tuple[str, ...], int]:
    """The cards, as far as known, and their number; a number alone only without hands."""
    if state.hands is None and type(value) is int:
        if value < 0:
            raise Refusal(ARGS, f"'blind' cannot be fewer than no cards: {value}")
        return (), value
    hidden = _cards(state.tables.cards, value, "blind")
    return hidden, len(hidden)


def _named(state: State, value: Any) -> str:
    if state.colour:
        raise Refusal(ARGS, f"'colour' belongs to an opening; this contest is in {state.colour}")
    return read_word(value, state.tables.colour_ids, "colour")


def _draw(state: State, event: Event) -> Draw:
    """A list of one card is malformed; a longer one can be read, and breaks a rule."""
    value, known = event.get("draw"), state.tables.cards
    if state.hands is None:
        if "draw" in event:
            raise Refusal(ARGS, "'draw' needs recorded hands, and no hands were dealt")
        return ()
    if type(value) is str and value in known:
        return (value,)
    if value is None:
        return () if "draw" in event else None
    if type(value) is list and len(value) > 1:
        return _cards(known, value, "draw")
    _refuse_card(known, value, "draw")
