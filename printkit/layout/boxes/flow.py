"""Flow: running text that fills one column after the other, and continues on the next page.

The children of a `flow` are made once, as a story, and fill the columns of page after page. Laying
out a page records where the next one begins. A text may be broken between lines, with at least two
lines on either side; everything else stays whole. A heading is never the last thing in a column.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.budget import current_budget
from printkit.core.errors import LayoutError, Where
from printkit.core.scene import Fragment, Item, Placed
from printkit.core.structure import HEADINGS
from printkit.core.units import format_mm
from printkit.layout.boxes.box import (
    TOLERANCE,
    Area,
    Box,
    Child,
    Size,
    too_large,
)
from printkit.layout.boxes.columns import across, align_box
from printkit.layout.boxes.maker import make_children
from printkit.layout.boxes.text import StyledText, TextLayout
from printkit.layout.language.values import NO_PADDING
from printkit.layout.log import current_log, report
from printkit.layout.nodes.base import role_of

if TYPE_CHECKING:
    from printkit.layout.boxes.maker import ChildNode
    from printkit.layout.nodes.containers import FlowNode
    from printkit.layout.scope import Scope

FEWEST_LINES = 2
"""The number of lines that stay together at the end of a column, and at the top of the next."""

NOT_INSIDE = ("page", "pages", "copy", "flow")
"""Facts that a flow can't use, because it is made before there are pages."""


class Break(NamedTuple):
    """The start of a page: the item, its line, and the width for which lines were broken."""

    item: int = 0
    line: int = 0
    width: float = 0.0


class FlowState:
    """A story in progress through the pages: where the current page starts and ends."""

    __slots__ = ("end", "is_placed", "start", "story")

    def __init__(self) -> None:
        self.start = Break()
        self.end: Break | None = None  # None if nothing is left
        self.story: tuple[StoryItem, ...] | None = None
        self.is_placed = False

    def begin(self, start: Break) -> None:
        """Begin a page."""
        self.start, self.end, self.is_placed = start, None, False


class StoryItem(NamedTuple):
    """One node of a story."""

    child: Child
    is_heading: bool  # headings stay with the item that follows
    is_space: bool
    text: TextLayout | None  # its text, if it may be broken between lines
    broken: dict[float, tuple[StyledText, ...]]  # the lines of its text, by the column's width

    @property
    def ends_column(self) -> bool:
        """Whether it is a space that takes the rest of the column."""
        return self.is_space and self.child.box.height.unit == "fr"

    def width(self, column: float) -> float:
        """Return the width in a column."""
        return across(self.child.box.width, column)

    def lines(self, column: float) -> tuple[StyledText, ...]:
        """Return the lines of its text."""
        if column not in self.broken and self.text is not None:
            self.broken[column] = self.text.lines(self.text.size, self.width(column))
        return self.broken.get(column, ())

    @property
    def line_height(self) -> float:
        """The height of a line of its text; 0 if it has none."""
        return self.text.size * self.text.leading if self.text else 0.0

    def height(self, column: float, line: int = 0) -> float:
        """Return the height from a line on."""
        if self.text is not None:
            return (len(self.lines(column)) - line) * self.line_height
        if self.child.box.height.unit == "pt":
            return self.child.box.height.amount
        return self.child.box.measure(self.width(column)).height

    def least(self, column: float) -> float:
        """Return the height of its smallest piece that may end a column."""
        if self.text is None:
            return self.height(column)
        lines = len(self.lines(column))
        return (lines if lines < 2 * FEWEST_LINES else FEWEST_LINES) * self.line_height


def _breakable(box: Box) -> TextLayout | None:
    """Return the text in a box, if it may be broken between lines."""
    text = box.content
    is_bare = box.fill is None and box.stroke is None and box.padding == NO_PADDING
    if not isinstance(text, TextLayout) or not is_bare or box.height.unit != "auto":
        return None
    return text if text.turn == "none" and text.wrap == "words" else None


