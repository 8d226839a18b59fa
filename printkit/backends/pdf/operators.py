"""Shapes and text as operators of a content stream (ISO 32000-1, Annex A).

Canvas has methods for most of them, but formatting its numbers takes half the time of a page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin
from typing import TYPE_CHECKING

from printkit.backends.numbers import exact, short
from printkit.core.geometry import KAPPA

if TYPE_CHECKING:
    from printkit.backends.pdf.fonts import EmbeddedFont
    from printkit.core.scene import Circle, Colour, PathCommand, Placed, Rect, Stroke, Text

MITRE, ROUND = 0, 1  # line joins
_CAPS = {"butt": 0, "round": 1}
_COMMANDS = {"M": "m", "L": "l", "C": "c", "Z": "h"}
_PAINT = {(True, True): "B*", (True, False): "f*", (False, True): "S", (False, False): "n"}
"""The operators that fill (even-odd) and stroke a path, or neither."""
_CORNER = 0.4472
"""The distance of a round corner from its control points, relative to its radius."""
_MOST_PATHS = 512  # that are cached


@dataclass
class GraphicsState:
    """The current colours and line style, so that they are only set when they change."""

    fill: Colour | None = None
    stroke: Stroke | None = None
    join: int | None = None

    def paint(self, path: str, fill: Colour | None, stroke: Stroke | None, join: int) -> str:
        """Return the operators that fill and stroke a path."""
        before = ""
        if fill is not None:
            before = self.set_fill(fill)
        if stroke is not None and stroke != self.stroke:
            self.stroke = stroke
            colour, dash = _numbers(stroke.colour), _numbers(stroke.dash)
            before += f"{colour} RG {short(stroke.width)} w [{dash}] 0 d {_CAPS[stroke.cap]} J "
        if stroke is not None and join != self.join:
            self.join = join
            before += f"{join} j "
        return f"{before}{path} {_PAINT[fill is not None, stroke is not None]}"

    def set_fill(self, colour: Colour) -> str:
        """Return the operator that sets the colour of areas and text, if it has changed."""
        if colour == self.fill:
            return ""
        self.fill = colour
        return f"{_numbers(colour)} rg "


@lru_cache(_MOST_PATHS)
def path(commands: tuple[PathCommand, ...]) -> str:
    """Return the operators that make a path, which the next file may draw, too."""
    return " ".join(
        [" ".join([*map(short, points), _COMMANDS[verb]]) for verb, *points in commands]
    )


def rectangle(rect: Rect) -> str:
    """Return the operators that make a rectangle, with round corners if it has a radius."""
    left, top, width, height, *_ = rect
    r = min(rect.radius, width / 2, height / 2)
    if r <= 0:
        return f"{_numbers((left, top, width, height))} re"
    right, bottom, c = left + width, top + height, _CORNER * r
    return path(
        (
            ("M", left + r, top),
            ("L", right - r, top),
            ("C", right - c, top, right, top + c, right, top + r),
            ("L", right, bottom - r),
            ("C", right, bottom - c, right - c, bottom, right - r, bottom),
            ("L", left + r, bottom),
            ("C", left + c, bottom, left, bottom - c, left, bottom - r),
            ("L", left, top + r),
            ("C", left, top + c, left + c, top, left + r, top),
            ("Z",),
        )
    )


def circle(shape: Circle) -> str:
    """Return the operators that make a circle."""
    x, y, r, *_ = shape
    c = KAPPA * r
    return path(
        (
            ("M", x + r, y),
            ("C", x + r, y + c, x + c, y + r, x, y + r),
            ("C", x - c, y + r, x - r, y + c, x - r, y),
            ("C", x - r, y - c, x - c, y - r, x, y - r),
            ("C", x + c, y - r, x + r, y - c, x + r, y),
            ("Z",),
        )
    )


def transformation(placed: Placed) -> str:
    """Return the operator that moves, turns and scales the coordinates to those of a fragment."""
    c, s = placed.scale, 0.0
    if placed.turn:
        angle = radians(placed.turn)
        c, s = placed.scale * cos(angle), placed.scale * sin(angle)
    return f"{' '.join(map(exact, (c, s, -s, c)))} {short(placed.x)} {short(placed.y)} cm"


def show_text(text: Text, font: EmbeddedFont, *, has_space: bool) -> str:
    """Return the operators that show a text, followed by a space if it has one."""
    c, s = cos(radians(text.turn)), sin(radians(text.turn))
    matrix = " ".join(map(exact, (c, s, s + text.slant * c, text.slant * s - c)))
    shown = _show_glyphs(text, font) if text.glyphs else _show_characters(text, font)
    space = f" <{font.code(' ').digits}> Tj" if has_space else ""
    place = f"{short(text.x)} {short(text.y)}"
    return f"BT /{font.name} {short(text.size)} Tf {matrix} {place} Tm {shown}{space} ET"


def _show_characters(text: Text, font: EmbeddedFont) -> str:
    """Return the operator that shows a run, with adjustments for kerning."""
    per_em, pen, shown = 1000 / text.size, 0.0, []
    for character, offset in zip(text.text, text.offsets, strict=True):
        code, width = font.code(character)
        adjustment = round(pen - offset * per_em)
        if adjustment:
            shown.append(f">{adjustment}<")
            pen -= adjustment
        shown.append(code)
        pen += width
    return f"[<{''.join(shown)}>] TJ"


def _show_glyphs(text: Text, font: EmbeddedFont) -> str:
    """Return the operators that show glyphs, some of them above or below the baseline."""
    per_em, pen, shown = 1000 / text.size, 0.0, []
    for glyph in text.glyphs:
        code, width = font.code((glyph.number, glyph.text))
        adjustment = round(pen - glyph.x * per_em)
        operator = f"[{adjustment}<{code}>] TJ"
        shown.append(f"{short(-glyph.y)} Ts {operator} 0 Ts" if glyph.y else operator)
        pen += width - adjustment
    return " ".join(shown)


def _numbers(values: Iterable[float]) -> str:
    return " ".join(map(short, values))
