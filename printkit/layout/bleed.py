"""Bleed: what touches the edge of a page goes on beyond it, so that no white shows after cutting.

Takes the shapes of a page and gives them with more beneath: areas and frames grow outward from
the edges they touch, lines run on, and a picture is stretched. What stays inside of the page
is left as it is; what reaches beyond it by itself is seen there anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printkit.geometry import KAPPA
from printkit.scene import Colour, Image, Line, Path, Rect, Shape
from printkit.tuples import NamedTuple

NEAR = 0.3
"""Points within which something touches the edge."""


class Trim(NamedTuple):
    """A page, and how far its bleed reaches."""

    width: float
    height: float
    bleed: float


class _Sides(NamedTuple):
    """Which edges of the page a rectangle touches."""

    top: bool
    right: bool
    bottom: bool
    left: bool


def extend(shapes: Iterable[Shape], trim: Trim) -> list[Shape]:
    """The shapes in their order, each after what it needs in the bleed."""
    extended: list[Shape] = []
    for shape in shapes:
        match shape:
            case Rect():
                extended += [*_around(shape, trim), shape]
            case Image(x, y, width, height, picture):
                left, top, right, bottom = _grown(x, y, width, height, trim)
                beneath = Image(left, top, right - left, bottom - top, picture)
                extended += [shape] if beneath == shape else [beneath, shape]
            case Line():
                extended.append(_run_on(shape, trim))
            case _:
                extended.append(shape)
    return extended


def _touched(x: float, y: float, width: float, height: float, trim: Trim) -> _Sides:
    return _Sides(
        abs(y) < NEAR,
        abs(x + width - trim.width) < NEAR,
        abs(y + height - trim.height) < NEAR,
        abs(x) < NEAR,
    )


def _grown(
    x: float, y: float, width: float, height: float, trim: Trim
) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a rectangle, moved out where they touch the edge."""
    sides = _touched(x, y, width, height, trim)
    return (
        -trim.bleed if sides.left else x,
        -trim.bleed if sides.top else y,
        trim.width + trim.bleed if sides.right else x + width,
        trim.height + trim.bleed if sides.bottom else y + height,
    )


def _around(rect: Rect, trim: Trim) -> Iterator[Shape]:
    """What lies around a rectangle in the bleed, in the colour that it has at its edge."""
    colour = rect.fill if rect.stroke is None else rect.stroke.colour
    sides = _touched(rect.x, rect.y, rect.width, rect.height, trim)
    if colour is None or not any(sides):
        return
    yield from _strips(rect, sides, trim, colour)
    if rect.radius > 0:
        yield from _corners(rect, sides, colour)


def _strips(rect: Rect, sides: _Sides, trim: Trim, colour: Colour) -> Iterator[Rect]:
    """One along each touched edge; it reaches under the rectangle's own edge a little."""
    under = min(1.0, rect.stroke.width / 2) if rect.stroke else 1.0
    deep = trim.bleed + under
    left, top, right, bottom = _grown(rect.x, rect.y, rect.width, rect.height, trim)
    # A round corner that is not at a corner of the page leaves the edge before it ends.
    start = left if sides.left else left + rect.radius
    end = right if sides.right else right - rect.radius
    if sides.top:
        yield Rect(start, top, end - start, deep, colour)
    if sides.bottom:
        yield Rect(start, bottom - deep, end - start, deep, colour)
    start = top if sides.top else top + rect.radius
    end = bottom if sides.bottom else bottom - rect.radius
    if sides.left:
        yield Rect(left, start, deep, end - start, colour)
    if sides.right:
        yield Rect(right - deep, start, deep, end - start, colour)


def _corners(rect: Rect, sides: _Sides, colour: Colour) -> Iterator[Shape]:
    """What a round corner leaves open at a corner of the page."""
    right, bottom = rect.x + rect.width, rect.y + rect.height
    if sides.top and sides.left:
        yield _spandrel(rect.x, rect.y, rect.radius, rect.radius, colour)
    if sides.top and sides.right:
        yield _spandrel(right, rect.y, -rect.radius, rect.radius, colour)
    if sides.bottom and sides.right:
        yield _spandrel(right, bottom, -rect.radius, -rect.radius, colour)
    if sides.bottom and sides.left:
        yield _spandrel(rect.x, bottom, rect.radius, -rect.radius, colour)


def _spandrel(x: float, y: float, across: float, down: float, colour: Colour) -> Path:
    """Between the corner at (x, y) and the quarter circle that rounds it off."""
    k = 1 - KAPPA
    curve = ("C", x + across * k, y, x, y + down * k, x, y + down)
    return Path((("M", x, y), ("L", x + across, y), curve, ("Z",)), colour)  # type: ignore[arg-type]


def _run_on(line: Line, trim: Trim) -> Line:
    """A level or upright line, longer at the ends that touch the edge."""
    if line.y1 == line.y2:
        x1, x2 = (_beyond(x, trim.width, trim.bleed) for x in (line.x1, line.x2))
        return line._replace(x1=x1, x2=x2)
    if line.x1 == line.x2:
        y1, y2 = (_beyond(y, trim.height, trim.bleed) for y in (line.y1, line.y2))
        return line._replace(y1=y1, y2=y2)
    return line


def _beyond(at: float, extent: float, bleed: float) -> float:
    if abs(at) < NEAR:
        return -bleed
    return extent + bleed if abs(at - extent) < NEAR else at
