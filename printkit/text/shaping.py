"""Shaping: text in a face and a size becomes runs, the same for all backends.

A plain run has one glyph for each character: kerning is on; ligatures and all other substitutions
are off, so that it can be drawn from its characters and offsets alone. In scripts whose letters
join, stack or run from right to left, a run has glyphs, as HarfBuzz shapes them.

A character that the face lacks is taken from DejaVu Sans, the symbols face, or from a font of this
system. If no face has it, an error names it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, repeat
from typing import NamedTuple, cast
from unicodedata import normalize

import uharfbuzz as hb

from printkit.core.budget import count_steps
from printkit.core.errors import MissingGlyphError, brief, name_of
from printkit.core.messages import say
from printkit.core.scene import PathCommand, ShapedGlyph
from printkit.core.units import add_up
from printkit.text import bidi, systemfonts
from printkit.text.characters import (
    JOINERS,
    is_plain,
    is_private,
    refuse_misplaced,
    refuse_unprintable,
    spell,
    visible,
)
from printkit.text.faces import candidates, find_face, is_own
from printkit.text.glyphs import (
    can_show,
    check_glyph,
    font_of,
    glyph_number,
    glyph_outline,
    has_glyph,
    is_sound,
)
from printkit.text.segmentation import clusters, script_of


class Run(NamedTuple):
    """Text in one face, with the position of each character or glyph."""

    text: str
    face: str  # the id of the face
    x: float  # the start
    offsets: tuple[float, ...]  # the start of each character, relative to `x`; not for glyphs
    width: float  # the advance of the whole run
    glyphs: tuple[ShapedGlyph, ...] = ()  # drawn instead of characters, from left to right

    def at_size(self, size: float) -> Run:
        """Return the same run in a size."""
        return Run(
            self.text,
            self.face,
            self.x * size,
            tuple([offset * size for offset in self.offsets]),
            self.width * size,
            tuple([one.at_size(size) for one in self.glyphs]) if self.glyphs else (),
        )

    def outlines(self) -> Iterator[tuple[tuple[PathCommand, ...], float, float]]:
        """Yield each outline for a size of 1, with its offset from `x` and below the baseline."""
        for glyph in self.glyphs:
            yield glyph_outline(glyph.number, self.face), glyph.x, glyph.y
        for character, offset in zip(self.text, self.offsets, strict=False):
            yield glyph_outline(character, self.face), offset, 0.0


_KERNING_ONLY = dict.fromkeys(
    ("liga", "clig", "rlig", "calt", "rclt", "ccmp", "locl", "mark", "mkmk"), False
)
"""All features that HarfBuzz applies by default, except kerning, switched off."""
LONGEST_CACHED = 200
"""In characters. Longer texts have small caches of their own, to limit the memory needed."""
_DOTTED_CIRCLE = "\N{DOTTED CIRCLE}"
_FARTHEST = 3.0
"""The farthest a glyph may be moved from its position, relative to its size."""


def plain_run(text: str, face_id: str, x: float = 0.0) -> Run:
    """Shape text of one face with one glyph per character; a font must not move letters back."""
    em = font_of(face_id).face.upem
    places = []
    pen = 0
    for position in _shape_letters(text, face_id):
        places.append(pen + position.x_offset)
        pen += position.x_advance
    if [0, *places, pen] != sorted([0, *places, pen]):
        raise _inseparable(text)
    return Run(text, face_id, x, tuple(place / em for place in places), pen / em)


def _shape_letters(text: str, face_id: str) -> list[hb.GlyphPosition]:
    """Return the positions of characters from HarfBuzz; each character must stay one glyph."""
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
    return MissingGlyphError(say("'{text}' can't be printed with this font", text=brief(text)))


def glyph_run(text: str, face_id: str, *, backwards: bool) -> Run:
    """Shape text of one script and direction, as HarfBuzz joins, stacks and orders its letters."""
    buffer = hb.Buffer()
    buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if backwards else "ltr"
    hb.shape(font_of(face_id), buffer)
    numbers = [info.codepoint for info in buffer.glyph_infos]
    _check(text, numbers, face_id)
    texts = _glyph_texts(text, [info.cluster for info in buffer.glyph_infos], backwards=backwards)
    em, pen = font_of(face_id).face.upem, 0
    glyphs = []
    for number, position, meaning in zip(numbers, buffer.glyph_positions, texts, strict=True):
        place = (pen + position.x_offset) / em, -position.y_offset / em
        if max(abs(position.x_offset), abs(position.y_offset)) > _FARTHEST * em:
            raise _inseparable(text)
        glyphs.append(ShapedGlyph(number, *place, meaning))
        pen += position.x_advance
    return Run(text, face_id, 0.0, (), pen / em, tuple(glyphs))


def _check(text: str, numbers: list[int], face_id: str) -> None:
    """Refuse text that HarfBuzz could only draw with a box or a dotted circle."""
    circle = glyph_number(_DOTTED_CIRCLE, face_id)
    if _DOTTED_CIRCLE not in text and circle and circle in numbers:
        template = "'{text}' has a combining mark that doesn't fit its letter"
        raise MissingGlyphError(say(template, text=brief(text)))
    if 0 in numbers:
        raise MissingGlyphError(say("no available font can join '{text}'", text=brief(text)))
    if not all(is_sound(number, face_id) for number in set(numbers)):
        raise MissingGlyphError(say("'{text}' is far too large in this font", text=brief(text)))


def _glyph_texts(text: str, clusters: list[int], *, backwards: bool) -> Iterator[str]:
    """Yield the characters of each glyph; if several glyphs share them, the first one has them.

    They are in visual order, as the glyphs are, because PDF readers reverse a whole run.
    """
    starts = sorted(set(clusters))
    ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
    told: set[int] = set()
    for start in clusters:
        meaning = "" if start in told else text[start : ends[start]]
        yield meaning[::-1] if backwards else meaning
        told.add(start)


_STEPS_A_TEXT = 10
_STEPS_A_CHARACTER = 20


class _Piece(NamedTuple):
    """A cluster, the script of its letter, and a face that has it; empty if not yet known."""

    text: str
    script: str
    face: str = ""


def mixed_runs(text: str, face_id: str) -> tuple[Run, ...]:
    """Return the runs of a text in reading order, each with its position."""
    count_steps(_STEPS_A_TEXT + _STEPS_A_CHARACTER * len(text))
    make = _runs if len(text) <= LONGEST_CACHED else _long_runs
    found = make(text, face_id, systemfonts.font_source())
    for run in found:
        systemfonts.note_use(run.face)
    return found


def marks(text: str, face_id: str) -> tuple[object, ...]:
    """Return what is seen of a text: the outline of each glyph, and its position if it varies."""
    seen: list[object] = []
    for run in mixed_runs(text, face_id):
        if run.glyphs:
            seen += [(outline, round(x, 2), round(y, 2)) for outline, x, y in run.outlines()]
        else:
            seen += [outline or " " for outline, _, _ in run.outlines()]
    return tuple(seen)


def skeleton(text: str, face_id: str) -> tuple[object, ...]:
    """Return the outlines of letters and marks, each separate and independent of its position."""
    source = systemfonts.font_source()
    faces = ((one, _face(one, face_id, text, source)) for one in normalize("NFD", text))
    return tuple((glyph_outline(one, face) if face else ()) or one for one, face in faces)


@lru_cache(maxsize=16)
def _long_runs(text: str, face_id: str, source: systemfonts.FontSource) -> tuple[Run, ...]:
    """Return the runs of a long text, which is measured repeatedly while it shrinks to fit."""
    return _runs.__wrapped__(text, face_id, source)


@lru_cache(maxsize=2048)
def _runs(text: str, face_id: str, source: systemfonts.FontSource) -> tuple[Run, ...]:
    base = bidi.base_level(text)
    spelt = spell(text)
    pieces = _with_faces(spelt, face_id, source)
    levels = bidi.levels(spelt, base)
    items = []
    at = 0
    for piece in pieces:
        if piece.text not in bidi.MARKS:
            items.append((levels[at], piece))
        at += len(piece.text)
    shaped = [
        (level, _script_runs([piece for _, piece in several], level))
        for (level, _), several in groupby(items, key=lambda item: (item[0], item[1].face))
    ]
    return _in_order([(level, run) for level, several in shaped for run in several])


def _in_order(found: list[tuple[int, Run]]) -> tuple[Run, ...]:
    """Return the runs in reading order, each at its position on the line."""
    placed = [run for _, run in found]
    x = 0.0
    for at in bidi.visual_order([level for level, _ in found]):
        placed[at] = placed[at]._replace(x=x)
        x += placed[at].width
    return tuple(placed)


def _script_runs(pieces: list[_Piece], level: int) -> list[Run]:
    """Shape pieces of one face and direction, a run per script; blanks join what is before them."""
    face = pieces[0].face
    parts: list[list[str]] = []
    before = None
    for piece in pieces:
        if before is None or (piece.script and before and piece.script != before):
            parts.append([])
        before = piece.script or before or ""
        parts[-1].append(piece.text)
    runs = []
    for text in map("".join, parts):
        if level % 2 == 0 and all(is_plain(one) or is_private(one) for one in text):
            runs.append(plain_run(text, face))
        else:
            runs.append(glyph_run(text, face, backwards=bool(level % 2)))
    return runs


def _with_faces(text: str, face_id: str, source: systemfonts.FontSource) -> list[_Piece]:
    starts = clusters(text)
    pieces = []
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        cluster = text[start:end]
        if not _is_private_here(cluster[0], face_id) and cluster not in bidi.MARKS:
            refuse_unprintable(cluster[0])
        pieces.append(_Piece(cluster, script_of(cluster[0])))
    found: list[_Piece] = []
    for _, several in groupby(pieces, key=lambda piece: (piece.script, piece.text in bidi.MARKS)):
        found += _with_one_face(list(several), face_id, text, source)
    for piece in found:
        if not is_private(piece.text[0]) and piece.text not in bidi.MARKS:
            refuse_misplaced(piece.text)
    return found


def _is_private_here(character: str, face_id: str) -> bool:
    return is_own(face_id) and is_private(character) and check_glyph(character, face_id) == "sound"


def _with_one_face(
    pieces: list[_Piece], face_id: str, text: str, source: systemfonts.FontSource
) -> list[_Piece]:
    """Find faces for pieces of one script: one for all if possible, since letters may join."""
    if pieces[0].text in bidi.MARKS:
        return pieces
    characters = "".join(piece.text for piece in pieces)
    face = _face(characters, face_id, text, source) if len(pieces) > 1 else ""
    if face:
        return [piece._replace(face=face) for piece in pieces]
    return [
        piece._replace(
            face=_face(piece.text, face_id, text, source)
            or _missing(piece.text, face_id, text, source)
        )
        for piece in pieces
    ]


def _face(characters: str, face_id: str, text: str, source: systemfonts.FontSource) -> str:
    """Return the first face that has all of the characters; empty if there is none."""
    wanted = {one for one in characters if one not in JOINERS}
    for candidate in candidates(face_id):
        if all(can_show(character, candidate) for character in wanted):
            return candidate
    face = find_face(face_id)
    look = systemfonts.FontStyle(face.weight, face.italic)
    taken = systemfonts.find_system_face(
        "".join(sorted(wanted)), look, systemfonts.region(text), source
    )
    has_all = taken is not None and all(can_show(character, taken.id) for character in wanted)
    return taken.id if taken is not None and has_all else ""


def _missing(cluster: str, face_id: str, text: str, source: systemfonts.FontSource) -> str:
    """Raise an error for a character that no face has, or a mark that none has with its letter."""
    alone = (one for one in cluster if not _face(one, face_id, text, source))
    character = next(alone, cluster[-1])
    message = say("no available font has the character {character}", character=name_of(character))
    raise MissingGlyphError(message, hint=systemfonts.font_advice(character, source))


class NotPlainError(Exception):
    """The exception for text that isn't just characters of the face or the symbols, in a row."""


