"""Making boxes: combines a node of the definition with the facts of its scope.

This module knows which box each kind of node becomes (`boxes.singles` those without children), its
role when read aloud, and which facts it depends on. A box that was made before with the same facts
is taken from the cache.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.datafile import DataRow
from printkit.core.errors import BadValueError, LayoutError, PrintkitError, Problems, did_you_mean
from printkit.core.filecache import recording_reads
from printkit.core.structure import HEADINGS
from printkit.core.units import MM
from printkit.layout.boxes.box import NO_PADDING, Box, Child, Content, EmptyContent, Frame
from printkit.layout.boxes.canvas import CanvasLayout, Coordinates, coordinates
from printkit.layout.boxes.columns import ColumnLayout, GridLayout, RowLayout, in_rows
from printkit.layout.boxes.flow import NOT_INSIDE, FlowLayout, make_story
from printkit.layout.boxes.singles import make_single, outline
from printkit.layout.boxes.tables import TableMaker
from printkit.layout.boxes.text import TextLayout, make_text
from printkit.layout.families import with_own
from printkit.layout.language import nodes as d
from printkit.layout.language.declarations import Declared
from printkit.layout.language.expressions import unknown_fact
from printkit.layout.language.values import Dynamic

if TYPE_CHECKING:
    from printkit.core.errors import Where
    from printkit.core.scene import Colour, Stroke
    from printkit.layout.context import Context
    from printkit.layout.language.declarations import Data, FactNames, Reference, Words
    from printkit.layout.language.definition import Part
    from printkit.layout.language.values import Padding
    from printkit.layout.scope import Scope
    from printkit.text.faces import Families

NO_FACTS: FactNames = frozenset()
BOX_PADDING = (3 * MM, 3 * MM, 3 * MM, 3 * MM)


def box_for(node: d.Node, scope: Scope) -> Box:
    """Make the box of a node, or take it from the cache."""
    return _cached(node, needed_facts(node, scope.context), scope, lambda: _checked(node, scope))


def _checked(node: d.Node, scope: Scope) -> Box:
    """Make the box of a node; errors without a place get that of the node."""
    scope.context.count(node.where)
    with scope.context.nested(node.where):
        try:
            return _box(node, scope)
        except LayoutError as error:
            placed = error if error.where else type(error)(error.message, node.where, error.hint)
            raise _at_row(placed, node, scope) from None


def _at_row(error: LayoutError, node: d.Node, scope: Scope) -> LayoutError:
    """Return an error about a value at the row of data that the node shows, if there is one."""
    needs = needed_facts(node, scope.context)
    facts = [scope.env.get(name) for name in needs.names] if needs else []
    rows = [fact for fact in facts if isinstance(fact, DataRow)]
    if not isinstance(error, BadValueError) or error.used_at or len(rows) != 1:
        return error
    return error.at_row(rows[0].where)


class NeededFacts(NamedTuple):
    """The names of the facts that something depends on, including its children."""

    names: tuple[str, ...]
    has_images: bool  # images are counted for each file, so they aren't shared between files


def _cached(
    thing: Hashable, needs: NeededFacts | None, scope: Scope, make: Callable[[], Box]
) -> Box:
    """Return a box from the cache, or make and cache it; without `needs`, it isn't cached."""
    context = scope.context
    if needs is None:
        return make()
    cache = context.cache
    key = (
        thing,
        context.look,
        scope.align,
        scope.valign,
        scope.style,
        scope.hyphens,
        scope.aloud,
        context.ticket.totals if needs.has_images else None,
        *scope.keys_of(needs.names),
    )
    known = cache.boxes.get(key)
    if known is not None:
        context.count_again(known.where, known.nodes)
        context.log.events += known.events
        return known
    first, before = len(context.log.events), context.nodes
    with recording_reads() as files:
        box = make()
    context.boxes += 1
    box.nodes = context.nodes - before
    box.events = tuple(context.log.events[first:])
    box.is_shared = bool(context.varying) and context.varying.isdisjoint(needs.names)
    if not box.is_shared and isinstance(box.content, ColumnLayout | RowLayout):
        box = cache.same_look((thing, *_look(box, box.content)), box)
    cache.boxes.put(key, box, files)
    return box


def _look(box: Box, content: ColumnLayout | RowLayout) -> tuple[object, ...]:
    """Return everything that affects the fragments of a container's box."""
    return (
        content.look(), box.width, box.height, box.padding, box.fill, box.stroke, box.radius,
        box.field, box.role, box.alt,
    )  # fmt: skip


