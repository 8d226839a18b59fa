"""Stencils: the elements of a page as one text that is open where pages differ.

Pages that are read alike have the same elements, but for the numbers of objects and a few words.
Such a text is cut once, and filled in for each of them. Knows no tags and no file.
"""

from __future__ import annotations

from collections.abc import Sequence

from printkit.patterns import pattern
from printkit.tuples import NamedTuple

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
    size: int  # how many objects there are, with the page
    opens: tuple[int, ...]  # what is open: the object with this number, or words after all of them
    ties: tuple[tuple[int, int], ...]  # which object each key leads to, counted from the page's

    def filled(self, page: int, told: Sequence[str]) -> list[str]:
        """The lines for the page with this number, of which this is told."""
        values = [*map(str, range(page, page + self.size)), *told]
        return (self.text % tuple(map(values.__getitem__, self.opens))).split("\n")


def cut(lines: Sequence[str], ties: Sequence[tuple[int, int]]) -> Stencil:
    """The stencil of these lines: one for each object, and one for the top."""
    pieces = _OPEN.split("\n".join(lines).replace("%", "%%"))
    kinds, figures = pieces[1::3], map(int, pieces[2::3])
    shift = {"+": 0, "=": len(lines)}
    opens = [shift[kind] + figure for kind, figure in zip(kinds, figures, strict=True)]
    return Stencil("%s".join(pieces[::3]), len(lines), tuple(opens), tuple(ties))
