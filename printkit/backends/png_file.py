"""The PNG file format: rows of pixels are compressed as they are painted, so no page is ever whole.

Takes bands of rows, from top to bottom; gives the bytes of a file. Knows no shape.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from struct import pack

ROW_START = 1  # a row of a band begins with so many bytes, which are 0; three for each pixel follow

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BIT_RGB = bytes((8, 2, 0, 0, 0))
_LEVEL = 3
"""More takes twice as long, and saves a tenth of the file."""
_INCHES_PER_METRE = 1 / 0.0254


def encode(
    width: int, height: int, dpi: int, bands: Iterable[memoryview], comment: str = ""
) -> bytes:
    """The file of an RGB picture that comes in bands, with a comment that is not shown."""
    per_metre = round(dpi * _INCHES_PER_METRE)
    packer = zlib.compressobj(_LEVEL)
    packed = [packer.compress(band) for band in bands]
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


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))
