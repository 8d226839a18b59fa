"""The scene: pages of absolutely placed shapes, which are the input of the backends.

Coordinates are in points, x to the right and y *down* from the top left corner of the page, or of
the fragment. Layout has measured everything; a backend only paints. Later shapes are on top of
earlier ones.

A page consists of nested fragments. A fragment may be placed many times, on one page or on several,
and backends can store it once: a thousand sheets that share a board cost little more than one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from printkit.core.formulas.terms import Term, with_prefix

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    """The paint of a line, centred on its path; `dash` has on/off lengths, empty for solid."""

    colour: Colour
    width: float
    dash: tuple[float, ...] = ()
    cap: Cap = "butt"


class ShapedGlyph(NamedTuple):
    """A glyph of a font, by its number.

    `text` are the characters that it represents, in visual order: from left to right, even if they
    are read from right to left. If several glyphs share characters, only the first has them. `x`
    and `y` are its offset from the start of the run, to the right and below the baseline.
    """

    number: int
    x: float
    y: float
    text: str

    def at_size(self, size: float) -> ShapedGlyph:
        """Return the same glyph at a size."""
        return ShapedGlyph(self.number, self.x * size, self.y * size, self.text)


class Text(NamedTuple):
    """One shaped run in one font.

    If letters join, stack or run from right to left, glyphs are painted instead of characters. Then
    `text` is in reading order, and `offsets` is empty.
    """

    x: float  # the start
    y: float  # the baseline
    text: str
    font: str  # the id of the face
    size: float
    colour: Colour
    offsets: tuple[float, ...]  # the start of each character, relative to `x`
    width: float  # the advance of the whole run
    turn: float = 0.0  # clockwise around (x, y), in degrees
    slant: float = 0.0  # how far letters lean to the right, as a share of their height
    glyphs: tuple[ShapedGlyph, ...] = ()  # painted instead of characters


class Line(NamedTuple):
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    stroke: Stroke


class Rect(NamedTuple):
    """A rectangle, with round corners if it has a radius."""

    x: float  # the left edge
    y: float  # the top edge
    width: float
    height: float
    fill: Colour | None = None
    stroke: Stroke | None = None
    radius: float = 0.0  # of the corners


class Circle(NamedTuple):
    """A circle."""

    x: float  # of the centre
    y: float  # of the centre
    radius: float
    fill: Colour | None = None
    stroke: Stroke | None = None


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

    x: float  # the left edge
    y: float  # the top edge
    width: float
    height: float
    picture: Picture


class CellRole(NamedTuple):
    """The role of a table cell for screen readers: what it is a header for, and its span."""

    scope: str = ""  # of a header cell: Row or Column
    columns: int = 1  # the number of columns it spans
    rows: int = 1  # the number of rows it spans


class Fragment:
    """A laid out piece of a page, with its own origin; immutable, compared by identity.

    Its items are painted in order and read in order. `role` says what it is when a page is read
    aloud: H1 to H6, P, Span, Figure, Icon, Table, TR, TH, TD, Sect and Div are roles of PDF (an
    Icon is a figure within a line); a Row or a Block gathers its content (see `structure`); without
    a role it is only a drawing. A drawing stays within 0..width, 0..height, give or take
    `OVERHANG`.
    """

    __slots__ = (
        "__weakref__", "alt", "cell", "has_fields", "has_text", "height", "is_read", "is_shared",
        "items", "role", "shapes", "source", "width",
    )  # fmt: skip

    def __init__(
        self,
        items: Sequence[Item],
        width: float,
        height: float,
        role: str = "",
        alt: str = "",
        *,
        cell: CellRole | None = None,
        source: Where | None = None,
        is_shared: bool = False,
    ) -> None:
        self.items: Final = tuple(items)
        self.width: Final = width
        self.height: Final = height
        self.role: Final = role
        self.alt: Final = alt  # read aloud instead of what is drawn
        self.cell: Final = cell  # if it is a cell of a table
        self.source: Final = source  # the place of its node in the layout
        self.is_shared: Final = is_shared  # whether it may be on several pages of a build
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
        self.has_fields: Final[bool] = has_fields
        self.has_text: Final[bool] = has_text
        self.is_read: Final[bool] = is_read  # whether it has anything to read besides fields
        self.shapes: Final[int] = shapes  # roughly; a long path counts as several

    def with_items(self, items: Sequence[Item]) -> Fragment:
        """Return the same fragment with other items."""
        size, about = (self.width, self.height), (self.role, self.alt)
        return Fragment(
            items, *size, *about, cell=self.cell, source=self.source, is_shared=self.is_shared
        )


OVERHANG = 72.0
"""The distance a drawing may reach beyond its fragment: strokes, letters, and what is cut off."""


class Placed(NamedTuple):
    """A fragment at a position."""

    fragment: Fragment
    x: float  # of its origin
    y: float  # of its origin
    scale: float = 1.0
    turn: float = 0.0  # clockwise around its origin, in degrees
    repetition: tuple[int, int] | None = None  # the node that repeats it, and its number there


class FieldArea(NamedTuple):
    """A place to write: its field's name within the sheet, its position, and its content.

    The content is painted above everything else on the sheet, and read aloud where the field is.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    source: Where | None = None  # the place of its node in the layout
    ink: tuple[Shape, ...] = ()  # the content, drawn as handwriting
    alt: str = ""  # the name of content that isn't text


