"""Columns, rows and grids: children in sequence, sharing the available space."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.units import add_up, format_mm
from printkit.layout.boxes.box import (
    INFINITE,
    TOLERANCE,
    Area,
    Box,
    Child,
    EmptyContent,
    Size,
    too_large,
)
from printkit.layout.boxes.maker import cached_box, make_children
from printkit.layout.language.values import Length
from printkit.layout.log import report
from printkit.layout.neededfacts import facts_for_all

if TYPE_CHECKING:
    from printkit.core.errors import Where
    from printkit.core.scene import Item
    from printkit.layout.boxes.box import BoxContent
    from printkit.layout.nodes.base import Node
    from printkit.layout.nodes.containers import BoxNode, ColumnNode, GridNode, GroupNode, RowNode
    from printkit.layout.scope import Scope


class Portion(NamedTuple):
    """One part of a line to divide: its requested and natural extent, and its bounds."""

    length: Length
    natural: float
    least: float = 0.0
    most: float = float("inf")


def divide(total: float, portions: Sequence[Portion], gap: float) -> list[float]:
    """Return the extents of parts along a line: fixed and natural ones first, then fr shares.

    An infinite total gives every part its natural extent. The sum may exceed the total.
    """
    extents = [_basic(portion, total) for portion in portions]
    flexible = [at for at, portion in enumerate(portions) if portion.length.unit == "fr"]
    if flexible and total != float("inf"):
        used = add_up(extents) - add_up(extents[at] for at in flexible)
        room = total - used - gap * (len(portions) - 1)
        for at, extent in _flex(room, {at: portions[at] for at in flexible}).items():
            extents[at] = extent
    return extents


def _basic(portion: Portion, total: float) -> float:
    match portion.length.unit:
        case "pt":
            return max(portion.length.amount, portion.least)
        case "%" if total != float("inf"):
            return total * portion.length.amount / 100
    return _within(portion, portion.natural)


def _flex(room: float, portions: dict[int, Portion]) -> dict[int, float]:
    """Divide room by weight; a part at a bound gets just that, and the others share the rest."""
    weight = add_up(portion.length.amount for portion in portions.values())
    unit = max(0.0, room) / weight if weight else 0.0
    wishes = {at: unit * portion.length.amount for at, portion in portions.items()}
    over = {at: _within(portion, wishes[at]) - wishes[at] for at, portion in portions.items()}
    # As in CSS flexbox: fix the parts at their minimums, or those at their maximums, whichever
    # differ more from their shares in total; the others may be within bounds after that.
    sign = 1 if add_up(over.values()) >= 0 else -1
    met = {at: wishes[at] + excess for at, excess in over.items() if excess * sign > 1e-9}
    if not met:
        return {at: wishes[at] + over[at] for at in portions}
    rest = {at: portion for at, portion in portions.items() if at not in met}
    return {**met, **_flex(room - add_up(met.values()), rest)}


def _within(portion: Portion, extent: float) -> float:
    return min(max(extent, portion.least), portion.most)


def squeeze(extents: list[float], soft: Sequence[int], excess: float) -> list[float]:
    """Reduce the widest of the soft extents to the same level, until the excess is gone."""
    level = _level(sorted((extents[at] for at in soft), reverse=True), excess)
    result = list(extents)
    for at in soft:
        result[at] = min(result[at], level)
    return result


def _level(extents: Sequence[float], excess: float) -> float:
    """Return the level to which the widest are reduced; `extents` are sorted, the widest first."""
    for count, (extent, below) in enumerate(pairwise([*extents, 0.0]), 1):
        if (extent - below) * count >= excess:
            return extent - excess / count
        excess -= (extent - below) * count
    return 0.0


def across(length: Length, available: float) -> float:
    """Return the extent of a child across its container: the requested one, or all of it."""
    if length.unit == "pt":
        return length.amount
    return available * length.amount / 100 if length.unit == "%" else available


class ColumnLayout(NamedTuple):
    """Children below each other."""

    children: tuple[Child, ...]  # from top to bottom
    gap: float  # between two of them
    scope: Scope  # aligns narrower children, and all of them together if there is room below

    def measure(self, width: float) -> Size:
        """Return the width of the widest child and the height of all together."""
        sizes = [box.measure(across(box.width, width)) for box, _ in self.children]
        width = max((size.width for size in sizes), default=0.0)
        gaps = self.gap * max(0, len(sizes) - 1)
        return Size(width, add_up(size.height for size in sizes) + gaps)

    def layout(self, area: Area) -> Iterator[Item]:
        """Place one child below the other; those with fr share the remaining height."""
        sizes = [box.measure(across(box.width, area.width)) for box, _ in self.children]
        pairs = zip(self.children, sizes, strict=True)
        portions = [
            Portion(box.height, size.height, size.height if box.grows else 0.0)
            for (box, _), size in pairs
        ]
        heights = divide(area.height, portions, self.gap)
        used = add_up(heights) + self.gap * (len(heights) - 1)
        if used > area.height + TOLERANCE:
            self._report(heights, area.height, used)
        y = area.align(Size(0, min(used, area.height)), "left", self.scope.valign).y
        for child, height in zip(self.children, heights, strict=True):
            spot = Area(area.x, y, area.width, height)
            yield child.place(align_box(child.box, spot, self.scope.align, "top"))
            y += height + self.gap

    def _report(self, heights: Sequence[float], room: float, used: float) -> None:
        reach = -self.gap
        for (box, _), height in zip(self.children, heights, strict=True):
            reach += height + self.gap
            if reach > room + TOLERANCE:
                hint = "make something above it smaller, or leave something out"
                report(too_large("this", used - room, box.where, hint))
                return


class RowLayout(NamedTuple):
    """Children side by side."""

    children: tuple[Child, ...]  # from left to right
    gap: float  # between two of them
    scope: Scope  # aligns lower children, and all of them together if there is room beside
    where: Where  # the place of the node

    def measure(self, width: float) -> Size:
        """Return the width of all together and the height of the highest child."""
        widths = self._widths(width)
        sizes = [box.measure(wide) for (box, _), wide in zip(self.children, widths, strict=True)]
        gaps = self.gap * max(0, len(widths) - 1)
        return Size(add_up(widths) + gaps, max((size.height for size in sizes), default=0.0))

    def layout(self, area: Area) -> Iterator[Item]:
        """Place one child beside the other; children of natural width shrink to fit."""
        widths = self._widths(area.width)
        used = add_up(widths) + self.gap * (len(widths) - 1)
        if used > area.width + TOLERANCE:
            hint = "its children are wider than the available space"
            report(too_large("this row", used - area.width, self.where, hint, is_wide=True))
        x = area.align(Size(min(used, area.width), 0), self.scope.align, "top").x
        for child, width in zip(self.children, widths, strict=True):
            wish = across(child.box.height, area.height)
            if child.box.grows and child.box.height.unit == "pt":
                wish = child.box.measure(width).height
            height = fitting(child.box, wish, area.height, "high")
            column = Area(x, area.y, width, area.height)
            yield child.place(column.align(Size(width, height), "left", self.scope.valign))
            x += width + self.gap

    def _widths(self, width: float) -> list[float]:
        portions = [Portion(box.width, self._natural(box, width)) for box, _ in self.children]
        widths = divide(width, portions, self.gap)
        excess = add_up(widths) + self.gap * (len(widths) - 1) - width
        if excess > TOLERANCE:
            soft = [at for at, portion in enumerate(portions) if portion.length.unit == "auto"]
            widths = squeeze(widths, soft, excess)
        return widths

    def _natural(self, box: Box, width: float) -> float:
        """Return the natural width of a box, or 0 if it doesn't matter."""
        counts = box.width.unit == "auto" or (box.width.unit != "pt" and width == INFINITE)
        return box.measure(INFINITE).width if counts else 0.0


