"""Extents: how much of the page shapes take, and so where the nodes lie that drew them.

Takes shapes of a draft; gives boxes around them. A text is taken as high as its letters may be,
a curve as far as its control points reach.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from printkit.geometry import Box, Matrix, around, points_of, turned
from printkit.scene import Circle, Image, Line, Path, Place, Rect, Shape, Text
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.errors import Where
    from printkit.layout.draft import Draft

ASCENT, DESCENT = 0.95, 0.25
"""How far letters reach above and below their line, as a share of their size."""


class Trace(NamedTuple):
    """Where on the page a node was placed, and its place in the layout."""

    box: Box
    where: Where

    def moved(self, right: float, down: float, size: tuple[float, float] | None = None) -> Trace:
        """The same on a page whose corner lies there; `size` is given if it is upside down."""
        if not (right or down or size):
            return self
        left, top, far, low = self.box
        if size:
            left, top, far, low = size[0] - far, size[1] - low, size[0] - left, size[1] - top
        return Trace(Box(left + right, top + down, far + right, low + down), self.where)


def extent(shape: Shape) -> Box:
    """The box around a shape."""
    match shape:
        case Text():
            high, low = shape.size * ASCENT, shape.size * DESCENT
            return Box(0.0, -high, shape.width, low).placed(turned(shape.x, shape.y, shape.turn))
        case Line():
            return around([(shape.x1, shape.y1), (shape.x2, shape.y2)])
        case Rect() | Image():
            return Box(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
        case Circle(x, y, radius):
            return Box(x - radius, y - radius, x + radius, y + radius)
        case Path():
            return around(points_of(shape.commands))
        case Place():
            group = Box(0.0, 0.0, shape.group.width, shape.group.height)
            return group.placed(Matrix().placed(shape))
        case _:
            assert_never(shape)


def traces(draft: Draft) -> list[Trace]:
    """Where the nodes of a draft lie, those inside of others first."""
    extents = [extent(shape) for shape in draft.shapes]
    found = []
    for first, end, where in draft.spans:
        if first + 1 == end:
            found.append(Trace(extents[first], where))
        elif first < end:
            lefts, tops, rights, bottoms = zip(*extents[first:end], strict=True)
            found.append(Trace(Box(min(lefts), min(tops), max(rights), max(bottoms)), where))
    return found
