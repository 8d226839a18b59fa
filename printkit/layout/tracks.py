"""Tracks: boxes in lines, to tick or with a number in each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.errors import LayoutError, Where
from printkit.layout.areas import TOLERANCE, Area, Size, too_large
from printkit.layout.draft import Blank, Draft
from printkit.layout.expressions import show_value
from printkit.layout.text import TextBlock, plain_text
from printkit.scene import BLACK, Circle, Colour, Rect, Shape, Stroke
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.layout import nodes
    from printkit.layout.scope import Scope

MAX_LABELS = 2000


class TrackBlock(NamedTuple):
    """Boxes in lines that wrap, empty or with a label in each."""

    labels: tuple[TextBlock | None, ...]  # what stands in each box, if anything
    marked: frozenset[int]  # the boxes that look different
    size: float  # of a box
    gap: float  # between two boxes
    shape: str  # square or circle
    stroke: Stroke | None  # around a box
    mark: tuple[Colour | None, Stroke | None]  # the look of marked boxes
    scope: Scope  # where the lines lie
    where: Where  # where its node stands
    fields: tuple[str, ...] = ()  # the field of each box, where anybody asks

    def measure(self, width: float) -> Size:
        """As many boxes in a line as there is room for."""
        if not self.labels:
            return Size(0.0, 0.0)
        per_line = self._per_line(width)
        lines = -(-len(self.labels) // per_line)
        return Size(self._extent(per_line), self._extent(lines))

    def place(self, area: Area, draft: Draft) -> None:
        """Line by line."""
        size = self.measure(area.width)
        missing = max(size.width - area.width, size.height - area.height)
        if missing > TOLERANCE:
            self.scope.context.complain(too_large("this row of boxes", missing, self.where))
        spot = area.aligned(size, self.scope.align, self.scope.valign)
        per_line = self._per_line(area.width)
        step = self.size + self.gap
        for number, label in enumerate(self.labels):
            line, column = divmod(number, per_line)
            box = Area(spot.x + column * step, spot.y + line * step, self.size, self.size)
            draft.shapes.append(self._box(box, number))
            if label is not None:
                label.place(box.inset((0, 1.0, 0, 1.0)), draft)
            if self.fields:
                draft.write(Blank(self.fields[number], box, self.where), self.scope.context)

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


def make_boxes(node: nodes.Boxes, scope: Scope) -> TrackBlock:
    """Empty boxes to tick."""
    return _track(node, scope, (None,) * scope.get(node.count))


def make_track(node: nodes.Track, scope: Scope) -> TrackBlock:
    """Labelled boxes; those marked are tinted and drawn stronger."""
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


def _track(
    node: nodes.Boxes | nodes.Track,
    scope: Scope,
    labels: tuple[TextBlock | None, ...],
    marked: frozenset[int] = frozenset(),
) -> TrackBlock:
    scope.context.count(node.where, len(labels))
    colours = scope.context.ticket.theme.colours
    return TrackBlock(
        labels=labels,
        marked=marked,
        size=_box_size(node, scope),
        gap=scope.points(node.gap),
        shape=scope.get(node.shape),
        stroke=_box_stroke(node, scope),
        mark=(colours["tint"], scope.stroke(colours["accent-dark"] or BLACK, 1.5)),
        scope=scope.aligned(node),
        where=node.where,
        fields=_fields(node, scope, len(labels)),
    )


def _fields(node: nodes.Boxes | nodes.Track, scope: Scope, count: int) -> tuple[str, ...]:
    """The name of each box: a `*` stands for its number."""
    name = scope.field(node)
    if not name:
        return ()
    if count > 1 and "*" not in name:
        message = f"{count} boxes cannot all be '{name}'"
        raise LayoutError(message, node.where, f"write {name}.*: the star is the number of a box")
    return tuple(name.replace("*", str(number)) for number in range(1, count + 1))


def _label(value: object, style: str, scope: Scope, where: Where) -> TextBlock:
    try:
        return plain_text(show_value(value), style, scope, where)
    except LayoutError as error:
        raise LayoutError(error.message, where, error.hint) from None


def _box_size(node: nodes.Boxes | nodes.Track, scope: Scope) -> float:
    size = scope.points(node.size)
    if size <= 0:
        raise LayoutError("a box needs a size, like 5mm", node.where)
    return size


def _box_stroke(node: nodes.Boxes | nodes.Track, scope: Scope) -> Stroke | None:
    width = 0.75 if node.line is None else scope.number(node.line)
    colour = scope.ink(node.colour, BLACK)
    return scope.stroke(colour, width) if colour else None
