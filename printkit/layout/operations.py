"""What expressions can do with plain values: operators, functions, and how a value is printed.

Takes and gives numbers, texts, true/false, none, lists and records (dicts); knows no expression
and no place. Every result is bounded, and what cannot be done is a `RefusalError` in plain words.
Lists that are made here are tuples.
"""

from __future__ import annotations

import math
import operator
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from printkit.budget import spend

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_NUMBER: Final = 10**15
MAX_TEXT: Final = 10_000
MAX_ITEMS: Final = 10_000
MAX_COMPARED: Final = 100_000
CHARACTERS_A_STEP: Final = 10

# Exact types, because true and false are ints to Python but not to a reader.
_NUMBERS: Final = frozenset((int, float))
_LISTS: Final = (tuple, list)
RECORDS: Final = (dict, MappingProxyType)
_GROUPS: Final = (*_LISTS, *RECORDS)

_ROMAN: Final = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD")),
    *((100, "C"), (90, "XC"), (50, "L"), (40, "XL")),
    *((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)


class RefusalError(Exception):
    """Something that cannot be done with these values, and what would be right."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Marked(str):
    """A text of which the layout says that there are marks in it."""

    __slots__ = ()


class Function(NamedTuple):
    """A function of the language: how it is called, and with how many values."""

    call: Callable[..., object]
    usage: str
    fewest: int
    most: int


def describe(value: object) -> str:
    """A value in a few words, for an error."""
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
    return "something that is no plain value"


def show(value: object) -> str:
    """A value as it is printed: 3.0 as 3, at most two decimals, a real minus sign, none as ''."""
    if isinstance(value, str):
        return bounded_text(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        raise RefusalError(f"{describe(value)} cannot be printed", "write 'yes' if … else 'no'")
    if isinstance(value, _LISTS):
        raise RefusalError("a list cannot be printed", "write join(list, ', ')")
    return _show_number(_number(value)).replace("-", "−")


def _show_number(number: float) -> str:
    if isinstance(number, int):
        return str(number)
    text = f"{number:.2f}".rstrip("0").removesuffix(".")
    return "0" if text == "-0" else text


def bounded(value: object) -> object:
    """The value itself, when it is not too large to work with."""
    if type(value) in _NUMBERS:
        return _bounded_number(value)  # type: ignore[arg-type]
    if isinstance(value, str):
        return bounded_text(value)
    if isinstance(value, _LISTS) and len(value) > MAX_ITEMS:
        raise RefusalError(f"a list of {len(value)} items is too long", f"at most {MAX_ITEMS:,}")
    return value


def bounded_text(text: str) -> str:
    """The text itself, when it is not too long."""
    if len(text) > MAX_TEXT:
        raise RefusalError(f"a text of {len(text)} characters is too long", f"at most {MAX_TEXT:,}")
    return text


def _made_text(text: str) -> str:
    """A text that is new, and so takes time and memory."""
    spend(len(text) // CHARACTERS_A_STEP)
    return bounded_text(text)


def _bounded_number(number: float) -> float:
    # Written so that nan, which is not equal to anything, fails too.
    if -MAX_NUMBER <= number <= MAX_NUMBER:
        return number
    raise RefusalError("the number is too large", "at most 1,000,000,000,000,000")


def _needs(what: str, value: object) -> NoReturn:
    raise RefusalError(f"this needs {what}, not {describe(value)}")


def _number(value: object) -> float:
    if type(value) in _NUMBERS:
        return _bounded_number(value)  # type: ignore[arg-type]
    _needs("a number", value)


def whole(value: object) -> int:
    """The value as a whole number, when it is one."""
    number = _number(value)
    if number == int(number):
        return int(number)
    _needs("a whole number", value)


def _text(value: object) -> str:
    return value if isinstance(value, str) else _needs("a text", value)


def listed(value: object) -> tuple[object, ...] | list[object]:
    """The value itself, when it is a list, whose items are all to be looked at."""
    if not isinstance(value, _LISTS):
        _needs("a list", value)
    spend(len(value))
    return value


def arithmetic(symbol: str) -> Callable[[object, object], object]:
    """The operator + - * / // or % on two values."""
    apply: Callable[[Any, Any], Any] = ARITHMETIC[symbol]

    def operate(left: object, right: object) -> object:
        if type(left) in _NUMBERS and type(right) in _NUMBERS:
            try:
                return _bounded_number(apply(left, right))
            except ZeroDivisionError:
                raise RefusalError("division by zero") from None
            except OverflowError:
                raise RefusalError("the number is too large") from None
        if symbol == "+":
            return _concatenate(left, right)
        raise _mismatch(symbol, left, right)

    return operate


def _concatenate(left: object, right: object) -> object:
    if isinstance(left, str) and isinstance(right, str):
        return _made_text(left + right)
    if isinstance(left, _LISTS) and isinstance(right, _LISTS):
        spend(len(left) + len(right))
        return bounded((*left, *right))
    if isinstance(left, str) or isinstance(right, str):
        raise RefusalError(
            f"cannot add {describe(left)} and {describe(right)}", "write str(number)"
        )
    raise _mismatch("+", left, right)


def _mismatch(symbol: str, left: object, right: object) -> RefusalError:
    return RefusalError(f"'{symbol}' does not work with {describe(left)} and {describe(right)}")


def ordering(symbol: str) -> Callable[[object, object], bool]:
    """The operator < <= > or >= on two numbers or two texts."""
    apply: Callable[[Any, Any], bool] = ORDERINGS[symbol]

    def compare(left: object, right: object) -> bool:
        numbers = type(left) in _NUMBERS and type(right) in _NUMBERS
        if numbers or (isinstance(left, str) and isinstance(right, str)):
            return apply(left, right)
        raise _mismatch(symbol, left, right)

    return compare


def negate(value: object) -> float:
    """The operator - on one number."""
    return -_number(value)


def same(left: object, right: object) -> bool:
    """The operator ==; what is nested without end is not looked through."""
    if not isinstance(left, _GROUPS) or not isinstance(right, _GROUPS):
        return left == right
    pairs: list[tuple[object, object]] = [(left, right)]
    looked = 0
    while pairs:
        inner = _inner_pairs(*pairs.pop())
        if inner is None:
            return False
        looked += 1 + len(inner)
        spend(1 + len(inner))
        if looked > MAX_COMPARED:
            hint = f"at most {MAX_COMPARED:,} values"
            raise RefusalError("these are too large to be compared", hint)
        pairs += inner
    return True


def _inner_pairs(left: object, right: object) -> list[tuple[object, object]] | None:
    """What must be the same so that two values are; None where they are not."""
    if isinstance(left, _LISTS) and isinstance(right, _LISTS):
        return list(zip(left, right, strict=True)) if len(left) == len(right) else None
    if isinstance(left, RECORDS) and isinstance(right, RECORDS):
        return [(left[key], right[key]) for key in left] if left.keys() == right.keys() else None
    return [] if left == right else None


def contains(item: object, group: object) -> bool:
    """The operator `in`: an item of a list, a field of a record, a part of a text."""
    if isinstance(group, str):
        spend(len(group) // CHARACTERS_A_STEP)
        return _text(item) in group
    if isinstance(group, _LISTS):
        spend(len(group))
        return (
            any(same(item, each) for each in group) if isinstance(item, _GROUPS) else item in group
        )
    if isinstance(group, RECORDS):
        return isinstance(item, str | int) and item in group
    _needs("a list, a record or a text after 'in'", group)


def pick(group: object, index: object) -> object:
    """`group[index]`: an item of a list or a character of a text from 0, or a record's field."""
    if isinstance(group, RECORDS) and isinstance(index, str | int):
        if index in group:
            return group[index]
        raise RefusalError(f"the record has no field {index!r}")
    if not isinstance(group, (str, *_LISTS)):
        _needs("a list, a text or a record before [", group)
    number = whole(index)
    if -len(group) <= number < len(group):
        return group[number]
    raise RefusalError(f"there is no item [{number}] in {describe(group)}", "the first item is [0]")


def _length(value: object) -> int:
    if isinstance(value, (str, *_LISTS, *RECORDS)):
        return len(value)
    _needs("a list or a text", value)


def _numbers(values: tuple[object, ...]) -> list[float]:
    """The numbers of `min(1, 2)` or of `min(list)`."""
    group = values[0] if len(values) == 1 and isinstance(values[0], _LISTS) else values
    return [_number(value) for value in listed(group)]


def _extreme(choose: Callable[[list[float]], float]) -> Callable[..., float]:
    def extreme(*values: object) -> float:
        numbers = _numbers(values)
        return choose(numbers) if numbers else _needs("at least one number", ())

    return extreme


def _total(values: object) -> float:
    return _bounded_number(sum(_number(value) for value in listed(values)))


def _round(value: object, digits: object = 0) -> float:
    """Halves go up, as people round."""
    scale = 10 ** max(0, min(whole(digits), 6))
    rounded = math.floor(_number(value) * scale + 0.5) / scale
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
    glue = bounded_text(_text(separator))
    if sum(map(len, parts)) + len(glue) * len(parts) > MAX_TEXT + len(glue):
        raise RefusalError("the joined text is too long", f"at most {MAX_TEXT:,} characters")
    return _made_text(glue.join(parts))


def _sorted(values: object) -> tuple[object, ...]:
    items: Any = listed(values)
    if all(isinstance(item, str) for item in items):
        spend(sum(map(len, items)))
        return tuple(sorted(items))
    return tuple(sorted(_number(item) for item in items))


def _plural(count: object, one: object, many: object) -> str:
    return _text(one) if _number(count) == 1 else _text(many)


def _letter(value: object) -> str:
    """1 is A, 26 is Z, 27 is AA, as columns of a table are named."""
    number, letters = whole(value), ""
    if number < 1:
        _needs("a number from 1", value)
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _roman(value: object) -> str:
    number, letters = whole(value), ""
    if not 1 <= number <= 3999:
        _needs("a number from 1 to 3999", value)
    for worth, sign in _ROMAN:
        count, number = divmod(number, worth)
        letters += sign * count
    return letters


def _pad(value: object, width: object) -> str:
    """Leading zeros up to a width: pad(7, 2) is 07."""
    number, digits = whole(value), min(whole(width), 100)
    return ("−" if number < 0 else "") + str(abs(number)).rjust(digits, "0")


def _signed(value: object) -> str:
    shown = show(_number(value))
    return shown if shown == "0" or shown.startswith("−") else f"+{shown}"


ARITHMETIC: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
}
ORDERINGS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
FUNCTIONS: Final[dict[str, Function]] = {
    "abs": Function(lambda value: abs(_number(value)), "abs(number)", 1, 1),
    "ceil": Function(lambda value: math.ceil(_number(value)), "ceil(number)", 1, 1),
    "floor": Function(lambda value: math.floor(_number(value)), "floor(number)", 1, 1),
    "join": Function(_join, "join(list, separator)", 1, 2),
    "len": Function(_length, "len(list)", 1, 1),
    "letter": Function(_letter, "letter(number)", 1, 1),
    "lower": Function(lambda text: _made_text(_text(text).lower()), "lower(text)", 1, 1),
    "marks": Function(lambda text: Marked(_text(text)), "marks(text)", 1, 1),
    "max": Function(_extreme(max), "max(list) or max(a, b, …)", 1, 100),
    "min": Function(_extreme(min), "min(list) or min(a, b, …)", 1, 100),
    "pad": Function(_pad, "pad(number, width)", 2, 2),
    "plural": Function(_plural, "plural(number, one, many)", 3, 3),
    "range": Function(_range, "range(end) or range(start, end, step)", 1, 3),
    "roman": Function(_roman, "roman(number)", 1, 1),
    "round": Function(_round, "round(number, digits)", 1, 2),
    "signed": Function(_signed, "signed(number)", 1, 1),
    "sorted": Function(_sorted, "sorted(list)", 1, 1),
    "str": Function(show, "str(value)", 1, 1),
    "sum": Function(_total, "sum(list)", 1, 1),
    "upper": Function(lambda text: _made_text(_text(text).upper()), "upper(text)", 1, 1),
}
