"""Leaves: rules, icons, images, tick boxes, tracks, circles and drawings of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.errors import LayoutError
from printkit.icons import draw_icon, load_icon, stroke_width
from printkit.layout import nodes
from printkit.layout.blocks import SHARES, TOLERANCE, Area, Blank, Draft, Size, too_large
from printkit.layout.charts import make_chart
from printkit.layout.expressions import show_value
from printkit.layout.text import make_text, plain_text
from printkit.pathdata import parse_path
from printkit.scene import BLACK, Circle, Image, Line, Path, Place, Rect, Stroke
from printkit.units import MM

if TYPE_CHECKING:
    from collections.abc import Callable

    from printkit.errors import Where
    from printkit.layout.blocks import Block
    from printkit.layout.scope import Context, Scope
    from printkit.layout.text import TextBlock
    from printkit.scene import Colour, Group, PathCommand, Picture, Shape

MAX_LABELS = 2000
SHORTEST_LINE = 25 * MM
"""What a line to write on asks for, where nobody says how wide it is."""

COMMANDS_A_NODE = 10
"""So many commands of a path count as one more node on the page."""


class RuleBlock(NamedTuple):
    """A straight line from edge to edge of its area; in the middle, unless it says otherwise."""

    stroke: Stroke | None
    thickness: float
    direction: str
    align: str
    valign: str

    def measure(self, width: float) -> Size:
        """As thick as its line."""
        return Size(self.thickness, self.thickness)

    def place(self, area: Area, draft: Draft) -> None:
        """From edge to edge."""
        if self.stroke is None:
            return
        if self.direction == "across":
            y = self._middle(area.y, area.height, SHARES[self.valign])
            draft.shapes.append(Line(area.x, y, area.x + area.width, y, self.stroke))
        else:
            x = self._middle(area.x, area.width, SHARES[self.align])
            draft.shapes.append(Line(x, area.y, x, area.y + area.height, self.stroke))

    def _middle(self, start: float, extent: float, share: float) -> float:
        """Where the middle of the line lies, all of it inside of the extent."""
        return start + extent * share + self.thickness * (0.5 - share)


class WriteBlock(NamedTuple):
    """A line to write on at the bottom of its area, after the words that say what."""

    words: TextBlock
    stroke: Stroke | None
    gap: float

    def measure(self, width: float) -> Size:
        """The words, and room for a word after them."""
        size = self.words.measure(width)
        return Size(min(width, size.width + self._gap(size) + SHORTEST_LINE), size.height)

    def place(self, area: Area, draft: Draft) -> None:
        """The words at the left, the line from them to the right edge."""
        size = self.words.measure(float("inf"))
        self.words.place(area._replace(width=min(size.width, area.width)), draft)
        start = area.x + size.width + self._gap(size)
        if self.stroke is not None and start < area.x + area.width:
            y = area.y + area.height - self.stroke.width / 2
            draft.shapes.append(Line(start, y, area.x + area.width, y, self.stroke))

    def _gap(self, words: Size) -> float:
        return self.gap if words.width else 0.0


class FixedBlock(NamedTuple):
    """A drawing of a fixed size, aligned in its area."""

    group: Group
    align: str
    valign: str
    where: Where
    context: Context

    def measure(self, width: float) -> Size:
        """Its size."""
        return Size(self.group.width, self.group.height)

    def place(self, area: Area, draft: Draft) -> None:
        """A reference to the drawing."""
        missing = max(self.group.width - area.width, self.group.height - area.height)
        if missing > TOLERANCE:
            self.context.complain(too_large("this", missing, self.where))
        spot = area.aligned(Size(self.group.width, self.group.height), self.align, self.valign)
        draft.shapes.append(Place(self.group, spot.x, spot.y))


class CircleBlock(NamedTuple):
    """A circle in the middle of its area."""

    diameter: float
    fill: Colour | None
    stroke: Stroke | None

    def measure(self, width: float) -> Size:
        """As wide as high."""
        return Size(self.diameter, self.diameter)

    def place(self, area: Area, draft: Draft) -> None:
        """Centred."""
        x, y = area.x + area.width / 2, area.y + area.height / 2
        draft.shapes.append(Circle(x, y, self.diameter / 2, self.fill, self.stroke))


class DrawingBlock(NamedTuple):
    """Path data stretched over its area."""

    commands: tuple[PathCommand, ...]
    view: Size
    fill: Colour | None
    stroke: Stroke | None

    def measure(self, width: float) -> Size:
        """Its own grid, a point to a unit, unless width and height are given."""
        return self.view

    def place(self, area: Area, draft: Draft) -> None:
        """Scaled in both directions."""
        right, down = area.width / self.view.width, area.height / self.view.height
        commands = tuple(_moved(command, area, right, down) for command in self.commands)
        draft.shapes.append(Path(commands, self.fill, self.stroke))


def _moved(command: PathCommand, area: Area, right: float, down: float) -> PathCommand:
    numbers = command[1:]
    moved = [
        area.x + value * right if at % 2 == 0 else area.y + value * down
        for at, value in enumerate(numbers)
    ]
    return (command[0], *moved)  # type: ignore[return-value]  # same letter, as many numbers


class ImageBlock(NamedTuple):
    """A picture, as large as its area allows."""

    picture: Picture
    align: str
    valign: str

    def measure(self, width: float) -> Size:
        """At 150 dots per inch, or narrower where there is less room."""
        natural = self.picture.width_px * 0.48
        wide = min(natural, width)
        return Size(wide, wide * self.picture.height_px / self.picture.width_px)

    def place(self, area: Area, draft: Draft) -> None:
        """Whole, in its own proportions."""
        scale = min(area.width / self.picture.width_px, area.height / self.picture.height_px)
        size = Size(self.picture.width_px * scale, self.picture.height_px * scale)
        draft.shapes.append(Image(*area.aligned(size, self.align, self.valign), self.picture))


class TrackBlock(NamedTuple):
    """Boxes in lines that wrap, empty or with a label in each."""

    labels: tuple[TextBlock | None, ...]
    marked: frozenset[int]
    size: float
    gap: float
    shape: str
    stroke: Stroke | None
    mark: tuple[Colour | None, Stroke | None]
    align: str
    valign: str
    where: Where
    context: Context
    fields: tuple[str, ...] = ()

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
            self.context.complain(too_large("this row of boxes", missing, self.where))
        spot = area.aligned(size, self.align, self.valign)
        per_line = self._per_line(area.width)
        step = self.size + self.gap
        for number, label in enumerate(self.labels):
            line, column = divmod(number, per_line)
            box = Area(spot.x + column * step, spot.y + line * step, self.size, self.size)
            draft.shapes.append(self._box(box, number))
            if label is not None:
                label.place(box.inset((0, 1.0, 0, 1.0)), draft)
            if self.fields:
                draft.blanks.append(Blank(self.fields[number], box, self.where))

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


def make_leaf(node: nodes.Node, scope: Scope) -> Block:
    """The block of a node that holds no others."""
    maker = _MAKERS[type(node)]
    return maker(node, scope)


def make_rule(node: nodes.RuleLine, scope: Scope) -> RuleBlock:
    """A line in its colour."""
    stroke = _line(node, scope.number(node.weight), scope)
    thickness = scope.context.theme.drawn(scope.number(node.weight))
    align, valign = scope.get(node.align) or "center", scope.get(node.valign) or "middle"
    return RuleBlock(stroke, thickness, scope.get(node.direction), align, valign)


def make_write(node: nodes.WriteLine, scope: Scope) -> WriteBlock:
    """A line to write on."""
    width = scope.context.theme.lines["thin"] if node.line is None else scope.number(node.line)
    words = nodes.Text(
        where=node.where, words=node.words, style=node.style, wrap="none", align="left",
        valign="bottom",
    )  # fmt: skip
    return WriteBlock(make_text(words, scope), _line(node, width, scope), scope.points(node.gap))


def _line(node: nodes.RuleLine | nodes.WriteLine, width: float, scope: Scope) -> Stroke | None:
    colour = scope.ink(node.colour, scope.context.theme.colours["line"] or BLACK)
    dash = (2.0, 2.0) if scope.get(node.dash) else ()
    return scope.stroke(colour, width, dash) if colour else None


def make_icon(node: nodes.Icon, scope: Scope) -> FixedBlock:
    """The icon in its colours, the same group each time it is the same."""
    try:
        icon = load_icon(scope.get(node.name), scope.context.folder / "icons")
    except LayoutError as error:
        raise LayoutError(error.message, error.where or node.where, error.hint) from None
    scope.context.count(node.where, icon.weight // COMMANDS_A_NODE)
    size = scope.points(node.size)
    line = scope.context.theme.drawn(stroke_width(size))
    colour = scope.ink(node.colour, BLACK)
    group = draw_icon(icon, size, colour, scope.fill(node.paint), line)
    inner = scope.aligned(node)
    return FixedBlock(group, inner.align, inner.valign, node.where, scope.context)


def make_image(node: nodes.Image, scope: Scope) -> ImageBlock:
    """The picture, read from the layout's own folder and checked."""
    inner = scope.aligned(node)
    album = scope.context.effort.album
    picture = album.load(scope.get(node.file), scope.context.folder, node.where)
    return ImageBlock(picture, inner.align, inner.valign)


