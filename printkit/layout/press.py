"""The press: leaves are placed on paper, side by side where they are smaller than it.

An assembly asks it for one page of paper after the other. Leaves of one size become a stack, and
`imposition` says where they lie: that gives a `Side` with a `Position` for each leaf. When its page
is asked for, the master of each leaf impresses it there, and what was impressed becomes one page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from printkit.errors import LayoutError
from printkit.paper import Shift
from printkit.scene import Field, Group, Page, Place, Shape
from printkit.tags import Kid, Stretch, Tag, Widget, moved, with_spots
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.layout.composer import Composer, Leaf
    from printkit.layout.draft import Impression
    from printkit.layout.extents import Trace
    from printkit.layout.imposition import Imposition


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
        return self.leaf.master.impress(values, self.x, self.y, turned=self.turned)


Impress: TypeAlias = "Callable[[Position], Impression]"
"""Gives the impression of a leaf in its place: made now, or kept from before."""


class PrintedLeaf(NamedTuple):
    """A leaf that is printed, and where it lies in the file."""

    id: str  # of its layout: 'wolle/sheet'
    page: int  # the number of its page in the file, from 1 on
    players: int  # for how many it is
    title: str  # what its bookmark says
    cut: bool  # whether it is to be cut out
    details: dict[str, object]  # what its game tells about it, such as the code printed on it
    fields: tuple[Field, ...] = ()  # its places to write, where somebody asked for them


class PrintedPage(NamedTuple):
    """A page of paper, and the leaves that lie on it."""

    page: Page
    leaves: tuple[PrintedLeaf, ...]
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

    def length(self, before: int) -> int:
        """How many pages it takes after so many others."""
        return self.skipped(before) + len(self.papers) * (2 if self.double else 1)


class Press:
    """Places the pages of several sheets on paper; pages smaller than it share one."""

    def __init__(self, composers: Sequence[Composer]) -> None:
        leaves = [leaf for composer in composers for leaf in composer.leaves]
        has_fields = any(composer.ticket.wants_fields for composer in composers)
        self._stacks = list(_stacks(_prefixed(leaves) if has_fields else leaves))
        self.plans = tuple(dict.fromkeys(stack.plan for stack in self._stacks))
        self.total = 0
        for stack in self._stacks:
            self.total += stack.length(self.total)

    def pages(self, impress: Impress = Position.impress) -> Iterator[PrintedPage]:
        """The pages of paper, in order; a title is a bookmark of the first page that has it."""
        shown: set[tuple[str, ...]] = set()
        for number, side in enumerate(self.sides(), 1):
            paths = dict.fromkeys([position.leaf.edition.bookmark for position in side.positions])
            new = tuple([path for path in paths if path not in shown])
            shown.update(new)
            yield side.printed(impress, number, new)

    def sides(self) -> Iterator[Side]:
        """The pages of paper before anything is impressed: what lies where on each."""
        number = 0
        for stack in self._stacks:
            yield from self._sides(stack, number)
            number += stack.length(number)

    def _sides(self, stack: Stack, number: int) -> Iterator[Side]:
        """The pages of a stack after so many others, each front followed by its back."""
        plan = stack.plan
        offset = stack.papers[0][0][1].composer.ticket.handling.offset
        front = Side(plan, plan.cut_marks(), offset.front)
        right, down = offset.back  # as whoever moves backs sees them: upright
        behind = Shift(-right, -down) if plan.is_turned else offset.back
        back = Side(plan, plan.cut_marks() if plan.bleed else None, behind)
        for _ in range(stack.skipped(number)):
            number += 1
            yield Side(plan._replace(bleed=0.0), None, offset.front)
        corners = [plan.origin(place) for place in range(plan.places)]
        for leaves in stack.papers:
            number += 1
            fronts = [(corners[place], leaf) for place, leaf in leaves]
            backs = [(plan.behind(place), leaf.back) for place, leaf in leaves if leaf.back]
            folded = backs if plan.is_folded else []
            yield front.holding(fronts, folded, {"page": number, "pages": self.total})
            if stack.double:
                number += 1
                yield back.holding([], backs, {"page": number, "pages": self.total})


Corners: TypeAlias = "Sequence[tuple[tuple[float, float], Leaf]]"
"""Leaves, each with the top left corner of its place."""


class Side(NamedTuple):
    """One side of the paper: what lies on it besides leaves, how far all is moved, the leaves."""

    plan: Imposition
    cut_marks: Group | None
    shift: Shift
    positions: Sequence[Position] = ()

    def holding(self, fronts: Corners, backs: Corners, numbers: Mapping[str, int]) -> Side:
        """The same side with these fronts and backs in their places."""
        plan, marks, (right, down), _ = self
        positions = [
            Position(leaf, x + right, y + down, is_turned, numbers)
            for corners, is_turned in ((fronts, False), (backs, plan.is_turned))
            for (x, y), leaf in corners
        ]
        return Side(plan, marks, self.shift, positions)

    def printed(
        self, impress: Impress, number: int, bookmarks: tuple[tuple[str, ...], ...]
    ) -> PrintedPage:
        """The page of this number, with its leaves impressed."""
        plan, paper = self.plan, _Paper()
        if self.cut_marks is not None:
            paper.shapes.append(Place(self.cut_marks, *self.shift))
        for position in self.positions:
            paper.lay(position, impress(position), number)
        page = Page(
            plan.width,
            plan.height,
            tuple(paper.shapes),
            trim=plan.trim,
            bookmarks=bookmarks,
            label=str(number),
            bleed=plan.bleed,
            tags=tuple(paper.tags),
            alts=tuple(paper.alts),
        )
        return PrintedPage(page, tuple(paper.leaves), tuple(paper.traces))


class _Paper:
    """A page while leaves are laid on it: each counts its shapes, alts and fields from the last."""

    __slots__ = ("alts", "fields", "leaves", "shapes", "tags", "traces")

    def __init__(self) -> None:
        self.shapes: list[Shape] = []  # what is painted
        self.tags: list[Kid] = []  # how each leaf is read aloud
        self.alts: list[str] = []  # those that are on this page alone
        self.fields = 0  # how many there are so far
        self.leaves: list[PrintedLeaf] = []  # what is told about each leaf
        self.traces: list[Trace] = []  # where nodes lie, if somebody asked for that

    def lay(self, position: Position, impression: Impression, number: int) -> None:
        """Adds a leaf as it was impressed, on the page of this number."""
        leaf, x, y, turned, _ = position
        plan, kids = leaf.plan, impression.tags
        head = (plan.leaf_width, plan.leaf_height) if turned else None
        if self.shapes:
            kids = moved(kids, len(self.shapes).__add__, len(self.alts))
        self.shapes += impression.shapes
        self.alts += impression.alts
        self.traces += [trace.moved(x, y, head) for trace in impression.traces]
        fields: tuple[Field, ...] = ()
        if leaf.composer.ticket.wants_fields:
            its = [field.moved(x, y, head) for field in leaf.master.fields(impression.blanks)]
            kids = with_spots(kids, iter(self._write(leaf, its)))
            fields = tuple(field.prefixed(leaf.prefix) for field in its)
            self.fields += len(fields)
        if kids:
            self.tags.append(Tag("Div" if leaf.goes_on else "Sect", kids))
        sheet, edition, cut = leaf.composer.sheet, leaf.edition, plan.is_cut
        about = sheet.id, number, edition.players, edition.bookmark[-1], cut
        self.leaves.append(PrintedLeaf(*about, leaf.details(), fields))

    def _write(self, leaf: Leaf, fields: Sequence[Field]) -> list[tuple[Kid, ...]]:
        """Writes a recorded game into the fields; gives how each of them is read aloud."""
        spots: list[tuple[Kid, ...]] = []
        for number, field in enumerate(fields, self.fields):
            first, values = len(self.shapes), leaf.written()
            self.shapes += leaf.master.hand.write([field], values)
            end = len(self.shapes)
            strokes: tuple[Kid, ...] = (Stretch(first, end),) if end > first else ()
            if strokes and values.get(field.name) is True:
                box = (field.x, field.y, field.width, field.height)
                strokes = (Tag("Icon", strokes, field.label, box),)
            spots.append((*strokes, Widget(number)))
        return spots


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
