"""Single nodes, which hold no others: lines, icons, pictures, circles and drawings of one's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from printkit.errors import LayoutError, Where
from printkit.geometry import stretched
from printkit.icons import icon_group, load_icon, stroke_width
from printkit.layout import nodes
from printkit.layout.areas import ALIGNMENT, TOLERANCE, Area, Size, too_large
from printkit.layout.draft import Blank, Draft
from printkit.layout.text import TextBlock, make_text
from printkit.layout.tracks import make_boxes, make_track
from printkit.layout.values import ColourName
from printkit.pathdata import parse_path
from printkit.scene import BLACK, Circle, Image, Line, Path, Place, Stroke
from printkit.tuples import NamedTuple
from printkit.units import MM

if TYPE_CHECKING:
    from printkit.layout.blocks import Block
    from printkit.layout.scope import Scope
    from printkit.scene import Colour, Group, PathCommand, Picture

SHORTEST_LINE = 25 * MM  # what a line to write on asks for, where nobody says how wide it is

COMMANDS_A_NODE = 10  # how many commands of a path count as one more node on the page


class RuleBlock(NamedTuple):
    """A straight line from edge to edge of its area; in the middle, unless it says otherwise."""

    stroke: Stroke | None  # None shows nothing
    thickness: float  # of the line
    direction: str  # across or down
    align: str  # from left to right
    valign: str  # from top to bottom

    def measure(self, width: float) -> Size:
        """As thick as its line."""
        return Size(self.thickness, self.thickness)

    def place(self, area: Area, draft: Draft) -> None:
        """From edge to edge."""
        if self.stroke is None:
            return
        if self.direction == "across":
            y = self._middle(area.y, area.height, ALIGNMENT[self.valign])
            draft.shapes.append(Line(area.x, y, area.x + area.width, y, self.stroke))
        else:
            x = self._middle(area.x, area.width, ALIGNMENT[self.align])
            draft.shapes.append(Line(x, area.y, x, area.y + area.height, self.stroke))

    def _middle(self, start: float, extent: float, share: float) -> float:
        """Where the middle of the line lies, all of it inside of the extent."""
        return start + extent * share + self.thickness * (0.5 - share)


class WriteBlock(NamedTuple):
    """A line to write on at the bottom of its area, after the words that say what."""

    words: TextBlock
    stroke: Stroke | None
    gap: float
    field: str = ""

    def measure(self, width: float) -> Size:
        """The words, and room for a word after them."""
        size = self.words.measure(width)
        return Size(min(width, size.width + self._gap(size) + SHORTEST_LINE), size.height)

    def place(self, area: Area, draft: Draft) -> None:
        """The words at the left, the line from them to the right edge."""
        size = self.words.measure(float("inf"))
        self.words.place(area._replace(width=min(size.width, area.width)), draft)
        start = area.x + size.width + self._gap(size)
        room = max(0.0, area.x + area.width - start)
        if self.field:
            blank = Area(start, area.y, room, area.height)
            draft.write(Blank(self.field, blank, self.words.where), self.words.scope.context)
        if self.stroke is not None and room:
            y = area.y + area.height - self.stroke.width / 2
            draft.shapes.append(Line(start, y, area.x + area.width, y, self.stroke))

    def _gap(self, words: Size) -> float:
        return self.gap if words.width else 0.0


class FixedBlock(NamedTuple):
    """A drawing of a fixed size, aligned in its area."""

    group: Group
    scope: Scope
    where: Where

    def measure(self, width: float) -> Size:
        """Its size."""
        return Size(self.group.width, self.group.height)

    def place(self, area: Area, draft: Draft) -> None:
        """A reference to the drawing."""
        missing = max(self.group.width - area.width, self.group.height - area.height)
        if missing > TOLERANCE:
            self.scope.context.complain(too_large("this", missing, self.where))
        spot = area.aligned(self.measure(area.width), self.scope.align, self.scope.valign)
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
        commands = stretched(self.commands, right, down, area.x, area.y)
        draft.shapes.append(Path(commands, self.fill, self.stroke))


class ImageBlock(NamedTuple):
    """A picture, as large as its area allows."""

    picture: Picture
    scope: Scope

    def measure(self, width: float) -> Size:
        """At 150 dots per inch, or narrower where there is less room."""
        natural = self.picture.width_px * 0.48
        wide = min(natural, width)
        return Size(wide, wide * self.picture.height_px / self.picture.width_px)

    def place(self, area: Area, draft: Draft) -> None:
        """Whole, in its own proportions."""
        scale = min(area.width / self.picture.width_px, area.height / self.picture.height_px)
        size = Size(self.picture.width_px * scale, self.picture.height_px * scale)
        spot = area.aligned(size, self.scope.align, self.scope.valign)
        draft.shapes.append(Image(*spot, self.picture))


def make_single(node: nodes.Node, scope: Scope) -> Block:
    """The block of a node that holds no others."""
    maker = _MAKERS[type(node)]
    return maker(node, scope)


def make_rule(node: nodes.RuleLine, scope: Scope) -> RuleBlock:
    """A line in its colour."""
    stroke = _line(node, scope.number(node.weight), scope)
    thickness = scope.context.ticket.theme.pen_width(scope.number(node.weight))
    align, valign = scope.get(node.align) or "center", scope.get(node.valign) or "middle"
    return RuleBlock(stroke, thickness, scope.get(node.direction), align, valign)


def make_write(node: nodes.WriteLine, scope: Scope) -> WriteBlock:
    """A line to write on."""
    width = (
        scope.context.ticket.theme.lines["thin"] if node.line is None else scope.number(node.line)
    )
    words = nodes.Text(
        where=node.where, words=node.words, style=node.style, wrap="none", align="left",
        valign="bottom",
    )  # fmt: skip
    stroke, gap = _line(node, width, scope), scope.points(node.gap)
    return WriteBlock(make_text(words, scope), stroke, gap, scope.field(node))


def _line(node: nodes.RuleLine | nodes.WriteLine, width: float, scope: Scope) -> Stroke | None:
    colour = scope.ink(node.colour, scope.context.ticket.theme.colours["line"] or BLACK)
    dash = (2.0, 2.0) if scope.get(node.dash) else ()
    return scope.stroke(colour, width, dash) if colour else None


def make_icon(node: nodes.Icon, scope: Scope) -> FixedBlock:
    """The icon in its colours, the same group each time it is the same."""
    try:
        icon = load_icon(scope.get(node.name), scope.context.ticket.folder / "icons")
    except LayoutError as error:
        raise LayoutError(error.message, error.where or node.where, error.hint) from None
    scope.context.count(node.where, icon.weight // COMMANDS_A_NODE)
    size = scope.points(node.size)
    line = scope.context.ticket.theme.pen_width(stroke_width(size))
    colour = scope.ink(node.colour, BLACK)
    paint = scope.fill(node.paint or (ColourName("tint") if colour else None))
    group = icon_group(icon, size, colour, paint, line)
    return FixedBlock(group, scope.aligned(node), node.where)


def make_image(node: nodes.Image, scope: Scope) -> ImageBlock:
    """The picture, read from the layout's own folder and checked."""
    album = scope.context.ticket.effort.album
    picture = album.load(scope.get(node.file), scope.context.ticket.folder, node.where)
    return ImageBlock(picture, scope.aligned(node))


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
    commands = tuple(parse_path(scope.get(node.data), lambda _: node.where))
    scope.context.count(node.where, len(commands) // COMMANDS_A_NODE)
    return DrawingBlock(commands, size, scope.fill(node.fill), outline(node, scope))


def outline(node: nodes.Node, scope: Scope) -> Stroke | None:
    """The stroke around a node, if it asks for one, or its fill gets one in this theme."""
    colour = scope.colour(node.stroke)
    if node.stroke is None and not isinstance(node, nodes.Text):
        colour = scope.edge(node.fill)
    if colour is None:
        return None
    width = 1.0 if node.line is None else scope.number(node.line)
    return scope.stroke(colour, width, (2.0, 2.0) if scope.get(node.dash) else ())


def _make_chart(node: nodes.Chart, scope: Scope) -> Block:
    """A chart; few sheets have one, so the code for it is loaded here."""
    from printkit.layout.charts import make_chart

    return make_chart(node, scope)


_MAKERS: dict[type[nodes.Node], Callable[[Any, Scope], Block]] = {
    nodes.RuleLine: make_rule,
    nodes.WriteLine: make_write,
    nodes.Icon: make_icon,
    nodes.Image: make_image,
    nodes.Circle: make_circle,
    nodes.Drawing: make_drawing,
    nodes.Boxes: make_boxes,
    nodes.Track: make_track,
    nodes.Chart: _make_chart,
}
