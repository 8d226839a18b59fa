"""Values in expressions: operators, functions, and formatting.

Values are numbers, texts, true/false, none, lists and records (dicts). The size of every result is
limited, and an invalid operation raises a `RefusalError`. New lists are tuples.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

from printkit.core.budget import count_steps
from printkit.core.errors import RefusalError
from printkit.core.i18n import TWO_FORMS, Plurals
from printkit.core.units import add_up

Operator: TypeAlias = Callable[[object, object], object]

MAX_NUMBER: Final = 10**15
MAX_TEXT: Final = 10_000
MAX_ITEMS: Final = 10_000
MAX_COMPARED: Final = 100_000
CHARACTERS_A_STEP: Final = 10

# Exact types, because True and False are ints in Python, but not in layouts.
_NUMBERS: Final = frozenset((int, float))
LISTS: Final = (tuple, list)
RECORDS: Final = (dict, MappingProxyType)
_GROUPS: Final = (*LISTS, *RECORDS)


class MarkedText(str):
    """A text that the layout declares to contain marks."""

    __slots__ = ()


def describe(value: object) -> str:
    """Describe a value in a few words, for an error."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case str():
            return f"the text '{value[:30]}…'" if len(value) > 30 else f"the text '{value}'"
        case int() | float():
            return f"the number {value:.15g}" if abs(value) <= MAX_NUMBER else "a huge number"
        case tuple() | list():
            return f"a list of {len(value)}"
        case dict() | MappingProxyType():
            return "a record"
    return "something that isn't a plain value"