def needed_facts(node: d.Node, context: Context) -> NeededFacts | None:
    """Return the facts that the box of a node depends on.

    None if they aren't known, or if it contains running text, which depends on earlier pages.
    """
    if node not in context.needed_facts:
        names = node.needs.look | _names(node.alt)
        context.needed_facts[node] = _with_parts([node], names, context)
    return context.needed_facts[node]


def facts_for_all(nodes: Sequence[d.Node], context: Context) -> NeededFacts | None:
    """Return the facts that several nodes depend on, including their positions and repetitions."""
    key = tuple(nodes)
    if key not in context.needed_facts:
        names = frozenset[str]().union(*(node.needs.all for node in nodes))
        context.needed_facts[key] = _with_parts(nodes, names, context)
    return context.needed_facts[key]


def _with_parts(
    things: Iterable[Declared], names: FactNames, context: Context
) -> NeededFacts | None:
    """Return the facts with those of the parts used inside; None as for `needed_facts`."""
    found, has_images = set(names), False
    parts: list[Part] = []
    inside = list(things)
    while inside:
        thing = inside.pop()
        if isinstance(thing, d.Flow):
            return None
        has_images = has_images or isinstance(thing, d.Image)
        if isinstance(thing, d.Use):
            if isinstance(thing.part, Dynamic):
                return None
            try:
                part = context.load_part(thing.part, thing.where)
            except PrintkitError:
                return None  # reported when the part is made
            if part not in parts:
                parts.append(part)
                bound = {name for name, _ in (*part.parameters, *part.facts)}
                found |= {name for name, _ in part.references if name not in bound}
                inside += part.body
        inside += _inside(thing)
    return NeededFacts(tuple(sorted(found)), has_images)


def _inside(thing: Declared) -> Iterator[Declared]:
    for value in vars(thing).values():
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Declared):
                yield each


def _names(words: Words | None) -> FactNames:
    return words.template.names if words else frozenset()


def make_all(nodes: Sequence[d.Node], scope: Scope) -> list[tuple[d.Node, Scope, Child]]:
    """Make all nodes, repeated by their `for` and filtered by their `when`.

    A problem in one node is reported, and the others are made nevertheless, so that all problems of
    a sheet are reported at once.
    """
    made: list[tuple[d.Node, Scope, Child]] = []
    turn = 0
    for number, node in enumerate(nodes):
        try:
            if node.at is not None:
                raise LayoutError("`at` only works on a canvas", node.at.where)
            for each, inner in scope.expand(node):
                if isinstance(each, d.Tell):
                    inner.add_message(each.words)
                    continue
                turn += not made or inner is not made[-1][1]
                box = box_for(each, inner)
                made.append((each, inner, Child(box, (number, turn) if node.loop else None)))
        except LayoutError as error:
            scope.context.report(error)
    return made


def unknown_names(references: Iterable[Reference], known: Collection[str]) -> list[LayoutError]:
    """Return the errors about unknown facts in a file, even in nodes that aren't shown."""
    return [
        unknown_fact(reference.name, reference.where, known)
        for reference in references
        if reference.name not in known
    ]


def _box(node: d.Node, scope: Scope) -> Box:
    frame = scope.once((Frame, node), node.needs.itself, lambda: _frame(node, scope))
    content = _content(node, scope if node.alt is None else scope._replace(aloud=False))
    role, alt = _role_and_alt(node, scope, content)
    return Box(content, node.where, scope.context, *frame, role, alt)


def _frame(node: d.Node, scope: Scope) -> Frame:
    width, height = scope.get(node.width), scope.get(node.height)
    if isinstance(node, d.Space):
        width = height = scope.get(node.extent)
    padding = _padding(node, scope)
    return Frame(width, height, padding, *_outline(node, scope), _field(node, scope))


def _field(node: d.Node, scope: Scope) -> str:
    """Return the field name of a node's box; boxes, tracks and lines have fields inside."""
    return "" if isinstance(node, d.Boxes | d.Track | d.WriteLine) else scope.field(node)


def _padding(node: d.Node, scope: Scope) -> Padding:
    if node.padding is not None:
        return scope.get(node.padding)
    return BOX_PADDING if isinstance(node, d.Box) else NO_PADDING


def _outline(node: d.Node, scope: Scope) -> tuple[Colour | None, Stroke | None, float]:
    """Return fill, outline and corner radius; tables, circles and drawings draw their own."""
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


