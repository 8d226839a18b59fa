"""Reading: a YAML tree becomes a definition, or every problem in it at once.

Walks the tree along the declarations in `definition`. Notes which facts each node needs, so that
later steps know what can be laid out once and shared. Knows no values of facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from printkit.errors import LayoutError, RefusalError, Where, did_you_mean
from printkit.layout.declaring import LOOP, Attribute, Declared, Structure
from printkit.layout.definition import Kit, Part, Sheet
from printkit.layout.needs import Needs
from printkit.layout.nodes import FIELD, NODE_KINDS, Flow, Node, Table, TableParts, Text
from printkit.layout.notebook import Gathering, Notebook, repeat_names
from printkit.layout.values import Dynamic, Kind, Tokens, show
from printkit.palette import Palette, read_palette
from printkit.patterns import pattern
from printkit.theme import theme_names
from printkit.yamlnodes import Scalar, YamlList, YamlMap, YamlNode, plain

Thing = TypeVar("Thing", bound=Declared)
File = TypeVar("File", Sheet, Part, Kit)

_FAMILY = pattern(r"[a-z][a-z0-9-]*(\.([a-z0-9][a-z0-9-]*|[A-Z]+))*\Z")


class Reader:
    """Reads one file; collects its problems and the facts that it asks for."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.notes = Notebook()
        self._repeated: tuple[str, ...] = ()
        self._flows: list[Where] = []

    def read(self, cls: type[File], node: YamlNode, what: str) -> File | None:
        """The whole file as `cls`; None where it is beyond reading."""
        if not isinstance(node, YamlMap):
            self.notes.complain(f"expected {what}: keys and values", node.where)
            return None
        thing = self._thing(cls, node, what)
        self._check_flows(cls)
        places = {key.text: value.where for key, value in node.items}
        more = {"references": tuple(self.notes.references), "places": places}
        return thing and cls(**{**vars(thing), **more, "has_flow": bool(self._flows)})

    def _check_flows(self, cls: type) -> None:
        for where in self._flows if cls is Part else self._flows[1:]:
            message = "a part has no flow" if cls is Part else "there is a flow already"
            self.notes.complain(message, where, "a layout has one, in its own file")

    def _thing(self, cls: type[Thing], node: YamlMap, what: str) -> Thing | None:
        known = len(self.notes.references)
        if cls is Flow:
            self._flows.append(node.where)
        loop = self.notes.loop_of(node)
        bound = loop.names if loop else ()
        self.notes.asked.append(Gathering())
        self.notes.bound.extend(bound)
        values = self._values(cls, node, what)
        del self.notes.bound[len(self.notes.bound) - len(bound) :]
        if loop is None and (node.get("for") or node.get("each")):
            # Nobody knows what is a fact in a loop that makes no sense.
            del self.notes.references[known:]
        repeats = repeat_names(loop, values.get("when"))
        needs = self.notes.asked.pop().needs(cls, bound, repeats)
        self._pass_on(needs.all, repeats)
        keys = cls.attributes.values()
        if any(key.required and key.field not in values for key in keys):
            return None
        if loop:
            values["loop"] = loop
        return cls(where=node.where, needs=needs, **values)

    def _pass_on(self, names: Iterable[str], repeats: Iterable[str]) -> None:
        """Notes for the container what a child needs, and what decides how often it repeats."""
        self.notes.asked[-1].inside.update(names)
        self.notes.asked[-1].counts.update(repeats)

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
                self.notes.complain(f"unknown key '{key.text}' in {what}", key.where, hint)
            elif spec.kind is not LOOP:
                result = self._attribute(spec, value)
                if result is not None:
                    values[spec.field] = result
        for name, spec in known.items():
            if spec.required and node.get(name) is None:
                self.notes.complain(f"{what} needs '{name}'", node.where)
        return values

    def _attribute(self, spec: Attribute, node: YamlNode) -> Any:
        if spec.key in ("at", "alt"):
            return self._apart(spec.kind, node)
        return self._fixed(spec.kind, node) if spec.fixed else self._value(spec.kind, node)

    def _fixed(self, kind: Kind[Any] | Structure, node: YamlNode) -> Any:
        """A value that must be known before any fact is."""
        if not isinstance(kind, Structure):
            return self._parsed(kind, node)
        known = len(self.notes.references)
        value = self._value(kind, node)
        if len(self.notes.references) > known:
            hint = "it must be known before any fact is"
            self.notes.complain("{…} cannot stand here", node.where, hint)
        return value

    def _apart(self, kind: Kind[Any] | Structure, node: YamlNode) -> Any:
        """A value that does not change how a thing looks: its facts are noted apart."""
        self.notes.asked.append(Gathering())
        value = self._value(kind, node)
        apart = self.notes.asked.pop()
        self.notes.asked[-1].place.update(apart.itself)
        return value

    def _value(self, kind: Kind[Any] | Structure, node: YamlNode) -> Any:
        if isinstance(kind, Structure):
            return self._structure(kind, node)
        if isinstance(node, Scalar) and isinstance(node.value, str) and "{" in node.value:
            return self._dynamic(kind, node)
        return self._parsed(kind, node)

    def _parsed(self, kind: Kind[Any], node: YamlNode) -> Any:
        try:
            return kind.parse(plain(node), self.tokens)
        except RefusalError as error:
            self.notes.problems.append(error.at(node.where))
            return None

    def _dynamic(self, kind: Kind[Any], node: Scalar) -> Dynamic | None:
        template = self.notes.template(node)
        return None if template is None else Dynamic(template, kind, node.where)

    def _structure(self, kind: Structure, node: YamlNode) -> Any:
        """There is a method for each shape of structure, here or in the notebook."""
        own: Callable[..., Any] | None = getattr(self, f"_{kind.shape}", None)
        read = own or getattr(self.notes, kind.shape)
        return read(node) if kind.of is None else read(node, kind.of)

    def _palette(self, node: YamlNode) -> Palette | None:
        try:
            return read_palette(node, theme_names())
        except LayoutError as error:
            self.notes.problems.append(error)
            return None

    def _mapping(self, node: YamlNode, cls: type) -> tuple[tuple[str, Any], ...]:
        found = [
            (key.text, self._single(value, cls, f"'{key.text}'"))
            for key, value in self.notes.named(node)
        ]
        return tuple((name, value) for name, value in found if value is not None)

    def _families(self, node: YamlNode, cls: type) -> tuple[tuple[str, Any], ...]:
        """Families of fields; the capital letters of a name are facts of its label and formula."""
        found = []
        for key, value in self.notes.pairs(node):
            if not _FAMILY.match(key.text):
                hint = "write points, points.R or points.R.P: capital letters stand for any part"
                self.notes.complain(f"'{key.text}' is no name for fields", key.where, hint)
                continue
            parts = [part for part in key.text.split(".") if part.isupper()]
            self.notes.bound.extend(parts)
            declared = self._single(value, cls, f"'{key.text}'")
            del self.notes.bound[len(self.notes.bound) - len(parts) :]
            if declared is not None:
                found.append((key.text, declared))
        return tuple(found)

    def _row_field(self, node: YamlNode) -> Any:
        """The name of a row's empty cells, which may use the loop names of the table's columns."""
        self.notes.bound.extend(self._repeated)
        value = self._value(FIELD, node)
        del self.notes.bound[len(self.notes.bound) - len(self._repeated) :]
        self.notes.asked[-1].itself.difference_update(self._repeated)
        return value

    def _single(self, node: YamlNode, cls: type[Declared], what: str = "") -> Any:
        if isinstance(node, Scalar):
            node = _written_out(node, cls)
        if cls is TableParts and isinstance(node, YamlMap):
            outer, self._repeated = self._repeated, tuple(_repeated(node.get("columns")))
            parts = self._thing(cls, node, "a table")
            self._repeated = outer
            return parts
        if not isinstance(node, YamlMap):
            self.notes.complain(f"expected keys and values, not {show(plain(node))}", node.where)
            return None
        return self._thing(cls, node, what or f"a {_NAMES.get(cls.__name__, 'node')}")

    def _listing(self, node: YamlNode, cls: type) -> tuple[Any, ...]:
        things = [self._single(item, cls) for item in self._items(node)]
        return tuple(thing for thing in things if thing is not None)

    def _items(self, node: YamlNode) -> Iterator[YamlNode]:
        if isinstance(node, YamlList):
            yield from node.items
        elif isinstance(node, Scalar) and node.value is None:
            return
        else:
            self.notes.complain("expected a list: lines that begin with '- '", node.where)

    def _nodes(self, node: YamlNode) -> tuple[Node, ...]:
        nodes = [self._node(item) for item in self._items(node)]
        return tuple(child for child in nodes if child is not None)

    def _node(self, node: YamlNode) -> Node | None:
        if isinstance(node, Scalar):
            return self._short_text(node)
        if not isinstance(node, YamlMap):
            self.notes.complain("expected a node like 'text: Hello', not a list", node.where)
            return None
        kind = self._kind_of(node)
        return None if kind is None else self._thing(kind, node, f"'{kind.key}'")

    def _short_text(self, node: Scalar) -> Text | None:
        self.notes.asked.append(Gathering())
        words = self.notes.words(node)
        names = frozenset(self.notes.asked.pop().itself)
        self._pass_on(names, ())
        if words is None:
            return None
        return Text(where=node.where, needs=Needs(names, names, names), words=words)

    def _kind_of(self, node: YamlMap) -> type[Node] | None:
        found = [key for key, _ in node.items if key.text in NODE_KINDS]
        if len(found) == 1:
            return NODE_KINDS[found[0].text]
        if found:
            both = " and ".join(f"'{key.text}'" for key in found)
            self.notes.complain(f"a node is one thing, not {both}", found[1].where)
            return None
        common = Text.attributes
        strange = next((key for key, _ in node.items if key.text not in common), None)
        if strange is None:
            self.notes.complain("which node is this?", node.where, did_you_mean("", NODE_KINDS))
        else:
            hint = did_you_mean(strange.text, NODE_KINDS)
            self.notes.complain(f"unknown node '{strange.text}'", strange.where, hint)
        return None


def _repeated(columns: YamlNode | None) -> Iterator[str]:
    """The names that the `for` of columns stand for."""
    for column in columns.items if isinstance(columns, YamlList) else ():
        if isinstance(column, YamlMap):
            loop = column.get("for")
            names = str(plain(loop)).split(" in ")[0].split(",") if loop is not None else ()
            yield from (name.strip() for name in names)
            yield from _repeated(column.get("columns"))


def _written_out(node: Scalar, cls: type[Declared]) -> YamlNode:
    """A map for what was written short: no value means no keys, a plain one its usual key."""
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
}
