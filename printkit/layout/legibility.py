"""Legibility: finds texts of a page with too little contrast to their background.

Only colours are checked, in the theme that the page was made for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from printkit.core.colours import contrast
from printkit.core.errors import LayoutError, Where, brief
from printkit.core.geometry import Bounds, Matrix, Point, bounds_of, rotation
from printkit.core.scene import WHITE, Circle, Colour, Fragment, Path, Placed, Rect, Text
from printkit.layout.bounds import shape_bounds
from printkit.text.bidi import without_marks

WORDS: Final = 4.5
LARGE_WORDS: Final = 3.0
LARGE: Final = 18.0
LARGE_BOLD: Final = 14.0
_contrast = lru_cache(maxsize=4096)(contrast)
_Area: TypeAlias = Rect | Circle | Path
_SLACK: Final = 0.01  # points around a box, so that it contains all of its shape


class _OnPage(NamedTuple):
    """A shape, its transformation to the page, and its place in the layout."""

    shape: Text | _Area
    matrix: Matrix
    where: Where


def find_hard_to_read(page: Fragment, where: Where, theme: str) -> Iterator[LayoutError]:
    """Yield the texts that are hard to read on their background, as errors for the author."""
    drawn: list[_OnPage] = []
    _flatten(page, Matrix(), where, drawn)
    fills = {one.shape.fill for one in drawn if not isinstance(one.shape, Text)}
    grounds = {WHITE, *(fill for fill in fills if fill)}
    areas = _Areas()
    for one in drawn:
        if not isinstance(one.shape, Text):
            areas.add(one.shape, one.matrix)
            continue
        needed = _required_contrast(one.shape)
        weak = {ground for ground in grounds if _contrast(one.shape.colour, ground) < needed}
        if not weak or not areas.may_be(weak, points := _points(one)):
            continue
        ratio = min(_contrast(one.shape.colour, areas.colour(*point)) for point in points)
        if ratio < needed:
            words = brief(without_marks(one.shape.text), 30)
            message = f"'{words}' is hard to read in {theme}: its contrast is {ratio:.1f}:1"
            hint = f"{needed:g}:1 is needed; use a darker colour, or on-… for text on an area"
            yield LayoutError(message, one.where, hint)


def _flatten(fragment: Fragment, matrix: Matrix, where: Where, found: list[_OnPage]) -> None:
    """Collect the texts and areas in a fragment, and in those inside it."""
    where = fragment.source or where
    for item in fragment.items:
        if isinstance(item, Placed):
            _flatten(item.fragment, matrix.within(item), where, found)
        elif isinstance(item, Text):
            if item.text.strip():
                found.append(_OnPage(item, matrix, where))
        elif isinstance(item, Rect | Circle | Path) and item.fill is not None:
            found.append(_OnPage(item, matrix, where))


def _required_contrast(text: Text) -> float:
    is_bold = "Bold" in text.font or "Black" in text.font
    return LARGE_WORDS if text.size >= (LARGE_BOLD if is_bold else LARGE) else WORDS


def _points(one: _OnPage) -> list[Point]:
    """Return the beginning, the middle and the end of a text."""
    text = one.shape
    assert isinstance(text, Text)
    own, high = rotation(text.x, text.y, text.turn), -0.35 * text.size
    return [one.matrix.at(*own.at(text.width * share, high)) for share in (0.02, 0.5, 0.98)]


class _Areas:
    """The areas painted on a page so far, on white, to find the background of words."""

    def __init__(self) -> None:
        self._painted: list[tuple[_Area, Matrix]] = []
        self._boxes: dict[int, Bounds] = {}  # of areas, by their numbers, computed when needed
        self._numbers: dict[Colour | None, list[int]] = {}  # of the areas of each colour
        self._known: dict[int, Bounds] = {}  # of shapes by id, as one may be drawn often

    def add(self, shape: _Area, matrix: Matrix) -> None:
        """Add an area on top of the others."""
        self._numbers.setdefault(shape.fill, []).append(len(self._painted))
        self._painted.append((shape, matrix))

    def may_be(self, colours: set[Colour], points: Sequence[Point]) -> bool:
        """Return whether one of these colours may be at the points: a quick test, mostly no."""
        (left, top, right, bottom), known = bounds_of(points), self._boxes
        for number in chain.from_iterable(self._numbers.get(one, ()) for one in colours):
            box = known.get(number) or self._box(number)
            if box[0] <= right and left <= box[2] and box[1] <= bottom and top <= box[3]:
                return True
        return WHITE in colours

    def colour(self, x: float, y: float) -> Colour:
        """Return the visible colour at a point."""
        for number in range(len(self._painted) - 1, -1, -1):
            left, top, right, bottom = self._boxes.get(number) or self._box(number)
            if left <= x <= right and top <= y <= bottom:
                shape, matrix = self._painted[number]
                if shape.fill and _covers(shape, matrix.inverse(x, y)):
                    return shape.fill
        return WHITE

    def _box(self, number: int) -> Bounds:
        shape, matrix = self._painted[number]
        own = self._known.get(id(shape)) or self._known.setdefault(id(shape), shape_bounds(shape))
        return self._boxes.setdefault(number, own.transform(matrix).grow(_SLACK))


def _covers(shape: _Area, point: Point) -> bool:
    if isinstance(shape, Path):
        return _is_inside(shape, *point)
    x, y = point[0] - shape.x, point[1] - shape.y
    if isinstance(shape, Circle):
        return x * x + y * y <= shape.radius * shape.radius
    return 0 <= x <= shape.width and 0 <= y <= shape.height


def _is_inside(path: Path, x: float, y: float) -> bool:
    """Return whether a point is in a filled path (even-odd), with curves as straight lines."""
    inside = False
    for start, end in _sides(path):
        if (start[1] > y) != (end[1] > y):
            across = start[0] + (y - start[1]) / (end[1] - start[1]) * (end[0] - start[0])
            inside ^= x < across
    return inside


def _sides(path: Path) -> Iterator[tuple[Point, Point]]:
    first = last = (0.0, 0.0)
    for command in path.commands:
        if command[0] == "M":
            yield last, first
            first = last = (command[1], command[2])
        elif command[0] != "Z":
            point = (command[-2], command[-1])
            yield last, point
            last = point
    yield last, first
