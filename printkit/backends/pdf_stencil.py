"""Stencils: the elements of a page as one text that is open where pages differ.

Pages that are read alike have the same elements, but for the numbers of objects and a few words.
Such a text is cut once, and filled in for each of them. Knows no tags and no file.

Objects of a page are numbered one after the other. So pages whose own numbers end in the same
digit differ in what stands before the last digits alone, which is a handful of values: a text is
cut for each digit, and these values are put in with a replacement each.

What stands for the fifth object after the page, as in `/P 132 0 R`, is `/P %s 0 R` in `text`. For
pages whose numbers end in 7 it is cut to `/P T2 0 R`: T is the mark of one ten more than the page
has. Page 127 puts 13 there, page 137 puts 14.
"""

from __future__ import annotations

from collections.abc import Sequence

from printkit.patterns import pattern

_OPEN = pattern("\0([+=])([0-9]+);")
_MARKS = b"\1\2\3\4\5\6\7"


def numbered(after: int) -> str:
    """Stands for the object that comes so many numbers after the page, which itself is 0."""
    return f"\0+{after}; 0 R"


def value(number: int) -> str:
    """Stands for one of the values that a page brings along, by its number."""
    return f"\0={number};"


class Stencil:
    """The objects of a page from the first one after it on, a line each, and what follows them.

    In `text` %s stands for the number of an object, %%s for a value of the page.
    """

    __slots__ = ("_cuts", "_marks", "elements", "opens", "text", "values")

    def __init__(self, bodies: Sequence[str], *after: str) -> None:
        text, *pieces = _OPEN.split("\n".join((*bodies, *after)).replace("%", "%%%%"))
        kinds, numbers, rest = pieces[::3], list(map(int, pieces[1::3])), pieces[2::3]
        for kind, piece in zip(kinds, rest, strict=True):
            text += ("%s" if kind == "+" else "%%s") + piece
        self.text = text.encode("latin-1")  # the lines, open where pages differ
        self.elements = len(bodies)  # how many objects there are, besides the page
        self.opens = [number for kind, number in zip(kinds, numbers, strict=True) if kind == "+"]
        self.values = [number for kind, number in zip(kinds, numbers, strict=True) if kind == "="]
        self._marks = [_mark(ahead) for ahead in range(self.elements // 10 + 2)]  # all there may be
        self._cuts: dict[int, bytes] = {}  # the text for each last digit of a page

    def filled(self, page: int, values: Sequence[bytes]) -> list[bytes]:
        """The lines for the page that is the object `page`, with its values where `value` stood."""
        tens, digit = divmod(page, 10)
        text = self._cuts.get(digit)
        if text is None:
            text = self._cuts[digit] = self._cut(digit)
        for number, mark in enumerate(self._marks[: (digit + self.elements) // 10 + 1], tens):
            text = text.replace(mark, b"%d" % number if number else b"")
        return (text % tuple([values[number] for number in self.values])).split(b"\n")

    def _cut(self, digit: int) -> bytes:
        """The lines for pages whose numbers end in this digit."""
        places = [divmod(digit + after, 10) for after in range(self.elements + 1)]
        marks = [b"%s%d" % (self._marks[ahead], last) for ahead, last in places]
        return self.text % tuple([marks[number] for number in self.opens])


def _mark(ahead: int) -> bytes:
    """Stands for all but the last digit of numbers so many tens after the page's; a single byte,
    which is replaced in half the time, where a page is not large."""
    return _MARKS[ahead : ahead + 1] or b"\0%d;" % ahead
