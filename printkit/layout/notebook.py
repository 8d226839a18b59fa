"""The notebook of a reader: what is wrong with a file, and which facts it asks for.

Takes the words, loops, conditions and data of a file as nodes of YAML; gives templates and
expressions, and keeps what is to be known about them. Knows no values of facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from printkit.errors import LayoutError, PrintkitError, Where
from printkit.layout.compiler import CHANCE, Functions
from printkit.layout.declaring import Data, MarkedWords, Reference, Words
from printkit.layout.expressions import Template, parse_expression, parse_loop, parse_template
from printkit.layout.functions import GIVEN
from printkit.layout.marks import IconMark, parse_marks
from printkit.layout.needs import FactNames, Needs
from printkit.layout.nodes import Canvas, Table, TableParts
from printkit.patterns import pattern
from printkit.yamlnodes import Scalar, YamlList, YamlMap, YamlNode

if TYPE_CHECKING:
    from printkit.layout.expressions import Expression, Loop

S = TypeVar("S")

PAGE_NAMES = ("page", "pages", "copy", "area", "flow")
"""Facts that only the composer knows: the page, how many there are, which copy this is, the room
inside the margins in millimetres, and how far a flow has come."""

TAKEN = frozenset((*GIVEN, *PAGE_NAMES))  # names that a file cannot use for values of its own

_NAME = pattern(r"[A-Za-z][A-Za-z0-9_]*\Z")


class Gathering:
    """The names of facts that a thing has asked for so far, while it is being read."""

    __slots__ = ("counts", "inside", "itself", "place")

    def __init__(self) -> None:
        self.itself: set[str] = set()  # in what it says of itself
        self.place: set[str] = set()  # in `at` and `alt`, which leave its look alone
        self.counts: set[str] = set()  # to decide how many children it has
        self.inside: set[str] = set()  # by anything inside of it

    def needs(self, cls: type, bound: Iterable[str], repeats: FactNames) -> Needs:
        """What it needs once it is read: a `cls` whose loop binds some names and asks for others.

        Children of a canvas do not move each other; the columns of a table follow from all that
        stands in it.
        """
        itself = self.itself if cls is Canvas else self.itself | self.counts
        if cls is TableParts or cls is Table:
            itself |= self.inside
        look = self.inside | self.itself
        everything = (look | self.place).difference(bound) | repeats
        return Needs(frozenset(itself), frozenset(look), frozenset(everything))


class Notebook:
    """Reads what is said in one file; collects its problems and the facts that it asks for."""

    def __init__(self) -> None:
        self.problems: list[PrintkitError] = []
        self.references: list[Reference] = []
        self.bound: list[str] = []
        """The names of the loops around what is being read: they are no facts."""
        self.asked: list[Gathering] = [Gathering()]
        """What is asked for by the thing that is being read, last, and by those around it."""

    def complain(self, message: str, where: Where, hint: str = "") -> None:
        """Notes a problem."""
        self.problems.append(LayoutError(message, where, hint))

    def check_name(self, name: str, where: Where) -> None:
        """Complains about a name that a file cannot use for a value of its own."""
        if name in TAKEN:
            self.complain(f"the name '{name}' is taken", where, "choose another name")
        elif not _NAME.match(name):
            hint = "names consist of the letters a to z, digits and _, and begin with a letter"
            self.complain(f"'{name}' is not a name", where, hint)

    def loop_of(self, node: YamlMap) -> Loop | None:
        """The `for` or `each` of a thing, if it has one that makes sense."""
        value = node.get("for") or node.get("each")
        if value is None:
            return None
        loop = self.parse(parse_loop, value, "a loop like 'player in players'")
        if loop is None:
            return None
        self.note(loop.source)
        for name in loop.names:
            if name in self.bound:
                self.complain(f"the name '{name}' is taken by an outer loop", value.where)
            self.check_name(name, value.where)
        return loop

    def parse(
        self, parse: Callable[..., S], node: YamlNode, what: str, functions: Functions = GIVEN
    ) -> S | None:
        """What a scalar says, or a problem."""
        if not isinstance(node, Scalar) or node.value is None:
            self.complain(f"expected {what}", node.where)
            return None
        try:
            return parse(node.text, node.where, functions=functions)
        except LayoutError as error:
            self.problems.append(error)
            return None

    def note(self, *expressions: Expression) -> None:
        """Notes the facts that expressions ask for."""
        for each in expressions:
            names = (name for name in each.names if name not in self.bound)
            self.references.extend(Reference(name, each) for name in names)

    def ask_for(self, template: Template) -> None:
        """Notes that what is being read needs the facts of a template."""
        self.asked[-1].itself.update(template.names)
        self.note(*template.expressions)

    def template(self, node: Scalar) -> Template | None:
        """Text with expressions."""
        template = self.parse(parse_template, node, "text")
        if template is not None:
            self.ask_for(template)
        return template

    def words(self, node: YamlNode) -> Words | None:
        """Words that are printed."""
        if not isinstance(node, Scalar):
            self.complain("expected text", node.where)
            return None
        node = _printed(node)
        template = self.template(node)
        return None if template is None else Words(node.text, template, node.where)

    def marked(self, node: YamlNode) -> MarkedWords | None:
        """Words with bold and italic ones and icons among them."""
        if not isinstance(node, Scalar) or node.value is None:
            self.complain("expected text", node.where)
            return None
        node = _printed(node)
        try:
            phrases = parse_marks(node.text, node.placing(), GIVEN)
        except LayoutError as error:
            self.problems.append(error)
            return None
        for phrase in phrases:
            self.ask_for(phrase.name if isinstance(phrase, IconMark) else phrase.template)
        return MarkedWords(node.text, phrases, node.where)

    def condition(self, node: YamlNode) -> Expression | None:
        """An expression that is true or not."""
        return self._expression(node, "a condition like 'count > 3'", GIVEN)

    def draw(self, node: YamlNode) -> Expression | None:
        """An expression that chance decides."""
        functions = {**GIVEN, **dict.fromkeys(CHANCE)}
        return self._expression(node, "an expression like 'shuffle(players)'", functions)

    def _expression(self, node: YamlNode, what: str, functions: Functions) -> Expression | None:
        expression = self.parse(parse_expression, node, what, functions)
        if expression is not None:
            self.note(expression)
        return expression

    def data(self, node: YamlNode) -> Data:
        """Plain data with expressions in it."""
        names: set[str] = set()
        value = self._data_value(node, names)
        self.asked[-1].itself.update(names)
        words = None
        if isinstance(node, Scalar) and isinstance(node.value, str):
            template = value if isinstance(value, Template) else Template((node.text,))
            words = Words(node.text, template, node.where)
        return Data(value, frozenset(names), node.where, words)

    def data_map(self, node: YamlNode) -> tuple[tuple[str, Data], ...]:
        """Names and data."""
        return tuple((key.text, self.data(value)) for key, value in self.pairs(node))

    def facts(self, node: YamlNode) -> tuple[tuple[str, Data], ...]:
        """Names and data; the names must be free."""
        return tuple((key.text, self.data(value)) for key, value in self.named(node))

    def named(self, node: YamlNode) -> list[tuple[Scalar, YamlNode]]:
        """The keys and values of a map whose keys must be free names."""
        pairs = list(self.pairs(node))
        for key, _ in pairs:
            self.check_name(key.text, key.where)
        return pairs

    def _data_value(self, node: YamlNode, names: set[str]) -> object:
        match node:
            case YamlMap():
                return {key.text: self._data_value(value, names) for key, value in node.items}
            case YamlList():
                return [self._data_value(item, names) for item in node.items]
            case Scalar(value=str(text)) if "{" in text:
                template = self.template(node)
                names.update(template.names if template else ())
                return template
        return node.value

    def pairs(self, node: YamlNode) -> Iterator[tuple[Scalar, YamlNode]]:
        """The keys and values of a map."""
        if isinstance(node, YamlMap):
            yield from node.items
        else:
            self.complain("expected names and values", node.where)


def repeat_names(loop: Loop | None, when: Expression | None) -> FactNames:
    """The facts that decide how often a thing stands there."""
    names = when.names if when else frozenset()
    return names.difference(loop.names) | loop.source.names if loop else names


def _printed(node: Scalar) -> Scalar:
    """Words without the newline at the end of a block of text; no value is no words."""
    text = node.text if node.value is not None else ""
    if node.style in ("literal", "folded"):
        text = text.rstrip("\n")
    place = node.line, node.column, node.source
    return node if text == node.text else Scalar(text, text, node.style, *place)
