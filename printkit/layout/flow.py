"""Flow: running text that fills one column after the other, and goes on on the next page.

Takes what stands in a `flow` once, as a story, and fills the columns of page after page with it.
A text may be broken between lines, with two of them at least on either side; everything else stays
whole. A heading is never the last thing in a column. The composer asks how many
pages there are before anything is placed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from printkit.budget import current
from printkit.errors import Findings, LayoutError, Where
from printkit.layout import nodes
from printkit.layout.areas import NO_PADDING, TOLERANCE, Area, Size, too_large
from printkit.layout.columns import across, place_aligned
from printkit.layout.draft import Draft
from printkit.layout.text import TextBlock
from printkit.tags import HEADINGS, Kid, Stretch, Tag
from printkit.tuples import NamedTuple
from printkit.units import format_mm

if TYPE_CHECKING:
    from printkit.layout.blocks import Frame
    from printkit.layout.lettering import Lettering
    from printkit.layout.scope import Scope

Check: TypeAlias = Callable[[int], None]

FEWEST_LINES = 2
"""How many lines of a text stay together at the end of a column, and at the top of the next."""

NOT_INSIDE = ("page", "pages", "copy", "flow")
"""Facts that a flow cannot use, as it is made before there are pages."""


class Cursor(NamedTuple):
    """How far a story has come: the item, its line, and the width for which lines were broken."""

    item: int = 0
    line: int = 0
    width: float = 0.0


class Galley:
    """A story on its way through the pages: where the current one starts, and where it ends."""

    def __init__(self, start: Cursor) -> None:
        self.start = start
        self.end: Cursor | None = None
        self.story: tuple[Item, ...] | None = None
        self.is_placed = False


class Pagination:
    """Where the pages of running texts begin; each text is known by a key."""

    def __init__(self) -> None:
        self._texts: dict[Hashable, tuple[Galley, list[Cursor]]] = {}

    def count(self, key: Hashable, arrange: Callable[[int], None], check: Check) -> int:
        """How many pages a text takes, by arranging one after the other the first time."""
        if key not in self._texts:
            galley, starts = self._texts[key] = Galley(Cursor()), [Cursor()]
            arrange(1)
            while galley.end is not None:
                starts.append(galley.end)
                check(len(starts))
                arrange(len(starts))
        return len(self._texts[key][1])

    def turn(self, key: Hashable, page: int) -> Galley:
        """The text, set to where one of its pages begins."""
        galley, starts = self._texts[key]
        galley.start, galley.end, galley.is_placed = starts[page - 1], None, False
        return galley

    def is_as_counted(self, key: Hashable, page: int) -> bool:
        """Whether the page that was just placed ends where it did when pages were counted."""
        galley, starts = self._texts[key]
        return galley.end == [*starts, None][page]


class Item(NamedTuple):
    """One node of a story."""

    frame: Frame  # the node, made
    is_heading: bool  # whether it stays with the item that follows
    is_space: bool  # whether it is nothing but room
    text: TextBlock | None  # its text, if it may be broken between lines
    broken: dict[float, tuple[Lettering, ...]]  # the lines of its text, by the column's width

    @property
    def ends_column(self) -> bool:
        """Whether it is a space that takes the rest of the column."""
        return self.is_space and self.frame.height.unit == "fr"

    def width(self, column: float) -> float:
        """How wide it is in a column."""
        return across(self.frame.width, column)

    def lines(self, column: float) -> tuple[Lettering, ...]:
        """The lines of its text."""
        if column not in self.broken and self.text is not None:
            self.broken[column] = self.text.lines(self.text.size, self.width(column))
        return self.broken.get(column, ())

    @property
    def line_height(self) -> float:
        """Of a text, from line to line."""
        return self.text.size * self.text.leading if self.text else 0.0

    def height(self, column: float, line: int = 0) -> float:
        """How high it is from a line on."""
        if self.text is not None:
            return (len(self.lines(column)) - line) * self.line_height
        if self.frame.height.unit == "pt":
            return self.frame.height.amount
        return self.frame.measure(self.width(column)).height

    def least(self, column: float) -> float:
        """The height of the smallest piece of it that may stand at the end of a column."""
        if self.text is None:
            return self.height(column)
        lines = len(self.lines(column))
        return (lines if lines < 2 * FEWEST_LINES else FEWEST_LINES) * self.line_height


def _breakable(frame: Frame) -> TextBlock | None:
    """The text in a frame, if nothing keeps it from being broken between lines."""
    block = frame.inner
    is_bare = frame.fill is None and frame.stroke is None and frame.padding == NO_PADDING
    if not isinstance(block, TextBlock) or not is_bare or frame.height.unit != "auto":
        return None
    return block if block.turn == "none" and block.wrap == "words" else None


def make_story(made: Iterable[tuple[nodes.Node, Scope, Frame]]) -> tuple[Item, ...]:
    """The items of a story; one that asks for a share of what is left is a problem."""
    story = []
    for node, scope, frame in made:
        is_space = isinstance(node, nodes.Space)
        if frame.height.unit in ("fr", "%") and not is_space:
            hint = "give it a height like 30mm, or none"
            error = LayoutError("in a flow nothing is left to share", node.where, hint)
            scope.context.complain(error)
        story.append(Item(frame, _is_heading(node, scope), is_space, _breakable(frame), {}))
    return tuple(story)


def _is_heading(node: nodes.Node, scope: Scope) -> bool:
    if not isinstance(node, nodes.Text | nodes.Rich):
        return False
    return (scope.get(node.style) or scope.style) in HEADINGS


class FlowBlock(NamedTuple):
    """The columns of one page, into which the story runs."""

    galley: Galley  # how far the story has come
    columns: int  # how many
    gap: float  # between two nodes
    gutter: float  # between two columns
    scope: Scope  # where what is narrower than a column lies
    where: Where  # where the flow stands
    is_trial: bool = False  # whether it is only tried how high its columns must be

    def measure(self, width: float) -> Size:
        """A flow takes the room that it is given."""
        return Size(0.0 if width == float("inf") else width, 0.0)

    def place(self, area: Area, draft: Draft) -> None:
        """As much as there is room for, from where the last page ended."""
        if self.galley.is_placed:
            raise LayoutError("there is one flow on a page", self.where)
        self.galley.is_placed = True
        trial = _Trial(self, area)
        if self._may_end(area) and trial.ends_here():
            area = area._replace(height=trial.least_height())
        self.galley.end = self.fill(area, draft)

    def fill(self, area: Area, draft: Draft) -> Cursor | None:
        """Fills the columns of an area; where the story goes on, None if nothing is left."""
        width = (area.width - self.gutter * (self.columns - 1)) / self.columns
        cursor: Cursor | None = self.galley.start
        for number in range(self.columns):
            if cursor is not None:
                x = area.x + number * (width + self.gutter)
                where = Area(x, area.y, width, area.height)
                column = _ColumnFill(self, where, draft, is_first=not number)
                cursor = column.fill(cursor)
        return cursor

    def _may_end(self, area: Area) -> bool:
        """Whether this may be the last page, and no space of the author's ends a column."""
        rest = (self.galley.story or ())[self.galley.start.item + 1 :]
        if self.columns == 1 or any(item.ends_column for item in rest):
            return False
        width = (area.width - self.gutter * (self.columns - 1)) / self.columns
        room = area.height * self.columns
        for item in rest:
            room -= item.height(width)
            if room < 0:
                return False
        return True


