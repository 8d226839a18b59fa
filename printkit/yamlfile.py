"""YAML with positions: a file or a text becomes a tree of nodes, each of which knows its place.

A file that ships has been parsed before, as a rule: its tree then comes from the cache, and the
parser need not even be loaded.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from printkit.budget import current
from printkit.cache import Packing, remember
from printkit.data import folder
from printkit.errors import Where
from printkit.source import Source, load_source, parse_source
from printkit.yamlnodes import Scalar, ScalarStyle, YamlList, YamlMap, YamlNode

STEPS_A_VALUE: Final = 40

_STYLES: Final[tuple[ScalarStyle, ...]] = ("plain", "single", "double", "literal", "folded")
_CODE: Final = ("yamlfile", "yamlparser", "yamlnodes", "source")
_LIST: Final = len(_STYLES)
_MAP: Final = _LIST + 1


def load_yaml(path: Path, name: str | None = None) -> YamlNode:
    """Reads a YAML file; `name` is what errors call it."""
    source = load_source(path, name)
    if not path.is_relative_to(folder("layouts")):
        return read_yaml(source)
    form = Packing(_CODE, _packed, lambda packed: _unpacked(packed, source))
    return remember(source.text, Where(source.name), form, lambda: read_yaml(source))


def parse_yaml(text: str, name: str) -> YamlNode:
    """Reads YAML from a text; `name` is what errors call it."""
    return read_yaml(parse_source(text, name))


def read_yaml(source: Source) -> YamlNode:
    """Reads YAML from a source."""
    from printkit.yamlparser import parse

    node, values = parse(source)
    current().spend_reading(values * STEPS_A_VALUE, source.where(1, 1))
    return node


def _packed(node: YamlNode) -> list[Any]:
    """A tree as plain lists: what a node is, its line and column, and what is in it."""
    match node:
        case YamlMap():
            inside = [_packed(one) for entry in node.items for one in entry]
            return [_MAP, node.line, node.column, inside]
        case YamlList():
            return [_LIST, node.line, node.column, [_packed(item) for item in node.items]]
    more = [] if isinstance(node.value, str) else [node.value]
    return [_STYLES.index(node.style), node.line, node.column, node.text, *more]


def _unpacked(packed: list[Any], source: Source) -> YamlNode:
    """The tree of which `_packed` made lists."""
    kind, line, column, inside = packed[:4]
    if kind == _MAP:
        nodes = [_unpacked(one, source) for one in inside]
        entries: Any = tuple(zip(nodes[::2], nodes[1::2], strict=True))
        return YamlMap(entries, line, column, source)
    if kind == _LIST:
        return YamlList(tuple([_unpacked(one, source) for one in inside]), line, column, source)
    value = packed[4] if len(packed) > 4 else inside
    return Scalar(value, inside, _STYLES[kind], line, column, source)
