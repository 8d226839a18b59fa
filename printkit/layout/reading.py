"""Reading: a YAML tree becomes a definition, or every problem in it at once.

Walks the tree along the declarations in `definition`. Notes which facts each node needs, so that
later steps know what can be laid out once and shared. Knows no values of facts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from printkit.errors import LayoutError, did_you_mean
from printkit.layout.compiler import CHANCE
from printkit.layout.declaring import (
    LOOP,
    Attribute,
    Data,
    Declared,
    MarkedWords,
    Reference,
    Structure,
    Words,
)
from printkit.layout.definition import FieldDef, Kit, Part, Sheet
from printkit.layout.expressions import Template, parse_expression, parse_loop, parse_template
from printkit.layout.marks import IconMark, parse_marks
from printkit.layout.nodes import (
    FIELD,
    NODE_KINDS,
    Canvas,
    Flow,
    Table,
    TableColumn,
    TableParts,
    TableRow,
    Text,
)
from printkit.layout.values import Dynamic, Kind, Tokens, ValueProblem, show
from printkit.palette import read_palette
from printkit.theme import theme_names
from printkit.yamlfile import Scalar, YamlList, YamlMap, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from printkit.errors import PrintkitError, Where
    from printkit.layout.declaring import Names
    from printkit.layout.expressions import Expression, Loop
    from printkit.layout.nodes import Node
    from printkit.palette import Palette
    from printkit.yamlfile import Node as Yaml

S = TypeVar("S")
Thing = TypeVar("Thing", bound=Declared)
Whole = TypeVar("Whole", Sheet, Part, Kit)

FUNCTIONS = frozenset({"t"})
"""Functions that the layout step adds to those of every expression."""

PAGE_NAMES = ("page", "pages", "copy", "area", "flow")
"""Facts that only composing knows: the page of paper, how many there are, which copy this is,
the width and height inside the margins, in millimetres, and how far a flow has come."""

TAKEN = FUNCTIONS.union(PAGE_NAMES)
"""Names that a file cannot give to anything else."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
_FAMILY = re.compile(r"[a-z][a-z0-9-]*(\.([a-z0-9][a-z0-9-]*|[A-Z]+))*\Z")


@dataclass(slots=True)
class Needs:
    """The facts that a thing asks for: its place, itself, how many children, and all inside."""

    place: set[str] = field(default_factory=set)
    own: set[str] = field(default_factory=set)
    repeats: set[str] = field(default_factory=set)
    all: set[str] = field(default_factory=set)

    def own_of(self, cls: type) -> set[str]:
        """What changes the thing itself: children of a canvas do not move each other, and the
        columns of a table follow from all that stands in it."""
        if cls is Canvas:
            return self.own
        return self.own | self.repeats | (self.all if cls is TableParts or cls is Table else set())


