"""Glyphs: characters of a face, their metrics and outlines, and font subsets.

Measures are relative to the font size. `shaping` puts glyphs together into text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from io import BytesIO
from math import hypot
from struct import error as StructError  # noqa: N812 - it is a class
from struct import unpack
from typing import TYPE_CHECKING, Literal, NamedTuple

import uharfbuzz as hb

from printkit.core.errors import MissingGlyphError, name_of
from printkit.core.geometry import bounds_of, points_of, scaled_path
from printkit.core.messages import say
from printkit.text.faces import FAMILIES, OwnFace, SystemFace, find_face, is_own

if TYPE_CHECKING:
    from printkit.core.scene import PathCommand


class Metrics(NamedTuple):
    """The metrics of a face relative to its size; `descent` is positive, below the baseline."""

    ascent: float
    descent: float
    cap_height: float


class Subset(NamedTuple):
    """A font file with only some glyphs, ready to embed."""

    data: bytes  # TrueType, or a bare CFF
    names: dict[int, int]  # the code of each glyph in the file, by its number in the face
    box: tuple[float, float, float, float]  # left, bottom, right and top of all glyphs, y up
    is_cff: bool  # whether it has PostScript outlines


LONGEST_REACH = 2.5  # the farthest a glyph may reach from its origin, relative to its size

_LARGEST_AREA = 4.0
_MOST_STROKES = 5000

_EMBEDDED_TABLES = frozenset({"glyf", "head", "hhea", "hmtx", "loca", "maxp", "CFF "})
_VARIATIONS = frozenset({"fvar", "avar", "gvar", "HVAR", "MVAR"})


@lru_cache(maxsize=256)
def metrics(face_id: str) -> Metrics:
    """Return the metrics of a face, relative to its size."""
    font = font_of(face_id)
    em = font.face.upem
    extents = font.get_font_extents("ltr")
    return Metrics(extents.ascender / em, -extents.descender / em, _height_of("H", face_id))


def has_glyph(character: str, face_id: str) -> bool:
    """Return whether the face itself, without its fallback, has the character."""
    return check_glyph(character, face_id) != "missing"


@lru_cache(maxsize=16384)
def check_glyph(character: str, face_id: str) -> Literal["missing", "sound", "too large"]:
    """Judge a face's glyph for a character; fonts from elsewhere may be wrong about themselves."""
    number = glyph_number(character, face_id)
    if not number:
        return "missing"
    if not is_own(face_id) or character.isspace():
        return "sound"
    outline = _outline(number, face_id)
    if not outline:
        return "missing"
    return "sound" if _is_sound(outline) else "too large"


def can_show(character: str, face_id: str) -> bool:
    """Return whether a face has a character; refuse one that the font draws far too large."""
    look = check_glyph(character, face_id)
    if look == "too large":
        template = "{character} is far too large in this font"
        raise MissingGlyphError(say(template, character=name_of(character)))
    return look == "sound"


@lru_cache(maxsize=16384)
def is_sound(number: int, face_id: str) -> bool:
    """Return whether a glyph, which may be empty, can be printed."""
    outline = glyph_outline(number, face_id)
    return not outline or _is_sound(outline)


def _is_sound(outline: tuple[PathCommand, ...]) -> bool:
    """Return whether a glyph stays near its origin and has a reasonable size and length."""
    left, top, right, bottom = bounds_of(points_of(outline))
    reach = hypot(max(-left, right), max(-top, bottom))
    area = (right - left) * (bottom - top)
    return reach <= LONGEST_REACH and area <= _LARGEST_AREA and len(outline) <= _MOST_STROKES


def glyph_number(character: str, face_id: str) -> int:
    """Return the number of a character's glyph in a face; 0 if it has none."""
    return font_of(face_id).get_nominal_glyph(ord(character)) or 0


@lru_cache(maxsize=16384)
def advance(glyph: str | int, face_id: str) -> float:
    """Return the advance width of a single character or glyph, relative to the size."""
    font = font_of(face_id)
    number = glyph if isinstance(glyph, int) else font.get_nominal_glyph(ord(glyph))
    return float(font.get_glyph_h_advance(number) / font.face.upem)


