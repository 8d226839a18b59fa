"""The PNG backend: each page of a document as one PNG, painted by PDFium from our own PDF.

Takes finished pages and dots per inch; gives bytes, the same for the same pages. The document is
first made as a PDF, so that a picture is what the PDF shows. Then each page is painted and packed
band by band, so that memory is bounded whatever its size. Paints and measures nothing itself.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pypdfium2
from pypdfium2 import raw

from printkit.backends import pdf, png_file
from printkit.budget import clock
from printkit.errors import UsageError
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.scene import Document, Page

_MOST_PIXELS = 200_000_000
_PIXELS_PER_BAND = 2_000_000
_PIXELS_A_SECOND = 2_000_000
"""How slow a machine may be that paints the number of pixels allowed above."""
_PAPER = 0xFFFFFFFF
_AS_RGB = raw.FPDF_REVERSE_BYTE_ORDER


class _Size(NamedTuple):
    """Pixels of a page."""

    width: int
    height: int


class Renderer:
    """A file for each page, made when all pages are known."""

    def __init__(self, document: Document, *, dpi: int = 150) -> None:
        self._pdf = pdf.Renderer(document._replace(tagged=False))
        self._dpi = dpi
        self._comment = ", ".join(document.keywords)
        self._sizes: list[_Size] = []

    def render(self, page: Page) -> Iterator[bytes]:
        """Takes the page in; no file is finished with it."""
        self._sizes.append(_size(page, self._dpi))
        return self._pdf.render(page)

    def finish(self) -> Iterator[bytes]:
        """The file of each page."""
        (data,) = self._pdf.finish()
        with closing(pypdfium2.PdfDocument(data)) as document:
            for number, size in enumerate(self._sizes):
                clock.grant(size.width * size.height / _PIXELS_A_SECOND)
                with closing(document[number]) as page:
                    yield png_file.encode(*size, self._dpi, _bands(page, size), self._comment)


def _size(page: Page, dpi: int) -> _Size:
    size = _Size(*(max(1, round(side * dpi / 72)) for side in (page.width, page.height)))
    if size.width * size.height > _MOST_PIXELS:
        raise UsageError(
            f"at {dpi} dpi a page has {size.width} x {size.height} pixels; "
            f"{_MOST_PIXELS // 1_000_000} million is the most for a PNG",
            hint="choose fewer dots per inch",
        )
    return size


def _bands(page: Any, size: _Size) -> Iterator[memoryview]:
    """The rows of the page from top to bottom, a few at a time, as a file wants them.

    Each row begins with the byte that says how it is packed, which is 0: PDFium paints beside it.
    """
    stride = png_file.ROW_START + 3 * size.width
    rows = min(size.height, max(1, _PIXELS_PER_BAND // size.width))
    data = bytearray(stride * rows)
    pixels = (ctypes.c_ubyte * (len(data) - png_file.ROW_START)).from_buffer(
        data, png_file.ROW_START
    )
    for top in range(0, size.height, rows):
        high = min(rows, size.height - top)
        bitmap = raw.FPDFBitmap_CreateEx(size.width, high, raw.FPDFBitmap_BGR, pixels, stride)
        try:
            raw.FPDFBitmap_FillRect(bitmap, 0, 0, size.width, high, _PAPER)
            _paint(page.raw, bitmap, size, top)
        finally:
            raw.FPDFBitmap_Destroy(bitmap)
        yield memoryview(data)[: stride * high]


def _paint(page: Any, bitmap: Any, size: _Size, top: int) -> None:
    """Paints a few shapes at a time: whoever interrupts, or runs out of time, hardly waits."""
    pause = ctypes.byref(_PAUSE)
    area = 0, -top, size.width, size.height
    try:
        status = raw.FPDF_RenderPageBitmap_Start(bitmap, page, *area, 0, _AS_RGB, pause)
        while status == raw.FPDF_RENDER_TOBECONTINUED:
            status = raw.FPDF_RenderPage_Continue(page, pause)
    finally:
        raw.FPDF_RenderPage_Close(page)


# Always yes, as a function of C: in one of Python an interruption would be caught and lost.
_PAUSE = raw.IFSDK_PAUSE(version=1)
_PAUSE.NeedToPauseNow = ctypes.cast(ctypes.pythonapi.Py_IsInitialized, type(_PAUSE.NeedToPauseNow))
