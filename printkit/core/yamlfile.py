"""YAML with positions: a file or a text becomes a tree of nodes, each with its place.

Scalars follow YAML 1.2 (`no` and `12:30` are text). Whatever could run code, grow without bound or
surprise a reader is refused: tags, anchors, merge keys, duplicate keys, several documents. Nodes
are built directly from the parser's events, so limits are checked before anything is built.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
)

from printkit.core.budget import current_budget
from printkit.core.errors import LayoutError, Where, brief
from printkit.core.source import (
    MAX_NUMBER,
    Source,
    find_forbidden,
    load_source,
    parse_number,
    parse_source,
)

ScalarStyle: TypeAlias = Literal["plain", "single", "double", "literal", "folded"]
Held = TypeVar("Held")
ScalarValue: TypeAlias = str | int | float | bool | None


class Scalar(NamedTuple):
    """A single value."""

    value: ScalarValue
    text: str  # as written, without quotes
    style: ScalarStyle
    line: int  # counted from 1
    column: int  # counted from 1
    source: Source

    @property
    def where(self) -> Where:
        return self.source.where(self.line, self.column)

    def where_in(self, offset: int) -> Where:
        """Return the place of one of its characters; see `placing`."""
        return self.placing()(offset)

    def placing(self) -> Callable[[int], Where]:
        """Return a function from a character's index to its place, even across several lines.

        Blanks aren't compared, because YAML folds them. If an escape makes the positions unknown,
        every character is at the place where the text begins.
        """
        indexes = self._indexes()
        if indexes is None:
            return lambda _: self.where
        return lambda offset: self.source.where_at(indexes[offset])

    def _indexes(self) -> list[int] | None:
        """Return the index in the file of each character and of the end; None if unknown."""
        written, index = self.source.text, self._start()
        indexes = []
        for character in self.text:
            if character.isspace():
                indexes.append(index)
                index += written[index : index + 1] == " "
                continue
            index = self._written_at(character, index)
            if not written.startswith(character, index):
                return None
            indexes.append(index)
            index += 1
        return [*indexes, index]

    def _start(self) -> int:
        """Return the index in the file of the first character, after a quote or block indicator."""
        index = self.source.index(self.line, self.column)
        if self.style in ("literal", "folded"):
            return self.source.text.find("\n", index) + 1
        return index + (self.style != "plain")

    def _written_at(self, character: str, index: int) -> int:
        """Return the index of the next character that isn't blank, after its escape sign."""
        written = self.source.text
        while written[index : index + 1].isspace():
            index += 1
        escaped = {"double": "\\", "single": "'"}.get(self.style, "")
        is_escaped = escaped != "" and written.startswith(escaped, index)
        return index + (is_escaped and character in "\\'\"")


class _Collection(NamedTuple, Generic[Held]):
    """A node that contains other nodes, in the order of the file."""

    items: tuple[Held, ...]
    line: int
    column: int
    source: Source

    @property
    def where(self) -> Where:
        return self.source.where(self.line, self.column)


class YamlList(_Collection["YamlNode"]):
    """A list of nodes."""

    __slots__ = ()


class YamlMap(_Collection["tuple[Scalar, YamlNode]"]):
    """Keys and nodes; a key's `text` is its name."""

    __slots__ = ()

    def get(self, name: str) -> YamlNode | None:
        """Return the node under a key, or None."""
        return next((node for key, node in self.items if key.text == name), None)


YamlNode: TypeAlias = Scalar | YamlList | YamlMap


def plain(node: YamlNode) -> Any:
    """Convert a node to plain data."""
    match node:
        case YamlMap():
            return {key.text: plain(value) for key, value in node.items}
        case YamlList():
            return [plain(item) for item in node.items]
    return node.value


MAX_DEPTH: Final = 40
MAX_NODES: Final = 50_000

