"""The PNG file format: rows of pixels are compressed as they are drawn, so no page is ever whole.

Takes bands of rows, from top to bottom; gives the bytes of a file. Knows no shape.
"""

from __future__ import annotations

import zlib
from struct import pack
from typing import TYPE_CHECKING

from PIL import Image as Pixels
from PIL import ImageChops

if TYPE_CHECKING:
    from collections.abc import Iterable

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BIT_RGB = bytes((8, 2, 0, 0, 0))
_FILTER_UP = b"\x02"
_INCHES_PER_METRE = 1 / 0.0254


def encode(
    width: int, height: int, dpi: int, bands: Iterable[Pixels.Image], comment: str = ""
) -> bytes:
    """The file of an RGB picture that comes in bands, with a comment that is not shown."""
    per_metre = round(dpi * _INCHES_PER_METRE)
    packer = zlib.compressobj(6)
    packed = []
    above = Pixels.new("RGB", (width, 1))
    for band in bands:
        packed.append(packer.compress(_filtered(band, above)))
        above = band.crop((0, band.height - 1, width, band.height))
    packed.append(packer.flush())
    return _SIGNATURE + b"".join(
        (
            _chunk(b"IHDR", pack(">II", width, height) + _EIGHT_BIT_RGB),
            _chunk(b"pHYs", pack(">IIB", per_metre, per_metre, 1)),
            _chunk(b"IDAT", b"".join(packed)),
            _chunk(b"iTXt", b"Comment\0\0\0\0\0" + comment.encode()) if comment else b"",
            _chunk(b"IEND", b""),
        )
    )


def _filtered(band: Pixels.Image, above: Pixels.Image) -> bytes:
    """Each row as its difference from the row above, which packs well where pages are plain."""
    shifted = Pixels.new("RGB", band.size)
    shifted.paste(above, (0, 0))
    shifted.paste(band, (0, 1))
    difference = ImageChops.subtract_modulo(band, shifted).tobytes()
    row = 3 * band.width
    starts = range(0, len(difference), row)
    return b"".join(_FILTER_UP + difference[start : start + row] for start in starts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))
