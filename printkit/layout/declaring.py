"""Declaring: how a class states what a layout may write for each of its fields.

Reader, JSON Schema and documentation all follow from these declarations.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from printkit.layout.values import Dynamic, Kind

if TYPE_CHECKING:
    from printkit.errors import Where
    from printkit.layout.expressions import Template

T = TypeVar("T")
Value: TypeAlias = T | Dynamic
Names: TypeAlias = frozenset[str]


@dataclass(frozen=True, slots=True)
class Words:
    """Printed words: the English text is the key of the catalogue."""

    text: str
    template: Template
    where: Where


class Reference(NamedTuple):
    """A fact that a file asks for, and where."""

    name: str
    where: Where


@dataclass(frozen=True, slots=True)
class Data:
    """Plain data with expressions in it: scalars, lists and maps, evaluated when needed.

    `words` is the same as printed words, where it is a text that can be translated.
    """

    value: object
    names: Names
    where: Where
    words: Words | None = None


class Structure:
    """A kind that only the reader understands, as it holds nodes, words or expressions."""

    def __init__(self, shape: str, of: Any = None) -> None:
        self.shape = shape
        self.of = of


NODES = Structure("nodes")
CELL = Structure("cell")
CELLS = Structure("cells")
WORDS = Structure("words")
DATA = Structure("data")
DATA_MAP = Structure("data map")
CONDITION = Structure("condition")
LOOP = Structure("loop")


def listing(of: type) -> Structure:
    """A list of `of`."""
    return Structure("listing", of)


def single(of: type) -> Structure:
    """One `of`."""
    return Structure("single", of)


def mapping(of: type) -> Structure:
    """A map from names to `of`."""
    return Structure("mapping", of)


def attr(
    kind: Kind[Any] | Structure,
    default: Any = None,
    text: str = "",
    *,
    key: str = "",
    required: bool = False,
) -> Any:
    """A field that a layout may set: how it is written, its default, a sentence of help."""
    metadata = {"kind": kind, "help": text, "key": key, "required": required}
    return field(default=default, metadata=metadata)
