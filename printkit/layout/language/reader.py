"""The reader of layout files: nodes of YAML become the typed values of the definition.

All problems of a file are collected, and so are the facts that each part of it needs. The values of
facts aren't known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from printkit.core.errors import LayoutError, PrintkitError, RefusalError, Where, did_you_mean
from printkit.core.theme import Palette, read_palette
from printkit.core.themenames import theme_names
from printkit.core.yamlfile import Scalar, YamlList, YamlMap, YamlNode, plain
from printkit.layout.language.declarations import (
    LOOP,
    Attribute,
    Data,
    Declared,
    FactNames,
    FactReference,
    MarkedWords,
    Needs,
    Structure,
    Words,
)
from printkit.layout.language.definition import Kit, PadFile, Part, Sheet
from printkit.layout.language.expressions import CHANCE, Functions, parse_expression, parse_loop
from printkit.layout.language.functions import GIVEN
from printkit.layout.language.templates import IconMark, Template, parse_marks, parse_template
from printkit.layout.language.values import Dynamic, Kind, Number, Tokens, quote_value
from printkit.layout.nodes.base import FIELD, NODE_KINDS, Node
from printkit.layout.nodes.text import TextNode

if TYPE_CHECKING:
    from printkit.layout.language.expressions import Expression, Loop

S = TypeVar("S")
Thing = TypeVar("Thing", bound=Declared)
File = TypeVar("File", Sheet, Part, Kit, PadFile)

PAGE_NAMES = ("page", "pages", "copy", "area", "flow")
"""Facts that depend on the page: its number, how many there are, the number of the copy, the area
inside the margins in millimetres, and the page of the flow."""

TAKEN = frozenset((*GIVEN, *PAGE_NAMES))  # names that a file can't use for its own values

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
_FAMILY = re.compile(r"[a-z][a-z0-9-]*(\.([a-z0-9][a-z0-9-]*|[A-Z]+))*\Z")


class _UsedNames:
    """The names of facts used so far by the thing being read."""

    __slots__ = ("inside", "itself", "nodes", "place")

    def __init__(self) -> None:
        self.itself: set[str] = set()  # in its own values
        self.place: set[str] = set()  # in `at`, `alt` and `field`: they don't affect how it looks
        self.inside: set[str] = set()  # in anything inside it
        self.nodes: list[Node] = []  # inside it, whose needs depend on more than this file

    def needs(self, bound: Iterable[str], repeats: FactNames) -> Needs:
        """Return the facts it needs; its loop binds some names and uses others."""
        look = self.inside | self.itself
        everything = (look | self.place).difference(bound) | repeats
        nodes = tuple(self.nodes)
        return Needs(frozenset(self.itself), frozenset(look), frozenset(everything), nodes)


class Reader:
    """A reader of one file, which collects its problems and the facts it uses."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self.problems: list[PrintkitError] = []
        self.references: list[FactReference] = []
        self._bound: list[str] = []  # the names of the loops around what is being read
        self._used: list[_UsedNames] = [_UsedNames()]
        """The facts used by the things that are being read, from the outermost to the innermost."""
        self._repeated: tuple[str, ...] = ()
        self._flows: list[Where] = []

    def read(self, cls: type[File], node: YamlNode, what: str) -> File | None:
        """Read a whole file as `cls`; None if it can't be read at all."""
        if not isinstance(node, YamlMap):
            self._report(f"expected {what}: keys and values", node.where)
            return None
        thing = self._thing(cls, node, what)
        self._check_flows(cls)
        places = {key.text: value.where for key, value in node.items}
        more = {"references": tuple(self.references), "places": places}
        return thing and cls(**{**vars(thing), **more, "has_flow": bool(self._flows)})

    def _check_flows(self, cls: type) -> None:
        for where in self._flows if cls is Part else self._flows[1:]:
            message = (
                "a part can't have a flow" if cls is Part else "this layout already has a flow"
            )
            self._report(message, where, "put the only flow into the layout's own file")

    def _thing(self, cls: type[Thing], node: YamlMap, what: str) -> Thing | None:
        known = len(self.references)
        if issubclass(cls, Node) and cls.traits.runs_on:
            self._flows.append(node.where)
        loop = self._loop_of(node)
        bound = loop.names if loop else ()
        self._used.append(_UsedNames())
        self._bound.extend(bound)
        values = self._values(cls, node, what)
        del self._bound[len(self._bound) - len(bound) :]
        if loop is None and (node.get("for") or node.get("each")):
            # Names in a broken loop may be bound by it, so they aren't known to be facts.
            del self.references[known:]
        repeats = _repeat_names(loop, values.get("when"))
        needs = self._used.pop().needs(bound, repeats)
        self._used[-1].inside.update(needs.all)
        keys = cls.attributes.values()
        if any(key.required and key.field not in values for key in keys):
            return None
        if loop:
            values["loop"] = loop
        thing = cls(where=node.where, needs=needs, **values)
        self._used[-1].nodes += needs.inside
        if isinstance(thing, Node) and (
            thing.traits.part or thing.traits.loads_image or thing.traits.runs_on
        ):
            self._used[-1].nodes.append(thing)
        return thing

    def _values(self, cls: type[Declared], node: YamlMap, what: str) -> dict[str, Any]:
        known = cls.attributes
        values: dict[str, Any] = {}
        for key, value in node.items:
            spec = known.get(key.text)
            if spec is None:
                hint = did_you_mean(key.text, known)
                if issubclass(cls, Node) and key.text in _keys_inside(known[cls.key]):
                    hint = f"indent it further: it belongs inside `{cls.key}:`"
                if cls is Sheet and key.text == "drawn":
                    hint = "say what the game draws: `draws: {drawn: {offer: sheets}}`"
                self._report(f"unknown key '{key.text}' in {what}", key.where, hint)
            elif spec.kind is not LOOP:
                if spec.key in ("at", "alt", "field"):
                    result = self._read_apart(spec.kind, value)
                elif spec.fixed:
                    result = self._fixed_value(spec.kind, value)
                else:
                    result = self._value(spec.kind, value)
                if result is not None:
                    values[spec.field] = result
        for name, spec in known.items():
            if spec.required and node.get(name) is None:
                self._report(f"{what} needs '{name}'", node.where)
        return values

    def _fixed_value(self, kind: Kind[Any] | Structure, node: YamlNode) -> Any:
        """Read a value that must not depend on facts."""
        if not isinstance(kind, Structure):
            return self._parse_plain(kind, node)
        known = len(self.references)
        value = self._value(kind, node)
        if len(self.references) > known:
            hint = "it's needed before any fact is known"
            self._report("{…} can't be used here", node.where, hint)
        return value

    def _read_apart(self, kind: Kind[Any] | Structure, node: YamlNode) -> Any:
        """Read a value that doesn't affect how a thing looks; its facts are noted separately."""
        self._used.append(_UsedNames())
        value = self._value(kind, node)
        apart = self._used.pop()
        self._used[-1].place.update(apart.itself)
        return value

    def _value(self, kind: Kind[Any] | Structure, node: YamlNode) -> Any:
        if isinstance(kind, Structure):
            read: Callable[..., Any] = getattr(self, f"_{kind.shape}")
            return read(node) if kind.of is None else read(node, kind.of)
        if isinstance(node, Scalar) and isinstance(node.value, str) and "{" in node.value:
            template = self._template(node)
            return None if template is None else Dynamic(template, kind, node.where)
        return self._parse_plain(kind, node, takes_facts=True)

    def _parse_plain(self, kind: Kind[Any], node: YamlNode, *, takes_facts: bool = False) -> Any:
        try:
            return kind.parse(plain(node), self._tokens)
        except RefusalError as error:
            if takes_facts and isinstance(kind, Number) and isinstance(node, Scalar):
                name = node.text.strip()
                if _NAME.match(name) and not error.hint:
                    error.hint = f'for the value of a fact write "{{{name}}}"'
            self.problems.append(error.at(node.where))
            return None

    def _palette(self, node: YamlNode) -> Palette | None:
        try:
            return read_palette(node, theme_names())
        except LayoutError as error:
            self.problems.append(error)
            return None

    def _mapping(self, node: YamlNode, cls: type) -> tuple[tuple[str, Any], ...]:
        found = [
            (key.text, self._single(value, cls, f"'{key.text}'"))
            for key, value in self._named_pairs(node)
        ]
        return tuple((name, value) for name, value in found if value is not None)

    def _families(self, node: YamlNode, cls: type) -> tuple[tuple[str, Any], ...]:
        """Read families of fields; labels and formulas can use the capitals in their names."""
        found = []
        for key, value in self._pairs(node):
            if not _FAMILY.match(key.text):
                hint = "write points, points.R or points.R.P: capital letters stand for any part"
                self._report(f"'{key.text}' isn't a valid name for fields", key.where, hint)
                continue
            parts = [part for part in key.text.split(".") if part.isupper()]
            self._bound.extend(parts)
            declared = self._single(value, cls, f"'{key.text}'")
            del self._bound[len(self._bound) - len(parts) :]
            if declared is not None:
                found.append((key.text, declared))
        return tuple(found)

    def _row_field(self, node: YamlNode) -> Any:
        """Read the name of a row's empty cells, which may use names bound by the columns' loops."""
        self._bound.extend(self._repeated)
        value = self._value(FIELD, node)
        del self._bound[len(self._bound) - len(self._repeated) :]
        self._used[-1].itself.difference_update(self._repeated)
        return value

    def _single(self, node: YamlNode, cls: type[Declared], what: str = "") -> Any:
        if isinstance(node, Scalar):
            node = _expand_shorthand(node, cls)
        if not isinstance(node, YamlMap):
            self._report(f"expected keys and values, not {quote_value(plain(node))}", node.where)
            return None
        return self._thing(cls, node, what or f"a {_NAMES.get(cls.__name__, 'node')}")

    def _table(self, node: YamlNode, cls: type[Declared]) -> Any:
        """Read the columns and rows of a table; rows may use what the columns repeat."""
        columns = node.get("columns") if isinstance(node, YamlMap) else None
        outer, self._repeated = self._repeated, tuple(_loop_names(columns))
        parts = self._single(node, cls)
        self._repeated = outer
        return parts

    def _listing(self, node: YamlNode, cls: type) -> tuple[Any, ...]:
        things = [self._single(item, cls) for item in self._items(node)]
        return tuple(thing for thing in things if thing is not None)

    def _items(self, node: YamlNode) -> Iterator[YamlNode]:
        if isinstance(node, YamlList):
            yield from node.items
        elif isinstance(node, Scalar) and node.value is None:
            return
        else:
            self._report("expected a list: lines that begin with '- '", node.where)

    def _nodes(self, node: YamlNode) -> tuple[Node, ...]:
        nodes = [self._node(item) for item in self._items(node)]
        return tuple(child for child in nodes if child is not None)

    def _node(self, node: YamlNode) -> Node | None:
        if isinstance(node, Scalar):
            return self._short_text(node)
        if not isinstance(node, YamlMap):
            self._report("expected a node like 'text: Hello', not a list", node.where)
            return None
        kind = self._kind_of(node)
        return None if kind is None else self._thing(kind, node, f"'{kind.key}'")

    def _short_text(self, node: Scalar) -> TextNode | None:
        self._used.append(_UsedNames())
        words = self._words(node)
        names = frozenset(self._used.pop().itself)
        self._used[-1].inside.update(names)
        if words is None:
            return None
        return TextNode(where=node.where, needs=Needs(names, names, names), words=words)

    def _kind_of(self, node: YamlMap) -> type[Node] | None:
        found = [key for key, _ in node.items if key.text in NODE_KINDS]
        if len(found) == 1:
            return NODE_KINDS[found[0].text]
        if found:
            both = " and ".join(f"'{key.text}'" for key in found)
            self._report(f"a node can only be one thing, not {both}", found[1].where)
            return None
        common = TextNode.attributes
        strange = next((key for key, _ in node.items if key.text not in common), None)
        if strange is None:
            self._report("this entry has no node", node.where, did_you_mean("", NODE_KINDS))
        else:
            hint = did_you_mean(strange.text, NODE_KINDS)
            self._report(f"unknown node '{strange.text}'", strange.where, hint)
        return None

    def _report(self, message: str, where: Where, hint: str = "") -> None:
        self.problems.append(LayoutError(message, where, hint))

    def _check_name(self, name: str, where: Where) -> None:
        """Report a name that a file can't use for its own values."""
        if name in TAKEN:
            self._report(f"the name '{name}' is taken", where, "choose another name")
        elif not _NAME.match(name):
            hint = "use the letters a to z, digits and _, and begin with a letter"
            self._report(f"'{name}' isn't a valid name", where, hint)

    def _loop_of(self, node: YamlMap) -> Loop | None:
        """Read the `for` or `each` of a thing, if it has a valid one."""
        value = node.get("for") or node.get("each")
        if value is None:
            return None
        loop = self._parse(parse_loop, value, "a loop like 'player in players'")
        if loop is None:
            return None
        self._note_expressions(loop.source)
        for name in loop.names:
            if name in self._bound:
                self._report(f"the name '{name}' is taken by an outer loop", value.where)
            self._check_name(name, value.where)
        return loop

    def _parse(
        self, parse: Callable[..., S], node: YamlNode, what: str, functions: Functions = GIVEN
    ) -> S | None:
        """Parse a scalar; report a problem and return None if that fails."""
        if not isinstance(node, Scalar) or node.value is None:
            self._report(f"expected {what}", node.where)
            return None
        try:
            return parse(node.text, node.where, functions=functions)
        except LayoutError as error:
            self.problems.append(error)
            return None

    def _note_expressions(self, *expressions: Expression) -> None:
        """Note the facts that expressions use."""
        for each in expressions:
            names = (name for name in each.names if name not in self._bound)
            bound = tuple(self._bound)
            self.references.extend(FactReference(name, each, bound) for name in names)

    def _note_template(self, template: Template) -> None:
        """Note that the thing being read needs the facts of a template."""
        self._used[-1].itself.update(template.names)
        self._note_expressions(*template.expressions)

    def _template(self, node: Scalar) -> Template | None:
        """Read text with expressions."""
        template = self._parse(parse_template, node, "text")
        if template is not None:
            self._note_template(template)
        return template

    def _words(self, node: YamlNode) -> Words | None:
        """Read words that are printed."""
        if not isinstance(node, Scalar):
            self._report("expected text", node.where)
            return None
        node = _printed_scalar(node)
        template = self._template(node)
        return None if template is None else Words(node.text, template, node.where)

    def _marked_words(self, node: YamlNode) -> MarkedWords | None:
        """Read words that may contain bold and italic text and icons."""
        if not isinstance(node, Scalar) or node.value is None:
            self._report("expected text", node.where)
            return None
        node = _printed_scalar(node)
        try:
            phrases = parse_marks(node.text, node.placing(), GIVEN)
        except LayoutError as error:
            self.problems.append(error)
            return None
        for phrase in phrases:
            self._note_template(phrase.name if isinstance(phrase, IconMark) else phrase.template)
        return MarkedWords(node.text, phrases, node.where)

    def _condition(self, node: YamlNode) -> Expression | None:
        """Read a condition."""
        return self._expression(node, "a condition like 'count > 3'", GIVEN)

    def _draw(self, node: YamlNode) -> Expression | None:
        """Read an expression with random functions."""
        functions = {**GIVEN, **dict.fromkeys(CHANCE)}
        return self._expression(node, "an expression like 'shuffle(players)'", functions)

    def _expression(self, node: YamlNode, what: str, functions: Functions) -> Expression | None:
        expression = self._parse(parse_expression, node, what, functions)
        if expression is not None:
            self._note_expressions(expression)
        return expression

    def _data(self, node: YamlNode) -> Data:
        """Read plain data with expressions in it."""
        names: set[str] = set()
        value = self._data_value(node, names)
        self._used[-1].itself.update(names)
        words = None
        if isinstance(node, Scalar) and isinstance(node.value, str):
            template = value if isinstance(value, Template) else Template((node.text,))
            words = Words(node.text, template, node.where)
        return Data(value, frozenset(names), node.where, words)

    def _data_map(self, node: YamlNode) -> tuple[tuple[str, Data], ...]:
        """Read a map of names and data."""
        return tuple((key.text, self._data(value)) for key, value in self._pairs(node))

    def _facts(self, node: YamlNode) -> tuple[tuple[str, Data], ...]:
        """Read a map of names and data; the names must be free."""
        return tuple((key.text, self._data(value)) for key, value in self._named_pairs(node))

    def _named_pairs(self, node: YamlNode) -> list[tuple[Scalar, YamlNode]]:
        """Return the keys and values of a map whose keys must be free names."""
        pairs = list(self._pairs(node))
        for key, _ in pairs:
            self._check_name(key.text, key.where)
        return pairs

    def _data_value(self, node: YamlNode, names: set[str]) -> object:
        match node:
            case YamlMap():
                return {key.text: self._data_value(value, names) for key, value in node.items}
            case YamlList():
                return [self._data_value(item, names) for item in node.items]
            case Scalar(value=str(text)) if "{" in text:
                template = self._template(node)
                names.update(template.names if template else ())
                return template
        return node.value

    def _pairs(self, node: YamlNode) -> Iterator[tuple[Scalar, YamlNode]]:
        """Yield the keys and values of a map."""
        if isinstance(node, YamlMap):
            yield from node.items
        else:
            self._report("expected names and values", node.where)


