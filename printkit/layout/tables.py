"""Tables: the columns and rows of a definition become cells at their places in a grid.

Heading rows, groups, spans and stripes are settled here; `tablegrid` measures and places what
comes out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from printkit.errors import LayoutError, Where
from printkit.layout.blocks import Frame, Make, Nothing
from printkit.layout.division import Portion
from printkit.layout.tablegrid import (
    HEAD,
    INFINITE,
    ROW,
    SECTION,
    Cell,
    ColumnSpec,
    RowSpec,
    TableBlock,
)
from printkit.layout.values import AUTO, Dynamic, Padding
from printkit.scene import BLACK, Colour, Stroke
from printkit.units import MM, counted

if TYPE_CHECKING:
    from printkit.layout import nodes
    from printkit.layout.scope import Scope

MAX_COLUMNS = 200
MAX_ROWS = 2000
CELL_PADDING = (0.4 * MM, 1 * MM, 0.4 * MM, 1 * MM)


class TableMaker:
    """Turns the parts of a table definition into cells at grid positions."""

    def __init__(self, node: nodes.Table, scope: Scope, make: Make) -> None:
        self.node, self.scope, self.make = node, scope, make
        self.columns: list[ColumnSpec] = []  # from left to right
        self.heads: list[Frame | None] = []  # what stands above each column
        self.repeats: list[Scope] = []  # the scope of each column
        self.rows: list[RowSpec] = []  # from top to bottom
        self.taken: dict[tuple[int, int], nodes.Node] = {}  # where cells reach down to

    def table(self) -> TableBlock:
        """The finished block."""
        node, scope, theme = self.node, self.scope, self.scope.context.ticket.theme
        self._make_columns(node.parts.columns, scope)
        if not self.columns:
            raise LayoutError("this table has no columns", node.where)
        self._make_head()
        self._make_rows(node.parts.rows, scope)
        self._check_end()
        lines = scope.get(node.lines)
        inner = theme.colours["line"] or BLACK
        return TableBlock(
            columns=tuple(self.columns),
            rows=tuple(self.rows),
            zebra=theme.colours["zebra"] if scope.get(node.zebra) else None,
            lines=lines,
            radius=theme.radii["corner"] if node.radius is None else scope.number(node.radius),
            frame=self._frame() if lines == "all" or node.stroke else None,
            strokes=(
                scope.stroke(inner, theme.lines["thin"]),
                scope.stroke(theme.colours["frame"] or BLACK, theme.lines["frame"]),
            ),
            where=node.where,
            scope=scope,
        )

    def _frame(self) -> Stroke | None:
        node, scope, theme = self.node, self.scope, self.scope.context.ticket.theme
        colour = scope.colour(node.stroke) if node.stroke else theme.colours["frame"]
        width = theme.lines["frame"] if node.line is None else scope.number(node.line)
        return scope.stroke(colour, width) if colour else None

    def _make_columns(self, columns: Sequence[nodes.TableColumn], outer: Scope) -> None:
        for column in columns:
            for scope in outer.repeat(column):
                if column.columns is not None:
                    self._make_columns(column.columns, scope)
                else:
                    self._make_column(column, scope)

    def _make_column(self, column: nodes.TableColumn, scope: Scope) -> None:
        self.repeats.append(scope)
        if len(self.columns) == MAX_COLUMNS:
            raise LayoutError(f"a table has at most {MAX_COLUMNS} columns", column.where)
        self.columns.append(
            ColumnSpec(
                scope.get(column.width),
                scope.points(column.least),
                scope.get(column.style),
                scope.get(column.align),
                scope.fill(column.fill),
                scope.get(column.edge),
                scope.get(column.padding) or CELL_PADDING,
            )
        )
        align = scope.get(column.align) or "center"
        inside = scope._replace(style="head", align=align, valign="middle")
        padding = self.columns[-1].padding
        head = self._content(column.head, inside, padding) if column.head else None
        self.heads.append(head)

    def _make_head(self) -> None:
        head = self.scope.context.ticket.theme.colours["head"]
        if self.node.parts.head is not None:
            for row in self.node.parts.head:
                for scope in self.scope.repeat(row):
                    self._make_row(row, scope._replace(style="head"), head, HEAD)
        elif any(self.heads):
            cells = tuple(
                Cell(frame or _empty(self.node.where, self.scope), at, 1, 1)
                for at, frame in enumerate(self.heads)
            )
            portion = Portion(AUTO, 0.0, 6.5 * MM)
            self.rows.append(RowSpec(cells, portion, head, "thin", HEAD, self.node.where))

    def _make_rows(self, rows: Sequence[nodes.TableRow], outer: Scope) -> None:
        for row in rows:
            for scope in outer.repeat(row):
                if row.rows is not None:
                    self._make_section(row, scope)
                else:
                    self._make_row(row, scope._replace(style="cell"), None, ROW)

    def _make_section(self, row: nodes.TableRow, scope: Scope) -> None:
        if row.section is not None:
            inside = scope._replace(style="strong", align="left", valign="middle")
            self._check_room(row.section, len(self.rows), 0, len(self.columns))
            content = self._content(row.section, inside, CELL_PADDING)
            title = Cell(content, 0, len(self.columns), 1)
            fill = scope.fill(row.fill) or scope.context.ticket.theme.colours["tint"]
            portion = Portion(AUTO, 0.0, 6 * MM)
            self.rows.append(RowSpec((title,), portion, fill, "strong", SECTION, row.where))
        self._make_rows(row.rows or (), scope)

    def _make_row(self, row: nodes.TableRow, scope: Scope, fill: Colour | None, kind: str) -> None:
        at = len(self.rows)
        if at == MAX_ROWS:
            raise LayoutError(f"a table has at most {MAX_ROWS:,} rows", row.where)
        scope.context.count(row.where)
        cells: list[Cell] = []
        column = 0
        for node, inner in scope.expand(row.cells):
            column = self._next_free(at, column)
            cells.append(self._cell(row, node, inner, at, column))
            column += cells[-1].span
        if row.field is not None and scope.context.ticket.wants_fields:
            cells += self._fields(row, scope, at, cells)
        most = scope.points(row.most) if row.most is not None else INFINITE
        portion = Portion(scope.get(row.height), 0.0, scope.points(row.least), most)
        fill = scope.fill(row.fill) if row.fill is not None else fill
        edge = scope.get(row.edge)
        self.rows.append(RowSpec(tuple(cells), portion, fill, edge, kind, row.where))

    def _fields(
        self, row: nodes.TableRow, scope: Scope, at: int, cells: Sequence[Cell]
    ) -> Iterator[Cell]:
        """The empty cells of a row as places to write, if their names can be filled in there."""
        used = {cell.column + wide for cell in cells for wide in range(cell.span)}
        for column, repeat in enumerate(self.repeats):
            inside = repeat.bind(scope.env)
            if column in used or (at, column) in self.taken or not _knows(inside, row.field):
                continue
            scope.context.count(row.where)
            frame = _empty(row.where, scope)
            frame.field = inside.get(row.field) or ""
            yield Cell(frame, column, 1, 1)

    def _next_free(self, row: int, column: int) -> int:
        while (row, column) in self.taken:
            column += 1
        return column

    def _cell(
        self, row: nodes.TableRow, node: nodes.Node, scope: Scope, at: int, column: int
    ) -> Cell:
        span, down = scope.get(node.span), scope.get(node.down)
        self._check_room(node, at, column, span)
        for step in range(1, down):
            self.taken.update({(at + step, column + wide): node for wide in range(span)})
        spec = self.columns[column]
        style = scope.get(row.style) or (spec.style if scope.style == "cell" else None)
        inside = scope._replace(
            style=style or scope.style,
            align=spec.align or "center",
            valign="middle",
        )
        return Cell(self._content(node, inside, spec.padding), column, span, down)

    def _check_room(self, node: nodes.Node, at: int, column: int, span: int) -> None:
        """A cell must neither leave the table nor run into one that reaches down from above."""
        number = len(self.columns)
        if column + span > number:
            columns = counted(number, "column")
            raise LayoutError(f"a cell too many: this table has {columns}", node.where)
        for wide in range(span):
            if other := self.taken.get((at, column + wide)):
                hint = f"the other one is at {other.where}"
                raise LayoutError("two cells in one place", node.where, hint)

    def _check_end(self) -> None:
        """No cell reaches down farther than the table."""
        for row, column in self.taken:
            if row >= len(self.rows):
                node = self.taken[row, column]
                hint = f"this table has {len(self.rows)} rows, the heading included"
                raise LayoutError("this cell reaches down below the last row", node.where, hint)

    def _content(self, node: nodes.Node, scope: Scope, padding: Padding) -> Frame:
        """What stands in a cell, clear of the lines unless it says otherwise; the problem of one
        cell does not hide those of others."""
        try:
            frame = self.make(node, scope)
        except LayoutError as error:
            scope.context.complain(error)
            return _empty(node.where, scope)
        if node.padding is None and not any(frame.padding):
            frame.padding = padding
        return frame


def _knows(scope: Scope, value: object) -> bool:
    return not isinstance(value, Dynamic) or value.template.names <= scope.env.keys()


def _empty(where: Where, scope: Scope) -> Frame:
    return Frame(Nothing(), AUTO, AUTO, where, scope.context)
