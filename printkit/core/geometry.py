"""Geometry: points, boxes and paths.

Lengths are in points, y increases downwards, and turns are clockwise, in degrees. `parse_path`
parses SVG path data (`M4 12 L20 12`, plus `O cx cy r` for a circle) into absolute lines and curves.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from math import cos, radians, sin
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, cast

from printkit.core.errors import LayoutError, Where
from printkit.core.units import add_up

if TYPE_CHECKING:
    from printkit.core.scene import PathCommand, Placed


Point: TypeAlias = tuple[float, float]

KAPPA = 0.5522847498
"""The distance of the control points of a Bézier curve that draws a quarter circle of radius 1."""


class Matrix(NamedTuple):
    """A transformation from a fragment's coordinates to the page's: scale, rotation and offset."""

    cosine: float = 1.0
    sine: float = 0.0
    x: float = 0.0
    y: float = 0.0

    def within(self, place: Placed) -> Matrix:
        """Return the same for a fragment that is placed there."""
        x, y = self.at(place.x, place.y)
        if not place.turn:
            return Matrix(self.cosine * place.scale, self.sine * place.scale, x, y)
        c, s, *_ = rotation(0.0, 0.0, place.turn, place.scale)
        return Matrix(self.cosine * c - self.sine * s, self.cosine * s + self.sine * c, x, y)

    def at(self, x: float, y: float) -> Point:
        """Return the place of a point on the page."""
        return (
            self.x + x * self.cosine - y * self.sine,
            self.y + x * self.sine + y * self.cosine,
        )

    def inverse(self, x: float, y: float) -> Point:
        """Return the point in the fragment at a position on the page."""
        right, down = x - self.x, y - self.y
        square = self.cosine * self.cosine + self.sine * self.sine
        across = right * self.cosine + down * self.sine
        return across / square, (down * self.cosine - right * self.sine) / square


def rotation(x: float, y: float, turn: float, scale: float = 1.0) -> Matrix:
    """Return the matrix that scales and rotates, and puts the origin at (x, y)."""
    return Matrix(scale * cos(radians(turn)), scale * sin(radians(turn)), x, y)


class Bounds(NamedTuple):
    """A rectangle by its sides."""

    left: float
    top: float
    right: float
    bottom: float

    def grow(self, by: float) -> Bounds:
        """Return the box, extended by this much on every side."""
        return Bounds(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def transform(self, matrix: Matrix) -> Bounds:
        """Return the bounding box of this box after a transformation."""
        scale, sine, x, y = matrix
        if not sine and scale > 0:
            left, top, right, bottom = self
            return Bounds(x + left * scale, y + top * scale, x + right * scale, y + bottom * scale)
        return bounds_of(matrix.at(x, y) for x in self[::2] for y in self[1::2])


def bounds_of(points: Iterable[Point]) -> Bounds:
    """Return the bounding box of some points."""
    across, down = zip(*points, strict=True)
    return Bounds(min(across), min(down), max(across), max(down))


def scaled_path(
    commands: Iterable[PathCommand], across: float, down: float, x: float = 0.0, y: float = 0.0
) -> tuple[PathCommand, ...]:
    """Return a path scaled by these factors, with its origin at (x, y)."""
    origin, by = (x, y), (across, down)
    return tuple(
        cast(
            "PathCommand",
            (verb, *(origin[at % 2] + each * by[at % 2] for at, each in enumerate(numbers))),
        )
        for verb, *numbers in commands
    )


def points_of(commands: Iterable[PathCommand]) -> Iterator[Point]:
    """Yield the ends and control points of all lines and curves."""
    for _, *numbers in commands:
        yield from zip(numbers[::2], numbers[1::2], strict=True)


class GridPoint(NamedTuple):
    """A point in the coordinates of a path."""

    x: float
    y: float


_ORIGIN: Final = GridPoint(0.0, 0.0)


_COUNTS: Final = dict(zip("MLHVCSQTAZO", (2, 2, 1, 1, 6, 4, 4, 2, 7, 0, 3), strict=True))
_LETTERS: Final = (*_COUNTS, *"mlhvcsqtaz")
_LARGEST: Final = 1000.0
_TINY: Final = 1e-9
_GAP: Final = re.compile(r"[\s,]*")
_NUMBER: Final = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_FLAG: Final = re.compile(r"[01]")
Locate: TypeAlias = Callable[[int], Where | None]


def _nowhere(_offset: int) -> None:
    return None


def parse_path(text: str, locate: Locate = _nowhere) -> tuple[PathCommand, ...]:
    """Parse path data into absolute M, L, C and Z; `locate` returns the place of a character."""
    pen = _Pen()
    for letter, numbers, start in _steps(text, locate):
        if not pen.commands and letter not in "MmO":
            raise _path_error("a path begins with M or O", locate(start))
        pen.follow(letter, numbers)
    if not pen.commands:
        raise _path_error("the path is empty", locate(0))
    return tuple(pen.commands)


def _path_error(message: str, where: Where | None) -> LayoutError:
    return LayoutError(message, where, 'a path looks like "M4 12 L20 12"')


def _steps(text: str, locate: Locate) -> Iterator[tuple[str, tuple[float, ...], int]]:
    """Yield each command's letter as it is written, its numbers, and its offset in the text."""
    letter, at = "", _skip(text, 0)
    while at < len(text):
        start = at
        if text[at].isalpha():
            letter, at = text[at], at + 1
        elif letter in ("", "Z", "z"):
            raise _path_error(f"a path command is missing before '{text[at]}'", locate(at))
        if letter not in _LETTERS:
            raise _path_error(f"unknown path command '{letter}'", locate(start))
        numbers, at = _numbers(text, at, letter, locate)
        yield letter, numbers, start
        letter = {"M": "L", "m": "l"}.get(letter, letter)
        at = _skip(text, at)


