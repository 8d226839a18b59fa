"""The text of a form field, as a PDF reader shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.core.formulas import rounded

if TYPE_CHECKING:
    from printkit.core.formulas import Amount


def show(value: Amount) -> str:
    """A number as shown in a field: whole if possible, otherwise at most two decimals."""
    if value is None:
        return ""
    number = rounded(value)
    return str(int(number)) if number == int(number) else repr(number)
