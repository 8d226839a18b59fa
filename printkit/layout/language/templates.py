"""Templates: text with expressions in braces, and with marks such as `**bold**` or `:icon:`.

Marks are parsed before anything is filled in: the value of an expression is printed literally,
unless the layout declares with `marks(…)` that it has marks, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

from printkit.core.budget import count_steps
from printkit.core.errors import LayoutError, RefusalError, Where
from printkit.layout.language.expressions import (
    NO_FUNCTIONS,
    Env,
    Expression,
    Functions,
    parse_expression,
    shift,
)
from printkit.layout.language.functions import CHARACTERS_A_STEP, MAX_TEXT, as_printed

_QUOTED = r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+\""""
_INSIDE = rf"(?:[^{{}}'\"]|{_QUOTED})*+"
_BRACES = re.compile(rf"\{{\{{|\}}\}}|\{{({_INSIDE})\}}|[{{}}]", re.DOTALL)
BRACED: Final = rf"\{{{_INSIDE}\}}"
"""A pattern for one expression in braces."""


class Template:
    """Text with expressions."""

    __slots__ = ("expressions", "is_constant", "names", "parts", "point", "sole")

    def __init__(self, parts: tuple[str | Expression, ...], point: str = ".") -> None:
        found = [part for part in parts if isinstance(part, Expression)]
        self.parts = parts  # texts and expressions
        self.point = point  # the decimal separator
        self.expressions = found
        self.names: frozenset[str] = frozenset().union(*(part.names for part in found))
        self.is_constant = not found
        self.sole = found[0] if found and len(parts) == 1 else None  # the only part

    def evaluate(self, env: Env) -> str:
        """Return the text for these facts; inserted values are never parsed as templates."""
        if self.is_constant:
            return "".join(self.parts)  # type: ignore[arg-type]
        if self.sole:
            text = self._show(self.sole, env)
        else:
            text = "".join([p if isinstance(p, str) else self._show(p, env) for p in self.parts])
        count_steps(len(text) // CHARACTERS_A_STEP)
        if len(text) > MAX_TEXT:
            where = self.expressions[0].where
            raise LayoutError(f"a text of {len(text)} characters is too long", where)
        return text

    def with_decimal_point(self, point: str) -> Template:
        """Return the same text with another decimal separator."""
        return self if point == self.point else Template(self.parts, point)

    def texts(self, env: Env) -> Iterator[str]:
        """Yield the text of each part."""
        for part in self.parts:
            yield part if isinstance(part, str) else self._show(part, env)

    def _show(self, part: Expression, env: Env) -> str:
        value = part.evaluate(env)
        try:
            return as_printed(value, self.point)
        except RefusalError as error:
            raise LayoutError(f"'{part.text}': {error.message}", part.where, error.hint) from None


def parse_template(text: str, where: Where, functions: Functions = NO_FUNCTIONS) -> Template:
    """Compile text with expressions in braces; {{ and }} are plain braces."""
    if len(text) > MAX_TEXT:
        raise LayoutError(f"a text of {len(text)} characters is too long", where)
    parts: list[str | Expression] = []
    literal, end = "", 0
    for found in _BRACES.finditer(text):
        literal += text[end : found.start()]
        end = found.end()
        if found[0] in ("{{", "}}"):
            literal += found[0][0]
            continue
        if found[1] is None:
            raise _lone_brace(found[0], shift(where, text, found.start()))
        parts += [literal] if literal else []
        parts.append(parse_expression(found[1], shift(where, text, found.start() + 1), functions))
        literal = ""
    literal += text[end:]
    return Template((*parts, literal) if literal or not parts else tuple(parts))


def _lone_brace(brace: str, where: Where) -> LayoutError:
    if brace == "{":
        hint = "close it and its quotes, or write {{ for a plain brace"
        return LayoutError("this { is never closed", where, hint)
    return LayoutError("a } without a {", where, "write }} for a plain brace")


def show_value(value: object, point: str = ".") -> str:
    """Format a value as templates do; raise a LayoutError without a place if that fails."""
    try:
        return as_printed(value, point)
    except RefusalError as error:
        raise error.at(None) from None


_TOKEN: Final = re.compile(
    rf"(?P<plain>\{{\{{|\}}\}}|{BRACED}|(?<!\S)\*(?!\S))"
    r"|(?P<escape>\\(?=[*:\\]).)"
    r"|(?P<stars>\*{1,3})"
    rf"|:(?=[A-Za-z{{])(?P<icon>(?:[\w-]|{BRACED})++):",
    re.DOTALL,
)


class Phrase(NamedTuple):
    """Words in one style."""

    template: Template
    bold: bool
    italic: bool


class IconMark(NamedTuple):
    """An icon in a line; its name may contain expressions."""

    name: Template
    where: Where


Phrases: TypeAlias = tuple[Phrase | IconMark, ...]


def parse_marks(
    text: str, place: Callable[[int], Where], functions: Functions = NO_FUNCTIONS
) -> Phrases:
    """Parse a text into phrases; `place` returns the place of a character."""
    return tuple(_PhraseParser(text, place, functions).phrases())


class _PhraseParser:
    """A parser of marks in a text; `opened` has the start of open bold and italic words."""

    def __init__(self, text: str, place: Callable[[int], Where], functions: Functions) -> None:
        self.text, self.place, self.functions = text, place, functions
        self.opened: dict[str, int] = {}

    def phrases(self) -> Iterator[Phrase | IconMark]:
        start = 0
        for found in _TOKEN.finditer(self.text):
            if found["plain"]:
                continue
            yield from self.phrase(start, found.start())
            start = found.end()
            if found["escape"]:
                start = found.end() - 1
            elif found["icon"]:
                name = self.template(found.start("icon"), found.end("icon"))
                yield IconMark(name, self.place(found.start("icon")))
            else:
                self.toggle(found["stars"], found.start())
        yield from self.phrase(start, len(self.text))
        self.check_closed()

    def phrase(self, start: int, end: int) -> Iterator[Phrase]:
        if start < end:
            yield Phrase(self.template(start, end), "**" in self.opened, "*" in self.opened)

    def template(self, start: int, end: int) -> Template:
        return parse_template(self.text[start:end], self.place(start), self.functions)

    def toggle(self, stars: str, at: int) -> None:
        for mark in ("**", "*") if len(stars) == 3 else (stars,):
            if self.opened.pop(mark, None) is None:
                self.opened[mark] = at

    def check_closed(self) -> None:
        for mark, at in self.opened.items():
            hint = f"write {mark} again where it ends, or \\{mark[0]} for a plain star"
            raise LayoutError(f"this {mark} is never closed", self.place(at), hint)
