"""Marks in words: `**bold**`, `*italic*` and `:icon:`, in a text that says it has some.

Takes the text as it stands in the layout; gives phrases, each a template with its look, and icons.
Marks are read before anything is filled in: what a `{…}` stands for is printed as it is, unless
the layout says by `marks(…)` that there are marks in it too. Knows no fact, font or drawing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, TypeAlias

from printkit.errors import LayoutError, Where
from printkit.layout.expressions import BRACED, NO_FUNCTIONS, Template, parse_template
from printkit.patterns import pattern
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.layout.compiler import Functions

_TOKEN: Final = pattern(
    rf"(?P<plain>\{{\{{|\}}\}}|{BRACED}|(?<!\S)\*(?!\S))"
    r"|(?P<escape>\\(?=[*:\\]).)"
    r"|(?P<stars>\*{1,3})"
    rf"|:(?=[A-Za-z{{])(?P<icon>(?:[\w-]|{BRACED})++):",
    re.DOTALL,
)


class Phrase(NamedTuple):
    """Words in one look."""

    template: Template
    bold: bool
    italic: bool


class IconMark(NamedTuple):
    """An icon in a line; its name may be filled in."""

    name: Template
    where: Where


Phrases: TypeAlias = tuple[Phrase | IconMark, ...]


def parse_marks(
    text: str, place: Callable[[int], Where], functions: Functions = NO_FUNCTIONS
) -> Phrases:
    """The phrases of a text; `place` tells where each of its characters stands."""
    return tuple(_Marks(text, place, functions).phrases())


class _Marks:
    """Goes through a text from mark to mark; `opened` is where bold and italic words began."""

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
