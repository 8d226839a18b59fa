"""Operators: paths, pens, colours and matrices as the content of a PDF writes them.

Takes shapes of the scene; gives texts. Knows no file and no page.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin
from typing import TYPE_CHECKING

from printkit.backends.numbers import exact, short
from printkit.geometry import KAPPA

if TYPE_CHECKING:
    from printkit.scene import Circle, Colour, Path, Rect, Stroke

_CAPS = {"butt": 0, "round": 1}
_PATH_OPERATORS = {"M": " m", "L": " l", "C": " c", "Z": "h"}


@lru_cache(maxsize=1024)
def turned(scale: float, turn: float) -> str:
    """Scaled and turned clockwise, with y down."""
    c, s = scale * cos(radians(turn)), scale * sin(radians(turn))
    return f"{exact(c)} {exact(s)} {exact(-s)} {exact(c)}"


@lru_cache(maxsize=1024)
def text_matrix(turn: float, slant: float) -> str:
    """Turned clockwise, with letters upright though y runs down, or leaning to the right."""
    c, s = cos(radians(turn)), sin(radians(turn))
    return f"{exact(c)} {exact(s)} {exact(s + slant * c)} {exact(slant * s - c)}"


@lru_cache(maxsize=1024)
def colour_numbers(colour: Colour) -> str:
    """Red, green and blue."""
    return " ".join(map(short, colour))


@lru_cache(maxsize=1024)
def pen(stroke: Stroke) -> str:
    """The operators that choose a pen."""
    dash = " ".join(map(short, stroke.dash))
    colour, width = colour_numbers(stroke.colour), short(stroke.width)
    return f"{colour} RG {width} w [{dash}] 0 d {_CAPS[stroke.cap]} J"


def rect_path(rect: Rect) -> str:
    """A rectangle, with its corners rounded if it has a radius."""
    x, y, width, height = rect.x, rect.y, rect.width, rect.height
    radius = min(rect.radius, width / 2, height / 2)
    if radius <= 0:
        return f"{short(x)} {short(y)} {short(width)} {short(height)} re"
    near = radius * (1 - KAPPA)
    x0, x1, x2, x3, x4, x5 = _stations(x, width, near, radius)
    y0, y1, y2, y3, y4, y5 = _stations(y, height, near, radius)
    return (
        f"{x2} {y0} m {x3} {y0} l {x4} {y0} {x5} {y1} {x5} {y2} c "
        f"{x5} {y3} l {x5} {y4} {x4} {y5} {x3} {y5} c "
        f"{x2} {y5} l {x1} {y5} {x0} {y4} {x0} {y3} c "
        f"{x0} {y2} l {x0} {y1} {x1} {y0} {x2} {y0} c h"
    )


def _stations(start: float, length: float, near: float, radius: float) -> tuple[str, ...]:
    """Along one side of a rounded rectangle: edge, handle, end of the curve, and back."""
    end = start + length
    places = (start, start + near, start + radius, end - radius, end - near, end)
    return tuple(map(short, places))


def circle_path(circle: Circle) -> str:
    """From three o'clock on clockwise, as SVG draws it: dashes fall in the same places."""
    reach = circle.radius * KAPPA
    offsets = (-circle.radius, -reach, 0.0, reach, circle.radius)
    x0, x1, x2, x3, x4 = (short(circle.x + offset) for offset in offsets)
    y0, y1, y2, y3, y4 = (short(circle.y + offset) for offset in offsets)
    return (
        f"{x4} {y2} m {x4} {y3} {x3} {y4} {x2} {y4} c {x1} {y4} {x0} {y3} {x0} {y2} c "
        f"{x0} {y1} {x1} {y0} {x2} {y0} c {x3} {y0} {x4} {y1} {x4} {y2} c h"
    )


def path_commands(path: Path) -> str:
    """Any path."""
    return " ".join(
        " ".join(map(short, numbers)) + _PATH_OPERATORS[verb] for verb, *numbers in path.commands
    )