Shape: TypeAlias = Text | Line | Rect | Circle | Path | Image
Item: TypeAlias = Shape | Placed | FieldArea


class Field(NamedTuple):
    """A form field on a page; the visible box is among the page's shapes."""

    name: str  # unique in the file
    kind: str  # number, tick or text
    x: float  # the left edge
    y: float  # the top edge
    width: float
    height: float
    label: str  # read by screen readers
    least: int | None = None  # the lowest valid number
    most: int | None = None  # the highest valid number
    formula: Term | None = None  # computes it from other fields
    circled: bool = False  # whether a tick is a circle around what is printed there
    seat: int = 0  # of the player it belongs to, from 1; 0 if it is nobody's
    score: str = ""  # total, if it is a player's score, or tiebreak
    font: str = ""  # the id of the face
    size: float = 0.0
    colour: Colour = BLACK
    turn: float = 0.0  # clockwise in degrees: 0 or 180

    def move(self, right: float, down: float, page: tuple[float, float] | None = None) -> Field:
        """Return the field moved; given the size of its page, turned upside down with the page."""
        if page is None:
            return self._replace(x=self.x + right, y=self.y + down)
        x, y = page[0] - self.x - self.width, page[1] - self.y - self.height
        return self._replace(x=x + right, y=y + down, turn=180.0)

    def with_prefix(self, prefix: str) -> Field:
        """Return the field with a prefix before its name and before the names in its formula."""
        if not prefix:
            return self
        formula = self.formula and with_prefix(self.formula, prefix)
        return self._replace(name=prefix + self.name, formula=formula)


class PlacedSheet(NamedTuple):
    """A sheet on a page: which one, for how many players, and on which page of the file."""

    id: str  # of its layout: 'wolle/sheet'
    page: int  # its page in the file, counted from 1
    players: int  # the player count it is for
    title: str  # of its bookmark
    cut: bool  # whether it has to be cut out
    details: dict[str, object]  # more from its game, such as the code printed on it
    fields: tuple[Field, ...] = ()  # if requested
    number: int = 0  # its index among those of its player count
    prefix: str = ""  # of its fields' names
    box: Bounds | None = None  # its position on the page
    values: Mapping[str, float | bool | str] = {}  # of its fields, without the prefix
    is_back: bool = False  # whether this is the back of one


class NodeBounds(NamedTuple):
    """The position of a node on a page and in the layout file."""

    box: Bounds
    where: Where


class Page(NamedTuple):
    """One side of paper: its content and metadata."""

    width: float
    height: float
    items: tuple[Item, ...]  # cut marks and sheets; later ones are on top
    trim: tuple[float, float, float, float] | None = None  # x, y, width, height after cutting
    bookmarks: tuple[tuple[str, ...], ...] = ()  # paths of titles in the outline
    label: str = ""  # the page label in a PDF reader: its number
    bleed: float = 0.0  # how far the drawing extends beyond the trim
    fields: tuple[Field, ...] = ()  # of a form: one for each of its field areas, in order
    sheets: tuple[PlacedSheet, ...] = ()
    node_bounds: tuple[NodeBounds, ...] = ()  # the positions of nodes, if requested
    smallest_type: float = 0.0  # in points, that large print promises; 0 for usual pages


class SimilarColours(NamedTuple):
    """Colours that may look like their neighbours, and why; `*` is any colour."""

    colours: tuple[str, ...]
    beside: tuple[str, ...]
    because: str


class Goal(NamedTuple):
    """What wins a game that is written on a sheet."""

    lowest: bool = False  # whether the lowest score wins
    over: Term | None = None  # whether it is over; None if that isn't known


class ScorePage(NamedTuple):
    """What a page on a screen needs to keep score, besides the drawings and their fields."""

    words: Mapping[str, str] = {}  # the texts of the page, by the English ones
    plurals: Sequence[int] = ()  # the plural form of each number up to 199
    heads: Mapping[str, Mapping[str, object]] = {}  # of a file of values, by the id of its sheet
    goals: Mapping[str, Goal] = {}  # by the id of the sheet
    accent: str = "#444444"  # the colour of the game, in CSS
    is_app: bool = False  # whether phones can install it: a file on its own has nothing for that


class Document(NamedTuple):
    """The metadata of a file."""

    title: str
    language: str = "en"
    author: str = "printkit"
    subject: str = ""
    keywords: tuple[str, ...] = ()  # the command that made it
    duplex: Literal["", "long", "short"] = ""  # the edge to flip on when printed double-sided
    refusals: tuple[str, ...] = ()  # messages of fields for wrong numbers: `javascript.WORDS`
    similar_colours: tuple[SimilarColours, ...] = ()  # colours that may look alike, for preflight
    score_page: ScorePage = ScorePage()  # for a page on a screen
    tagged: bool = True  # whether to write the structure for screen readers, if the format can
