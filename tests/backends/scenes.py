"""Small scenes that use every kind of shape, for tests of all three backends."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PIL import Image as Pixels

from printkit.core.scene import (
    BLACK,
    Circle,
    Colour,
    Fragment,
    Image,
    Line,
    Page,
    Path,
    Picture,
    Placed,
    Rect,
    Stroke,
    Text,
)
from printkit.text import shaping

if TYPE_CHECKING:
    from collections.abc import Iterable

    from printkit.core.scene import Item, PathCommand

WIDTH, HEIGHT = 200.0, 120.0
RED = Colour(0.8, 0.1, 0.1)
GREEN = Colour(0.1, 0.5, 0.2)
CREAM = Colour(0.98, 0.94, 0.8)


def page(*shapes: Item) -> Page:
    """A small page."""
    return Page(WIDTH, HEIGHT, shapes)


def written(
    x: float,
    y: float,
    text: str,
    face: str = "Roboto",
    size: float = 12,
    turn: float = 0.0,
    colour: Colour = BLACK,
) -> tuple[Text, ...]:
    """A text as layout puts it into a scene; only a single run can be rotated."""
    return tuple(
        Text(
            x + run.x,
            y,
            run.text,
            run.face,
            size,
            colour,
            run.offsets,
            run.width,
            turn,
            0.0,
            run.glyphs,
        )
        for run in shaping.shape(text, face, size)
    )


def picture(kind: str = "PNG") -> Picture:
    """Four squares of 40 pixels; with alpha, one is half transparent and one transparent."""
    image = Pixels.new("RGBA", (80, 80), (200, 30, 30, 255))
    image.paste((30, 30, 200, 128), (40, 0, 80, 40))
    image.paste((0, 0, 0, 0), (0, 40, 40, 80))
    image.paste((30, 160, 60, 255), (40, 40, 80, 80))
    file = io.BytesIO()
    (image if kind == "PNG" else image.convert("RGB")).save(file, kind, quality=95)
    return Picture(file.getvalue(), 80, 80)


def flag() -> Fragment:
    """A group that holds text, a curve and another group."""
    dot = Fragment((Circle(3, 3, 3, RED),), 6, 6)
    cloth = Path(
        (("M", 0, 4), ("C", 10, -2, 20, 10, 30, 4), ("L", 30, 20), ("L", 0, 20), ("Z",)),
        CREAM,
        Stroke(BLACK, 1),
    )
    return Fragment(
        (cloth, *written(3, 16, "Va", size=8), Placed(dot, 20, 10), Placed(dot, 24, 15, 0.5)),
        30,
        20,
    )


def _strokes() -> Iterable[Item]:
    pens = (
        Stroke(BLACK, 1),
        Stroke(BLACK, 3),
        Stroke(RED, 1.5, (6, 3)),
        Stroke(GREEN, 3, (0.5, 4.5), "round"),
        Stroke(BLACK, 4, (8, 6), "round"),
    )
    for index, pen in enumerate(pens):
        yield Line(10, 12 + 11 * index, 90, 12 + 11 * index, pen)
        yield Line(105 + 19 * index, 10, 120 + 16 * index, 60, pen)
    yield Path((("M", 10, 75), ("L", 40, 110), ("L", 50, 75), ("L", 60, 112)), None, pens[4])
    yield Path((("M", 75, 75), ("L", 105, 110), ("L", 115, 75), ("Z",)), CREAM, Stroke(RED, 6))
    yield Path((("M", 130, 110), ("C", 140, 50, 180, 140, 190, 75)), None, Stroke(GREEN, 2, (5, 2)))


def _boxes() -> Iterable[Item]:
    yield Rect(10, 10, 50, 30, CREAM, Stroke(BLACK, 2))
    yield Rect(10.3, 50.6, 50, 30, GREEN)
    yield Rect(70, 10, 50, 30, CREAM, Stroke(RED, 3), radius=8)
    yield Rect(70, 50, 50, 30, None, Stroke(BLACK, 2, (6, 4)))
    yield Rect(10, 90, 50, 20, None, Stroke(BLACK, 2, (6, 4)), radius=6)
    yield Rect(70, 90, 50, 20, RED, radius=40)
    yield Circle(155, 25, 15, CREAM, Stroke(BLACK, 2))
    yield Circle(155, 65, 15, GREEN)
    yield Circle(155, 100, 12, None, Stroke(RED, 3, (5, 4)))
    yield Circle(185, 25, 2, BLACK, Stroke(BLACK, 6))


def _hole() -> Iterable[Item]:
    yield Path((*_square(10, 90), *_square(25, 60), *_square(40, 30)), RED, Stroke(BLACK, 1))
    yield Path(
        (("M", 145, 10), ("L", 170, 100), ("L", 105, 45), ("L", 190, 45), ("L", 120, 100), ("Z",)),
        GREEN,
    )


def _square(start: float, side: float) -> tuple[PathCommand, ...]:
    end = start + side
    return (("M", start, start), ("L", end, start), ("L", end, end), ("L", start, end), ("Z",))


def _text() -> Iterable[Item]:
    yield from written(8, 20, "AVATAR Tokyo, LT & fi ffl", size=14)
    yield from written(8, 36, "Łódź Größe Ærø  naïve", "Roboto-Italic")
    yield from written(8, 52, "Ωμέγα Жёлтый", "RobotoCondensed-Bold", 13)
    yield from written(8, 68, "Symbols ♠♥★ ⚀⚅ →", "Roboto-Bold")
    yield from written(8, 90, "Nunito 0123", "Nunito-Black", 20, colour=RED)
    yield from written(8, 108, "Hand 🂡 <b>&(x)", "PatrickHand", 16, colour=GREEN)


def _turned_text() -> Iterable[Item]:
    for turn in (0, 30, 90, 135, 180, 270, -20):
        yield from written(100, 60, "   Turned", size=11, turn=turn)
    yield from written(5, 100, "Rg", "Nunito-Black", 90, colour=CREAM)


def _leaning_text() -> Iterable[Item]:
    for turn in (0, 90, -30):
        for run in written(60, 40, "Leaning AVA", "Nunito-Bold", 18, turn):
            yield run._replace(slant=0.2)
    for run in written(10, 110, "Roboto ♥ heavy", "Roboto-Bold", 20, colour=RED):
        yield run._replace(slant=0.2)


def _groups() -> Iterable[Item]:
    group = flag()
    yield Placed(group, 10, 10)
    yield Placed(group, 60, 10, 2)
    yield Placed(group, 60, 70, turn=90)
    yield Placed(group, 150, 60, 1.5, 30)
    yield Placed(group, 60, 90, 0.5, -45)
    yield Placed(group, 130, 110, turn=180)


def _images() -> Iterable[Item]:
    yield Rect(0, 0, WIDTH, HEIGHT, CREAM)
    png = picture()
    yield Image(10, 10, 60, 60, png)
    yield Image(80, 10, 80, 40, png)
    yield Image(80, 60, 40, 40, picture("JPEG"))
    yield Placed(Fragment((Image(0, 0, 30, 30, png),), 30, 30), 150, 60, 1.0, 20)


SCENES: dict[str, Page] = {
    "strokes": page(*_strokes()),
    "boxes and circles": page(*_boxes()),
    "even-odd paths": page(*_hole()),
    "text": page(*_text()),
    "turned and large text": page(*_turned_text()),
    "leaning text": page(*_leaning_text()),
    "groups, nested, scaled and turned": page(*_groups()),
    "pictures with transparency": page(*_images()),
}
