"""Nodes with other nodes inside: columns, rows, boxes, grids, running text, canvases and parts.

The space between them is here, too.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from printkit.core.units import MM
from printkit.layout.boxes.box import EmptyContent
from printkit.layout.language.declarations import DATA_MAP, NODES, Data, Value, attr
from printkit.layout.language.values import Length, Plain, Whole, mm
from printkit.layout.nodes.base import EXTENT, LENGTH, NONE, Node, Traits, themed_outline

if TYPE_CHECKING:
    from printkit.layout.nodes.base import Outline
    from printkit.layout.scope import Scope

BOX_PADDING = (3 * MM, 3 * MM, 3 * MM, 3 * MM)


class ColumnNode(Node):
    """Children below each other."""

    traits = Traits(make="columns:make_column", role="Block", passes_facts_on=True)

    children: tuple[Node, ...] = attr(NODES, (), "children, one below the other", key="column")
    gap: Value[Length] = attr(LENGTH, NONE, "space between children")


class RowNode(Node):
    """Children side by side."""

    traits = Traits(make="columns:make_row", role="Row", passes_facts_on=True)

    children: tuple[Node, ...] = attr(NODES, (), "children, side by side", key="row")
    gap: Value[Length] = attr(LENGTH, NONE, "space between children")


def _box_outline(node: BoxNode, scope: Scope) -> Outline:
    """Return fill, stroke and corner radius of a box: by default, those of the theme."""
    fill, stroke, radius = themed_outline(node, scope)
    theme = scope.context.ticket.theme
    fill = fill if node.fill else theme.colours["tint"]
    radius = theme.radii["corner"] if node.radius is None else radius
    edge = theme.colours["line" if fill is None else "box-line"]
    if stroke is None and edge:
        stroke = scope.stroke(edge, theme.lines["thin"])
    return fill, stroke, radius


class BoxNode(Node):
    """A framed column, tinted by the theme by default."""

    traits = Traits(
        make="columns:make_column",
        role="Block",
        outline=_box_outline,
        padding=BOX_PADDING,
        passes_facts_on=True,
    )

    children: tuple[Node, ...] = attr(NODES, (), "children inside the frame", key="box")
    gap: Value[Length] = attr(LENGTH, NONE, "space between children")


class GridNode(Node):
    """Children in equal columns, row after row."""

    traits = Traits(make="columns:make_grid", role="Block", passes_facts_on=True)

    children: tuple[Node, ...] = attr(NODES, (), "children, row by row", key="grid")
    columns: Value[int] = attr(Whole(1, 60), 2, "how many columns")
    gap: Value[Length] = attr(LENGTH, NONE, "space between cells")


class FlowNode(Node):
    """Running text: it fills column after column, and continues on the next page."""

    traits = Traits(make="flow:make_flow", role="Block", runs_on=True)

    children: tuple[Node, ...] = attr(
        NODES, (), "children that flow through the columns", key="flow"
    )
    height: Value[Length] = attr(EXTENT, Length(1.0, "fr"), "height (default: 1fr)")
    columns: Value[int] = attr(Whole(1, 8), 1, "how many columns")
    gap: Value[Length] = attr(LENGTH, mm(2), "space between nodes")
    gutter: Value[Length] = attr(LENGTH, mm(6), "space between columns")


class GroupNode(Node):
    """Several nodes that are repeated together; each is a child of the container around them."""

    traits = Traits(make="columns:make_group", is_group=True)

    children: tuple[Node, ...] = attr(NODES, (), "the nodes, repeated together", key="group")


class CanvasNode(Node):
    """Children at explicit positions: in units of a grid, or in lengths."""

    traits = Traits(make="canvas:make_canvas", role="Block", undescribed="drawing")

    children: tuple[Node, ...] = attr(NODES, (), "children, each with its `at`", key="canvas")
    unit: Value[Length] = attr(LENGTH, mm(1), "length of 1 in `at` (default: 1mm)")


class UseNode(Node):
    """A part from another file, with parameters."""

    traits = Traits(
        make="parts:make_part",
        role="Block",
        part=attrgetter("part"),
        has_words=True,
        passes_facts_on=True,
    )

    part: Value[str] = attr(Plain("a part like shared/header"), "", "which part", key="use")
    parameters: tuple[tuple[str, Data], ...] = attr(DATA_MAP, (), "its parameters", key="with")


def _space_size(node: SpaceNode, scope: Scope) -> tuple[Length, Length]:
    extent = scope.get(node.extent)
    return extent, extent


def _no_content(_node: SpaceNode, _scope: Scope) -> EmptyContent:
    return EmptyContent()


class SpaceNode(Node):
    """Empty space."""

    traits = Traits(make=_no_content, size=_space_size, is_space=True)

    extent: Value[Length] = attr(EXTENT, Length(1.0, "fr"), "how much", key="space")
