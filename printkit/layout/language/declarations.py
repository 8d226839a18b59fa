"""How a class declares what a layout may write: `attr` for each key, with its type and help.

Reader, JSON Schema and documentation all follow from these declarations.
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
    """The names of the facts that a thing asks for.

    They are known when a layout has been read, before any fact has a value.
    """

    look: FactNames = frozenset()
    """What changes how it looks: itself, and everything inside."""
    all: FactNames = frozenset()
    """Also what decides where it stands and how often; without the names its own loop gives."""


T = TypeVar("T")
Value: TypeAlias = T | Dynamic


class Words(NamedTuple):
    """Printed words: the English text is the key of the catalogue."""

    text: str
    template: Template
    where: Where


class MarkedWords(NamedTuple):
    """Printed words with marks in them; the English text, marks and all, is the key."""

    text: str
    phrases: Phrases
    where: Where


class Reference(NamedTuple):
    """A fact that a file asks for, and the expression that does."""

    name: str
    expression: Expression

    @property
    def where(self) -> Where:
        """The place of its name."""
        return self.expression.place_of(self.name)


class Data(NamedTuple):
    """Plain data with expressions in it: scalars, lists and maps, evaluated when needed.

    `words` is the same as printed words, where it is a text that can be translated.
    """

    value: object
    names: FactNames
    where: Where
    words: Words | None = None


class Structure(NamedTuple):
    """A kind that only the reader understands, as it holds nodes, words or expressions.

    The shape says how it is read: the reader has a method for each.
    """

    shape: str
    of: Any = None


NODES = Structure("nodes")
NODE = Structure("node")
WORDS = Structure("words")
MARKED = Structure("marked")
DATA = Structure("data")
DATA_MAP = Structure("data_map")
FACTS = Structure("facts")
ROW_FIELD = Structure("row_field")
CONDITION = Structure("condition")
LOOP = Structure("loop")
PALETTE = Structure("palette")
DRAW = Structure("draw")


def listing(of: type | None = None) -> Structure:
    """Return a list of `of`, or of the class that declares it."""
    return Structure("listing", of)


def single(of: type) -> Structure:
    """Return one `of`."""
    return Structure("single", of)


def mapping(of: type) -> Structure:
    """Return a map from names to `of`."""
    return Structure("mapping", of)


class Attribute(NamedTuple):
    """What a layout may set: the field, the key, how it is written, and a sentence of help."""

    field: str  # its name in Python
    key: str  # its name in a layout
    kind: Kind[Any] | Structure  # how it is written
    default: Any  # what holds where it is not said
    help: str  # a sentence for the reference
    required: bool  # whether it must be said
    fixed: bool  # whether it is known before any fact, so takes no {…}


def attr(
    kind: Kind[Any] | Structure,
    default: Any = None,
    text: str = "",
    *,
    key: str = "",
    required: bool = False,
    fixed: bool = False,
) -> Any:
    """Declare a field that a layout may set; the key is its name unless it says otherwise.

    What is `fixed` must be known before any fact is: it takes no {…}.
    """
    return Attribute("", key, kind, default, text, required, fixed)


class Declared:
    """A thing that a layout may say: immutable, with a default for whatever is not said.

    A subclass declares its fields with `attr`. What a file sets is kept by the instance, defaults
    stay with the class, as there are dozens of fields and a file sets a few. In a class that is
    `fixed`, all fields are.

    Where `short_for` names a key, a plain value stands for the whole thing with that key alone.
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
