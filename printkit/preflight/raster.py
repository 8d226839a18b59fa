"""The raster: a page as a printer sees it, with and without its text.

Pixels are blue, green, red, a byte each, on white paper. Takes an open page and gives bytes;
knows nothing of what was drawn.
"""

from __future__ import annotations

from collections import Counter
from math import ceil, floor
from typing import TYPE_CHECKING, Any, NamedTuple

from pypdfium2.raw import FPDFBitmap_BGR

from printkit.preflight.marks import hide_text

if TYPE_CHECKING:
    from printkit.preflight.colour import Rgb
    from printkit.preflight.report import Box

DPI = 150
CLOSE_DPI = 600
MOST_PIXELS = 12_000_000
_FAINT = bytes(255 if value >= 250 else value for value in range(256))
"""What is nearly white, the fringe of a smoothed edge, counts as white."""


class Raster(NamedTuple):
    """Rows of pixels; `scale` is pixels to a point."""

    data: bytes
    width: int
    height: int
    stride: int
    scale: float

    def rows(self, box: Box) -> list[bytes]:
        """The pixels in a box, row by row; none where the box is off the page."""
        left, right = _span(box.left, box.right, self.scale, self.width)
        top, bottom = _span(box.top, box.bottom, self.scale, self.height)
        if right <= left:
            return []
        first, last = 3 * left, 3 * right
        return [
            self.data[row * self.stride + first : row * self.stride + last]
            for row in range(top, bottom)
        ]

    def colours(self, box: Box) -> Counter[Rgb]:
        """How many pixels of each colour are in a box."""
        return _count(b"".join(self.rows(box)))

    def row(self, at: int) -> bytes:
        """The values of a row of pixels; none off the page."""
        start = at * self.stride
        return self.data[start : start + 3 * self.width] if 0 <= at < self.height else b""

    def column(self, at: int) -> bytes:
        """The values of a column of pixels; none off the page."""
        if not 0 <= at < self.width:
            return b""
        return b"".join(self.data[3 * at + part :: self.stride] for part in range(3))

    def ink(self) -> float:
        """The average darkness in percent; 100 is a black page."""
        rest = self.data.translate(None, delete=b"\xff")
        return 100 * (255 * len(rest) - sum(rest)) / (255 * 3 * self.width * self.height)

    def printed(self) -> list[tuple[int, int]]:
        """For each row the first pixel that is not white, and the one after the last."""
        rows = []
        length = 3 * self.width
        clean = self.data.translate(_FAINT)
        for start in range(0, self.height * self.stride, self.stride):
            row = clean[start : start + length]
            end = len(row.rstrip(b"\xff"))
            rows.append(((length - len(row.lstrip(b"\xff"))) // 3, -(-end // 3)))
        return rows


def render(page: Any) -> tuple[Raster, Raster]:
    """The page as it is, and without its text; the page shows no text from then on."""
    whole = _render(page)
    hide_text(page)
    return whole, _render(page)


def _render(page: Any) -> Raster:
    width, height = page.get_size()
    scale = min(DPI / 72, (MOST_PIXELS / max(1.0, width * height)) ** 0.5)
    bitmap = page.render(scale=scale, force_bitmap_format=FPDFBitmap_BGR, optimize_mode="print")
    try:
        data = bytes(bitmap.buffer)
        return Raster(data, bitmap.width, bitmap.height, bitmap.stride, scale)
    finally:
        bitmap.close()


def colours_close_up(page: Any, box: Box) -> Counter[Rgb]:
    """How many pixels of each colour are in a small box, at a resolution where one is nothing."""
    width, height = page.get_size()
    crop = (box.left, height - box.bottom, width - box.right, box.top)
    scale = min(CLOSE_DPI / 72, (MOST_PIXELS / max(1.0, box.width * box.height)) ** 0.5)
    bitmap = page.render(
        scale=scale, crop=crop, force_bitmap_format=FPDFBitmap_BGR, optimize_mode="print"
    )
    try:
        data, length = bytes(bitmap.buffer), 3 * bitmap.width
        starts = range(0, bitmap.height * bitmap.stride, bitmap.stride)
        return _count(b"".join(data[start : start + length] for start in starts))
    finally:
        bitmap.close()


def _count(pixels: bytes) -> Counter[Rgb]:
    if pixels and pixels == pixels[:3] * (len(pixels) // 3):
        return Counter({(pixels[2], pixels[1], pixels[0]): len(pixels) // 3})
    return Counter(zip(pixels[2::3], pixels[1::3], pixels[0::3], strict=True))


def _span(start: float, end: float, scale: float, most: int) -> tuple[int, int]:
    """The pixels whose middle lies between two places, one at least."""
    first, last = floor(start * scale + 0.5), ceil(end * scale - 0.5)
    if last <= first:
        first = floor((start + end) / 2 * scale)
        last = first + 1
    return max(0, first), min(most, last)
