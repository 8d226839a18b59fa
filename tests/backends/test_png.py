"""PNG files: size, ink, and memory use."""

from __future__ import annotations

import io
import pathlib
import subprocess
import sys
from math import hypot, pi

import pytest
from PIL import Image as Pixels

from printkit.core.errors import UsageError
from printkit.core.scene import (
    BLACK,
    Circle,
    Colour,
    Fragment,
    Item,
    Line,
    Page,
    Path,
    Placed,
    Rect,
    Stroke,
)
from tests.backends.rasters import stray_pixels
from tests.backends.scenes import written
from tests.rendering import render

A4 = (595.2756, 841.8898)
SIZE = (2480, 3508)


def png(*shapes: Item, dpi: int = 72, size: float = 20) -> Pixels.Image:
    (data,) = render((Page(size, size, shapes),), "png", dpi=dpi)
    return Pixels.open(io.BytesIO(data))


def ink(image: Pixels.Image) -> float:
    """The covered area in pixels."""
    grey = image.convert("L").tobytes()
    return sum(255 - level for level in grey) / 255


def picture(image: Pixels.Image) -> list[str]:
    """Rows of letters: '#' for ink, '.' for paper, '+' for anything between."""
    grey = image.convert("L")
    signs = {0: "#", 255: "."}
    drawn = "".join(signs.get(level, "+") for level in grey.tobytes())
    return [drawn[start : start + grey.width] for start in range(0, len(drawn), grey.width)]


def test_a_png_stores_its_resolution() -> None:
    image = png(dpi=300, size=72)

    assert image.size == (300, 300)
    assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)


@pytest.mark.parametrize(("dpi", "pixels"), [(30, (248, 351)), (150, (1240, 1754)), (300, SIZE)])
def test_a_page_has_exactly_the_pixels_of_its_size(dpi: int, pixels: tuple[int, int]) -> None:
    black = Page(A4[0], A4[1], (Rect(0, 0, *A4, BLACK),))
    (data,) = render((black,), "png", dpi=dpi)
    image = Pixels.open(io.BytesIO(data))

    assert image.size == pixels
    assert image.getextrema() == ((0, 0), (0, 0), (0, 0))


def test_each_page_has_its_own_size_and_drawing() -> None:
    sizes = (10, 20), (20, 10), (30, 30)
    pages = [Page(*size, (Rect(0, 0, size[0], 5, BLACK),)) for size in sizes]
    images = [Pixels.open(io.BytesIO(data)) for data in render(pages, "png", dpi=72)]

    assert [image.size for image in images] == list(sizes)
    assert [ink(image) for image in images] == [50, 100, 150]


def test_a_rectangle_covers_its_pixels_and_no_others() -> None:
    assert picture(png(Rect(2, 1, 3, 2, BLACK), size=6)) == [
        "......",
        "..###.",
        "..###.",
        "......",
        "......",
        "......",
    ]


def test_a_stroke_is_centred_on_its_path() -> None:
    assert picture(png(Rect(2, 2, 4, 4, None, Stroke(BLACK, 2)), size=8)) == [
        "........",
        ".######.",
        ".######.",
        ".##..##.",
        ".##..##.",
        ".######.",
        ".######.",
        "........",
    ]


@pytest.mark.parametrize("width", [0.1, 0.5, 0.9])
def test_a_line_thinner_than_a_pixel_is_drawn_one_pixel_wide(width: float) -> None:
    line = Line(0, 5, 20, 5, Stroke(BLACK, width))

    assert ink(png(line)) == pytest.approx(20, rel=0.02)


@pytest.mark.parametrize("radius", [1, 2.5, 8])
def test_a_circle_covers_its_area(radius: float) -> None:
    expected = pi * radius**2 * 25

    assert ink(png(Circle(10, 10, radius, BLACK), dpi=360)) == pytest.approx(expected, rel=0.05)


@pytest.mark.parametrize(("right", "down"), [(18, 0), (18, 1), (16, 7), (11, 17), (1, 17)])
def test_a_slanting_line_is_as_thick_as_a_straight_one(right: float, down: float) -> None:
    starts = [1 + 0.037 * step for step in range(10)]
    lines = [Line(at, at, at + right, at + down, Stroke(BLACK, 1)) for at in starts]

    covered = sum(ink(png(line, dpi=144)) for line in lines) / len(lines)

    assert covered == pytest.approx(4 * hypot(right, down), rel=0.03)


def test_a_curved_stroke_has_no_gaps() -> None:
    wave = Path((("M", 2, 16), ("C", 8, -12, 12, 32, 18, 4)), None, Stroke(BLACK, 4))
    drawn = "".join(picture(png(wave, dpi=288)))

    assert drawn.count("+") < 0.2 * drawn.count("#")
    assert "#+#" not in drawn


def test_a_higher_resolution_shows_the_same() -> None:
    shapes: tuple[Item, ...] = (
        Line(0, 0, 72, 72, Stroke(BLACK, 4)),
        Rect(60, 5, 8, 60, BLACK),
        Circle(20, 50, 15, None, Stroke(BLACK, 2)),
        *written(8, 60, "W", "Nunito-Black", 70),
    )
    fine = png(*shapes, dpi=2400, size=72).reduce(8)
    coarse = png(*shapes, dpi=300, size=72)

    assert fine.size == coarse.size
    assert stray_pixels(fine, coarse) == 0


def test_a_large_nested_group_is_complete_and_in_order() -> None:
    """Each square covers a part of the one before."""
    greys = [Colour(level, level, level) for level in (at / 300 for at in range(300))]
    squares = tuple(Rect(at * 0.05, at * 0.04, 4, 4, grey) for at, grey in enumerate(greys))
    inner = Placed(Fragment(squares, 20, 20), 0.5, 0.25)
    outer = Fragment((squares[0], inner, squares[-1]), 20, 20)
    moved = tuple(square._replace(x=square.x + 0.5, y=square.y + 0.25) for square in squares)

    assert png(squares[0], *moved, squares[-1]).tobytes() == png(Placed(outer, 0, 0)).tobytes()


def test_a4_at_600_dpi_is_within_the_limit() -> None:
    (data,) = render((Page(*A4, (Rect(0, 0, 72, 72, BLACK),)),), "png", dpi=600)

    assert Pixels.open(io.BytesIO(data)).size == (4961, 7016)


def test_a_page_with_too_many_pixels_is_refused_with_the_limit() -> None:
    with pytest.raises(UsageError) as caught:
        png(dpi=20_000, size=72)

    assert "20000 x 20000 pixels; a PNG can have at most 40 million" in str(caught.value)


ROOT = pathlib.Path(__file__).resolve().parents[2]

MEASURE = """
from pathlib import Path
from printkit.core.scene import Page, Placed
from tests.backends.rasters import stray_pixels
from tests.backends.scenes import flag
from tests.rendering import render
group = flag()
shapes = tuple(Placed(group, x, y, 3) for x in range(0, 800, 100) for y in range(0, 1100, 100))
render((Page(842, 1191, shapes),), "png", dpi=300)
print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems count memory otherwise")
def test_memory_is_bounded() -> None:
    """The 17 million pixels of an A3 page are 52 MB for PDFium and 70 MB for Pillow."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE], cwd=ROOT, check=True, capture_output=True
    )

    assert int(done.stdout) / 1024 < 200
