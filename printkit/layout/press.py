"""The press: leaves are placed on paper, side by side where they are smaller than it.

Takes leaves in their order; gives pages of paper, each with the leaves that lie on it, which are
impressed when their page is asked for. `imposition` says where the places are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from printkit.errors import LayoutError
from printkit.layout.voices import plain
from printkit.paper import Shift
from printkit.scene import Field, Group, Page, Place, Shape
from printkit.tags import Kid, Stretch, Tag, Widget, moved, with_spots
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.layout.composer import Composer, Leaf
    from printkit.layout.draft import Blank
    from printkit.layout.extents import Trace
    from printkit.layout.imposition import Imposition


class Impression(NamedTuple):
    """A leaf as it lies in its place; its blanks and traces are those of the page by itself."""

    shapes: tuple[Shape, ...]  # what is drawn
    tags: tuple[Kid, ...]  # how it is read aloud
    blanks: tuple[Blank, ...]  # where somebody writes
    traces: tuple[Trace, ...]  # where nodes lie, if somebody asked for that
    alts: tuple[str, ...]  # those that are on this leaf alone


class Position(NamedTuple):
    """A leaf and its place on a page of paper."""

    leaf: Leaf  # which one
    x: float  # of its top left corner
    y: float  # of its top left corner
    turned: bool  # whether it stands on its head
    numbers: Mapping[str, int]  # the number of the page, and how many there are

    def impress(self) -> Impression:
        """The leaf there, with all its values."""
        values = {**self.leaf.values, **self.numbers}
        draft = self.leaf.master.impress(values, self.x, self.y, turned=self.turned)
        return Impression(
            tuple(draft.shapes),
            tuple(plain(draft.tags)),
            tuple(draft.blanks),
            tuple(draft.traces),
            tuple(draft.alts or ()),
        )


Impress: TypeAlias = "Callable[[Position], Impression]"
"""Gives the impression of a leaf in its place: made now, or kept from before."""


class Sheetful(NamedTuple):
    """A page of paper, with the leaves that lie on it and the fields of each of them."""

    page: Page
    leaves: tuple[Leaf, ...]
    fields: tuple[tuple[Field, ...], ...] = ()
    traces: tuple[Trace, ...] = ()  # where the nodes of the layout lie, if somebody asked for that


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
        has_fields = any(composer.ticket.wants_fields for composer in composers)
        self._stacks = list(_stacks(_prefixed(leaves) if has_fields else leaves))
        self.plans = tuple(dict.fromkeys(stack.plan for stack in self._stacks))
        self.total = 0
        for stack in self._stacks:
            self.total += stack.pages(self.total)

    def pages(self, impress: Impress = Position.impress) -> Iterator[Sheetful]:
        """The pages of paper, in order."""
        return (side.sheetful(positions, impress) for side, positions in self.sides())

    def sides(self) -> Iterator[tuple[Side, Sequence[Position]]]:
        """The pages of paper before anything is impressed: what lies where on each."""
        number = 0
        for stack in self._stacks:
            yield from self._sides(stack, number)
            number += stack.pages(number)

    def _sides(self, stack: Stack, number: int) -> Iterator[tuple[Side, Sequence[Position]]]:
        """The pages of a stack after so many others, each front followed by its back."""
        plan = stack.plan
        offset = stack.papers[0][0][1].composer.ticket.handling.offset
        front = Side(plan, plan.cut_marks(), offset.front)
        back = Side(plan, plan.cut_marks() if plan.bleed else None, _seen(offset.back, plan))
        for _ in range(stack.skipped(number)):
            number += 1
            yield Side(plan, None, offset.front), ()
        corners = [plan.origin(place) for place in range(plan.places)]
        for leaves in stack.papers:
            number += 1
            fronts = [(corners[place], leaf) for place, leaf in leaves]
            backs = [(plan.behind(place), leaf.back) for place, leaf in leaves if leaf.back]
            folded = backs if plan.is_folded else []
            yield front, front.positions(fronts, folded, {"page": number, "pages": self.total})
            if stack.double:
                number += 1
                yield back, back.positions([], backs, {"page": number, "pages": self.total})


def _prefixed(leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """The leaves, each with a prefix for its field names, so that no name comes twice in a file.

    A sheet that comes several times gets its number as a prefix; so does every sheet of a file with
    several games. Different sheets of one game share fields of the same name, and so do the pages
    of one running text.
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
    """Stacks of leaves that are of one size and follow each other."""
    for plan, group in groupby(leaves, key=_plan):
        pile = list(group)
        papers = [[(place, pile[at]) for place, at in paper] for paper in plan.papers(len(pile))]
        yield Stack(plan, papers)


