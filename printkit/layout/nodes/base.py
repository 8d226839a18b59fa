"""What all nodes have in common, and the table of their kinds.

A kind of node is a class. Its attributes are the keys that a layout may set, and `traits` is its
row in the table: how such a node becomes a box. Layouts are read without anything that lays them
out, so a row may name the function that makes the content of its boxes, to be imported later.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from printkit.layout.language.declarations import CONDITION, DATA, LOOP, WORDS, Declared, attr
from printkit.layout.language.values import (
    AUTO,
    NO_PADDING,
    Extent,
    Flag,
    Length,
    Named,
    OneOf,
    Paint,
    Plain,
    Sides,
    StyleName,
    Whole,
)
from printkit.layout.typesize import LARGEST_TYPE, SMALLEST_TYPE

if TYPE_CHECKING:
    from printkit.core.scene import Colour, Stroke
    from printkit.layout.boxes.box import BoxContent
    from printkit.layout.language.declarations import Data, Value, Words
    from printkit.layout.language.expressions import Expression, Loop
    from printkit.layout.language.values import ColourName, Padding, Token
    from printkit.layout.scope import Scope

    Maker: TypeAlias = Callable[[Any, Scope], BoxContent]
    Outline: TypeAlias = tuple[Colour | None, Stroke | None, float]

ALIGN = OneOf("left", "center", "right")
VALIGN = OneOf("top", "middle", "bottom")
EXTENT = Extent("%", "fr", "auto")
LENGTH = Extent()
PAINT = Paint()
LINE = Named("lines", "0.5pt", least=0.3, most=40)
RADIUS = Named("radii", "2mm")
SIZE = Named("styles", "9pt", least=SMALLEST_TYPE, most=LARGEST_TYPE)
STYLE = StyleName()
SIDES = Sides()
NONE = Length(0.0, "pt")
FILE = Plain("the name of a file beside the layout")
FIELD = Plain(
    "the name of a field like points.3.1: words and numbers, joined by dots",
    r"|(?=.{1,100}\Z)[a-z][a-z0-9-]*(\.([a-z0-9][a-z0-9-]*|\*))*",
    {"type": "string", "pattern": r"^([a-z][a-z0-9-]*(\.([a-z0-9-]+|\*))*)?$|\{"},
)
"""The name of a field, '' for none; in boxes, `*` stands for the number of each box."""


def stroke_of(node: Node, scope: Scope) -> Stroke | None:
    """Return the stroke of a node: its own, or the theme's outline of its fill."""
    colour = scope.edge(node.fill) if node.stroke is None else scope.colour(node.stroke)
    return _stroke(node, colour, scope)


def _stroke(node: Node, colour: Colour | None, scope: Scope) -> Stroke | None:
    if colour is None:
        return None
    width = 1.0 if node.line is None else scope.number(node.line)
    return scope.stroke(colour, width, (2.0, 2.0) if scope.get(node.dash) else ())


def themed_outline(node: Node, scope: Scope) -> Outline:
    """Return fill, stroke and corner radius; the theme may outline the fill."""
    fill, stroke = scope.fill(node.fill), stroke_of(node, scope)
    return fill, stroke, 0.0 if node.radius is None else scope.number(node.radius)


def stated_outline(node: Node, scope: Scope) -> Outline:
    """Return fill, stroke and corner radius as the node states them."""
    fill, stroke = scope.fill(node.fill), _stroke(node, scope.colour(node.stroke), scope)
    return fill, stroke, 0.0 if node.radius is None else scope.number(node.radius)


def no_outline(_node: Node, _scope: Scope) -> Outline:
    """Return nothing to draw around content that draws fill and stroke itself."""
    return None, None, 0.0


def stated_size(node: Node, scope: Scope) -> tuple[Length, Length]:
    """Return the width and height that the node states."""
    return scope.get(node.width), scope.get(node.height)


