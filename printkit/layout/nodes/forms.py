"""Places to write on or to tick: lines after a label, boxes, and tracks of labelled boxes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.errors import LayoutError, Where
from printkit.core.scene import BLACK, Circle, FieldArea, Item, Line, Rect, Shape, Stroke
from printkit.core.units import MM
from printkit.layout.boxes.box import TOLERANCE, Area, Size, too_large
from printkit.layout.language.declarations import DATA, WORDS, Data, Value, Words, attr
from printkit.layout.language.templates import show_value
from printkit.layout.language.values import ColourName, Length, OneOf, Whole, mm
from printkit.layout.log import report
from printkit.layout.nodes.base import EXTENT, LENGTH, PAINT, STYLE, Node, Traits
from printkit.layout.nodes.graphics import line_stroke
from printkit.layout.nodes.text import TextNode

if TYPE_CHECKING:
    from printkit.core.scene import Colour
    from printkit.layout.boxes.text import TextLayout
    from printkit.layout.scope import Scope

SHORTEST_LINE = 25 * MM  # the preferred length of a line to write on

MAX_LABELS = 2000  # in a track


class WriteLayout(NamedTuple):
    """A line to write on at the bottom of its area, after its label."""

    words: TextLayout
    stroke: Stroke | None
    gap: float
    field: str = ""

    def measure(self, width: float) -> Size:
        """Return the size of the label, with room to write after it."""
        size = self.words.measure(width)
        return Size(min(width, size.width + self._gap(size) + SHORTEST_LINE), size.height)

    def layout(self, area: Area) -> Iterator[Item]:
        """Draw the label at the left, and the line from there to the right edge."""
        size = self.words.measure(float("inf"))
        yield from self.words.layout(area._replace(width=min(size.width, area.width)))
        start = area.x + size.width + self._gap(size)
        room = max(0.0, area.x + area.width - start)
        if self.field:
            yield FieldArea(self.field, start, area.y, room, area.height, self.words.where)
        if self.stroke is not None and room:
            y = area.y + area.height - self.stroke.width / 2
            yield Line(start, y, area.x + area.width, y, self.stroke)

    def _gap(self, words: Size) -> float:
        return self.gap if words.width else 0.0


def make_write(node: WriteNode, scope: Scope) -> WriteLayout:
    """Make a line to write on."""
    from printkit.layout.boxes.text import make_text

    width = (
        scope.context.ticket.theme.lines["thin"] if node.line is None else scope.number(node.line)
    )
    words = TextNode(
        where=node.where, words=node.words, style=node.style, wrap="none", align="left",
        valign="bottom",
    )  # fmt: skip
    stroke, gap = line_stroke(node, width, scope), scope.points(node.gap)
    return WriteLayout(make_text(words, scope), stroke, gap, scope.field(node))


class WriteNode(Node):
    """A line to write on, after its label."""

    traits = Traits(make=make_write, role="P", has_words=True, has_inner_fields=True)

    words: Words = attr(WORDS, None, "label before the line: Name", key="write")
    height: Value[Length] = attr(EXTENT, mm(8), "height (default: 8mm)")
    style: Value[str] = attr(STYLE, "label", "text style of the words")
    colour: Value[ColourName] = attr(PAINT, ColourName("frame"), "of the line")
    gap: Value[Length] = attr(LENGTH, mm(2), "between words and line")


class TrackLayout(NamedTuple):
    """Boxes in lines that wrap, empty or with a label in each."""

    labels: tuple[TextLayout | None, ...]  # the label of each box, if it has one
    marked: frozenset[int]  # the indices of boxes that are highlighted
    size: float  # of a box
    gap: float  # between two boxes
    shape: str  # square or circle
    stroke: Stroke | None  # of a box
    mark: tuple[Colour | None, Stroke | None]  # fill and stroke of highlighted boxes
    scope: Scope  # aligns the lines
    where: Where  # the place of the node
    fields: tuple[str, ...] = ()  # the field of each box, if fields are wanted

    def measure(self, width: float) -> Size:
        """Return the size of all lines, with as many boxes in each as fit."""
        if not self.labels:
            return Size(0.0, 0.0)
        per_line = self._per_line(width)
        lines = -(-len(self.labels) // per_line)
        return Size(self._extent(per_line), self._extent(lines))

    def layout(self, area: Area) -> Iterator[Item]:
        """Draw the boxes line by line."""
        size = self.measure(area.width)
        missing = max(size.width - area.width, size.height - area.height)
        if missing > TOLERANCE:
            report(too_large("this row of boxes", missing, self.where))
        spot = area.align(size, self.scope.align, self.scope.valign)
        per_line = self._per_line(area.width)
        step = self.size + self.gap
        for number, label in enumerate(self.labels):
            line, column = divmod(number, per_line)
            box = Area(spot.x + column * step, spot.y + line * step, self.size, self.size)
            yield self._box(box, number)
            if label is not None:
                yield from label.layout(box.inset((0, 1.0, 0, 1.0)))
            if self.fields:
                yield FieldArea(self.fields[number], *box, self.where)

    def _box(self, box: Area, number: int) -> Shape:
        fill, stroke = self.mark if number in self.marked else (None, self.stroke)
        if self.shape == "circle":
            half = self.size / 2
            return Circle(box.x + half, box.y + half, half, fill, stroke)
        return Rect(*box, fill, stroke, radius=min(self.size * 0.16, 2.84))

    def _per_line(self, width: float) -> int:
        if width == float("inf"):
            return max(1, len(self.labels))
        fitting = int((width + self.gap + TOLERANCE) / (self.size + self.gap))
        return max(1, min(len(self.labels), fitting))

    def _extent(self, count: int) -> float:
        return count * self.size + (count - 1) * self.gap


def _track(
    node: BoxesNode | TrackNode,
    scope: Scope,
    labels: tuple[TextLayout | None, ...],
    marked: frozenset[int] = frozenset(),
) -> TrackLayout:
    scope.context.count(node.where, len(labels))
    size = scope.points(node.size)
    if size <= 0:
        raise LayoutError("a box needs a size, like 5mm", node.where)
    colour = scope.ink(node.colour, BLACK)
    width = 0.75 if node.line is None else scope.number(node.line)
    colours = scope.context.ticket.theme.colours
    return TrackLayout(
        labels=labels,
        marked=marked,
        size=size,
        gap=scope.points(node.gap),
        shape=scope.get(node.shape),
        stroke=scope.stroke(colour, width) if colour else None,
        mark=(colours["tint"], scope.stroke(colours["accent-dark"] or BLACK, 1.5)),
        scope=scope.with_alignment(node),
        where=node.where,
        fields=_fields(node, scope, len(labels)),
    )


def _fields(node: BoxesNode | TrackNode, scope: Scope, count: int) -> tuple[str, ...]:
    """Return the field name of each box: a `*` is replaced by its number."""
    name = scope.field(node)
    if not name:
        return ()
    if count > 1 and "*" not in name:
        message = f"{count} boxes cannot all be '{name}'"
        raise LayoutError(message, node.where, f"write {name}.*: the star is the number of a box")
    return tuple(name.replace("*", str(number)) for number in range(1, count + 1))


def make_boxes(node: BoxesNode, scope: Scope) -> TrackLayout:
    """Make empty boxes to tick."""
    return _track(node, scope, (None,) * scope.get(node.count))


class BoxesNode(Node):
    """Boxes to tick."""

    traits = Traits(make=make_boxes, has_inner_fields=True)

    count: Value[int] = attr(Whole(0, 2000), 1, "how many", key="boxes")
    size: Value[Length] = attr(LENGTH, mm(4.5), "of one box")
    gap: Value[Length] = attr(LENGTH, mm(1.5), "between boxes")
    shape: Value[str] = attr(OneOf("square", "circle"), "square", "square or circle")
    colour: Value[ColourName] = attr(PAINT, ColourName("frame"), "of the outline")


def make_track(node: TrackNode, scope: Scope) -> TrackLayout:
    """Make labelled boxes; those marked are tinted and have a stronger outline."""
    labels = scope.data(node.labels)
    marked = scope.data(node.marked) if node.marked else []
    if not isinstance(labels, list | tuple | range) or not isinstance(marked, list | tuple | range):
        raise LayoutError("a track needs a list, like [1, 2, 3] or '{range(1, 11)}'", node.where)
    if len(labels) > MAX_LABELS:
        message = f"a track of {len(labels):,} boxes is too long"
        raise LayoutError(message, node.labels.where, f"at most {MAX_LABELS:,}")
    style = scope.get(node.style)
    return _track(
        node,
        scope,
        tuple(_label(label, style, scope, node.labels.where) for label in labels),
        frozenset(at for at, label in enumerate(labels) if label in marked),
    )


def _label(value: object, style: str, scope: Scope, where: Where) -> TextLayout:
    from printkit.layout.boxes.text import plain_text

    try:
        return plain_text(show_value(value), style, scope, where)
    except LayoutError as error:
        raise LayoutError(error.message, where, error.hint) from None


class TrackNode(Node):
    """Labelled boxes in a line that wraps."""

    traits = Traits(make=make_track, role="P", has_words=True, has_inner_fields=True)

    labels: Data = attr(DATA, None, "their labels: a list, or '{range(1, 11)}'", key="track")
    marked: Data | None = attr(DATA, None, "labels to emphasise")
    size: Value[Length] = attr(LENGTH, mm(9), "of one box")
    gap: Value[Length] = attr(LENGTH, mm(1), "between boxes")
    shape: Value[str] = attr(OneOf("square", "circle"), "square", "square or circle")
    style: Value[str] = attr(STYLE, "number", "text style of the labels")
    colour: Value[ColourName] = attr(PAINT, ColourName("frame"), "of the outline")