def _plan(leaf: Leaf) -> Imposition:
    """How a leaf lies on paper; leaves with the same plan can share it."""
    if leaf.back is not None and leaf.back.plan != leaf.plan:
        raise LayoutError("front and back must be of one size", leaf.composer.sheet.where)
    return leaf.plan


Corners: TypeAlias = "Sequence[tuple[tuple[float, float], Leaf]]"
"""Leaves, each with the top left corner of its place."""


class Side(NamedTuple):
    """One side of the paper: what lies on it besides leaves, and how far all is moved."""

    plan: Imposition
    cut_marks: Group | None
    shift: Shift

    def positions(
        self, fronts: Corners, backs: Corners, numbers: Mapping[str, int]
    ) -> Sequence[Position]:
        """The places of these fronts and backs."""
        (right, down), turned = self.shift, self.plan.is_turned
        return [
            Position(leaf, x + right, y + down, is_turned, numbers)
            for corners, is_turned in ((fronts, False), (backs, turned))
            for (x, y), leaf in corners
        ]

    def sheetful(self, positions: Sequence[Position], impress: Impress) -> Sheetful:
        """The page on which these leaves lie."""
        plan = self.plan
        if not positions and self.cut_marks is None:
            return Sheetful(Page(plan.width, plan.height, ()), ())
        shapes: list[Shape] = [] if self.cut_marks is None else [Place(self.cut_marks, *self.shift)]
        fields: list[tuple[Field, ...]] = []
        traces: list[Trace] = []
        tags: list[Kid] = []
        alts: list[str] = []
        for position in positions:
            leaf, x, y, turned, _ = position
            head = (plan.page_width, plan.page_height) if turned else None
            impression = impress(position)
            kids = impression.tags
            if shapes:
                kids = moved(kids, len(shapes).__add__, len(alts))
            shapes += impression.shapes
            alts += impression.alts
            traces += [trace.moved(x, y, head) for trace in impression.traces]
            if leaf.composer.ticket.wants_fields:
                its = [field.moved(x, y, head) for field in leaf.master.fields(impression.blanks)]
                spots = _write(leaf, its, shapes, sum(map(len, fields)))
                kids = with_spots(kids, iter(spots))
                fields.append(tuple(field.prefixed(leaf.prefix) for field in its))
            if kids:
                tags.append(Tag("Div" if leaf.goes_on else "Sect", kids))
        page = Page(
            plan.width,
            plan.height,
            tuple(shapes),
            trim=plan.trim,
            bleed=plan.bleed,
            tags=tuple(tags),
            alts=tuple(alts),
        )
        leaves = tuple([position.leaf for position in positions])
        return Sheetful(page, leaves, tuple(fields), tuple(traces))


def _seen(shift: Shift, plan: Imposition) -> Shift:
    """The shift as it is on the page: the person sees backs upright that lie upside down."""
    return Shift(-shift.right, -shift.down) if plan.is_turned else shift


def _write(
    leaf: Leaf, fields: Sequence[Field], shapes: list[Shape], before: int
) -> list[tuple[Kid, ...]]:
    """Writes a recorded game into the fields; gives how each of them is read aloud."""
    spots: list[tuple[Kid, ...]] = []
    for number, field in enumerate(fields, before):
        first, values = len(shapes), leaf.written()
        shapes += leaf.master.hand.write([field], values)
        strokes: tuple[Kid, ...] = (Stretch(first, len(shapes)),) if len(shapes) > first else ()
        if strokes and values.get(field.name) is True:
            box = (field.x, field.y, field.width, field.height)
            strokes = (Tag("Icon", strokes, field.label, box),)
        spots.append((*strokes, Widget(number)))
    return spots
