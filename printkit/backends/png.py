"""The PNG backend: each page of a document as one PNG, painted by PDFium from our own PDF.

Takes finished pages and dots per inch; gives bytes, the same for the same pages. The document is
first made as a PDF, so that a picture is what the PDF shows. Then each page is painted and packed
band by band, so that memory is bounded whatever its size, and a few shapes at a time, so that
whoever interrupts hardly waits. Paints and measures nothing itself.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pypdfium2
from pypdfium2 import raw

from printkit.backends import pdf, png_file
from printkit.budget import clock
from printkit.errors import UsageError
from printkit.scene import Group, Place
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.scene import Document, Page, Shape

_MOST_PIXELS = 200_000_000
_PIXELS_PER_BAND = 2_000_000
_PIXELS_A_SECOND = 2_000_000
"""How slow a machine may be that paints the number of pixels allowed above."""
_SHAPES_AT_ONCE = 100
"""The most that PDFium paints before it can be stopped; one as large as a page takes it 2 ms."""
_PAPER = 0xFFFFFFFF
_AS_RGB = raw.FPDF_REVERSE_BYTE_ORDER


class _Size(NamedTuple):
    """Pixels of a page."""

    width: int
    height: int


class Renderer:
    """A file for each page, made when all pages are known."""

    def __init__(self, document: Document, *, dpi: int = 150) -> None:
        self._pdf = pdf.Renderer(document._replace(tagged=False))  # makes what is painted
        self._dpi = dpi  # dots per inch
        self._comment = ", ".join(document.keywords)  # what each file says of itself
        self._sizes: list[_Size] = []  # of the pages so far
        self._pieces = _Pieces()  # of their groups

    def render(self, page: Page) -> Iterator[bytes]:
        """Takes the page in; no file is finished with it."""
        self._sizes.append(_size(page, self._dpi))
        return self._pdf.render(page._replace(shapes=self._pieces.of(page.shapes)))

    def finish(self) -> Iterator[bytes]:
        """The file of each page."""
        (data,) = self._pdf.finish()
        with closing(pypdfium2.PdfDocument(data)) as document:
            for number, size in enumerate(self._sizes):
                clock.grant(size.width * size.height / _PIXELS_A_SECOND)
                with closing(document[number]) as page:
                    yield png_file.encode(*size, self._dpi, _bands(page, size), self._comment)


class _Pieces:
    """Cuts large groups to pieces: PDFium pauses between the groups of a page, never inside one."""

    def __init__(self) -> None:
        self._counted: dict[Group, int] = {}  # how many shapes are painted for each group
        self._cut: dict[Group, tuple[Group, ...]] = {}  # its pieces, which all pages share

    def of(self, shapes: Sequence[Shape]) -> tuple[Shape, ...]:
        """The same drawing, in which no group has too many shapes."""
        if self._count(shapes) <= _SHAPES_AT_ONCE:
            return tuple(shapes)
        return tuple(piece for shape in shapes for piece in self._placed(shape))

    def _placed(self, shape: Shape) -> Iterable[Shape]:
        if not isinstance(shape, Place) or len(pieces := self._pieces(shape.group)) == 1:
            return (shape,)
        return (shape._replace(group=piece) for piece in pieces)

    def _pieces(self, group: Group) -> tuple[Group, ...]:
        """The group as it is, or a few of its shapes each, one over the other."""
        if group not in self._cut:
            self._cut[group] = (group,)
            if self._count(group.shapes) > _SHAPES_AT_ONCE:
                size = group.width, group.height
                self._cut[group] = tuple(Group(few, *size) for few in self._few(group.shapes))
        return self._cut[group]

    def _few(self, shapes: Sequence[Shape]) -> Iterator[tuple[Shape, ...]]:
        """The shapes in their order, a few at a time."""
        few: list[Shape] = []
        count = 0
        for shape in (piece for each in shapes for piece in self._placed(each)):
            more = self._count((shape,))
            if few and count + more > _SHAPES_AT_ONCE:
                yield tuple(few)
                few, count = [], 0
            few.append(shape)
            count += more
        yield tuple(few)

    def _count(self, shapes: Sequence[Shape]) -> int:
        """How many shapes are painted, those in groups among them."""
        groups = [shape.group for shape in shapes if isinstance(shape, Place)]
        for group in groups:
            if group not in self._counted:
                self._counted[group] = self._count(group.shapes)
        return len(shapes) - len(groups) + sum(map(self._counted.__getitem__, groups))


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
    """Paints one shape or group after the other, and listens in between."""
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
