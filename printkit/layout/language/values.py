"""Values in a layout: lengths, colours, tokens, and those that depend on facts.

A `Kind` parses a plain value from YAML into a typed one, and has a JSON Schema for editors. The
reader, the schema and error messages all follow from it. A value with `{...}` in it is kept as
`Dynamic`, and parsed once the facts are known.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from printkit.core.errors import RefusalError, Where, brief, did_you_mean
from printkit.core.units import parse_length

if TYPE_CHECKING:
    from printkit.layout.language.templates import Template

T = TypeVar("T")
Json: TypeAlias = dict[str, Any]

TEXT: Json = {"type": ["string", "integer"]}
EXPRESSION: Json = {"type": "string", "pattern": r"\{"}
"""The schema of an expression, which editors accept in place of any value."""

LARGEST_LENGTH = 10_000.0


class Tokens(NamedTuple):
    """The names that a layout may use instead of values, from the theme and its palette.

    A part is used by many layouts, so its colours aren't known until it is made.
    """

    colours: Collection[str]
    styles: Collection[str]  # of text
    lines: Collection[str]  # line widths
    radii: Collection[str]
    spaces: Mapping[str, float]  # distances by name, in points
    any_colour: bool = False  # whether an unknown name may be a colour


class Length(NamedTuple):
    """An extent: points, percent of the container, a share of the free space (fr), or auto."""

    amount: float
    unit: Literal["pt", "%", "fr", "auto"]


AUTO = Length(0.0, "auto")
Padding: TypeAlias = tuple[float, float, float, float]
"""The space inside an edge, in points: top, right, bottom and left."""

NO_PADDING: Padding = (0.0, 0.0, 0.0, 0.0)


def mm(number: float) -> Length:
    """Return this many millimetres as a length."""
    return Length(number * 72 / 25.4, "pt")


class Token(NamedTuple):
    """A name that the theme turns into a number: a line width, a radius, a type size."""

    group: str
    name: str


class ColourName(NamedTuple):
    """A colour by its token, or literally as '#rrggbb'; 'none' paints nothing."""

    name: str


class Dynamic(NamedTuple):
    """A value that depends on facts; `kind` parses the value of the template."""

    template: Template
    kind: Kind[Any]
    where: Where


class Kind(Generic[T]):
    """A kind of value; `expects` completes the sentence 'expected …'."""

    expects = "a value"
    json: Json  # its schema, if that doesn't depend on tokens

    def parse(self, value: object, tokens: Tokens) -> T:
        """Parse a plain value into a typed one; raise RefusalError if it isn't valid."""
        raise self.problem(value)

    def schema(self, tokens: Tokens) -> Json:
        """Return the schema of the value."""
        return self.json

    def problem(self, value: object, hint: str = "") -> RefusalError:
        """Return the default error: what was expected, and what was found."""
        return RefusalError(f"expected {self.expects}, not {quote_value(value)}", hint)


def quote_value(value: object) -> str:
    """Format a value for a message."""
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
    """Return the error about an unknown colour."""
    return RefusalError(f"unknown colour '{name}'", did_you_mean(name, [*known, "none"]))


MOST_PLAYERS = 100


def or_expression(way: Json) -> Json:
    """Return the schema of this type of value, or of an expression."""
    return {"anyOf": [way, EXPRESSION]}


class OneOf(Kind[str]):
    """One of several words."""

    def __init__(self, *words: str) -> None:
        self.words = words
        self.expects = "one of " + ", ".join(words)
        self.json = or_expression({"enum": list(words)})

    def parse(self, value: object, tokens: Tokens) -> str:
        """Check that a value is one of the words."""
        if value not in self.words:
            hint = did_you_mean(value, self.words) if isinstance(value, str) else ""
            raise self.problem(value, hint)
        return str(value)


class Flag(Kind[bool]):
    """True or false."""

    expects = "true or false"
    json = or_expression({"type": "boolean"})

    def parse(self, value: object, tokens: Tokens) -> bool:
        """Check that a value is true or false."""
        if not isinstance(value, bool):
            raise self.problem(value)
        return value


