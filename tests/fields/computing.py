"""What a form adds up to: all fields, computed as a reader of PDF does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.formulas import calculation_order, compute

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printkit.formulas import Amount, Term


def compute_all(formulas: Mapping[str, Term], values: Mapping[str, Amount]) -> dict[str, Amount]:
    """The values of all fields, those that follow from others among them."""
    known = {name: value for name, value in values.items() if name not in formulas}
    for name in calculation_order(formulas):
        known[name] = compute(formulas[name], known)
    return known
