"""Nodes without children: lines, icons, pictures, drawings, and boxes to tick."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.core.errors import BadValueError, LayoutError, Where
from printkit.core.geometry import parse_path, scaled_path
from printkit.core.icons import icon_fragment, load_icon, stroke_width
from printkit.core.scene import (
    BLACK,
    Circle,
    FieldArea,
    Image,
    Item,
    Line,
    Path,
    Placed,
    Rect,
    Shape,
    Stroke,
)
from printkit.core.units import MM
from printkit.layout.boxes.box import ALIGNMENT, TOLERANCE, Area, Size, too_large
from printkit.layout.boxes.text import TextLayout, make_text, plain_text
from printkit.layout.language import nodes
from printkit.layout.language.templates import show_value
from printkit.layout.language.values import ColourName, Dynamic

if TYPE_CHECKING:
    from printkit.core.scene import Colour, Fragment, PathCommand, Picture
    from printkit.layout.boxes.box import Content
    from printkit.layout.scope import Scope

SHORTEST_LINE = 25 * MM  # the preferred length of a line to write on

MAX_LABELS = 2000  # in a track

COMMANDS_A_NODE = 10  # commands of a path that count as one more node on the page


class RuleLayout(NamedTuple):
    """A straight line across its area, in the middle by default."""

    stroke: Stroke | None  # None draws nothing
    thickness: float
    direction: str  # across or down
    align: str
    valign: str

    def measure(self, width: float) -> Size:
        """Return the thickness of the line in both directions."""
        return Size(self.thickness, self.thickness)

    def layout(self, area: Area) -> Iterator[Item]:
        """Draw the line from edge to edge."""
        if self.stroke is None:
            return
        if self.direction == "across":
            y = self._middle(area.y, area.height, ALIGNMENT[self.valign])
            yield Line(area.x, y, area.x + area.width, y, self.stroke)
        else:
            x = self._middle(area.x, area.width, ALIGNMENT[self.align])
            yield Line(x, area.y, x, area.y + area.height, self.stroke)

    def _middle(self, start: float, extent: float, share: float) -> float:
        """Return the position of the line's middle, so that all of it is inside the extent."""
        return start + extent * share + self.thickness * (0.5 - share)


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


class FixedLayout(NamedTuple):
    """A drawing of a fixed size, aligned in its area."""

    drawing: Fragment
    scope: Scope
    where: Where

    def measure(self, width: float) -> Size:
        """Return the size of the drawing."""
        return Size(self.drawing.width, self.drawing.height)

    def layout(self, area: Area) -> Iterator[Item]:
        """Place the drawing."""
        missing = max(self.drawing.width - area.width, self.drawing.height - area.height)
        if missing > TOLERANCE:
            self.scope.context.report(too_large("this", missing, self.where))
        spot = area.aligned(self.measure(area.width), self.scope.align, self.scope.valign)
        yield Placed(self.drawing, spot.x, spot.y)


class CircleLayout(NamedTuple):
    """A circle in the middle of its area."""

    diameter: float
    fill: Colour | None
    stroke: Stroke | None

    def measure(self, width: float) -> Size:
        """Return the diameter in both directions."""
        return Size(self.diameter, self.diameter)

    def layout(self, area: Area) -> Iterator[Item]:
        """Draw the circle, centred."""
        x, y = area.x + area.width / 2, area.y + area.height / 2
        yield Circle(x, y, self.diameter / 2, self.fill, self.stroke)


class DrawingLayout(NamedTuple):
    """Path data stretched over its area."""

    commands: tuple[PathCommand, ...]
    view: Size
    fill: Colour | None
    stroke: Stroke | None

    def measure(self, width: float) -> Size:
        """Return the size of its own grid, with a point per unit."""
        return self.view

    def layout(self, area: Area) -> Iterator[Item]:
        """Draw the path, scaled in both directions."""
        right, down = area.width / self.view.width, area.height / self.view.height
        commands = scaled_path(self.commands, right, down, area.x, area.y)
        yield Path(commands, self.fill, self.stroke)


class ImageLayout(NamedTuple):
    """A picture, as large as its area allows."""

    picture: Picture
    scope: Scope

    def measure(self, width: float) -> Size:
        """Return the size at 150 dots per inch, or smaller if there is less room."""
        natural = self.picture.width_px * 0.48
        wide = min(natural, width)
        return Size(wide, wide * self.picture.height_px / self.picture.width_px)

    def layout(self, area: Area) -> Iterator[Item]:
        """Draw the whole picture in its own proportions."""
        scale = min(area.width / self.picture.width_px, area.height / self.picture.height_px)
        size = Size(self.picture.width_px * scale, self.picture.height_px * scale)
        spot = area.aligned(size, self.scope.align, self.scope.valign)
        yield Image(*spot, self.picture)


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
            self.scope.context.report(too_large("this row of boxes", missing, self.where))
        spot = area.aligned(size, self.scope.align, self.scope.valign)
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


def make_single(node: nodes.Node, scope: Scope) -> Content:
    """Make the content of a node without children."""
    maker = _MAKERS[type(node)]
    return maker(node, scope)


def make_rule(node: nodes.RuleLine, scope: Scope) -> RuleLayout:
    """Make a line."""
    stroke = _line(node, scope.number(node.weight), scope)
    thickness = scope.context.ticket.theme.pen_width(scope.number(node.weight))
    align, valign = scope.get(node.align) or "center", scope.get(node.valign) or "middle"
    return RuleLayout(stroke, thickness, scope.get(node.direction), align, valign)


