"""Plurals: which form of a word a number takes, by the rule that a .po file states.

Takes the rule as gettext writes it (`nplurals=2; plural=(n != 1);`); gives `Plurals`. The rule is
read by a small parser of its own into closures over plain numbers: no code in a file ever runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from printkit.patterns import pattern
from printkit.tuples import NamedTuple

PluralRule: TypeAlias = Callable[[float], float]

MAX_FORMS: Final = 6
MAX_RULE: Final = 400
MAX_DEPTH: Final = 20

_RULE = pattern(r"\s*nplurals\s*=\s*(\d)\s*;\s*plural\s*=\s*(.+?)\s*;?\s*", re.DOTALL)
_TOKEN = pattern(r"\s*(\d{1,6}|n|\|\||&&|[=!<>]=|[<>!?:()+*/%-])")
_OPERATORS: Final[dict[str, tuple[int, Callable[[float, float], float]]]] = {
    "||": (1, lambda left, right: left or right),
    "&&": (2, lambda left, right: left and right),
    "==": (3, lambda left, right: left == right),
    "!=": (3, lambda left, right: left != right),
    "<": (4, lambda left, right: left < right),
    ">": (4, lambda left, right: left > right),
    "<=": (4, lambda left, right: left <= right),
    ">=": (4, lambda left, right: left >= right),
    "+": (5, lambda left, right: left + right),
    "-": (5, lambda left, right: left - right),
    "*": (6, lambda left, right: left * right),
    "/": (6, lambda left, right: left // right if right else 0),
    "%": (6, lambda left, right: left % right if right else 0),
}
"""What stands between two values: how tightly it binds, and what it does."""


class Plurals(NamedTuple):
    """How many forms a language has, and which of them a number takes, counted from 0."""

    forms: int
    rule: PluralRule

    def form(self, number: float) -> int:
        """Which form goes with this number."""
        return max(0, min(int(self.rule(abs(number))), self.forms - 1))

    @property
    def usage(self) -> str:
        """How the function of templates is called in this language."""
        named = {1: "many", 2: "one, many", 3: "one, few, many"}
        forms = (f"form{number}" for number in range(1, self.forms + 1))
        return f"plural(number, {named.get(self.forms) or ', '.join(forms)})"


ENGLISH: Final = Plurals(2, lambda number: number != 1)


def parse_plurals(text: str) -> Plurals | None:
    """The rule of a `Plural-Forms` line, None where it is none."""
    found = _RULE.fullmatch(text)
    if found is None or len(text) > MAX_RULE or not 1 <= int(found[1]) <= MAX_FORMS:
        return None
    try:
        return Plurals(int(found[1]), _Parser(found[2]).whole())
    except ValueError:
        return None


class _Parser:
    """Goes through the tokens of a rule, once, from left to right."""

    def __init__(self, text: str) -> None:
        if "".join(_TOKEN.findall(text)) != "".join(text.split()):
            raise ValueError(text)
        self.tokens: list[str] = [*_TOKEN.findall(text), ""]
        self.at = self.depth = 0

    def take(self, *wanted: str) -> str:
        """The next token if it is one of these, else nothing."""
        token = self.tokens[self.at]
        if token not in wanted:
            return ""
        self.at += 1
        return token

    def need(self, token: str) -> None:
        if not self.take(token):
            raise ValueError(token)

    def whole(self) -> PluralRule:
        rule = self.choice()
        if self.tokens[self.at]:
            raise ValueError(self.tokens[self.at])
        return rule

    def choice(self) -> PluralRule:
        """`test ? yes : no`, or what stands in it."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ValueError(self.depth)
        test = self.binary(1)
        if self.take("?"):
            yes = self.choice()
            self.need(":")
            no = self.choice()
            self.depth -= 1
            return lambda n: yes(n) if test(n) else no(n)
        self.depth -= 1
        return test

    def binary(self, tight: int) -> PluralRule:
        """Values with operators between them that bind at least so tightly."""
        left = self.single()
        while (known := _OPERATORS.get(self.tokens[self.at])) and known[0] >= tight:
            self.at += 1
            left = _joined(known[1], left, self.binary(known[0] + 1))
        return left

    def single(self) -> PluralRule:
        if self.take("n"):
            return lambda n: n
        if self.take("("):
            inside = self.choice()
            self.need(")")
            return inside
        if self.take("!"):
            denied = self.single()
            return lambda n: not denied(n)
        number = int(self.tokens[self.at])  # a ValueError where it is none
        self.at += 1
        return lambda _n: number


def _joined(
    operate: Callable[[float, float], float], left: PluralRule, right: PluralRule
) -> PluralRule:
    return lambda n: operate(left(n), right(n))