def make_flow(node: FlowNode, scope: Scope) -> FlowLayout:
    """Make the columns of this page; the running text is only made with the first page."""
    inner = scope.with_alignment(node)
    state = inner.context.flow
    assert state is not None, "a layout with a flow has a state of it"
    if state.story is None:
        inside = inner.without(NOT_INSIDE)._replace(hyphens=True)
        state.story = _make_story(make_children(node.children, inside))
    gap, gutter = inner.points(node.gap), inner.points(node.gutter)
    return FlowLayout(state, inner.get(node.columns), gap, gutter, inner, node.where)


def _make_story(made: Iterable[ChildNode]) -> tuple[StoryItem, ...]:
    """Make the items of a story; report those with a height that depends on their container."""
    story = []
    for node, scope, child in made:
        is_space = node.traits.is_space
        if child.box.height.unit in ("fr", "%") and not is_space:
            hint = "give it a height like 30mm, or leave the height out"
            error = LayoutError("1fr can't be used in a flow", node.where, hint)
            report(error)
        is_heading = role_of(node, scope) in HEADINGS.values()
        story.append(StoryItem(child, is_heading, is_space, _breakable(child.box), {}))
    return tuple(story)


class FlowLayout(NamedTuple):
    """The columns of one page, into which the story runs."""

    state: FlowState
    columns: int  # the number of columns
    gap: float  # between two items
    gutter: float  # between two columns
    scope: Scope  # aligns items that are narrower than a column
    where: Where  # the place of the node

    def measure(self, width: float) -> Size:
        """Return the available width, and no height: a flow takes what it gets."""
        return Size(0.0 if width == float("inf") else width, 0.0)

    def layout(self, area: Area) -> Sequence[Item]:
        """Place as much as fits, from where the last page ended."""
        if self.state.is_placed:
            raise LayoutError("a page can have only one flow", self.where)
        self.state.is_placed = True
        if self._may_end(area) and self._ends_in(area):
            area = area._replace(height=self._least_height(area))
        filling = _ColumnFilling(self, is_trial=False)
        self.state.end = filling.fill(area)
        return filling.items

    def _may_end(self, area: Area) -> bool:
        """Return whether this may be the last page, whose columns are balanced.

        They aren't if there is only one, or if a space ends a column explicitly.
        """
        rest = (self.state.story or ())[self.state.start.item + 1 :]
        if self.columns == 1 or any(item.ends_column for item in rest):
            return False
        width = (area.width - self.gutter * (self.columns - 1)) / self.columns
        room = area.height * self.columns
        for item in rest:
            room -= item.height(width)
            if room < 0:
                return False
        return True

    def _ends_in(self, area: Area) -> bool:
        """Return whether the rest of the story fits into columns of this height."""
        with current_log().trial() as found:
            end = _ColumnFilling(self, is_trial=True).fill(area)
        return end is None and not any(kind == "problem" for kind, _ in found)

    def _least_height(self, area: Area) -> float:
        """Return the smallest height at which the rest of the story fits, within a point."""
        low, high = 0.0, area.height
        while high - low > 1.0:
            middle = (low + high) / 2
            fits = self._ends_in(area._replace(height=middle))
            low, high = (low, middle) if fits else (middle, high)
        return high


class _ColumnFilling:
    """The columns of a page while they are filled, with the items placed so far."""

    def __init__(self, flow: FlowLayout, *, is_trial: bool) -> None:
        self.flow, self.is_trial = flow, is_trial
        self.story = flow.state.story or ()
        self.items: list[Item] = []

    def fill(self, area: Area) -> Break | None:
        """Fill the columns of an area; return where the story continues, or None at its end."""
        flow, start = self.flow, self.flow.state.start
        width = (area.width - flow.gutter * (flow.columns - 1)) / flow.columns
        at: Break | None = start
        for number in range(flow.columns):
            if at is not None:
                x = area.x + number * (width + flow.gutter)
                where = Area(x, area.y, width, area.height)
                at = _Column(self, where, is_first=not number).fill(at)
        return at