def _numbers(text: str, at: int, letter: str, locate: Locate) -> tuple[tuple[float, ...], int]:
    """Parse the numbers of one command; return them and where they end."""
    numbers: list[float] = []
    for index in range(_COUNTS[letter.upper()]):
        is_flag = letter in "Aa" and index in (3, 4)
        at = _skip(text, at)
        found = (_FLAG if is_flag else _NUMBER).match(text, at)
        if not found:
            wanted = "0 or 1" if is_flag else f"{_COUNTS[letter.upper()]} numbers"
            got = f", not '{text[at]}'" if at < len(text) else ""
            raise _path_error(f"'{letter}' needs {wanted}{got}", locate(at))
        if abs(number := float(found[0])) > _LARGEST:
            raise _path_error(f"the number {found[0]} is too large", locate(at))
        numbers.append(number)
        at = found.end()
    return tuple(numbers), at


def _skip(text: str, at: int) -> int:
    gap = _GAP.match(text, at)
    return gap.end() if gap else at


class _Pen:
    """A pen that follows a path and remembers what `S`, `T`, `Z` and relative steps refer to."""

    __slots__ = ("commands", "control", "here", "last", "start")

    def __init__(self) -> None:
        self.commands: list[PathCommand] = []
        self.here = _ORIGIN
        self.start = _ORIGIN  # of the current subpath
        self.control = _ORIGIN  # the last control point
        self.last = ""  # the last letter

    def follow(self, written: str, numbers: tuple[float, ...]) -> None:
        """Add one step; a lowercase letter is relative to the current point."""
        letter = written.upper()
        origin = self.here if written.islower() else _ORIGIN
        match letter, numbers:
            case "H", (x,):
                self.line(GridPoint(origin.x + x, self.here.y))
            case "V", (y,):
                self.line(GridPoint(self.here.x, origin.y + y))
            case "A", (rx, ry, turn, large, sweep, x, y):
                self.arc(rx, ry, turn, large, sweep, GridPoint(origin.x + x, origin.y + y))
            case "O", (x, y, radius):
                self.circle(x, y, radius)
            case "Z", _:
                self.close()
            case _:
                pairs = zip(numbers[::2], numbers[1::2], strict=True)
                self.through(letter, *(GridPoint(origin.x + x, origin.y + y) for x, y in pairs))
        self.last = letter

    def through(self, letter: str, *points: GridPoint) -> None:
        """Add M, L or a Bézier curve: a command whose numbers are all points."""
        match letter, points:
            case "M", (end,):
                self.commands.append(("M", *end))
                self.here = self.start = end
            case "L", (end,):
                self.line(end)
            case "C", (first, second, end):
                self.curve(first, second, end)
            case "S", (second, end):
                self.curve(self.mirror_control("CS"), second, end)
            case "Q", (middle, end):
                self.quadratic(middle, end)
            case "T", (end,):
                self.quadratic(self.mirror_control("QT"), end)

    def mirror_control(self, letters: str) -> GridPoint:
        """Return the control point that continues a curve smoothly, or the current point."""
        if self.last not in tuple(letters):
            return self.here
        return GridPoint(2 * self.here.x - self.control.x, 2 * self.here.y - self.control.y)

    def line(self, end: GridPoint) -> None:
        self.commands.append(("L", *end))
        self.here = end

    def curve(self, first: GridPoint, second: GridPoint, end: GridPoint) -> None:
        self.commands.append(("C", *first, *second, *end))
        self.here, self.control = end, second

    def quadratic(self, middle: GridPoint, end: GridPoint) -> None:
        self.curve(_towards(self.here, middle), _towards(end, middle), end)
        self.control = middle

    def arc(
        self, rx: float, ry: float, turn: float, large: float, sweep: float, to: GridPoint
    ) -> None:
        ellipse = _Ellipse(abs(rx), abs(ry), math.radians(turn))
        bends = _arc_curves(self.here, to, ellipse, large=bool(large), sweep=bool(sweep))
        for first, second, end in bends:
            self.curve(first, second, end)

    def circle(self, x: float, y: float, radius: float) -> None:
        self.through("M", GridPoint(x - radius, y))
        self.arc(radius, radius, 0, 0, 1, GridPoint(x + radius, y))
        self.arc(radius, radius, 0, 0, 1, GridPoint(x - radius, y))
        self.close()

    def close(self) -> None:
        self.commands.append(("Z",))
        self.here = self.start


