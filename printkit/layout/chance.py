"""Chance: what a layout draws, from a seed.

Takes a seed, a draw's name and a page's own number; gives the functions that a draw is written
with: shuffle, sample, pick and roll. Nothing else goes into it, so page 17 is the same whether 20
or 200 are printed, on any machine, whatever else the layout says.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from printkit.budget import spend
from printkit.errors import RefusalError
from printkit.layout.compiler import CHANCE
from printkit.layout.operations import MAX_ITEMS, describe, listed, whole


class Chance:
    """The functions of one draw on one page; each call goes on where the last one ended."""

    def __init__(self, seed: str, name: str, page: int) -> None:
        key = f"{len(seed)}/{seed}/{name}/{page}".encode()
        from random import Random

        self._random = Random(int.from_bytes(sha256(key).digest(), "big")).random

    def functions(self) -> dict[str, Callable[..., object]]:
        """The functions by the names that expressions call them."""
        return {name: getattr(self, name) for name in CHANCE}

    def shuffle(self, items: object) -> tuple[object, ...]:
        """All items of a list, in an order of chance."""
        return self._drawn(items, len(listed(items)))

    def sample(self, items: object, count: object) -> tuple[object, ...]:
        """So many items of a list, each at most once, in an order of chance."""
        number, there = whole(count), len(listed(items))
        if not 0 <= number <= there:
            raise RefusalError(f"{number:,} items cannot be drawn out of {there:,}")
        return self._drawn(items, number)

    def pick(self, items: object) -> object:
        """One item of a list."""
        if not (group := listed(items)):
            raise RefusalError("there is nothing to pick from: the list is empty")
        return group[self._below(len(group))]

    def roll(self, sides: object, dice: object = None) -> object:
        """A number from 1 to `sides`; with a number of dice, a list of so many."""
        number = whole(sides)
        if number < 1:
            raise RefusalError(f"a die needs at least 1 side, not {describe(sides)}")
        if dice is None:
            return 1 + self._below(number)
        if not 0 <= whole(dice) <= MAX_ITEMS:
            wrong = "too few" if whole(dice) < 0 else "too many"
            raise RefusalError(f"{whole(dice):,} dice are {wrong}", f"from 0 to {MAX_ITEMS:,}")
        spend(whole(dice))
        return tuple(1 + self._below(number) for _ in range(whole(dice)))

    def _drawn(self, items: object, number: int) -> tuple[object, ...]:
        """The first of the items after so many steps of a Fisher-Yates shuffle."""
        order = list(listed(items))
        for at in range(number):
            other = at + self._below(len(order) - at)
            order[at], order[other] = order[other], order[at]
        return tuple(order[:number])

    def _below(self, limit: int) -> int:
        # random() is the one method whose numbers are promised to stay the same in every Python.
        return int(self._random() * limit)