def _content(node: d.Node, scope: Scope) -> Content:
    match node:
        case d.Text() | d.Rich():
            return make_text(node, scope)
        case d.Column() | d.Box():
            return column(node.children, scope.points(node.gap), scope.aligned(node))
        case d.Row():
            return _row(node, scope.aligned(node))
        case d.Grid():
            return _grid(node, scope.aligned(node))
        case d.Flow():
            return _flow(node, scope.aligned(node))
        case d.Canvas():
            return _canvas(node, scope.aligned(node))
        case d.Table():
            return TableMaker(node, scope, box_for).table()
        case d.Use():
            return _part(node, scope.aligned(node))
        case d.Space():
            return EmptyContent()
        case d.Tell():
            scope.add_message(node.words)
            return EmptyContent()
        case d.Refuse():
            raise PrintkitError(
                scope.words(node.words), hint=scope.words(node.hint) if node.hint else ""
            )
    return make_single(node, scope)


def body_box(nodes: Sequence[d.Node], gap: float, where: Where, scope: Scope) -> Box:
    """Make the body of a page as one box, which fills it."""

    def make() -> Box:
        content, role = column(nodes, gap, scope), "Block" if scope.aloud else ""
        return Box(content, where, scope.context, role=role)

    return _cached((*nodes, gap), facts_for_all(nodes, scope.context), scope, make)


def column(nodes: Sequence[d.Node], gap: float, inner: Scope) -> Content:
    """Make nodes below each other: the body of a page, or the content of a container."""
    children = _children(nodes, inner, "width")
    return ColumnLayout(children, gap, inner) if children else EmptyContent()


def _children(nodes: Sequence[d.Node], inner: Scope, across: str) -> tuple[Child, ...]:
    """Make the boxes of nodes in a row or column; a space has no extent across it by default."""
    children = []
    for node, scope, child in make_all(nodes, inner):
        if isinstance(node, d.Space):
            size = {"width": child.box.width, "height": child.box.height}
            size[across] = scope.get(getattr(node, across))
            child = child._replace(box=child.box.resized(**size))
        children.append(child)
    return tuple(children)


def _row(node: d.Row, inner: Scope) -> Content:
    children = _children(node.children, inner, "height")
    gap = inner.points(node.gap)
    return RowLayout(children, gap, inner, node.where) if children else EmptyContent()


def _grid(node: d.Grid, inner: Scope) -> Content:
    columns = inner.get(node.columns)
    made = make_all(node.children, inner)
    children = [(child, scope.get(each.span)) for each, scope, child in made]
    rows = tuple(tuple(row) for row in in_rows(children, columns))
    return GridLayout(rows, columns, inner.points(node.gap), inner) if rows else EmptyContent()


def _canvas(node: d.Canvas, inner: Scope) -> Content:
    """Make a canvas; neighbours that are the same on all pages share one box."""
    children: list[tuple[Box, Coordinates | None]] = []
    unit = inner.points(node.unit)
    groups = inner.once((_groups, node), NO_FACTS, lambda: _groups(node, inner.context))
    for varying, some in groups:
        if varying or len(groups) == 1:
            children += _on_canvas(some, inner, unit)
        else:
            children.append((_shared_box(node, some, unit, inner), None))
    return CanvasLayout(children)


def _groups(node: d.Canvas, context: Context) -> list[tuple[bool, list[d.Node]]]:
    """Return neighbouring children together that all vary between pages, or all don't."""

    def varies(child: d.Node) -> bool:
        known = facts_for_all([child], context)
        return known is None or not context.varying.isdisjoint(known.names)

    return [(varying, list(some)) for varying, some in groupby(node.children, varies)]


def _shared_box(node: d.Canvas, children: Sequence[d.Node], unit: float, inner: Scope) -> Box:
    """Make one box of those children of a canvas that are the same on all pages."""

    def make() -> Box:
        content = CanvasLayout(_on_canvas(children, inner, unit))
        return Box(content, node.where, inner.context)

    return _cached((*children, unit), facts_for_all(children, inner.context), inner, make)


def _on_canvas(
    children: Iterable[d.Node], inner: Scope, unit: float
) -> list[tuple[Box, Coordinates | None]]:
    """Make children at their positions; a problem in one doesn't hide those of others."""
    made: list[tuple[Box, Coordinates | None]] = []
    for child in children:
        try:
            for node, scope in inner.expand(child):
                box = box_for(node, scope)
                made.append((box, coordinates(node, scope, unit)))
        except LayoutError as error:
            inner.context.report(error)
    return made


def _flow(node: d.Flow, inner: Scope) -> FlowLayout:
    """Make the columns of this page; the running text is only made with the first page."""
    state = inner.context.flow
    assert state is not None, "a layout with a flow has a state of it"
    if state.story is None:
        inside = inner.without(NOT_INSIDE)._replace(hyphens=True)
        state.story = make_story(make_all(node.children, inside))
    gap, gutter = inner.points(node.gap), inner.points(node.gutter)
    return FlowLayout(state, inner.get(node.columns), gap, gutter, inner, node.where)


