"""The PNG backend: each page of a document as one PNG, drawn at four times its resolution.

Takes a finished scene and dots per inch; gives bytes, the same for the same scene. The page is
drawn band by band and reduced, so that memory is bounded whatever its size. Strokes lie centred
on their paths, as in PDF and SVG. Measures nothing.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, assert_never

from PIL import Image as Pixels

from printkit.backends import png_file
from printkit.backends.png_marks import Area, Box, Glyph, Stretched
from printkit.backends.png_outline import Matrix, Subpath, circle, flatten, rounded, settle, stroke
from printkit.errors import UsageError
from printkit.scene import Circle, Image, Line, Path, Place, Rect, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printkit.backends.png_marks import Ink, Mark
    from printkit.backends.png_outline import Contour
    from printkit.scene import Colour, Document, Page, Shape, Stroke

_FINER = 4
_MOST_PIXELS = 100_000_000
_DOTS_PER_BAND = 6_000_000
_PAPER = (255, 255, 255)
_SPREAD = 0.5
"""How far beyond its outline Pillow fills a polygon, in dots."""


class Renderer:
    """A file for each page."""

    def __init__(self, _document: Document, *, dpi: int = 150) -> None:
        self._dpi = dpi

    def render(self, page: Page) -> Iterator[bytes]:
        """The file of this page."""
        yield _render_page(page, self._dpi)

    def finish(self) -> Iterator[bytes]:
        """Nothing: every page has its file."""
        return iter(())


def _render_page(page: Page, dpi: int) -> bytes:
    width, height = (max(1, round(side * dpi / 72)) for side in (page.width, page.height))
    if width * height > _MOST_PIXELS:
        raise UsageError(
            f"at {dpi} dpi a page has {width} x {height} pixels; "
            f"{_MOST_PIXELS // 1_000_000} million is the most for a PNG",
            hint="choose fewer dots per inch",
        )
    scale = dpi / 72 * _FINER
    marks = list(_marks(page.shapes, Matrix(scale, 0, 0, scale, 0, 0)))
    if not all(isfinite(mark.top + mark.bottom) for mark in marks):
        raise ValueError("nan in a scene: layout must give finite numbers")
    return png_file.encode(width, height, dpi, _bands(marks, width, height))


def _bands(marks: Sequence[Mark], width: int, height: int) -> Iterator[Pixels.Image]:
    rows = max(1, _DOTS_PER_BAND // (width * _FINER * _FINER))
    for start in range(0, height, rows):
        count = min(rows, height - start)
        top, bottom = start * _FINER, (start + count) * _FINER
        band = Pixels.new("RGB", (width * _FINER, bottom - top), _PAPER)
        for mark in marks:
            if mark.top <= bottom and mark.bottom >= top:
                mark.paint(band, top)
        yield band.reduce(_FINER)


def _marks(shapes: Iterable[Shape], matrix: Matrix) -> Iterator[Mark]:
    """All that the shapes cover, in order, groups taken apart."""
    for shape in shapes:
        match shape:
            case Place(group, x, y, scale, turn):
                yield from _marks(group.shapes, matrix.place(x, y, scale, turn))
            case Text():
                yield from _text(shape, matrix)
            case Line(x1, y1, x2, y2, pen):
                line = Subpath(matrix.contour([(x1, y1), (x2, y2)]), closed=False)
                yield from _stroked([line], pen, matrix)
            case Rect():
                yield from _rect(shape, matrix)
            case Circle():
                yield from _circle(shape, matrix)
            case Path(commands, fill, pen):
                subpaths = flatten(commands, matrix)
                yield from _filled([s.points for s in subpaths if len(s.points) > 2], fill)
                yield from _stroked(subpaths, pen, matrix)
            case Image(x, y, width, height, picture):
                yield Stretched(picture, matrix.place(x, y).stretch(width, height))
            case _:
                assert_never(shape)


def _ink(colour: Colour) -> Ink:
    red, green, blue = (round(255 * part) for part in colour)
    return red, green, blue


def _filled(contours: Sequence[Contour], fill: Colour | None) -> Iterator[Mark]:
    if fill is None or not contours:
        return
    ink = _ink(fill)
    if len(contours) == 1 and _is_box(contours[0]):
        (x1, y1), _, (x2, y2), _ = contours[0]
        yield Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2), ink)
        return
    rows = [y for contour in contours for _, y in contour]
    yield Area([settle(contour, _SPREAD) for contour in contours], min(rows), max(rows), ink)


def _is_box(contour: Contour) -> bool:
    if len(contour) != 4:
        return False
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = contour
    return (ax == dx and bx == cx and ay == by and cy == dy) or (
        ax == bx and cx == dx and ay == dy and by == cy
    )


def _stroked(
    subpaths: Iterable[Subpath], pen: Stroke | None, matrix: Matrix, *, mitred: bool = False
) -> Iterator[Mark]:
    if pen is None:
        return
    width = pen.width * matrix.scale
    dash = [length * matrix.scale for length in pen.dash]
    for subpath in subpaths:
        for contour in stroke(subpath, width, pen.cap, dash, mitred=mitred):
            yield from _filled([contour], pen.colour)


def _rect(rect: Rect, matrix: Matrix) -> Iterator[Mark]:
    yield from _filled([_rounded(rect, 0, matrix)], rect.fill)
    pen = rect.stroke
    if pen is None:
        return
    if pen.dash or rect.radius <= 0:
        around = Subpath(_rounded(rect, 0, matrix), closed=True)
        yield from _stroked([around], pen, matrix, mitred=rect.radius <= 0)
        return
    outer, inner = _rounded(rect, pen.width / 2, matrix), _rounded(rect, -pen.width / 2, matrix)
    yield from _filled([outer, inner], pen.colour)


def _rounded(rect: Rect, grow: float, matrix: Matrix) -> Contour:
    """The outline of a rectangle made larger by `grow` on every side."""
    x, y, width, height = rect.x - grow, rect.y - grow, rect.width, rect.height
    radius = max(0.0, min(rect.radius, width / 2, height / 2) + grow) if rect.radius > 0 else 0.0
    size = max(0.0, width + 2 * grow), max(0.0, height + 2 * grow)
    return matrix.contour(rounded(x, y, *size, radius, matrix.scale))


def _circle(shape: Circle, matrix: Matrix) -> Iterator[Mark]:
    x, y = matrix.apply(shape.x, shape.y)
    radius = shape.radius * matrix.scale
    yield from _filled([circle(x, y, radius, radius)], shape.fill)
    pen = shape.stroke
    if pen is None:
        return
    if pen.dash:
        around = Subpath(circle(x, y, radius, radius), closed=True)
        yield from _stroked([around], pen, matrix)
        return
    half = pen.width / 2 * matrix.scale
    rings = [circle(x, y, r, r) for r in (radius + half, radius - half) if r > 0]
    yield from _filled(rings, pen.colour)


def _text(text: Text, matrix: Matrix) -> Iterator[Mark]:
    size = text.size * matrix.scale
    along = matrix.place(text.x, text.y, turn=text.turn)
    ink = _ink(text.colour)
    for character, offset in zip(text.text, text.offsets, strict=True):
        yield Glyph(character, text.font, size, along.place(offset, 0), ink)
