"""Fonts for web pages: the characters that a page shows, as a WOFF file.

A browser wants tables that PDF does without, and the characters by their codes. WOFF stores each
table compressed (https://www.w3.org/TR/WOFF/).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from functools import lru_cache
from struct import pack, unpack, unpack_from
from typing import Final

import uharfbuzz as hb

from printkit.text.glyphs import font_of

_TABLES: Final = frozenset(
    {"OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post"}
)
_HEADER: Final = 44
_ENTRY: Final = 20


@lru_cache(maxsize=32)
def web_font(characters: frozenset[str], face_id: str) -> bytes:
    """Return the part of a shipped face that shows these characters, as WOFF."""
    face = font_of(face_id).face
    choice = hb.SubsetInput()
    choice.flags = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NO_LAYOUT_CLOSURE
    choice.unicode_set.update(map(ord, characters))
    choice.name_id_set.clear()
    choice.drop_table_tag_set.update(
        int.from_bytes(tag.encode()) for tag in face.table_tags if tag not in _TABLES
    )
    return _woff(bytes(hb.SubsetPlan(face, choice).execute().blob.data))


def _woff(font: bytes) -> bytes:
    """Pack a TrueType font as WOFF."""
    number = unpack_from(">H", font, 4)[0]
    entries = [unpack_from(">4s3L", font, 12 + 16 * at) for at in range(number)]
    tables: list[bytes] = []
    directory = b""
    offset = _HEADER + _ENTRY * number
    for tag, checksum, start, length in entries:
        plain = font[start : start + length]
        packed = min(plain, zlib.compress(plain, 9), key=len)  # of one length, it is plain
        directory += pack(">4s4L", tag, offset, len(packed), length, checksum)
        tables.append(packed + bytes(-len(packed) % 4))  # ends with a word
        offset += len(tables[-1])
    unpacked = 12 + 16 * number + sum(-(-length // 4) * 4 for *_, length in entries)
    (flavour,) = unpack(">L", font[:4])
    head = pack(">4s2L2HL2H5L", b"wOFF", flavour, offset, number, 0, unpacked, 1, 0, *[0] * 5)
    return head + directory + b"".join(tables)


def shown_characters(texts: Iterable[str], face_id: str) -> frozenset[str]:
    """Return those characters of texts that a face has."""
    font = font_of(face_id)
    return frozenset(
        each for text in texts for each in text if font.get_nominal_glyph(ord(each)) is not None
    )