class Reader:
    """Reads one file; collects its problems and the facts that it asks for."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.problems: list[PrintkitError] = []
        self.references: list[Reference] = []
        self._bound: list[str] = []
        self._repeated: tuple[str, ...] = ()
        self._needs: list[Needs] = [Needs()]
        self._flows: list[Where] = []

    def read(self, cls: type[Whole], node: Yaml, what: str) -> Whole | None:
        """The whole file as `cls`; None where it is beyond reading."""
        if not isinstance(node, YamlMap):
            self._complain(f"expected {what}: keys and values", node.where)
            return None
        thing = self._thing(cls, node, what)
        self._check_flows(cls)
        places = {key.text: value.where for key, value in node.items}
        more = {"references": tuple(self.references), "places": places}
        return thing and cls(**{**vars(thing), **more, "has_flow": bool(self._flows)})

    def _check_flows(self, cls: type) -> None:
        for where in self._flows if cls is Part else self._flows[1:]:
            hint = "it stands in the layout itself, and there is one"
            self._complain("this flow cannot be used", where, hint)

    def _complain(self, message: str, where: Where, hint: str = "") -> None:
        self.problems.append(LayoutError(message, where, hint))

    def _thing(self, cls: type[Thing], node: YamlMap, what: str) -> Thing | None:
        known = len(self.references)
        if cls is Flow:
            self._flows.append(node.where)
        loop = self._loop_of(node)
        bound = loop.names if loop else ()
        self._needs.append(Needs())
        self._bound.extend(bound)
        values = self._values(cls, node, what)
        del self._bound[len(self._bound) - len(bound) :]
        if loop is None and (node.get("for") or node.get("each")):
            del self.references[known:]  # nobody knows what is a fact in a loop that makes no sense
        needs = self._needs.pop()
        repeats = repeat_names(loop, values.get("when"))
        look = needs.all | needs.own
        names = (look | needs.place).difference(bound) | repeats
        self._pass_on(names, repeats)
        keys = cls.attributes.values()
        if any(key.required and key.field not in values for key in keys):
            return None
        if loop:
            values["loop"] = loop
        own = frozenset(needs.own_of(cls))
        kept = {"own": own, "look": frozenset(look), "names": frozenset(names)}
        return cls(where=node.where, **kept, **values)

    def _pass_on(self, names: Iterable[str], repeats: Iterable[str]) -> None:
        """A container needs what its children need; how many there are concerns it too."""
        self._needs[-1].all.update(names)
        self._needs[-1].repeats.update(repeats)

    def _loop_of(self, node: YamlMap) -> Loop | None:
        value = node.get("for") or node.get("each")
        if value is None:
            return None
        loop = self._parse(parse_loop, value, "a loop like 'player in players'")
        if loop is None:
            return None
        self._note(loop.source)
        for name in loop.names:
            if name in self._bound:
                self._complain(f"the name '{name}' is taken by an outer loop", value.where)
            self._check_name(name, value.where)
        return loop

    def _check_name(self, name: str, where: Where) -> None:
        """May a file give this name to a value of its own?"""
        if name in TAKEN:
            self._complain(f"the name '{name}' is taken", where, "choose another name")
        elif not _NAME.match(name):
            hint = "names consist of the letters a to z, digits and _, and begin with a letter"
            self._complain(f"'{name}' is not a name", where, hint)

    def _values(self, cls: type[Declared], node: YamlMap, what: str) -> dict[str, Any]:
        known = cls.attributes
        values: dict[str, Any] = {}
        for key, value in node.items:
            spec = known.get(key.text)
            if spec is None:
                hint = did_you_mean(key.text, known)
                if issubclass(cls, Table) and key.text in TableParts.attributes:
                    hint = "indent it further: it stands inside of `table:`"
                if cls is Sheet and key.text == "drawn":
                    hint = "name what the game draws: `draws: {drawn: {offer: sheets}}`"
                self._complain(f"unknown key '{key.text}' in {what}", key.where, hint)
            elif spec.kind is not LOOP:
                result = self._attribute(spec, value)
                if result is not None:
                    values[spec.field] = result
        for name, spec in known.items():
            if spec.required and node.get(name) is None:
                self._complain(f"{what} needs '{name}'", node.where)
        return values

    def _attribute(self, spec: Attribute, node: Yaml) -> Any:
        if spec.key == "at":
            return self._place(node)
        return self._fixed(spec.kind, node) if spec.fixed else self._value(spec.kind, node)

    def _fixed(self, kind: Kind[Any] | Structure, node: Yaml) -> Any:
        """A value that must be known before any fact is."""
        if not isinstance(kind, Structure):
            return self._parsed(kind, node)
        known = len(self.references)
        value = self._value(kind, node)
        if len(self.references) > known:
            hint = "it must be known before any fact is"
            self._complain("{…} cannot stand here", node.where, hint)
        return value

    def _place(self, node: Yaml) -> Data:
        """Where a thing stands is not how it looks: its facts are kept apart."""
        self._needs.append(Needs())
        data = self._data(node, None)
        self._needs.pop()
        self._needs[-1].place.update(data.names)
        return data

    def _value(self, kind: Kind[Any] | Structure, node: Yaml) -> Any:
        if isinstance(kind, Structure):
            return _STRUCTURES[kind.shape](self, node, kind.of)
        if isinstance(node, Scalar) and isinstance(node.value, str) and "{" in node.value:
            return self._dynamic(kind, node)
        return self._parsed(kind, node)

    def _parsed(self, kind: Kind[Any], node: Yaml) -> Any:
        try:
            return kind.parse(plain(node), self.tokens)
        except ValueProblem as problem:
            self._complain(problem.message, node.where, problem.hint)
            return None

    def _dynamic(self, kind: Kind[Any], node: Scalar) -> Dynamic | None:
        template = self._template(node)
        return None if template is None else Dynamic(template, kind, node.where)

    def _template(self, node: Scalar) -> Template | None:
        template = self._parse(parse_template, node, "text")
        if template is not None:
            self._ask_for(template)
        return template

    def _ask_for(self, template: Template) -> None:
        self._needs[-1].own.update(template.names)
        self._note(*template.expressions)

    def _parse(
        self, parse: Callable[..., S], node: Yaml, what: str, functions: Names = FUNCTIONS
    ) -> S | None:
        if not isinstance(node, Scalar) or node.value is None:
            self._complain(f"expected {what}", node.where)
            return None
        try:
            return parse(node.text, node.where, functions=functions)
        except LayoutError as error:
            self.problems.append(error)
            return None

    def _note(self, *expressions: Expression) -> None:
        for each in expressions:
            names = (name for name in each.names if name not in self._bound)
            self.references.extend(Reference(name, each) for name in names)

    # One method for each shape of structure, listed in _STRUCTURES.

    def _words(self, node: Yaml, _: object) -> Words | None:
        if not isinstance(node, Scalar):
            self._complain("expected text", node.where)
            return None
        node = _printed(node)
        template = self._template(node)
        return None if template is None else Words(node.text, template, node.where)

    def _marked(self, node: Yaml, _: object) -> MarkedWords | None:
        if not isinstance(node, Scalar) or node.value is None:
            self._complain("expected text", node.where)
            return None
        node = _printed(node)
        try:
            phrases = parse_marks(node.text, node.placing(), FUNCTIONS)
        except LayoutError as error:
            self.problems.append(error)
            return None
        for phrase in phrases:
            self._ask_for(phrase.name if isinstance(phrase, IconMark) else phrase.template)
        return MarkedWords(node.text, phrases, node.where)

    def _condition(self, node: Yaml, _: object) -> Expression | None:
        expression = self._parse(parse_expression, node, "a condition like 'count > 3'")
        if expression is not None:
            self._note(expression)
        return expression

    def _draw(self, node: Yaml, _: object) -> Expression | None:
        what = "an expression like 'shuffle(players)'"
        expression = self._parse(parse_expression, node, what, FUNCTIONS.union(CHANCE))
        if expression is not None:
            self._note(expression)
        return expression

    def _palette(self, node: Yaml, _: object) -> Palette | None:
        try:
            return read_palette(node, theme_names())
        except LayoutError as error:
            self.problems.append(error)
            return None

    def _data(self, node: Yaml, _: object) -> Data:
        names: set[str] = set()
        value = self._data_value(node, names)
        self._needs[-1].own.update(names)
        words = None
        if isinstance(node, Scalar) and isinstance(node.value, str):
            template = value if isinstance(value, Template) else Template((node.text,))
            words = Words(node.text, template, node.where)
        return Data(value, frozenset(names), node.where, words)

    def _data_value(self, node: Yaml, names: set[str]) -> object:
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

    def _data_map(self, node: Yaml, _: object) -> tuple[tuple[str, Data], ...]:
        return tuple((key.text, self._data(value, None)) for key, value in self._pairs(node))

    def _facts(self, node: Yaml, _: object) -> tuple[tuple[str, Data], ...]:
        for key, _value in self._pairs(node) if isinstance(node, YamlMap) else ():
            self._check_name(key.text, key.where)
        return self._data_map(node, None)

    def _pairs(self, node: Yaml) -> Iterator[tuple[Scalar, Yaml]]:
        if isinstance(node, YamlMap):
            yield from node.items
        else:
            self._complain("expected names and values", node.where)

    def _mapping(self, node: Yaml, cls: type) -> tuple[tuple[str, Any], ...]:
        for key, _ in self._pairs(node) if isinstance(node, YamlMap) else ():
            self._check_name(key.text, key.where)
        found = [
            (key.text, self._single(value, cls, f"'{key.text}'"))
            for key, value in self._pairs(node)
        ]
        return tuple((name, value) for name, value in found if value is not None)

    def _fields(self, node: Yaml, _: object) -> tuple[tuple[str, FieldDef], ...]:
        """Families of fields; the capital letters of a name are facts of its label and formula."""
        found = []
        for key, value in self._pairs(node):
            if not _FAMILY.match(key.text):
                hint = "write points, points.R or points.R.P: capital letters stand for any part"
                self._complain(f"'{key.text}' is no name for fields", key.where, hint)
                continue
            parts = [part for part in key.text.split(".") if part.isupper()]
            self._bound.extend(parts)
            declared = self._single(value, FieldDef, f"'{key.text}'")
            del self._bound[len(self._bound) - len(parts) :]
            if declared is not None:
                found.append((key.text, declared))
        return tuple(found)

    def _row_field(self, node: Yaml, _: object) -> Any:
        """The name of a row's empty cells sees what its table's columns repeat."""
        self._bound.extend(self._repeated)
        value = self._value(FIELD, node)
        del self._bound[len(self._bound) - len(self._repeated) :]
        self._needs[-1].own.difference_update(self._repeated)
        return value

    def _single(self, node: Yaml, cls: type[Declared], what: str = "") -> Any:
        if isinstance(node, Scalar):
            node = _written_out(node, cls)
        if cls is TableParts and isinstance(node, YamlMap):
            outer, self._repeated = self._repeated, tuple(_repeated(node.get("columns")))
            parts = self._thing(cls, node, "a table")
            self._repeated = outer
            return parts
        if not isinstance(node, YamlMap):
            self._complain(f"expected keys and values, not {show(plain(node))}", node.where)
            return None
        return self._thing(cls, node, what or f"a {_NAMES.get(cls.__name__, 'node')}")

    def _listing(self, node: Yaml, cls: type) -> tuple[Any, ...]:
        things = [self._single(item, cls) for item in self._items(node)]
        return tuple(thing for thing in things if thing is not None)

    def _items(self, node: Yaml) -> Iterator[Yaml]:
        if isinstance(node, YamlList):
            yield from node.items
        elif isinstance(node, Scalar) and node.value is None:
            return
        else:
            self._complain("expected a list: lines that begin with '- '", node.where)

    def _rows(self, node: Yaml, _: object) -> tuple[TableRow, ...]:
        return self._listing(node, TableRow)

    def _columns(self, node: Yaml, _: object) -> tuple[TableColumn, ...]:
        return self._listing(node, TableColumn)

    def _nodes(self, node: Yaml, _: object) -> tuple[Node, ...]:
        nodes = [self._node(item) for item in self._items(node)]
        return tuple(child for child in nodes if child is not None)

    def _cell(self, node: Yaml, _: object) -> Node | None:
        return self._node(node)

    def _node(self, node: Yaml) -> Node | None:
        if isinstance(node, Scalar):
            return self._short_text(node)
        if not isinstance(node, YamlMap):
            self._complain("expected a node like 'text: Hello', not a list", node.where)
            return None
        kind = self._kind_of(node)
        if kind is None:
            return None
        name = next(name for name, cls in NODE_KINDS.items() if cls is kind)
        return self._thing(kind, node, f"'{name}'")

    def _short_text(self, node: Scalar) -> Text | None:
        self._needs.append(Needs())
        words = self._words(node, None)
        own = frozenset(self._needs.pop().own)
        self._pass_on(own, ())
        if words is None:
            return None
        return Text(where=node.where, own=own, look=own, names=own, words=words)

    def _kind_of(self, node: YamlMap) -> type[Node] | None:
        found = [key for key, _ in node.items if key.text in NODE_KINDS]
        if len(found) == 1:
            return NODE_KINDS[found[0].text]
        if found:
            both = " and ".join(f"'{key.text}'" for key in found)
            self._complain(f"a node is one thing, not {both}", found[1].where)
            return None
        common = Text.attributes
        strange = next((key for key, _ in node.items if key.text not in common), None)
        if strange is None:
            self._complain("which node is this?", node.where, did_you_mean("", NODE_KINDS))
        else:
            hint = did_you_mean(strange.text, NODE_KINDS)
            self._complain(f"unknown node '{strange.text}'", strange.where, hint)
        return None


def repeat_names(loop: Loop | None, when: Expression | None) -> frozenset[str]:
    """The facts that decide how often a thing stands there."""
    names = when.names if when else frozenset()
    return names.difference(loop.names) | loop.source.names if loop else names


def _repeated(columns: Yaml | None) -> Iterator[str]:
    """The names that the `for` of columns stand for."""
    for column in columns.items if isinstance(columns, YamlList) else ():
        if isinstance(column, YamlMap):
            loop = column.get("for")
            names = str(plain(loop)).split(" in ")[0].split(",") if loop is not None else ()
            yield from (name.strip() for name in names)
            yield from _repeated(column.get("columns"))


def _written_out(node: Scalar, cls: type[Declared]) -> Yaml:
    """Nothing stands for no keys at all, a plain value for the key that it is short for."""
    place = node.line, node.column, node.source
    if node.value is None:
        return YamlMap((), *place)
    if not cls.short_for:
        return node
    key = Scalar(cls.short_for, cls.short_for, "plain", *place)
    return YamlMap(((key, node),), *place)


def _printed(node: Scalar) -> Scalar:
    """Words without the newline that ends every block of text; nothing prints nothing."""
    text = node.text if node.value is not None else ""
    if node.style in ("literal", "folded"):
        text = text.rstrip("\n")
    place = node.line, node.column, node.source
    return node if text == node.text else Scalar(text, text, node.style, *place)


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
}

_STRUCTURES: dict[str, Callable[[Reader, Yaml, Any], Any]] = {
    "nodes": Reader._nodes,
    "cell": Reader._cell,
    "cells": Reader._nodes,
    "words": Reader._words,
    "marked words": Reader._marked,
    "data": Reader._data,
    "data map": Reader._data_map,
    "facts": Reader._facts,
    "fields": Reader._fields,
    "row field": Reader._row_field,
    "condition": Reader._condition,
    "draw": Reader._draw,
    "palette": Reader._palette,
    "listing": Reader._listing,
    "single": Reader._single,
    "mapping": Reader._mapping,
    "rows": Reader._rows,
    "columns": Reader._columns,
}
