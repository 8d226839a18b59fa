"""Font files for tests: shipped ones with changed tables."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import uharfbuzz as hb

from printkit.text.faces import FACES

if TYPE_CHECKING:
    from collections.abc import Mapping

ROBOTO = FACES["Roboto"].path.read_bytes()
NUNITO = FACES["Nunito-Black"].path.read_bytes()
SIGNATURE = b"\0\1\0\0"


def taken_apart(data: bytes) -> dict[str, bytes]:
    """The tables of a font file."""
    (count,) = struct.unpack_from(">H", data, 4)
    entries = struct.iter_unpack(">4sLLL", data[12 : 12 + 16 * count])
    return {tag.decode(): data[start : start + size] for tag, _, start, size in entries}


def put_together(tables: Mapping[str, bytes], signature: bytes = SIGNATURE) -> bytes:
    """A font file of these tables."""
    directory, content = b"", b""
    start = 12 + 16 * len(tables)
    for tag, table in sorted(tables.items()):
        directory += struct.pack(">4sLLL", tag.encode(), 0, start + len(content), len(table))
        content += table + bytes(-len(table) % 4)
    return signature + struct.pack(">4H", len(tables), 0, 0, 0) + directory + content


def changed(data: bytes, **tables: bytes | None) -> bytes:
    """The font with other tables (OS2 is OS/2), or without those that are None."""
    new = taken_apart(data) | {{"OS2": "OS/2"}.get(tag, tag): t for tag, t in tables.items()}
    return put_together({tag: table for tag, table in new.items() if table is not None})


def patched(data: bytes, tag: str, at: int, value: bytes) -> bytes:
    """The font with other bytes at one place of a table."""
    tables = taken_apart(data)
    table = tables[tag]
    return put_together({**tables, tag: table[:at] + value + table[at + len(value) :]})


def glyph(data: bytes, character: str) -> int:
    """The number of a character's glyph."""
    return int(hb.Font(hb.Face(data)).get_nominal_glyph(ord(character)))


def outline(data: bytes, character: str) -> int:
    """Where the outline of a character begins in the table 'glyf'."""
    tables = taken_apart(data)
    code, size, unit = (">L", 4, 1) if any(tables["head"][50:52]) else (">H", 2, 2)
    place = struct.unpack_from(code, tables["loca"], glyph(data, character) * size)
    return int(place[0]) * unit


def last_points(data: bytes, character: str) -> tuple[int, ...]:
    """The number of the last point of each contour of a character."""
    start, glyphs = outline(data, character), taken_apart(data)["glyf"]
    (contours,) = struct.unpack_from(">h", glyphs, start)
    return struct.unpack_from(f">{contours}H", glyphs, start + 10)


def program(data: bytes, character: str) -> int:
    """The length of the program that fits a character to pixels."""
    place = outline(data, character) + 10 + 2 * len(last_points(data, character))
    return int(struct.unpack_from(">H", taken_apart(data)["glyf"], place)[0])


def mapped(data: bytes, glyphs: Mapping[str, int]) -> bytes:
    """The font with these characters, and no others."""
    groups = b"".join(struct.pack(">3L", ord(c), ord(c), glyphs[c]) for c in sorted(glyphs))
    subtable = struct.pack(">2H3L", 12, 0, 16 + len(groups), 0, len(glyphs)) + groups
    return changed(data, cmap=struct.pack(">2H2HL", 0, 1, 3, 10, 12) + subtable)


def kerned(data: bytes, pairs: Mapping[str, int]) -> bytes:
    """The font with the kerning of an old one: pairs of characters, and units between them."""
    entries = sorted((*(glyph(data, one) for one in pair), units) for pair, units in pairs.items())
    body = b"".join(struct.pack(">2Hh", *entry) for entry in entries)
    head = struct.pack(">2H3H4H", 0, 1, 0, 14 + len(body), 1, len(entries), 0, 0, 0)
    return changed(data, GPOS=None, GDEF=None, kern=head + body)


def with_weights(data: bytes, character: str, wider: int) -> bytes:
    """The font with an axis of weights from 100 to 900, at whose end a character is `wider`."""
    tables = taken_apart(data)
    number, count = glyph(data, character), struct.unpack_from(">H", tables["maxp"], 4)[0]
    points = last_points(data, character)[-1] + 1
    # No point moves but the second of the four that stand for the widths of the glyph.
    across = bytes([*_zeros(points + 1), 0x40]) + struct.pack(">h", wider) + bytes([0x81])
    deltas = across + bytes(_zeros(points + 4))
    variation = struct.pack(">4H", 1, 10, 1 + len(deltas), 0xA000) + struct.pack(">h", 0x4000)
    variation += b"\0" + deltas
    variation += bytes(len(variation) % 2)
    ends = [len(variation) * (index > number) for index in range(count + 1)]
    offsets = struct.pack(f">{count + 1}L", *ends)
    start = 20 + len(offsets)
    gvar = struct.pack(">4HL2HL", 1, 0, 1, 0, start, count, 1, start) + offsets + variation
    axis = struct.pack(">4s3L2H", b"wght", 100 << 16, 400 << 16, 900 << 16, 0, 256)
    fvar = struct.pack(">8H", 1, 0, 16, 2, 1, 20, 0, 8) + axis
    return changed(data, gvar=gvar, fvar=fvar)


