"""Lettering: a text as it is set, which can be measured, cut into lines and drawn.

Plain lettering is set in one face. Rich lettering has a mark for every character: the face it is
set in, or the icon that stands there. Breaking lines, shrinking and aligning do not know which of
them they handle. Sizes are points; knows no page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from math import cos, radians, sin
from typing import TypeAlias

from printkit.bidi import base_level, is_mixed, levels, mark_of, unmarked, visual_order
from printkit.fonts import shape, text_width
from printkit.glyphs import metrics
from printkit.icons import Icon, icon_group, stroke_width
from printkit.scene import Colour, Group, Place, Shape, Text
from printkit.theme import pen_width
from printkit.tuples import NamedTuple

ICON = "\N{OBJECT REPLACEMENT CHARACTER}"  # what stands for an icon among the characters of a text

ICON_SIZE = 1.3  # how wide and high an icon in a line is, as a multiple of the type size


class Start(NamedTuple):
    """Where a line begins on its baseline, and how it is turned, clockwise in degrees."""

    x: float
    y: float
    turn: float = 0.0

    def on(self, along: float, above: float = 0.0) -> tuple[float, float]:
        """The point so far along the line, and so far above it."""
        if not self.turn:
            return self.x + along, self.y - above
        c, s = round(cos(radians(self.turn)), 9), round(sin(radians(self.turn)), 9)
        return self.x + along * c + above * s, self.y + along * s - above * c


class LetterLook(NamedTuple):
    """The face of some letters, and how far they lean."""

    face: str
    slant: float = 0.0


class Inset(NamedTuple):
    """An icon that stands in a line, its lines in the colour of the words."""

    icon: Icon
    paint: Colour | None
    pen: float

    def group(self, size: float, colour: Colour) -> Group:
        """The drawing for words of this size."""
        high = size * ICON_SIZE
        return icon_group(
            self.icon, high, colour, self.paint, pen_width(stroke_width(high), self.pen)
        )


Mark: TypeAlias = LetterLook | Inset


class Lettering(NamedTuple):
    """Text in one face, or with a mark for each of its characters.

    Where there are marks, `face` is that of the words around them.
    """

    text: str
    face: str
    marks: tuple[Mark, ...] = ()

    def width(self, size: float) -> float:
        """How wide it is."""
        if not self.marks:
            return text_width(self.text, self.face, size)
        return sum(_advance(text, mark, size) for text, mark in self.runs())

    def cut(self, start: int, end: int) -> Lettering:
        """Some of its characters."""
        return Lettering(self.text[start:end], self.face, self.marks[start:end])

    def hyphenated(self) -> Lettering:
        """The same with a hyphen at its end."""
        return Lettering(self.text + "-", self.face, self.marks + self.marks[-1:])

    def led(self, mark: str) -> Lettering:
        """The same, made to run one way by an invisible mark before it."""
        marks = (LetterLook(self.face), *self.marks) if self.marks else ()
        return Lettering(mark + self.text, self.face, marks)

    def dense(self) -> Lettering:
        """The same without blanks."""
        kept = [at for at, character in enumerate(self.text) if character not in " \n"]
        marks = tuple(self.marks[at] for at in kept) if self.marks else ()
        return Lettering("".join(self.text[at] for at in kept), self.face, marks)

    @property
    def shown(self) -> str:
        """What an error calls it: icons by their names."""
        return self.named(":{}:".format)

    @property
    def has_icons(self) -> bool:
        """Whether icons stand among the letters."""
        return any(isinstance(mark, Inset) for mark in self.marks)

    def named(self, call: Callable[[str], str]) -> str:
        """The text with what each of its icons is called."""
        if not self.marks:
            return unmarked(self.text)
        pairs = zip(self.text, self.marks, strict=True)
        named = (call(mark.icon.name) if isinstance(mark, Inset) else text for text, mark in pairs)
        return unmarked("".join(named))

    def shapes(self, start: Start, size: float, colour: Colour) -> Iterable[Shape]:
        """What is drawn: letters, and icons among them."""
        if self.marks:
            return self._marked(start, size, colour)
        return letters(self.text, LetterLook(self.face), start, size, colour)

    def _marked(self, start: Start, size: float, colour: Colour) -> Iterator[Shape]:
        """What is drawn for its runs; icons stand in the middle of the capitals."""
        along = 0.0
        middle = metrics(self.face).cap_height * size / 2
        for text, mark in self.runs():
            if isinstance(mark, Inset):
                group = mark.group(size, colour)
                spot = start.on(along, middle + group.height / 2)
                yield Place(group, *spot, turn=start.turn)
            else:
                yield from letters(text, mark, Start(*start.on(along), start.turn), size, colour)
            along += _advance(text, mark, size)

    def runs(self) -> Iterator[tuple[str, Mark]]:
        """Neighbours with the same mark together, from left to right; every icon by itself."""
        return self._ordered() if is_mixed(self.text) else self._typed()

    def _ordered(self) -> Iterator[tuple[str, Mark]]:
        """The runs where some words run from right to left, each with whether it does."""
        found = levels(self.text, base_level(self.text))
        at, cut = 0, []
        for (level, _), group in groupby(zip(found, self.marks, strict=True)):
            end = at + sum(1 for _ in group)
            cut.append((level, self.cut(at, end)))
            at = end
        for place in visual_order([level for level, _ in cut]):
            level, words = cut[place]
            for text, mark in words._typed():
                yield (
                    mark_of(1) + text if level % 2 and isinstance(mark, LetterLook) else text,
                    mark,
                )

    def _typed(self) -> Iterator[tuple[str, Mark]]:
        """The runs as they were typed."""
        at = 0
        for mark, group in groupby(self.marks):
            end = at + sum(1 for _ in group)
            if isinstance(mark, Inset):
                yield from ((ICON, mark) for _ in range(at, end))
            else:
                yield self.text[at:end], mark
            at = end


def letters(
    text: str, look: LetterLook, start: Start, size: float, colour: Colour
) -> Iterator[Text]:
    """Words in one look, from where they start."""
    for run in shape(text, look.face, size):
        x, y = start.on(run.x)
        yield Text(
            x, y, run.text, run.face, size, colour, run.offsets, run.width, start.turn, look.slant,
            run.glyphs,
        )  # fmt: skip


def _advance(text: str, mark: Mark, size: float) -> float:
    if isinstance(mark, Inset):
        return size * ICON_SIZE
    return text_width(text, mark.face, size)