def _part(node: d.Use, scope: Scope) -> Content:
    """Make the nodes of a part, with the parameters given here and its own defaults."""
    part = _load_part(node, scope)
    with scope.context.using_part(part, node.where):
        return _part_body(part, node, scope)


def _load_part(node: d.Use, scope: Scope) -> Part:
    """Load the part; problems in its file are added to those of the sheet."""
    try:
        return scope.context.load_part(scope.get(node.part), node.where)
    except Problems as several:
        for problem in several.problems:
            scope.context.report(problem)
        first = several.problems[0]
        raise LayoutError(first.message, first.where, first.hint) from None


def _part_body(part: Part, node: d.Use, scope: Scope) -> Content:
    arguments = scope.once((_arguments, part, node), NO_FACTS, lambda: _arguments(part, node))
    inside = scope.inside((part, node), arguments)
    errors = inside.once(unknown_names, NO_FACTS, lambda: _unknown_names(part, inside))
    for error in errors:
        scope.context.report(error)
    if errors:
        return column((), 0.0, scope)
    fonts = _families(part, scope)
    return column(part.body, 0.0, inside.with_facts(part.facts)._replace(fonts=fonts))


def _unknown_names(part: Part, scope: Scope) -> list[LayoutError]:
    return unknown_names(part.references, {*scope.env, *dict(part.facts)})


def _arguments(part: Part, node: d.Use) -> list[tuple[str, Data | Words]]:
    """Return what is given for each parameter of a part, or its default."""
    known = dict(part.parameters)
    given = dict(node.parameters)
    for name in given:
        if name not in known:
            hint = did_you_mean(name, known)
            raise LayoutError(f"'{part.part}' has no parameter '{name}'", node.where, hint)
    arguments: list[tuple[str, Data | Words]] = []
    for name, parameter in part.parameters:
        data = given.get(name, parameter.default)
        if data is None:
            raise LayoutError(f"'{part.part}' needs '{name}'", node.where)
        arguments.append((name, data.words if parameter.words and data.words else data))
    return arguments


def _families(part: Part, scope: Scope) -> Families:
    """Return the font families that a part may use."""
    known = scope.context.families
    key = part, id(scope.fonts)
    if key not in known:
        known[key] = with_own(scope.fonts, part.fonts, scope.context)
    return known[key]


def _role_and_alt(node: d.Node, scope: Scope, content: Content) -> tuple[str, str]:
    """Return the role of a node for screen readers, and its alternative text, if any."""
    if not scope.aloud:
        return "", ""
    role = _role(node, scope)
    if node.alt is None:
        _check_alt(node, scope)
        return role, _alt_text(content)
    alt = scope.words(node.alt)
    is_own = isinstance(node, d.TextNode) or role == "Icon"
    return role if is_own and alt else "Figure", alt


def _alt_text(content: Content) -> str:
    """Return the alternative text of words with icons, a chart (its numbers) or a QR code."""
    if isinstance(content, TextLayout):
        return content.alt_text(content.words)
    return str(getattr(content, "alt_text", ""))


def _role(node: d.Node, scope: Scope) -> str:
    match node:
        case d.Text() | d.Rich():
            return HEADINGS.get(scope.get(node.style) or scope.style, "P")
        case d.Track() | d.WriteLine():
            return "P"
        case d.Chart() | d.Code():
            return "Figure"
        case d.Icon():
            return "Icon" if node.alt else ""
        case d.Row():
            return "Row"
        case d.Table():
            return "Table"
        case d.Column() | d.Box() | d.Grid() | d.Flow() | d.Canvas() | d.Use():
            return "Block"
    return ""


def _check_alt(node: d.Node, scope: Scope) -> None:
    """Report a picture without `alt`, unless there is text on it."""
    match node:
        case d.Icon() | d.Image():
            what = "icon" if isinstance(node, d.Icon) else "picture"
        case d.Canvas() if not any(map(_has_words, node.children)):
            what = "drawing"
        case _:
            return
    hint = 'add alt: with a sentence that says what it shows, or alt: "" for decoration'
    error = LayoutError(f"this {what} has no description for screen readers", node.where, hint)
    scope.context.log.note("undescribed", error)


def _has_words(node: d.Node) -> bool:
    """Return whether a node or one of its children has words."""
    if node.alt is not None or isinstance(node, d.Icon | d.Image):
        return True  # an icon or picture needs a description of its own
    if isinstance(node, d.TextNode | d.Track | d.WriteLine | d.Table | d.Use):
        return True
    return any(map(_has_words, getattr(node, "children", ())))