class _Trial:
    """Fills the columns without placing, to make those of the last page equally high."""

    def __init__(self, flow: FlowBlock, area: Area) -> None:
        # What is wrong is said when it is placed.
        self.context = replace(flow.scope.context, problems=Findings())
        scope = flow.scope._replace(context=self.context)
        self.flow, self.area = flow._replace(scope=scope, is_trial=True), area

    def ends_here(self, height: float | None = None) -> bool:
        """Whether the rest of the story fits into columns of this height without a problem."""
        area = self.area if height is None else self.area._replace(height=height)
        return self.flow.fill(area, Draft()) is None and not self.context.problems

    def least_height(self) -> float:
        """The smallest height at which the columns hold the rest of the story, within a point."""
        low, high = 0.0, self.area.height
        while high - low > 1.0:
            middle = (low + high) / 2
            fits = self.ends_here(middle)
            low, high = (low, middle) if fits else (middle, high)
            self.context.problems = Findings()
        return high


class _ColumnFill:
    """One column that is being filled; `used` is how far down it is."""

    def __init__(self, flow: FlowBlock, area: Area, draft: Draft, *, is_first: bool) -> None:
        self.flow, self.area, self.draft, self.is_first = flow, area, draft, is_first
        self.story = flow.galley.story or ()
        self.used = 0.0

    def fill(self, cursor: Cursor) -> Cursor | None:
        """Places all that fits; gives where the next column begins, None if nothing is left."""
        at, line, width = cursor
        while at < len(self.story):
            current().spend(1, self.story[at].frame.where)
            goes_on = self._take(at, line, width if line else self.area.width)
            if goes_on is not None:
                return goes_on if any(not item.is_space for item in self.story[at:]) else None
            at, line = at + 1, 0
        return None

    def _take(self, at: int, line: int, width: float) -> Cursor | None:
        """Places an item from a line on; gives where the next column begins if it does not fit."""
        item, gap = self.story[at], self.flow.gap if self.used else 0.0
        room = self.area.height - self.used - gap + TOLERANCE
        if item.is_space:
            return self._take_space(at, room)
        height = item.height(width, line)
        is_first = self.flow.is_trial and item.is_heading and not self.used
        if is_first and self._with_next(at, room) > room:
            self._complain(item, height)
        if height <= room and (not self.used or self._with_next(at, room) <= room):
            self._place(item, Area(self.area.x, self._below(gap), width, height), line)
            self.used += gap + height
            return None
        lines = self._fitting(item, line, width, room)
        if lines:
            height = lines * item.line_height
            self._place(
                item, Area(self.area.x, self._below(gap), width, height), line, line + lines
            )
            return Cursor(at, line + lines, width)
        if self.used:
            return Cursor(at, line, width)
        self._complain(item, height)
        return Cursor(len(self.story))

    def _take_space(self, at: int, room: float) -> Cursor | None:
        """Space between items; at the top and at the end of a column there is none."""
        item = self.story[at]
        if not self.used:
            return None
        height = item.height(self.area.width)
        if item.ends_column or height > room:
            return Cursor(at + 1)
        self.used += self.flow.gap + height
        return None

    def _below(self, gap: float) -> float:
        return self.area.y + self.used + gap

    def _with_next(self, at: int, room: float) -> float:
        """The height of an item with what must follow it; stops counting once that is too high."""
        height, width = self.story[at].height(self.area.width), self.area.width
        while (self.story[at].is_heading or self.story[at].is_space) and height <= room:
            at += 1
            if at == len(self.story) or self.story[at].ends_column:
                return height
            item = self.story[at]
            is_between = item.is_heading or item.is_space
            height += self.flow.gap + (item.height(width) if is_between else item.least(width))
        return height

    def _fitting(self, item: Item, line: int, width: float, room: float) -> int:
        """How many lines of a text may stand here; none if too few would be left for the next."""
        if item.text is None or item.is_heading:
            return 0
        rest = len(item.lines(width)) - line
        lines = min(int(room / item.line_height), rest - FEWEST_LINES)
        return lines if lines >= FEWEST_LINES else 0

    def _place(self, item: Item, area: Area, line: int, end: int | None = None) -> None:
        if item.text is None or (line == 0 and end is None):
            place_aligned(item.frame, area, self.flow.scope.align, "top", self.draft)
            return
        size = Size(item.width(area.width), area.height)
        spot = area.aligned(size, self.flow.scope.align, "top")
        lines = item.lines(area.width)[line:end]
        first = len(self.draft.shapes)
        self.draft.shapes += item.text.line_shapes(lines, item.text.size, spot)
        run: Kid = Stretch(first, len(self.draft.shapes))
        if said := item.text.said(*lines):
            run = Tag("Span", (run,), said)
        self._read(item, run, goes_on=line > 0)

    def _read(self, item: Item, run: Kid, *, goes_on: bool) -> None:
        """Notes lines of a text to be read; those of one page are one paragraph in all columns."""
        if item.frame.voice is None:
            return
        tags = self.draft.tags
        last = tags[-1] if tags and goes_on and not self.is_first else None
        if isinstance(last, Tag):
            tags[-1] = last._replace(kids=(*last.kids, run))
        else:
            tags.append(Tag(item.frame.voice.role, (run,)))

    def _complain(self, item: Item, height: float) -> None:
        hint = f"a column of this flow is {format_mm(self.area.height)} high"
        missing = height - self.area.height
        problem = too_large("this", missing, item.frame.where, hint)
        self.flow.scope.context.complain(problem)
