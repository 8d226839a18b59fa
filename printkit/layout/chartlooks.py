"""How the series of a chart are told apart: by colour, but also by dashes, marks and hatching.

Takes the number of a series; gives shapes. In the theme `mono` everything is black and grey, and
still no two series look alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import TYPE_CHECKING

from printkit.colours import mix
from printkit.scene import BLACK, WHITE, Circle, Colour, Line, Path, Rect, Shape, Stroke
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.layout.areas import Area
    from printkit.theme import Theme

COLOURS = 8  # how many colours a theme has for series

DASHES: tuple[tuple[float, ...], ...] = ((), (5, 2), (1.5, 2), (7, 2, 1.5, 2), (3, 3), (9, 3))
MARKS = "osdt+xOS"
"""Round, square, diamond, triangle, plus, cross, ring and open square."""

HATCHES = "-/.\\=|"
MARK = 2.4
"""Half the size of a mark in points."""

SPACING = 3.2  # points between the lines of a hatching


class SeriesLook(NamedTuple):
    """How one series is drawn."""

    colour: Colour  # of lines and marks
    fill: Colour  # for areas: a light shade
    dash: tuple[float, ...]  # of its line: on, off, on, …
    mark: str  # the shape of its points
    hatch: str  # the lines across its areas

    @property
    def line(self) -> Stroke:
        """For lines."""
        return Stroke(self.colour, 1.4, self.dash)

    @property
    def edge(self) -> Stroke:
        """For outlines and hatching."""
        return Stroke(self.colour, 0.6)


def look(number: int, theme: Theme) -> SeriesLook:
    """The look of a series, counted from 0."""
    colour = theme.colours[f"series-{number % COLOURS + 1}"] or BLACK
    dash = DASHES[number % len(DASHES)]
    marks = MARKS[number % len(MARKS)], HATCHES[number % len(HATCHES)]
    return SeriesLook(colour, mix(colour, WHITE, 0.82), tuple(map(float, dash)), *marks)


def mark_shapes(look: SeriesLook, x: float, y: float) -> Iterator[Shape]:
    """The mark of a series at a place."""
    size, thick = MARK, Stroke(look.colour, 1.2)
    match look.mark:
        case "o":
            yield Circle(x, y, size, look.colour)
        case "O":
            yield Circle(x, y, size, WHITE, thick)
        case "s":
            yield Rect(x - size, y - size, 2 * size, 2 * size, look.colour)
        case "S":
            yield Rect(x - size, y - size, 2 * size, 2 * size, WHITE, thick)
        case "d":
            yield _polygon(look.colour, x, y, 4, size * 1.35, 0.0)
        case "t":
            yield _polygon(look.colour, x, y, 3, size * 1.35, -pi / 2)
        case "+":
            yield Line(x - size, y, x + size, y, thick)
            yield Line(x, y - size, x, y + size, thick)
        case _:
            yield Line(x - size, y - size, x + size, y + size, thick)
            yield Line(x - size, y + size, x + size, y - size, thick)


def _polygon(fill: Colour, x: float, y: float, corners: int, size: float, start: float) -> Path:
    angles = [start + 2 * pi * corner / corners for corner in range(corners)]
    points = [(x + size * cos(angle), y + size * sin(angle)) for angle in angles]
    first, *others = points
    return Path((("M", *first), *(("L", *point) for point in others), ("Z",)), fill)


def area_shapes(look: SeriesLook, area: Area) -> Iterator[Shape]:
    """An area of a series: tinted, hatched and outlined."""
    yield Rect(*area, look.fill)
    yield from _hatching(look, area)
    yield Rect(*area, None, look.edge)


def _hatching(look: SeriesLook, area: Area) -> Iterator[Shape]:
    left, top, right, bottom = area.x, area.y, area.x + area.width, area.y + area.height
    match look.hatch:
        case "-":
            return
        case "=":
            for step in range(1, int(area.height / SPACING) + 1):
                y = bottom - step * SPACING
                yield Line(left, y, right, y, look.edge)
        case "|":
            for step in range(1, int(area.width / SPACING) + 1):
                x = left + step * SPACING
                yield Line(x, top, x, bottom, look.edge)
        case ".":
            for row in range(1, int(area.height / SPACING)):
                for column in range(1, int(area.width / SPACING)):
                    yield Circle(left + column * SPACING, bottom - row * SPACING, 0.6, look.colour)
        case slope:
            yield from _slanted(look, area, rising=slope == "/")


def _slanted(look: SeriesLook, area: Area, *, rising: bool) -> Iterator[Shape]:
    """Lines at 45 degrees, cut off at the edges."""
    reach = area.width + area.height
    for step in range(1, int(reach / (SPACING * 1.4)) + 1):
        offset = step * SPACING * 1.4
        x1, y1 = max(0.0, offset - area.height), min(offset, area.height)
        x2, y2 = min(offset, area.width), max(0.0, offset - area.width)
        ends = [(x1, y1), (x2, y2)]
        if rising:
            ends = [(x, area.height - y) for x, y in ends]
        (x1, y1), (x2, y2) = ends
        yield Line(area.x + x1, area.y + y1, area.x + x2, area.y + y2, look.edge)
