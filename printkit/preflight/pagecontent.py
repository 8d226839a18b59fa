"""The content of a page, read with PDFium: words of glyphs, lines, pictures and colours.

Coordinates are in points from the top left corner of the page as it is seen, even on rotated pages
and inside nested form XObjects. The returned values don't need the open page any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import addressof, c_double, c_float, c_int, c_uint, create_string_buffer
from math import hypot, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import pypdfium2.raw as pdfium

from printkit.core.errors import PrintkitError
from printkit.preflight.colourvision import blend
from printkit.preflight.findings import Rectangle, bounding_rectangle

if TYPE_CHECKING:
    from printkit.preflight.colourvision import Rgb

Affine: TypeAlias = tuple[float, float, float, float, float, float]
"""A matrix in PDF's notation: (x, y) becomes (a x + c y + e, b x + d y + f)."""

MOST_MARKS = 300_000
MOST_GLYPHS = 100_000
MOST_DEPTH = 30
MOST_PIXELS = 100_000_000  # PDFium doesn't draw pictures that are too large for its memory
_INVISIBLE = {pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP}
_OUTLINED = {pdfium.FPDF_TEXTRENDERMODE_STROKE, pdfium.FPDF_TEXTRENDERMODE_STROKE_CLIP}
_OF_PAGE = pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject
_OF_FORM = pdfium.FPDFFormObj_CountObjects, pdfium.FPDFFormObj_GetObject
_TOO_MANY = f"this has more than {MOST_MARKS:,} marks on a page"
_QR_SIDES = range(21, 178, 4)
_QR_LEAST, _QR_MOST = 100, 100_000  # corners of a QR code
_OFF_GRID = 0.15  # the distance of a corner from the grid that rounding may cause, in modules
_THIN = 1.0  # a filled shape thinner than this, and longer, counts as a line


class TextRun(NamedTuple):
    """The shared properties of the characters of one text operator."""

    number: int = 0  # identifies the run
    font: str = ""  # the name
    is_embedded: bool = True  # whether the font is in the file
    colour: Rgb = (0, 0, 0)
    alpha: int = 255  # 255 is opaque
    is_visible: bool = False  # whether it is painted at all


_NOTHING = TextRun()


class PrintedGlyph(NamedTuple):
    """A character on the page."""

    character: str
    box: Rectangle  # of its ink
    origin: tuple[float, float]  # on the baseline
    direction: tuple[float, float]  # of the baseline, as a unit vector
    advance: float  # the distance to the next one
    size: float  # of its font
    run: TextRun
    is_mapped: bool  # whether the file maps it to Unicode


class Word(NamedTuple):
    """Glyphs without a space between them."""

    glyphs: tuple[PrintedGlyph, ...]

    @property
    def text(self) -> str:
        """Its characters."""
        return "".join(glyph.character for glyph in self.glyphs)

    @property
    def box(self) -> Rectangle:
        """The bounds of its ink."""
        return bounding_rectangle(glyph.box for glyph in self.glyphs)

    @property
    def is_visible(self) -> bool:
        """Whether it is painted at all."""
        return self.glyphs[0].run.is_visible

    @property
    def is_mapped(self) -> bool:
        """Whether all of it is mapped to Unicode."""
        return all(glyph.is_mapped for glyph in self.glyphs)


class PrintedLine(NamedTuple):
    """A stroke, or a filled area as thin as one."""

    width: float
    box: Rectangle


class PrintedPicture(NamedTuple):
    """An image, with the lower of its two resolutions."""

    dpi: float
    pixels: tuple[int, int]
    box: Rectangle


class QrCode(NamedTuple):
    """A QR code, and the width of one module in points."""

    module: float
    box: Rectangle


class Marks(NamedTuple):
    """The content of a page."""

    width: float  # of the page
    height: float  # of the page
    words: tuple[Word, ...]  # in reading order
    lines: tuple[PrintedLine, ...]
    pictures: tuple[PrintedPicture, ...]
    colours: dict[Rgb, Rectangle]  # of lines and areas, with one place of each
    codes: tuple[QrCode, ...] = ()  # those drawn as one area


