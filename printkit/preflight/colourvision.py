"""Colour perception: contrast, simulated colour blindness, and the distance of two colours.

A colour is a triple of 0 to 255 in sRGB. Contrast is that of WCAG 2.2. Colour blindness is
simulated after Machado, Oliveira and Fernandes (2009), at full severity. Distances are taken in
OKLab (Ottosson, 2020), times 100: 2 is just visible, black to white is 100.
"""

from __future__ import annotations

from functools import lru_cache
from math import atan2, degrees, dist, hypot
from operator import mul
from typing import Final, NamedTuple, TypeAlias

Rgb: TypeAlias = tuple[int, int, int]
Parts: TypeAlias = tuple[float, ...]
Mixing: TypeAlias = tuple[Parts, ...]

WHITE: Final[Rgb] = (255, 255, 255)
GREY: Final = "in grey"
EYES: Final[dict[str, Mixing]] = {
    "red-blind": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "green-blind": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "blue-blind": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    GREY: ((0.2126, 0.7152, 0.0722),) * 3,
}
"""The matrix of each type of colour vision, for linear red, green and blue; and of a copier."""

_LINEAR: Final[tuple[float, ...]] = tuple(
    part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4
    for part in range(256)
)
_TO_CONES: Final[Mixing] = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_LAB: Final[Mixing] = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


class Lab(NamedTuple):
    """A colour in OKLab, times 100."""

    light: float
    a: float
    b: float

    @property
    def chroma(self) -> float:
        """The chroma; greys have 0."""
        return hypot(self.a, self.b)

    @property
    def hue(self) -> float:
        """The hue in degrees."""
        return degrees(atan2(self.b, self.a)) % 360


@lru_cache(maxsize=4096)
def contrast(one: Rgb, other: Rgb) -> float:
    """Return the WCAG contrast, from 1 to 21."""
    low, high = sorted(_times(EYES[GREY], _linear(colour))[0] for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=4096)
def perceive(colour: Rgb, eye: str = "") -> Lab:
    """Return the colour as seen with this type of colour vision, by default the normal one."""
    linear = _linear(colour)
    if eye:
        linear = tuple(min(1.0, max(0.0, part)) for part in _times(EYES[eye], linear))
    cones = tuple(max(0.0, part) ** (1 / 3) for part in _times(_TO_CONES, linear))
    return Lab(*(100 * part for part in _times(_TO_LAB, cones)))


def distance(one: Rgb, other: Rgb, eye: str = "") -> float:
    """Return the distance of two colours for this type of colour vision."""
    return dist(perceive(one, eye), perceive(other, eye))


def turn(one: float, other: float) -> float:
    """Return the angle between two hues."""
    return abs((one - other + 180) % 360 - 180)


def blend(colour: Rgb, alpha: int, under: Rgb = WHITE) -> Rgb:
    """Blend a colour over another; an alpha of 255 is opaque."""
    red, green, blue = (
        round((c * alpha + u * (255 - alpha)) / 255) for c, u in zip(colour, under, strict=True)
    )
    return red, green, blue


def _linear(colour: Rgb) -> Parts:
    return tuple(_LINEAR[part] for part in colour)


def _times(matrix: Mixing, parts: Parts) -> Parts:
    return tuple(sum(map(mul, row, parts)) for row in matrix)
