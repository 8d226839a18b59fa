"""Where the files that printkit ships are found: layouts and fonts, installed or in a checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def folder(kind: str) -> Path:
    """The shipped folder `layouts` or `fonts`."""
    packed = _PACKAGE / "_data" / kind
    return packed if packed.is_dir() else _PACKAGE.parent / kind
