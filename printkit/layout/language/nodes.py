"""Nodes: everything that can be on a sheet, as typed, frozen values.

Each class is one kind of node; each field has a kind, a default and a short help text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from printkit.layout.language.declarations import (
    CONDITION,
    DATA,
    DATA_MAP,
    LOOP,
    MARKED,
    NODE,
    NODES,
    ROW_FIELD,
    WORDS,
    Data,
    Declared,
    MarkedWords,
    Value,
    Words,
    attr,
    listing,
    single,
)
from printkit.layout.language.values import (
    AUTO,
    Choice,
    ColourName,
    Extent,
    Flag,
    Length,
    Named,
    Number,
    Padding,
    Paint,
    Plain,
    Sides,
    StyleName,
    Token,
    Whole,
    mm,
)

if TYPE_CHECKING:
    from printkit.layout.language.expressions import Expression, Loop

ALIGN = Choice("left", "center", "right")
VALIGN = Choice("top", "middle", "bottom")
EXTENT = Extent("%", "fr", "auto")
LENGTH = Extent()
PAINT = Paint()
LINE = Named("lines", "0.5pt", least=0.3, most=40)
RADIUS = Named("radii", "2mm")
SIZE = Named("styles", "9pt", least=6.5, most=300)
STYLE = StyleName()
SIDES = Sides()
NONE = Length(0.0, "pt")
FILE = Plain("the name of a file beside the layout")
FIELD = Plain(
    "the name of a field like points.3.1: words and numbers, joined by dots",
    r"|(?=.{1,100}\Z)[a-z][a-z0-9-]*(\.([a-z0-9][a-z0-9-]*|\*))*",
    {"type": "string", "pattern": r"^([a-z][a-z0-9-]*(\.([a-z0-9-]+|\*))*)?$|\{"},
)
"""The name of a field, '' for none; in boxes, `*` stands for the number of each box."""


NODE_KINDS: dict[str, type[Node]] = {}
"""The kinds of nodes, by the key that identifies each: that of its own first field."""


class Node(Declared):
    """A node, with the keys that all nodes have."""

    key: ClassVar[str] = ""  # identifies the kind of node in a layout

    loop: Loop | None = attr(LOOP, None, "repeat for each: 'player in players'", key="for")
    when: Expression | None = attr(CONDITION, None, "only if this is true: 'count > 3'")
    width: Value[Length] = attr(EXTENT, AUTO, "how wide")
    height: Value[Length] = attr(EXTENT, AUTO, "how high")
    padding: Value[Padding] | None = attr(SIDES, None, "space between the edge and what is inside")
    fill: Value[ColourName] | None = attr(PAINT, None, "colour of the area")
    stroke: Value[ColourName] | None = attr(PAINT, None, "colour of the outline")
    line: Value[Token | float] | None = attr(LINE, None, "width of lines")
    dash: Value[bool] = attr(Flag(), False, "dashed lines")
    radius: Value[Token | float] | None = attr(RADIUS, None, "rounded corners")
    align: Value[str] | None = attr(ALIGN, None, "left, center or right; inherited by its children")
    valign: Value[str] | None = attr(
        VALIGN, None, "top, middle or bottom; inherited by its children"
    )
    at: Data | None = attr(DATA, None, "in a canvas: [x, y] in its units, or lengths")
    anchor: Value[str] = attr(
        Choice("center", "corner"),
        "center",
        "the point of the node that `at` places; corner: top left",
    )
    span: Value[int] = attr(Whole(1, 100), 1, "columns to take in a grid or table")
    down: Value[int] = attr(Whole(1, 500), 1, "rows to take in a table")
    field: Value[str] | None = attr(
        FIELD, None, "the name of this place to write, one of the sheet's `fields`; '' for none"
    )
    alt: Words | None = attr(WORDS, None, "description for screen readers; '' for decoration")

    def __init_subclass__(cls) -> None:
        known = len(cls.attributes)
        super().__init_subclass__()
        first = list(cls.attributes.values())[known]
        if first.key != first.field:  # otherwise it is a base class of several kinds
            cls.key = first.key
            NODE_KINDS[first.key] = cls


class Column(Node):
    """Children below each other."""

    children: tuple[Node, ...] = attr(NODES, (), "children, one below the other", key="column")
    gap: Value[Length] = attr(LENGTH, NONE, "space between children")


class Row(Node):
    """Children side by side."""

    children: tuple[Node, ...] = attr(NODES, (), "children, side by side", key="row")
    gap: Value[Length] = attr(LENGTH, NONE, "space between children")


class Box(Node):
    """A framed column, tinted by the theme by default."""

    children: tuple[Node, ...] = attr(NODES, (), "children inside the frame", key="box")
    gap: Value[Length] = attr(LENGTH, NONE, "space between children")


class Grid(Node):
    """Children in equal columns, row after row."""

    children: tuple[Node, ...] = attr(NODES, (), "children, row by row", key="grid")
    columns: Value[int] = attr(Whole(1, 60), 2, "how many columns")
    gap: Value[Length] = attr(LENGTH, NONE, "space between cells")


class Flow(Node):
    """Running text: it fills column after column, and continues on the next page."""

    children: tuple[Node, ...] = attr(
        NODES, (), "children that flow through the columns", key="flow"
    )
    height: Value[Length] = attr(EXTENT, Length(1.0, "fr"), "height (default: 1fr)")
    columns: Value[int] = attr(Whole(1, 8), 1, "how many columns")
    gap: Value[Length] = attr(LENGTH, mm(2), "space between nodes")
    gutter: Value[Length] = attr(LENGTH, mm(6), "space between columns")


class Group(Node):
    """Several nodes that are repeated together; each is a child of the container around them."""

    children: tuple[Node, ...] = attr(NODES, (), "the nodes, repeated together", key="group")


class Canvas(Node):
    """Children at explicit positions: in units of a grid, or in lengths."""

    children: tuple[Node, ...] = attr(NODES, (), "children, each with its `at`", key="canvas")
    unit: Value[Length] = attr(LENGTH, mm(1), "length of 1 in `at` (default: 1mm)")


class TableColumn(Declared):
    """One column of a table (or several, with `for`)."""

    loop: Loop | None = attr(LOOP, None, "one column for each: 'player in players'", key="for")
    when: Expression | None = attr(CONDITION, None, "only if this is true")
    width: Value[Length] = attr(EXTENT, Length(1.0, "fr"), "how wide")
    least: Value[Length] = attr(LENGTH, NONE, "never narrower", key="min-width")
    head: Node | None = attr(NODE, None, "text in the heading row")
    style: Value[str] | None = attr(STYLE, None, "text style of its cells")
    align: Value[str] | None = attr(ALIGN, None, "of its cells")
    fill: Value[ColourName] | None = attr(PAINT, None, "behind its cells")
    padding: Value[Padding] | None = attr(
        SIDES, None, "space between the lines and the content of its cells"
    )
    edge: Value[str] = attr(Choice("thin", "strong"), "thin", "the line to its left")
    columns: tuple[TableColumn, ...] | None = attr(
        listing(), None, "several columns instead of one, for each item of `for`"
    )


class TableRow(Declared):
    """One row of a table (or several, with `for`), or a section of rows under a title."""

    loop: Loop | None = attr(LOOP, None, "one row for each: 'round in rounds'", key="for")
    when: Expression | None = attr(CONDITION, None, "only if this is true")
    cells: tuple[Node, ...] = attr(NODES, (), "its cells, from the left; missing ones are empty")
    height: Value[Length] = attr(EXTENT, AUTO, "how high")
    least: Value[Length] = attr(LENGTH, NONE, "never lower", key="min-height")
    most: Value[Length] | None = attr(LENGTH, None, "never higher", key="max-height")
    style: Value[str] | None = attr(STYLE, None, "text style of its cells")
    fill: Value[ColourName] | None = attr(PAINT, None, "behind the row")
    edge: Value[str] = attr(Choice("thin", "strong"), "thin", "the line above it")
    field: Value[str] | None = attr(
        ROW_FIELD, None, "the name of its empty cells, which may use what the columns repeat"
    )
    section: Node | None = attr(NODE, None, "a title over the whole width, for `rows`")
    rows: tuple[TableRow, ...] | None = attr(listing(), None, "the rows of this section")


class TableParts(Declared):
    """The content of `table:`."""

    columns: tuple[TableColumn, ...] = attr(listing(TableColumn), (), "the columns", required=True)
    head: tuple[TableRow, ...] | None = attr(
        listing(TableRow), None, "heading rows (default: the columns' own heads)"
    )
    rows: tuple[TableRow, ...] = attr(listing(TableRow), (), "the rows", required=True)


class Table(Node):
    """Rows and columns with lines between them."""

    parts: TableParts = attr(single(TableParts), None, "columns and rows", key="table")
    zebra: Value[bool] = attr(Flag(), False, "tint every other row")
    lines: Value[str] = attr(Choice("all", "rows", "none"), "all", "lines between cells")


class TextNode(Node):
    """A node with text, with the keys that all such nodes have."""

    style: Value[str] | None = attr(STYLE, None, "text style of the theme")
    font: Value[str] | None = attr(
        Plain("a font family"), None, "text, condensed, title, hand, symbols, or one of your own"
    )
    weight: Value[str] | None = attr(Plain("a weight"), None, "regular, bold, italic, black")
    size: Value[Token | float] | None = attr(SIZE, None, "type size")
    colour: Value[ColourName] | None = attr(PAINT, None, "colour of the words")
    shrink: Value[Token | float] | None = attr(SIZE, None, "may shrink to this size to fit")
    wrap: Value[str] = attr(
        Choice("words", "none", "last"),
        "words",
        "words: break into lines at spaces; none: one line;"
        " last: shrink first, and only then break, even inside words (for names);"
        " texts of one `for` have one size",
    )
    turn: Value[str] = attr(Choice("none", "up", "down"), "none", "rotate it to run up or down")
    leading: Value[float] | None = attr(
        Number(0.8, 3), None, "line height as a multiple of the size"
    )
    hyphens: Value[bool] | None = attr(Flag(), None, "hyphenate words (default: only in a flow)")


class Text(TextNode):
    """Plain text."""

    words: Words = attr(WORDS, None, "what to print; {…} is filled in", key="text")


class Rich(TextNode):
    """Text with **bold** and *italic* words and :icons:."""

    words: MarkedWords = attr(
        MARKED, None, "what to print: **bold**, *italic*, :icon:; {…} is filled in", key="rich"
    )
    paint: Value[ColourName] | None = attr(
        PAINT, None, "colour of its icons' areas (default: tint, or head in light text)"
    )


class RuleLine(Node):
    """A straight line across its area."""

    weight: Value[Token | float] = attr(LINE, Token("lines", "thin"), "its width", key="rule")
    colour: Value[ColourName] = attr(PAINT, ColourName("line"), "its colour")
    direction: Value[str] = attr(Choice("across", "down"), "across", "across or down")


class WriteLine(Node):
    """A line to write on, after its label."""

    words: Words = attr(WORDS, None, "label before the line: Name", key="write")
    height: Value[Length] = attr(EXTENT, mm(8), "height (default: 8mm)")
    style: Value[str] = attr(STYLE, "label", "text style of the words")
    colour: Value[ColourName] = attr(PAINT, ColourName("frame"), "of the line")
    gap: Value[Length] = attr(LENGTH, mm(2), "between words and line")


class Icon(Node):
    """An icon."""

    name: Value[str] = attr(Plain("the name of an icon"), "", "which one", key="icon")
    size: Value[Length] = attr(LENGTH, mm(5), "how wide and high")
    colour: Value[ColourName] = attr(PAINT, ColourName("ink"), "colour of its lines")
    paint: Value[ColourName] | None = attr(
        PAINT, None, "colour of its areas (default: tint, or none if its lines have none)"
    )


class Image(Node):
    """A PNG or JPEG file beside the layout, as large as its area allows."""

    file: Value[str] = attr(FILE, "", "which file", key="image")


class Boxes(Node):
    """Boxes to tick."""

    count: Value[int] = attr(Whole(0, 2000), 1, "how many", key="boxes")
    size: Value[Length] = attr(LENGTH, mm(4.5), "of one box")
    gap: Value[Length] = attr(LENGTH, mm(1.5), "between boxes")
    shape: Value[str] = attr(Choice("square", "circle"), "square", "square or circle")
    colour: Value[ColourName] = attr(PAINT, ColourName("frame"), "of the outline")


class Track(Node):
    """Labelled boxes in a line that wraps."""

    labels: Data = attr(DATA, None, "their labels: a list, or '{range(1, 11)}'", key="track")
    marked: Data | None = attr(DATA, None, "labels to emphasise")
    size: Value[Length] = attr(LENGTH, mm(9), "of one box")
    gap: Value[Length] = attr(LENGTH, mm(1), "between boxes")
    shape: Value[str] = attr(Choice("square", "circle"), "square", "square or circle")
    style: Value[str] = attr(STYLE, "number", "text style of the labels")
    colour: Value[ColourName] = attr(PAINT, ColourName("frame"), "of the outline")


class Chart(Node):
    """Numbers as lines or bars."""

    kind: Value[str] = attr(
        Choice("lines", "bars", "stacked"), "lines", "lines, bars or stacked bars", key="chart"
    )
    series: Data = attr(DATA, None, "a list of records with `name` and `values`", required=True)
    labels: Data | None = attr(DATA, None, "labels along the bottom (default: 1, 2, 3 …)")
    unit: Words | None = attr(WORDS, None, "what is counted, above the axis")


class Code(Node):
    """A QR code for a phone's camera."""

    text: Value[str] = attr(
        Plain("a text or an address", r"[^\x00-\x08\x0b-\x1f]{1,3000}"),
        "",
        "what it says",
        key="qr",
    )
    level: Value[str] = attr(
        Choice("low", "medium", "quartile", "high"),
        "medium",
        "how much of it may be damaged: low, medium, quartile or high",
    )
    quiet: Value[int] = attr(Whole(0, 20), 4, "the quiet zone around it, in modules")


