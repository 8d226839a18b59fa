"""Handwriting: draws values into the fields of a sheet, in the colour of the theme's pen.

Marks and words are slightly tilted and shifted, depending on the seed, and never touch the edge of
their field: words that are too long become smaller, then break into lines, and are finally cut off
with an ellipsis.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import pairwise
from math import cos, pi, radians, sin
from typing import TYPE_CHECKING

from printkit.core.errors import MissingGlyphError, brief
from printkit.core.geometry import Bounds, Point, bounds_of, points_of
from printkit.core.scene import (
    BLACK,
    Colour,
    Field,
    FieldArea,
    Fragment,
    Item,
    Path,
    PathCommand,
    Placed,
    Shape,
    Stroke,
    Text,
)
from printkit.layout.boxes.text import LetterStyle, Start, letters
from printkit.layout.language.templates import show_value
from printkit.text import glyphs, shaping
from printkit.text.faces import resolve

if TYPE_CHECKING:
    from random import Random

    from printkit.core.theme import Theme
    from printkit.rules.results import FieldValue

LARGEST = 17.0
ROOMY = 0.42
SMALLEST = 7.0
"""The largest size in points; the share of a high field's height that may exceed it; and the
smallest size, at which words are broken or cut off."""

DESCENT = 0.2
"""The depth of letters like g, relative to their size: all words leave room for it, so that fields
of one size have text of one size."""

CLEAR = 1.1  # points between the ink and the edges of its field

TILT = 2.5  # the largest tilt to either side, in degrees

LEADING = 1.05
QUARTER = 0.56
"""The distance of the control points for a quarter of a ring, relative to its radius."""

TICK = ((0.14, 0.52), (0.38, 0.84), (0.9, 0.1))
"""The corners of a tick, relative to its box."""


def with_handwriting(
    fragment: Fragment,
    fields: Iterator[Field],
    values: Mapping[str, FieldValue],
    handwriting: Handwriting,
    x: float = 0.0,
    y: float = 0.0,
) -> Fragment:
    """Return the fragment at (x, y) of its page, with values written into its fields."""
    if not fragment.has_fields:
        return fragment
    items: list[Item] = []
    for item in fragment.items:
        if isinstance(item, FieldArea):
            field = next(fields)
            ink = tuple(handwriting.write([field.move(-x, -y)], values))
            alt = field.label if ink and values.get(field.name) is True else ""
            items.append(item._replace(ink=ink, alt=alt))
        elif isinstance(item, Placed):
            at = x + item.x, y + item.y
            own = fields if item.scale == 1.0 else _reduce(fields, at, item.scale)
            inside = with_handwriting(item.fragment, own, values, handwriting, *at)
            items.append(item._replace(fragment=inside))
        else:
            items.append(item)
    attributes = fragment.width, fragment.height, fragment.role, fragment.alt
    return Fragment(items, *attributes, cell=fragment.cell, source=fragment.source)


def _reduce(fields: Iterator[Field], at: Point, scale: float) -> Iterator[Field]:
    """Yield fields as they are inside something that is enlarged from this point."""
    for field in fields:
        yield field._replace(
            x=at[0] + (field.x - at[0]) / scale,
            y=at[1] + (field.y - at[1]) / scale,
            width=field.width / scale,
            height=field.height / scale,
            size=field.size / scale,
        )


class Handwriting:
    """One player's handwriting, in one theme."""

    def __init__(self, theme: Theme, seed: str, smallest: float = SMALLEST) -> None:
        self._colour: Colour = theme.colours["pen"] or BLACK
        self._seed = seed
        self._smallest = smallest
        self._face = resolve("hand")
        self._known_bounds: dict[str, Bounds] = {}  # of the words written so far, for a size of 1

    def write(self, fields: Sequence[Field], values: Mapping[str, FieldValue]) -> Iterator[Shape]:
        """Yield the shapes for all fields that have a value."""
        for field in fields if values else ():
            value = values.get(field.name)
            if value is not None and value is not False:
                yield from self._mark(field, value)

    def _mark(self, field: Field, value: FieldValue) -> Iterator[Shape]:
        digest = sha256(f"{self._seed}/{field.name}".encode()).digest()
        from random import Random

        rng = Random(int.from_bytes(digest[:8]))
        if field.kind == "tick":
            yield self._circle(field, rng) if field.circled else self._tick(field, rng)
            if value is not True:
                yield self._strike(field, rng)
        else:
            yield from self._words(field, show_value(value), rng)

    def _tick(self, field: Field, rng: Random) -> Path:
        """Draw a tick in the middle of the box."""
        side = min(field.width, field.height) * 0.86
        left = field.x + (field.width - side) / 2
        top = field.y + (field.height - side) / 2
        loose = [(x + rng.uniform(-0.05, 0.05), y + rng.uniform(0, 0.06)) for x, y in TICK]
        corners = [(left + side * x, top + side * y) for x, y in loose]
        if field.turn:
            middle = (field.x + field.width / 2, field.y + field.height / 2)
            corners = [(2 * middle[0] - x, 2 * middle[1] - y) for x, y in corners]
        (x1, y1), (x2, y2), (x3, y3) = corners
        bend = side * rng.uniform(0.04, 0.12)
        commands: tuple[PathCommand, ...] = (
            ("M", x1, y1),
            ("C", x1 + bend, y1 + bend, x2 - bend, y2 - bend, x2, y2),
            ("C", x2 + bend, y2 - bend * 2, x3 - bend * 2, y3 + bend, x3, y3),
        )
        width = max(0.9, min(1.6, side * 0.1))
        return Path(commands, stroke=Stroke(self._colour, width, cap="round"))

    def _strike(self, field: Field, rng: Random) -> Path:
        """Draw a line through a tick that was crossed out."""
        right, bottom = field.x + field.width, field.y + field.height
        lean = field.height * rng.uniform(0.1, 0.3)
        middle = (field.x + field.width / 2, field.y + field.height / 2 + lean * 0.3)
        commands: tuple[PathCommand, ...] = (
            ("M", field.x + 1, field.y + lean),
            ("C", *middle, *middle, right - 1, bottom - lean),
        )
        return Path(commands, stroke=Stroke(self._colour, 1.2, cap="round"))

    def _circle(self, field: Field, rng: Random) -> Path:
        """Draw a ring around a picture, not quite closed."""
        x, y = field.x + field.width / 2, field.y + field.height / 2
        wide, high = field.width / 2 - 0.7, field.height / 2 - 0.7
        begin = rng.uniform(-2.6, -1.8)
        stops = []
        for quarter in range(5):
            angle = begin + quarter * pi / 2 * rng.uniform(0.98, 1.02)
            grown = 0.88 + 0.03 * quarter
            c, s = cos(angle), sin(angle)
            ahead = (-wide * QUARTER * s, high * QUARTER * c)
            stops.append(((x + wide * grown * c, y + high * grown * s), ahead))
        commands: list[PathCommand] = [("M", *stops[0][0])]
        for (start, out), (end, into) in pairwise(stops):
            away = (start[0] + out[0], start[1] + out[1])
            back = (end[0] - into[0], end[1] - into[1])
            commands.append(("C", *away, *back, *end))
        return Path(tuple(commands), stroke=Stroke(self._colour, 1.2, cap="round"))

    def _words(self, field: Field, words: str, rng: Random) -> Iterator[Text]:
        room = (field.width - 2 * CLEAR, field.height - 2 * CLEAR)
        largest = max(LARGEST, min(30.0, ROOMY * field.height))
        try:
            lines, size = self._fit(words, room, largest)
        except MissingGlyphError as error:
            message = f"{field.label}: can't write '{brief(words)}': {error.message}"
            raise MissingGlyphError(message, hint=error.hint) from None
        step = size * LEADING
        boxes = [self._text_bounds(line, size) for line in lines]
        high = step * (len(lines) - 1) + boxes[-1].bottom - boxes[0].top
        down = rng.uniform(-0.5, 0.5) * min(1.2, room[1] - high)
        y = field.y + (field.height - high) / 2 - boxes[0].top + down
        for number, (line, bounds) in enumerate(zip(lines, boxes, strict=True)):
            wide = bounds.right - bounds.left
            free = room[0] - wide
            aside = rng.uniform(-0.5, 0.5) * min(3.0, free)
            x = field.x + CLEAR + free / 2 + aside - bounds.left
            tilt = self._tilt(rng, wide, room[1] - high)
            yield from self._line(field, line, size, (x, y + number * step), tilt)

    def _tilt(self, rng: Random, wide: float, free: float) -> float:
        """Return the tilt of a line in degrees, limited by the room above and below it."""
        steepest = min(TILT, max(0.0, free / 2) / max(wide, 1.0) * 57.3)
        return rng.uniform(-steepest, steepest)

    def _line(
        self, field: Field, line: str, size: float, start: tuple[float, float], tilt: float
    ) -> Iterator[Text]:
        """Draw a line of text, tilted around its middle."""
        x, y = start
        half = shaping.text_width(line, self._face, size) / 2
        turn = tilt + field.turn
        if field.turn:
            x = 2 * (field.x + field.width / 2) - x
            y = 2 * (field.y + field.height / 2) - y
            half = -half
        c, s = cos(radians(tilt)), sin(radians(tilt))
        x, y = x + half - half * c, y - half * s
        return letters(line, LetterStyle(self._face), Start(x, y, turn), size, self._colour)

    def _fit(
        self, words: str, room: tuple[float, float], largest: float
    ) -> tuple[list[str], float]:
        """Return the lines and their size: as large as fits, in more lines only if necessary."""
        size = min(largest, self._size(words, room))
        if size >= self._smallest:
            return [words], size
        for count in range(2, 1 + int(room[1] / (self._smallest * LEADING))):
            lines = _split_evenly(words, count)
            across = min(self._size(line, (room[0], 1000.0)) for line in lines)
            size = min(across, room[1] / (count * LEADING), largest)
            if size >= self._smallest:
                return lines, size
        return [self._shorten(words, room[0])], self._smallest

    def _size(self, words: str, room: tuple[float, float]) -> float:
        bounds = self._text_bounds(words, 1.0)
        # A little room is left for the tilt.
        return 0.94 * min(
            room[0] / (bounds.right - bounds.left), room[1] / (bounds.bottom - bounds.top)
        )

    def _shorten(self, words: str, width: float) -> str:
        """Cut the words off where they no longer fit, with an ellipsis."""
        for end in range(len(words), 0, -1):
            short = words[:end].rstrip() + "…" * (end < len(words))
            if shaping.text_width(short, self._face, self._smallest) <= width:
                return short
        return "…"

    def _text_bounds(self, words: str, size: float) -> Bounds:
        """Return the bounds of the words' outlines, relative to the start of the baseline.

        They are at least as high as a digit.
        """
        known = self._known_bounds.get(words)
        if known is None:
            known = self._known_bounds[words] = bounds_of(self._points(words))
        return Bounds(*[side * size for side in known])

    def _points(self, words: str) -> Iterator[Point]:
        """Yield the points that determine the extent of words, for a size of 1."""
        yield 0.0, -glyphs.metrics(self._face).cap_height
        yield 0.01, 0.0 if words.lstrip("−").isdigit() else DESCENT
        for run in shaping.shape(words, self._face, 1.0):
            for outline, across, down in run.outlines():
                for x, y in points_of(outline):
                    yield run.x + across + x, down + y


def _split_evenly(words: str, count: int) -> list[str]:
    """Split the words into this many lines of about the same length."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(longer) > len(words) / count + 1 and len(lines) < count:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
