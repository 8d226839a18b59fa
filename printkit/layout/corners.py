"""Rectangles of which only some corners are rounded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.geometry import KAPPA
from printkit.scene import Colour, Path, PathCommand, Rect

if TYPE_CHECKING:
    from printkit.layout.areas import Area


def rounded(
    area: Area, radius: float, corners: tuple[bool, bool, bool, bool], fill: Colour
) -> Rect | Path:
    """The filled area, rounded at those of its corners (clockwise from top left) that say so."""
    if not radius or not any(corners):
        return Rect(*area, fill)
    left, top = area.x, area.y
    right, bottom = left + area.width, top + area.height
    sizes = [min(radius, area.width, area.height) if corner else 0.0 for corner in corners]
    a, b, c, d = sizes
    k = 1 - KAPPA
    commands: tuple[PathCommand, ...] = (
        ("M", left + a, top),
        ("L", right - b, top),
        ("C", right - b * k, top, right, top + b * k, right, top + b),
        ("L", right, bottom - c),
        ("C", right, bottom - c * k, right - c * k, bottom, right - c, bottom),
        ("L", left + d, bottom),
        ("C", left + d * k, bottom, left, bottom - d * k, left, bottom - d),
        ("L", left, top + a),
        ("C", left, top + a * k, left + a * k, top, left + a, top),
        ("Z",),
    )
    return Path(commands, fill)
