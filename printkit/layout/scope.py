"""The scope of a node: its facts, and everything it needs to become a box.

It resolves the values of a definition (tokens, templates, expressions, words) to plain ones:
points, colours, translated text.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from printkit.core.budget import count_steps, current_budget
from printkit.core.colours import parse_colour
from printkit.core.errors import RefusalError
from printkit.core.scene import Colour, Stroke
from printkit.layout.language.declarations import Words
from printkit.layout.language.templates import Template
from printkit.layout.language.values import ColourName, Dynamic, Length, Token, unknown_colour
from printkit.layout.log import current_log
from printkit.layout.translation import fill_template, translate_words
from printkit.text.faces import FAMILIES, Families

if TYPE_CHECKING:
    from printkit.core.errors import Where
    from printkit.layout.context import Context
    from printkit.layout.language.declarations import Data, FactNames
    from printkit.layout.language.expressions import Expression, Loop
    from printkit.layout.nodes.base import Node
    from printkit.layout.nodes.tables import TableColumn, TableRow

T = TypeVar("T")

ENTRIES_A_STEP = 50  # facts copied into a new scope per step


class Scope(NamedTuple):
    """The scope of one node: facts, and inherited settings."""

    env: Mapping[str, object]  # the facts, by name
    context: Context
    memo: dict[Hashable, Any]  # values computed from facts that don't vary; see `once`
    varying: FactNames = frozenset()  # facts that differ between pages or between repetitions
    align: str = "left"
    valign: str = "top"
    style: str = "text"  # the default text style
    own: Mapping[str, Data | None] = MappingProxyType({})
    """The facts that differ between pages: those of a page, and with their data, what follows."""
    fonts: Families = FAMILIES
    hyphens: bool = False  # whether words may be hyphenated
    aloud: bool = True  # whether it is read aloud: not inside a node with `alt`

    def bind(self, values: Mapping[str, object]) -> Scope:
        """Return the same scope with more facts."""
        env = {**self.env, **values}
        count_steps(1 + len(env) // ENTRIES_A_STEP)
        return self._replace(env=env, varying=self.varying.union(values))

    def without(self, names: Collection[str]) -> Scope:
        """Return the same scope without some of its facts."""
        env = {name: value for name, value in self.env.items() if name not in names}
        return self._replace(env=env, memo={})

    def with_facts(self, facts: Sequence[tuple[str, Data]]) -> Scope:
        """Return the same scope with values defined by a file, each seeing those before."""
        if not facts:
            return self
        env = dict(self.env)
        count_steps(1 + len(env) // ENTRIES_A_STEP)
        scope = self._replace(env=env)
        for name, data in facts:
            env[name] = scope.data(data)
            if not scope.varying.isdisjoint(data.names):
                scope = scope._replace(varying=scope.varying.union((name,)))
            if scope.is_own(data.names):
                scope = scope._replace(own={**scope.own, name: data})
        return scope

    def is_own(self, names: Iterable[str]) -> bool:
        """Return whether one of these facts differs between pages."""
        return not self.own.keys().isdisjoint(names)

    def on_page(self, values: Mapping[str, object]) -> Scope:
        """Return the same scope on a page with these facts."""
        env = dict(self.env)
        scope = self._replace(env=env)
        for name, data in self.own.items():
            if data is not None:
                env[name] = scope.data(data)
            elif name in values:
                env[name] = values[name]
        return scope

    def inside(self, use: Hashable, arguments: Iterable[tuple[str, Data | Words]]) -> Scope:
        """Return the scope inside a part that is used with these arguments."""
        env, varying = dict(self.env), set(self.varying)
        count_steps(1 + len(env) // ENTRIES_A_STEP)
        for name, given in arguments:
            env[name] = self.words(given) if isinstance(given, Words) else self.data(given)
            if not self.varying.isdisjoint(given.names):
                varying.add(name)
        memo = self.memo.setdefault(use, {})
        return self._replace(env=env, memo=memo, varying=frozenset(varying))

    def once(self, key: Hashable, names: FactNames, compute: Callable[[], T]) -> T:
        """Compute what depends on these facts alone; only once if none of them varies.

        Scopes with the same memo agree on all facts that vary in neither of them.
        """
        if not self.varying.isdisjoint(names):
            return compute()
        if key not in self.memo:
            self.memo[key] = compute()
        return self.memo[key]  # type: ignore[no-any-return]

    def with_alignment(self, node: Node) -> Scope:
        """Return the scope for the children of `node`."""
        if node.align is None and node.valign is None:
            return self
        align = self.get(node.align) or self.align
        valign = self.get(node.valign) or self.valign
        return self._replace(align=align, valign=valign)

    def get(self, value: T | Dynamic) -> T:
        """Return a value of the definition, computed if it depends on facts."""
        if not isinstance(value, Dynamic):
            return value
        computed: T = self.once(value, value.template.names, lambda: self._compute_dynamic(value))
        return computed

    def _compute_dynamic(self, value: Dynamic) -> Any:
        raw = _evaluate(value.template, self.env)
        try:
            return value.kind.parse(raw, self.context.tokens)
        except RefusalError as error:
            raise error.at(value.where) from None

    def data(self, data: Data) -> object:
        """Evaluate the expressions in plain data."""
        return self.once(
            data.where, data.names, lambda: _compute_at(data.where, data.value, self.env)
        )

    def words(self, words: Words) -> str:
        """Return the words in the sheet's language, filled in."""
        return self.once(words, words.names, lambda: fill_template(self.template(words), self.env))

    def template(self, words: Words) -> Template:
        """Return the words in the sheet's language, to be filled in."""
        return translate_words(words, self.context.ticket.catalogue)

    def field(self, node: Node) -> str:
        """Return the field name of a node, if fields are wanted."""
        is_asked = node.field is not None and self.context.ticket.wants_fields
        return self.get(node.field) or "" if is_asked else ""

    def add_message(self, words: Words) -> None:
        """Note a message of the sheet for the person who builds it."""
        current_log().note("message", self.words(words))

    def points(self, value: Length | Dynamic) -> float:
        """Return a plain length in points."""
        return self.get(value).amount

    def number(self, value: Token | float | Dynamic) -> float:
        """Return a line width, radius or size in points."""
        known: Token | float = self.get(value) if isinstance(value, Dynamic) else value
        if not isinstance(known, Token):
            return known
        if known.group == "styles":
            return self.context.ticket.theme.styles[known.name].size
        table: Mapping[str, float] = getattr(self.context.ticket.theme, known.group)
        return table[known.name]

    def colour(self, value: ColourName | Dynamic | None) -> Colour | None:
        """Return a colour for lines and words, or None to show nothing."""
        return _find_colour(self._colour_name(value), self.context.ticket.theme.colours)

    def fill(self, value: ColourName | Dynamic | None) -> Colour | None:
        """Return a colour for an area, as this theme paints it, or None to paint nothing."""
        theme, name = self.context.ticket.theme, self._colour_name(value)
        return _find_colour(name, theme.areas if name in theme.areas else theme.colours)

    def edge(self, value: ColourName | Dynamic | None) -> Colour | None:
        """Return the outline of an area of this colour in this theme, if it has one."""
        return self.context.ticket.theme.edges.get(self._colour_name(value))

    def ink(self, value: ColourName | Dynamic, default: Colour) -> Colour | None:
        """Return the colour of words and lines: `default` if there is none, None for `none`."""
        return None if self._colour_name(value) == "none" else self.colour(value) or default

    def _colour_name(self, value: ColourName | Dynamic | None) -> str:
        return "none" if value is None else self.get(value).name

    def stroke(self, colour: Colour, width: float, dash: tuple[float, ...] = ()) -> Stroke:
        """Return a stroke of this width, as the theme draws it."""
        return Stroke(colour, self.context.ticket.theme.pen_width(width), dash)

    def expand(self, node: Node) -> Iterator[tuple[Node, Scope]]:
        """Yield a node with its scope for each repetition; groups are replaced by their nodes."""
        for scope in self.repeat(node):
            if node.traits.is_group:
                for child in node.children:
                    yield from scope.expand(child)
            else:
                yield node, scope

    def repeat(self, thing: Node | TableColumn | TableRow) -> Iterable[Scope]:
        """Return a scope for each repetition of a thing, by its `for` and `when`."""
        if thing.loop is not None:
            return self._repetitions(thing.loop, thing.when)
        return (self,) if thing.when is None or self.evaluate(thing.when) else ()

    def _repetitions(self, loop: Loop, when: Expression | None) -> Iterator[Scope]:
        for values in loop.bindings(self.env):
            scope = self.bind(values)
            if when is None or scope.evaluate(when):
                yield scope

    def keys_of(self, names: Sequence[str]) -> list[Hashable]:
        """Return keys for the values of these facts, to look up what depends on them."""
        own = self.varying.intersection(names)
        same = tuple([name for name in names if name not in own]) if own else names
        if same not in self.memo:
            keys = self.keys_by_name(same).values()
            self.memo[same] = self.context.cache.key_of(self.fonts), *keys
        varying = [name for name in names if name in own]
        return [self.memo[same], *self.keys_by_name(varying).values()]

    def keys_by_name(self, names: Iterable[str]) -> dict[str, Hashable]:
        """Return a key for the value of each of these facts: the same for equal values."""
        env, key_of = self.env, self.context.cache.key_of
        return {name: key_of(env[name]) if name in env else KeyError for name in names}

    def evaluate(self, expression: Expression) -> object:
        """Evaluate an expression."""
        compute = expression.evaluate
        return self.once(expression, expression.names, lambda: compute(self.env))


def _find_colour(name: str, colours: Mapping[str, Colour | None]) -> Colour | None:
    if name == "none":
        return None
    if name.startswith("#"):
        return parse_colour(name)
    if name not in colours:
        raise unknown_colour(name, colours).at(None)
    return colours[name]


def _evaluate(template: Template, env: Mapping[str, object]) -> object:
    """Evaluate a template; one that is a single expression keeps the type of its value."""
    return template.sole.evaluate(env) if template.sole else template.evaluate(env)


def _compute_at(where: Where, value: object, env: Mapping[str, object]) -> object:
    current_budget().count(1, where)
    return _compute(value, env)


def _compute(value: object, env: Mapping[str, object]) -> object:
    match value:
        case Template():
            return _evaluate(value, env)
        case dict():
            count_steps(len(value))
            return {key: _compute(item, env) for key, item in value.items()}
        case list():
            count_steps(len(value))
            return [_compute(item, env) for item in value]
    return value