def _towards(end: GridPoint, middle: GridPoint) -> GridPoint:
    """Return the cubic control point next to `end` of a quadratic curve around `middle`."""
    return GridPoint(end.x + (middle.x - end.x) * 2 / 3, end.y + (middle.y - end.y) * 2 / 3)


class _Ellipse(NamedTuple):
    """An ellipse by its radii, turn and centre, which maps the unit circle to an arc."""

    rx: float
    ry: float
    turn: float
    centre: GridPoint = _ORIGIN

    def point(self, u: float, v: float) -> GridPoint:
        cos, sin, x, y = math.cos(self.turn), math.sin(self.turn), u * self.rx, v * self.ry
        return GridPoint(self.centre.x + cos * x - sin * y, self.centre.y + sin * x + cos * y)

    def unit(self, point: GridPoint) -> GridPoint:
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        x, y = point.x - self.centre.x, point.y - self.centre.y
        return GridPoint((cos * x + sin * y) / self.rx, (cos * y - sin * x) / self.ry)


def _arc_ellipse(ellipse: _Ellipse, start: GridPoint, end: GridPoint, side: float) -> _Ellipse:
    """Return the ellipse through both points, enlarged if too small (SVG 2, B.2.4 and B.2.5)."""
    half = ellipse.unit(GridPoint((start.x - end.x) / 2, (start.y - end.y) / 2))
    square = half.x * half.x + half.y * half.y
    grow = math.sqrt(max(square, 1.0))
    away = side * math.sqrt(max(1 / square - 1, 0.0))
    middle = GridPoint((start.x + end.x) / 2, (start.y + end.y) / 2)
    centre = ellipse._replace(centre=middle).point(away * half.y, -away * half.x)
    return ellipse._replace(rx=ellipse.rx * grow, ry=ellipse.ry * grow, centre=centre)


def _arc_curves(
    start: GridPoint, end: GridPoint, ellipse: _Ellipse, *, large: bool, sweep: bool
) -> Iterator[tuple[GridPoint, GridPoint, GridPoint]]:
    """Yield the cubic curves of an SVG arc, each of a quarter turn at most."""
    if min(math.dist(start, end), ellipse.rx, ellipse.ry) < _TINY:
        yield start, end, end
        return
    ellipse = _arc_ellipse(ellipse, start, end, 1.0 if large != sweep else -1.0)
    first, last = ellipse.unit(start), ellipse.unit(end)
    angle = math.atan2(first.y, first.x)
    whole = (math.atan2(last.y, last.x) - angle) % math.tau
    whole = whole if sweep else whole - math.tau
    pieces = max(1, math.ceil(abs(whole) / (math.pi / 2) - _TINY))
    part = whole / pieces
    pull = 4 / 3 * math.tan(part / 4)
    for index in range(pieces):
        a, b = angle + index * part, angle + (index + 1) * part
        near = ellipse.point(math.cos(a) - pull * math.sin(a), math.sin(a) + pull * math.cos(a))
        far = ellipse.point(math.cos(b) + pull * math.sin(b), math.sin(b) - pull * math.cos(b))
        to = ellipse.point(math.cos(b), math.sin(b)) if index < pieces - 1 else end
        yield near, far, to


def outline_points(commands: tuple[PathCommand, ...]) -> Iterator[GridPoint]:
    """Yield the ends of all lines and curves, and where a curve turns back in x or in y."""
    here = _ORIGIN
    for command in commands:
        match command:
            case ("M" | "L", x, y):
                here = GridPoint(x, y)
                yield here
            case ("C", x1, y1, x2, y2, x, y):
                curve = (here, GridPoint(x1, y1), GridPoint(x2, y2), GridPoint(x, y))
                yield from (_on_curve(curve, t) for t in _turns(curve))
                here = curve[3]
                yield here
            case _:
                pass


_Curve: TypeAlias = tuple[GridPoint, GridPoint, GridPoint, GridPoint]


def _on_curve(curve: _Curve, t: float) -> GridPoint:
    s = 1 - t
    weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    across = add_up(weight * point.x for weight, point in zip(weights, curve, strict=True))
    down = add_up(weight * point.y for weight, point in zip(weights, curve, strict=True))
    return GridPoint(across, down)


def _turns(curve: _Curve) -> Iterator[float]:
    """Yield the parameters where the tangent is horizontal or vertical: roots of the derivative."""
    for p0, p1, p2, p3 in zip(*curve, strict=True):
        a, b, c = p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0
        if abs(a) < _TINY:
            roots = [-c / b] if abs(b) > _TINY else []
        else:
            under = b * b - 4 * a * c
            root = math.sqrt(max(under, 0.0))
            roots = [(-b - root) / (2 * a), (-b + root) / (2 * a)] if under >= 0 else []
        yield from (t for t in roots if 0 < t < 1)