class Number(Kind[float]):
    """A number within bounds."""

    called, type = "a number", "number"

    def __init__(self, least: float, most: float) -> None:
        self.least, self.most = least, most
        self.expects = f"{self.called} from {least} to {most}"
        self.json = or_expression({"type": self.type, "minimum": least, "maximum": most})

    def parse(self, value: object, tokens: Tokens) -> float:
        """Check that a value is a number within bounds."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.problem(value)
        if not self.least <= value <= self.most:
            raise self.problem(value)
        return float(value)


class Whole(Number):
    """A whole number within bounds."""

    called, type = "a whole number", "integer"

    def parse(self, value: object, tokens: Tokens) -> int:
        """Check that a value is a whole number within bounds; 3.0 is one, too."""
        number = super().parse(value, tokens)
        if not number.is_integer():
            raise self.problem(value)
        return int(number)


_EXAMPLES = {"%": "30%", "fr": "1fr", "auto": "auto"}


class Extent(Kind[Length]):
    """A width or height: 12mm, 30%, 1fr or auto, as far as `units` allows them."""

    _SHARE = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)\s*(%|fr)\Z")

    def __init__(self, *units: str) -> None:
        self.units = units
        examples = ["a length like 12mm", *(_EXAMPLES[unit] for unit in units)]
        self.expects = " or ".join([", ".join(examples[:-1]), examples[-1]][not examples[1:] :])

    def parse(self, value: object, tokens: Tokens) -> Length:
        """Parse an extent, or the name of a space of the theme."""
        if value == 0 and not isinstance(value, bool):
            return Length(0.0, "pt")
        if not isinstance(value, str):
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            raise self.problem(value, f"did you mean '{value}mm'?" if is_number else "")
        text = value.strip()
        if text == "auto" and "auto" in self.units:
            return AUTO
        if text in tokens.spaces:
            return Length(tokens.spaces[text], "pt")
        share = self._SHARE.match(text)
        if share and share[2] in self.units:
            return Length(float(share[1]), "%" if share[2] == "%" else "fr")
        return Length(self._points(text), "pt")

    def _points(self, text: str) -> float:
        try:
            points = parse_length(text)
        except ValueError:
            raise self.problem(text) from None
        if not 0 <= points <= LARGEST_LENGTH:
            raise RefusalError(
                f"{quote_value(text)} is out of range", "lengths go from 0 to 3500 mm"
            )
        return points

    def schema(self, tokens: Tokens) -> Json:
        """Return the schema of an extent; 0 needs no unit."""
        units = "|".join(["mm", "cm", "pt", "in", *(unit for unit in self.units if unit != "auto")])
        words = "|".join([*tokens.spaces, *(unit for unit in self.units if unit == "auto")])
        pattern = rf"^\s*[0-9]*\.?[0-9]+\s*({units})\s*$|^({words})$|\{{"
        return {"anyOf": [{"type": "string", "pattern": pattern}, {"const": 0}]}


class Sides(Kind[Padding]):
    """Padding: one length for all sides, [vertical, horizontal], or [top, right, bottom, left]."""

    expects = "a length like 2mm, or a list of 2 or 4 of them"
    _SIDE = Extent()

    def parse(self, value: object, tokens: Tokens) -> Padding:
        """Parse the four sides into points, clockwise from the top."""
        parts = list(value) if isinstance(value, list | tuple) else [value]
        if len(parts) not in (1, 2, 4):
            raise self.problem(value)
        sides = [self._SIDE.parse(part, tokens).amount for part in parts]
        if len(sides) < 4:
            sides = [sides[0], sides[-1]] * 2
        return (sides[0], sides[1], sides[2], sides[3])

    def schema(self, tokens: Tokens) -> Json:
        """Return the schema of one length or a list of them."""
        one = self._SIDE.schema(tokens)
        lists = [
            {"type": "array", "items": one, "minItems": count, "maxItems": count}
            for count in (1, 2, 4)
        ]
        return {"anyOf": [one, *lists]}


class Named(Kind[Token | float]):
    """A length, or the theme's name for one: a line width, a radius, a type size."""

    def __init__(self, group: str, example: str, least: float = 0.0, most: float = 400.0) -> None:
        self.group, self.least, self.most = group, least, most
        self.expects = f"a length like {example} or one of the theme's {group}"

    def parse(self, value: object, tokens: Tokens) -> Token | float:
        """Parse a token or a length."""
        names: Collection[str] = getattr(tokens, self.group)
        if value == 0 and not isinstance(value, bool) and self.least == 0:
            return 0.0
        if not isinstance(value, str):
            raise self.problem(value)
        if value in names:
            return Token(self.group, value)
        try:
            points = parse_length(value)
        except ValueError:
            raise self.problem(value, did_you_mean(value, names)) from None
        if not self.least <= points <= self.most:
            bounds = f"from {self.least:g} to {self.most:g} pt"
            raise RefusalError(f"{quote_value(value)} is out of range", bounds)
        return points

    def schema(self, tokens: Tokens) -> Json:
        """Return the schema of a length, a token, or an expression."""
        length = {"type": "string", "pattern": r"^\s*[0-9]*\.?[0-9]+\s*(mm|cm|pt|in)\s*$|\{"}
        return {"anyOf": [{"enum": sorted(getattr(tokens, self.group))}, length, {"const": 0}]}