class _Column:
    """A column that is being filled; `used` is how much of its height is taken."""

    def __init__(self, filling: _ColumnFilling, area: Area, *, is_first: bool) -> None:
        self.filling, self.flow, self.story = filling, filling.flow, filling.story
        self.area, self.is_first = area, is_first
        self.used = 0.0

    def fill(self, start: Break) -> Break | None:
        """Place as much as fits; return where the next column begins, or None at the end."""
        at, line, width = start
        while at < len(self.story):
            current_budget().count(1, self.story[at].child.box.where)
            goes_on = self._take(at, line, width if line else self.area.width)
            if goes_on is not None:
                return goes_on if any(not item.is_space for item in self.story[at:]) else None
            at, line = at + 1, 0
        return None

    def _take(self, at: int, line: int, width: float) -> Break | None:
        """Place an item from a line on; return where the next column begins if it does not fit."""
        item, gap = self.story[at], self.flow.gap if self.used else 0.0
        room = self.area.height - self.used - gap + TOLERANCE
        if item.is_space:
            return self._take_space(at, room)
        height = item.height(width, line)
        is_first = self.filling.is_trial and item.is_heading and not self.used
        if is_first and self._with_next(at, room) > room:
            self._report(item, height)
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
            return Break(at, line + lines, width)
        if self.used:
            return Break(at, line, width)
        self._report(item, height)
        return Break(len(self.story))

    def _take_space(self, at: int, room: float) -> Break | None:
        """Add space between items, except at the top and at the end of a column."""
        item = self.story[at]
        if not self.used:
            return None
        height = item.height(self.area.width)
        if item.ends_column or height > room:
            return Break(at + 1)
        self.used += self.flow.gap + height
        return None

    def _below(self, gap: float) -> float:
        return self.area.y + self.used + gap

    def _with_next(self, at: int, room: float) -> float:
        """Return the height of an item and those kept with it, or any height above `room`."""
        height, width = self.story[at].height(self.area.width), self.area.width
        while (self.story[at].is_heading or self.story[at].is_space) and height <= room:
            at += 1
            if at == len(self.story) or self.story[at].ends_column:
                return height
            item = self.story[at]
            is_between = item.is_heading or item.is_space
            height += self.flow.gap + (item.height(width) if is_between else item.least(width))
        return height

    def _fitting(self, item: StoryItem, line: int, width: float, room: float) -> int:
        """Return the number of lines of a text that fit here; 0 if too few would be left over."""
        if item.text is None or item.is_heading:
            return 0
        rest = len(item.lines(width)) - line
        lines = min(int(room / item.line_height), rest - FEWEST_LINES)
        return lines if lines >= FEWEST_LINES else 0

    def _place(self, item: StoryItem, area: Area, line: int, end: int | None = None) -> None:
        """Place an item, or some lines of its text.

        Lines that continue a text from the previous column join its paragraph.
        """
        items, (box, _) = self.filling.items, item.child
        if item.text is None or (line == 0 and end is None):
            items.append(item.child.place(align_box(box, area, self.flow.scope.align, "top")))
            return
        size = Size(item.width(area.width), area.height)
        spot = area.align(size, self.flow.scope.align, "top")
        lines = item.lines(area.width)[line:end]
        shapes = item.text.line_shapes(lines, item.text.size, Area(0.0, 0.0, *size))
        role = "Span" if box.role else ""
        run = Fragment(tuple(shapes), *size, role, item.text.alt_text_of(lines), source=box.where)
        pieces: list[Item] = [Placed(run, spot.x, spot.y)]
        if line > 0 and not self.is_first:
            last = items.pop()
            assert isinstance(last, Placed)
            pieces = [*last.fragment.items, *pieces]
        items.append(Placed(Fragment(pieces, area.width, area.height, box.role), 0.0, 0.0))

    def _report(self, item: StoryItem, height: float) -> None:
        hint = f"a column of this flow is {format_mm(self.area.height)} high"
        missing = height - self.area.height
        problem = too_large("this", missing, item.child.box.where, hint)
        report(problem)
