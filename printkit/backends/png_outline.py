"""Outlines for drawing with pixels: curves become points, strokes become areas.

Takes paths in the dots of a raster; gives contours, lists of points that enclose what is to be
filled. Knows no colour and no picture.
"""

from __future__ import annotations

from itertools import cycle, pairwise
from math import atan2, ceil, copysign, cos, dist, pi, radians, remainder, sin, sqrt
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printkit.scene import Cap, PathCommand

Point: TypeAlias = tuple[float, float]
Contour: TypeAlias = list[Point]

_TOLERANCE = 0.25
"""How far, in dots, a chord may stray from its curve."""

_OVERLAP = 1.0
"""How far, in dots, a segment reaches into the next, so that no light falls between them."""


class Matrix(NamedTuple):
    """Where points of the scene fall on the raster: turned, scaled, then moved."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def apply(self, x: float, y: float) -> Point:
        """A point, moved."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def contour(self, points: Iterable[Point]) -> Contour:
        """Many points, moved."""
        return [self.apply(x, y) for x, y in points]

    @property
    def scale(self) -> float:
        """Dots for one unit of length."""
        return sqrt(self.a * self.a + self.b * self.b)

    @property
    def is_upright(self) -> bool:
        """Whether nothing is turned or mirrored."""
        return self.b == self.c == 0 and self.a > 0 and self.d > 0

    def corners(self, width: float, height: float) -> Contour:
        """Where the corners of a rectangle at the origin fall."""
        return self.contour([(0, 0), (width, 0), (width, height), (0, height)])

    def stretch(self, across: float, down: float) -> Matrix:
        """For a drawing made wider and higher first."""
        a, b, c, d, e, f = self
        return Matrix(a * across, b * across, c * down, d * down, e, f)

    def inverse(self) -> Matrix:
        """From the raster back to the scene."""
        a, b, c, d, e, f = self
        area = a * d - b * c
        return Matrix(
            d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area
        )

    def place(self, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> Matrix:
        """For a drawing put at (x, y), scaled, and turned clockwise in degrees."""
        cosine, sine = scale * cos(radians(turn)), scale * sin(radians(turn))
        origin_x, origin_y = self.apply(x, y)
        return Matrix(
            self.a * cosine + self.c * sine,
            self.b * cosine + self.d * sine,
            self.c * cosine - self.a * sine,
            self.d * cosine - self.b * sine,
            origin_x,
            origin_y,
        )


class Subpath(NamedTuple):
    """Points joined by lines, back to the first if `closed`."""

    points: Contour
    closed: bool


def flatten(commands: Iterable[PathCommand], matrix: Matrix) -> list[Subpath]:
    """A path as points on the raster."""
    subpaths: list[Subpath] = []
    points: Contour = []
    for command in commands:
        match command:
            case ("M", x, y):
                points = [matrix.apply(x, y)]
                subpaths.append(Subpath(points, closed=False))
            case ("L", x, y):
                points.append(matrix.apply(x, y))
            case ("C", x1, y1, x2, y2, x, y):
                ends = (matrix.apply(x1, y1), matrix.apply(x2, y2), matrix.apply(x, y))
                points.extend(_curve(points[-1], *ends))
            case ("Z",):
                subpaths[-1] = Subpath(points, closed=True)
    return subpaths


def _curve(p0: Point, p1: Point, p2: Point, p3: Point) -> Iterator[Point]:
    bend = max(
        dist((p0[0] + p2[0], p0[1] + p2[1]), (2 * p1[0], 2 * p1[1])),
        dist((p1[0] + p3[0], p1[1] + p3[1]), (2 * p2[0], 2 * p2[1])),
    )
    steps = min(200, ceil(sqrt(0.75 * bend / _TOLERANCE)) + 1)
    for step in range(1, steps + 1):
        t = step / steps
        u = 1 - t
        w0, w1, w2, w3 = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield (
            w0 * p0[0] + w1 * p1[0] + w2 * p2[0] + w3 * p3[0],
            w0 * p0[1] + w1 * p1[1] + w2 * p2[1] + w3 * p3[1],
        )


def arc(x: float, y: float, radius: float, start: float, quarters: int, dots: float) -> Contour:
    """Quarters of a circle, clockwise from `start` degrees; `dots` is the radius on the raster."""
    steps = quarters * max(2, ceil(pi / 4 * sqrt(max(dots, 1) / (2 * _TOLERANCE))))
    angles = (radians(start + quarters * 90 * step / steps) for step in range(steps + 1))
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


def circle(x: float, y: float, radius: float, dots: float) -> Contour:
    """A circle from three o'clock on, clockwise."""
    return arc(x, y, radius, 0, 4, dots)[:-1]


def rounded(
    x: float, y: float, width: float, height: float, radius: float, scale: float
) -> Contour:
    """A rectangle with rounded corners, clockwise from where its top edge starts."""
    radius = min(radius, width / 2, height / 2)
    right, bottom = x + width, y + height
    if radius <= 0:
        return [(x, y), (right, y), (right, bottom), (x, bottom)]
    dots = radius * scale
    return [
        (x + radius, y),
        *arc(right - radius, y + radius, radius, 270, 1, dots),
        *arc(right - radius, bottom - radius, radius, 0, 1, dots),
        *arc(x + radius, bottom - radius, radius, 90, 1, dots),
        *arc(x + radius, y + radius, radius, 180, 1, dots),
    ]


def settle(contour: Contour, spread: float) -> Contour:
    """The contour drawn in by what Pillow adds when it fills a polygon.

    That is `spread` on either side of each row, and as much above and below level edges.
    """
    points = [p for p, q in zip(contour, [*contour[1:], contour[0]], strict=True) if p != q]
    if len(points) < 3:
        return contour
    ring = [points[-1], *points, points[0]]
    twice_area = sum(p[0] * q[1] - q[0] * p[1] for p, q in pairwise(ring[1:]))
    inwards = spread if twice_area > 0 else -spread
    edges = [_drawn_in(p, q, inwards) for p, q in pairwise(ring)]
    moves = (_meeting(before, after) for before, after in pairwise(edges))
    return [(x + dx, y + dy) for (x, y), (dx, dy) in zip(points, moves, strict=True)]


def _drawn_in(start: Point, end: Point, inwards: float) -> tuple[float, float, float]:
    """The inward normal of an edge, and how far to move along it."""
    length = dist(start, end)
    x, y = (start[1] - end[1]) / length, (end[0] - start[0]) / length
    return x, y, inwards * (abs(x) if x else 1.0)


def _meeting(one: tuple[float, float, float], other: tuple[float, float, float]) -> Point:
    """How a corner moves when its two edges do."""
    (x1, y1, d1), (x2, y2, d2) = one, other
    turn = x1 * y2 - y1 * x2
    if abs(turn) < 0.2:
        return (x1 * d1 + x2 * d2) / 2, (y1 * d1 + y2 * d2) / 2
    return (d1 * y2 - d2 * y1) / turn, (d2 * x1 - d1 * x2) / turn


def stroke(
    subpath: Subpath, width: float, cap: Cap, dash: Sequence[float], *, mitred: bool = False
) -> Iterator[Contour]:
    """The areas that a pen covers along a path; areas may overlap.

    Corners are round, or `mitred` as right angles are.
    """
    line = [*subpath.points, subpath.points[0]] if subpath.closed else subpath.points
    pieces: Iterable[Contour] = [line]
    closed = subpath.closed
    if any(dash):
        pieces = _dashes(line, dash)
        closed = False
    for piece in pieces:
        yield from _pen(piece, width / 2, closed=closed, cap=cap, mitred=mitred)


def _pen(line: Contour, half: float, *, closed: bool, cap: Cap, mitred: bool) -> Iterator[Contour]:
    points = [line[0], *(q for p, q in pairwise(line) if p != q)]
    last = len(points) - 2
    overlap = half if mitred else _OVERLAP
    for index, (start, end) in enumerate(pairwise(points)):
        before = overlap if closed or index > 0 else 0.0
        after = overlap if closed or index < last else 0.0
        yield _segment(start, end, half, before, after)
    if not mitred:
        around = [*points, points[1]] if closed and len(points) > 1 else points
        for before_it, corner, after_it in zip(around, around[1:], around[2:], strict=False):
            yield _joint(before_it, corner, after_it, half)
    if cap == "round" and not closed:
        for x, y in (points[0], points[-1]):
            yield circle(x, y, half, half)


def _joint(before: Point, corner: Point, after: Point, half: float) -> Contour:
    """The part of a disc that fills the gap between two segments."""
    first = atan2(corner[1] - before[1], corner[0] - before[0])
    bend = remainder(atan2(after[1] - corner[1], after[0] - corner[0]) - first, 2 * pi)
    start = first - copysign(pi / 2, bend)
    steps = max(1, ceil(abs(bend) * sqrt(max(half, 1) / (8 * _TOLERANCE))))
    angles = (start + bend * step / steps for step in range(steps + 1))
    return [corner, *((corner[0] + half * cos(a), corner[1] + half * sin(a)) for a in angles)]


def _segment(start: Point, end: Point, half: float, before: float, after: float) -> Contour:
    length = dist(start, end)
    along_x, along_y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    x0, y0 = start[0] - along_x * before, start[1] - along_y * before
    x1, y1 = end[0] + along_x * after, end[1] + along_y * after
    across_x, across_y = -along_y * half, along_x * half
    return [
        (x0 + across_x, y0 + across_y),
        (x1 + across_x, y1 + across_y),
        (x1 - across_x, y1 - across_y),
        (x0 - across_x, y0 - across_y),
    ]


def _dashes(line: Contour, dash: Sequence[float]) -> Iterator[Contour]:
    """The pieces of a line that are drawn; a dash goes around corners."""
    lengths = cycle(dash)
    left = next(lengths)
    drawing = True
    piece: Contour = [line[0]]
    for start, end in pairwise(line):
        length, done = dist(start, end), 0.0
        while length - done > left:
            done += left
            point = _between(start, end, done / length)
            if drawing:
                yield [*piece, point]
            piece = [point]
            drawing = not drawing
            left = next(lengths)
        left -= length - done
        piece.append(end)
    if drawing and len(piece) > 1:
        yield piece


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