class GridCell(NamedTuple):
    """A child of a grid, the column where it begins, and how many it spans."""

    child: Child
    column: int
    span: int


class GridLayout(NamedTuple):
    """Children in equal columns, row after row; a row is as high as its highest child."""

    rows: tuple[tuple[GridCell, ...], ...]
    columns: int  # the number of columns
    gap: float  # between columns, and between rows
    scope: Scope  # aligns a child in its cell

    def measure(self, width: float) -> Size:
        """Return the available width and the height of all rows."""
        heights = [self._height(row, width) for row in self.rows]
        wide = width if width != INFINITE else self._natural_width()
        return Size(wide, add_up(heights) + self.gap * (len(heights) - 1))

    def layout(self, area: Area) -> Iterator[Item]:
        """Place the children row by row."""
        portions = [self._portion(row, area.width) for row in self.rows]
        heights = divide(area.height, portions, self.gap)
        used = add_up(heights) + self.gap * (len(heights) - 1)
        if used > area.height + TOLERANCE:
            where = self.rows[-1][0].child.box.where
            report(too_large("this grid", used - area.height, where))
        y = area.y
        for row, height in zip(self.rows, heights, strict=True):
            for child, column, span in row:
                width = self._span_width(span, area.width)
                x = area.x + column * (self._span_width(1, area.width) + self.gap)
                spot = Area(x, y, width, height)
                yield child.place(align_box(child.box, spot, self.scope.align, self.scope.valign))
            y += height + self.gap

    def _span_width(self, span: int, width: float) -> float:
        one = (width - self.gap * (self.columns - 1)) / self.columns
        return one * span + self.gap * (span - 1)

    def _height(self, row: Sequence[GridCell], width: float) -> float:
        sizes = (cell.child.box.measure(self._span_width(cell.span, width)) for cell in row)
        return max(size.height for size in sizes)

    def _portion(self, row: Sequence[GridCell], width: float) -> Portion:
        heights = [cell.child.box.height for cell in row]
        flexible = [height for height in heights if height.unit == "fr"]
        return Portion(flexible[0] if flexible else Length(0.0, "auto"), self._height(row, width))

    def _natural_width(self) -> float:
        cells = [cell for row in self.rows for cell in row]
        widest = max(cell.child.box.measure(INFINITE).width / cell.span for cell in cells)
        return widest * self.columns + self.gap * (self.columns - 1)


