"""Draws: what chance decides for a sheet, once for all its pages or anew on each.

Takes the draws that a layout declares; gives their values in a scope, from the seed that the
facts hold. A draw sees the facts, and the draws that stand before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from printkit.budget import spend
from printkit.errors import LayoutError
from printkit.layout.chance import Chance
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.layout.declaring import Data
    from printkit.layout.definition import Sheet
    from printkit.layout.expressions import Expression
    from printkit.layout.scope import Scope

ONCE = 0  # the page number of draws that all pages share


class Draws(NamedTuple):
    """The draws of a sheet that are expressions, in the order of its file, with their names."""

    once: Sequence[tuple[str, Expression]]
    each: Sequence[tuple[str, Expression]]

    @classmethod
    def of(cls, sheet: Sheet) -> Draws:
        """The draws that a sheet declares."""
        pairs = [(name, draw.draw, draw.once) for name, draw in sheet.draws if draw.draw]
        once = [(name, draw) for name, draw, is_once in pairs if is_once]
        return cls(once, [(name, draw) for name, draw, is_once in pairs if not is_once])

    @property
    def each_page(self) -> frozenset[str]:
        """The names of what is drawn anew for every page."""
        return frozenset(name for name, _ in self.each)

    def shared(self, scope: Scope, facts: Sequence[tuple[str, Data]]) -> Scope:
        """The scope with a sheet's own facts and all that is drawn once.

        A fact may use what is drawn, and a draw may use facts: each draw is made as soon as what
        it uses is there.
        """
        self._check(facts)
        waiting = list(self.once)
        for at in range(len(facts) + 1):
            if not waiting:
                return scope.with_facts(facts[at:])
            spend(len(facts))
            later = {name for name, _ in facts[at:]}
            ready = [pair for pair in waiting if later.isdisjoint(pair[1].names)]
            scope = _decided(ready, scope, ONCE)
            waiting = [pair for pair in waiting if pair not in ready]
            scope = scope.with_facts(facts[at : at + 1])
        return scope

    def page(self, scope: Scope, values: Mapping[str, object], number: int) -> Mapping[str, object]:
        """The values of the page of this number, with what is drawn for it."""
        if not self.each:
            return values
        env = _decided(self.each, scope.bind(values), number).env
        return {**values, **{name: env[name] for name, _ in self.each}}

    def _check(self, facts: Sequence[tuple[str, Data]]) -> None:
        for name, data in self._varying(facts):
            message = f"'{name}' is drawn anew on every page, and a fact is the same on all of them"
            raise LayoutError(message, data.where, "use it in the body, or write `once: true`")

    def _varying(self, facts: Sequence[tuple[str, Data]]) -> Iterator[tuple[str, Data]]:
        for _, data in facts:
            for name in sorted(self.each_page.intersection(data.names)):
                yield name, data


def _decided(draws: Sequence[tuple[str, Expression]], scope: Scope, number: int) -> Scope:
    seed = str(scope.env.get("seed", ""))
    for name, draw in draws:
        functions = Chance(seed, name, number).functions()
        scope = scope.bind({name: draw.evaluate({**scope.env, **functions})})
    return scope
