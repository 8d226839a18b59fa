"""Colours as seen with colour blindness, and the distance of two colours.

Colours are '#rrggbb'. The simulation is that of Machado, Oliveira and Fernandes (2009) at full
severity, in linear RGB; the distance is CIEDE2000 (Sharma, Wu and Dalal, 2005) in CIELAB under
D65. Written for the tests alone: nothing is printed with it.
"""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Final, NamedTuple

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

NORMAL: Final = "normal"
KINDS: Final[dict[str, Matrix]] = {
    NORMAL: ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_TO_XYZ: Final[Matrix] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final[Triple] = (0.95047, 1.0, 1.08883)


class Lab(NamedTuple):
    """A colour in CIELAB."""

    light: float
    a: float
    b: float


def seen(colour: str, kind: str = NORMAL) -> Lab:
    """The colour as eyes of this kind see it."""
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    shown = _times(KINDS[kind], (red, green, blue))
    return _lab(tuple(min(1.0, max(0.0, part)) for part in shown))  # type: ignore[arg-type]


def contrast(one: str, other: str) -> float:
    """The contrast of WCAG, from 1 to 21."""
    low, high = sorted(_luminance(colour) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def distance(one: Lab, other: Lab) -> float:
    """CIEDE2000; 1 can just be seen, 10 is plain at a glance."""
    mean_chroma = (hypot(one.a, one.b) + hypot(other.a, other.b)) / 2
    stretch = 1 + 0.5 * (1 - _saturation(mean_chroma))
    chroma1, hue1 = _polar(one.a * stretch, one.b)
    chroma2, hue2 = _polar(other.a * stretch, other.b)
    light, chroma = (one.light + other.light) / 2, (chroma1 + chroma2) / 2
    turn = _turn(hue1, hue2) if chroma1 * chroma2 else 0.0
    hue = hue1 + turn / 2 if chroma1 * chroma2 else hue1 + hue2
    d_hue = 2 * sqrt(chroma1 * chroma2) * sin(radians(turn / 2))
    lightness = (other.light - one.light) / _weigh_light(light)
    chromatic = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    hued = d_hue / (1 + 0.015 * chroma * _hue_weight(hue))
    rotation = -2 * _saturation(chroma) * sin(radians(60 * exp(-(((hue % 360 - 275) / 25) ** 2))))
    return sqrt(lightness**2 + chromatic**2 + hued**2 + rotation * chromatic * hued)


def _saturation(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + 25**7))


def _polar(a: float, b: float) -> tuple[float, float]:
    return hypot(a, b), degrees(atan2(b, a)) % 360


def _turn(start: float, end: float) -> float:
    """The shorter way from one hue to the other."""
    return (end - start + 180) % 360 - 180


def _weigh_light(light: float) -> float:
    from_middle = (light - 50) ** 2
    return 1 + 0.015 * from_middle / sqrt(20 + from_middle)


def _hue_weight(hue: float) -> float:
    return (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _luminance(colour: str) -> float:
    parts: Triple = tuple(_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))  # type: ignore[assignment]
    return _times(_TO_XYZ, parts)[1]


def _times(matrix: Matrix, parts: Triple) -> Triple:
    return tuple(sum(m * p for m, p in zip(row, parts, strict=True)) for row in matrix)  # type: ignore[return-value]


def _lab(linear: Triple) -> Lab:
    x, y, z = (
        _root(part / white) for part, white in zip(_times(_TO_XYZ, linear), _WHITE, strict=True)
    )
    return Lab(116 * y - 16, 500 * (x - y), 200 * (y - z))


def _root(part: float) -> float:
    return part ** (1 / 3) if part > (6 / 29) ** 3 else part / (3 * (6 / 29) ** 2) + 4 / 29
