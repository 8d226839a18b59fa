"""Readers for the values in an event: each gives the value or raises `Refusal` with core.args.

They take parsed JSON and know players by name only; what a value means is the game's business.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any, Final, NoReturn

from printkit.errors import nearest, show
from printkit.rules.game import Header, Refusal

ARGS: Final = "core.args"


class Missing:
    """The type of `MISSING`, which stands for a player whom a map does not name."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()


def read_each(header: Header, event: Any, key: str) -> list[Any]:
    """The map under `key` as a list by seat; every player has to be named."""
    entries = read_some(header, event, key)
    if len(event[key]) < len(entries):
        seat = entries.index(MISSING)
        name = header.players[seat]
        raise Refusal(ARGS, f"'{key}' must name every player; {name} is missing", seat)
    return entries


def read_some(header: Header, event: Any, key: str) -> list[Any]:
    """The map under `key` as a list by seat, with `MISSING` for whoever is not named."""
    entries = event[key]
    if type(entries) is not dict:
        raise Refusal(ARGS, f"'{key}' must map players to what they have, not {show(entries)}")
    players = header.players
    if tuple(entries) == players:
        return list(entries.values())
    for name in entries:
        if name not in header.seats:
            raise Refusal(ARGS, f"'{key}' names {show(name)}, who is not playing")
    return [entries.get(name, MISSING) for name in players]


def read_player(header: Header, event: Any, key: str) -> int:
    """The seat of the player named under `key`."""
    name = event[key]
    seat = header.seats.get(name) if isinstance(name, str) else None
    return refuse_player(header, event, key) if seat is None else seat


def refuse_player(header: Header, event: Any, key: str) -> NoReturn:
    """Says that nobody who plays is named under `key`."""
    known = ", ".join(header.players)
    found = show(event[key])
    raise Refusal(ARGS, f"'{key}' must be one of the players ({known}), not {found}")


def read_text(value: object, key: str, seat: int | None = None) -> str:
    """A string, empty or not."""
    if not isinstance(value, str):
        raise Refusal(ARGS, f"'{key}' must be text, not {show(value)}", seat)
    return value


def read_whole(value: object, key: str, seat: int | None = None) -> int:
    """A whole number; true and false are none."""
    if type(value) is not int:
        raise Refusal(ARGS, f"'{key}' must be a whole number, not {show(value)}", seat)
    return value


def read_word(value: object, words: Container[str], key: str, seat: int | None = None) -> str:
    """One of a few words; pass a sequence or mapping so that the message can list them."""
    if isinstance(value, str) and value in words:
        return value
    known = ", ".join(words) if isinstance(words, Sequence) else ""
    of = f" ({known})" if known else ""
    raise Refusal(ARGS, f"'{key}' has {show(value)}, which is no such word{of}", seat)


def read_card(value: object, key: str, seat: int | None = None) -> str:
    """The name of a card: any text that is not blank."""
    if not isinstance(value, str) or not value or value.isspace():
        raise Refusal(ARGS, f"'{key}' must name a card, not {show(value)}", seat)
    return value


def read_cards(value: object, key: str, seat: int | None = None) -> tuple[str, ...]:
    """A list of cards' names."""
    if not isinstance(value, list):
        raise Refusal(ARGS, f"'{key}' must list cards, not {show(value)}", seat)
    return tuple([read_card(card, key, seat) for card in value])


def unknown_key(key: str, of: str, known: Sequence[str], given: Container[str] = ()) -> str:
    """The message about a key that nobody asked for: the nearest one, and all there are."""
    near = nearest(key, [each for each in known if each not in given])
    return f"unknown key {show(key)}; {meant(near)}{of} has {', '.join(known)}"


def meant(near: str) -> str:
    """The question whether something else was meant, before a list of what there is."""
    return f"did you mean '{near}'? " if near else ""
