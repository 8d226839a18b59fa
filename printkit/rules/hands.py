"""Tuples that change: a hand without a card, and a row by seat with another entry."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The hand without one copy of a card that it holds."""
    index = hand.index(card)
    return hand[:index] + hand[index + 1 :]


def changed(row: tuple[T, ...], seat: int, entry: T) -> tuple[T, ...]:
    """The row with another entry for one seat."""
    entries = list(row)
    entries[seat] = entry
    return tuple(entries)