def make_write(node: nodes.WriteLine, scope: Scope) -> WriteLayout:
    """Make a line to write on."""
    width = (
        scope.context.ticket.theme.lines["thin"] if node.line is None else scope.number(node.line)
    )
    words = nodes.Text(
        where=node.where, words=node.words, style=node.style, wrap="none", align="left",
        valign="bottom",
    )  # fmt: skip
    stroke, gap = _line(node, width, scope), scope.points(node.gap)
    return WriteLayout(make_text(words, scope), stroke, gap, scope.field(node))


def _line(node: nodes.RuleLine | nodes.WriteLine, width: float, scope: Scope) -> Stroke | None:
    colour = scope.ink(node.colour, scope.context.ticket.theme.colours["line"] or BLACK)
    dash = (2.0, 2.0) if scope.get(node.dash) else ()
    return scope.stroke(colour, width, dash) if colour else None


def make_icon(node: nodes.Icon, scope: Scope) -> FixedLayout:
    """Make an icon in its colours; equal icons share one fragment."""
    try:
        icon = load_icon(scope.get(node.name), scope.context.ticket.folder / "icons")
    except LayoutError as error:
        where = node.name.where if isinstance(node.name, Dynamic) else node.where
        raise BadValueError(error.message, error.where or where, error.hint) from None
    scope.context.count(node.where, icon.weight // COMMANDS_A_NODE)
    size = scope.points(node.size)
    line = scope.context.ticket.theme.pen_width(stroke_width(size))
    colour = scope.ink(node.colour, BLACK)
    paint = scope.fill(node.paint or (ColourName("tint") if colour else None))
    drawing = icon_fragment(icon, size, colour, paint, line)
    return FixedLayout(drawing, scope.aligned(node), node.where)


def make_image(node: nodes.Image, scope: Scope) -> ImageLayout:
    """Make a picture, loaded from the layout's own folder."""
    album = scope.context.ticket.totals.pictures
    picture = album.load(scope.get(node.file), scope.context.ticket.folder, node.where)
    return ImageLayout(picture, scope.aligned(node))


def make_circle(node: nodes.Circle, scope: Scope) -> CircleLayout:
    """Make a circle with the node's fill and stroke."""
    return CircleLayout(scope.points(node.diameter), scope.fill(node.fill), outline(node, scope))


def make_drawing(node: nodes.Drawing, scope: Scope) -> DrawingLayout:
    """Make a drawing from path data, with the node's fill and stroke."""
    view = scope.data(node.view) if node.view else [24, 24]
    match view:
        case [int() | float() as wide, int() | float() as high] if min(wide, high) > 0:
            size = Size(float(wide), float(high))
        case _:
            raise LayoutError("view is [width, height], two numbers above 0", node.where)
    commands = tuple(parse_path(scope.get(node.data), lambda _: node.where))
    scope.context.count(node.where, len(commands) // COMMANDS_A_NODE)
    return DrawingLayout(commands, size, scope.fill(node.fill), outline(node, scope))


def outline(node: nodes.Node, scope: Scope) -> Stroke | None:
    """Return the stroke of a node, if it has one or the theme outlines its fill."""
    colour = scope.colour(node.stroke)
    if node.stroke is None and not isinstance(node, nodes.Text):
        colour = scope.edge(node.fill)
    if colour is None:
        return None
    width = 1.0 if node.line is None else scope.number(node.line)
    return scope.stroke(colour, width, (2.0, 2.0) if scope.get(node.dash) else ())


def _make_chart(node: nodes.Chart, scope: Scope) -> Content:
    """Make a chart; its module is imported here, because few sheets need it."""
    from printkit.layout.boxes.charts import make_chart

    return make_chart(node, scope)


def _make_code(node: nodes.Code, scope: Scope) -> Content:
    """Make a QR code; its module is imported here, because few sheets need it."""
    from printkit.layout.boxes.codes import make_code

    return make_code(node, scope)


def make_boxes(node: nodes.Boxes, scope: Scope) -> TrackLayout:
    """Make empty boxes to tick."""
    return _track(node, scope, (None,) * scope.get(node.count))


def make_track(node: nodes.Track, scope: Scope) -> TrackLayout:
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


def _track(
    node: nodes.Boxes | nodes.Track,
    scope: Scope,
    labels: tuple[TextLayout | None, ...],
    marked: frozenset[int] = frozenset(),
) -> TrackLayout:
    scope.context.count(node.where, len(labels))
    colours = scope.context.ticket.theme.colours
    return TrackLayout(
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
    """Return the field name of each box: a `*` is replaced by its number."""
    name = scope.field(node)
    if not name:
        return ()
    if count > 1 and "*" not in name:
        message = f"{count} boxes cannot all be '{name}'"
        raise LayoutError(message, node.where, f"write {name}.*: the star is the number of a box")
    return tuple(name.replace("*", str(number)) for number in range(1, count + 1))


def _label(value: object, style: str, scope: Scope, where: Where) -> TextLayout:
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


_MAKERS: dict[type[nodes.Node], Callable[[Any, Scope], Content]] = {
    nodes.RuleLine: make_rule,
    nodes.WriteLine: make_write,
    nodes.Icon: make_icon,
    nodes.Image: make_image,
    nodes.Circle: make_circle,
    nodes.Drawing: make_drawing,
    nodes.Boxes: make_boxes,
    nodes.Track: make_track,
    nodes.Chart: _make_chart,
    nodes.Code: _make_code,
}
