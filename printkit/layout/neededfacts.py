"""The facts that the boxes of nodes depend on, including those of the parts they use."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.errors import LayoutError, PrintkitError
from printkit.core.filecache import recording_reads
from printkit.layout.language.expressions import unknown_fact
from printkit.layout.language.values import Dynamic

if TYPE_CHECKING:
    from printkit.layout.context import Context
    from printkit.layout.language.declarations import FactNames, FactReference
    from printkit.layout.language.definition import Part
    from printkit.layout.nodes.base import Node
    from printkit.layout.scope import Scope


class NeededFacts(NamedTuple):
    """The names of the facts that something depends on, including its children."""

    names: tuple[str, ...]
    has_images: bool  # images are counted for each file, so their boxes aren't shared by files


def needed_facts(node: Node, context: Context) -> NeededFacts | None:
    """Return the facts that the box of a node depends on.

    None if they aren't known, or if it contains running text, which depends on earlier pages.
    """
    known = context.cache.needed_facts.get((node, context.look))
    if known is not None:
        return known[0]
    names = node.needs.look | (node.alt.names if node.alt else frozenset())
    if isinstance(node.field, Dynamic) and context.ticket.wants_fields:
        names |= node.field.template.names
    return _with_parts(node, [node], names, context)


def facts_for_all(nodes: Sequence[Node], context: Context) -> NeededFacts | None:
    """Return the facts that several nodes depend on, including their positions and repetitions."""
    things = tuple(nodes)
    known = context.cache.needed_facts.get((things, context.look))
    if known is not None:
        return known[0]
    names = frozenset[str]().union(*(node.needs.all for node in nodes))
    return _with_parts(things, nodes, names, context)


def _with_parts(
    thing: Hashable, nodes: Iterable[Node], names: FactNames, context: Context
) -> NeededFacts | None:
    """Return the facts with those of the parts used inside, from now on from the cache."""
    with recording_reads() as files:
        found = _add_parts(nodes, names, context)
    return context.cache.needed_facts.put((thing, context.look), (found,), files)[0]


def _add_parts(nodes: Iterable[Node], names: FactNames, context: Context) -> NeededFacts | None:
    """Return the facts with those of the parts used inside; None as for `needed_facts`."""
    found, has_images = set(names), False
    parts: list[Part] = []
    inside = _nodes_to_ask(nodes)
    while inside:
        node = inside.pop()
        if node.traits.runs_on:
            return None
        has_images = has_images or node.traits.loads_image
        if node.traits.part is not None:
            name = node.traits.part(node)
            if isinstance(name, Dynamic):
                return None
            try:
                part = context.load_part(name, node.where)
            except PrintkitError:
                return None  # reported when the part is made
            if part not in parts:
                parts.append(part)
                bound = {name for name, _ in (*part.parameters, *part.facts)}
                found |= {used.name for used in part.references if used.name not in bound}
                inside += _nodes_to_ask(part.body)
    return NeededFacts(tuple(sorted(found)), has_images)


def _nodes_to_ask(nodes: Iterable[Node]) -> list[Node]:
    """Return nodes with those inside them that use a part, show an image or have running text."""
    return [each for node in nodes for each in (*node.needs.inside, node)]


def passes_facts_on(node: Node, scope: Scope) -> bool:
    """Return whether a container is the same on all pages, except for what its children show."""
    traits = node.traits
    field = node.field.template.names if isinstance(node.field, Dynamic) else ()
    if not traits.passes_facts_on or node.alt or scope.is_own((*node.needs.itself, *field)):
        return False
    if traits.part is None:
        return not scope.is_own(deciding_facts(node.children))
    name = traits.part(node)
    if isinstance(name, Dynamic):
        return False
    part = scope.context.load_part(name, node.where)
    defaults = [parameter.default for _, parameter in part.parameters if parameter.default]
    if scope.is_own(used for data in defaults for used in data.names):
        return False
    if scope.is_own(bound for bound, _ in (*part.parameters, *part.facts)):
        return False
    own = set(scope.own)
    own.update(bound for bound, data in part.facts if not own.isdisjoint(data.names))
    return own.isdisjoint(deciding_facts(part.body))


def deciding_facts(nodes: Iterable[Node]) -> set[str]:
    """Return the facts that decide which nodes there are in a container, how often, and where."""
    names: set[str] = set()
    for node in nodes:
        names.update(node.when.names if node.when else ())
        names.update((*node.loop.names, *node.loop.source.names) if node.loop else ())
        names.update(node.span.template.names if isinstance(node.span, Dynamic) else ())
        names.update(() if node.traits.is_printed else node.needs.all)
        names |= deciding_facts(node.children) if node.traits.is_group else set()
    return names


def unknown_names(references: Iterable[FactReference], known: Collection[str]) -> list[LayoutError]:
    """Return the errors about unknown facts in a file, even in nodes that aren't shown."""
    return [
        unknown_fact(reference.name, reference.where, {*known, *reference.bound})
        for reference in references
        if reference.name not in known
    ]
