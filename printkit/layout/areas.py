"""Areas: rectangles on a page, and the sizes that blocks ask for.

Everything is in points. Knows nothing of blocks; says in millimetres how much room is missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.errors import FitError
from printkit.tuples import NamedTuple
from printkit.units import format_mm

if TYPE_CHECKING:
    from printkit.errors import Where
    from printkit.layout.values import Padding

TOLERANCE = 0.02
"""Points by which things may be too large: rounding, far below what a printer shows."""


class Size(NamedTuple):
    """Width and height in points."""

    width: float
    height: float


class Area(NamedTuple):
    """A rectangle on the page."""

    x: float
    y: float
    width: float
    height: float

    def inset(self, sides: Padding) -> Area:
        """The rectangle without its padding."""
        top, right, bottom, left = sides
        return Area(
            self.x + left,
            self.y + top,
            max(0.0, self.width - left - right),
            max(0.0, self.height - top - bottom),
        )

    def moved(self, right: float, down: float) -> Area:
        """The same rectangle, farther to the right and below."""
        return Area(self.x + right, self.y + down, self.width, self.height)

    def aligned(self, size: Size, align: str, valign: str) -> Area:
        """A rectangle of `size` inside this one."""
        x = self.x + (self.width - size.width) * ALIGNMENT[align]
        y = self.y + (self.height - size.height) * ALIGNMENT[valign]
        return Area(x, y, size.width, size.height)


ALIGNMENT = {"left": 0.0, "center": 0.5, "right": 1.0, "top": 0.0, "middle": 0.5, "bottom": 1.0}
"""What part of the free space lies before a thing that is aligned so."""

NO_PADDING = (0.0, 0.0, 0.0, 0.0)


def too_large(what: str, missing: float, where: Where, hint: str = "") -> FitError:
    """The error for what does not fit, with the millimetres that are missing."""
    message = f"{what} does not fit: {format_mm(missing)} missing"
    return FitError(message, where, hint, missing)
