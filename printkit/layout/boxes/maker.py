"""Making boxes: a node of the definition, combined with the facts of its scope.

What differs between the kinds of nodes is in their traits (`layout.nodes`); the modules beside this
one make the content of those with children, words or much to draw. A box that was made before with
the same facts is taken from the cache.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.datafile import DataRow
from printkit.core.errors import BadValueError, LayoutError
from printkit.core.filecache import recording_reads
from printkit.layout.boxes.box import Box, Child, Frame
from printkit.layout.log import current_log, report
from printkit.layout.neededfacts import needed_facts, passes_facts_on
from printkit.layout.nodes.base import content_maker, role_of
from printkit.layout.repeating import Slot

if TYPE_CHECKING:
    from printkit.layout.boxes.box import BoxContent
    from printkit.layout.neededfacts import NeededFacts
    from printkit.layout.nodes.base import Node
    from printkit.layout.scope import Scope


class ChildNode(NamedTuple):
    """A node in a container, in its own scope, with its box."""

    node: Node
    scope: Scope
    child: Child


def box_for(node: Node, scope: Scope) -> Box:
    """Make the box of a node, or take it from the cache; note what shows facts of its page."""
    context, needs = scope.context, needed_facts(node, scope.context)
    slots, make = context.slots, partial(_make_box, node, scope)
    if slots is None or (needs and (not scope.is_own(needs.names) or passes_facts_on(node, scope))):
        return cached_box(node, needs, scope, make)
    context.slots, before = None, context.nodes  # what is inside is made again with it
    try:
        box = cached_box(node, needs, scope, make)
    finally:
        context.slots = slots
    own = scope.own if needs is None else [name for name in needs.names if name in scope.own]
    facts, nodes = scope.keys_by_name(own), context.nodes - before
    slots.append(Slot(partial(box_for, node), scope, facts, box, nodes))
    return box


def cached_box(
    thing: Hashable, needs: NeededFacts | None, scope: Scope, make: Callable[[], Box]
) -> Box:
    """Return a box from the cache, or make and cache it; without `needs`, it isn't cached.

    Nor is a container while the slots in it are noted.
    """
    context = scope.context
    if needs is None or (context.slots is not None and scope.is_own(needs.names)):
        return make()
    cache = context.ticket.totals.cache if needs.has_images else context.cache
    key = (
        thing,
        context.look,
        frozenset(scope.own),  # decides which fragments pages share
        scope.align,
        scope.valign,
        scope.style,
        scope.hyphens,
        scope.aloud,
        *scope.keys_of(needs.names),
    )
    box = cache.boxes.get(key)
    if box is not None and context.cache.boxes.use(box.inside):
        context.count_again(box.where, box.nodes)
        current_log().events += box.events
    else:
        log, before, around = current_log(), context.nodes, context.inside
        first, inside = len(log.events), dict[Box, None]()
        context.inside = inside
        try:
            with recording_reads() as files:
                box = make()
            context.boxes += 1
            box.nodes = context.nodes - before
            box.events = tuple(log.events[first:])
            box.is_shared = bool(scope.own) and not scope.is_own(needs.names)
            box.inside = tuple(inside)
        finally:
            context.inside = around
        cache.boxes.put(key, box, files)
    if context.inside is not None:
        context.inside.update(dict.fromkeys(box.inside))
        if cache is context.cache:
            context.inside[box] = None
    return box


def _make_box(node: Node, scope: Scope) -> Box:
    """Make the box of a node; errors without a place get that of the node."""
    context = scope.context
    context.count(node.where)
    context.enter(node.where)
    try:
        frame = scope.once((Frame, node), node.needs.itself, lambda: _frame(node, scope))
        inside = scope if node.alt is None else scope._replace(aloud=False)
        content = content_maker(node)(node, inside)
        role, alt = _role_and_alt(node, scope, content) if scope.aloud else ("", "")
        field = "" if node.traits.has_inner_fields else scope.field(node)
        grows = scope.context.ticket.smallest_type > 0.0 and bool(node.children)
        return Box(content, node.where, *frame, field, role, alt, grows)
    except LayoutError as error:
        placed = error if error.where else type(error)(error.message, node.where, error.hint)
        raise _at_row(placed, node, scope) from None
    finally:
        context.depth -= 1


def _frame(node: Node, scope: Scope) -> Frame:
    traits = node.traits
    width, height = traits.size(node, scope)
    padding = traits.padding if node.padding is None else scope.get(node.padding)
    return Frame(width, height, padding, *traits.outline(node, scope))


def _role_and_alt(node: Node, scope: Scope, content: BoxContent) -> tuple[str, str]:
    """Return the role of a node for screen readers, and its alternative text, if any."""
    if node.alt is not None:
        alt = scope.words(node.alt)
        return role_of(node, scope, is_described=True) if alt else "Figure", alt
    if node.traits.undescribed and not any(map(_has_words, node.children)):
        message = f"this {node.traits.undescribed} has no description for screen readers"
        hint = 'add alt: with a sentence that says what it shows, or alt: "" for decoration'
        current_log().note("undescribed", LayoutError(message, node.where, hint))
    return role_of(node, scope), str(getattr(content, "alt_text", ""))


def _has_words(node: Node) -> bool:
    """Return whether a node or one of its children is read aloud or described by itself."""
    is_read = node.traits.has_words or node.alt is not None
    return is_read or any(map(_has_words, node.children))


def _at_row(error: LayoutError, node: Node, scope: Scope) -> LayoutError:
    """Return an error about a value at its place: a row of data, or where a part is used."""
    context = scope.context
    needs = needed_facts(node, context)
    facts = [scope.env.get(name) for name in needs.names] if needs else []
    rows = [fact for fact in facts if isinstance(fact, DataRow)]
    if not isinstance(error, BadValueError) or error.used_at:
        return error
    if len(rows) == 1:
        return error.at_row(rows[0].where)
    given = {name for name, _ in context.parts[-1].parameters} if context.parts else set()
    return error.at_row(context.uses[-1]) if needs and given.intersection(needs.names) else error


def make_children(nodes: Sequence[Node], scope: Scope, across: str = "") -> list[ChildNode]:
    """Make the boxes of nodes, repeated by their `for` and filtered by their `when`.

    In a row or column, a space has no extent `across` it by default, its "width" or "height".

    A problem in one node is reported, and the others are made nevertheless, so that all problems of
    a sheet are reported at once.
    """
    made: list[ChildNode] = []
    turn = 0
    for number, node in enumerate(nodes):
        try:
            if node.at is not None:
                raise LayoutError("`at` only works on a canvas", node.at.where)
            for each, inner in scope.expand(node):
                if not each.traits.is_printed:
                    content_maker(each)(each, inner)
                    continue
                turn += not made or inner is not made[-1].scope
                box = box_for(each, inner)
                if across and each.traits.is_space:
                    size = {"width": box.width, "height": box.height}
                    size[across] = inner.get(getattr(each, across))
                    box = box.with_size(**size)
                child = Child(box, (number, turn) if node.loop else None)
                made.append(ChildNode(each, inner, child))
        except LayoutError as error:
            report(error)
    return made
