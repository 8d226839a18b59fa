"""Numbers as PDF and SVG write them: short decimals, no exponent, no minus zero."""

from __future__ import annotations

from functools import lru_cache


def coarse(value: float) -> str:
    """A number on a fine grid, such as the thousand units of a glyph, with one decimal at most."""
    return _trim(f"{value:.1f}")


@lru_cache(maxsize=16384)
def short(value: float) -> str:
    """A length or place with three decimals at most, a thousandth of a point.

    Pages repeat the places of the pages before them; looking one up is ten times as fast as
    writing it.
    """
    return _trim(f"{value:.3f}")


def exact(value: float) -> str:
    """A factor with six decimals at most: sines, cosines and scales reach far."""
    return _trim(f"{value:.6f}")


def _trim(text: str) -> str:
    trimmed = text.rstrip("0").rstrip(".")
    if trimmed == "-0":
        return "0"
    if trimmed[-1] in "nf":
        raise ValueError(f"{trimmed} in a scene: layout must give finite numbers")
    return trimmed
