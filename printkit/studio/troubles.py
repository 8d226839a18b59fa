"""Troubles: what went wrong as plain data for the page, with the line that it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from printkit.errors import PrintkitError


def problems(error: PrintkitError) -> list[dict[str, Any]]:
    """The problems in an error; of very many the first."""
    each = error.shown()
    return [{**one.as_json(), "source": one.where.source if one.where else ""} for one in each]
