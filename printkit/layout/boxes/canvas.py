"""The canvas: children at explicit positions, so a whole game board can be a layout.

Children don't affect each other's positions. Neighbours that are the same on all pages form one
fragment: a carpet of 300 shapes is one drawing that all pages share, and only what varies is placed
on each page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.errors import FitError, LayoutError, Where
from printkit.core.scene import Item, Placed
from printkit.core.units import format_mm, parse_length
from printkit.layout.boxes.box import TOLERANCE, Area, Box, Size
from printkit.layout.boxes.columns import across
from printkit.layout.boxes.maker import box_for, cached_box
from printkit.layout.language.values import quote_value
from printkit.layout.log import report
from printkit.layout.neededfacts import facts_for_all

if TYPE_CHECKING:
    from printkit.layout.nodes.base import Node
    from printkit.layout.nodes.containers import CanvasNode
    from printkit.layout.scope import Scope


class Coordinates(NamedTuple):
    """The position of a child, in points, and whether that is its centre."""

    x: float
    y: float
    is_centred: bool
    where: Where


class CanvasLayout(NamedTuple):
    """Children with their coordinates; several still neighbours are one box without coordinates."""

    children: Sequence[tuple[Box, Coordinates | None]]

    def measure(self, width: float) -> Size:
        """Return no size: a canvas is as large as its node says."""
        return Size(0.0, 0.0)

    def layout(self, area: Area) -> Iterator[Item]:
        """Yield each child at its position."""
        for box, point in self.children:
            if point is None:
                yield Placed(box.layout(area.width, area.height), area.x, area.y)
                continue
            size = _child_size(box, area)
            x, y = _corner(point, size, area)
            yield Placed(box.layout(*size), area.x + x, area.y + y)


def make_canvas(node: CanvasNode, scope: Scope) -> CanvasLayout:
    """Make a canvas; neighbours that are the same on all pages share one box."""
    inner = scope.with_alignment(node)
    children: list[tuple[Box, Coordinates | None]] = []
    unit = inner.points(node.unit)
    groups = inner.once((_groups, node), frozenset(), lambda: _groups(node, inner))
    for varying, some in groups:
        if varying or len(groups) == 1:
            children += _at_positions(some, inner, unit)
        else:
            children.append((_shared_box(node, some, unit, inner), None))
    return CanvasLayout(children)


def _groups(node: CanvasNode, scope: Scope) -> list[tuple[bool, list[Node]]]:
    """Return neighbouring children together that all vary between pages, or all don't."""

    def varies(child: Node) -> bool:
        known = facts_for_all([child], scope.context)
        return known is None or scope.is_own(known.names)

    return [(varying, list(some)) for varying, some in groupby(node.children, varies)]


def _shared_box(node: CanvasNode, children: Sequence[Node], unit: float, inner: Scope) -> Box:
    """Make one box of those children of a canvas that are the same on all pages."""

    def make() -> Box:
        content = CanvasLayout(_at_positions(children, inner, unit))
        return Box(content, node.where)

    return cached_box((*children, unit), facts_for_all(children, inner.context), inner, make)


def _at_positions(
    children: Iterable[Node], inner: Scope, unit: float
) -> list[tuple[Box, Coordinates | None]]:
    """Make children at their positions; a problem in one doesn't hide those of others."""
    made: list[tuple[Box, Coordinates | None]] = []
    for child in children:
        try:
            for node, scope in inner.expand(child):
                box = box_for(node, scope)
                made.append((box, coordinates(node, scope, unit)))
        except LayoutError as error:
            report(error)
    return made


def coordinates(child: Node, scope: Scope, unit: float) -> Coordinates:
    """Read the `at` of a child; `unit` is one unit of the canvas, in points."""
    if child.at is None:
        raise LayoutError("on a canvas every node needs `at: [x, y]`", child.where)
    match scope.data(child.at):
        case [x, y] | (x, y):
            where, is_centred = child.at.where, scope.get(child.anchor) == "center"
            point = _coordinate(x, unit, where), _coordinate(y, unit, where)
            return Coordinates(*point, is_centred, where)
    raise LayoutError("`at` must be [x, y]", child.at.where)


def _coordinate(value: object, unit: float, where: Where) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value * unit
    try:
        return parse_length(value if isinstance(value, str) else quote_value(value))
    except ValueError:
        raise LayoutError(
            f"{quote_value(value)} isn't a position", where, "write 3 or 12mm"
        ) from None


def _corner(point: Coordinates, size: Size, area: Area) -> tuple[float, float]:
    """Return the top left corner of a child; report one that is outside of the canvas."""
    x, y, is_centred, where = point
    outside = max(-x, -y, x - area.width, y - area.height)
    if outside > TOLERANCE:
        extent = f"{format_mm(area.width)} x {format_mm(area.height)}"
        hint = f"this canvas is {extent}; change its width or height"
        message = f"`at` is {format_mm(outside)} outside the canvas"
        report(FitError(message, where, hint, outside))
    return (x - size.width / 2, y - size.height / 2) if is_centred else (x, y)


def _child_size(box: Box, area: Area) -> Size:
    """Return the size that a child requests; percentages are relative to the canvas."""
    size = box.measure(across(box.width, area.width))
    width = size.width if box.width.unit == "auto" else across(box.width, area.width)
    height = size.height if box.height.unit == "auto" else across(box.height, area.height)
    return Size(width, height)