_STYLES: Final[dict[str | None, ScalarStyle]] = {
    None: "plain",
    "": "plain",
    "'": "single",
    '"': "double",
    "|": "literal",
    ">": "folded",
}
_WORDS: Final[dict[str, ScalarValue]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER = re.compile(r"[-+]?[0-9]+|0x[0-9a-fA-F]+|0o[0-7]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_A_NUMBER = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_DIRECTIVE = re.compile(r"^%", re.MULTILINE)
_BASES: Final = {"0x": 16, "0o": 8}

# The C parser if PyYAML has it; the pure Python one behaves the same.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _parse(source: Source) -> tuple[YamlNode, int]:
    """Parse the document in a source; return it and the number of its values."""
    if found := _DIRECTIVE.search(source.text):  # thousands of them take the parser many seconds
        where = source.where_at(found.start())
        raise LayoutError("% directives aren't supported", where, "remove the line")
    builder = _Builder(source)
    try:
        return builder.document(), builder.nodes
    except yaml.MarkedYAMLError as error:
        raise _explain(error, source) from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        # The pure Python parser lets chr() fail on an escape like "\UFFFFFFFF".
        where = source.where(*builder.last)
        raise LayoutError(f"not valid YAML after this: {error}", where) from None


class _Builder:
    """A builder of nodes from the parser's events for one source."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.events: Iterator[Event] = yaml.parse(source.text, Loader=_LOADER)
        self.nodes = 0
        self.last = (1, 1)

    def document(self) -> YamlNode:
        next(self.events)
        start = next(self.events)
        if not isinstance(start, DocumentStartEvent):
            raise LayoutError("the file is empty", Where(self.source.name))
        node = self.node(next(self.events), 0)
        next(self.events)
        another = next(self.events)
        if isinstance(another, DocumentStartEvent):
            raise self.error(
                another, "a second document begins here", "write one document per file"
            )
        return node

    def node(self, event: Event, depth: int) -> YamlNode:
        self.guard(event, depth)
        if isinstance(event, ScalarEvent):
            return self.scalar(event)
        if isinstance(event, MappingStartEvent):
            return self.mapping(event, depth + 1)
        return self.sequence(event, depth + 1)

    def guard(self, event: Event, depth: int) -> None:
        self.nodes += 1
        self.last = _place(event)
        if self.nodes > MAX_NODES:
            raise self.error(event, f"more than {MAX_NODES:,} values in one file", "split it")
        if depth > MAX_DEPTH:
            raise self.error(event, f"nested more than {MAX_DEPTH} levels deep", "use fewer levels")
        if isinstance(event, AliasEvent) or getattr(event, "anchor", None) is not None:
            raise self.error(
                event,
                "anchors (&) and aliases (*) aren't supported",
                "put text that begins with & or * in quotes; write repeated parts once, with `use`",
            )
        if (tag := getattr(event, "tag", None)) is not None:
            tag = brief(tag.replace("tag:yaml.org,2002:", "!!"))
            hint = "put text that begins with ! in quotes"
            raise self.error(event, f"the tag '{tag}' isn't supported", hint)

    def scalar(self, event: ScalarEvent) -> Scalar:
        text, style = event.value, _STYLES[event.style]
        if style == "double" and (found := find_forbidden(text)):
            raise self.error(event, f"the character U+{ord(found):04X} cannot be printed")
        value = self.resolve(event) if style == "plain" else text
        return Scalar(value, text, style, *self.last, self.source)

    def resolve(self, event: ScalarEvent) -> ScalarValue:
        """Return a plain scalar's value in the core schema of YAML 1.2 (section 10.3.2)."""
        text: str = event.value
        if text in _WORDS:
            return _WORDS[text]
        if text[0] not in "+-.0123456789":
            return text
        if _INTEGER.fullmatch(text):
            return self.integer(event)
        if _FLOAT.fullmatch(text):
            return self.number(event)
        if _NOT_A_NUMBER.fullmatch(text):
            raise self.error(event, f"'{text}' is not a number that can be used here")
        return text

    def integer(self, event: ScalarEvent) -> int:
        text: str = event.value
        # int() is slow for very many digits, or fails.
        number = int(text, _BASES.get(text[:2], 10)) if len(text) <= 40 else MAX_NUMBER + 1
        if abs(number) > MAX_NUMBER:
            raise self.error(event, f"the number {brief(text)} is too large", "quote it as text")
        return number

    def number(self, event: ScalarEvent) -> float:
        try:
            return parse_number(event.value)
        except ValueError as error:
            raise self.error(event, str(error), "quote it as text") from None

    def sequence(self, start: Event, depth: int) -> YamlList:
        items: list[YamlNode] = []
        while not isinstance(event := next(self.events), SequenceEndEvent):
            items.append(self.node(event, depth))
        return YamlList(tuple(items), *_place(start), self.source)

    def mapping(self, start: MappingStartEvent, depth: int) -> YamlMap:
        entries: dict[str, tuple[Scalar, YamlNode]] = {}
        while not isinstance(event := next(self.events), MappingEndEvent):
            key = self.key(event, depth)
            if first := entries.get(key.text):
                raise LayoutError(
                    f"the key '{brief(key.text)}' appears twice",
                    key.where,
                    f"first at {first[0].where}",
                )
            node = self.node(next(self.events), depth)
            is_left_out = isinstance(node, Scalar) and node.style == "plain" and not node.text
            if start.flow_style and is_left_out:
                raise _no_value(key, is_alone=not entries)
            entries[key.text] = (key, node)
        return YamlMap(tuple(entries.values()), *_place(start), self.source)

    def key(self, event: Event, depth: int) -> Scalar:
        self.guard(event, depth)
        if not isinstance(event, ScalarEvent):
            hint = "text that begins with { or [ must be quoted"
            raise self.error(event, "a key must be a single word or text", hint)
        key = self.scalar(event)
        if key.style == "plain" and key.text == "<<":
            raise self.error(event, "merge keys (<<) aren't supported", "write the entries out")
        if not key.text:
            raise self.error(event, "a key is missing here", "write a word before the ':'")
        return key

    def error(self, event: Event, message: str, hint: str = "") -> LayoutError:
        return LayoutError(message, self.source.where(*_place(event)), hint)


def _place(event: Event) -> tuple[int, int]:
    mark = event.start_mark
    assert mark is not None
    return mark.line + 1, mark.column + 1


def _no_value(key: Scalar, *, is_alone: bool) -> LayoutError:
    """Explain a missing value: `{player.name}` without quotes is a mapping, but text was meant."""
    name = brief(key.text)
    hint = f'text that begins with {{ must be quoted: "{{{name}}}"'
    if not is_alone or ")" in name or "]" in name:
        hint = "text with a comma in it must be quoted here, and 1,5 is written 1.5"
    return LayoutError(f"the key '{name}' has no value", key.where, hint)


STEPS_A_VALUE: Final = 40


def load_yaml(path: Path, name: str | None = None) -> YamlNode:
    """Read a YAML file; errors refer to it as `name`."""
    return read_yaml(load_source(path, name))


def parse_yaml(text: str, name: str) -> YamlNode:
    """Parse YAML from a text; errors refer to it as `name`."""
    return read_yaml(parse_source(text, name))


def read_yaml(source: Source) -> YamlNode:
    """Read YAML from a source."""
    node, values = _parse(source)
    current_budget().count_reading(values * STEPS_A_VALUE, source.where(1, 1))
    return node


class _Explanation(NamedTuple):
    """A phrase in the parser's error message, and our wording for it."""

    theirs: str
    message: str
    hint: str
    at_start: bool = False


_BRACES = "text that begins with { must be quoted; separate the entries of {a: 1, b: 2} with commas"
_BRACKETS = "text that begins with [ must be quoted; separate the items of [1, 2] with commas"
_QUOTES = "inside \"…\" write \\\" for a quote, and inside '…' write '' for one"
_INDENT = "entries of one mapping or list start in the same column"

# The first one whose phrase occurs in the parser's context or problem is used.
_EXPLANATIONS: Final = (
    _Explanation("tab character", "a tab is used for indentation", "indent with spaces"),
    _Explanation(
        "mapping values are not allowed",
        "a ':' is out of place",
        "put text that contains ': ' in quotes, and check the indentation of this line",
    ),
    _Explanation(
        "sequence entries are not allowed",
        "a list cannot begin here",
        "start the list on the next line, or put text that begins with - in quotes",
    ),
    _Explanation(
        "could not find expected ':'",
        "a ':' is missing after this key",
        "write `key: value`, with a space after the colon",
        at_start=True,
    ),
    _Explanation("escape c", "unknown escape in quoted text", "write \\\\ for a backslash"),
    _Explanation(
        "escape sequence", "incomplete escape in quoted text", "write \\\\ for a backslash"
    ),
    _Explanation(
        "quoted scalar",
        "this quoted text is never closed",
        "add the closing quote",
        at_start=True,
    ),
    _Explanation("flow mapping", "a ',' or '}' is missing here", _BRACES),
    _Explanation("flow sequence", "a ',' or ']' is missing here", _BRACKETS),
    _Explanation("flow node", "a { or [ is never closed", "add the closing } or ]"),
    _Explanation("alias", "a lone '*'", "text that begins with * must be quoted", at_start=True),
    _Explanation("anchor", "a lone '&'", "text that begins with & must be quoted", at_start=True),
    _Explanation(
        "a tag", "'!' marks a tag", "text that begins with ! must be quoted", at_start=True
    ),
    _Explanation(
        "block scalar",
        "the text after | or > must start on the next line",
        "text that begins with | or > must be quoted",
        at_start=True,
    ),
    _Explanation(
        "document",
        "unexpected text outside the document",
        "remove lines that begin with --- or ...",
    ),
    _Explanation("block mapping", "this does not belong here", _INDENT),
    _Explanation("block collection", "this does not belong here", _INDENT),
)

_BROKEN_VALUE = re.compile(r"""(?:^|[:\-?]\s)\s*(?:(\{)|["'])""")


def _explain(error: yaml.MarkedYAMLError, source: Source) -> LayoutError:
    """Explain an error of the parser in plain words, at the place where a person would look."""
    theirs = f"{error.context or ''} {error.problem or ''}"
    saying = _explain_line(error, source) or next(
        (saying for saying in _EXPLANATIONS if saying.theirs in theirs),
        _Explanation("", f"this is not valid YAML: {error.problem}", "put text in quotes"),
    )
    start, problem = error.context_mark, error.problem_mark
    mark = (saying.at_start and start) or problem or start
    where = source.where(mark.line + 1, mark.column + 1) if mark else source.where(1, 1)
    hint = saying.hint
    if " flow " in theirs and start and " #" in source.line(start.line + 1)[start.column :]:
        hint = '# after a space starts a comment: put colours in quotes, like "#157f86"'
    if " flow " in theirs and start and mark and start.line != mark.line:
        hint += f"\nit was opened in line {start.line + 1}, column {start.column + 1}"
    return LayoutError(saying.message, where, hint)


def _explain_line(error: yaml.MarkedYAMLError, source: Source) -> _Explanation | None:
    """Explain mistakes that are easier to recognise from the source line than from the error."""
    mark, problem = error.problem_mark, error.problem or ""
    if mark is None:
        return None
    line = source.line(mark.line + 1)
    character = line[mark.column : mark.column + 1]
    if character == "\t" and not line[: mark.column].strip():
        return _EXPLANATIONS[0]
    if "cannot start any token" in problem or "node content" in problem:
        return _explain_first_character(character)
    if "block" in (error.context or "") and (value := _BROKEN_VALUE.search(line[: mark.column])):
        hint = "text that begins with { must be quoted" if value[1] else _QUOTES
        return _Explanation("", "unexpected text after the end of a value", hint)
    return None


def _explain_first_character(character: str) -> _Explanation:
    if not character:
        return _Explanation("", "a value is missing here", "is a { or [ never closed?")
    shown = "a tab" if character == "\t" else f"'{character}'"
    return _Explanation("", f"a value cannot begin with {shown}", "put the text in quotes")