def subset(numbers: Iterable[int], face_id: str, mapped: str = "") -> Subset:
    """Reduce a face to these glyphs, without hinting and layout tables.

    Only the characters to be `mapped` can be looked up in it; other glyphs only have numbers.
    """
    font, wanted = font_of(face_id), set(numbers)
    choice = _choice(font, find_face(face_id))
    choice.glyph_set.update(wanted)
    kept = _EMBEDDED_TABLES | _VARIATIONS
    if mapped:
        choice.unicode_set.update(map(ord, mapped))
        kept |= {"cmap"}
    choice.drop_table_tag_set.update(
        int.from_bytes(tag.encode()) for tag in font.face.table_tags if tag not in kept
    )
    try:
        return _make_subset(hb.SubsetPlan(font.face, choice), font.face, wanted)
    except (RuntimeError, LookupError, StructError):
        raise MissingGlyphError(f"the font {face_id} is broken", hint="use another font") from None


def _make_subset(plan: hb.SubsetPlan, face: hb.Face, wanted: Iterable[int]) -> Subset:
    renumbered = plan.old_to_new_glyph_mapping
    head = face.reference_table("head").data
    left, bottom, right, top = (edge / face.upem for edge in unpack(">4h", head[36:44]))
    made = plan.execute()
    cff = bytes(made.reference_table("CFF ").data or b"")
    names = _cff_names(cff) if cff else range(made.glyph_count)
    called = {number: names[renumbered[number]] for number in wanted}
    return Subset(cff or made.blob.data, called, (left, bottom, right, top), bool(cff))


def _cff_names(table: bytes) -> Sequence[int]:
    """Return the code of each glyph of a CFF font in a PDF: its CID, or its number without CIDs."""
    from fontTools.cffLib import CFFFontSet

    fonts = CFFFontSet()
    try:
        fonts.decompile(BytesIO(table), None)
        top = fonts[fonts.fontNames[0]]
        names, has_cids = top.charset, hasattr(top, "ROS")
    except MemoryError:
        raise
    except Exception:  # fontTools may raise anything for a damaged font
        raise LookupError("CFF") from None
    if not has_cids:
        return range(len(names))
    return [int(name.removeprefix("cid")) if name != ".notdef" else 0 for name in names]


def _choice(font: hb.Font, face: object) -> hb.SubsetInput:
    """Start choosing the parts of a font to keep; a variable font is set to its face's weight."""
    choice = hb.SubsetInput()
    choice.flags = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NO_LAYOUT_CLOSURE
    if isinstance(face, SystemFace):
        chosen = dict(face.axes)
        for axis in font.face.axis_infos:
            place = chosen.get(axis.tag, axis.default_value)
            choice.pin_axis_location(font.face, axis.tag, place)
    return choice


@lru_cache(maxsize=8192)
def glyph_outline(glyph: str | int, face_id: str) -> tuple[PathCommand, ...]:
    """Return the path of a character or glyph for a size of 1, y down from the baseline.

    It is filled by the non-zero rule.
    """
    return _outline(glyph if isinstance(glyph, int) else glyph_number(glyph, face_id), face_id)


def _outline(number: int, face_id: str) -> tuple[PathCommand, ...]:
    font = font_of(face_id)
    calls: list[PathCommand] = []
    font.draw_glyph(number, _outline_pen(), calls)
    return scaled_path(calls, 1 / font.face.upem, -1 / font.face.upem)


@lru_cache(maxsize=24)
def font_of(face_id: str) -> hb.Font:
    """Return the HarfBuzz font of a face."""
    face = find_face(face_id)
    if isinstance(face, OwnFace):
        return hb.Font(hb.Face(face.data))
    blob = hb.Blob.from_file_path(str(face.path))
    if not isinstance(face, SystemFace):
        return hb.Font(hb.Face(blob))
    font = hb.Font(hb.Face(blob, face.index))
    font.set_variations(dict(face.axes))
    return font


def _height_of(character: str, face_id: str) -> float:
    """Return the height of a character above the baseline, in the symbols face if need be."""
    is_there = check_glyph(character, face_id) == "sound"
    outline = glyph_outline(character, face_id if is_there else FAMILIES["symbols"]["regular"])
    return -bounds_of(points_of(outline)).top


@cache
def _outline_pen() -> hb.DrawFuncs:
    """Return callbacks that append path commands to a list; HarfBuzz makes curves cubic."""
    pen = hb.DrawFuncs()
    pen.set_move_to_func(lambda x, y, calls: calls.append(("M", x, y)))
    pen.set_line_to_func(lambda x, y, calls: calls.append(("L", x, y)))
    pen.set_cubic_to_func(lambda *call: call[-1].append(("C", *call[:-1])))
    pen.set_close_path_func(lambda calls: calls.append(("Z",)))
    return pen
