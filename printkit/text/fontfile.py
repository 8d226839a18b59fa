"""Font files beside a layout: printed like the shipped ones, or refused with the reason.

`load_face` doesn't use the file itself, but a plain TrueType font that HarfBuzz makes from it, with
characters, outlines, widths and kerning. Hinting programs are left out, because no code from a file
runs here. A variable font is set to the requested weight.

We check the tables without fontTools, which takes 0.5 s instead of 0.01 s to look at the contours
of a font with 6,000 glyphs.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import uharfbuzz as hb

from printkit.core.errors import LayoutError, RefusalError, Where
from printkit.core.filecache import cached, digest
from printkit.core.plugins import pack_of
from printkit.core.source import beside, load_bytes
from printkit.text.faces import OwnFace, register

MAX_BYTES = 15_000_000
MAX_CHARACTERS = 200_000
ENDINGS = (".ttf", ".otf")

AXES = {
    "regular": {"wght": 400.0},
    "bold": {"wght": 700.0},
    "italic": {"wght": 400.0, "ital": 1.0, "slnt": -12.0},
    "black": {"wght": 900.0},
}
"""The weights a font may have, and their values on the axes of a variable font."""

_TRUETYPE = (b"\0\1\0\0", b"true")
_OTHER_KINDS = {
    b"OTTO": "it has PostScript outlines (CFF)",
    b"ttcf": "it is a collection of several fonts",
    b"wOFF": "it is packed for web pages (WOFF)",
    b"wOF2": "it is packed for web pages (WOFF2)",
}
_CONVERT = "convert it to TrueType (.ttf), with FontForge for example"
_COPY_AGAIN = "copy or download it again"
_ANOTHER = "use another font"

_NEEDED = ("head", "maxp", "hhea", "hmtx", "cmap", "loca", "glyf")
_KERNING = ("GDEF", "GPOS", "kern")
_VARIATIONS = ("fvar", "avar", "gvar", "HVAR", "MVAR")
_COLOURS = ("COLR", "CBDT", "sbix", "SVG ")

_RESTRICTED, _OTHER_LICENCES = 0x2, 0xC
_NO_SUBSETTING = 0x100
_BITMAPS_ONLY = 0x200


def load_face(name: str, weight: str, folder: Path, where: Where) -> OwnFace:
    """Load the font `name` from the layout's folder; raise LayoutError if it can't be used."""
    if not name.lower().endswith(ENDINGS):
        raise LayoutError(f"'{name}' isn't a TrueType font", where, "use a .ttf file")
    path = beside(folder, name, "font", where, pack_of(folder))
    try:
        return register(_load(path, path.stat().st_mtime_ns, weight))
    except RefusalError as refusal:
        message = f"can't use the font '{name}': {refusal.message}"
        raise LayoutError(message, where, refusal.hint) from None
    except (OSError, ValueError) as error:
        raise LayoutError(f"can't read the font '{name}': {error}", where) from None


@cached(maxsize=16)
def _load(path: Path, changed_ns: int, weight: str) -> OwnFace:  # noqa: ARG001 - as for pictures
    data = load_bytes(path, MAX_BYTES)
    axes = AXES[weight]
    # The id depends on the content and not on the path: the same output on every machine.
    return OwnFace(
        id=f"own-{weight}-{digest(data)}",
        data=plain_font(data, axes),
        weight=round(axes["wght"]),
        italic="ital" in axes,
    )


def plain_font(data: bytes, axes: Mapping[str, float]) -> bytes:
    """Reduce a font to what is printed, with fixed axes; raise RefusalError if it can't be used."""
    _check_kind(data)
    tables = _tables(data)
    _check_outlines(tables)
    check_licence(bytes(tables.get("OS/2", b"")))
    _check_measures(tables)
    face = _rewrite(hb.Face(data), axes)
    _check_characters(face)
    plain = bytes(face.blob.data)
    _check_contours(_tables(plain))
    return plain


def _check_kind(data: bytes) -> None:
    if data[:4] in _OTHER_KINDS:
        raise RefusalError(_OTHER_KINDS[data[:4]], _CONVERT)
    if data[:4] not in _TRUETYPE:
        raise RefusalError("this isn't a font" if data else "the file is empty", "use a .ttf file")


def _tables(data: bytes) -> dict[str, memoryview]:
    """Return the tables of a font by tag; all that its directory lists must be in the file."""
    view = memoryview(data)
    end = 12 + 16 * int.from_bytes(data[4:6])
    entries = list(struct.iter_unpack(">4sLLL", view[12:end])) if end <= len(data) else []
    ends = [start + size for _, _, start, size in entries]
    if max(end, *ends, 0) > len(data):
        raise RefusalError("the end of the file is missing", _COPY_AGAIN)
    return {tag.decode("latin-1"): view[start : start + size] for tag, _, start, size in entries}