class Traits(NamedTuple):
    """A row in the table of kinds: how nodes of one kind become boxes."""

    make: Maker | str
    """Makes the content of its box: a function, or the `module:function` of one in `boxes`."""

    role: str | Callable[[Any, Scope], str] = ""
    """Its role for screen readers if it has no `alt`."""
    described_role: str | Callable[[Any, Scope], str] = "Figure"
    """Its role for screen readers if it has an `alt`."""
    undescribed: str = ""
    """What it is called if it needs an `alt` and has none; empty if it needs none."""
    has_words: bool = False
    """Whether it is read aloud or described by itself, so a canvas with it needs no `alt`."""

    size: Callable[[Any, Scope], tuple[Length, Length]] = stated_size
    """Returns the requested width and height of its box."""
    padding: Padding = NO_PADDING
    """The default padding."""
    outline: Callable[[Any, Scope], Outline] = themed_outline
    """Returns what is drawn around its content."""
    has_inner_fields: bool = False
    """Whether its `field` names fields inside it, not the whole box."""

    is_space: bool = False
    """Whether it separates others: it has no extent across a row or column."""
    is_group: bool = False
    """Whether it is replaced by its children."""
    is_printed: bool = True
    """Whether it takes a place among others."""
    passes_facts_on: bool = False
    """Whether it depends on facts only by its own values and by the boxes of its children."""
    runs_on: bool = False
    """Whether it continues on the next page; what is on one page depends on those before."""
    loads_image: bool = False
    """Whether it shows a file that is counted for each document."""
    part: Callable[[Any], Value[str]] | None = None
    """Returns the name of the part that it uses."""


NODE_KINDS: dict[str, type[Node]] = {}
"""The kinds of nodes, by the key that identifies each: that of its own first attribute."""


class Node(Declared):
    """A node, with the keys that all nodes have."""

    key: ClassVar[str] = ""  # identifies the kind of node in a layout
    traits: ClassVar[Traits]
    children: tuple[Node, ...] = ()

    loop: Loop | None = attr(LOOP, None, "repeat for each: 'player in players'", key="for")
    when: Expression | None = attr(CONDITION, None, "only if this is true: 'count > 3'")
    width: Value[Length] = attr(EXTENT, AUTO, "how wide")
    height: Value[Length] = attr(EXTENT, AUTO, "how high")
    padding: Value[Padding] | None = attr(SIDES, None, "space between the edge and what is inside")
    fill: Value[ColourName] | None = attr(PAINT, None, "colour of the area")
    stroke: Value[ColourName] | None = attr(PAINT, None, "colour of the outline")
    line: Value[Token | float] | None = attr(LINE, None, "width of lines")
    dash: Value[bool] = attr(Flag(), False, "dashed lines")
    radius: Value[Token | float] | None = attr(RADIUS, None, "rounded corners")
    align: Value[str] | None = attr(ALIGN, None, "left, center or right; inherited by its children")
    valign: Value[str] | None = attr(
        VALIGN, None, "top, middle or bottom; inherited by its children"
    )
    at: Data | None = attr(DATA, None, "in a canvas: [x, y] in its units, or lengths")
    anchor: Value[str] = attr(
        OneOf("center", "corner"),
        "center",
        "the point of the node that `at` places; corner: top left",
    )
    span: Value[int] = attr(Whole(1, 100), 1, "columns to take in a grid or table")
    down: Value[int] = attr(Whole(1, 500), 1, "rows to take in a table")
    field: Value[str] | None = attr(
        FIELD, None, "the name of this place to write, one of the sheet's `fields`; '' for none"
    )
    alt: Words | None = attr(WORDS, None, "description for screen readers; '' for decoration")

    def __init_subclass__(cls) -> None:
        known = len(cls.attributes)
        super().__init_subclass__()
        if "traits" in vars(cls):  # otherwise it is a base class of several kinds
            cls.key = list(cls.attributes)[known]
            NODE_KINDS[cls.key] = cls


def content_maker(node: Node) -> Maker:
    """Return the function that makes the content of a node's box."""
    make = node.traits.make
    return _import_maker(make) if isinstance(make, str) else make


@cache
def _import_maker(reference: str) -> Maker:
    module, _, name = reference.partition(":")
    make: Maker = getattr(import_module(f"printkit.layout.boxes.{module}"), name)
    return make


def role_of(node: Node, scope: Scope, *, is_described: bool = False) -> str:
    """Return the role of a node for screen readers."""
    role = node.traits.described_role if is_described else node.traits.role
    return role if isinstance(role, str) else role(node, scope)
