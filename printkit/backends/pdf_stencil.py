"""Stencils: the elements of a page as one text that is open where pages differ.

Pages that are read alike have the same elements, but for the numbers of objects and a few words.
Such a text is cut once, and filled in for each of them. Knows no tags and no file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.patterns import pattern
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

_OPEN = pattern("\0([+=])([0-9]+);")


class Told(str):
    """Stands for words that only the page tells, by their number."""

    __slots__ = ()

    def __new__(cls, number: int) -> Told:
        """Not to be mistaken for text: no string in a PDF has this first character as it is."""
        return super().__new__(cls, f"\0={number};")


def numbered(after: int) -> str:
    """Stands for the object that comes so many numbers after the page, which itself is 0."""
    return f"\0+{after}; 0 R"


class Stencil(NamedTuple):
    """The objects of a page, from the first one after it on, and which of them are at the top."""

    text: str  # a line for each object and one for the top, with %s for everything that is open
    numbers: tuple[int, ...]  # what is open: numbers after the page; 0 for words
    told: tuple[tuple[int, int], ...]  # where words are open, and which
    ties: tuple[tuple[int, int], ...]  # which object each key leads to, counted from the page's

    def filled(self, page: int, told: Sequence[str]) -> list[str]:
        """The lines for the page with this number, of which this is told."""
        values: list[int | str] = [page + number for number in self.numbers]
        for at, number in self.told:
            values[at] = told[number]
        return (self.text % tuple(values)).split("\n")


def cut(lines: Sequence[str], ties: Sequence[tuple[int, int]]) -> Stencil:
    """The stencil of these lines."""
    pieces = _OPEN.split("\n".join(lines).replace("%", "%%"))
    kinds, figures = pieces[1::3], [int(figure) for figure in pieces[2::3]]
    both = list(zip(kinds, figures, strict=True))
    numbers = tuple([figure if kind == "+" else 0 for kind, figure in both])
    told = tuple([(at, figure) for at, (kind, figure) in enumerate(both) if kind == "="])
    return Stencil("%s".join(pieces[::3]), numbers, told, tuple(ties))
