"""QR codes: what a camera sees on paper, how large they are, and what is wrong with them."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
import segno
from PIL import Image

from printkit.core.geometry import bounds_of, points_of
from printkit.core.scene import Path, Rect
from printkit.preflight.checks import check_pdf
from tests.layout.desk import layout, mm, of
from tests.rendering import render

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.layout.desk import Desk

ADDRESS = "https://example.org/rules"
DPI = 300


def modules_in(picture: Image.Image, count: int) -> Iterator[list[bool]]:
    """Whether the middle of each module is dark; the picture is cut to the dark ones."""
    grey = picture.convert("L").point(lambda value: 255 if value < 128 else 0)
    code = grey.crop(grey.getbbox())
    for row in range(count):
        middles = [(int((at + 0.5) * code.width / count)) for at in range(count)]
        down = int((row + 0.5) * code.height / count)
        yield [bool(code.getpixel((across, down))) for across in middles]


@pytest.mark.parametrize("level", ["low", "high"])
def test_the_printed_code_can_be_decoded(desk: Desk, level: str) -> None:
    pages = desk.pages(f"- {{qr: '{ADDRESS}', level: {level}, width: 40mm}}")
    (png,) = render(pages, "png", dpi=DPI)
    wanted = segno.make(ADDRESS, error=level[0], micro=False).matrix
    found = [*modules_in(Image.open(io.BytesIO(png)), len(wanted))]

    assert [[bool(cell) for cell in row] for row in wanted] == found


def test_a_browser_draws_the_same_code(desk: Desk, browser: Browser) -> None:
    pages = desk.pages(f"- {{qr: '{ADDRESS}', width: 40mm}}")
    (svg,) = render(pages, "svg")
    page = browser.new_page(viewport={"width": 1200, "height": 1600})
    page.set_content(svg.decode())
    picture = Image.open(io.BytesIO(page.screenshot()))
    page.close()
    wanted = segno.make(ADDRESS, error="m", micro=False).matrix

    assert [[bool(cell) for cell in row] for row in wanted] == [*modules_in(picture, len(wanted))]


@pytest.mark.parametrize(
    ("said", "side"),
    [("width: 20mm", 20.0), ("height: 24mm", 24.0), ("quiet: 0", 30.0), ("width: 100%", 190.0)],
)
def test_a_code_is_a_square_with_its_quiet_zone(desk: Desk, said: str, side: float) -> None:
    shapes = desk.shapes(f"- {{qr: '{ADDRESS}', {said}}}")
    (ground,) = of(Rect, shapes)
    (code,) = of(Path, shapes)
    modules = len(segno.make(ADDRESS, error="m", micro=False).matrix)
    quiet = 0 if "quiet" in said else 4

    assert (side, side) == pytest.approx((mm(ground.width), mm(ground.height)), abs=0.1)
    left = bounds_of(points_of(code.commands)).left
    assert quiet == pytest.approx((left - ground.x) / (ground.width / (modules + 2 * quiet)))


def test_text_that_fits_no_code_is_refused_at_its_place(desk: Desk) -> None:
    (problem,) = desk.problems(f"- {{qr: '{'x' * 2900}', level: high}}")
    assert problem.startswith("4:5: a text of 2,900 characters is too long for a QR code")
    assert "level: low" in problem


def test_preflight_refuses_modules_too_small_for_a_phone(desk: Desk) -> None:
    found = {}
    for width in (8, 30):
        document = desk.document(layout(f"- {{qr: '{ADDRESS}', width: {width}mm}}"))
        (data,) = render(document.pages(), "pdf", document.document)
        found[width] = {one.rule for one in check_pdf(data, "x").findings}

    assert "qr-module" in found[8]
    assert "qr-module" not in found[30]
