"""Readers for the values in an event, and small helpers for hands of cards.

A reader returns the value, or raises `Refusal` with core.args. It takes parsed JSON, in which
players appear by name; the meaning of a value is up to the game.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any, Final, TypeVar

from printkit.core.errors import nearest, show
from printkit.core.messages import say
from printkit.rules.game import Header, Refusal

T = TypeVar("T")

ARGS: Final = "core.args"


class Missing:
    """The type of `MISSING`, the entry of a player who is not named in a map."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()


def read_each(header: Header, event: Any, key: str) -> list[Any]:
    """Return the map under `key` as a list by seat; every player must be named."""
    entries = read_some(header, event, key)
    for seat, entry in enumerate(entries):
        if entry is MISSING:
            name = header.players[seat]
            raise Refusal(ARGS, f"'{key}' must name every player; {name} is missing", seat)
    return entries


def read_some(header: Header, event: Any, key: str) -> list[Any]:
    """Return the map under `key` as a list by seat, with `MISSING` for players who aren't named."""
    entries = event[key]
    if type(entries) is not dict:
        raise Refusal(ARGS, f"'{key}' must map players to what they have, not {show(entries)}")
    for name in entries:
        if name not in header.seats:
            raise Refusal(ARGS, f"'{key}' names {show(name)}, who is not playing")
    return [entries.get(name, MISSING) for name in header.players]


def read_player(header: Header, event: Any, key: str) -> int:
    """Return the seat of the player named under `key`."""
    name = event[key]
    if not isinstance(name, str) or name not in header.seats:
        known = ", ".join(header.players)
        raise Refusal(ARGS, f"'{key}' must be one of the players ({known}), not {show(name)}")
    return header.seats[name]


def read_text(value: object, key: str, seat: int | None = None) -> str:
    """Return the value if it is a text; it may be empty."""
    if not isinstance(value, str):
        raise Refusal(ARGS, f"'{key}' must be text, not {show(value)}", seat)
    return value


def read_whole(value: object, key: str, seat: int | None = None) -> int:
    """Return the value if it is a whole number; true and false are not numbers."""
    if type(value) is not int:
        raise Refusal(ARGS, f"'{key}' must be a whole number, not {show(value)}", seat)
    return value


def read_word(value: object, words: Container[str], key: str, seat: int | None = None) -> str:
    """Return the value if it is one of the words; the message lists them if they are a sequence."""
    if isinstance(value, str) and value in words:
        return value
    known = ", ".join(words) if isinstance(words, Sequence) else ""
    of = f" ({known})" if known else ""
    raise Refusal(ARGS, f"'{key}' has {show(value)}, which isn't a valid value{of}", seat)


def read_card(value: object, key: str, seat: int | None = None) -> str:
    """Return the value if it can be the name of a card: any text that is not blank."""
    if not isinstance(value, str) or not value or value.isspace():
        raise Refusal(ARGS, f"'{key}' must name a card, not {show(value)}", seat)
    return value


def read_list(value: object, key: str, seat: int | None = None) -> list[Any]:
    """Return the value if it is a list; its entries are not checked."""
    if not isinstance(value, list):
        raise Refusal(ARGS, f"'{key}' must list cards, not {show(value)}", seat)
    return value


def read_cards(value: object, key: str, seat: int | None = None) -> tuple[str, ...]:
    """Return the value if it is a list of names of cards."""
    return tuple(read_card(card, key, seat) for card in read_list(value, key, seat))


def unknown_key(key: str, of: str, known: Sequence[str], given: Container[str] = ()) -> str:
    """Return the message about an unknown key: the nearest one, and all known ones."""
    near = nearest(key, [each for each in known if each not in given])
    return f"unknown key {show(key)}; {suggestion(near)}{of} has {', '.join(known)}"


def suggestion(near: str) -> str:
    """Return a 'did you mean' question, with a space to continue; empty without a suggestion."""
    return f"did you mean '{near}'? " if near else ""


def wrong_hand_size(name: str, cards: int, size: int) -> str:
    """Return the message about a hand with the wrong number of cards; empty if it is right."""
    if cards == size:
        return ""
    message = "{name} is dealt {count} {plural(count, 'card', 'cards')}, not {size}"
    return say(message, name=name, count=cards, size=size)


def remove_card(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return the hand without one copy of a card."""
    index = hand.index(card)
    return hand[:index] + hand[index + 1 :]


def replace_entry(row: tuple[T, ...], seat: int, entry: T) -> tuple[T, ...]:
    """Return the row with a new entry for one seat."""
    entries = list(row)
    entries[seat] = entry
    return tuple(entries)
