"""Bounds of shapes, and of the nodes of a layout on the page.

A text is as high as its letters may be, and a curve reaches as far as its control points.
"""

from __future__ import annotations

from typing import assert_never

from printkit.core.geometry import Bounds, Matrix, bounds_of, points_of, rotation
from printkit.core.scene import (
    Circle,
    FieldArea,
    Fragment,
    Image,
    Line,
    NodeBounds,
    Path,
    Placed,
    Rect,
    Shape,
    Text,
)

ASCENT, DESCENT = 0.95, 0.25
"""The extent of letters above and below the baseline, relative to their size."""


def shape_bounds(shape: Shape) -> Bounds:
    """Return the box around a shape."""
    match shape:
        case Text():
            high, low = shape.size * ASCENT, shape.size * DESCENT
            return Bounds(0.0, -high, shape.width, low).transform(
                rotation(shape.x, shape.y, shape.turn)
            )
        case Line():
            return bounds_of([(shape.x1, shape.y1), (shape.x2, shape.y2)])
        case Rect() | Image():
            return Bounds(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
        case Circle(x, y, radius):
            return Bounds(x - radius, y - radius, x + radius, y + radius)
        case Path():
            return bounds_of(points_of(shape.commands))
        case _:
            assert_never(shape)


def node_bounds(placed: Placed) -> list[NodeBounds]:
    """Return the boxes of the nodes of a placed sheet on the page, inner ones before outer ones."""
    found: list[NodeBounds] = []
    _collect(placed.fragment, Matrix().within(placed), found)
    return found


def _collect(fragment: Fragment, matrix: Matrix, found: list[NodeBounds]) -> Bounds | None:
    """Return the bounds of a fragment, if anything is drawn; collect those of its nodes."""
    boxes: list[Bounds] = []
    for item in fragment.items:
        if isinstance(item, Placed):
            inside = _collect(item.fragment, matrix.within(item), found)
            boxes += [inside] if inside else []
        elif not isinstance(item, FieldArea):
            boxes.append(shape_bounds(item).transform(matrix))
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    whole = Bounds(min(lefts), min(tops), max(rights), max(bottoms))
    if fragment.source is not None:
        found.append(NodeBounds(whole, fragment.source))
    return whole
