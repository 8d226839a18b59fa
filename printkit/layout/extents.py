"""Extents: how much of the page shapes take, and so where the nodes lie that drew them.

Takes shapes of a draft; gives boxes around them. A text is taken as high as its letters may be,
a curve as far as its control points reach.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING, assert_never

from printkit.scene import Circle, Image, Line, Path, Place, Rect, Text
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printkit.errors import Where
    from printkit.layout.blocks import Draft
    from printkit.scene import Shape

ASCENT, DESCENT = 0.95, 0.25
"""How far letters reach above and below their line, as a share of their size."""


class Box(NamedTuple):
    """A rectangle by its sides."""

    left: float
    top: float
    right: float
    bottom: float

    def turned(self, width: float, height: float) -> Box:
        """The same box on a page of this size that stands on its head."""
        return Box(
            width - self.right, height - self.bottom, width - self.left, height - self.top
        )  # fmt: skip


class Trace(NamedTuple):
    """Where on the page a node was drawn, and its place in the layout."""

    box: Box
    where: Where

    def moved(self, right: float, down: float, size: tuple[float, float] | None = None) -> Trace:
        """The same on a page whose corner lies there; with a size, it stands on its head."""
        left, top, far, low = self.box.turned(*size) if size else self.box
        return Trace(Box(left + right, top + down, far + right, low + down), self.where)


def extent(shape: Shape) -> Box:
    """The box around a shape."""
    match shape:
        case Text():
            high, low = shape.size * ASCENT, shape.size * DESCENT
            return _around(_spun(Box(0.0, -high, shape.width, low), shape.x, shape.y, shape.turn))
        case Line():
            return _around([(shape.x1, shape.y1), (shape.x2, shape.y2)])
        case Rect() | Image():
            return Box(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
        case Circle(x, y, radius):
            return Box(x - radius, y - radius, x + radius, y + radius)
        case Path():
            return _around(_points(shape))
        case Place():
            wide, high = shape.group.width * shape.scale, shape.group.height * shape.scale
            return _around(_spun(Box(0.0, 0.0, wide, high), shape.x, shape.y, shape.turn))
        case _:
            assert_never(shape)


def traces(draft: Draft) -> list[Trace]:
    """Where the nodes of a draft lie, those inside of others first."""
    extents = [extent(shape) for shape in draft.shapes]
    found = []
    for first, end, where in draft.spans:
        if first < end:
            lefts, tops, rights, bottoms = zip(*extents[first:end], strict=True)
            found.append(Trace(Box(min(lefts), min(tops), max(rights), max(bottoms)), where))
    return found


def _points(path: Path) -> Iterator[tuple[float, float]]:
    for _, *numbers in path.commands:
        yield from zip(numbers[::2], numbers[1::2], strict=True)


def _spun(box: Box, x: float, y: float, turn: float) -> list[tuple[float, float]]:
    """The corners of a box around the origin, turned and brought to its place."""
    corners = [(across, down) for across in box[::2] for down in box[1::2]]
    if turn:
        cosine, sine = cos(radians(turn)), sin(radians(turn))
        corners = [(a * cosine - b * sine, a * sine + b * cosine) for a, b in corners]
    return [(x + across, y + down) for across, down in corners]


def _around(points: Iterable[tuple[float, float]]) -> Box:
    across, down = zip(*(tuple(points) or ((0.0, 0.0),)), strict=True)
    return Box(min(across), min(down), max(across), max(down))
