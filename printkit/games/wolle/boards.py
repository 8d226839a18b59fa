"""Board files: the edge where a board comes from YAML, and errors point into the file.

Takes a path, a text or the id of a shipped board; gives a `Board`. What makes a board right or
wrong is decided in `board`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from printkit import data
from printkit.errors import LayoutError
from printkit.games.wolle.board import BadBoardError, Board, read_board
from printkit.reads import cached
from printkit.yamlfile import load_yaml, parse_yaml
from printkit.yamlnodes import Scalar, YamlList, YamlMap, plain

if TYPE_CHECKING:
    from printkit.errors import Where
    from printkit.yamlnodes import YamlNode

SHIPPED: Final = ("a", "b")
BOTH: Final = "both"
"""Sheets with one board on the front and the other on the back."""


@cached()
def shipped(board_id: str) -> Board:
    """The board of that id among those that printkit ships."""
    path = data.folder("layouts") / "boards" / f"{board_id}.yaml"
    return load_board(path, f"layouts/boards/{board_id}.yaml")


def load_board(path: Path, name: str | None = None) -> Board:
    """Reads a board from a YAML file; `name` is what errors call it."""
    return _board(load_yaml(path, name))


def parse_board(text: str, name: str) -> Board:
    """Reads a board from YAML text; `name` is what errors call it."""
    return _board(parse_yaml(text, name))


def _board(node: YamlNode) -> Board:
    try:
        return read_board(plain(node))
    except BadBoardError as error:
        raise LayoutError(error.message, _where(node, error)) from None


def _where(node: YamlNode, error: BadBoardError) -> Where:
    """The place in the file of what is wrong."""
    if not isinstance(node, YamlMap):
        return node.where
    key, value = next(
        ((key, value) for key, value in node.items if key.text == error.key), (None, node)
    )
    if isinstance(value, YamlList) and error.line:
        return value.items[error.line - 1].where
    if isinstance(value, Scalar) and error.line:
        return _where_in_map(value, error.line, error.column)
    return key.where if key and not isinstance(value, Scalar) else value.where


def _where_in_map(map_: Scalar, line: int, column: int) -> Where:
    """A map is written as a block below its key; its indentation is not part of it."""
    if map_.style != "literal":
        return map_.where
    row = map_.text.split("\n")[line - 1]
    number = map_.line + line
    indent = map_.source.line(number).find(row) if row else 0
    return map_.source.where(number, max(indent, 0) + column)
