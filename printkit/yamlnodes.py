"""Nodes of YAML: what a file says, each value with its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar

from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.errors import Where
    from printkit.source import Source

ScalarStyle: TypeAlias = Literal["plain", "single", "double", "literal", "folded"]
Held = TypeVar("Held")
ScalarValue: TypeAlias = str | int | float | bool | None


class Scalar(NamedTuple):
    """One value: `text` as written (without quotes), `value` as understood."""

    value: ScalarValue  # as understood: a number, a text, true, nothing
    text: str  # as written, without quotes
    style: ScalarStyle  # plain, or how it is quoted
    line: int  # from 1 on
    column: int  # from 1 on
    source: Source  # the file that it stands in

    @property
    def where(self) -> Where:
        return self.source.where(self.line, self.column)

    def where_in(self, offset: int) -> Where:
        """The place of one of its characters; see `placing`."""
        return self.placing()(offset)

    def placing(self) -> Callable[[int], Where]:
        """Tells where each of its characters stands, also when they go on over several lines.

        Blanks are not compared, because YAML folds them. Where an escape hides what was written,
        everything stands where the text begins.
        """
        indexes = self._indexes()
        if indexes is None:
            return lambda _: self.where
        return lambda offset: self.source.where_at(indexes[offset])

    def _indexes(self) -> list[int] | None:
        """Where each character stands in the file, and the end; None where that is not told."""
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
        """Where its first character stands in the file, after quotes or the sign of a block."""
        index = self.source.index(self.line, self.column)
        if self.style in ("literal", "folded"):
            return self.source.text.find("\n", index) + 1
        return index + (self.style != "plain")

    def _written_at(self, character: str, index: int) -> int:
        """Where the next character stands that is no blank, after what marks it as plain."""
        written = self.source.text
        while written[index : index + 1].isspace():
            index += 1
        escaped = {"double": "\\", "single": "'"}.get(self.style, "")
        is_escaped = escaped != "" and written.startswith(escaped, index)
        return index + (is_escaped and character in "\\'\"")


class _Nest(NamedTuple, Generic[Held]):
    """What holds other nodes, in the order of the file."""

    items: tuple[Held, ...]
    line: int
    column: int
    source: Source

    @property
    def where(self) -> Where:
        return self.source.where(self.line, self.column)


class YamlList(_Nest["YamlNode"]):
    """A list of nodes."""

    __slots__ = ()


class YamlMap(_Nest["tuple[Scalar, YamlNode]"]):
    """Keys and nodes; a key's `text` is its name."""

    __slots__ = ()

    def get(self, name: str) -> YamlNode | None:
        """The node under a key, or None."""
        return next((node for key, node in self.items if key.text == name), None)


YamlNode: TypeAlias = Scalar | YamlList | YamlMap


def plain(node: YamlNode) -> Any:
    """A node as plain data."""
    match node:
        case YamlMap():
            return {key.text: plain(value) for key, value in node.items}
        case YamlList():
            return [plain(item) for item in node.items]
    return node.value
