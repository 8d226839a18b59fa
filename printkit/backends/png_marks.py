"""Marks: what can be put on a raster, and how it is put on one band of it.

Takes finished outlines, glyphs and pictures in dots; paints them on a Pillow image that shows
the rows from `top` on. A dot is covered when its centre is. Knows no scene and no file.
"""

from __future__ import annotations

import io
from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from PIL import Image as Pixels
from PIL import ImageChops, ImageDraw, ImageFont

from printkit import fonts
from printkit.errors import MissingGlyphError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from printkit.backends.png_outline import Contour, Matrix
    from printkit.scene import Picture

Ink: TypeAlias = tuple[int, int, int]

_LARGEST_STENCIL = 600
"""Glyphs are kept up to this size; larger ones are drawn smaller and stretched."""


class Mark(Protocol):
    """Something that covers dots between its two rows."""

    @property
    def top(self) -> float:
        """The first row it may cover."""

    @property
    def bottom(self) -> float:
        """The last row it may cover."""

    def paint(self, band: Pixels.Image, top: int) -> None:
        """Covers its dots in a band that starts at row `top`."""


class Box(NamedTuple):
    """A rectangle along the axes, exact to the dot."""

    left: float
    top: float
    right: float
    bottom: float
    ink: Ink

    def paint(self, band: Pixels.Image, top: int) -> None:
        """Covers the dots whose centres lie inside; a hairline covers one row at least."""
        left, upper = ceil(self.left - 0.5), ceil(self.top - 0.5)
        right = max(left + 1, ceil(self.right - 0.5))
        lower = max(upper + 1, ceil(self.bottom - 0.5))
        band.paste(self.ink, (left, upper - top, right, lower - top))


class Area(NamedTuple):
    """What contours enclose, even-odd."""

    contours: Sequence[Contour]
    top: float
    bottom: float
    ink: Ink

    def paint(self, band: Pixels.Image, top: int) -> None:
        """Covers the area: one contour directly, several through a stencil."""
        if len(self.contours) == 1:
            points = [(floor(x), floor(y) - top) for x, y in self.contours[0]]
            ImageDraw.Draw(band).polygon(points, fill=self.ink)
            return
        every = [point for contour in self.contours for point in contour]
        left = max(0, floor(min(x for x, _ in every)))
        right = min(band.width, ceil(max(x for x, _ in every)) + 1)
        upper = max(0, floor(self.top) - top)
        lower = min(band.height, ceil(self.bottom) + 1 - top)
        if left < right and upper < lower:
            stencil = self._stencil(left, upper + top, (right - left, lower - upper))
            band.paste(self.ink, (left, upper), stencil)

    def _stencil(self, left: int, upper: int, size: tuple[int, int]) -> Pixels.Image:
        stencil = Pixels.new("1", size)
        for contour in self.contours:
            one = Pixels.new("1", size)
            points = [(floor(x) - left, floor(y) - upper) for x, y in contour]
            ImageDraw.Draw(one).polygon(points, fill=1)
            stencil = ImageChops.logical_xor(stencil, one)
        return stencil


class Glyph(NamedTuple):
    """One character; `size` in dots, the matrix turns it and puts its origin in place."""

    character: str
    face_id: str
    size: float
    matrix: Matrix
    ink: Ink

    @property
    def top(self) -> float:
        """As far up as a glyph may reach, however it is turned."""
        return self.matrix.f - fonts.LONGEST_REACH * self.size

    @property
    def bottom(self) -> float:
        """As far down as a glyph may reach, however it is turned."""
        return self.matrix.f + fonts.LONGEST_REACH * self.size

    def paint(self, band: Pixels.Image, top: int) -> None:
        """Covers the glyph, softened along its edges by FreeType."""
        coarser = ceil(self.size / _LARGEST_STENCIL)
        stencil, left, upper = _stencil(self.character, self.face_id, self.size / coarser)
        matrix = self.matrix
        if coarser == 1 and matrix.is_upright:
            place = (round(matrix.e + left), round(matrix.f + upper) - top)
            band.paste(self.ink, place, stencil)
            return
        turned = matrix.place(0, 0, coarser / matrix.scale).place(left, upper)
        part, place = _part(stencil, turned, band.size, top)
        if part:
            band.paste(self.ink, place, part)


@lru_cache(maxsize=8)  # each holds all of its file
def _font(face_id: str, size: float) -> ImageFont.FreeTypeFont:
    face = fonts.find_face(face_id)
    file = io.BytesIO(face.data) if isinstance(face, fonts.OwnFace) else face.path
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=256)
def _stencil(character: str, face_id: str, size: float) -> tuple[Pixels.Image, int, int]:
    """A glyph in grey with a clear margin, and where its top left lies from its origin."""
    font = _font(face_id, size)
    try:
        left, top, right, bottom = map(int, font.getbbox(character, anchor="ls"))
    except OSError as error:
        raise MissingGlyphError(f"U+{ord(character):04X} is broken in its font: {error}") from None
    stencil = Pixels.new("L", (right - left + 2, bottom - top + 2))
    draw = ImageDraw.Draw(stencil)
    draw.text((1 - left, 1 - top), character, fill=255, font=font, anchor="ls")
    return stencil, left - 1, top - 1


class Stretched(NamedTuple):
    """A picture over the parallelogram into which the matrix puts the unit square."""

    picture: Picture
    matrix: Matrix

    @property
    def top(self) -> float:
        """Where its highest corner lies."""
        return min(y for _, y in self.matrix.corners(1, 1))

    @property
    def bottom(self) -> float:
        """Where its lowest corner lies."""
        return max(y for _, y in self.matrix.corners(1, 1))

    def paint(self, band: Pixels.Image, top: int) -> None:
        """Covers what of the picture falls on the band, with its transparency."""
        pixels_per_dot = self.picture.width_px / max(1.0, self.matrix.scale)
        source = _pixels(self.picture, max(1, floor(pixels_per_dot)))
        matrix = self.matrix.stretch(1 / source.width, 1 / source.height)
        part, place = _part(source, matrix, band.size, top)
        if part:
            band.paste(part, place, part)


@lru_cache(maxsize=2)
def _pixels(picture: Picture, shrinkage: int) -> Pixels.Image:
    """The picture, so many of its pixels blended into one that none is skipped."""
    image = Pixels.open(io.BytesIO(picture.data), formats=("PNG", "JPEG")).convert("RGBA")
    return image.convert("RGBa").reduce(shrinkage).convert("RGBA") if shrinkage > 1 else image


def _part(
    source: Pixels.Image, matrix: Matrix, size: tuple[int, int], top: int
) -> tuple[Pixels.Image | None, tuple[int, int]]:
    """What of a picture, put in place by the matrix, falls on a band, and where on it."""
    columns, rows = zip(*matrix.corners(*source.size), strict=True)
    left, right = max(0, floor(min(columns))), min(size[0], ceil(max(columns)))
    upper, lower = max(0, floor(min(rows)) - top), min(size[1], ceil(max(rows)) - top)
    if left >= right or upper >= lower:
        return None, (0, 0)
    back = matrix.inverse().place(left, upper + top)
    part = source.transform(
        (right - left, lower - upper),
        Pixels.Transform.AFFINE,
        (back.a, back.c, back.e, back.b, back.d, back.f),
        Pixels.Resampling.BILINEAR,
    )
    return part, (left, upper)
