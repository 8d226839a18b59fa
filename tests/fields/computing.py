"""What a form adds up to: all fields, computed in Python as a reader of PDF does in JavaScript."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from printkit.formulas import OPERATIONS, Constant, FieldName, Operation, calculation_order, names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printkit.formulas import Amount, Term


def compute_all(formulas: Mapping[str, Term], values: Mapping[str, Amount]) -> dict[str, Amount]:
    """The values of all fields, those that follow from others among them."""
    known = {name: value for name, value in values.items() if name not in formulas}
    for name in calculation_order(formulas):
        known[name] = compute(formulas[name], known)
    return known


def compute(term: Term, values: Mapping[str, Amount]) -> Amount:
    """What a formula gives for the values of fields; None for empty."""
    if all(values.get(name) is None for name in names(term)):
        return None
    value = _compute(term, values)
    return None if value is None else _rounded(value)


def _rounded(value: float) -> float:
    """What stands in a field has two decimals at most; halves go up, as people round."""
    return math.floor(value * 100 + 0.5) / 100


def _compute(term: Term, values: Mapping[str, Amount]) -> Amount:
    match term:
        case Constant(value):
            return value
        case FieldName(name):
            return values.get(name)
        case Operation(do, terms):
            return OPERATIONS[do](*[_compute(each, values) for each in terms])


def show(value: Amount) -> str:
    """A number as it stands in a field: whole where it can be, else two decimals at most."""
    if value is None:
        return ""
    rounded = _rounded(value)
    return str(int(rounded)) if rounded == int(rounded) else repr(rounded)
