"""The three backends draw the same picture: they differ along edges, by a pixel at most."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PIL import ImageChops

from printkit.backends import FORMATS
from printkit.core.scene import BLACK, Line, Rect, Stroke
from tests.backends.rasters import from_pdf, from_png, from_svg, stray_pixels
from tests.backends.scenes import SCENES, WIDTH, page
from tests.rendering import render

if TYPE_CHECKING:
    from printkit.core.scene import Page

every_scene = pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES.keys())


@every_scene
def test_png_looks_like_the_pdf_in_pdfium(scene: Page) -> None:
    assert ImageChops.difference(from_pdf(scene), from_png(scene)).getbbox() is None


@every_scene
def test_svg_with_our_fonts_looks_like_the_pdf(scene: Page) -> None:
    assert stray_pixels(from_pdf(scene), from_svg(scene, outline=False)) == 0


@every_scene
def test_svg_with_outlines_looks_like_the_pdf_without_any_font(scene: Page) -> None:
    assert stray_pixels(from_pdf(scene), from_svg(scene, outline=True)) == 0


@every_scene
def test_every_scene_shows_something(scene: Page) -> None:
    blank = from_png(page())

    assert ImageChops.difference(blank, from_png(scene)).getbbox() is not None


def test_the_comparison_sees_a_missing_hairline() -> None:
    line = Line(10, 10, WIDTH - 10, 10, Stroke(BLACK, 0.5))

    assert stray_pixels(from_png(page()), from_png(page(line))) > 100


def test_the_comparison_sees_a_shift_of_one_point() -> None:
    here, there = (
        from_png(
            page(Rect(x, 10, 20, 20, BLACK)),
        )
        for x in (10, 11)
    )

    assert stray_pixels(here, there) > 10


@pytest.mark.parametrize("file_format", FORMATS)
@every_scene
def test_the_same_scene_gives_the_same_bytes(scene: Page, file_format: str) -> None:
    once, again = (render((scene,), file_format) for _ in range(2))

    assert once == again


def test_pdf_is_one_file_and_other_formats_have_one_per_page() -> None:
    pages = page(), page(), page()

    assert [len(render(pages, name)) for name in ("pdf", "svg", "png")] == [1, 3, 3]


@pytest.mark.parametrize("file_format", FORMATS)
def test_nan_and_infinity_never_reach_a_file(file_format: str) -> None:
    broken = (page(Rect(float("nan"), 0, 10, 10, BLACK)),)

    with pytest.raises(ValueError, match="nan in a scene"):
        render(broken, file_format)
