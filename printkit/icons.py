"""Icons: small drawings kept as path data, and how they become groups of the scene.

Takes the files `layouts/icons/<name>.yaml` (and those of a user's own folders, which win) and
gives an `Icon`; `draw_icon` turns one into a scene `Group` of any size and colours. Knows
nothing of nodes, themes or games.

An icon lives on a grid of 24 x 24, y down, and is a list of layers, the later on top:

    icon: target
    layers:
      - shape: "O 12 12 9"
      - solid: "M10 12 A2 2 0 0 1 14 12 A2 2 0 0 1 10 12 Z"

`line` is stroked in the icon's colour, always `STROKE` wide; `solid` is filled with that colour;
`fill` is filled with the second colour, and left out where there is none; `paper` is filled
white; `shape` is a fill (white where there is no second colour) under a line, and so hides what
lies below it. Path data is that of SVG (M L H V C S Q T A Z, absolute and relative), plus
`O x y r` for a circle. Areas are filled even-odd.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, get_args

from printkit import data
from printkit.errors import LayoutError, Where, did_you_mean
from printkit.scene import WHITE, Colour, Group, Path, PathCommand, Shape, Stroke
from printkit.yamlfile import Mapping, Node, Scalar, Sequence, load_yaml

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator

GRID: Final = 24.0
STROKE: Final = 1.5

Paint: TypeAlias = Literal["fill", "line", "solid", "paper", "shape"]
PAINTS: Final[tuple[Paint, ...]] = get_args(Paint)
_KEYS: Final = ("icon", "layers")
_LAYER_HINT: Final = 'a layer looks like: - line: "M4 12 L20 12"'
_SLACK: Final = 0.005


class Point(NamedTuple):
    """A point of the grid."""

    x: float
    y: float


_ORIGIN: Final = Point(0.0, 0.0)


class Box(NamedTuple):
    """What a drawing covers, from corner to corner."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Layer:
    """One path and how it is painted."""

    paint: Paint
    commands: tuple[PathCommand, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Icon:
    """A drawing on the grid; loaded once and compared by identity."""

    name: str
    layers: tuple[Layer, ...]


def icon_names(*folders: pathlib.Path) -> tuple[str, ...]:
    """All icons there are in the given folders and among the shipped ones, sorted."""
    files = (file for folder in _search_path(folders) for file in folder.glob("*.yaml"))
    return tuple(sorted({file.stem for file in files if file.is_file()}))


@cache
def load_icon(name: str, *folders: pathlib.Path) -> Icon:
    """The icon of that name from the first folder that has it, the shipped ones coming last."""
    if name not in (known := icon_names(*folders)):
        raise LayoutError(f"there is no icon '{name}'", hint=did_you_mean(name, known))
    files = (folder / f"{name}.yaml" for folder in _search_path(folders))
    return _load_file(next(file for file in files if file.is_file()))


@cache
def draw_icon(icon: Icon, size: float, colour: Colour, fill: Colour | None = None) -> Group:
    """The icon as a group of `size` x `size` points; the same group for the same wishes."""
    scale = size / GRID
    stroke = Stroke(colour, STROKE * scale, cap="round")
    shapes = (_draw_layer(layer, scale, stroke, fill) for layer in icon.layers)
    return Group(tuple(shape for shape in shapes if shape), size, size)


def _draw_layer(layer: Layer, scale: float, stroke: Stroke, fill: Colour | None) -> Shape | None:
    commands = tuple(_scaled(command, scale) for command in layer.commands)
    match layer.paint:
        case "line":
            return Path(commands, stroke=stroke)
        case "solid":
            return Path(commands, fill=stroke.colour)
        case "paper":
            return Path(commands, fill=WHITE)
        case "shape":
            return Path(commands, fill=fill or WHITE, stroke=stroke)
        case "fill":
            return Path(commands, fill=fill) if fill else None


def _scaled(command: PathCommand, scale: float) -> PathCommand:
    match command:
        case ("Z",):
            return command
        case ("C", x1, y1, x2, y2, x, y):
            a, b, c = (x1 * scale, y1 * scale), (x2 * scale, y2 * scale), (x * scale, y * scale)
            return ("C", *a, *b, *c)
        case ("M", x, y):
            return ("M", x * scale, y * scale)
        case ("L", x, y):
            return ("L", x * scale, y * scale)


def _search_path(folders: tuple[pathlib.Path, ...]) -> tuple[pathlib.Path, ...]:
    return (*folders, data.folder("layouts") / "icons")


def _load_file(file: pathlib.Path) -> Icon:
    top = _check_keys(load_yaml(file))
    name, layers = top.get("icon"), top.get("layers")
    if not isinstance(name, Scalar) or name.text != file.stem:
        where = name.where if name else top.where
        raise LayoutError("the icon is not called like its file", where, f"icon: {file.stem}")
    if not isinstance(layers, Sequence) or not layers.items:
        where = layers.where if layers else top.where
        raise LayoutError("an icon needs a list of layers", where, _LAYER_HINT)
    return Icon(file.stem, tuple(_load_layer(node) for node in layers.items))


def _check_keys(top: Node) -> Mapping:
    if not isinstance(top, Mapping):
        raise LayoutError("an icon file has the keys icon and layers", top.where)
    for key, _ in top.items:
        if key.text not in _KEYS:
            hint = did_you_mean(key.text, _KEYS)
            raise LayoutError(f"an icon has no '{key.text}'", key.where, hint)
    return top


def _load_layer(node: Node) -> Layer:
    if not isinstance(node, Mapping) or len(node.items) != 1:
        raise LayoutError("a layer is one kind of paint and its path", node.where, _LAYER_HINT)
    ((key, path),) = node.items
    paint = next((paint for paint in PAINTS if paint == key.text), None)
    if paint is None:
        hint = did_you_mean(key.text, PAINTS)
        raise LayoutError(f"there is no paint '{key.text}'", key.where, hint)
    if not isinstance(path, Scalar):
        raise LayoutError("a path is a text", path.where, _LAYER_HINT)
    layer = Layer(paint, parse_path(path.text, partial(_place_in, path)))
    _check_inside(layer, path.where)
    return layer


def _place_in(scalar: Scalar, offset: int) -> Where:
    """The place of one of its characters; of its first where quotes or breaks shift the others."""
    column = scalar.column + (scalar.style != "plain")
    written = scalar.source.line(scalar.line)[column - 1 :]
    if not written.startswith(scalar.text):
        return scalar.where
    return scalar.source.where(scalar.line, column + offset)


def _check_inside(layer: Layer, where: Where) -> None:
    box = layer_box(layer)
    if min(box) < -_SLACK or max(box) > GRID + _SLACK:
        raise LayoutError(
            "the path leaves the grid: it covers "
            f"{box.left:.2f} to {box.right:.2f} across, {box.top:.2f} to {box.bottom:.2f} down",
            where,
            f"keep within 0 to {GRID:g}; a line is {STROKE:g} wide and reaches out by half of that",
        )


def layer_box(layer: Layer) -> Box:
    """What the layer covers on the grid, its stroke included."""
    points = tuple(_outline(layer.commands))
    edge = STROKE / 2 if layer.paint in ("line", "shape") else 0.0
    across, down = [point.x for point in points], [point.y for point in points]
    return Box(min(across) - edge, min(down) - edge, max(across) + edge, max(down) + edge)


def _outline(commands: tuple[PathCommand, ...]) -> Iterator[Point]:
    """The ends of all lines and curves, and where a curve turns back in x or in y."""
    here = _ORIGIN
    for command in commands:
        match command:
            case ("M" | "L", x, y):
                here = Point(x, y)
                yield here
            case ("C", x1, y1, x2, y2, x, y):
                curve = (here, Point(x1, y1), Point(x2, y2), Point(x, y))
                yield from (_on_curve(curve, t) for t in _turns(curve))
                here = curve[3]
                yield here
            case _:
                pass


_Curve: TypeAlias = tuple[Point, Point, Point, Point]


def _on_curve(curve: _Curve, t: float) -> Point:
    s = 1 - t
    weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    across = sum(weight * point.x for weight, point in zip(weights, curve, strict=True))
    down = sum(weight * point.y for weight, point in zip(weights, curve, strict=True))
    return Point(across, down)


def _turns(curve: _Curve) -> Iterator[float]:
    """The parameters at which the curve's tangent is level or upright: roots of its derivative."""
    for p0, p1, p2, p3 in zip(*curve, strict=True):
        a, b, c = p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0
        if abs(a) < _TINY:
            roots = [-c / b] if abs(b) > _TINY else []
        else:
            under = b * b - 4 * a * c
            root = math.sqrt(max(under, 0.0))
            roots = [(-b - root) / (2 * a), (-b + root) / (2 * a)] if under >= 0 else []
        yield from (t for t in roots if 0 < t < 1)


_COUNTS: Final = dict(zip("MLHVCSQTAZO", (2, 2, 1, 1, 6, 4, 4, 2, 7, 0, 3), strict=True))
_LETTERS: Final = (*_COUNTS, *"mlhvcsqtaz")
_LARGEST: Final = 1000.0
_TINY: Final = 1e-9
_GAP: Final = re.compile(r"[\s,]*")
_NUMBER: Final = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_FLAG: Final = re.compile(r"[01]")
Locate: TypeAlias = Callable[[int], Where | None]


def _nowhere(_offset: int) -> None:
    return None


class _Step(NamedTuple):
    """One command of path data as written, and where it starts in the text."""

    letter: str
    numbers: tuple[float, ...]
    offset: int


def parse_path(text: str, locate: Locate = _nowhere) -> tuple[PathCommand, ...]:
    """Path data as absolute M, L, C and Z; `locate` tells where a character of the text is."""
    pen = _Pen()
    for step in _steps(text, locate):
        if not pen.commands and step.letter not in "MmO":
            raise _path_error("a path begins with M or O", locate(step.offset))
        pen.draw(step)
    if not pen.commands:
        raise _path_error("the path is empty", locate(0))
    return tuple(pen.commands)


def _path_error(message: str, where: Where | None) -> LayoutError:
    return LayoutError(message, where, 'a path looks like "M4 12 L20 12"')


def _steps(text: str, locate: Locate) -> Iterator[_Step]:
    letter, at = "", _skip(text, 0)
    while at < len(text):
        start = at
        if text[at].isalpha():
            letter, at = text[at], at + 1
        elif letter in ("", "Z", "z"):
            raise _path_error(f"a path command is missing before '{text[at]}'", locate(at))
        if letter not in _LETTERS:
            raise _path_error(f"there is no path command '{letter}'", locate(start))
        numbers, at = _numbers(text, at, letter, locate)
        yield _Step(letter, numbers, start)
        letter = {"M": "L", "m": "l"}.get(letter, letter)
        at = _skip(text, at)


def _numbers(text: str, at: int, letter: str, locate: Locate) -> tuple[tuple[float, ...], int]:
    """The numbers of one command and where they end."""
    numbers: list[float] = []
    for index in range(_COUNTS[letter.upper()]):
        is_flag = letter in "Aa" and index in (3, 4)
        at = _skip(text, at)
        found = (_FLAG if is_flag else _NUMBER).match(text, at)
        if not found:
            wanted = "0 or 1" if is_flag else f"{_COUNTS[letter.upper()]} numbers"
            got = f", not '{text[at]}'" if at < len(text) else ""
            raise _path_error(f"'{letter}' wants {wanted}{got}", locate(at))
        if abs(number := float(found[0])) > _LARGEST:
            raise _path_error(f"the number {found[0]} is too large", locate(at))
        numbers.append(number)
        at = found.end()
    return tuple(numbers), at


def _skip(text: str, at: int) -> int:
    gap = _GAP.match(text, at)
    return gap.end() if gap else at


@dataclass(slots=True)
class _Pen:
    """Follows the steps of a path and keeps what `S`, `T`, `Z` and relative steps refer to."""

    commands: list[PathCommand] = field(default_factory=list)
    here: Point = _ORIGIN
    start: Point = _ORIGIN
    control: Point = _ORIGIN
    last: str = ""

    def draw(self, step: _Step) -> None:
        """Adds one step."""
        letter = step.letter.upper()
        origin = self.here if step.letter.islower() else _ORIGIN
        if letter in "HV":
            self.line(_one_way(letter, step.numbers[0], origin, self.here))
        elif letter == "A":
            rx, ry, turn, large, sweep, x, y = step.numbers
            self.arc(rx, ry, turn, large, sweep, Point(origin.x + x, origin.y + y))
        elif letter == "O":
            self.circle(*step.numbers)
        elif letter == "Z":
            self.close()
        else:
            self.through(letter, _points(step.numbers, origin))
        self.last = letter

    def through(self, letter: str, points: tuple[Point, ...]) -> None:
        """M, L and the Bézier curves: all that is nothing but points."""
        match letter, points:
            case "M", (end,):
                self.commands.append(("M", *end))
                self.here = self.start = end
            case "L", (end,):
                self.line(end)
            case "C", (first, second, end):
                self.curve(first, second, end)
            case "S", (second, end):
                self.curve(self.mirrored("CS"), second, end)
            case "Q", (middle, end):
                self.quadratic(middle, end)
            case "T", (end,):
                self.quadratic(self.mirrored("QT"), end)

    def mirrored(self, letters: str) -> Point:
        """The control point that continues a curve of these letters; else where the pen is."""
        if self.last not in tuple(letters):
            return self.here
        return Point(2 * self.here.x - self.control.x, 2 * self.here.y - self.control.y)

    def line(self, end: Point) -> None:
        self.commands.append(("L", *end))
        self.here = end

    def curve(self, first: Point, second: Point, end: Point) -> None:
        self.commands.append(("C", *first, *second, *end))
        self.here, self.control = end, second

    def quadratic(self, middle: Point, end: Point) -> None:
        self.curve(_towards(self.here, middle), _towards(end, middle), end)
        self.control = middle

    def arc(self, rx: float, ry: float, turn: float, large: float, sweep: float, to: Point) -> None:
        ellipse = _Ellipse(abs(rx), abs(ry), math.radians(turn))
        bends = _arc_curves(self.here, to, ellipse, large=bool(large), sweep=bool(sweep))
        for first, second, end in bends:
            self.curve(first, second, end)

    def circle(self, x: float, y: float, radius: float) -> None:
        self.through("M", (Point(x - radius, y),))
        self.arc(radius, radius, 0, 0, 1, Point(x + radius, y))
        self.arc(radius, radius, 0, 0, 1, Point(x - radius, y))
        self.close()

    def close(self) -> None:
        self.commands.append(("Z",))
        self.here = self.start


def _points(numbers: tuple[float, ...], origin: Point) -> tuple[Point, ...]:
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return tuple(Point(origin.x + x, origin.y + y) for x, y in pairs)


def _one_way(letter: str, number: float, origin: Point, here: Point) -> Point:
    if letter == "H":
        return Point(origin.x + number, here.y)
    return Point(here.x, origin.y + number)


def _towards(end: Point, middle: Point) -> Point:
    """The cubic control point next to `end` of a quadratic curve around `middle`."""
    return Point(end.x + (middle.x - end.x) * 2 / 3, end.y + (middle.y - end.y) * 2 / 3)


@dataclass(frozen=True, slots=True)
class _Ellipse:
    """Radii, turn and centre: maps the unit circle to the ellipse of an arc."""

    rx: float
    ry: float
    turn: float
    centre: Point = _ORIGIN

    def point(self, u: float, v: float) -> Point:
        cos, sin, x, y = math.cos(self.turn), math.sin(self.turn), u * self.rx, v * self.ry
        return Point(self.centre.x + cos * x - sin * y, self.centre.y + sin * x + cos * y)

    def unit(self, point: Point) -> Point:
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        x, y = point.x - self.centre.x, point.y - self.centre.y
        return Point((cos * x + sin * y) / self.rx, (cos * y - sin * x) / self.ry)


def _arc_ellipse(ellipse: _Ellipse, start: Point, end: Point, side: float) -> _Ellipse:
    """The ellipse through both points, grown if too small (SVG 2, B.2.4 and B.2.5)."""
    half = ellipse.unit(Point((start.x - end.x) / 2, (start.y - end.y) / 2))
    square = half.x * half.x + half.y * half.y
    grow = math.sqrt(max(square, 1.0))
    away = side * math.sqrt(max(1 / square - 1, 0.0))
    middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    centre = replace(ellipse, centre=middle).point(away * half.y, -away * half.x)
    return replace(ellipse, rx=ellipse.rx * grow, ry=ellipse.ry * grow, centre=centre)


def _arc_curves(
    start: Point, end: Point, ellipse: _Ellipse, *, large: bool, sweep: bool
) -> Iterator[tuple[Point, Point, Point]]:
    """An SVG arc as cubic curves of a quarter turn at most."""
    if min(math.dist(start, end), ellipse.rx, ellipse.ry) < _TINY:
        yield start, end, end
        return
    ellipse = _arc_ellipse(ellipse, start, end, 1.0 if large != sweep else -1.0)
    first, last = ellipse.unit(start), ellipse.unit(end)
    angle = math.atan2(first.y, first.x)
    whole = (math.atan2(last.y, last.x) - angle) % math.tau
    whole = whole if sweep else whole - math.tau
    pieces = max(1, math.ceil(abs(whole) / (math.pi / 2) - _TINY))
    part = whole / pieces
    pull = 4 / 3 * math.tan(part / 4)
    for index in range(pieces):
        a, b = angle + index * part, angle + (index + 1) * part
        near = ellipse.point(math.cos(a) - pull * math.sin(a), math.sin(a) + pull * math.cos(a))
        far = ellipse.point(math.cos(b) + pull * math.sin(b), math.sin(b) - pull * math.cos(b))
        to = ellipse.point(math.cos(b), math.sin(b)) if index < pieces - 1 else end
        yield near, far, to
