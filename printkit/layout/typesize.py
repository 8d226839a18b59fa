"""Sizes of type, in points: the limits, and the steps in which texts shrink to fit."""

from __future__ import annotations

from typing import Final

SMALLEST_TYPE: Final = 6.5
"""No text is set smaller, or shrinks further."""
LARGEST_TYPE: Final = 300
SHRINK_STEP: Final = 0.25
LITTLE_SHRINKING: Final = 10.0
"""Up to this many points of shrinking, every size is tried; for more, only promising ones."""

ONE_LINE: Final = 0.85
"""The share of its size down to which a name shrinks to stay on one line."""
ALIKE: Final = 0.15
"""Names of different lengths shrink together in steps of this share of their size."""