class Paint(Kind[ColourName]):
    """A colour of the theme, '#rrggbb', or none."""

    expects = "a colour of the theme, '#rrggbb' or none"
    _HEX = re.compile(r"#[0-9a-fA-F]{6}\Z")
    _NAME = re.compile(r"[a-z][a-z0-9-]*\Z")

    def parse(self, value: object, tokens: Tokens) -> ColourName:
        """Check that the theme has a colour of this name."""
        if not isinstance(value, str):
            raise self.problem(value)
        if value == "none" or value in tokens.colours or self._HEX.match(value):
            return ColourName(value)
        if tokens.any_colour and self._NAME.match(value):
            return ColourName(value)
        raise unknown_colour(value, tokens.colours)

    def schema(self, tokens: Tokens) -> Json:
        """Return the schema of a token, a colour of a palette, a literal, or an expression."""
        literal = {"type": "string", "pattern": r"^#[0-9a-fA-F]{6}$|^[a-z][a-z0-9-]*$|\{"}
        return {"anyOf": [{"enum": ["none", *sorted(tokens.colours)]}, literal]}


class Plain(Kind[str]):
    """A text that isn't printed: an id, or the name of a file or an icon."""

    def __init__(
        self, expects: str, shape: str = r"[^\x00-\x1f]{1,200}", json: Json = TEXT
    ) -> None:
        self.expects, self.shape, self.json = expects, re.compile(shape), json

    def parse(self, value: object, tokens: Tokens) -> str:
        """Check that a text has the right form; a whole number becomes text."""
        text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        if not isinstance(text, str) or not self.shape.fullmatch(text):
            raise self.problem(value)
        return text


_PLAYERS: Json = {
    "anyOf": [
        {"type": "integer", "minimum": 1, "maximum": MOST_PLAYERS},
        {"type": "string", "pattern": r"^[0-9]{1,3}(\s*-\s*[0-9]{1,3})?$|^none$"},
    ]
}


class Players(Kind[tuple[int, int]]):
    """The player counts of a sheet: a number, a range like 2-6, or none."""

    expects = "a range like 2-6, a number, or none"
    json = _PLAYERS
    _RANGE = re.compile(r"(\d{1,3})(?:\s*-\s*(\d{1,3}))?\Z")

    def parse(self, value: object, tokens: Tokens) -> tuple[int, int]:
        """Parse the fewest and the most players; (0, 0) for none."""
        text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        if text == "none":
            return 0, 0
        found = self._RANGE.match(text) if isinstance(text, str) else None
        if found is None:
            raise self.problem(value)
        least, most = int(found[1]), int(found[2] or found[1])
        if not 1 <= least <= most <= MOST_PLAYERS:
            hint = f"use numbers from 1 to {MOST_PLAYERS}, the smaller one first: 3-5"
            raise RefusalError(f"{quote_value(value)} isn't a number of players", hint)
        return least, most


class StyleName(Kind[str]):
    """A text style of the theme."""

    expects = "a text style of the theme"

    def parse(self, value: object, tokens: Tokens) -> str:
        """Check that the theme has a style of this name."""
        if not isinstance(value, str):
            raise self.problem(value)
        if value not in tokens.styles:
            raise RefusalError(f"unknown style '{value}'", did_you_mean(value, tokens.styles))
        return value

    def schema(self, tokens: Tokens) -> Json:
        """Return the schema of a style or an expression."""
        return or_expression({"enum": sorted(tokens.styles)})