def shape(text: str, face_id: str, size: float) -> tuple[Run, ...]:
    """Return the text as runs of one face each, every character placed, in points."""
    return tuple(run.at_size(size) for run in _unit_runs(text, face_id))


def text_width(text: str, face_id: str, size: float) -> float:
    """Return the width of the shaped text, in points."""
    return add_up(run.width for run in _unit_runs(text, face_id)) * size


def pictures(texts: Sequence[str], face_id: str) -> list[tuple[object, ...]]:
    """Return what is seen of each text, in one or two forms; texts with one in common look alike.

    Latin A, Greek Alpha and Cyrillic A are equal if the face draws them the same way. An accent is
    the same whether or not it is composed with its letter.
    """
    seen = [visible(text) for text in texts]
    try:
        return [
            (tuple(glyph_outline(one, printing_face(one, face_id)) or one for one in text),)
            for text in seen
        ]
    except NotPlainError:
        return [(marks(text, face_id), skeleton(text, face_id)) for text in seen]


def _unit_runs(text: str, face_id: str) -> tuple[Run, ...]:
    """Return the runs of a text for a size of 1."""
    plain_runs = _plain_runs if len(text) <= LONGEST_CACHED else _long_plain_runs
    try:
        return plain_runs(text, face_id)
    except NotPlainError:
        return mixed_runs(text, face_id)


@lru_cache(maxsize=4096)
def _plain_runs(text: str, face_id: str) -> tuple[Run, ...]:
    """Return the runs of a plain text, each character from the first face that has it."""
    spelt = spell(text)
    runs = []
    x, at = 0.0, 0
    for face, characters in groupby(map(printing_face, spelt, repeat(face_id))):
        run = plain_run(spelt[at : at + len(list(characters))], face, x)
        runs.append(run)
        x += run.width
        at += len(run.text)
    return tuple(runs)


@lru_cache(maxsize=64)
def _long_plain_runs(text: str, face_id: str) -> tuple[Run, ...]:
    """Return the runs of a long plain text, which is measured repeatedly while it shrinks."""
    return _plain_runs.__wrapped__(text, face_id)


@lru_cache(maxsize=16384)
def printing_face(character: str, face_id: str) -> str:
    """Return the face, or the symbols face that has the character; or raise NotPlainError."""
    is_known = is_own(face_id) and is_private(character) and has_glyph(character, face_id)
    if not is_known and not is_plain(character):
        raise NotPlainError
    for candidate in candidates(face_id):
        if can_show(character, candidate):
            return candidate
    raise NotPlainError
