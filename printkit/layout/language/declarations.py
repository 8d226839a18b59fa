"""Declarations of what a layout may contain: a class has an `attr` for each key.

The reader, the JSON Schema and the documentation all follow from these declarations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias, TypeVar

from printkit.layout.language.values import Dynamic, Kind

if TYPE_CHECKING:
    from printkit.core.errors import Where
    from printkit.layout.language.expressions import Expression
    from printkit.layout.language.templates import Phrases, Template

FactNames: TypeAlias = frozenset[str]


class Needs(NamedTuple):
    """The names of the facts that a node or another declared thing needs.

    They are known once a layout has been read, before any fact has a value.
    """

    itself: FactNames = frozenset()
    """The facts that affect how it looks, without everything inside."""
    look: FactNames = frozenset()
    """The facts that affect how it looks, including everything inside."""
    all: FactNames = frozenset()
    """Also those that affect its position and repetition, without the names bound by its loop."""
    inside: tuple[Any, ...] = ()
    """The nodes inside it that use a part, show an image or have running text."""


T = TypeVar("T")
Value: TypeAlias = T | Dynamic


class Words(NamedTuple):
    """Printed words; the English text is their key in catalogues."""

    text: str
    template: Template
    where: Where

    @property
    def names(self) -> FactNames:
        """The facts that they ask for."""
        return self.template.names


class MarkedWords(NamedTuple):
    """Printed words with marks in them; the English text with its marks is the key."""

    text: str
    phrases: Phrases
    where: Where


class FactReference(NamedTuple):
    """A use of a fact: its name and the expression that uses it."""

    name: str
    expression: Expression
    bound: tuple[str, ...] = ()  # the names of the loops around it

    @property
    def where(self) -> Where:
        """The place of its name."""
        return self.expression.place_of(self.name)


class Data(NamedTuple):
    """Plain data with expressions in it: scalars, lists and maps, evaluated when needed.

    `words` is the same as printed words, if it is a text that can be translated.
    """

    value: object
    names: FactNames
    where: Where
    words: Words | None = None


class Structure(NamedTuple):
    """A kind of value that contains nodes, words or expressions.

    The reader has a method for each shape.
    """

    shape: str
    of: Any = None


NODES = Structure("nodes")
NODE = Structure("node")
WORDS = Structure("words")
MARKED = Structure("marked_words")
DATA = Structure("data")
DATA_MAP = Structure("data_map")
FACTS = Structure("facts")
ROW_FIELD = Structure("row_field")
CONDITION = Structure("condition")
LOOP = Structure("loop")
PALETTE = Structure("palette")
DRAW = Structure("draw")


def listing(of: type | None = None) -> Structure:
    """Return the kind of a list of `of`, or of the class that declares it."""
    return Structure("listing", of)


def single(of: type) -> Structure:
    """Return the kind of a single `of`."""
    return Structure("single", of)


def mapping(of: type) -> Structure:
    """Return the kind of a map from names to `of`."""
    return Structure("mapping", of)


class Attribute(NamedTuple):
    """The declaration of a key that a layout may set."""

    field: str  # its name in Python
    key: str  # its name in a layout
    kind: Kind[Any] | Structure  # of its value
    default: Any
    help: str  # for the reference
    required: bool
    fixed: bool  # whether it must not depend on facts, and so takes no {…}


def attr(
    kind: Kind[Any] | Structure,
    default: Any = None,
    text: str = "",
    *,
    key: str = "",
    required: bool = False,
    fixed: bool = False,
) -> Any:
    """Declare a field that a layout may set; its key is the name of the field by default.

    A `fixed` value must not depend on facts: it takes no {…}.
    """
    return Attribute("", key, kind, default, text, required, fixed)


class Declared:
    """An immutable part of a layout definition, whose subclasses declare their fields with `attr`.

    Instances have only the values that a file sets; defaults are class attributes, because a class
    has dozens of fields and a file sets a few. All fields of a `fixed` class are fixed.

    If `short_for` names a key, a plain value is short for a map with only that key.
    """

    attributes: ClassVar[dict[str, Attribute]] = {}
    short_for: ClassVar[str] = ""
    where: Where
    needs: Needs = Needs()

    def __init_subclass__(cls, *, fixed: bool = False) -> None:
        declared = dict(cls.attributes)
        for name, value in list(vars(cls).items()):
            if isinstance(value, Attribute):
                key, kind = value.key or name, value.kind
                if kind == listing():
                    kind = listing(cls)
                is_fixed = fixed or value.fixed
                declared[key] = value._replace(field=name, key=key, kind=kind, fixed=is_fixed)
                setattr(cls, name, value.default)
        cls.attributes = declared

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be changed")