def as_printed(value: object, point: str = ".") -> str:
    """Format a value for printing: 3.0 as 3, at most two decimals, a real minus, none as ''."""
    if isinstance(value, str):
        return bounded_text(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        raise RefusalError(f"{describe(value)} cannot be printed", "write 'yes' if … else 'no'")
    if isinstance(value, LISTS):
        raise RefusalError("a list cannot be printed", "write join(list, ', ')")
    return _show_number(numeric(value)).replace("-", "−").replace(".", point)


def _show_number(number: float) -> str:
    if isinstance(number, int):
        return str(number)
    text = f"{number:.2f}".rstrip("0").removesuffix(".")
    return "0" if text == "-0" else text


def bounded(value: object) -> object:
    """Return the value unchanged; refuse one that is too large."""
    if type(value) in _NUMBERS:
        return bounded_number(value)  # type: ignore[arg-type]
    if isinstance(value, str):
        return bounded_text(value)
    if isinstance(value, LISTS) and len(value) > MAX_ITEMS:
        raise RefusalError(f"a list of {len(value)} items is too long", f"at most {MAX_ITEMS:,}")
    return value


def bounded_text(text: str) -> str:
    """Return the text unchanged; refuse one that is too long."""
    if len(text) > MAX_TEXT:
        raise RefusalError(f"a text of {len(text)} characters is too long", f"at most {MAX_TEXT:,}")
    return text


def made_text(text: str) -> str:
    """Return a new text unchanged; its length counts against the budget."""
    count_steps(len(text) // CHARACTERS_A_STEP)
    return bounded_text(text)


def bounded_number(number: float) -> float:
    """Return the number unchanged; refuse one that is too large."""
    # Written so that NaN fails, too.
    if -MAX_NUMBER <= number <= MAX_NUMBER:
        return number
    raise RefusalError("the number is too large", "at most 1,000,000,000,000,000")


def needs(what: str, value: object) -> NoReturn:
    """Refuse a value of another kind."""
    raise RefusalError(f"expected {what}, not {describe(value)}")


def numeric(value: object) -> float:
    """Return the value unchanged; refuse one that isn't a number."""
    if type(value) in _NUMBERS:
        return bounded_number(value)  # type: ignore[arg-type]
    needs("a number", value)


def whole(value: object) -> int:
    """Return the value as an int; refuse one that isn't a whole number."""
    number = numeric(value)
    if number == int(number):
        return int(number)
    needs("a whole number", value)


def textual(value: object) -> str:
    """Return the value unchanged; refuse one that isn't a text."""
    return value if isinstance(value, str) else needs("a text", value)


def as_list(value: object) -> tuple[object, ...] | list[object]:
    """Return the value unchanged; refuse one that isn't a list. Items count against the budget."""
    if not isinstance(value, LISTS):
        needs("a list", value)
    count_steps(len(value))
    return value


DIVISION_BY_ZERO = "division by zero"


def arithmetic(symbol: str, apply: Callable[[Any, Any], Any]) -> Operator:
    """Make the operator + - * / // or %."""

    def operate(left: object, right: object) -> object:
        if type(left) in _NUMBERS and type(right) in _NUMBERS:
            try:
                return bounded_number(apply(left, right))
            except ZeroDivisionError:
                raise RefusalError(DIVISION_BY_ZERO) from None
            except OverflowError:
                raise RefusalError("the number is too large") from None
        if symbol == "+":
            return _concatenate(left, right)
        raise _mismatch(symbol, left, right)

    return operate


def _concatenate(left: object, right: object) -> object:
    if isinstance(left, str) and isinstance(right, str):
        return made_text(left + right)
    if isinstance(left, LISTS) and isinstance(right, LISTS):
        count_steps(len(left) + len(right))
        return bounded((*left, *right))
    if isinstance(left, str) or isinstance(right, str):
        raise RefusalError(
            f"cannot add {describe(left)} and {describe(right)}", "write str(number)"
        )
    raise _mismatch("+", left, right)


def _mismatch(symbol: str, left: object, right: object) -> RefusalError:
    return RefusalError(f"'{symbol}' does not work with {describe(left)} and {describe(right)}")


def ordering(symbol: str, apply: Callable[[Any, Any], bool]) -> Operator:
    """Make the operator < <= > or >=, for two numbers or two texts."""

    def compare(left: object, right: object) -> bool:
        numbers = type(left) in _NUMBERS and type(right) in _NUMBERS
        if numbers or (isinstance(left, str) and isinstance(right, str)):
            return apply(left, right)
        raise _mismatch(symbol, left, right)

    return compare


def negate(value: object) -> float:
    """Negate a number."""
    return -numeric(value)


def same(left: object, right: object) -> bool:
    """Return whether two values are equal; refuse to compare very large ones."""
    if not isinstance(left, _GROUPS) or not isinstance(right, _GROUPS):
        return left == right
    pairs: list[tuple[object, object]] = [(left, right)]
    looked = 0
    while pairs:
        inner = _inner_pairs(*pairs.pop())
        if inner is None:
            return False
        looked += 1 + len(inner)
        count_steps(1 + len(inner))
        if looked > MAX_COMPARED:
            hint = f"at most {MAX_COMPARED:,} values"
            raise RefusalError("these are too large to be compared", hint)
        pairs += inner
    return True


def _inner_pairs(left: object, right: object) -> list[tuple[object, object]] | None:
    """Return the pairs that must be equal for two values to be equal; None if they differ."""
    if isinstance(left, LISTS) and isinstance(right, LISTS):
        return list(zip(left, right, strict=True)) if len(left) == len(right) else None
    if isinstance(left, RECORDS) and isinstance(right, RECORDS):
        return [(left[key], right[key]) for key in left] if left.keys() == right.keys() else None
    return [] if left == right else None


def contains(item: object, group: object) -> bool:
    """Return whether something is an item of a list, a field of a record or a part of a text."""
    if isinstance(group, str):
        count_steps(len(group) // CHARACTERS_A_STEP)
        return textual(item) in group
    if isinstance(group, LISTS):
        count_steps(len(group))
        return (
            any(same(item, each) for each in group) if isinstance(item, _GROUPS) else item in group
        )
    if isinstance(group, RECORDS):
        return isinstance(item, str | int) and item in group
    needs("a list, a record or a text after 'in'", group)


def pick(group: object, index: object) -> object:
    """Return `group[index]`: an item of a list, a character of a text, or a field of a record."""
    if isinstance(group, RECORDS) and isinstance(index, str | int):
        if index in group:
            return group[index]
        raise RefusalError(f"the record has no field {index!r}")
    if not isinstance(group, (str, *LISTS)):
        needs("a list, a text or a record before [", group)
    number = whole(index)
    if -len(group) <= number < len(group):
        return group[number]
    raise RefusalError(f"no item [{number}] in {describe(group)}", "the first item is [0]")


_ROMAN: Final = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD")),
    *((100, "C"), (90, "XC"), (50, "L"), (40, "XL")),
    *((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)


class Function(NamedTuple):
    """A function of the language, its usage, and how many arguments it takes."""

    call: Callable[..., object]
    usage: str
    fewest: int
    most: int


def _length(value: object) -> int:
    if isinstance(value, (str, *LISTS, *RECORDS)):
        return len(value)
    return needs("a list or a text", value)


def _numbers(values: tuple[object, ...]) -> list[float]:
    """Return the numbers of `min(1, 2)` or of `min(list)`."""
    group = values[0] if len(values) == 1 and isinstance(values[0], LISTS) else values
    return [numeric(value) for value in as_list(group)]


def _extreme(choose: Callable[[list[float]], float]) -> Callable[..., float]:
    def extreme(*values: object) -> float:
        numbers = _numbers(values)
        return choose(numbers) if numbers else needs("at least one number", ())

    return extreme


def _total(values: object) -> float:
    return bounded_number(add_up(numeric(value) for value in as_list(values)))


def _round(value: object, digits: object = 0) -> float:
    """Round; halves are rounded up, as people do."""
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
    count_steps(len(span))
    return tuple(span)


def _join(values: object, separator: object = ", ") -> str:
    parts = [as_printed(value) for value in as_list(values)]
    glue = bounded_text(textual(separator))
    if sum(map(len, parts)) + len(glue) * len(parts) > MAX_TEXT + len(glue):
        raise RefusalError("the joined text is too long", f"at most {MAX_TEXT:,} characters")
    return made_text(glue.join(parts))


def _sorted(values: object) -> tuple[object, ...]:
    items: Any = as_list(values)
    if all(isinstance(item, str) for item in items):
        count_steps(sum(map(len, items)))
        return tuple(sorted(items))
    return tuple(sorted(numeric(item) for item in items))


def plural_of(plurals: Plurals) -> Function:
    """Make the function plural() of a language, which takes as many forms as the language has."""

    def plural(count: object, *forms: object) -> str:
        return textual(forms[plurals.form(numeric(count))])

    return Function(plural, plurals.usage, 1 + plurals.forms, 1 + plurals.forms)


def _letter(value: object) -> str:
    """Name a number like a column of a spreadsheet: 1 is A, 26 is Z, 27 is AA."""
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
    """Add leading zeros up to a width: pad(7, 2) is 07."""
    number, digits = whole(value), min(whole(width), 100)
    return ("−" if number < 0 else "") + str(abs(number)).rjust(digits, "0")


def _signed(value: object) -> str:
    shown = as_printed(numeric(value))
    return shown if shown == "0" or shown.startswith("−") else f"+{shown}"


GIVEN: Final[Mapping[str, Function | None]] = {"t": None}
"""The functions that are among the facts of a sheet: t() translates a text."""

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
    "plural": plural_of(TWO_FORMS),
    "range": Function(_range, "range(end) or range(start, end, step)", 1, 3),
    "roman": Function(_roman, "roman(number)", 1, 1),
    "round": Function(_round, "round(number, digits)", 1, 2),
    "signed": Function(_signed, "signed(number)", 1, 1),
    "sorted": Function(_sorted, "sorted(list)", 1, 1),
    "str": Function(as_printed, "str(value)", 1, 1),
    "sum": Function(_total, "sum(list)", 1, 1),
    "upper": Function(lambda text: made_text(textual(text).upper()), "upper(text)", 1, 1),
}
