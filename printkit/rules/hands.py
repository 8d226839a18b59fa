"""Hands: of how many cards, without one of them, and a row by seat with another entry."""

from __future__ import annotations

from typing import TypeVar

from printkit.units import counted

T = TypeVar("T")


def misdealt(name: str, cards: int, size: int) -> str:
    """What is wrong with a hand of so many cards, where one of this size is due; or nothing."""
    return "" if cards == size else f"{name} is dealt {counted(cards, 'card')}, not {size}"


def without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The hand without one copy of a card that it holds."""
    index = hand.index(card)
    return hand[:index] + hand[index + 1 :]


def changed(row: tuple[T, ...], seat: int, entry: T) -> tuple[T, ...]:
    """The row with another entry for one seat."""
    entries = list(row)
    entries[seat] = entry
    return tuple(entries)
