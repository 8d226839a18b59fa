"""The PNG backend: each page as one PNG, our own PDF rendered by PDFium and encoded by Pillow.

So a PNG shows the same as the PDF. A whole page is in memory, so its number of pixels is limited.

PDFium takes seconds for a page full of large shapes, and a signal (Ctrl-C, or the limit of
computing time) has to wait until it returns. So it is told to pause after each object on the page.
It never pauses inside a form XObject; that is why the PDF is made without them.

PDFium works for one thread at a time, so everything that calls it holds `_pdfium`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from math import sqrt
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import Z_RLE

import pypdfium2
from PIL.PngImagePlugin import PngInfo
from pypdfium2 import raw

from printkit.backends import pdf
from printkit.core.budget import cpu_limit
from printkit.core.errors import UsageError

if TYPE_CHECKING:
    from printkit.core.scene import Document, Page

MAX_PIXELS = 40_000_000
"""A little more than A4 at 600 dpi."""
_PIXELS_A_SECOND = 2_000_000  # on a slow machine
_WHITE = (255, 255, 255, 255)
_pdfium = Lock()


class _PixelSize(NamedTuple):
    """The pixels of a page."""

    width: int
    height: int


class Renderer:
    """A renderer of one file per page, all of which are made at the end."""

    def __init__(self, document: Document, *, dpi: int = 150) -> None:
        self._pdf = pdf.Renderer(document._replace(tagged=False), share_drawings=False)
        self._dpi = dpi
        self._comment = ", ".join(document.keywords)
        self._sizes: list[_PixelSize] = []  # of the pages so far

    def render(self, page: Page) -> Iterator[bytes]:
        """Add the page to the PDF; this completes no file."""
        self._sizes.append(_size(page, self._dpi))
        return self._pdf.render(page)

    def finish(self) -> Iterator[bytes]:
        """Yield the file of each page."""
        (data,) = self._pdf.finish()
        info = PngInfo()
        if self._comment:
            info.add_itxt("Comment", self._comment)
        with _pdfium:
            document = pypdfium2.PdfDocument(data)
        try:
            for number, size in enumerate(self._sizes):
                cpu_limit.extend(size.width * size.height / _PIXELS_A_SECOND)
                with _pdfium, closing(document[number]) as page:
                    file = _draw(page, size, dpi=(self._dpi, self._dpi), pnginfo=info)
                yield file
        finally:
            with _pdfium:
                document.close()


def draw_first_page(data: bytes, dpi: int = 96) -> bytes:
    """Render the first page of a PDF as a PNG."""
    with _pdfium, closing(pypdfium2.PdfDocument(data)) as document, closing(document[0]) as page:
        size = _PixelSize(*(max(1, round(side * dpi / 72)) for side in page.get_size()))
        return _draw(page, size)


def _size(page: Page, dpi: int) -> _PixelSize:
    size = _PixelSize(*(max(1, round(side * dpi / 72)) for side in (page.width, page.height)))
    pixels = size.width * size.height
    if pixels > MAX_PIXELS:
        most = int(dpi * sqrt(MAX_PIXELS / pixels))
        raise UsageError(
            f"a page at {dpi} dpi has {size.width} x {size.height} pixels; "
            f"a PNG can have at most {MAX_PIXELS // 1_000_000} million",
            hint=f"choose {most} dpi or less",
        )
    return size


def _draw(page: pypdfium2.PdfPage, size: _PixelSize, **metadata: Any) -> bytes:
    """Draw the page on white, one object after the other, and return it as a PNG."""
    new_bitmap = pypdfium2.PdfBitmap.new_native
    with closing(new_bitmap(*size, raw.FPDFBitmap_BGR, rev_byteorder=True)) as bitmap:
        bitmap.fill_rect(_WHITE, 0, 0, *size)
        pause = ctypes.byref(_PAUSE)
        area = 0, 0, size.width, size.height
        try:
            status = raw.FPDF_RenderPageBitmap_Start(
                bitmap, page, *area, 0, raw.FPDF_REVERSE_BYTE_ORDER, pause
            )
            while status == raw.FPDF_RENDER_TOBECONTINUED:
                status = raw.FPDF_RenderPage_Continue(page, pause)
        finally:
            raw.FPDF_RenderPage_Close(page)
        file = BytesIO()
        # Run-length encoding is smaller and faster for the large flat areas of sheets.
        bitmap.to_pil().save(file, "PNG", compress_type=Z_RLE, **metadata)
        return file.getvalue()


# PDFium asks after each object whether to pause; the answer is always yes. The callback is a C
# function, because an exception raised by a signal inside a Python callback would be lost.
_PAUSE = raw.IFSDK_PAUSE(version=1)
_PAUSE.NeedToPauseNow = ctypes.cast(ctypes.pythonapi.Py_IsInitialized, type(_PAUSE.NeedToPauseNow))
