"""The scene: pages of absolutely placed shapes, all that a backend ever sees.

Takes nothing and knows nothing of layouts, games, YAML or millimetres. Coordinates are points,
x to the right and y *down* from the top left corner of the page, or of the fragment. Layout has
measured everything; a backend only paints. Later shapes are on top of earlier ones.

A page consists of fragments in fragments. A fragment may be placed many times, on one page or on
several; backends may store it once. That is why a thousand sheets that share a board cost little
more than one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from printkit.core.formulas import Term, renamed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from printkit.core.errors import Where
    from printkit.core.geometry import Bounds

Cap: TypeAlias = Literal["butt", "round"]
PathCommand: TypeAlias = (
    tuple[Literal["M"], float, float]
    | tuple[Literal["L"], float, float]
    | tuple[Literal["C"], float, float, float, float, float, float]
    | tuple[Literal["Z"]]
)


class Colour(NamedTuple):
    """Red, green and blue, each 0 to 1."""

    red: float
    green: float
    blue: float


BLACK = Colour(0.0, 0.0, 0.0)
WHITE = Colour(1.0, 1.0, 1.0)


class Stroke(NamedTuple):
    """How a line is painted: centred on its path; `dash` is on/off lengths, empty for solid."""

    colour: Colour
    width: float
    dash: tuple[float, ...] = ()
    cap: Cap = "butt"


class Glyph(NamedTuple):
    """A glyph of a font, by its number; it represents some characters, or part of them.

    These are told from left to right, also where they are read the other way.

    `x` and `y` are where it starts, right of the run's own start and below its baseline.
    """

    number: int
    x: float
    y: float
    text: str

    def scaled(self, size: float) -> Glyph:
        """Return the same glyph at a size."""
        return Glyph(self.number, self.x * size, self.y * size, self.text)


class Text(NamedTuple):
    """One shaped run in one font.

    Where letters join, stack or run from right to left, glyphs are painted in place of characters;
    the text is then as it is read, and there are no offsets.
    """

    x: float  # where it starts
    y: float  # its baseline
    text: str  # its characters
    font: str  # the id of its face
    size: float  # of the letters
    colour: Colour  # of the letters
    offsets: tuple[float, ...]  # where each character starts, right of `x`
    width: float  # the advance of the whole run
    turn: float = 0.0  # clockwise around (x, y), in degrees
    slant: float = 0.0  # how far letters lean to the right, as a part of their height
    glyphs: tuple[Glyph, ...] = ()  # what is painted in place of characters


class Line(NamedTuple):
    """A straight line."""

    x1: float  # of its start
    y1: float  # of its start
    x2: float  # of its end
    y2: float  # of its end
    stroke: Stroke  # how it is painted


class Rect(NamedTuple):
    """A rectangle, with round corners if it has a radius."""

    x: float  # of its top left corner
    y: float  # of its top left corner
    width: float  # across
    height: float  # down
    fill: Colour | None = None  # what is painted inside
    stroke: Stroke | None = None  # what is painted around it
    radius: float = 0.0  # of its corners


class Circle(NamedTuple):
    """A circle."""

    x: float  # of its middle
    y: float  # of its middle
    radius: float  # from there to its edge
    fill: Colour | None = None  # what is painted inside
    stroke: Stroke | None = None  # what is painted around it


class Path(NamedTuple):
    """Lines and Bézier curves in absolute coordinates; filled even-odd; round joins."""

    commands: tuple[PathCommand, ...]
    fill: Colour | None = None
    stroke: Stroke | None = None


class Picture(NamedTuple):
    """The bytes of one PNG or JPEG file, already checked; used by many images, stored once."""

    data: bytes
    width_px: int
    height_px: int


class Image(NamedTuple):
    """A picture stretched over a rectangle."""

    x: float  # of its top left corner
    y: float  # of its top left corner
    width: float  # across
    height: float  # down
    picture: Picture  # what is shown


class Cell(NamedTuple):
    """The role of a table cell for screen readers: what it is a header for, and its span."""

    scope: str = ""  # of a heading cell: Row or Column
    columns: int = 1  # how many columns it takes
    rows: int = 1  # how many rows it takes


class Fragment:
    """A laid out piece of a page, with its own origin; immutable, compared by identity.

    Its items are painted in order and read in order. `role` says what it is when a page is read
    aloud: H1 to H6, P, Span, Figure, Icon, Table, TR, TH, TD, Sect and Div are roles of PDF (an
    Icon is a figure that stands in a line); a Row or a Block gathers what is in it (`structure`);
    without a role it is only a drawing. A drawing stays within 0..width, 0..height, but for
    `OVERHANG`.
    """

    __slots__ = (
        "alt", "cell", "has_fields", "has_text", "height", "is_read", "is_shared", "items", "role",
        "shapes", "source", "width",
    )  # fmt: skip

    def __init__(
        self,
        items: Sequence[Item],
        width: float,
        height: float,
        role: str = "",
        alt: str = "",
        *,
        cell: Cell | None = None,
        source: Where | None = None,
        is_shared: bool = False,
    ) -> None:
        self.items: Final = tuple(items)
        self.width: Final = width
        self.height: Final = height
        self.role: Final = role
        self.alt: Final = alt  # what is said in place of what is drawn
        self.cell: Final = cell  # where it is a cell of a table
        self.source: Final = source  # where its node stands in the layout
        self.is_shared: Final = is_shared  # whether several pages of the build have it
        has_fields, has_text, shapes = False, False, 0
        is_read = role not in ("", "Figure") or bool(alt)
        for item in self.items:
            if isinstance(item, Placed):
                inside = item.fragment
                has_fields = has_fields or inside.has_fields
                has_text = has_text or inside.has_text
                is_read = is_read or (inside.is_read and role != "Figure")
                shapes += inside.shapes
            elif isinstance(item, FieldArea):
                has_fields = True
            else:
                has_text = has_text or isinstance(item, Text)
                shapes += 1 + len(item.commands) // 4 if isinstance(item, Path) else 1
        # Whether there are places to write in it, letters, and anything to read besides.
        self.has_fields: Final[bool] = has_fields
        self.has_text: Final[bool] = has_text
        self.is_read: Final[bool] = is_read
        # About how many shapes are painted; a long path counts for several.
        self.shapes: Final[int] = shapes


OVERHANG = 72.0
"""How far a drawing may reach beyond its fragment: wide strokes, letters, and what is cut away."""


class Placed(NamedTuple):
    """A fragment in one of its places."""

    fragment: Fragment  # which one
    x: float  # where its origin is
    y: float  # where its origin is
    scale: float = 1.0  # how much larger it is there
    turn: float = 0.0  # clockwise around its origin, in degrees
    repetition: tuple[int, int] | None = None  # which node repeats it, and its number there


class FieldArea(NamedTuple):
    """A place to write: its field's name within the sheet, its position, and its content.

    What is written is above everything else on its sheet, and is read where the field is.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    source: Where | None = None  # where its node stands in the layout
    ink: tuple[Shape, ...] = ()  # what a recorded game has written there
    alt: str = ""  # what that is called, where it is no words


