"""What stands in a field of a form, as a reader of PDF shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.core.formulas import rounded

if TYPE_CHECKING:
    from printkit.core.formulas import Amount


def show(value: Amount) -> str:
    """A number as it stands in a field: whole where it can be, else two decimals at most."""
    if value is None:
        return ""
    number = rounded(value)
    return str(int(number)) if number == int(number) else repr(number)
