"""Fonts: the measures of faces, and shaping, the same for all backends.

Takes text, a face id and a size in points; gives runs of characters with the place of each.
Every character is exactly one glyph: kerning is on; ligatures and every other substitution are
off, so a run can be drawn from its characters and offsets alone. Figures have one width in all
shipped faces but the hand one. Knows no page, no layout and no output format.

A character the face lacks is taken from DejaVu Sans, the symbols face; one that no face has is
refused by name, like those that `characters` refuses. A private character prints where a face of
one's own has it.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import groupby
from math import hypot
from struct import unpack
from typing import TYPE_CHECKING, Literal, cast

import uharfbuzz as hb

from printkit.characters import is_private, name_of, refuse_unprintable, spell, visible
from printkit.errors import MissingGlyphError, brief
from printkit.faces import FAMILIES, OwnFace, find_face, is_own
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printkit.scene import PathCommand


class Metrics(NamedTuple):
    """The measures of a face as parts of its size; `descent` is positive, below the baseline."""

    ascent: float
    descent: float
    cap_height: float


class Run(NamedTuple):
    """Text in one face: it starts at `x`, and `offsets[i]` is where character i starts after it."""

    text: str
    """What is written."""
    face: str
    """The id of its face."""
    x: float
    """Where it starts."""
    offsets: tuple[float, ...]
    """Where each character starts, right of `x`."""
    width: float
    """How far it reaches, to the start of what follows."""


class Subset(NamedTuple):
    """A font file with nothing but some glyphs, ready to embed; `glyphs` are their new numbers."""

    data: bytes
    glyphs: dict[str, int]
    box: tuple[float, float, float, float]
    """What holds every glyph of the face: left, bottom, right, top (y up), per size."""


LONGEST_REACH = 2.5
"""No glyph lies further from its origin, in parts of its size."""

_LARGEST_AREA = 4.0
_MOST_STROKES = 5000
_BOLD = 600
_LONGEST_CACHED = 200

_KERNING_ONLY = {
    "kern": True,
    **dict.fromkeys(
        ("liga", "clig", "dlig", "hlig", "rlig", "calt", "rclt", "ccmp", "locl", "mark", "mkmk"),
        False,
    ),
}

_EMBEDDED_TABLES = frozenset({"glyf", "head", "hhea", "hmtx", "loca", "maxp"})


@lru_cache(maxsize=256)
def metrics(face_id: str) -> Metrics:
    """The measures of a face, as parts of its size."""
    font = _font(face_id)
    em = font.face.upem
    extents = font.get_font_extents("ltr")
    return Metrics(extents.ascender / em, -extents.descender / em, _height_of("H", face_id))


def has_glyph(character: str, face_id: str) -> bool:
    """Whether the face itself, without its fallback, has the character."""
    return _look_at(character, face_id) != "missing"


@lru_cache(maxsize=16384)
def _look_at(character: str, face_id: str) -> Literal["missing", "sound", "beyond measure"]:
    """What a face has for a character; what a font of one's own says of itself may be wrong."""
    if not _font(face_id).get_nominal_glyph(ord(character)):
        return "missing"
    if not is_own(face_id) or character.isspace():
        return "sound"
    outline = _draw(character, face_id)
    if not outline:
        return "missing"
    return "sound" if _is_sound(outline) else "beyond measure"


def _is_sound(outline: tuple[PathCommand, ...]) -> bool:
    """Whether a glyph stays near its origin and is neither huge nor endless."""
    left, top, right, bottom = _box(outline)
    reach = hypot(max(-left, right), max(-top, bottom))
    area = (right - left) * (bottom - top)
    return reach <= LONGEST_REACH and area <= _LARGEST_AREA and len(outline) <= _MOST_STROKES


def _box(outline: tuple[PathCommand, ...]) -> tuple[float, float, float, float]:
    """What holds all points of an outline: left, top, right, bottom (y down)."""
    across = [number for _, *numbers in outline for number in numbers[0::2]]
    down = [number for _, *numbers in outline for number in numbers[1::2]]
    return min(across), min(down), max(across), max(down)


def shape(text: str, face_id: str, size: float) -> tuple[Run, ...]:
    """The text as runs of one face each, every character placed, in points."""
    return tuple(
        Run(
            run.text,
            run.face,
            run.x * size,
            tuple([offset * size for offset in run.offsets]),
            run.width * size,
        )
        for run in _unit_runs(text, face_id)
    )


def text_width(text: str, face_id: str, size: float) -> float:
    """How wide the shaped text is, in points."""
    return _unit_width(text, face_id) * size


def picture(text: str, face_id: str) -> tuple[object, ...]:
    """What is seen of a text, mark by mark: texts with the same picture cannot be told apart.

    Latin A, Greek Alpha and Cyrillic A are one mark where a face draws them alike.
    """
    return tuple(glyph_outline(one, _printing_face(one, face_id)) or one for one in visible(text))


@lru_cache(maxsize=16384)
def advance(character: str, face_id: str) -> float:
    """How far the pen moves for the character alone, as a part of the size."""
    font = _font(face_id)
    glyph = font.get_nominal_glyph(ord(character))
    return float(font.get_glyph_h_advance(glyph) / font.face.upem)


