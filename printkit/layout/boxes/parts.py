"""Parts: the nodes of another file, with the parameters given where it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.core.errors import LayoutError, Problems, did_you_mean
from printkit.layout.boxes.box import Box, EmptyContent
from printkit.layout.boxes.columns import ColumnLayout
from printkit.layout.boxes.maker import cached_box, make_children
from printkit.layout.fontfamilies import families_with
from printkit.layout.log import report
from printkit.layout.neededfacts import facts_for_all, unknown_names

if TYPE_CHECKING:
    from printkit.layout.boxes.box import BoxContent
    from printkit.layout.language.declarations import Data, FactNames, Words
    from printkit.layout.language.definition import Part
    from printkit.layout.nodes.containers import UseNode
    from printkit.layout.scope import Scope

NO_FACTS: FactNames = frozenset()


def make_part(node: UseNode, outer: Scope) -> BoxContent:
    """Make the nodes of a part, with the parameters given here and its own defaults."""
    scope = outer.with_alignment(node)
    context = scope.context
    part = _load_part(node, scope)
    with context.using_part(part, node.where):
        arguments = scope.once((_arguments, part, node), NO_FACTS, lambda: _arguments(part, node))
        inside = scope.inside((part, node), arguments)
        errors = inside.once(
            unknown_names,
            NO_FACTS,
            lambda: unknown_names(part.references, {*inside.env, *dict(part.facts)}),
        )
        for error in errors:
            report(error)
        if errors:
            return EmptyContent()
        key = part, id(scope.fonts)
        if key not in context.families:
            context.families[key] = families_with(part.fonts, scope.fonts, context)
        fonts = context.families[key]
        inner = inside.with_facts(part.facts)._replace(fonts=fonts)

        def make() -> Box:
            children = make_children(part.body, inner, "width")
            content = ColumnLayout(tuple(each.child for each in children), 0.0, inner)
            return Box(content, part.where)

        return cached_box(part, facts_for_all(part.body, context), inner, make).content


def _load_part(node: UseNode, scope: Scope) -> Part:
    """Load the part; problems in its file are added to those of the sheet."""
    try:
        return scope.context.load_part(scope.get(node.part), node.where)
    except Problems as several:
        for problem in several.problems:
            report(problem)
        first = several.problems[0]
        raise LayoutError(first.message, first.where, first.hint) from None


def _arguments(part: Part, node: UseNode) -> list[tuple[str, Data | Words]]:
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
