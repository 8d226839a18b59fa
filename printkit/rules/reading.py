"""Readers for the values in an event, and small helpers for hands of cards.

A reader returns the value, or raises `Refusal` with core.args. It takes parsed JSON, in which
players appear by name; the meaning of a value is up to the game.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any, Final, TypeVar

from printkit.core.errors import nearest, show
from printkit.core.messages import say, series
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
            message = "'{key}' must name every player; {name} is missing"
            raise Refusal(ARGS, say(message, key=key, name=name), seat)
    return entries


def read_some(header: Header, event: Any, key: str) -> list[Any]:
    """Return the map under `key` as a list by seat, with `MISSING` for players who aren't named."""
    entries = event[key]
    if type(entries) is not dict:
        raise Refusal(ARGS, not_a_map(key, entries))
    for name in entries:
        if name not in header.seats:
            raise Refusal(ARGS, not_playing(key, name))
    return [entries.get(name, MISSING) for name in header.players]


def not_a_map(key: str, value: object) -> str:
    """Return the message about a value that should have an entry for each player."""
    return say("'{key}' must map players to values, not {value}", key=key, value=show(value))


def not_playing(key: str, name: object) -> str:
    """Return the message about a name that is not a player's."""
    return say("'{key}' names {name}, who is not playing", key=key, name=show(name))


def read_player(header: Header, event: Any, key: str) -> int:
    """Return the seat of the player named under `key`."""
    name = event[key]
    if not isinstance(name, str) or name not in header.seats:
        raise Refusal(ARGS, not_a_player(header.players, key, name))
    return header.seats[name]


def not_a_player(players: Sequence[str], key: str, name: object) -> str:
    """Return the message about a value that should be the name of a player."""
    message = "'{key}' must be one of the players ({players}), not {name}"
    return say(message, key=key, players=tuple(players), name=show(name))


def read_text(value: object, key: str, seat: int | None = None) -> str:
    """Return the value if it is a text; it may be empty."""
    if not isinstance(value, str):
        raise Refusal(ARGS, not_text(key, value), seat)
    return value


def not_text(key: str, value: object) -> str:
    """Return the message about a value that should be text."""
    return say("'{key}' must be text, not {value}", key=key, value=show(value))


def read_whole(value: object, key: str, seat: int | None = None) -> int:
    """Return the value if it is a whole number; true and false are not numbers."""
    if type(value) is not int:
        message = "'{key}' must be a whole number, not {value}"
        raise Refusal(ARGS, say(message, key=key, value=show(value)), seat)
    return value


def read_word(value: object, words: Container[str], key: str, seat: int | None = None) -> str:
    """Return the value if it is one of the words; the message lists them if they are a sequence."""
    if isinstance(value, str) and value in words:
        return value
    message = say("'{key}' has {value}, which isn't a valid value", key=key, value=show(value))
    if isinstance(words, Sequence):
        message = say("{problem} ({known})", problem=message, known=tuple(words))
    raise Refusal(ARGS, message, seat)


def read_card(value: object, key: str, seat: int | None = None) -> str:
    """Return the value if it can be the name of a card: any text that is not blank."""
    if not isinstance(value, str) or not value or value.isspace():
        message = "'{key}' must name a card, not {value}"
        raise Refusal(ARGS, say(message, key=key, value=show(value)), seat)
    return value


def read_list(value: object, key: str, seat: int | None = None) -> list[Any]:
    """Return the value if it is a list; its entries are not checked."""
    if not isinstance(value, list):
        message = "'{key}' must list cards, not {value}"
        raise Refusal(ARGS, say(message, key=key, value=show(value)), seat)
    return value


def read_cards(value: object, key: str, seat: int | None = None) -> tuple[str, ...]:
    """Return the value if it is a list of names of cards."""
    return tuple(read_card(card, key, seat) for card in read_list(value, key, seat))


def unknown_key(key: str, of: str, known: Sequence[str], given: Container[str] = ()) -> str:
    """Return the message about an unknown key: the nearest one, and all known ones."""
    near = nearest(key, [each for each in known if each not in given])
    return suggest(say("unknown key {key}", key=show(key)), near, has(of, known))


def has(of: str, known: Sequence[str]) -> str:
    """Return the message about what something has: its keys or values."""
    return say("{thing} has {known}", thing=of, known=tuple(known))


def suggest(problem: str, near: str, known: str = "") -> str:
    """Return a problem with its nearest alternative, if there is one, and the known ones."""
    question = say("did you mean '{near}'?", near=near) if near else ""
    if question and known:
        return say("{problem}; {question} {known}", problem=problem, question=question, known=known)
    return series([each for each in (problem, question, known) if each])


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
