"""Numbers as PDF and SVG write them: short decimals, no exponent, no minus zero."""

from __future__ import annotations


def coarse(value: float) -> str:
    """A number on a fine grid, such as the thousand units of a glyph, with one decimal at most."""
    return _trim(f"{value:.1f}")


def short(value: float) -> str:
    """A length or place with three decimals at most, a thousandth of a point."""
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