def read_marks(page: Any) -> Marks:
    """Read the content of a page."""
    width, height = page.get_size()
    to_page = _as_seen(page)
    reader = _MarkReader(Rectangle(0, 0, width, height))
    for number, painted in enumerate(_page_objects(page, to_page)):
        if number == MOST_MARKS:
            raise PrintkitError(_TOO_MANY)
        reader.read(*painted)
    words = tuple(_TextReader(page, to_page).words())
    lines, pictures = tuple(reader.lines), tuple(reader.pictures)
    codes = tuple(reader.codes)
    return Marks(width, height, words, lines, pictures, reader.colours, codes)


def hide_text(page: Any) -> None:
    """Make the text of a page invisible, to render the page without it."""
    for kind, thing, _ in _page_objects(page):
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            pdfium.FPDFTextObj_SetTextRenderMode(thing, pdfium.FPDF_TEXTRENDERMODE_INVISIBLE)


def _as_seen(page: Any) -> Affine:
    """Return the matrix from the page's coordinates to those of the page as it is seen."""
    left, bottom, right, top = page.get_bbox()
    return {
        0: (1, 0, 0, -1, -left, top),
        90: (0, 1, 1, 0, -bottom, -left),
        180: (-1, 0, 0, 1, right, -bottom),
        270: (0, -1, -1, 0, top, right),
    }[page.get_rotation()]


def _page_objects(
    parent: Any, to_page: Affine = (1, 0, 0, 1, 0, 0), depth: int = 0
) -> Iterator[tuple[int, Any, Affine]]:
    """Yield all objects in painting order, including those in nested forms.

    Each comes with its kind, and the matrix from its coordinates to those of the page.
    """
    if depth > MOST_DEPTH:
        raise PrintkitError(_TOO_MANY)
    count, get = _OF_FORM if depth else _OF_PAGE
    for index in range(count(parent)):
        thing = get(parent, index)
        kind = pdfium.FPDFPageObj_GetType(thing)
        yield kind, thing, to_page
        if kind == pdfium.FPDF_PAGEOBJ_FORM:
            yield from _page_objects(thing, _times(_matrix(thing), to_page), depth + 1)


class _MarkReader:
    """A reader that collects lines, pictures, colours and QR codes."""

    def __init__(self, sheet: Rectangle) -> None:
        self.lines: list[PrintedLine] = []
        self.pictures: list[PrintedPicture] = []
        self.colours: dict[Rgb, Rectangle] = {}
        self.codes: list[QrCode] = []
        self._sheet = sheet

    def read(self, kind: int, thing: Any, to_page: Affine) -> None:
        """Process the next painted object."""
        if kind == pdfium.FPDF_PAGEOBJ_PATH:
            self._path(thing, to_page)
        elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            self._picture(thing, to_page)

    def _path(self, thing: Any, to_page: Affine) -> None:
        edges = [c_float() for _ in range(4)]
        pdfium.FPDFPageObj_GetBounds(thing, *edges)
        box = _transform_bounds(tuple(edge.value for edge in edges), to_page)
        if not box.meets(self._sheet):
            return
        fill, stroke = c_int(), c_int()
        pdfium.FPDFPath_GetDrawMode(thing, fill, stroke)
        if fill.value:
            self.colours.setdefault(_colour(thing, pdfium.FPDFPageObj_GetFillColor), box)
            modules = _modules(thing)
            if modules:
                self.codes.append(QrCode(min(box.width, box.height) / modules, box))
        if stroke.value:
            width = c_float()
            pdfium.FPDFPageObj_GetStrokeWidth(thing, width)
            scale = _least_scale(_times(_matrix(thing), to_page))
            self.lines.append(PrintedLine(abs(width.value) * scale, box))
            self.colours.setdefault(_colour(thing, pdfium.FPDFPageObj_GetStrokeColor), box)
        elif fill.value and min(box.width, box.height) < _THIN <= max(box.width, box.height):
            self.lines.append(PrintedLine(min(box.width, box.height), box))

    def _picture(self, thing: Any, to_page: Affine) -> None:
        matrix = _times(_matrix(thing), to_page)
        box = _transform_bounds((0, 0, 1, 1), matrix)
        across, down = c_uint(), c_uint()
        if not pdfium.FPDFImageObj_GetImagePixelSize(thing, across, down):
            return
        if across.value * down.value > MOST_PIXELS:
            limit = f"{MOST_PIXELS // 1_000_000} million pixels"
            size = f"{across.value} x {down.value} pixels"
            message = f"this has a picture of {size}; preflight checks up to {limit}"
            raise PrintkitError(message)
        a, b, c, d, _, _ = matrix
        width, height = hypot(a, b), hypot(c, d)
        if box.meets(self._sheet) and width > 0 and height > 0:
            dpi = 72 * min(across.value / width, down.value / height)
            self.pictures.append(PrintedPicture(dpi, (across.value, down.value), box))


