"""Render the output of the backends with other programs: PDFium, resvg and Pillow."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pypdfium2
import resvg_py
from PIL import Image as Pixels
from PIL import ImageChops

from printkit.text import faces
from tests.rendering import render

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from printkit.core.scene import Page

    Choose: TypeAlias = Callable[[Pixels.Image, Pixels.Image], Pixels.Image]

DPI = 216


def from_pdf(page: Page) -> Pixels.Image:
    """The page as PDFium shows the PDF."""
    (data,) = render((page,), "pdf")
    shown: Pixels.Image = pypdfium2.PdfDocument(data)[0].render(scale=DPI / 72).to_pil()
    return shown.convert("RGB")


def text_in_pdf(data: bytes) -> str:
    """The text of the first page, as PDFium copies it."""
    return str(pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range())


def from_svg(page: Page, *, outline: bool) -> Pixels.Image:
    """The page as resvg shows the SVG, with our fonts only where text is text."""
    (data,) = render((page,), "svg", outline=outline)
    files = [] if outline else [str(face.path) for face in faces.FACES.values()]
    shown = resvg_py.svg_to_bytes(
        svg_string=data.decode(),
        dpi=DPI,
        background="#ffffff",
        skip_system_fonts=True,
        font_files=files,
    )
    return Pixels.open(io.BytesIO(bytes(shown))).convert("RGB")


def from_png(page: Page) -> Pixels.Image:
    """The page of a PNG."""
    (data,) = render((page,), "png", dpi=DPI)
    return Pixels.open(io.BytesIO(data))


def stray_pixels(one: Pixels.Image, other: Pixels.Image, tolerance: int = 80) -> int:
    """Count the pixels of either image that match no neighbouring pixel of the other.

    Zero means that the two differ only along edges, by at most a pixel.
    """
    return _unmatched(one, other, tolerance) + _unmatched(other, one, tolerance)


def _unmatched(one: Pixels.Image, other: Pixels.Image, tolerance: int) -> int:
    darkest, lightest = _of_nine(other, ImageChops.darker), _of_nine(other, ImageChops.lighter)
    too_dark, too_light = ImageChops.subtract(darkest, one), ImageChops.subtract(one, lightest)
    stray = ImageChops.lighter(too_dark, too_light)
    worst = stray.getchannel(0)
    for channel in (1, 2):
        worst = ImageChops.lighter(worst, stray.getchannel(channel))
    return sum(worst.histogram()[tolerance:])


def _of_nine(image: Pixels.Image, choose: Choose) -> Pixels.Image:
    """Apply `choose` to every pixel and its neighbours."""
    for across, down in ((1, 0), (0, 1)):
        before, after = image.copy(), image.copy()
        before.paste(image, (across, down))
        after.paste(image, (-across, -down))
        image = choose(choose(image, before), after)
    return image
