"""Making: a node of the definition, with the facts of its scope, becomes a framed block.

The one place that knows which kind of node becomes which block. An arranger has the body of a page
made; blocks that contain others have those made.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from printkit.errors import LayoutError, PrintkitError, Problems, did_you_mean
from printkit.layout import nodes as d
from printkit.layout.areas import NO_PADDING
from printkit.layout.blocks import Block, Frame, Nothing
from printkit.layout.canvas import CanvasBlock
from printkit.layout.charts import ChartBlock
from printkit.layout.columns import ColumnBlock, GridBlock, RowBlock, flow
from printkit.layout.compiler import unknown_fact
from printkit.layout.families import with_own
from printkit.layout.flow import NOT_INSIDE, FlowBlock, make_story
from printkit.layout.singles import make_single, outline
from printkit.layout.tables import TableMaker
from printkit.layout.text import TextBlock, make_text
from printkit.layout.varying import VaryingBlock, filler
from printkit.layout.voices import voice_of
from printkit.units import MM

if TYPE_CHECKING:
    from printkit.layout.context import Context
    from printkit.layout.declaring import Reference
    from printkit.layout.definition import Part
    from printkit.layout.needs import FactNames
    from printkit.layout.scope import Scope
    from printkit.layout.values import Padding
    from printkit.scene import Colour, Stroke

BOX_PADDING = (3 * MM, 3 * MM, 3 * MM, 3 * MM)


def make(node: d.Node, scope: Scope) -> Frame:
    """The node's block in its frame; one that varies from page to page will leave a slot."""
    scope.context.count(node.where)
    with scope.context.inside(node.where):
        try:
            frame = _frame(node, scope)
        except LayoutError as error:
            if error.where is not None:
                raise
            raise LayoutError(error.message, node.where, error.hint) from None
    varying = scope.context.varying
    if varying.isdisjoint(_needs(node, scope)):
        return frame
    block = VaryingBlock(scope, frame, filler(node, frame, varying, make))
    return Frame(block, frame.width, frame.height, node.where, scope.context)


def make_all(nodes: Sequence[d.Node], scope: Scope) -> list[tuple[d.Node, Scope, Frame]]:
    """All nodes with their scopes, each as often as its `for` says and only if its `when` holds.

    A node that cannot be made is a problem of its own: the others are made all the same, so that
    everything wrong with a sheet is reported at once.
    """
    made: list[tuple[d.Node, Scope, Frame]] = []
    turn = 0
    for number, node in enumerate(nodes):
        try:
            if node.at is not None:
                raise LayoutError("`at` has a meaning on a canvas only", node.at.where)
            for each, inner in scope.expand([node]):
                if isinstance(each, d.Tell):
                    inner.tell(each.words)
                    continue
                turn += not made or inner is not made[-1][1]
                frame = make(each, inner)
                frame.turn = (number, turn) if node.loop else None
                made.append((each, inner, frame))
        except LayoutError as error:
            scope.context.complain(error)
    return made


def check_names(references: Iterable[Reference], known: Collection[str], context: Context) -> bool:
    """Complains about facts that a file asks for and nobody gives, even in nodes not shown now."""
    missing = [reference for reference in references if reference.name not in known]
    for reference in missing:
        context.complain(unknown_fact(reference.name, reference.where, known))
    return not missing


def _needs(node: d.Node, scope: Scope) -> FactNames:
    """The facts that change a node itself; a `use` depends on what its part depends on."""
    if not isinstance(node, d.Use):
        return node.needs.itself
    part = _load_part(node, scope)
    defaults = [parameter.needs.all for _, parameter in part.parameters]
    return node.needs.itself.union(part.needs.itself, *defaults)


def _frame(node: d.Node, scope: Scope) -> Frame:
    width, height = scope.get(node.width), scope.get(node.height)
    if isinstance(node, d.Space):
        width = height = scope.get(node.extent)
    fill, stroke, radius = _box_around(node, scope)
    block = _block(node, scope if node.alt is None else scope._replace(aloud=False))
    said = block.said if isinstance(block, ChartBlock) else ""
    if isinstance(block, TextBlock):
        said = block.said(block.words)
    return Frame(
        inner=block,
        width=width,
        height=height,
        where=node.where,
        context=scope.context,
        padding=_padding(node, scope),
        fill=fill,
        stroke=stroke,
        radius=radius,
        field=_field(node, scope),
        voice=voice_of(node, scope, said),
    )


def _field(node: d.Node, scope: Scope) -> str:
    """The name of the field that this node is; boxes, tracks and lines have fields inside."""
    return "" if isinstance(node, d.Boxes | d.Track | d.WriteLine) else scope.field(node)


def _padding(node: d.Node, scope: Scope) -> Padding:
    if node.padding is not None:
        return scope.get(node.padding)
    return BOX_PADDING if isinstance(node, d.Box) else NO_PADDING