class _TextReader:
    """A reader of characters, which reads the properties of each run once."""

    def __init__(self, page: Any, to_page: Affine) -> None:
        self._text = page.get_textpage()
        self._to_page = to_page
        self._runs: dict[int, TextRun] = {}

    def words(self) -> Iterator[Word]:
        """Yield the words in reading order."""
        count = pdfium.FPDFText_CountChars(self._text.raw)
        if count > MOST_GLYPHS:
            raise PrintkitError(f"this has more than {MOST_GLYPHS:,} characters on a page")
        word: list[PrintedGlyph] = []
        for index in range(count):
            glyph = self._glyph(index)
            if word and (glyph is None or _is_apart(word[-1], glyph)):
                yield Word(tuple(word))
                word = []
            if glyph is not None:
                word.append(glyph)
        if word:
            yield Word(tuple(word))

    def _glyph(self, index: int) -> PrintedGlyph | None:
        """Return a character; None if it is a space."""
        text = self._text.raw
        code = pdfium.FPDFText_GetUnicode(text, index)
        character = chr(code) if 0 < code < 0x110000 else "\ufffd"
        if pdfium.FPDFText_IsGenerated(text, index) or character.isspace():
            return None
        left, right, bottom, top, x, y = (c_double() for _ in range(6))
        loose, turned = pdfium.FS_RECTF(), pdfium.FS_MATRIX()
        pdfium.FPDFText_GetCharBox(text, index, left, right, bottom, top)
        pdfium.FPDFText_GetLooseCharBox(text, index, loose)
        pdfium.FPDFText_GetMatrix(text, index, turned)
        pdfium.FPDFText_GetCharOrigin(text, index, x, y)
        own = (turned.a, turned.b, turned.c, turned.d, x.value, y.value)
        a, b, c, d, *origin = _times(own, self._to_page)
        length = hypot(a, b) or 1.0
        direction = a / length, b / length
        advance = _transform_bounds(
            (loose.left, loose.bottom, loose.right, loose.top), self._to_page
        )
        return PrintedGlyph(
            character,
            _transform_bounds((left.value, bottom.value, right.value, top.value), self._to_page),
            (origin[0], origin[1]),
            direction,
            upright(advance, direction)[0],
            abs(pdfium.FPDFText_GetFontSize(text, index)) * hypot(c, d),
            self._run(pdfium.FPDFText_GetTextObject(text, index)),
            character != "\ufffd" and pdfium.FPDFText_HasUnicodeMapError(text, index) != 1,
        )

    def _run(self, thing: Any) -> TextRun:
        if not thing:
            return _NOTHING
        address = addressof(thing.contents)
        if address not in self._runs:
            mode = pdfium.FPDFTextObj_GetTextRenderMode(thing)
            is_outlined = mode in _OUTLINED
            paint = (
                pdfium.FPDFPageObj_GetStrokeColor
                if is_outlined
                else pdfium.FPDFPageObj_GetFillColor
            )
            red, green, blue, alpha = _paint(thing, paint)
            is_visible = mode not in _INVISIBLE and alpha > 0
            run = TextRun(len(self._runs) + 1, *_font(thing), (red, green, blue), alpha, is_visible)
            self._runs[address] = run
        return self._runs[address]


def _font(thing: Any) -> tuple[str, bool]:
    """Return the name of the font of a text, and whether it is embedded."""
    font = pdfium.FPDFTextObj_GetFont(thing)
    if not font:
        return _NOTHING.font, _NOTHING.is_embedded
    size = pdfium.FPDFFont_GetBaseFontName(font, None, 0)
    name = create_string_buffer(max(1, size))
    pdfium.FPDFFont_GetBaseFontName(font, name, size)
    return name.value.decode("utf-8", "replace"), pdfium.FPDFFont_GetIsEmbedded(font) == 1


def _is_apart(last: PrintedGlyph, glyph: PrintedGlyph) -> bool:
    """Return whether a glyph of another run begins a new word."""
    if last.run is glyph.run:
        return False
    along, across = ahead(last, glyph)
    near = 0.2 * last.size
    return abs(across) > near or abs(along - last.advance) > near