def subset(characters: Iterable[str], face_id: str, *, mapped: bool = False) -> Subset:
    """The face cut down to these characters, without hints and layout tables.

    It knows its glyphs by number alone, unless it is to be `mapped` from characters.
    """
    font = _font(face_id)
    wanted = {character: font.get_nominal_glyph(ord(character)) for character in characters}
    choice = hb.SubsetInput()
    choice.flags = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NO_LAYOUT_CLOSURE
    choice.glyph_set.update(wanted.values())
    kept = _EMBEDDED_TABLES
    if mapped:
        choice.unicode_set.update(map(ord, wanted))
        kept = kept.union(("cmap",))
    choice.drop_table_tag_set.update(
        int.from_bytes(tag.encode()) for tag in font.face.table_tags if tag not in kept
    )
    plan = hb.SubsetPlan(font.face, choice)
    renumbered = plan.old_to_new_glyph_mapping
    head = font.face.reference_table("head").data
    left, bottom, right, top = (edge / font.face.upem for edge in unpack(">4h", head[36:44]))
    return Subset(
        plan.execute().blob.data,
        {character: renumbered[glyph] for character, glyph in wanted.items()},
        (left, bottom, right, top),
    )


@lru_cache(maxsize=8192)
def glyph_outline(character: str, face_id: str) -> tuple[PathCommand, ...]:
    """The glyph as a path for a size of 1, y down from the baseline; filled non-zero."""
    return _draw(character, face_id)


def _draw(character: str, face_id: str) -> tuple[PathCommand, ...]:
    font = _font(face_id)
    calls: list[tuple[str, *tuple[float, ...]]] = []
    font.draw_glyph(font.get_nominal_glyph(ord(character)), _outline_pen(), calls)
    units = (1 / font.face.upem, -1 / font.face.upem)
    return tuple(
        cast("PathCommand", (verb, *(value * units[i % 2] for i, value in enumerate(values))))
        for verb, *values in calls
    )


def _unit_width(text: str, face_id: str) -> float:
    measure = _measure if len(text) <= _LONGEST_CACHED else _measure_long
    return measure(text, face_id)


@lru_cache(maxsize=16384)
def _measure(text: str, face_id: str) -> float:
    runs = _unit_runs(text, face_id)
    return runs[-1].x + runs[-1].width if runs else 0.0


@lru_cache(maxsize=64)
def _measure_long(text: str, face_id: str) -> float:
    """A long text is measured again and again where it may shrink."""
    return _measure.__wrapped__(text, face_id)


def _unit_runs(text: str, face_id: str) -> tuple[Run, ...]:
    split = _split if len(text) <= _LONGEST_CACHED else _split.__wrapped__
    return split(text, face_id)


@lru_cache(maxsize=2048)
def _split(text: str, face_id: str) -> tuple[Run, ...]:
    """The runs of a text for a size of 1."""
    runs = []
    x = 0.0
    spelt = spell(text)
    for face, characters in groupby(spelt, lambda character: _printing_face(character, face_id)):
        run = _shape_run("".join(characters), face, x)
        runs.append(run)
        x += run.width
    return tuple(runs)


def _shape_run(text: str, face_id: str, x: float) -> Run:
    """Text of one face, put together from pairs of neighbours.

    Kerning in the shipped faces looks no further than the next character, which a test holds for
    text of one script. So each pair is shaped once, and numbers or codes by the thousand need no
    shaping at all.
    """
    if is_own(face_id):
        return _shape_whole_run(text, face_id, x)
    em = _font(face_id).face.upem
    offsets = []
    pen = 0
    for place, character in enumerate(text, 1):
        offsets.append(pen / em)
        pen += _step(character, text[place : place + 1], face_id)
    return Run(text, face_id, x, tuple(offsets), pen / em)


def _shape_whole_run(text: str, face_id: str, x: float) -> Run:
    """Text of a face whose kerning may look as far as it likes, but not move letters back."""
    em = _font(face_id).face.upem
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
    font = _font(face_id)
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


@lru_cache(maxsize=16384)
def _printing_face(character: str, face_id: str) -> str:
    """The face itself, or the symbols face that has the character; an error if none has."""
    if not (is_own(face_id) and is_private(character) and has_glyph(character, face_id)):
        refuse_unprintable(character)
    for candidate in (face_id, *_fallbacks(face_id)):
        look = _look_at(character, candidate)
        if look == "beyond measure":
            raise MissingGlyphError(f"{name_of(character)} is drawn beyond measure in this font")
        if look == "sound":
            return candidate
    raise MissingGlyphError(f"no font here has the character {name_of(character)}")


def _fallbacks(face_id: str) -> Iterator[str]:
    if find_face(face_id).weight >= _BOLD:
        yield FAMILIES["symbols"]["bold"]
    yield FAMILIES["symbols"]["regular"]


@lru_cache(maxsize=24)
def _font(face_id: str) -> hb.Font:
    face = find_face(face_id)
    if isinstance(face, OwnFace):
        return hb.Font(hb.Face(face.data))
    return hb.Font(hb.Face(hb.Blob.from_file_path(str(face.path))))


def _height_of(character: str, face_id: str) -> float:
    """How far a character rises above the baseline; one that the face lacks is a symbol's."""
    is_sound = _look_at(character, face_id) == "sound"
    outline = glyph_outline(character, face_id if is_sound else FAMILIES["symbols"]["regular"])
    return -_box(outline)[1]


@cache
def _outline_pen() -> hb.DrawFuncs:
    """Appends drawing calls, in font units with y up, to a list; HarfBuzz makes curves cubic."""
    pen = hb.DrawFuncs()
    pen.set_move_to_func(lambda x, y, calls: calls.append(("M", x, y)))
    pen.set_line_to_func(lambda x, y, calls: calls.append(("L", x, y)))
    pen.set_cubic_to_func(lambda *call: call[-1].append(("C", *call[:-1])))
    pen.set_close_path_func(lambda calls: calls.append(("Z",)))
    return pen