Shape: TypeAlias = Text | Line | Rect | Circle | Path | Image
Item: TypeAlias = Shape | Placed | FieldArea


class Field(NamedTuple):
    """A form field on a page; the visible box is among the page's shapes."""

    name: str  # of no other field in the file
    kind: str  # number, tick or text
    x: float  # of its top left corner
    y: float  # of its top left corner
    width: float  # in points
    height: float  # in points
    label: str  # what a screen reader says
    least: int | None = None  # the lowest number that may stand there
    most: int | None = None  # the highest
    formula: Term | None = None  # how it follows from other fields; None where someone writes it
    circled: bool = False  # whether a tick is a circle around what is printed there
    font: str = ""  # the face in which it is written
    size: float = 0.0  # of the letters
    colour: Colour = BLACK  # of the letters
    turn: float = 0.0  # clockwise in degrees: 0 or 180

    def moved(self, right: float, down: float, page: tuple[float, float] | None = None) -> Field:
        """The same field elsewhere; on a page of a size that is turned upside down, if one is."""
        if page is None:
            return self._replace(x=self.x + right, y=self.y + down)
        x, y = page[0] - self.x - self.width, page[1] - self.y - self.height
        return self._replace(x=x + right, y=y + down, turn=180.0)

    def prefixed(self, prefix: str) -> Field:
        """The same field with something before its name, and before those that it follows from."""
        if not prefix:
            return self
        formula = self.formula and renamed(self.formula, prefix)
        return self._replace(name=prefix + self.name, formula=formula)


class PlacedSheet(NamedTuple):
    """A sheet on a page: which one, for which player, and on which page of the file."""

    id: str  # of its layout: 'wolle/sheet'
    page: int  # the number of its page in the file, from 1 on
    players: int  # for how many it is
    title: str  # what its bookmark says
    cut: bool  # whether it has to be cut out
    details: dict[str, object]  # what its game tells about it, such as the code printed on it
    fields: tuple[Field, ...] = ()  # its places to write, if requested
    number: int = 0  # its place among those of its player count, from 0 on
    prefix: str = ""  # what goes before the names of its fields
    box: Bounds | None = None  # where it is on its page


class Trace(NamedTuple):
    """The position of a node on a page and in the layout file."""

    box: Bounds
    where: Where


class Page(NamedTuple):
    """One side of paper: its shapes, and what is known about it."""

    width: float  # of the paper, as it lies
    height: float  # of the paper, as it lies
    items: tuple[Item, ...]  # what is painted, the later on top: cut marks, and sheets
    trim: tuple[float, float, float, float] | None = None  # x, y, width, height after cutting
    bookmarks: tuple[tuple[str, ...], ...] = ()  # paths of titles in a reader's outline
    label: str = ""  # its own number or name in a reader: '1', 'A-7K3QX'
    bleed: float = 0.0  # how far the drawing goes on beyond the trim
    fields: tuple[Field, ...] = ()  # of a form: one for each of its field areas, in their order
    sheets: tuple[PlacedSheet, ...] = ()  # the sheets on it
    traces: tuple[Trace, ...] = ()  # where the nodes of their layouts are, if requested


class Alike(NamedTuple):
    """Colours that need not be told apart from their neighbours, and why; `*` is any colour."""

    colours: tuple[str, ...]
    beside: tuple[str, ...]
    because: str


class Document(NamedTuple):
    """The metadata of a file that PDF readers show."""

    title: str  # what a reader shows above it
    language: str = "en"  # of its words
    author: str = "printkit"  # who made it
    subject: str = ""  # what is in it
    keywords: tuple[str, ...] = ()  # what made it: a command
    duplex: Literal["", "long", "short"] = ""  # over which edge the paper is turned, if it is
    refusals: tuple[str, ...] = ()  # what a field says that refuses a number: `formscript.WORDS`
    alike: tuple[Alike, ...] = ()  # which colours may look alike, for preflight
    tagged: bool = True  # whether the file says how it is read aloud, where its format can
