"""Legibility: can the words of a page be read on what lies under them?

Takes the shapes of a page in the order in which they are drawn, each with its place in the
layout; gives every text whose contrast is too weak. It looks at colours only, in the theme that
the page was made for. Knows no node.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin
from typing import TYPE_CHECKING, Final, TypeAlias

from printkit.colours import contrast
from printkit.errors import LayoutError
from printkit.scene import WHITE, Circle, Path, Place, Rect, Text
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printkit.errors import Where
    from printkit.scene import Colour, Shape

    Point: TypeAlias = tuple[float, float]

WORDS: Final = 4.5
LARGE_WORDS: Final = 3.0
LARGE: Final = 18.0
LARGE_BOLD: Final = 14.0
_SLACK: Final = 0.01  # points, far below what can be seen; a box is to hold all of its shape


class Weak(NamedTuple):
    """Words that can hardly be read: which, where, their contrast and what it should be."""

    text: str
    where: Where
    ratio: float
    needed: float

    def problem(self, theme: str) -> LayoutError:
        """What to tell about it, in the theme that it was found in."""
        words = self.text if len(self.text) <= 30 else f"{self.text[:29]}…"
        message = f"'{words}' is hard to read in {theme}: its contrast is {self.ratio:.1f}:1"
        hint = f"{self.needed:g}:1 is needed; use a darker colour, or on-… on an area"
        return LayoutError(message, self.where, hint)


class _Drawn(NamedTuple):
    """A shape as it lies on the page: moved, scaled and turned by the groups around it."""

    shape: Text | Rect | Circle | Path
    move: _Move
    where: Where


class _Box(NamedTuple):
    """What a shape lies in."""

    left: float
    top: float
    right: float
    bottom: float


class _Area(NamedTuple):
    """A filled shape, how it lies on the page, and what it lies in there."""

    shape: Rect | Circle | Path
    move: _Move
    box: _Box


class _Move(NamedTuple):
    """How a group lies on the page."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    turn: float = 0.0

    def on_page(self, x: float, y: float) -> Point:
        """Where a point of the group lies on the page."""
        x, y = x * self.scale, y * self.scale
        if not self.turn:
            return self.x + x, self.y + y
        angle = radians(self.turn)
        return self.x + x * cos(angle) - y * sin(angle), self.y + x * sin(angle) + y * cos(angle)

    def in_group(self, x: float, y: float) -> Point:
        """Which point of the group lies there on the page."""
        angle = radians(-self.turn)
        x, y = x - self.x, y - self.y
        turned = x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)
        return turned[0] / self.scale, turned[1] / self.scale

    def within(self, place: Place) -> _Move:
        """The same for a group that lies in this one."""
        x, y = self.on_page(place.x, place.y)
        return _Move(x, y, self.scale * place.scale, self.turn + place.turn)


def find_weak(shapes: Iterable[tuple[Shape, Where]]) -> Iterator[Weak]:
    """The texts that can hardly be read on what lies under them."""
    drawn = [one for shape, where in shapes for one in _flat(shape, _Move(), where)]
    fills = {one.shape.fill for one in drawn if not isinstance(one.shape, Text)}
    grounds = {WHITE, *(fill for fill in fills if fill)}
    painted: list[_Drawn] = []
    areas: list[_Area] = []
    extents: dict[int, _Box] = {}
    for one in drawn:
        if not isinstance(one.shape, Text):
            painted.append(one)
            continue
        needed = _needed(one.shape)
        if all(_contrast(one.shape.colour, ground) >= needed for ground in grounds):
            continue
        areas += [_area(below, extents) for below in painted[len(areas) :]]
        ratio = min(_contrast(one.shape.colour, ground) for ground in _under(one, areas))
        if ratio < needed:
            yield Weak(one.shape.text, one.where, ratio, needed)


def _flat(shape: Shape, move: _Move, where: Where) -> Iterator[_Drawn]:
    """The texts and areas in a shape; in a group, those of everything in it."""
    if isinstance(shape, Place):
        inner = move.within(shape)
        for each in shape.group.shapes:
            yield from _flat(each, inner, where)
    elif isinstance(shape, Text):
        if shape.text.strip():
            yield _Drawn(shape, move, where)
    elif isinstance(shape, Rect | Circle | Path) and shape.fill is not None:
        yield _Drawn(shape, move, where)


def _needed(text: Text) -> float:
    is_bold = "Bold" in text.font or "Black" in text.font
    return LARGE_WORDS if text.size >= (LARGE_BOLD if is_bold else LARGE) else WORDS


def _under(one: _Drawn, areas: Sequence[_Area]) -> set[Colour]:
    """The colours under the beginning, the middle and the end of a text."""
    text = one.shape
    assert isinstance(text, Text)
    own = _Move(text.x, text.y, 1.0, text.turn)
    high = -0.35 * text.size
    points = [own.on_page(text.width * share, high) for share in (0.02, 0.5, 0.98)]
    return {_ground(*one.move.on_page(*point), areas) for point in points}


def _ground(x: float, y: float, areas: Sequence[_Area]) -> Colour:
    for shape, move, (left, top, right, bottom) in reversed(areas):
        if left <= x <= right and top <= y <= bottom and _covers(shape, move.in_group(x, y)):
            assert shape.fill is not None
            return shape.fill
    return WHITE


def _area(one: _Drawn, extents: dict[int, _Box]) -> _Area:
    assert not isinstance(one.shape, Text)
    return _Area(one.shape, one.move, _bounds(one.shape, one.move, extents))


def _bounds(shape: Rect | Circle | Path, move: _Move, extents: dict[int, _Box]) -> _Box:
    """The box around a shape on the page; a shape that is drawn often is measured once."""
    extent = extents.get(id(shape)) or extents.setdefault(id(shape), _extent(shape))
    corners = [move.on_page(x, y) for x in extent[::2] for y in extent[1::2]]
    xs, ys = zip(*corners, strict=True)
    return _Box(min(xs) - _SLACK, min(ys) - _SLACK, max(xs) + _SLACK, max(ys) + _SLACK)


def _extent(shape: Rect | Circle | Path) -> _Box:
    if isinstance(shape, Rect):
        return _Box(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
    if isinstance(shape, Circle):
        x, y, reach = shape.x, shape.y, shape.radius
        return _Box(x - reach, y - reach, x + reach, y + reach)
    xs, ys = zip(*(point for side in _sides(shape) for point in side), strict=True)
    return _Box(min(xs), min(ys), max(xs), max(ys))


def _covers(shape: Rect | Circle | Path, point: Point) -> bool:
    if isinstance(shape, Path):
        return _is_inside(shape, *point)
    x, y = point[0] - shape.x, point[1] - shape.y
    if isinstance(shape, Circle):
        return x * x + y * y <= shape.radius * shape.radius
    return 0 <= x <= shape.width and 0 <= y <= shape.height


def _is_inside(path: Path, x: float, y: float) -> bool:
    """Whether a point lies in a filled path, its curves taken as straight: even-odd."""
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


@lru_cache(maxsize=4096)
def _contrast(one: Colour, other: Colour) -> float:
    return contrast(one, other)
