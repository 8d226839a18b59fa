"""The press: leaves are placed on paper, side by side where they are smaller than it.

Takes leaves in their order; gives pages of paper, each with the leaves that lie on it, which are
drawn as their page is asked for. Where places are, `imposition` knows.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from printkit.errors import LayoutError
from printkit.layout.voices import plain
from printkit.scene import Group, Page, Place
from printkit.tags import Run, Tag, Widget, moved, written
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from printkit.layout.composer import Composer, Leaf
    from printkit.layout.extents import Trace
    from printkit.layout.imposition import Imposition
    from printkit.paper import Shift
    from printkit.scene import Field, Shape
    from printkit.tags import Kid


class Sheetful(NamedTuple):
    """A page of paper, with the leaves that lie on it and the fields of each of them."""

    page: Page
    leaves: tuple[Leaf, ...]
    fields: tuple[tuple[Field, ...], ...] = ()
    traces: tuple[Trace, ...] = ()
    """Where the nodes of the layout lie, if somebody asked for that."""


class Stack(NamedTuple):
    """Leaves of one size that follow each other, and where they lie: (place, leaf) pairs."""

    plan: Imposition
    papers: Sequence[Sequence[tuple[int, Leaf]]]

    @property
    def double(self) -> bool:
        """Whether backs have pages of their own."""
        return self.plan.backs != "" and not self.plan.is_folded

    def skipped(self, before: int) -> int:
        """How many pages stay white so that fronts lie on fronts."""
        return before % 2 if self.double else 0

    def pages(self, before: int) -> int:
        """How many pages it takes after so many others."""
        return self.skipped(before) + len(self.papers) * (2 if self.double else 1)


class Press:
    """Places the pages of several sheets on paper; pages smaller than it share one."""

    def __init__(self, composers: Sequence[Composer]) -> None:
        self.composers = composers
        leaves = [leaf for composer in composers for leaf in composer.leaves]
        marked = any(composer.ticket.marks for composer in composers)
        self._stacks = list(_stacks(_prefixed(leaves) if marked else leaves))
        self.plans = frozenset(stack.plan for stack in self._stacks)
        self.total = 0
        for stack in self._stacks:
            self.total += stack.pages(self.total)

    def pages(self) -> Iterator[Sheetful]:
        """The pages of paper, in order."""
        number = 0
        for stack in self._stacks:
            yield from self._pages(stack, number)
            number += stack.pages(number)

    def _pages(self, stack: Stack, number: int) -> Iterator[Sheetful]:
        """The pages of a stack after so many others, each front followed by its back."""
        plan = stack.plan
        offset = stack.papers[0][0][1].composer.ticket.handling.offset
        front = Side(plan, plan.cut_marks(), offset.front)
        back = Side(plan, plan.cut_marks() if plan.bleed else None, offset.back)
        for _ in range(stack.skipped(number)):
            number += 1
            yield Sheetful(Page(plan.width, plan.height, ()), ())
        for leaves in stack.papers:
            number += 1
            fronts = [(plan.origin(place), leaf) for place, leaf in leaves]
            backs = [(plan.behind(place), leaf.back) for place, leaf in leaves if leaf.back]
            folded = backs if plan.is_folded else []
            yield front.sheetful(fronts, folded, {"page": number, "pages": self.total})
            if stack.double:
                number += 1
                yield back.sheetful([], backs, {"page": number, "pages": self.total})


def _prefixed(leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """The leaves with what goes before the names of their fields, so that none come twice.

    A sheet that comes several times puts its number in the file before them; so does every sheet
    where those of several games lie together. Different sheets of one game share what they share,
    and so do the pages through which one text runs.
    """
    sides = [side for leaf in leaves for side in (leaf, leaf.back) if side and not side.goes_on]
    times = Counter(side.composer.sheet.id for side in sides)
    mixed = len({side.composer.sheet.game or side.composer.sheet.id for side in sides}) > 1
    number = 0

    def prefixed(leaf: Leaf) -> Leaf:
        nonlocal number
        number += not leaf.goes_on
        several = mixed or times[leaf.composer.sheet.id] > 1
        return leaf._replace(prefix=f"{number}." if several else "")

    for leaf in leaves:
        front = prefixed(leaf)
        yield front._replace(back=prefixed(leaf.back)) if leaf.back else front


def _stacks(leaves: Iterable[Leaf]) -> Iterator[Stack]:
    """Leaves of one size that follow each other go on paper together."""
    for plan, group in groupby(leaves, key=_plan):
        pile = list(group)
        papers = [[(place, pile[at]) for place, at in paper] for paper in plan.sheets(len(pile))]
        yield Stack(plan, papers)


def _plan(leaf: Leaf) -> Imposition:
    """What the leaves on one sheet of paper have in common."""
    if leaf.back is not None and leaf.back.plan != leaf.plan:
        raise LayoutError("front and back must be of one size", leaf.composer.sheet.where)
    return leaf.plan


Spots: TypeAlias = "Sequence[tuple[tuple[float, float], Leaf]]"
"""Leaves, each with the top left corner of its place."""


class Side(NamedTuple):
    """One side of the paper: what is drawn on it besides leaves, and how far all is moved."""

    plan: Imposition
    marks: Group | None
    shift: Shift

    def sheetful(self, fronts: Spots, backs: Spots, numbers: Mapping[str, object]) -> Sheetful:
        """A page with these fronts and backs."""
        plan = self.plan
        # The shift is as one reads this side, and a side of backs may stand on its head.
        way = -1 if backs and not fronts and plan.is_turned else 1
        right, down = way * self.shift.right, way * self.shift.down
        shapes: list[Shape] = [] if self.marks is None else [Place(self.marks, right, down)]
        fields: list[tuple[Field, ...]] = []
        traces: list[Trace] = []
        tags: list[Kid] = []
        for spots, turned in ((fronts, False), (backs, plan.is_turned)):
            for (x, y), leaf in spots:
                values, corner = {**leaf.values, **numbers}, (x + right, y + down)
                draft = leaf.master.draw(values, *corner, turned=turned)
                kids = tuple(plain(draft.tags))
                kids = moved(kids, len(shapes).__add__) if shapes else kids
                shapes += draft.shapes
                traces += leaf.master.traces(draft, *corner, turned=turned)
                if leaf.composer.ticket.marks:
                    its = leaf.master.fields(draft.blanks, *corner, turned=turned)
                    marks = _write(leaf, its, shapes, sum(map(len, fields)))
                    kids = written(kids, iter(marks))
                    fields.append(tuple(field.prefixed(leaf.prefix) for field in its))
                if kids:
                    tags.append(Tag("Div" if leaf.goes_on else "Sect", kids))
        boxes = plan.trim, (), "", plan.bleed, ()
        page = Page(plan.width, plan.height, tuple(shapes), *boxes, tuple(tags))
        return Sheetful(
            page, tuple(leaf for _, leaf in (*fronts, *backs)), tuple(fields), tuple(traces)
        )


def _write(
    leaf: Leaf, fields: Sequence[Field], shapes: list[Shape], before: int
) -> list[tuple[Kid, ...]]:
    """Writes what a recorded game says into the fields; how each of them is read then."""
    spots: list[tuple[Kid, ...]] = []
    for number, field in enumerate(fields, before):
        first = len(shapes)
        shapes += leaf.master.hand.write([field], leaf.written())
        marks = (Run(first, len(shapes)),) if len(shapes) > first else ()
        spots.append((*marks, Widget(number)))
    return spots
