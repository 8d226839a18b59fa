"""The matrix: where on a page a group lies that is placed in others."""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING

from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.scene import Place


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
        c, s = place.scale * cos(radians(place.turn)), place.scale * sin(radians(place.turn))
        return Matrix(self.cosine * c - self.sine * s, self.cosine * s + self.sine * c, x, y)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point lies on the page."""
        return (
            self.x + x * self.cosine - y * self.sine,
            self.y + x * self.sine + y * self.cosine,
        )
