"""Colour arithmetic: hexadecimal notation, lightness, contrast and mixing.

Contrast is the ratio of the Web Content Accessibility Guidelines (WCAG 2): 1 for equal colours, 21
for black on white.
"""

from __future__ import annotations

import re

from printkit.core.scene import BLACK, WHITE, Colour

_HEX = re.compile(r"#[0-9a-fA-F]{6}\Z")


def parse_colour(text: str) -> Colour:
    """Parse '#rrggbb'; raise ValueError if it is not a colour."""
    if not _HEX.match(text):
        raise ValueError(f"'{text}' is not a colour like #3f8f5f")
    return Colour(*(int(text[at : at + 2], 16) / 255 for at in (1, 3, 5)))


def hexadecimal(colour: Colour) -> str:
    """Return a colour as '#rrggbb'."""
    return "#{:02x}{:02x}{:02x}".format(*(round(part * 255) for part in colour))


def luminance(colour: Colour) -> float:
    """Return the relative luminance of a colour (WCAG 2), from 0 for black to 1 for white."""
    red, green, blue = map(_linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def mix(colour: Colour, other: Colour, share: float) -> Colour:
    """Mix a colour with another; `share` is how much of the other, from 0 to 1."""
    return Colour(*(a + (b - a) * share for a, b in zip(colour, other, strict=True)))


def darken(colour: Colour, ground: Colour, ratio: float) -> Colour:
    """Return the colour with just enough black added to reach this contrast with the ground.

    It can be written as '#rrggbb', so that preflight finds the same colour on a page.
    """
    steps = (parse_colour(hexadecimal(mix(colour, BLACK, step / 20))) for step in range(20))
    return next((shade for shade in steps if contrast(shade, ground) >= ratio), BLACK)


def readable_on(ground: Colour) -> Colour:
    """Return white if it is readable on this background, otherwise black."""
    return WHITE if contrast(WHITE, ground) >= 4.5 else BLACK


def grey(level: float) -> Colour:
    """Return the grey of this level, from 0 for black to 1 for white."""
    return Colour(level, level, level)
