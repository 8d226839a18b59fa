"""Charts: lines over rounds, bars, and stacked bars.

The axis has a few round numbers. The names of lines are at their ends if there is room, otherwise
in a legend below, like those of bars. Series differ in colour, but also in dashes, marks and
hatching, so that no two look alike in the theme `mono`, which has only black and grey.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, floor, log10, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.colours import mix
from printkit.core.errors import LayoutError, Where
from printkit.core.scene import (
    BLACK,
    WHITE,
    Circle,
    Colour,
    Item,
    Line,
    Path,
    Rect,
    Shape,
    Stroke,
)
from printkit.core.units import MM, add_up
from printkit.layout.boxes.box import ALIGNMENT, Area, Size, too_large
from printkit.layout.boxes.text import TextLayout, plain_text
from printkit.layout.language.templates import show_value
from printkit.layout.log import report

if TYPE_CHECKING:
    from printkit.core.theme import Theme
    from printkit.layout.nodes.graphics import ChartNode
    from printkit.layout.scope import Scope

MOST_SERIES = 20
MOST_VALUES = 500
HINT = "write series: [{name: Ann, values: [1, 2, 3]}]"
DEFAULT_SIZE = Size(120 * MM, 60 * MM)
LEAST = Size(30 * MM, 20 * MM)
TICKS = 5
"""The most numbers on the axis, besides the first."""

SMALLEST_SPAN = 1e-300  # a fifth of a smaller number may be 0

LETTERS = "label"
LINE = 9.5
"""The height of a line of text, in points."""

GAP = 4.0  # points between a text and what it labels

COLOURS = 8  # the number of colours that a theme has for series

DASHES: tuple[tuple[float, ...], ...] = ((), (5, 2), (1.5, 2), (7, 2, 1.5, 2), (3, 3), (9, 3))
MARKS = "osdt+xOS"
"""Round, square, diamond, triangle, plus, cross, ring and open square."""

HATCHES = "-/.\\=|"
MARK = 2.4
"""Half the size of a mark, in points."""

SPACING = 3.2  # points between the lines of a hatching
WIDEST_BAR = 60.0  # points: a single bar looks like a bar, not like a block


class SeriesLook(NamedTuple):
    """The look of one series."""

    colour: Colour  # of lines and marks
    fill: Colour  # of areas: a light shade
    dash: tuple[float, ...]  # of its line: on, off, on, …
    mark: str  # one of MARKS
    hatch: str  # one of HATCHES

    @property
    def line(self) -> Stroke:
        """The stroke of its line."""
        return Stroke(self.colour, 1.4, self.dash)

    @property
    def edge(self) -> Stroke:
        """The stroke of outlines and hatching."""
        return Stroke(self.colour, 0.6)


def series_look(number: int, theme: Theme) -> SeriesLook:
    """Return the look of a series by its index."""
    colour = theme.colours[f"series-{number % COLOURS + 1}"] or BLACK
    dash = DASHES[number % len(DASHES)]
    marks = MARKS[number % len(MARKS)], HATCHES[number % len(HATCHES)]
    return SeriesLook(colour, mix(colour, WHITE, 0.82), tuple(map(float, dash)), *marks)


def mark_shapes(look: SeriesLook, x: float, y: float) -> Iterator[Shape]:
    """Yield the shapes of the mark of a series at a point."""
    size, thick = MARK, Stroke(look.colour, 1.2)
    match look.mark:
        case "o":
            yield Circle(x, y, size, look.colour)
        case "O":
            yield Circle(x, y, size, WHITE, thick)
        case "s":
            yield Rect(x - size, y - size, 2 * size, 2 * size, look.colour)
        case "S":
            yield Rect(x - size, y - size, 2 * size, 2 * size, WHITE, thick)
        case "d":
            yield _polygon(look.colour, x, y, 4, size * 1.35, 0.0)
        case "t":
            yield _polygon(look.colour, x, y, 3, size * 1.35, -pi / 2)
        case "+":
            yield Line(x - size, y, x + size, y, thick)
            yield Line(x, y - size, x, y + size, thick)
        case _:
            yield Line(x - size, y - size, x + size, y + size, thick)
            yield Line(x - size, y + size, x + size, y - size, thick)


def _polygon(fill: Colour, x: float, y: float, corners: int, size: float, start: float) -> Path:
    angles = [start + 2 * pi * corner / corners for corner in range(corners)]
    points = [(x + size * cos(angle), y + size * sin(angle)) for angle in angles]
    first, *others = points
    return Path((("M", *first), *(("L", *point) for point in others), ("Z",)), fill)


def area_shapes(look: SeriesLook, area: Area) -> Iterator[Shape]:
    """Yield the shapes of an area of a series: tinted, hatched and outlined."""
    yield Rect(*area, look.fill)
    yield from _hatching(look, area)
    yield Rect(*area, None, look.edge)


def _hatching(look: SeriesLook, area: Area) -> Iterator[Shape]:
    left, top, right, bottom = area.x, area.y, area.x + area.width, area.y + area.height
    match look.hatch:
        case "-":
            return
        case "=":
            for step in range(1, int(area.height / SPACING) + 1):
                y = bottom - step * SPACING
                yield Line(left, y, right, y, look.edge)
        case "|":
            for step in range(1, int(area.width / SPACING) + 1):
                x = left + step * SPACING
                yield Line(x, top, x, bottom, look.edge)
        case ".":
            for row in range(1, int(area.height / SPACING)):
                for column in range(1, int(area.width / SPACING)):
                    yield Circle(left + column * SPACING, bottom - row * SPACING, 0.6, look.colour)
        case slope:
            yield from _slanted_lines(look, area, rising=slope == "/")


def _slanted_lines(look: SeriesLook, area: Area, *, rising: bool) -> Iterator[Shape]:
    """Yield lines at 45 degrees, cut off at the edges."""
    reach = area.width + area.height
    for step in range(1, int(reach / (SPACING * 1.4)) + 1):
        offset = step * SPACING * 1.4
        x1, y1 = max(0.0, offset - area.height), min(offset, area.height)
        x2, y2 = min(offset, area.width), max(0.0, offset - area.width)
        ends = [(x1, y1), (x2, y2)]
        if rising:
            ends = [(x, area.height - y) for x, y in ends]
        (x1, y1), (x2, y2) = ends
        yield Line(area.x + x1, area.y + y1, area.x + x2, area.y + y2, look.edge)


class Series(NamedTuple):
    """Numbers with a name and a look."""

    name: str
    values: tuple[float, ...]
    look: SeriesLook


class Scale(NamedTuple):
    """The numbers of an axis: from the lowest to the highest, a round step apart."""

    low: float
    high: float
    step: float
    falls: bool = False  # whether the lowest number is at the top

    @property
    def ticks(self) -> list[float]:
        """The numbers shown on the axis."""
        count = round((self.high - self.low) / self.step)
        return [self.low + self.step * at for at in range(count + 1)]

    def y(self, value: float, area: Area) -> float:
        """Return the position of a value in an area."""
        share = (value - self.low) / (self.high - self.low)
        return area.y + area.height * (share if self.falls else 1 - share)


def scale_for(low: float, high: float, axis: str = "zero", *, whole: bool = False) -> Scale:
    """Return an axis for these values, with steps of 1, 2 or 5 times a power of ten.

    It includes 0, unless it is `close` to the values, or has `places` with the first at the top. If
    all values are `whole` numbers, the steps are, too.
    """
    if axis == "places":
        scale = scale_for(0.0, max(high - 1, 1.0), whole=True)
        return Scale(1.0, scale.high + 1, scale.step, falls=True)
    if axis == "close":
        scale = scale_for(0.0, high - low, whole=whole)
        bottom = scale.step * (low // scale.step)
        return Scale(bottom, bottom - scale.step * ((bottom - high) // scale.step), scale.step)
    low, high = min(0.0, low), max(0.0, high)
    span = high - low
    span = span if span > SMALLEST_SPAN else 1.0
    power = 10.0 ** floor(log10(span / TICKS))
    step = next(power * f for f in (1, 2, 5, 10, 20) if span / (power * f) <= TICKS)
    step = max(step, 1.0) if whole else step
    bottom = -step * -(low // step) if low < 0 else 0.0
    top = step * -(-(high or low + span) // step)
    return Scale(bottom, top if top > bottom else bottom + step, step)


class ChartLayout(NamedTuple):
    """A chart that fills the given size."""

    kind: str  # lines, bars or stacked
    series: tuple[Series, ...]
    labels: tuple[str, ...]  # below it, from left to right
    unit: str  # of the numbers
    node: ChartNode
    scope: Scope

    @property
    def alt_text(self) -> str:
        """Its numbers, for screen readers."""
        lines = self.kind == "lines"
        series = []
        for one in self.series:
            numbers = [self._number(value) for value in one.values]
            pairs = zip(self.labels, numbers, strict=True)
            values = ", ".join(numbers if lines else (f"{label} {value}" for label, value in pairs))
            series.append(f"{one.name}: {values}" if one.name else values)
        unit = f"{self.unit}. " if self.unit else ""
        return f"{unit}{'; '.join(series)}."

    def _number(self, value: float) -> str:
        number = int(value) if value == int(value) else round(value, 6)
        return show_value(number, self.scope.context.ticket.catalogue.point)

    def measure(self, width: float) -> Size:
        """Return the available width; 60 mm high by default."""
        return Size(DEFAULT_SIZE.width if width == float("inf") else width, DEFAULT_SIZE.height)

    def layout(self, area: Area) -> list[Item]:
        """Lay out the axis, the plot and the names of the series."""
        missing = max(LEAST.width - area.width, LEAST.height - area.height)
        if missing > 0:
            hint = "a chart needs 30 x 20 mm"
            report(too_large("this chart", missing, self.node.where, hint))
            return []
        items: list[Item] = []
        plot, legend = self._split(area)
        whole = all(value == int(value) for one in self.series for value in one.values)
        axis = self.scope.get(self.node.axis)
        scale = scale_for(*self._value_range(), axis, whole=whole)
        plot = self._axis(scale, plot, items)
        if self.kind == "lines":
            self._lines(scale, plot, items, named=legend is None)
        else:
            self._bars(scale, plot, items)
        if legend is not None:
            self._legend(legend, items)
        return items

    def _split(self, area: Area) -> tuple[Area, Area | None]:
        """Return the areas of the plot, and of a legend below if names don't fit at the lines."""
        widest = max((self._width(one.name) for one in self.series), default=0.0)
        beside = widest + 2 * GAP + 4
        fits = beside <= 0.3 * area.width and len(self.series) * LINE <= area.height - 4 * LINE
        if self.kind == "lines" and fits:
            return area.inset((0, beside, 0, 0)), None
        if len(self.series) == 1 and self.kind != "lines":
            return area, None
        rows = -(-len(self.series) // self._per_row(area.width))
        high = rows * LINE + GAP
        below = Area(area.x, area.y + area.height - high + GAP, area.width, high - GAP)
        return area.inset((0, 0, high, 0)), below

    def _value_range(self) -> tuple[float, float]:
        if self.kind != "stacked":
            values = [value for one in self.series for value in one.values]
            return min(values), max(values)
        columns = list(zip(*(one.values for one in self.series), strict=True))
        lows = [add_up(value for value in column if value < 0) for column in columns]
        highs = [add_up(value for value in column if value > 0) for column in columns]
        return min(lows), max(highs)

    def _axis(self, scale: Scale, area: Area, items: list[Item]) -> Area:
        """Draw numbers at the left and labels below; return the area left for the plot."""
        numbers = [self._number(tick) for tick in scale.ticks]
        left = max(map(self._width, numbers)) + GAP
        above = 1.7 * LINE if self.unit else LINE / 2
        below = self._label_height(area.width - MARGIN - left)
        plot = area.inset((above, MARGIN, below + GAP, left))
        if self.unit:
            self._write(self.unit, area.x, area.y + LINE / 2, items)
        for tick, number in zip(scale.ticks, numbers, strict=True):
            y = scale.y(tick, plot)
            stroke = self._stroke("frame" if tick == 0 else "line", 0.8 if tick == 0 else 0.4)
            items.append(Line(plot.x, y, plot.x + plot.width, y, stroke))
            self._write(number, plot.x - GAP, y, items, "right")
        self._labels(plot, items)
        return plot

    def _label_height(self, width: float) -> float:
        """Return the height of the labels: one line, or more below bars with long names."""
        slot = width / len(self.labels) - GAP
        sizes = [self._label(label, slot).measure(slot) for label in self.labels]
        fits = self.kind != "lines" and max(size.width for size in sizes) <= slot
        high = max(size.height for size in sizes)
        return high if fits and LINE < high <= 4 * LINE else LINE

    def _labels(self, plot: Area, items: list[Item]) -> None:
        """Draw the labels along the bottom: all, or every nth if there is too little room."""
        y = plot.y + plot.height + GAP
        if self._label_height(plot.width) > LINE:
            slot = plot.width / len(self.labels) - GAP
            for at, label in enumerate(self.labels):
                text = self._label(label, slot)
                area = Area(self._x(at, plot) - slot / 2, y, slot, text.measure(slot).height)
                items += text.layout(area)
            return
        widest = max((self._width(label) for label in self.labels), default=0.0) + GAP
        step = max(1, -(-int(widest * len(self.labels)) // max(1, int(plot.width))))
        for at, label in enumerate(self.labels):
            if at % step == 0:
                self._write(label, self._x(at, plot), y + LINE / 2, items, "center")

    def _x(self, at: int, plot: Area) -> float:
        """Return the position of a value along the bottom: lines reach both ends, bars don't."""
        if self.kind == "lines":
            return plot.x + plot.width * (at / max(1, len(self.labels) - 1))
        return plot.x + plot.width * (at + 0.5) / len(self.labels)

    def _lines(self, scale: Scale, plot: Area, items: list[Item], *, named: bool) -> None:
        ends: list[tuple[float, Series]] = []
        for one in self.series:
            values = enumerate(one.values)
            points = [(self._x(at, plot), scale.y(value, plot)) for at, value in values]
            for (x1, y1), (x2, y2) in pairwise(points):
                items.append(Line(x1, y1, x2, y2, one.look.line))
            ends.append((points[-1][1], one))
            for x, y in points:
                items += mark_shapes(one.look, x, y)
        if named:
            self._names(ends, plot, items)

    def _names(self, ends: list[tuple[float, Series]], plot: Area, items: list[Item]) -> None:
        """Draw names beside the ends of their lines, moved apart if they would touch."""
        ends.sort(key=lambda end: end[0])
        places = spread_apart([y for y, _ in ends], LINE, plot.y, plot.y + plot.height + LINE)
        x = plot.x + plot.width
        for (end, one), y in zip(ends, places, strict=True):
            if one.name:
                items.append(Line(x + 3, end, x + GAP + 4, y, one.look.edge))
                self._write(one.name, x + 2 * GAP + 2, y, items)

    def _bars(self, scale: Scale, plot: Area, items: list[Item]) -> None:
        slot = plot.width / len(self.labels)
        for at in range(len(self.labels)):
            wide = min(slot * 0.7, WIDEST_BAR * (1 if self.kind == "stacked" else len(self.series)))
            left = plot.x + slot * (at + 0.5) - wide / 2
            if self.kind == "stacked":
                self._stack(at, scale, Area(left, plot.y, wide, plot.height), items)
                continue
            each = wide / len(self.series)
            for number, one in enumerate(self.series):
                column = Area(left + number * each, plot.y, each, plot.height)
                self._bar(one, (0.0, one.values[at]), scale, column, items)

    def _stack(self, at: int, scale: Scale, column: Area, items: list[Item]) -> None:
        ends = {False: 0.0, True: 0.0}  # below and above
        for one in self.series:
            value = one.values[at]
            start = ends[value > 0]
            ends[value > 0] += value
            self._bar(one, (start, start + value), scale, column, items)

    def _bar(
        self,
        one: Series,
        value_range: tuple[float, float],
        scale: Scale,
        column: Area,
        items: list[Item],
    ) -> None:
        """Draw a bar from one value to another."""
        top, bottom = scale.y(max(value_range), column), scale.y(min(value_range), column)
        if bottom - top > 0.3:
            items += area_shapes(one.look, Area(column.x, top, column.width, bottom - top))

    def _legend(self, area: Area, items: list[Item]) -> None:
        per_row = self._per_row(area.width)
        wide = area.width / per_row
        for number, one in enumerate(self.series):
            row, column = divmod(number, per_row)
            x, y = area.x + column * wide, area.y + (row + 0.5) * LINE
            if self.kind == "lines":
                items.append(Line(x, y, x + 18, y, one.look.line))
                items += mark_shapes(one.look, x + 9, y)
            else:
                items += area_shapes(one.look, Area(x, y - 3.5, 16, 7))
            self._write(one.name, x + 18 + GAP, y, items)

    def _per_row(self, width: float) -> int:
        widest = max((self._width(one.name) for one in self.series), default=0.0) + 18 + 3 * GAP
        return max(1, min(len(self.series), int(width / widest)))

    def _text(self, words: str, align: str = "left") -> TextLayout:
        return plain_text(words, LETTERS, self.scope, self.node.where, align)

    def _label(self, words: str, width: float) -> TextLayout:
        """Return a label that breaks at spaces and hyphens."""
        lines = [""]
        for part in re.split(r"(?<=[ -])", words):
            if lines[-1] and self._width((lines[-1] + part).strip()) > width:
                lines.append("")
            lines[-1] += part
        text = self._text("\n".join(line.strip() for line in lines), "center")
        return text._replace(wrap="none")

    def _width(self, words: str) -> float:
        return self._text(words).measure(float("inf")).width

    def _write(
        self, words: str, x: float, y: float, items: list[Item], align: str = "left"
    ) -> None:
        """Draw a short text at a point, which is its left end, its middle or its right end."""
        size = self._text(words, align).measure(float("inf"))
        left = x - size.width * ALIGNMENT[align]
        area = Area(left, y - size.height / 2, size.width + 0.01, size.height)
        items += self._text(words, align).layout(area)

    def _stroke(self, colour: str, width: float) -> Stroke:
        return self.scope.stroke(self.scope.context.ticket.theme.colours[colour] or BLACK, width)


MARGIN = 6.0  # points that the last mark and label need at the right


def spread_apart(wishes: Sequence[float], step: float, low: float, high: float) -> list[float]:
    """Return positions at least a step apart, close to the wanted ones, which are sorted."""
    places = list(wishes)
    for _ in range(100):
        moved = False
        for at in range(len(places) - 1):
            short = step - (places[at + 1] - places[at])
            if short > 0.01:
                places[at] -= short / 2
                places[at + 1] += short / 2
                moved = True
        if not moved:
            break
    under = low - places[0]
    over = places[-1] - high
    shift = under if under > 0 else -over if over > 0 else 0.0
    return [place + shift for place in places]


def make_chart(node: ChartNode, scope: Scope) -> ChartLayout:
    """Make a chart; check its numbers."""
    series = tuple(_series(scope.data(node.series), node, scope))
    if not series or not series[0].values:
        raise LayoutError("this chart has no numbers", node.series.where)
    lengths = {len(one.values) for one in series}
    if len(lengths) > 1:
        raise LayoutError(
            "all series of a chart must have the same number of values", node.series.where
        )
    labels = _labels(node, scope, len(series[0].values))
    unit = scope.words(node.unit) if node.unit else ""
    scope.context.count(node.where, len(series) * len(series[0].values))
    kind = scope.get(node.kind)
    if kind != "lines" and scope.get(node.axis) != "zero":
        raise LayoutError("only lines can leave 0 out", node.where, "leave `axis` out")
    return ChartLayout(kind, series, labels, unit, node, scope)


def _series(given: object, node: ChartNode, scope: Scope) -> Iterator[Series]:
    where = node.series.where
    if not isinstance(given, list | tuple) or len(given) > MOST_SERIES:
        raise LayoutError(f"a chart needs a list of at most {MOST_SERIES} series", where, HINT)
    for number, one in enumerate(given):
        values = one.get("values") if isinstance(one, dict) else None
        if not isinstance(values, list | tuple) or len(values) > MOST_VALUES:
            message = f"a series needs `values`, a list of at most {MOST_VALUES} numbers"
            raise LayoutError(message, where, HINT)
        name = show_value(one.get("name", ""))
        numbers = tuple(_number(value, where) for value in values)
        yield Series(name, numbers, series_look(number, scope.context.ticket.theme))


def _number(value: object, where: Where) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise LayoutError("a chart shows numbers", where)
    return float(value)


def _labels(node: ChartNode, scope: Scope, count: int) -> tuple[str, ...]:
    if node.labels is None:
        return tuple(str(number) for number in range(1, count + 1))
    given = scope.data(node.labels)
    if not isinstance(given, list | tuple | range) or len(given) != count:
        message = f"`labels` must have one entry per value: {count}"
        raise LayoutError(message, node.labels.where)
    return tuple(show_value(label) for label in given)
