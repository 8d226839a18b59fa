"""Pages of sheets as the studio's page gets them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from printkit.core.units import to_mm

if TYPE_CHECKING:
    from printkit.core.scene import Page


def page_as_json(page: Page, svg: bytes, sheets: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return a page with its drawing, its size in millimetres, and the sheets on it."""
    return {
        "svg": svg.decode(),
        "width": round(to_mm(page.width), 2),
        "height": round(to_mm(page.height), 2),
        "sheets": sheets,
    }
