"""The values that stand in a layout: lengths, colours, tokens, and those that depend on facts.

A `Kind` turns what YAML holds into a typed value; there is one for each way of writing in `kinds`.
A value with `{...}` in it is kept as `Dynamic` and becomes a typed value once the facts are known.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar

from printkit.errors import RefusalError, Where, brief, did_you_mean
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.layout.expressions import Template

T = TypeVar("T")
Json: TypeAlias = dict[str, Any]

TEXT: Json = {"type": ["string", "integer"]}
EXPRESSION: Json = {"type": "string", "pattern": r"\{"}
"""Editors accept an expression wherever a value stands."""

LARGEST_LENGTH = 10_000.0


class Tokens(NamedTuple):
    """The names that a layout may use instead of values, from the theme and its palette.

    A part is used by many layouts: which colours there are is known only when it is made.
    """

    colours: Collection[str]  # names of colours
    styles: Collection[str]  # names of styles of words
    lines: Collection[str]  # names of line widths
    radii: Collection[str]  # names of radii
    spaces: Mapping[str, float]  # distances by their names, in points
    any_colour: bool = False  # whether a name that is not known yet may be a colour


class Length(NamedTuple):
    """An extent: points, a share of the container (%), a share of what is left (fr), or auto."""

    amount: float
    unit: Literal["pt", "%", "fr", "auto"]


AUTO = Length(0.0, "auto")
Padding: TypeAlias = tuple[float, float, float, float]
"""The room inside of an edge: at the top, right, bottom and left."""


def mm(number: float) -> Length:
    """So many millimetres."""
    return Length(number * 72 / 25.4, "pt")


class Token(NamedTuple):
    """A name that the theme turns into a number: a line width, a radius, a type size."""

    group: str
    name: str


class ColourName(NamedTuple):
    """A colour by its token, or literally as '#rrggbb'; 'none' paints nothing."""

    name: str


class Dynamic(NamedTuple):
    """A value that depends on the facts: what the template gives, `kind` then parses."""

    template: Template
    kind: Kind[Any]
    where: Where


class Kind(Generic[T]):
    """How one value is written. `expects` completes the sentence 'expected …'."""

    expects = "a value"
    json: Json  # what an editor may offer and check, where the theme has no say in it

    def parse(self, value: object, tokens: Tokens) -> T:
        """The typed value of a plain one; RefusalError says what was expected."""
        raise self.problem(value)

    def schema(self, tokens: Tokens) -> Json:
        """What an editor may offer and check."""
        return self.json

    def problem(self, value: object, hint: str = "") -> RefusalError:
        """The usual error: what was expected, and what stands there."""
        return RefusalError(f"expected {self.expects}, not {show(value)}", hint)


def show(value: object) -> str:
    """A value as people wrote it, short enough for a message."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str():
            return f"'{brief(value, 41)}'"
        case dict():
            return "names and values"
        case list() | tuple():
            return "a list"
    return str(value)


def unknown_colour(name: str, known: Collection[str]) -> RefusalError:
    """The error about an unknown colour."""
    return RefusalError(f"unknown colour '{name}'", did_you_mean(name, [*known, "none"]))
