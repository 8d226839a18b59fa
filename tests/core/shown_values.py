"""The text of a form field, as a PDF reader shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.core.formulas.terms import round_half_up

if TYPE_CHECKING:
    from printkit.core.formulas.terms import Amount


def show(value: Amount) -> str:
    """A number as shown in a field: whole if possible, otherwise at most two decimals."""
    if value is None:
        return ""
    number = round_half_up(value)
    return str(int(number)) if number == int(number) else repr(number)