def in_rows(children: Sequence[tuple[Child, int]], columns: int) -> list[list[GridCell]]:
    """Put children with their spans into rows, from the left."""
    rows: list[list[GridCell]] = []
    at = columns
    for child, wish in children:
        span = min(wish, columns)
        if at + span > columns:
            rows.append([])
            at = 0
        rows[-1].append(GridCell(child, at, span))
        at += span
    return rows


def align_box(box: Box, area: Area, align: str, valign: str) -> Area:
    """Return the area of a box in its container; a smaller one is aligned."""
    width = fitting(box, across(box.width, area.width), area.width, "wide")
    height = area.height
    if box.height.unit == "pt":
        wish = max(box.height.amount, box.measure(width).height if box.grows else 0.0)
        height = fitting(box, wish, area.height, "high")
    return area.align(Size(width, height), align, valign)


def fitting(box: Box, wish: float, room: float, direction: str) -> float:
    """Return the extent of a box in its container; report one that needs more room."""
    if wish > room + TOLERANCE:
        hint = f"it should be {format_mm(wish)} {direction}, but only {format_mm(room)} are free"
        report(too_large("this", wish - room, box.where, hint, is_wide=direction == "wide"))
    return min(wish, room)


def body_box(nodes: Sequence[Node], gap: float, where: Where, scope: Scope) -> Box:
    """Make the body of a page as one box, which fills it."""

    def make() -> Box:
        children = tuple(each.child for each in make_children(nodes, scope, "width"))
        role = "Block" if scope.aloud else ""
        return Box(ColumnLayout(children, gap, scope), where, role=role)

    return cached_box((*nodes, gap), facts_for_all(nodes, scope.context), scope, make)


def make_column(node: ColumnNode | BoxNode, scope: Scope) -> ColumnLayout:
    """Make a column, or the content of a box."""
    inner = scope.with_alignment(node)
    children = make_children(node.children, inner, "width")
    return ColumnLayout(tuple(each.child for each in children), scope.points(node.gap), inner)


def make_group(node: GroupNode, scope: Scope) -> ColumnLayout:
    """Make a group where there is no container around it, such as in the head of a column."""
    children = make_children(node.children, scope, "width")
    return ColumnLayout(tuple(each.child for each in children), 0.0, scope)


def make_row(node: RowNode, scope: Scope) -> RowLayout:
    """Make nodes side by side."""
    inner = scope.with_alignment(node)
    children = make_children(node.children, inner, "height")
    return RowLayout(
        tuple(each.child for each in children), inner.points(node.gap), inner, node.where
    )


def make_grid(node: GridNode, scope: Scope) -> BoxContent:
    """Make nodes in equal columns, row after row."""
    inner = scope.with_alignment(node)
    columns = inner.get(node.columns)
    made = make_children(node.children, inner)
    children = [(child, scope.get(each.span)) for each, scope, child in made]
    rows = tuple(tuple(row) for row in in_rows(children, columns))
    return GridLayout(rows, columns, inner.points(node.gap), inner) if rows else EmptyContent()
