"""Marks are read where they are seen: in forms, scaled, turned, and on turned pages."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import pypdfium2
import pytest
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from printkit.preflight.pagecontent import read_marks
from tests.preflight.planted import A4, FONT, changed, sheet, write

if TYPE_CHECKING:
    import pikepdf

    from printkit.preflight.pagecontent import Marks, PrintedGlyph, Word

IN_FORM = "Hxx"


def marks(data: bytes) -> Marks:
    return read_marks(pypdfium2.PdfDocument(data)[0])


def word(text: str, data: bytes) -> Word:
    return next(word for word in marks(data).words if word.text == text)


def in_form(*, scale: float = 1, turn: float = 0, depth: int = 1) -> bytes:
    """A word at 10 pt and a line of 1 pt from the origin of a form, placed at (50, 100) mm."""

    def draw(canvas: Canvas) -> None:
        canvas.beginForm("inner")
        canvas.setFont(FONT, 10)
        canvas.drawString(0, 0, IN_FORM)
        canvas.setLineWidth(1)
        canvas.line(0, -5, 40, -5)
        canvas.endForm()
        name = "inner"
        for level in range(1, depth):
            canvas.beginForm(f"outer{level}")
            canvas.doForm(name)
            canvas.endForm()
            name = f"outer{level}"
        canvas.translate(50 * mm, A4[1] - 100 * mm)
        canvas.rotate(turn)
        canvas.scale(scale, scale)
        canvas.doForm(name)

    return sheet(draw)


def at_mm(glyph: PrintedGlyph) -> tuple[float, float]:
    return glyph.origin[0] / mm, glyph.origin[1] / mm


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("turn", [0, 90, 180, -90, 30, 45])
@pytest.mark.parametrize("scale", [0.5, 1, 2])
def test_text_in_a_form_has_its_place_and_size_on_the_page(
    scale: float, turn: float, depth: int
) -> None:
    first = word(IN_FORM, in_form(scale=scale, turn=turn, depth=depth)).glyphs[0]
    assert at_mm(first) == pytest.approx((50, 100), abs=0.05)
    assert first.size == pytest.approx(10 * scale, abs=0.01)


@pytest.mark.parametrize("scale", [0.1, 1, 2])
def test_a_line_in_a_form_has_its_width_on_the_page(scale: float) -> None:
    lines = marks(in_form(scale=scale, turn=30, depth=2)).lines
    assert lines[-1].width == pytest.approx(scale, abs=0.001)
    assert lines[-1].box.left / mm == pytest.approx(50, abs=1.5 * scale)


def test_the_box_of_a_glyph_surrounds_its_ink() -> None:
    box = word(IN_FORM, in_form(scale=10)).glyphs[0].box
    assert box.height == pytest.approx(71.1, abs=0.5)  # capitals of Roboto: 0.711 of the size
    assert box.bottom / mm == pytest.approx(100, abs=0.05)


@pytest.mark.parametrize(
    ("rotation", "place"),
    [(0, (50, 100)), (90, (197, 50)), (180, (160, 197)), (270, (100, 160))],
)
def test_places_on_a_rotated_page_are_as_displayed(
    rotation: int, place: tuple[float, float]
) -> None:
    def turn(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].obj.Rotate = rotation

    data = changed(turn, sheet(lambda canvas: write(canvas, "here", 50, 100)))
    assert at_mm(word("here", data).glyphs[0]) == pytest.approx(place, abs=0.05)


def test_places_are_measured_from_the_corner_of_the_page() -> None:
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=A4, cropBox=(20 * mm, 30 * mm, 190 * mm, 287 * mm))
    canvas.setFont(FONT, 10)
    canvas.drawString(50 * mm, 187 * mm, "cropped")
    canvas.save()
    assert at_mm(word("cropped", buffer.getvalue()).glyphs[0]) == pytest.approx((30, 100), abs=0.05)
