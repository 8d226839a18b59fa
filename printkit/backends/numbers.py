"""Formatting of numbers for PDF and SVG: short decimals, no exponent, no minus zero, no NaN."""

from __future__ import annotations

from functools import lru_cache
from math import isfinite

_MOST_REMEMBERED = 4096  # pages of one file have most of their numbers in common


@lru_cache(_MOST_REMEMBERED)
def short(value: float) -> str:
    """Format a length or position with at most three decimals."""
    return _trim(f"{_finite(value):.3f}")


def coarse(value: float) -> str:
    """Format a number on a fine grid, such as the units of a glyph, with at most one decimal."""
    return _trim(f"{_finite(value):.1f}")


@lru_cache(_MOST_REMEMBERED)
def exact(value: float) -> str:
    """Format a factor, such as a sine or a scale, with at most six decimals."""
    return _trim(f"{_finite(value):.6f}")


def _finite(value: float) -> float:
    if not isfinite(value):
        raise ValueError(f"{value} in a scene: layout must give finite numbers")
    return value


def _trim(text: str) -> str:
    trimmed = text.rstrip("0").rstrip(".")
    return "0" if trimmed == "-0" else trimmed