def _repeat_names(loop: Loop | None, when: Expression | None) -> FactNames:
    """Return the facts that determine how often a thing is repeated."""
    names = when.names if when else frozenset()
    return names.difference(loop.names) | loop.source.names if loop else names


def _printed_scalar(node: Scalar) -> Scalar:
    """Return a scalar as printed: without the newline that ends a block, empty for no value."""
    text = node.text if node.value is not None else ""
    if node.style in ("literal", "folded"):
        text = text.rstrip("\n")
    place = node.line, node.column, node.source
    return node if text == node.text else Scalar(text, text, node.style, *place)


def _keys_inside(attribute: Attribute) -> Collection[str]:
    """Return the keys inside the value of an attribute, if it has any of its own."""
    kind = attribute.kind
    return kind.of.attributes if isinstance(kind, Structure) and kind.of else ()


def _loop_names(columns: YamlNode | None) -> Iterator[str]:
    """Yield the names bound by the loops of columns."""
    for column in columns.items if isinstance(columns, YamlList) else ():
        if isinstance(column, YamlMap):
            loop = column.get("for")
            names = str(plain(loop)).split(" in ")[0].split(",") if loop is not None else ()
            yield from (name.strip() for name in names)
            yield from _loop_names(column.get("columns"))


def _expand_shorthand(node: Scalar, cls: type[Declared]) -> YamlNode:
    """Expand a shorthand to a map: no value means no keys, a plain one sets the main key."""
    place = node.line, node.column, node.source
    if node.value is None:
        return YamlMap((), *place)
    if not cls.short_for:
        return node
    key = Scalar(cls.short_for, cls.short_for, "plain", *place)
    return YamlMap(((key, node),), *place)


_NAMES = {
    "TableColumn": "column",
    "TableRow": "row",
    "TableParts": "table",
    "PageSetup": "page",
    "Accents": "set of colours",
    "OptionDef": "option",
    "DataFile": "data file",
    "FieldDef": "field",
    "Parameter": "parameter",
    "KitEntry": "sheet of the kit",
    "PadRow": "row",
    "PadGroup": "group of rows",
    "PadEntry": "entry",
    "PadPoints": "range of points",
}
