"""Rendering of a page to pixels on white paper, with and without its text."""

from __future__ import annotations

from collections import Counter
from math import ceil, floor
from typing import TYPE_CHECKING, Any, NamedTuple

from pypdfium2.raw import FPDFBitmap_BGR

from printkit.preflight.pagecontent import hide_text

if TYPE_CHECKING:
    from PIL.Image import Image

    from printkit.preflight.colourvision import Rgb
    from printkit.preflight.findings import Rectangle

DPI = 150
CLOSE_DPI = 600
MOST_PIXELS = 12_000_000
_INK = [255 * (value < 250) for value in range(256)] * 3
"""A lookup table for pixels; nearly white ones, such as those of smoothed edges, aren't ink."""


class Raster(NamedTuple):
    """A picture of a page; `scale` is in pixels per point."""

    image: Image
    scale: float

    def part(self, box: Rectangle) -> Image:
        """Return the pixels in a box; none if the box is outside of the page."""
        left, right = _span(box.left, box.right, self.scale, self.image.width)
        top, bottom = _span(box.top, box.bottom, self.scale, self.image.height)
        return self.image.crop((left, top, max(left, right), max(top, bottom)))

    def colours(self, box: Rectangle) -> Counter[Rgb]:
        """Return the number of pixels of each colour in a box."""
        return _count(self.part(box))

    def darkest(self, pixels: Rectangle) -> int:
        """Return the lowest value in some pixels of the page."""
        bands: Any = self.image.crop(pixels).getextrema()
        return int(min(low for low, _ in bands))

    def ink(self) -> float:
        """Return the average darkness in percent; 100 is a black page."""
        counts = self.image.histogram()
        dark = sum((255 - index % 256) * count for index, count in enumerate(counts))
        return 100 * dark / (255 * sum(counts))

    def ink_mask(self) -> Image:
        """Return a picture that is black except where there is ink."""
        return self.image.point(_INK)


def render(page: Any) -> tuple[Raster, Raster]:
    """Render the page with and without its text, which stays hidden afterwards."""
    width, height = page.get_size()
    scale = _scale(DPI, width, height)
    whole = _render(page, scale)
    hide_text(page)
    return Raster(whole, scale), Raster(_render(page, scale), scale)


def colours_close_up(page: Any, box: Rectangle) -> Counter[Rgb]:
    """Return the number of pixels of each colour in a small box, at a high resolution.

    A box thinner than two pixels is extended.
    """
    width, height = page.get_size()
    scale = _scale(CLOSE_DPI, box.width, box.height)
    across, down = (max(0.0, 2 / scale - side) / 2 for side in (box.width, box.height))
    left, right = box.left - across, width - box.right - across
    below, above = height - box.bottom - down, box.top - down
    return _count(_render(page, scale, (left, below, right, above)))


def _scale(dpi: float, width: float, height: float) -> float:
    return float(min(dpi / 72, (MOST_PIXELS / max(1.0, width * height)) ** 0.5))


def _render(page: Any, scale: float, crop: tuple[float, ...] = (0, 0, 0, 0)) -> Image:
    bitmap = page.render(
        scale=scale, crop=crop, force_bitmap_format=FPDFBitmap_BGR, optimize_mode="print"
    )
    try:
        image: Image = bitmap.to_pil()
        return image
    finally:
        bitmap.close()


def _count(image: Image) -> Counter[Rgb]:
    counts: Any = image.getcolors(image.width * image.height) or ()
    return Counter({colour: count for count, colour in counts})


def _span(start: float, end: float, scale: float, most: int) -> tuple[int, int]:
    """Return the range of pixels whose centres are between two positions, at least one."""
    first, last = floor(start * scale + 0.5), ceil(end * scale - 0.5)
    if last <= first:
        first = floor((start + end) / 2 * scale)
        last = first + 1
    return max(0, first), min(most, last)