class Space(Node):
    """Empty space."""

    extent: Value[Length] = attr(EXTENT, Length(1.0, "fr"), "how much", key="space")


class Circle(Node):
    """A circle."""

    diameter: Value[Length] = attr(LENGTH, Length(72.0, "pt"), "how wide", key="circle")


class Drawing(Node):
    """A drawing of your own as SVG path data, stretched over its width and height."""

    data: Value[str] = attr(
        Plain("path data", r"[^\x00-\x1f]{1,20000}"), "", "M, L, C, Z …", key="path"
    )
    view: Data | None = attr(
        DATA, None, "[width, height] of the grid of the data (default: 24 x 24)"
    )


class Tell(Node):
    """A note for the person who builds the sheet, shown if `when` is true; nothing is printed."""

    words: Words = attr(WORDS, None, "text of the note; {…} is filled in", key="tell")


class Refuse(Node):
    """An error that stops the build if `when` is true: what was asked for can't be printed well."""

    words: Words = attr(WORDS, None, "what is wrong; {…} is filled in", key="refuse")
    hint: Words | None = attr(WORDS, None, "what would be right")


class Use(Node):
    """A part from another file, with parameters."""

    part: Value[str] = attr(Plain("a part like shared/header"), "", "which part", key="use")
    parameters: tuple[tuple[str, Data], ...] = attr(DATA_MAP, (), "its parameters", key="with")