def _zeros(count: int) -> list[int]:
    """Packed deltas of this many points that don't move."""
    return [0x80 | (min(64, count - at) - 1) for at in range(0, count, 64)]


def collection(*fonts: bytes) -> bytes:
    """Several fonts in one file."""
    start = 12 + 4 * len(fonts)
    places, content = [], b""
    for font in fonts:
        place = start + len(content)
        places.append(place)
        count = struct.unpack_from(">H", font, 4)[0]
        entries = struct.iter_unpack(">4sLLL", font[12 : 12 + 16 * count])
        moved = b"".join(struct.pack(">4sLLL", tag, s, at + place, n) for tag, s, at, n in entries)
        content += font[:12] + moved + font[12 + 16 * count :] + bytes(-len(font) % 4)
    head = struct.pack(f">4sHHL{len(fonts)}L", b"ttcf", 1, 0, len(fonts), *places)
    return head + content


def postscript(data: bytes, squares: Mapping[str, int], *, cids: bool) -> bytes:
    """The font with squares of some size for these characters, as PostScript outlines.

    With `cids` each glyph is called by its number times ten.
    """
    sides = [100, *squares.values()]
    drawings = [bytes([139, 139, 21, *_big(s), 6, *_big(s), 7, *_big(-s), 6, 14]) for s in sides]
    font = _cff(drawings, cids=cids)
    count = len(sides)
    numbered = mapped(data, dict(zip(squares, range(1, count), strict=True)))
    widths = b"".join(struct.pack(">Hh", side + 100, 0) for side in sides)
    hhea = taken_apart(data)["hhea"][:34] + struct.pack(">H", count)
    maxp = struct.pack(">LH", 0x5000, count)
    made = changed(numbered, glyf=None, loca=None, hmtx=widths, hhea=hhea, maxp=maxp, post=None,
                   GPOS=None, GSUB=None, GDEF=None, **{"CFF ": font})  # fmt: skip
    return b"OTTO" + made[4:]


def _big(number: int) -> bytes:
    return bytes([28]) + struct.pack(">h", number)


def _index(*items: bytes) -> bytes:
    """A list of byte strings, as PostScript fonts have them."""
    ends = [1]
    for item in items:
        ends.append(ends[-1] + len(item))
    return (
        struct.pack(">HB", len(items), 4) + struct.pack(f">{len(ends)}L", *ends) + b"".join(items)
    )


def _offset(place: int) -> bytes:
    return bytes([29]) + struct.pack(">l", place)


def _cff(drawings: list[bytes], *, cids: bool) -> bytes:
    """A PostScript font with these outlines; its indexes follow one another."""
    count = len(drawings)
    head = b"\1\0\4\4" + _index(b"Squares")
    strings = _index(b"Adobe", b"Identity") + _index()[:2]
    names = [10 * number if cids else 390 + number for number in range(1, count)]
    charset = b"\0" + struct.pack(f">{count - 1}H", *names)
    glyphs, private = _index(*drawings), b"\x8b\x14"
    size = len(_top((0, 0, 0, 0, 0), len(private), cids=cids))
    first = len(head) + len(_index(bytes(size))) + len(strings)
    places = [first, first + len(charset), 0, 0, 0]
    places[2] = places[1] + len(glyphs)
    select = b"\0" + bytes(count)
    places[3] = places[2] + len(private)
    places[4] = places[3] + len(select)
    inner = _index(bytes([139 + len(private)]) + _offset(places[2]) + bytes([18]))
    top = _top(tuple(places), len(private), cids=cids)
    return head + _index(top) + strings + charset + glyphs + private + select + inner


def _top(places: tuple[int, ...], private: int, *, cids: bool) -> bytes:
    charset, glyphs, where, select, inner = map(_offset, places)
    common = charset + bytes([15]) + glyphs + bytes([17])
    if not cids:
        return common + bytes([139 + private]) + where + bytes([18])
    called = _big(391) + _big(392) + bytes([139, 12, 30])
    return called + common + inner + bytes([12, 36]) + select + bytes([12, 37])
