"""Parsing and formatting of lengths and numbers.

Inside printkit every length is in points (1/72 inch); people write mm, pt, in, cm.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import groupby
from operator import add

MM = 72 / 25.4
INCH = 72.0

POINTS_PER_UNIT = {"mm": MM, "cm": 10 * MM, "pt": 1.0, "in": INCH}

_LENGTH = re.compile(r"\s*([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+))\s*(mm|cm|pt|in)\s*\Z")


def parse_length(text: str) -> float:
    """Parse '12mm' or '0.5in' into points; ValueError explains the format."""
    match = _LENGTH.match(text)
    if match is None:
        raise ValueError(f"'{text}' isn't a length: write a number with mm, cm, pt or in")
    return float(match[1]) * POINTS_PER_UNIT[match[2]]


def add_up(numbers: Iterable[float]) -> float:
    """Add numbers from left to right; `sum` rounds differently since Python 3.12."""
    return reduce(add, numbers, 0)


def to_mm(points: float) -> float:
    """Convert points to millimetres."""
    return points / MM


def format_mm(points: float) -> str:
    """Format points in millimetres: '12.5 mm'."""
    return f"{to_mm(points):.1f}".removesuffix(".0") + " mm"


def counted(count: int, noun: str) -> str:
    """Format a number with its noun: '1 page', '3 pages'."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield runs of consecutive numbers, each as its first and last."""
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        yield run[0], run[-1]
