"""Breaking: lettering becomes lines no wider than a width.

Takes lettering and a width; gives lines of lettering. Words stay whole unless asked: they may be
broken where the line is full (for names), or at syllables with a hyphen (for running text). Where
a script has no blanks, lines end where it lets them. Each line runs the way its paragraph does.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from printkit.bidi import base_level, mark_of
from printkit.budget import spend
from printkit.hyphens import syllables
from printkit.layout.areas import TOLERANCE
from printkit.tuples import NamedTuple
from printkit.writing import has_no_blanks, pieces, whole_clusters

if TYPE_CHECKING:
    from printkit.layout.lettering import Lettering

LONGEST_CACHED = 200
LONGEST_CLUSTER = 16
CHARACTERS_A_STEP = 2


class Breaks(NamedTuple):
    """Where words may be broken: `anywhere` if they must, at the syllables of a `language`."""

    anywhere: bool = False
    language: str = ""


WHOLE_WORDS = Breaks()


def break_lines(
    words: Lettering, size: float, width: float, breaks: Breaks = WHOLE_WORDS
) -> tuple[Lettering, ...]:
    """Lines no wider than `width`, broken at spaces; a longer word stands alone in its line."""
    spend(len(words.text) // CHARACTERS_A_STEP)
    broken = _broken if len(words.text) <= LONGEST_CACHED else _broken.__wrapped__
    return broken(words, size, width, breaks)


@lru_cache(maxsize=4096)
def _broken(words: Lettering, size: float, width: float, breaks: Breaks) -> tuple[Lettering, ...]:
    lines: list[Lettering] = []
    for paragraph in split_lines(words):
        if paragraph.width(size) <= width + TOLERANCE:
            lines.append(paragraph)
        else:
            lines += _led(_Paragraph(paragraph, size, width, breaks).lines(), paragraph.text)
    return tuple(lines)


def _led(lines: list[Lettering], paragraph: str) -> list[Lettering]:
    """The lines, made to run the way their paragraph does even if their own letters do not."""
    if paragraph.isascii():
        return lines
    base = base_level(paragraph)
    mark = mark_of(base)
    return [line if base_level(line.text) == base else line.led(mark) for line in lines]


def split_lines(words: Lettering) -> tuple[Lettering, ...]:
    """The lines as they were written."""
    if "\n" not in words.text:
        return (words,)
    lines, start = [], 0
    for line in words.text.split("\n"):
        lines.append(words.cut(start, start + len(line)))
        start += len(line) + 1
    return tuple(lines)


class _Paragraph:
    """One paragraph that is too wide for a line; `start` and `end` hold the line being filled."""

    def __init__(self, words: Lettering, size: float, width: float, breaks: Breaks) -> None:
        self.words, self.size, self.width, self.breaks = words, size, width, breaks
        self.start = self.end = 0
        self.done: list[Lettering] = []

    def lines(self) -> list[Lettering]:
        for start, end in pieces(self.words.text):
            if self.start == self.end:
                self.start = start
            elif not self.fits(self.start, end) and not self.hyphenate(start, end):
                self.done.append(self.words.cut(self.start, self.end))
                self.start = start
            self.end = end
            self.break_long(start)
        self.done.append(self.words.cut(self.start, self.end))
        return self.done

    def hyphenate(self, start: int, end: int) -> bool:
        """Ends the line inside of a word, after as many syllables as there is room for."""
        if not self.breaks.language:
            return False
        places = syllables(self.words.text[start:end], self.breaks.language)
        fitting = None
        for at, joint in islice(places, bisect_right(places, (self.start - start, True)), None):
            line = self.words.cut(self.start, start + at)
            line = line.hyphenated() if joint else line
            if line.width(self.size) > self.width + TOLERANCE:
                break
            fitting = start + at, line
        if fitting is not None:
            self.start, line = fitting
            self.done.append(line)
        return fitting is not None

    def break_long(self, start: int) -> None:
        """Breaks the line while its only word, or what is left of it, is too wide for it."""
        anywhere = self.breaks.anywhere or has_no_blanks(self.words.text[start : self.end])
        if not anywhere and not self.breaks.language:
            return
        while self.end - self.start > 1 and not self.fits_at_all():
            if not self.hyphenate(start, self.end):
                if not anywhere:
                    return
                at = self.start + self.fitting()
                if at == self.end:
                    return
                self.done.append(self.words.cut(self.start, at))
                self.start = at

    def fits(self, start: int, end: int) -> bool:
        return self.words.cut(start, end).width(self.size) <= self.width + TOLERANCE

    def fits_at_all(self) -> bool:
        """Whether the line fits into the width; of a very long one, its beginning may tell."""
        some = min(self.end, self.start + LONGEST_CACHED)
        return self.fits(self.start, some) and (some == self.end or self.fits(self.start, self.end))

    def fitting(self) -> int:
        """How many characters of the line fit into the width; at least one, with its marks."""
        long, bound = self.end - self.start, 2
        while bound < long and self.fits(self.start, self.start + bound):
            bound *= 2
        counts = range(2, min(bound, long) + 1)
        count = 1 + bisect_right(counts, self.width + TOLERANCE, key=self.wide)
        near = self.words.text[self.start : min(self.end, self.start + count + LONGEST_CLUSTER)]
        return count if near.isascii() else whole_clusters(near, count)

    def wide(self, count: int) -> float:
        return self.words.cut(self.start, self.start + count).width(self.size)
