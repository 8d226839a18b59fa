"""The terms of formulas, and their values.

A formula is a tree of numbers, fields and operations. `parser` computes the parts that don't depend
on a field, and `compute` the rest. An empty field is None, and so is a box that isn't ticked. An
operation on an empty field is empty, except that `sum` and `count`, and `min` and `max` of a list,
skip empty fields. A formula is empty as long as all fields that it names are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from typing import Final, NamedTuple, TypeAlias

MOST: Final = 1e15  # a result beyond this is empty, and so is a division by 0

Amount: TypeAlias = float | None  # a number in a field; None where it is empty


class Constant(NamedTuple):
    """A number that does not depend on any field."""

    value: float


class FieldName(NamedTuple):
    """A reference to a field."""

    name: str


class Operation(NamedTuple):
    """An operation on some terms; its `do` is a key of `OPERATIONS`."""

    do: str
    terms: tuple[Term, ...]


Term: TypeAlias = Constant | FieldName | Operation


def compute_all(formulas: Mapping[str, Term], values: Mapping[str, Amount]) -> dict[str, Amount]:
    """Compute all formulas; return the values of all fields, given and computed."""
    known = {name: value for name, value in values.items() if name not in formulas}
    for name in calculation_order(formulas):
        known[name] = compute(formulas[name], known)
    return known


def compute(term: Term, values: Mapping[str, Amount]) -> Amount:
    """Compute a formula, rounded to two decimals; None if it is empty."""
    if all(values.get(name) is None for name in names(term)):
        return None
    value = _compute(term, values)
    return None if value is None else round_half_up(value)


def round_half_up(value: float) -> float:
    """Round a number as fields show it: to two decimals, halves up."""
    return math.floor(value * 100 + 0.5) / 100


def _compute(term: Term, values: Mapping[str, Amount]) -> Amount:
    match term:
        case Constant(value):
            return value
        case FieldName(name):
            return values.get(name)
        case Operation(do, terms):
            return OPERATIONS[do](*[_compute(each, values) for each in terms])


def names(term: Term) -> Iterator[str]:
    """Yield the fields that a formula names."""
    match term:
        case FieldName(name):
            yield name
        case Operation(terms=terms):
            for each in terms:
                yield from names(each)


def with_prefix(term: Term, prefix: str) -> Term:
    """Return the formula with a prefix before the name of each field."""
    match term:
        case FieldName(name):
            return FieldName(prefix + name)
        case Operation(do, terms):
            return Operation(do, tuple(with_prefix(each, prefix) for each in terms))
    return term


def calculation_order(formulas: Mapping[str, Term]) -> list[str]:
    """Sort the names of formulas, each after those it depends on; there must be no cycles."""
    order: dict[str, None] = {}
    for start in formulas:
        path = [(start, names(formulas[start]))] if start not in order else []
        while path:
            name, needed = path[-1]
            other = next((one for one in needed if one in formulas and one not in order), None)
            if other is None:
                order[name] = None
                path.pop()
            else:
                path.append((other, names(formulas[other])))
    return list(order)


def _if_in_range(value: float) -> Amount:
    return value if -MOST <= value <= MOST else None


def _strict(operate: Callable[..., float]) -> Callable[..., Amount]:
    """Make an operation that is empty if one of its values is."""

    def run(*values: Amount) -> Amount:
        return None if None in values else _if_in_range(operate(*values))

    return run


def _lenient(operate: Callable[[list[float]], Amount]) -> Callable[..., Amount]:
    """Make an operation that skips empty values."""
    return lambda *values: operate([value for value in values if value is not None])


def _divide(left: Amount, right: Amount) -> Amount:
    return None if left is None or not right else _if_in_range(left / right)


def _add_up(values: list[float]) -> Amount:
    """Add from first to last, as our JavaScript does, so that both round alike."""
    return _if_in_range(reduce(lambda total, value: total + value, values, 0.0))


OPERATIONS: Final[dict[str, Callable[..., Amount]]] = {
    "add": _strict(lambda a, b: a + b),
    "sub": _strict(lambda a, b: a - b),
    "mul": _strict(lambda a, b: a * b),
    "div": _divide,
    "neg": _strict(lambda a: -a),
    "lt": _strict(lambda a, b: float(a < b)),
    "le": _strict(lambda a, b: float(a <= b)),
    "gt": _strict(lambda a, b: float(a > b)),
    "ge": _strict(lambda a, b: float(a >= b)),
    "eq": _strict(lambda a, b: float(a == b)),
    "ne": _strict(lambda a, b: float(a != b)),
    "and": lambda a, b: b if a else a,
    "or": lambda a, b: a or b,
    "not": lambda a: 0.0 if a else 1.0,
    "if": lambda test, yes, no: yes if test else no,
    "sum": _lenient(_add_up),
    "count": _lenient(lambda values: float(len(values))),
    "least": _lenient(lambda values: min(values, default=None)),
    "most": _lenient(lambda values: max(values, default=None)),
    "min": _strict(min),
    "max": _strict(max),
    "abs": _strict(abs),
    "floor": _strict(lambda a: float(math.floor(a))),
    "ceil": _strict(lambda a: float(math.ceil(a))),
    "round": _strict(lambda a: float(math.floor(a + 0.5))),
}
"""The operations of formulas; `javascript` has the same ones in JavaScript."""