def _box_around(node: d.Node, scope: Scope) -> tuple[Colour | None, Stroke | None, float]:
    """Fill, outline and corner radius; tables, circles and drawings paint these themselves."""
    if isinstance(node, d.Table | d.Circle | d.Drawing):
        return None, None, 0.0
    theme = scope.context.ticket.theme
    fill, stroke = scope.fill(node.fill), outline(node, scope)
    radius = 0.0 if node.radius is None else scope.number(node.radius)
    if isinstance(node, d.Box):
        fill = fill if node.fill else theme.colours["tint"]
        radius = theme.radii["corner"] if node.radius is None else radius
        edge = theme.colours["line" if fill is None else "box-line"]
        if stroke is None and edge:
            stroke = scope.stroke(edge, theme.lines["thin"])
    return fill, stroke, radius


def _block(node: d.Node, scope: Scope) -> Block:
    match node:
        case d.Text() | d.Rich():
            return make_text(node, scope)
        case d.Column() | d.Box():
            return make_column(node.children, scope.points(node.gap), scope.aligned(node))
        case d.Row():
            return _row(node, scope.aligned(node))
        case d.Grid():
            return _grid(node, scope.aligned(node))
        case d.Flow():
            return _flow(node, scope.aligned(node))
        case d.Canvas():
            return CanvasBlock(node, scope.aligned(node), scope.points(node.unit), make)
        case d.Table():
            return TableMaker(node, scope, make).table()
        case d.Use():
            return _part(node, scope.aligned(node))
        case d.Space():
            return Nothing()
        case d.Tell():
            scope.tell(node.words)
            return Nothing()
        case d.Refuse():
            raise PrintkitError(
                scope.words(node.words), hint=scope.words(node.hint) if node.hint else ""
            )
    return make_single(node, scope)


def make_column(nodes: Sequence[d.Node], gap: float, inner: Scope) -> Block:
    """Nodes below each other: the body of a page, or of a container."""
    frames = _frames(nodes, inner, "width")
    return ColumnBlock(frames, gap, inner) if frames else Nothing()


def _frames(nodes: Sequence[d.Node], inner: Scope, across: str) -> tuple[Frame, ...]:
    """The frames of nodes in one direction; a space has no extent across it unless it says so."""
    made = make_all(nodes, inner)
    for node, scope, frame in made:
        if isinstance(node, d.Space):
            setattr(frame, across, scope.get(getattr(node, across)))
    return tuple(frame for _, _, frame in made)


def _row(node: d.Row, inner: Scope) -> Block:
    frames = _frames(node.children, inner, "height")
    gap = inner.points(node.gap)
    return RowBlock(frames, gap, inner, node.where) if frames else Nothing()


def _grid(node: d.Grid, inner: Scope) -> Block:
    columns = inner.get(node.columns)
    made = make_all(node.children, inner)
    frames = [(frame, scope.get(child.span)) for child, scope, frame in made]
    rows = tuple(tuple(row) for row in flow(frames, columns))
    return GridBlock(rows, columns, inner.points(node.gap), inner) if rows else Nothing()


def _flow(node: d.Flow, inner: Scope) -> FlowBlock:
    """The columns of this page; what runs through them is made with the first page only."""
    galley = inner.context.galley
    assert galley is not None, "composing gives a galley to every layout with a flow"
    if galley.story is None:
        inside = inner.without(NOT_INSIDE)._replace(hyphens=True)
        galley.story = make_story(make_all(node.children, inside))
    gap, gutter = inner.points(node.gap), inner.points(node.gutter)
    return FlowBlock(galley, inner.get(node.columns), gap, gutter, inner, node.where)


def _part(node: d.Use, scope: Scope) -> Block:
    """Another file's nodes, with the parameters given here and its own defaults."""
    part = _load_part(node, scope)
    with scope.context.using(part, node.where):
        return _part_body(part, node, scope)


def _load_part(node: d.Use, scope: Scope) -> Part:
    """The part; all problems in its file are noted beside those of the sheet."""
    try:
        return scope.context.load_part(scope.get(node.part), node.where)
    except Problems as several:
        for problem in several.problems:
            scope.context.complain(problem)
        first = several.problems[0]
        raise LayoutError(first.message, first.where, first.hint) from None


def _part_body(part: Part, node: d.Use, scope: Scope) -> Block:
    known = dict(part.parameters)
    given = dict(node.parameters)
    for name in given:
        if name not in known:
            hint = did_you_mean(name, known)
            raise LayoutError(f"'{part.part}' takes no '{name}'", node.where, hint)
    values: dict[str, object] = {}
    for name, parameter in part.parameters:
        data = given.get(name, parameter.default)
        if data is None:
            raise LayoutError(f"'{part.part}' needs '{name}'", node.where)
        words = data.words if parameter.words else None
        values[name] = scope.words(words) if words else scope.data(data)
    inside = scope.bind(values)
    names = {*inside.env, *(name for name, _ in part.facts)}
    if not check_names(part.references, names, scope.context):
        return make_column((), 0.0, scope)
    fonts = with_own(scope.fonts, part.fonts, scope.context)
    return make_column(part.body, 0.0, inside.with_facts(part.facts)._replace(fonts=fonts))
