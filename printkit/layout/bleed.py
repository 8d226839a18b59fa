"""Bleed: what touches the edge of a page goes on beyond it, so that no white shows after cutting.

Takes the draft of a page and puts more beneath its shapes: areas and frames grow outward from
the edges they touch, lines run on, and a picture is stretched. What stays inside of the page
is left as it is; what reaches beyond it by itself is seen there anyway.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from printkit.geometry import KAPPA, Box
from printkit.layout.extents import extent
from printkit.layout.voices import plain
from printkit.scene import Colour, Image, Line, Path, Rect, Shape
from printkit.tags import moved
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.layout.draft import Draft

NEAR = 0.3  # points within which something touches the edge


class Trim(NamedTuple):
    """A page, and how far its bleed reaches."""

    width: float
    height: float
    bleed: float

    def touched(self, box: Box) -> tuple[bool, ...]:
        """Whether a box touches the left, top, right and bottom edge of the page."""
        page = Box(0.0, 0.0, self.width, self.height)
        return tuple(abs(side - edge) < NEAR for side, edge in zip(box, page, strict=True))

    def grown(self, box: Box) -> Box:
        """The box, moved out to the end of the bleed where it touches the edge."""
        outer = Box(0.0, 0.0, self.width, self.height).grown(self.bleed)
        sides = zip(self.touched(box), outer, box, strict=True)
        return Box(*(far if touches else side for touches, far, side in sides))


def bleed(draft: Draft, trim: Trim) -> None:
    """Puts beneath each shape what it needs in the bleed; tags stay with their shapes."""
    shapes: list[Shape] = []
    starts: list[int] = []
    for shape in draft.shapes:
        starts.append(len(shapes))
        match shape:
            case Rect():
                shapes += [*_around(shape, trim), shape]
            case Image():
                left, top, right, bottom = trim.grown(extent(shape))
                beneath = Image(left, top, right - left, bottom - top, shape.picture)
                shapes += [shape] if beneath == shape else [beneath, shape]
            case Line():
                shapes.append(_run_on(shape, trim))
            case _:
                shapes.append(shape)
    starts.append(len(shapes))
    draft.shapes, draft.tags = shapes, [*moved(plain(draft.tags), starts.__getitem__)]


def _around(rect: Rect, trim: Trim) -> Iterator[Shape]:
    """What lies around a rectangle in the bleed, in the colour that it has at its edge."""
    colour = rect.fill if rect.stroke is None else rect.stroke.colour
    if colour is not None and any(trim.touched(extent(rect))):
        yield from _strips(rect, trim, colour)
        if rect.radius > 0:
            yield from _corners(rect, trim, colour)


def _strips(rect: Rect, trim: Trim, colour: Colour) -> Iterator[Rect]:
    """One along each touched edge; it reaches under the rectangle's own edge a little."""
    under = min(1.0, rect.stroke.width / 2) if rect.stroke else 1.0
    deep = trim.bleed + under
    left, top, right, bottom = trim.grown(extent(rect))
    at_left, at_top, at_right, at_bottom = trim.touched(extent(rect))
    # A round corner that is not at a corner of the page leaves the edge before it ends.
    start = left if at_left else left + rect.radius
    end = right if at_right else right - rect.radius
    if at_top:
        yield Rect(start, top, end - start, deep, colour)
    if at_bottom:
        yield Rect(start, bottom - deep, end - start, deep, colour)
    start = top if at_top else top + rect.radius
    end = bottom if at_bottom else bottom - rect.radius
    if at_left:
        yield Rect(left, start, deep, end - start, colour)
    if at_right:
        yield Rect(right - deep, start, deep, end - start, colour)


def _corners(rect: Rect, trim: Trim, colour: Colour) -> Iterator[Shape]:
    """What a round corner leaves open at a corner of the page."""
    left, top, right, bottom = extent(rect)
    at_left, at_top, at_right, at_bottom = trim.touched(extent(rect))
    if at_top and at_left:
        yield _spandrel(left, top, rect.radius, rect.radius, colour)
    if at_top and at_right:
        yield _spandrel(right, top, -rect.radius, rect.radius, colour)
    if at_bottom and at_right:
        yield _spandrel(right, bottom, -rect.radius, -rect.radius, colour)
    if at_bottom and at_left:
        yield _spandrel(left, bottom, rect.radius, -rect.radius, colour)


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