def _check_outlines(tables: Mapping[str, memoryview]) -> None:
    if any(tag in tables for tag in _COLOURS):
        raise RefusalError("it is a colour font", "use a font without colours, and set `colour`")
    if "CFF " in tables or "CFF2" in tables:
        raise RefusalError(_OTHER_KINDS[b"OTTO"], _CONVERT)
    if "glyf" not in tables and ("EBDT" in tables or "bdat" in tables):
        raise RefusalError("it's a bitmap font without outlines", _ANOTHER)
    missing = [tag for tag in _NEEDED if not tables.get(tag)]
    if missing:
        raise RefusalError(f"it has no table '{missing[0]}'", _COPY_AGAIN)


def check_licence(os2: bytes) -> None:
    """Refuse a font whose OS/2 table (fsType) doesn't permit embedding.

    If it has several permissions, the least strict one counts.
    """
    licence = int.from_bytes(os2[8:10])
    if licence & _RESTRICTED and not licence & _OTHER_LICENCES:
        raise RefusalError("its licence doesn't allow embedding", _ANOTHER)
    if licence & _NO_SUBSETTING:
        raise RefusalError("its licence doesn't allow embedding a subset", _ANOTHER)
    if licence & _BITMAPS_ONLY:
        raise RefusalError("its licence doesn't allow embedding its outlines", _ANOTHER)


def _check_measures(tables: Mapping[str, memoryview]) -> None:
    """Refuse a font whose tables disagree on the number of glyphs, or with an invalid em size."""
    head, widths = tables["head"], int.from_bytes(tables["hhea"][34:36])
    glyphs = int.from_bytes(tables["maxp"][4:6])
    offset_size = 4 if any(head[50:52]) else 2
    is_sound = (
        bytes(head[12:16]) == b"\x5f\x0f\x3c\xf5"
        and 16 <= int.from_bytes(head[18:20]) <= 16384
        and 0 < widths <= glyphs
        and len(tables["hmtx"]) >= 4 * widths
        and len(tables["loca"]) >= offset_size * (glyphs + 1)
    )
    if not is_sound:
        raise RefusalError("its tables contradict each other", _COPY_AGAIN)


def _rewrite(face: hb.Face, axes: Mapping[str, float]) -> hb.Face:
    if len(face.unicodes) > MAX_CHARACTERS:
        message = f"it claims to have more than {MAX_CHARACTERS:,} characters"
        raise RefusalError(message, _ANOTHER)
    try:
        plain = hb.SubsetPlan(face, _choice(face, axes)).execute()
    except (RuntimeError, UnicodeError):
        raise RefusalError("it is broken", _COPY_AGAIN) from None
    if set(_NEEDED).difference(plain.table_tags):
        raise RefusalError("it is broken", _COPY_AGAIN)
    return plain


def _choice(face: hb.Face, axes: Mapping[str, float]) -> hb.SubsetInput:
    """Choose the parts of a font to keep: all glyphs, and the tables needed for printing."""
    choice = hb.SubsetInput()
    choice.flags = (
        hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NO_LAYOUT_CLOSURE | hb.SubsetFlags.RETAIN_GIDS
    )
    choice.glyph_set.update(range(face.glyph_count))
    choice.unicode_set.update(face.unicodes)
    choice.layout_feature_tag_set.clear()
    choice.layout_feature_tag_set.add(_number("kern"))
    known = (*_NEEDED, *_KERNING, *_VARIATIONS)
    choice.drop_table_tag_set.clear()
    choice.drop_table_tag_set.update(_number(tag) for tag in face.table_tags if tag not in known)
    choice.no_subset_table_tag_set.add(_number("kern"))
    for axis in face.axis_infos:
        wanted = axes.get(axis.tag, axis.default_value)
        place = min(max(wanted, axis.min_value), axis.max_value)
        choice.pin_axis_location(face, axis.tag, place)
    return choice


def _number(tag: str) -> int:
    return int.from_bytes(tag.encode("latin-1"))


def _check_characters(face: hb.Face) -> None:
    font = hb.Font(face)
    glyphs = (font.get_nominal_glyph(character) for character in face.unicodes)
    boxes = (font.get_glyph_extents(glyph) for glyph in glyphs if glyph)
    if not any(box and box.width and box.height for box in boxes):
        raise RefusalError("it has no visible Unicode characters", _ANOTHER)


def _check_contours(tables: Mapping[str, memoryview]) -> None:
    """Refuse glyphs whose contours aren't in order: most PDF readers don't draw them."""
    code, unit = (">L", 1) if any(tables["head"][50:52]) else (">H", 2)
    places = [place * unit for (place,) in struct.iter_unpack(code, tables["loca"])]
    glyphs = (tables["glyf"][start:end] for start, end in pairwise(places) if start < end)
    try:
        if not all(_is_in_order(glyph) for glyph in glyphs):
            raise RefusalError("its outlines are broken", _COPY_AGAIN)
    except struct.error:
        raise RefusalError("its outlines are broken", _COPY_AGAIN) from None


def _is_in_order(glyph: memoryview) -> bool:
    (contours,) = struct.unpack_from(">h", glyph)
    last_points = struct.unpack_from(f">{contours}H", glyph, 10) if contours > 0 else ()
    return list(last_points) == sorted(set(last_points))
