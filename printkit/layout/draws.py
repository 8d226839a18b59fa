"""Draws: random values of a sheet, drawn once for all its pages or again on each.

A draw can use facts, and the draws before it. Its value depends only on those, the seed, its name
and the number of the page: page 17 is the same whether 20 or 200 are printed, on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.budget import count_steps
from printkit.core.errors import LayoutError, RefusalError
from printkit.layout.language.expressions import CHANCE
from printkit.layout.language.functions import MAX_ITEMS, as_list, describe, whole

if TYPE_CHECKING:
    from printkit.layout.language.declarations import Data
    from printkit.layout.language.definition import Sheet
    from printkit.layout.language.expressions import Expression
    from printkit.layout.scope import Scope

ONCE = 0  # the page number of draws that all pages share


class Draws(NamedTuple):
    """The draws of a sheet that are expressions, in file order, with their names.

    Values drawn by the game are already among the facts: see `pipeline.facts.drawn_facts`.
    """

    once: Sequence[tuple[str, Expression]]
    each: Sequence[tuple[str, Expression]]

    @classmethod
    def of(cls, sheet: Sheet) -> Draws:
        """Return the draws that a sheet declares."""
        pairs = [(name, draw.draw, draw.once) for name, draw in sheet.draws if draw.draw]
        once = [(name, draw) for name, draw, is_once in pairs if is_once]
        return cls(once, [(name, draw) for name, draw, is_once in pairs if not is_once])

    @property
    def each_page(self) -> frozenset[str]:
        """The names of values that are drawn again for every page."""
        return frozenset(name for name, _ in self.each)

    def with_shared_facts(self, scope: Scope, facts: Sequence[tuple[str, Data]]) -> Scope:
        """Return the scope with a sheet's own facts and everything drawn once.

        Facts may use draws, and draws may use facts: each draw is made as soon as the facts that it
        uses are known.
        """
        self._check(facts)
        waiting = list(self.once)
        for at in range(len(facts) + 1):
            if not waiting:
                return scope.with_facts(facts[at:])
            count_steps(len(facts))
            later = {name for name, _ in facts[at:]}
            ready = [pair for pair in waiting if later.isdisjoint(pair[1].names)]
            scope = _draw_all(ready, scope, ONCE)
            waiting = [pair for pair in waiting if pair not in ready]
            scope = scope.with_facts(facts[at : at + 1])
        return scope

    def page(self, scope: Scope, values: Mapping[str, object], number: int) -> Mapping[str, object]:
        """Return the values for a page, including those drawn for it."""
        if not self.each:
            return values
        env = _draw_all(self.each, scope.bind(values), number).env
        return {**values, **{name: env[name] for name, _ in self.each}}

    def _check(self, facts: Sequence[tuple[str, Data]]) -> None:
        for _, data in facts:
            for name in sorted(self.each_page.intersection(data.names)):
                why = "is drawn anew on every page, and a fact is the same on all of them"
                hint = "use it in the body, or write `once: true`"
                raise LayoutError(f"'{name}' {why}", data.where, hint)


def _draw_all(draws: Sequence[tuple[str, Expression]], scope: Scope, number: int) -> Scope:
    seed = str(scope.env.get("seed", ""))
    for name, draw in draws:
        functions = Chance(seed, name, number).functions()
        scope = scope.bind({name: draw.evaluate({**scope.env, **functions})})
    return scope


class Chance:
    """The random functions for one draw on one page; each call continues the sequence."""

    def __init__(self, seed: str, name: str, page: int) -> None:
        key = f"{len(seed)}/{seed}/{name}/{page}".encode()
        from random import Random

        self._random = Random(int.from_bytes(sha256(key).digest(), "big")).random

    def functions(self) -> dict[str, Callable[..., object]]:
        """Return the functions by their names in expressions."""
        return {name: getattr(self, name) for name in CHANCE}

    def shuffle(self, items: object) -> tuple[object, ...]:
        """Return all items of a list, in random order."""
        return self._draw(items, len(as_list(items)))

    def sample(self, items: object, count: object) -> tuple[object, ...]:
        """Return this many items of a list, each at most once, in random order."""
        number, there = whole(count), len(as_list(items))
        if not 0 <= number <= there:
            raise RefusalError(f"can't draw {number:,} items from {there:,}")
        return self._draw(items, number)

    def pick(self, items: object) -> object:
        """Return one random item of a list."""
        if not (group := as_list(items)):
            raise RefusalError("nothing to pick from: the list is empty")
        return group[self._below(len(group))]

    def roll(self, sides: object, dice: object = None) -> object:
        """Return a number from 1 to `sides`; with a number of dice, a list of that many."""
        number = whole(sides)
        if number < 1:
            raise RefusalError(f"a die needs at least 1 side, not {describe(sides)}")
        if dice is None:
            return 1 + self._below(number)
        if not 0 <= whole(dice) <= MAX_ITEMS:
            wrong = "too few" if whole(dice) < 0 else "too many"
            raise RefusalError(f"{whole(dice):,} dice are {wrong}", f"from 0 to {MAX_ITEMS:,}")
        count_steps(whole(dice))
        return tuple(1 + self._below(number) for _ in range(whole(dice)))

    def _draw(self, items: object, number: int) -> tuple[object, ...]:
        """Draw this many items with a partial Fisher-Yates shuffle."""
        order = list(as_list(items))
        for at in range(number):
            other = at + self._below(len(order) - at)
            order[at], order[other] = order[other], order[at]
        return tuple(order[:number])

    def _below(self, limit: int) -> int:
        # Only random() is guaranteed to give the same numbers in every version of Python.
        return int(self._random() * limit)
