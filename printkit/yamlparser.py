"""The parser of YAML: a text becomes a tree of nodes, each of which knows its place.

Gives `YamlMap`, `YamlList` and `Scalar` nodes, and how many there are. Knows no schema: what the
keys mean is decided elsewhere. Scalars are read the YAML 1.2 way (`no` and `12:30` are text), and
whatever could run code, grow without bound or surprise a reader is refused: tags, anchors, merge
keys, duplicate keys, several documents.

Nodes are built straight from the parser's events, so every limit holds before anything is built.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final

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

from printkit.errors import LayoutError, Where, brief
from printkit.patterns import pattern
from printkit.source import Source, find_forbidden
from printkit.yamlhints import explain
from printkit.yamlnodes import Scalar, ScalarStyle, ScalarValue, YamlList, YamlMap, YamlNode

MAX_DEPTH: Final = 40
MAX_NODES: Final = 50_000
MAX_INTEGER: Final = 10**15

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
_INTEGER = pattern(r"[-+]?[0-9]+|0x[0-9a-fA-F]+|0o[0-7]+")
_FLOAT = pattern(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_A_NUMBER = pattern(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_DIRECTIVE = pattern(r"^%", re.MULTILINE)
_BASES: Final = {"0x": 16, "0o": 8}

# The C parser where PyYAML has it; the pure Python one behaves alike.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def parse(source: Source) -> tuple[YamlNode, int]:
    """The document in a text, and how many values it has."""
    _refuse_directives(source)
    builder = _Builder(source)
    try:
        return builder.document(), builder.nodes
    except yaml.MarkedYAMLError as error:
        raise explain(error, source) from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        # The pure Python parser lets chr() fail on an escape like "\UFFFFFFFF".
        where = source.where(*builder.last)
        raise LayoutError(f"not valid YAML after this: {error}", where) from None


def _refuse_directives(source: Source) -> None:
    """Looks before the parser does, because thousands of %TAG lines take it many seconds."""
    if found := _DIRECTIVE.search(source.text):
        where = source.where_at(found.start())
        raise LayoutError("% directives are not used here", where, "remove the line")


class _Builder:
    """One pass over the events of one source."""

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
            raise self.error(another, "a second document begins here", "one file, one document")
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
                "anchors (&) and aliases (*) are not used here",
                "put text that begins with & or * in quotes; write repeated parts once, with `use`",
            )
        if (tag := getattr(event, "tag", None)) is not None:
            tag = brief(tag.replace("tag:yaml.org,2002:", "!!"))
            hint = "put text that begins with ! in quotes"
            raise self.error(event, f"the tag '{tag}' is not used here", hint)

    def scalar(self, event: ScalarEvent) -> Scalar:
        text, style = event.value, _STYLES[event.style]
        if style == "double" and (found := find_forbidden(text)):
            raise self.error(event, f"the character U+{ord(found):04X} cannot be printed")
        value = self.resolve(event) if style == "plain" else text
        return Scalar(value, text, style, *self.last, self.source)

    def resolve(self, event: ScalarEvent) -> ScalarValue:
        """A plain scalar's value in the core schema of YAML 1.2 (section 10.3.2)."""
        text: str = event.value
        if text in _WORDS:
            return _WORDS[text]
        if text[0] not in "+-.0123456789":
            return text
        if _INTEGER.fullmatch(text):
            return self.integer(event)
        if _FLOAT.fullmatch(text):
            return self.finite(event, float(text))
        if _NOT_A_NUMBER.fullmatch(text):
            raise self.error(event, f"'{text}' is not a number that can be used here")
        return text

    def integer(self, event: ScalarEvent) -> int:
        text: str = event.value
        # Very long digits would make int() itself fail or crawl.
        number = int(text, _BASES.get(text[:2], 10)) if len(text) <= 40 else MAX_INTEGER + 1
        if abs(number) > MAX_INTEGER:
            raise self.error(event, f"the number {brief(text)} is too large", "quote it as text")
        return number

    def finite(self, event: ScalarEvent, number: float) -> float:
        if not math.isfinite(number):
            raise self.error(event, f"the number {brief(event.value)} is too large")
        return number

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
                    f"the key '{key.text}' appears twice", key.where, f"first at {first[0].where}"
                )
            node = self.node(next(self.events), depth)
            if start.flow_style and _is_left_out(node):
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
            raise self.error(event, "merge keys (<<) are not used here", "write the entries out")
        if not key.text:
            raise self.error(event, "a key is missing here", "write a word before the ':'")
        return key

    def error(self, event: Event, message: str, hint: str = "") -> LayoutError:
        return LayoutError(message, self.source.where(*_place(event)), hint)


def _place(event: Event) -> tuple[int, int]:
    mark = event.start_mark
    assert mark is not None
    return mark.line + 1, mark.column + 1


def _is_left_out(node: YamlNode) -> bool:
    return isinstance(node, Scalar) and node.style == "plain" and not node.text


def _no_value(key: Scalar, *, is_alone: bool) -> LayoutError:
    """`{player.name}` without quotes is a mapping to YAML: nearly always text was meant."""
    name = brief(key.text)
    hint = f'text that begins with {{ must be quoted: "{{{name}}}"'
    if not is_alone or ")" in name or "]" in name:
        hint = "text with a comma in it must be quoted here, and 1,5 is written 1.5"
    return LayoutError(f"the key '{name}' has no value", key.where, hint)