def ahead(one: PrintedGlyph, other: PrintedGlyph) -> tuple[float, float]:
    """Return the distance of one glyph from another, along its line and across it."""
    dx, dy = other.origin[0] - one.origin[0], other.origin[1] - one.origin[1]
    c, s = one.direction
    return dx * c + dy * s, dy * c - dx * s


def upright(box: Rectangle, direction: tuple[float, float]) -> tuple[float, float]:
    """Return the length and height of a rectangle in this direction that fills its bounding box."""
    c, s = abs(direction[0]), abs(direction[1])
    if s < 0.01:
        return box.width, box.height
    if c < 0.01:
        return box.height, box.width
    spread = c * c - s * s
    if abs(spread) < 0.2:  # near 45 degrees there is no single solution: take a square
        side = (box.width + box.height) / 2 / (c + s)
        return side, side
    along = (box.width * c - box.height * s) / spread
    across = (box.height * c - box.width * s) / spread
    return max(0.0, along), max(0.0, across)


def _modules(thing: Any) -> int:
    """Return the number of modules per side of a QR code; 0 if an area is not one.

    A code is an area of many corners, all on a square grid of 21, 25, … 177 modules, with a 7 x 7
    square in three corners of the grid.
    """
    count = pdfium.FPDFPath_CountSegments(thing)
    if not _QR_LEAST <= count <= _QR_MOST:
        return 0
    points = set(_corners(thing, count))
    left, top = min(x for x, _ in points), min(y for _, y in points)
    wide = max(x for x, _ in points) - left
    if wide <= 0 or abs(max(y for _, y in points) - top - wide) > 0.01 * wide:
        return 0
    return next((side for side in _QR_SIDES if _is_code(points, (left, top), wide / side, side)), 0)


def _is_code(
    points: set[tuple[float, float]], start: tuple[float, float], module: float, side: int
) -> bool:
    """Return whether all corners are on a grid of this many modules, with finder patterns."""
    left, top = start
    at = [((x - left) / module, (y - top) / module) for x, y in points]
    if any(max(abs(x - round(x)), abs(y - round(y))) > _OFF_GRID for x, y in at):
        return False
    on_grid = {(round(x), round(y)) for x, y in at}
    corners = [(x, y) for x in (0, side - 7) for y in (0, side - 7)]
    squares = [{(x, y), (x + 7, y), (x, y + 7), (x + 7, y + 7)} <= on_grid for x, y in corners]
    return sum(squares) >= 3


def _corners(thing: Any, count: int) -> Iterator[tuple[float, float]]:
    for index in range(count):
        x, y = c_float(), c_float()
        pdfium.FPDFPathSegment_GetPoint(pdfium.FPDFPath_GetPathSegment(thing, index), x, y)
        yield x.value, y.value


def _colour(thing: Any, get: Any) -> Rgb:
    red, green, blue, alpha = _paint(thing, get)
    return blend((red, green, blue), alpha)


def _paint(thing: Any, get: Any) -> tuple[int, int, int, int]:
    parts = [c_uint() for _ in range(4)]
    if not get(thing, *parts):
        return 0, 0, 0, 255
    red, green, blue, alpha = (part.value for part in parts)
    return red, green, blue, alpha


def _matrix(thing: Any) -> Affine:
    found = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(thing, found)
    return found.a, found.b, found.c, found.d, found.e, found.f


def _times(first: Affine, then: Affine) -> Affine:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def _transform_bounds(edges: tuple[float, ...], matrix: Affine) -> Rectangle:
    """Return the bounds of a rectangle (left, bottom, right, top) after a transformation."""
    left, bottom, right, top = edges
    a, b, c, d, e, f = matrix
    corners = [(x, y) for x in (left, right) for y in (bottom, top)]
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return Rectangle(min(xs), min(ys), max(xs), max(ys))


def _least_scale(matrix: Affine) -> float:
    """Return the smallest scale factor of a matrix in any direction: its lower singular value."""
    a, b, c, d, _, _ = matrix
    squares = a * a + b * b + c * c + d * d
    product = a * d - b * c
    return sqrt(max(0.0, squares - sqrt(max(0.0, squares**2 - 4 * product**2))) / 2)
