"""Lines, icons, pictures, shapes, charts and QR codes.

A node that is drawn from its own keys alone is complete here: the content of its box, how that is
made, and its keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.errors import BadValueError, LayoutError, Where
from printkit.core.geometry import parse_path, scaled_path
from printkit.core.icons import icon_fragment, icon_names, load_icon, stroke_width
from printkit.core.scene import BLACK, Circle, Image, Item, Line, Path, Placed, Stroke
from printkit.layout.boxes.box import ALIGNMENT, TOLERANCE, Area, Size, too_large
from printkit.layout.language.declarations import DATA, WORDS, Data, Value, Words, attr
from printkit.layout.language.values import (
    ColourName,
    Dynamic,
    Json,
    Length,
    OneOf,
    Plain,
    Token,
    Tokens,
    Whole,
    mm,
)
from printkit.layout.log import report
from printkit.layout.nodes.base import LENGTH, LINE, PAINT, Node, Traits, no_outline, stroke_of

if TYPE_CHECKING:
    from printkit.core.scene import Colour, Fragment, PathCommand, Picture
    from printkit.layout.nodes.forms import WriteNode
    from printkit.layout.scope import Scope

FILE = Plain("the name of a file beside the layout")
COMMANDS_A_NODE = 10  # commands of a path that count as one more node on the page


def line_stroke(node: RuleNode | WriteNode, width: float, scope: Scope) -> Stroke | None:
    """Return the stroke of a line in the node's colour; None if that is `none`."""
    colour = scope.ink(node.colour, scope.context.ticket.theme.colours["line"] or BLACK)
    return (
        scope.stroke(colour, width, (2.0, 2.0) if scope.get(node.dash) else ()) if colour else None
    )


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


def make_rule(node: RuleNode, scope: Scope) -> RuleLayout:
    """Make a line."""
    stroke = line_stroke(node, scope.number(node.weight), scope)
    thickness = scope.context.ticket.theme.pen_width(scope.number(node.weight))
    align, valign = scope.get(node.align) or "center", scope.get(node.valign) or "middle"
    return RuleLayout(stroke, thickness, scope.get(node.direction), align, valign)


class RuleNode(Node):
    """A straight line across its area."""

    traits = Traits(make=make_rule)

    weight: Value[Token | float] = attr(LINE, Token("lines", "thin"), "its width", key="rule")
    colour: Value[ColourName] = attr(PAINT, ColourName("line"), "its colour")
    direction: Value[str] = attr(OneOf("across", "down"), "across", "across or down")


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
            report(too_large("this", missing, self.where))
        spot = area.align(self.measure(area.width), self.scope.align, self.scope.valign)
        yield Placed(self.drawing, spot.x, spot.y)


def make_icon(node: IconNode, scope: Scope) -> FixedLayout:
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
    return FixedLayout(drawing, scope.with_alignment(node), node.where)


class IconName(Plain):
    """The name of an icon: one of printkit's, which editors complete, or one of your own."""

    def schema(self, tokens: Tokens) -> Json:
        """Return the schema of a known name, or any other text."""
        return {"anyOf": [{"enum": list(icon_names())}, {"type": "string"}]}


class IconNode(Node):
    """An icon."""

    traits = Traits(make=make_icon, described_role="Icon", undescribed="icon", has_words=True)

    name: Value[str] = attr(IconName("the name of an icon"), "", "which one", key="icon")
    size: Value[Length] = attr(LENGTH, mm(5), "how wide and high")
    colour: Value[ColourName] = attr(PAINT, ColourName("ink"), "colour of its lines")
    paint: Value[ColourName] | None = attr(
        PAINT, None, "colour of its areas (default: tint, or none if its lines have none)"
    )


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
        spot = area.align(size, self.scope.align, self.scope.valign)
        yield Image(*spot, self.picture)


def make_image(node: ImageNode, scope: Scope) -> ImageLayout:
    """Make a picture, loaded from the layout's own folder."""
    album = scope.context.ticket.totals.pictures
    picture = album.load(scope.get(node.file), scope.context.ticket.folder, node.where)
    return ImageLayout(picture, scope.with_alignment(node))


class ImageNode(Node):
    """A PNG or JPEG file beside the layout, as large as its area allows."""

    traits = Traits(make=make_image, undescribed="picture", has_words=True, loads_image=True)

    file: Value[str] = attr(FILE, "", "which file", key="image")


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


def make_circle(node: CircleNode, scope: Scope) -> CircleLayout:
    """Make a circle with the node's fill and stroke."""
    return CircleLayout(scope.points(node.diameter), scope.fill(node.fill), stroke_of(node, scope))


class CircleNode(Node):
    """A circle."""

    traits = Traits(make=make_circle, outline=no_outline)

    diameter: Value[Length] = attr(LENGTH, Length(72.0, "pt"), "how wide", key="circle")


class PathLayout(NamedTuple):
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


def make_path(node: PathNode, scope: Scope) -> PathLayout:
    """Make a drawing from path data, with the node's fill and stroke."""
    view = scope.data(node.view) if node.view else [24, 24]
    match view:
        case [int() | float() as wide, int() | float() as high] if min(wide, high) > 0:
            size = Size(float(wide), float(high))
        case _:
            raise LayoutError("view is [width, height], two numbers above 0", node.where)
    commands = tuple(parse_path(scope.get(node.data), lambda _: node.where))
    scope.context.count(node.where, len(commands) // COMMANDS_A_NODE)
    return PathLayout(commands, size, scope.fill(node.fill), stroke_of(node, scope))


class PathNode(Node):
    """A drawing of your own as SVG path data, stretched over its width and height."""

    traits = Traits(make=make_path, outline=no_outline)

    data: Value[str] = attr(
        Plain("path data", r"[^\x00-\x1f]{1,20000}"), "", "M, L, C, Z …", key="path"
    )
    view: Data | None = attr(
        DATA, None, "[width, height] of the grid of the data (default: 24 x 24)"
    )


class ChartNode(Node):
    """Numbers as lines or bars."""

    traits = Traits(make="charts:make_chart", role="Figure")

    kind: Value[str] = attr(
        OneOf("lines", "bars", "stacked"), "lines", "lines, bars or stacked bars", key="chart"
    )
    series: Data = attr(DATA, None, "a list of records with `name` and `values`", required=True)
    labels: Data | None = attr(DATA, None, "labels along the bottom (default: 1, 2, 3 …)")
    unit: Words | None = attr(WORDS, None, "what is counted, above the axis")
    axis: Value[str] = attr(
        OneOf("zero", "close", "places"),
        "zero",
        "of lines: from zero, close to the numbers, or places with 1 at the top",
    )


class QrNode(Node):
    """A QR code for a phone's camera."""

    traits = Traits(make="qrcodes:make_qr_code", role="Figure")

    text: Value[str] = attr(
        Plain("a text or an address", r"[^\x00-\x08\x0b-\x1f]{1,3000}"),
        "",
        "what it says",
        key="qr",
    )
    level: Value[str] = attr(
        OneOf("low", "medium", "quartile", "high"),
        "medium",
        "how much of it may be damaged: low, medium, quartile or high",
    )
    quiet: Value[int] = attr(Whole(0, 20), 4, "the quiet zone around it, in modules")
