"""What expressions can do with plain values: operators, and how a value is printed.

Takes and gives numbers, texts, true/false, none, lists and records (dicts); knows no expression
and no place. Every result is bounded, and what cannot be done is a `RefusalError` in plain words.
Lists that are made here are tuples.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final, NoReturn, TypeAlias

from printkit.budget import spend
from printkit.errors import RefusalError

Operator: TypeAlias = Callable[[object, object], object]

MAX_NUMBER: Final = 10**15
MAX_TEXT: Final = 10_000
MAX_ITEMS: Final = 10_000
MAX_COMPARED: Final = 100_000
CHARACTERS_A_STEP: Final = 10

# Exact types, because true and false are ints to Python but not to a reader.
_NUMBERS: Final = frozenset((int, float))
LISTS: Final = (tuple, list)
RECORDS: Final = (dict, MappingProxyType)
_GROUPS: Final = (*LISTS, *RECORDS)


class MarkedText(str):
    """A text of which the layout says that there are marks in it."""

    __slots__ = ()


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


def show(value: object, point: str = ".") -> str:
    """A value as it is printed: 3.0 as 3, at most two decimals, a real minus sign, none as ''."""
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
    """The value itself, when it is not too large to work with."""
    if type(value) in _NUMBERS:
        return bounded_number(value)  # type: ignore[arg-type]
    if isinstance(value, str):
        return bounded_text(value)
    if isinstance(value, LISTS) and len(value) > MAX_ITEMS:
        raise RefusalError(f"a list of {len(value)} items is too long", f"at most {MAX_ITEMS:,}")
    return value


def bounded_text(text: str) -> str:
    """The text itself, when it is not too long."""
    if len(text) > MAX_TEXT:
        raise RefusalError(f"a text of {len(text)} characters is too long", f"at most {MAX_TEXT:,}")
    return text


def made_text(text: str) -> str:
    """A text that is new, and so takes time and memory."""
    spend(len(text) // CHARACTERS_A_STEP)
    return bounded_text(text)


def bounded_number(number: float) -> float:
    """The number itself, when it is not too large."""
    # Written so that nan, which is not equal to anything, fails too.
    if -MAX_NUMBER <= number <= MAX_NUMBER:
        return number
    raise RefusalError("the number is too large", "at most 1,000,000,000,000,000")


def needs(what: str, value: object) -> NoReturn:
    """Refuses a value of another kind."""
    raise RefusalError(f"this needs {what}, not {describe(value)}")


def numeric(value: object) -> float:
    """The value itself, when it is a number."""
    if type(value) in _NUMBERS:
        return bounded_number(value)  # type: ignore[arg-type]
    needs("a number", value)


def whole(value: object) -> int:
    """The value as a whole number, when it is one."""
    number = numeric(value)
    if number == int(number):
        return int(number)
    needs("a whole number", value)


def textual(value: object) -> str:
    """The value itself, when it is a text."""
    return value if isinstance(value, str) else needs("a text", value)


def listed(value: object) -> tuple[object, ...] | list[object]:
    """The value itself, when it is a list, whose items are all to be looked at."""
    if not isinstance(value, LISTS):
        needs("a list", value)
    spend(len(value))
    return value


def arithmetic(symbol: str, apply: Callable[[Any, Any], Any]) -> Operator:
    """The operator + - * / // or % on two values."""

    def operate(left: object, right: object) -> object:
        if type(left) in _NUMBERS and type(right) in _NUMBERS:
            try:
                return bounded_number(apply(left, right))
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
        return made_text(left + right)
    if isinstance(left, LISTS) and isinstance(right, LISTS):
        spend(len(left) + len(right))
        return bounded((*left, *right))
    if isinstance(left, str) or isinstance(right, str):
        raise RefusalError(
            f"cannot add {describe(left)} and {describe(right)}", "write str(number)"
        )
    raise _mismatch("+", left, right)


def _mismatch(symbol: str, left: object, right: object) -> RefusalError:
    return RefusalError(f"'{symbol}' does not work with {describe(left)} and {describe(right)}")


def ordering(symbol: str, apply: Callable[[Any, Any], bool]) -> Operator:
    """The operator < <= > or >= on two numbers or two texts."""

    def compare(left: object, right: object) -> bool:
        numbers = type(left) in _NUMBERS and type(right) in _NUMBERS
        if numbers or (isinstance(left, str) and isinstance(right, str)):
            return apply(left, right)
        raise _mismatch(symbol, left, right)

    return compare


def negate(value: object) -> float:
    """The operator - on one number."""
    return -numeric(value)


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
    if isinstance(left, LISTS) and isinstance(right, LISTS):
        return list(zip(left, right, strict=True)) if len(left) == len(right) else None
    if isinstance(left, RECORDS) and isinstance(right, RECORDS):
        return [(left[key], right[key]) for key in left] if left.keys() == right.keys() else None
    return [] if left == right else None


def contains(item: object, group: object) -> bool:
    """The operator `in`: an item of a list, a field of a record, a part of a text."""
    if isinstance(group, str):
        spend(len(group) // CHARACTERS_A_STEP)
        return textual(item) in group
    if isinstance(group, LISTS):
        spend(len(group))
        return (
            any(same(item, each) for each in group) if isinstance(item, _GROUPS) else item in group
        )
    if isinstance(group, RECORDS):
        return isinstance(item, str | int) and item in group
    needs("a list, a record or a text after 'in'", group)


def pick(group: object, index: object) -> object:
    """`group[index]`: an item of a list or a character of a text from 0, or a record's field."""
    if isinstance(group, RECORDS) and isinstance(index, str | int):
        if index in group:
            return group[index]
        raise RefusalError(f"the record has no field {index!r}")
    if not isinstance(group, (str, *LISTS)):
        needs("a list, a text or a record before [", group)
    number = whole(index)
    if -len(group) <= number < len(group):
        return group[number]
    raise RefusalError(f"there is no item [{number}] in {describe(group)}", "the first item is [0]")
