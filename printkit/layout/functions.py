"""The functions of expressions: min, join, plural and the others, each on plain values.

Every function checks what it is given and refuses in plain words what it cannot work with.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

from printkit.budget import spend
from printkit.errors import RefusalError
from printkit.layout.operations import (
    LISTS,
    MAX_ITEMS,
    MAX_TEXT,
    RECORDS,
    MarkedText,
    bounded_number,
    bounded_text,
    listed,
    made_text,
    needs,
    numeric,
    show,
    textual,
    whole,
)
from printkit.plurals import ENGLISH, Plurals
from printkit.tuples import NamedTuple

_ROMAN: Final = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD")),
    *((100, "C"), (90, "XC"), (50, "L"), (40, "XL")),
    *((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)


class Function(NamedTuple):
    """A function of the language: how it is called, and with how many values."""

    call: Callable[..., object]
    usage: str
    fewest: int
    most: int


def _length(value: object) -> int:
    if isinstance(value, (str, *LISTS, *RECORDS)):
        return len(value)
    return needs("a list or a text", value)


def _numbers(values: tuple[object, ...]) -> list[float]:
    """The numbers of `min(1, 2)` or of `min(list)`."""
    group = values[0] if len(values) == 1 and isinstance(values[0], LISTS) else values
    return [numeric(value) for value in listed(group)]


def _extreme(choose: Callable[[list[float]], float]) -> Callable[..., float]:
    def extreme(*values: object) -> float:
        numbers = _numbers(values)
        return choose(numbers) if numbers else needs("at least one number", ())

    return extreme


def _total(values: object) -> float:
    return bounded_number(sum(numeric(value) for value in listed(values)))


def _round(value: object, digits: object = 0) -> float:
    """Halves go up, as people round."""
    scale = 10 ** max(0, min(whole(digits), 6))
    rounded = math.floor(numeric(value) * scale + 0.5) / scale
    return rounded if scale > 1 else int(rounded)


def _range(*bounds: object) -> tuple[int, ...]:
    numbers = [whole(bound) for bound in bounds]
    if len(numbers) == 3 and numbers[2] == 0:
        raise RefusalError("the step of a range cannot be 0")
    span = range(*numbers)
    if len(span) > MAX_ITEMS:
        raise RefusalError(f"a range of {len(span):,} is too long", f"at most {MAX_ITEMS:,}")
    spend(len(span))
    return tuple(span)


def _join(values: object, separator: object = ", ") -> str:
    parts = [show(value) for value in listed(values)]
    glue = bounded_text(textual(separator))
    if sum(map(len, parts)) + len(glue) * len(parts) > MAX_TEXT + len(glue):
        raise RefusalError("the joined text is too long", f"at most {MAX_TEXT:,} characters")
    return made_text(glue.join(parts))


def _sorted(values: object) -> tuple[object, ...]:
    items: Any = listed(values)
    if all(isinstance(item, str) for item in items):
        spend(sum(map(len, items)))
        return tuple(sorted(items))
    return tuple(sorted(numeric(item) for item in items))


def plural_of(plurals: Plurals) -> Function:
    """The function plural() of a language, which takes as many forms as that has."""

    def plural(count: object, *forms: object) -> str:
        return textual(forms[plurals.form(numeric(count))])

    return Function(plural, plurals.usage, 1 + plurals.forms, 1 + plurals.forms)


def _letter(value: object) -> str:
    """1 is A, 26 is Z, 27 is AA, as columns of a table are named."""
    number, letters = whole(value), ""
    if number < 1:
        needs("a number from 1", value)
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _roman(value: object) -> str:
    number, letters = whole(value), ""
    if not 1 <= number <= 3999:
        needs("a number from 1 to 3999", value)
    for worth, sign in _ROMAN:
        count, number = divmod(number, worth)
        letters += sign * count
    return letters


def _pad(value: object, width: object) -> str:
    """Leading zeros up to a width: pad(7, 2) is 07."""
    number, digits = whole(value), min(whole(width), 100)
    return ("−" if number < 0 else "") + str(abs(number)).rjust(digits, "0")


def _signed(value: object) -> str:
    shown = show(numeric(value))
    return shown if shown == "0" or shown.startswith("−") else f"+{shown}"


GIVEN: Final[Mapping[str, Function | None]] = {"t": None}
"""The functions that the facts of a sheet bring along: t() translates a text."""

FUNCTIONS: Final[dict[str, Function]] = {
    "abs": Function(lambda value: abs(numeric(value)), "abs(number)", 1, 1),
    "ceil": Function(lambda value: math.ceil(numeric(value)), "ceil(number)", 1, 1),
    "floor": Function(lambda value: math.floor(numeric(value)), "floor(number)", 1, 1),
    "join": Function(_join, "join(list, separator)", 1, 2),
    "len": Function(_length, "len(list)", 1, 1),
    "letter": Function(_letter, "letter(number)", 1, 1),
    "lower": Function(lambda text: made_text(textual(text).lower()), "lower(text)", 1, 1),
    "marks": Function(lambda text: MarkedText(textual(text)), "marks(text)", 1, 1),
    "max": Function(_extreme(max), "max(list) or max(a, b, …)", 1, 100),
    "min": Function(_extreme(min), "min(list) or min(a, b, …)", 1, 100),
    "pad": Function(_pad, "pad(number, width)", 2, 2),
    "plural": plural_of(ENGLISH),
    "range": Function(_range, "range(end) or range(start, end, step)", 1, 3),
    "roman": Function(_roman, "roman(number)", 1, 1),
    "round": Function(_round, "round(number, digits)", 1, 2),
    "signed": Function(_signed, "signed(number)", 1, 1),
    "sorted": Function(_sorted, "sorted(list)", 1, 1),
    "str": Function(show, "str(value)", 1, 1),
    "sum": Function(_total, "sum(list)", 1, 1),
    "upper": Function(lambda text: made_text(textual(text).upper()), "upper(text)", 1, 1),
}
