"""Tables: what their columns, rows and cells may set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.layout.language.declarations import (
    CONDITION,
    LOOP,
    NODE,
    NODES,
    ROW_FIELD,
    Declared,
    Structure,
    Value,
    attr,
    listing,
)
from printkit.layout.language.values import AUTO, ColourName, Flag, Length, OneOf, Padding
from printkit.layout.nodes.base import (
    ALIGN,
    EXTENT,
    LENGTH,
    NONE,
    PAINT,
    SIDES,
    STYLE,
    Node,
    Traits,
    no_outline,
)

if TYPE_CHECKING:
    from printkit.layout.language.expressions import Expression, Loop


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
    edge: Value[str] = attr(OneOf("thin", "strong"), "thin", "the line to its left")
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
    edge: Value[str] = attr(OneOf("thin", "strong"), "thin", "the line above it")
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


class TableNode(Node):
    """Rows and columns with lines between them."""

    traits = Traits(make="tables:make_table", role="Table", outline=no_outline, has_words=True)

    parts: TableParts = attr(Structure("table", TableParts), None, "columns and rows", key="table")
    zebra: Value[bool] = attr(Flag(), False, "tint every other row")
    lines: Value[str] = attr(OneOf("all", "rows", "none"), "all", "lines between cells")
