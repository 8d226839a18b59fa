"""Columns, rows and grids: children one after the other, sharing the space there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from printkit.layout.areas import TOLERANCE, Area, Size, too_large
from printkit.layout.division import Portion, divide, squeeze
from printkit.layout.values import Length
from printkit.tuples import NamedTuple
from printkit.units import format_mm

if TYPE_CHECKING:
    from printkit.errors import Where
    from printkit.layout.blocks import Frame
    from printkit.layout.draft import Draft
    from printkit.layout.scope import Scope

INFINITE = float("inf")


def across(length: Length, available: float) -> float:
    """The extent of a child across its container: its wish, or all there is."""
    if length.unit == "pt":
        return length.amount
    return available * length.amount / 100 if length.unit == "%" else available


class ColumnBlock(NamedTuple):
    """Children below each other; there is at least one."""

    children: tuple[Frame, ...]  # from top to bottom
    gap: float  # between two of them
    scope: Scope  # where each lies if it is narrower, and all of them if they are lower

    def measure(self, width: float) -> Size:
        """As wide as the widest child, as high as all together."""
        sizes = [child.measure(across(child.width, width)) for child in self.children]
        heights = divide(INFINITE, self._portions(sizes), self.gap)
        gaps = self.gap * (len(sizes) - 1)
        return Size(max(size.width for size in sizes), sum(heights) + gaps)

    def place(self, area: Area, draft: Draft) -> None:
        """One child below the other, what is left shared by those that ask for fr."""
        sizes = [child.measure(across(child.width, area.width)) for child in self.children]
        heights = divide(area.height, self._portions(sizes), self.gap)
        used = sum(heights) + self.gap * (len(heights) - 1)
        if used > area.height + TOLERANCE:
            self._complain(heights, area.height, used)
        y = area.aligned(Size(0, min(used, area.height)), "left", self.scope.valign).y
        for child, height in zip(self.children, heights, strict=True):
            spot = Area(area.x, y, area.width, height)
            place_aligned(child, spot, self.scope.align, "top", draft)
            y += height + self.gap

    def _portions(self, sizes: Sequence[Size]) -> list[Portion]:
        return [
            Portion(child.height, size.height)
            for child, size in zip(self.children, sizes, strict=True)
        ]

    def _complain(self, heights: Sequence[float], room: float, used: float) -> None:
        reach = -self.gap
        for child, height in zip(self.children, heights, strict=True):
            reach += height + self.gap
            if reach > room + TOLERANCE:
                hint = "make something above it smaller, or leave something out"
                child.context.complain(too_large("this", used - room, child.where, hint))
                return


class RowBlock(NamedTuple):
    """Children side by side; there is at least one."""

    children: tuple[Frame, ...]  # from left to right
    gap: float  # between two of them
    scope: Scope  # where they lie if they are narrower, and each if it is lower
    where: Where  # the node's place in its file

    def measure(self, width: float) -> Size:
        """As wide as all together, as high as the highest."""
        widths = self._widths(width)
        sizes = [child.measure(wide) for child, wide in zip(self.children, widths, strict=True)]
        gaps = self.gap * (len(widths) - 1)
        return Size(sum(widths) + gaps, max(size.height for size in sizes))

    def place(self, area: Area, draft: Draft) -> None:
        """One child beside the other; texts of natural width wrap where there is too little."""
        widths = self._widths(area.width)
        used = sum(widths) + self.gap * (len(widths) - 1)
        if used > area.width + TOLERANCE:
            hint = "its children are wider than the space there is"
            problem = too_large("this row", used - area.width, self.where, hint)
            self.scope.context.complain(problem)
        x = area.aligned(Size(min(used, area.width), 0), self.scope.align, "top").x
        for child, width in zip(self.children, widths, strict=True):
            height = fitting(child, across(child.height, area.height), area.height, "high")
            column = Area(x, area.y, width, area.height)
            child.place(column.aligned(Size(width, height), "left", self.scope.valign), draft)
            x += width + self.gap

    def _widths(self, width: float) -> list[float]:
        portions = [Portion(child.width, self._natural(child, width)) for child in self.children]
        widths = divide(width, portions, self.gap)
        excess = sum(widths) + self.gap * (len(widths) - 1) - width
        if excess > TOLERANCE:
            soft = [at for at, portion in enumerate(portions) if portion.length.unit == "auto"]
            widths = squeeze(widths, soft, excess)
        return widths

    def _natural(self, child: Frame, width: float) -> float:
        """The natural width, asked for only where it counts: what is not asked may vary freely."""
        counts = child.width.unit == "auto" or (child.width.unit != "pt" and width == INFINITE)
        return child.measure(INFINITE).width if counts else 0.0


class GridBlock(NamedTuple):
    """Children in equal columns, row after row; a row is as high as its highest child."""

    rows: tuple[tuple[tuple[Frame, int, int], ...], ...]  # of cells: a child, its column, its span
    columns: int  # how many there are
    gap: float  # between columns, and between rows
    scope: Scope  # where a child lies in its cell

    def measure(self, width: float) -> Size:
        """The whole width; all rows together."""
        heights = [self._height(row, width) for row in self.rows]
        wide = width if width != INFINITE else self._natural_width()
        return Size(wide, sum(heights) + self.gap * (len(heights) - 1))

    def place(self, area: Area, draft: Draft) -> None:
        """Row by row."""
        portions = [self._portion(row, area.width) for row in self.rows]
        heights = divide(area.height, portions, self.gap)
        used = sum(heights) + self.gap * (len(heights) - 1)
        if used > area.height + TOLERANCE:
            where = self.rows[-1][0][0].where
            self.scope.context.complain(too_large("this grid", used - area.height, where))
        y = area.y
        for row, height in zip(self.rows, heights, strict=True):
            for child, column, span in row:
                width = self._span_width(span, area.width)
                x = area.x + column * (self._span_width(1, area.width) + self.gap)
                spot = Area(x, y, width, height)
                place_aligned(child, spot, self.scope.align, self.scope.valign, draft)
            y += height + self.gap

    def _span_width(self, span: int, width: float) -> float:
        one = (width - self.gap * (self.columns - 1)) / self.columns
        return one * span + self.gap * (span - 1)

    def _height(self, row: Sequence[tuple[Frame, int, int]], width: float) -> float:
        return max(child.measure(self._span_width(span, width)).height for child, _, span in row)

    def _portion(self, row: Sequence[tuple[Frame, int, int]], width: float) -> Portion:
        flexible = [child.height for child, _, _ in row if child.height.unit == "fr"]
        return Portion(flexible[0] if flexible else Length(0.0, "auto"), self._height(row, width))

    def _natural_width(self) -> float:
        cells = [cell for row in self.rows for cell in row]
        widest = max(child.measure(INFINITE).width / span for child, _, span in cells)
        return widest * self.columns + self.gap * (self.columns - 1)


def place_aligned(child: Frame, area: Area, align: str, valign: str, draft: Draft) -> None:
    """A child across its container: narrower or lower ones are aligned inside the area."""
    width = fitting(child, across(child.width, area.width), area.width, "wide")
    height = area.height
    if child.height.unit == "pt":
        height = fitting(child, child.height.amount, area.height, "high")
    child.place(area.aligned(Size(width, height), align, valign), draft)


def fitting(child: Frame, wish: float, room: float, direction: str) -> float:
    """The extent that a child gets across its container; one that wants more is a problem."""
    if wish > room + TOLERANCE:
        hint = f"it wants to be {format_mm(wish)} {direction}, where {format_mm(room)} are free"
        child.context.complain(too_large("this", wish - room, child.where, hint))
    return min(wish, room)


def flow(children: Sequence[tuple[Frame, int]], columns: int) -> list[list[tuple[Frame, int, int]]]:
    """Children with their spans, put into rows from the left: (child, column, span)."""
    rows: list[list[tuple[Frame, int, int]]] = []
    at = columns
    for child, wish in children:
        span = min(wish, columns)
        if at + span > columns:
            rows.append([])
            at = 0
        rows[-1].append((child, at, span))
        at += span
    return rows
