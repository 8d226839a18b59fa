"""YAML with positions: a file or a text becomes a tree of nodes, each of which knows its place.

A file that ships has been parsed before, as a rule: its tree then comes from the cache, and the
parser need not even be loaded.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from printkit import cache
from printkit.budget import current
from printkit.data import folder
from printkit.source import load_source, parse_source
from printkit.yamlnodes import Scalar, YamlList, YamlMap

if TYPE_CHECKING:
    from pathlib import Path

    from printkit.source import Source
    from printkit.yamlnodes import Node, Style

STEPS_A_VALUE: Final = 40

_STYLES: Final[tuple[Style, ...]] = ("plain", "single", "double", "literal", "folded")
_LIST: Final = len(_STYLES)
_MAP: Final = _LIST + 1


def load_yaml(path: Path, name: str | None = None) -> Node:
    """Reads a YAML file; `name` is what errors call it."""
    source = load_source(path, name)
    ships = path.is_relative_to(folder("layouts"))
    return _counted(*(_remembered(source) if ships else _parse(source)), source)


def parse_yaml(text: str, name: str) -> Node:
    """Reads YAML from a text; `name` is what errors call it."""
    source = parse_source(text, name)
    return _counted(*_parse(source), source)


def _counted(node: Node, values: int, source: Source) -> Node:
    current().spend_reading(values * STEPS_A_VALUE, source.where(1, 1))
    return node


def _parse(source: Source) -> tuple[Node, int]:
    from printkit.yamlparser import parse

    return parse(source)


def _remembered(source: Source) -> tuple[Node, int]:
    """What the file says, from the cache if this content has been parsed before."""
    key = cache.key("yaml", source.text)
    with suppress(TypeError, ValueError, IndexError):
        tree, values = cache.load(key)
        return _unpacked(tree, source), int(values)
    node, values = _parse(source)
    cache.save(key, [_packed(node), values])
    return node, values


def _packed(node: Node) -> list[Any]:
    """A tree as plain lists: what a node is, its line and column, and what is in it."""
    match node:
        case YamlMap():
            inside = [_packed(one) for entry in node.items for one in entry]
            return [_MAP, node.line, node.column, inside]
        case YamlList():
            return [_LIST, node.line, node.column, [_packed(item) for item in node.items]]
    more = [] if isinstance(node.value, str) else [node.value]
    return [_STYLES.index(node.style), node.line, node.column, node.text, *more]


def _unpacked(packed: list[Any], source: Source) -> Node:
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