def make_circle(node: nodes.Circle, scope: Scope) -> CircleBlock:
    """A circle with the node's fill and stroke."""
    return CircleBlock(scope.points(node.diameter), scope.fill(node.fill), outline(node, scope))


def make_drawing(node: nodes.Drawing, scope: Scope) -> DrawingBlock:
    """Path data with the node's fill and stroke."""
    view = scope.data(node.view) if node.view else [24, 24]
    match view:
        case [int() | float() as wide, int() | float() as high] if min(wide, high) > 0:
            size = Size(float(wide), float(high))
        case _:
            raise LayoutError("view is [width, height], two numbers above 0", node.where)
    commands = tuple(parse_path(scope.get(node.path), lambda _: node.where))
    scope.context.count(node.where, len(commands) // COMMANDS_A_NODE)
    return DrawingBlock(commands, size, scope.fill(node.fill), outline(node, scope))


def make_boxes(node: nodes.Boxes, scope: Scope) -> TrackBlock:
    """Empty boxes to tick."""
    scope.context.count(node.where, scope.get(node.count))
    inner = scope.aligned(node)
    stroke = _box_stroke(node, scope)
    return TrackBlock(
        labels=(None,) * scope.get(node.count),
        marked=frozenset(),
        size=_box_size(node, scope),
        gap=scope.points(node.gap),
        shape=scope.get(node.shape),
        stroke=stroke,
        mark=(None, stroke),
        align=inner.align,
        valign=inner.valign,
        where=node.where,
        context=scope.context,
        fields=_fields(node, scope, scope.get(node.count)),
    )


def make_track(node: nodes.Track, scope: Scope) -> TrackBlock:
    """Labelled boxes; those marked are tinted and drawn stronger."""
    labels = scope.data(node.labels)
    marked = scope.data(node.marked) if node.marked else []
    if not isinstance(labels, list | tuple | range) or not isinstance(marked, list | tuple | range):
        raise LayoutError("a track needs a list, like [1, 2, 3] or '{range(1, 11)}'", node.where)
    if len(labels) > MAX_LABELS:
        message = f"a track of {len(labels):,} boxes is too long"
        raise LayoutError(message, node.labels.where, f"at most {MAX_LABELS:,}")
    scope.context.count(node.where, len(labels))
    inner = scope.aligned(node)
    stroke = _box_stroke(node, scope)
    style = scope.get(node.style)
    strong = scope.stroke(scope.context.theme.colours["accent-dark"] or BLACK, 1.5)
    return TrackBlock(
        labels=tuple(_label(label, style, scope, node.labels.where) for label in labels),
        marked=frozenset(at for at, label in enumerate(labels) if label in marked),
        size=_box_size(node, scope),
        gap=scope.points(node.gap),
        shape=scope.get(node.shape),
        stroke=stroke,
        mark=(scope.context.theme.colours["tint"], strong),
        align=inner.align,
        valign=inner.valign,
        where=node.where,
        context=scope.context,
        fields=_fields(node, scope, len(labels)),
    )


def _fields(node: nodes.Boxes | nodes.Track, scope: Scope, count: int) -> tuple[str, ...]:
    """The name of each box: a `*` stands for its number."""
    if node.field is None or not scope.context.marks:
        return ()
    name = scope.get(node.field)
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


def outline(node: nodes.Node, scope: Scope) -> Stroke | None:
    """The stroke around a node, if it asks for one, or its fill gets one in this theme."""
    colour = scope.colour(node.stroke)
    if node.stroke is None and not isinstance(node, nodes.Text):
        colour = scope.edge(node.fill)
    if colour is None:
        return None
    width = 1.0 if node.line is None else scope.number(node.line)
    return scope.stroke(colour, width, (2.0, 2.0) if scope.get(node.dash) else ())


_MAKERS: dict[type[nodes.Node], Callable[[Any, Scope], Block]] = {
    nodes.RuleLine: make_rule,
    nodes.WriteLine: make_write,
    nodes.Icon: make_icon,
    nodes.Image: make_image,
    nodes.Circle: make_circle,
    nodes.Drawing: make_drawing,
    nodes.Boxes: make_boxes,
    nodes.Track: make_track,
    nodes.Chart: make_chart,
}
