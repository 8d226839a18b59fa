"""Where the files that printkit ships are found: layouts and fonts, installed or in a checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def layout_texts() -> str:
    """What all shipped layouts say, one after the other; icons and boards are not among them."""
    texts = []
    root = folder("layouts")
    for place in sorted([root, *(one for one in root.iterdir() if one.is_dir())]):
        if place.name not in ("icons", "boards", "locale"):
            files = sorted(one for one in place.iterdir() if one.suffix == ".yaml")
            texts += [f"{one.name}\n{one.read_text(encoding='utf-8')}" for one in files]
    return "\n".join(texts)


@cache
def folder(kind: str) -> Path:
    """The shipped folder `layouts` or `fonts`."""
    packed = _PACKAGE / "_data" / kind
    return packed if packed.is_dir() else _PACKAGE.parent / kind
