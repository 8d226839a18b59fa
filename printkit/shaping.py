"""Shaping: characters of one face become a run, in which each stands in its place.

A plain run has one glyph for each character: kerning is on; ligatures and every other substitution
are off, so that it can be drawn from its characters and offsets alone. Scripts whose letters
join, stack or run from right to left are runs of glyphs, as HarfBuzz shapes them. Sizes are 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, repeat
from typing import cast

import uharfbuzz as hb

from printkit.errors import MissingGlyphError, brief
from printkit.faces import is_own
from printkit.glyphs import font_of, glyph_number, glyph_outline, is_sound
from printkit.scene import Glyph, PathCommand
from printkit.tuples import NamedTuple


class Run(NamedTuple):
    """Text in one face: it starts at `x`, and `offsets[i]` is where character i starts after it."""

    text: str  # what is written
    face: str  # the id of its face
    x: float  # where it starts
    offsets: tuple[float, ...]  # where each character starts, from `x` on; none in a run of glyphs
    width: float  # how far it reaches, to the start of what follows
    glyphs: tuple[Glyph, ...] = ()  # what is drawn where letters are not plain, from left to right

    def scaled(self, size: float) -> Run:
        """The same run in a size."""
        return Run(
            self.text,
            self.face,
            self.x * size,
            tuple([offset * size for offset in self.offsets]),
            self.width * size,
            tuple([one.scaled(size) for one in self.glyphs]) if self.glyphs else (),
        )

    def outlines(self) -> Iterator[tuple[tuple[PathCommand, ...], float, float]]:
        """What is drawn for a size of 1, and how far right of `x` and below the line it stands."""
        for glyph in self.glyphs:
            yield glyph_outline(glyph.number, self.face), glyph.x, glyph.y
        for character, offset in zip(self.text, self.offsets, strict=False):
            yield glyph_outline(character, self.face), offset, 0.0


_KERNING_ONLY = dict.fromkeys(
    ("liga", "clig", "rlig", "calt", "rclt", "ccmp", "locl", "mark", "mkmk"), False
)
"""What HarfBuzz does unless it is told not to, but for kerning."""
_DOTTED_CIRCLE = "\N{DOTTED CIRCLE}"
_FARTHEST = 3.0
"""No glyph is moved further from its place, in parts of its size."""


def plain_run(text: str, face_id: str, x: float = 0.0) -> Run:
    """Text of one face, put together from pairs of neighbours.

    Kerning in the shipped faces looks no further than the next character, which a test holds for
    text of one script. So each pair is shaped once, and numbers or codes by the thousand need no
    shaping at all.
    """
    if is_own(face_id):
        return _whole_run(text, face_id, x)
    em = font_of(face_id).face.upem
    steps = map(_step, text, (*text[1:], ""), repeat(face_id))
    *offsets, width = [pen / em for pen in accumulate(steps, initial=0)]
    return Run(text, face_id, x, tuple(offsets), width)


def _whole_run(text: str, face_id: str, x: float) -> Run:
    """Text of a face whose kerning may look as far as it likes, but not move letters back."""
    em = font_of(face_id).face.upem
    places = []
    pen = 0
    for position in _shaped(text, face_id):
        places.append(pen + position.x_offset)
        pen += position.x_advance
    if [0, *places, pen] != sorted([0, *places, pen]):
        raise _inseparable(text)
    return Run(text, face_id, x, tuple([place / em for place in places]), pen / em)


@lru_cache(maxsize=16384)
def _step(character: str, following: str, face_id: str) -> int:
    """How far the pen moves from a character to the one that follows, in units of the face."""
    return int(_shaped(character + following, face_id)[0].x_advance)


def _shaped(text: str, face_id: str) -> list[hb.GlyphPosition]:
    """Where HarfBuzz puts the characters, each of which must stay one glyph."""
    font = font_of(face_id)
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "ltr"
    hb.shape(font, buffer, _KERNING_ONLY)
    glyphs = [info.codepoint for info in buffer.glyph_infos]
    if glyphs != [font.get_nominal_glyph(ord(character)) for character in text]:
        raise _inseparable(text)
    return cast("list[hb.GlyphPosition]", buffer.glyph_positions)


def _inseparable(text: str) -> MissingGlyphError:
    return MissingGlyphError(f"'{brief(text)}' cannot be printed letter by letter in this font")


def glyph_run(text: str, face_id: str, *, backwards: bool) -> Run:
    """Text of one script and direction, as HarfBuzz joins, stacks and orders its letters."""
    buffer = hb.Buffer()
    buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if backwards else "ltr"
    hb.shape(font_of(face_id), buffer)
    numbers = [info.codepoint for info in buffer.glyph_infos]
    _check(text, numbers, face_id)
    texts = _meanings(text, [info.cluster for info in buffer.glyph_infos], backwards=backwards)
    em, pen = font_of(face_id).face.upem, 0
    glyphs = []
    for number, position, meaning in zip(numbers, buffer.glyph_positions, texts, strict=True):
        place = (pen + position.x_offset) / em, -position.y_offset / em
        if max(abs(position.x_offset), abs(position.y_offset)) > _FARTHEST * em:
            raise _inseparable(text)
        glyphs.append(Glyph(number, *place, meaning))
        pen += position.x_advance
    return Run(text, face_id, 0.0, (), pen / em, tuple(glyphs))


def _check(text: str, numbers: list[int], face_id: str) -> None:
    """Refuses what HarfBuzz could only draw with a box or a dotted circle in it."""
    circle = glyph_number(_DOTTED_CIRCLE, face_id)
    if _DOTTED_CIRCLE not in text and circle and circle in numbers:
        raise MissingGlyphError(f"'{brief(text)}' has a mark that its letter does not take")
    if 0 in numbers:
        raise MissingGlyphError(f"'{brief(text)}' cannot be joined in any font here")
    if not all(is_sound(number, face_id) for number in set(numbers)):
        raise MissingGlyphError(f"'{brief(text)}' is drawn beyond measure in this font")


def _meanings(text: str, clusters: list[int], *, backwards: bool) -> Iterator[str]:
    """The characters that each glyph stands for; of several for the same ones, the first.

    They are told from left to right, as glyphs are: readers turn all of them around together.
    """
    starts = sorted(set(clusters))
    ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
    told: set[int] = set()
    for start in clusters:
        meaning = "" if start in told else text[start : ends[start]]
        yield meaning[::-1] if backwards else meaning
        told.add(start)
