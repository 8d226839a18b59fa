"""Geometry: where points lie once they are scaled, turned and moved, and boxes around them.

Lengths are points, y runs down, and turns are clockwise in degrees. Draws nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, radians, sin
from typing import TYPE_CHECKING, TypeAlias, cast

from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.scene import PathCommand, Place

Point: TypeAlias = tuple[float, float]

KAPPA = 0.5522847498
"""How far a Bézier curve's handles reach, as a part of the radius, to draw a quarter circle."""


class Matrix(NamedTuple):
    """From the coordinates of a group to those of the page: scaled, turned and moved."""

    cosine: float = 1.0
    sine: float = 0.0
    x: float = 0.0
    y: float = 0.0

    def placed(self, place: Place) -> Matrix:
        """The same for a group that is placed there."""
        x, y = self.at(place.x, place.y)
        if not place.turn:
            return Matrix(self.cosine * place.scale, self.sine * place.scale, x, y)
        c, s, *_ = turned(0.0, 0.0, place.turn, place.scale)
        return Matrix(self.cosine * c - self.sine * s, self.cosine * s + self.sine * c, x, y)

    def at(self, x: float, y: float) -> Point:
        """Where a point lies on the page."""
        return (
            self.x + x * self.cosine - y * self.sine,
            self.y + x * self.sine + y * self.cosine,
        )

    def back(self, x: float, y: float) -> Point:
        """Which point lies there on the page."""
        right, down = x - self.x, y - self.y
        square = self.cosine * self.cosine + self.sine * self.sine
        across = right * self.cosine + down * self.sine
        return across / square, (down * self.cosine - right * self.sine) / square


def turned(x: float, y: float, turn: float, scale: float = 1.0) -> Matrix:
    """The matrix of what is turned around its origin, which lies at (x, y)."""
    return Matrix(scale * cos(radians(turn)), scale * sin(radians(turn)), x, y)


class Box(NamedTuple):
    """A rectangle by its sides."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> Box:
        """The box with so much more room on every side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def placed(self, matrix: Matrix) -> Box:
        """The box around this one, where it lies on the page."""
        scale, sine, x, y = matrix
        if not sine and scale > 0:
            left, top, right, bottom = self
            return Box(x + left * scale, y + top * scale, x + right * scale, y + bottom * scale)
        return around(matrix.at(x, y) for x in self[::2] for y in self[1::2])


def around(points: Iterable[Point]) -> Box:
    """The box around some points."""
    across, down = zip(*points, strict=True)
    return Box(min(across), min(down), max(across), max(down))


def stretched(
    commands: Iterable[PathCommand], across: float, down: float, x: float = 0.0, y: float = 0.0
) -> tuple[PathCommand, ...]:
    """A path made so much wider and higher, with its origin at (x, y)."""
    return tuple(
        cast("PathCommand", (verb, *_stretched(numbers, (across, down), (x, y))))
        for verb, *numbers in commands
    )


def _stretched(numbers: Iterable[float], by: Point, origin: Point) -> Iterator[float]:
    for at, number in enumerate(numbers):
        yield origin[at % 2] + number * by[at % 2]


def points_of(commands: Iterable[PathCommand]) -> Iterator[Point]:
    """The ends and control points of all lines and curves."""
    for _, *numbers in commands:
        yield from zip(numbers[::2], numbers[1::2], strict=True)
