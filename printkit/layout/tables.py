"""Tables: fixed and flexible columns, heading rows, groups, spans, zebra, and the lines between.

A table is made in two moves: the rows of the definition become cells at grid positions, then the
grid is measured and placed like any block.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from printkit.errors import LayoutError
from printkit.layout.blocks import (
    TOLERANCE,
    Area,
    Draft,
    Frame,
    Nothing,
    Share,
    Size,
    divide,
    too_large,
)
from printkit.layout.corners import rounded
from printkit.layout.values import AUTO, Length
from printkit.scene import BLACK, Line, Rect, Stroke
from printkit.units import MM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from printkit.errors import Where
    from printkit.layout import nodes
    from printkit.layout.scope import Context, Scope
    from printkit.scene import Colour

    Make = Callable[[nodes.Node, Scope], Frame]
    Padding = tuple[float, float, float, float]

MAX_COLUMNS = 200
MAX_ROWS = 2000
CELL_PADDING = (0.4 * MM, 1 * MM, 0.4 * MM, 1 * MM)
INFINITE = float("inf")


class ColumnSpec(NamedTuple):
    """A column as the table knows it."""

    width: Length
    least: float
    style: str | None
    align: str | None
    fill: Colour | None
    edge: str
    padding: tuple[float, float, float, float]


class Cell(NamedTuple):
    """What stands at a grid position, and how far it reaches."""

    frame: Frame
    column: int
    span: int
    down: int


Placed: TypeAlias = tuple[int, Cell]
"""The number of a row, and a cell that begins in it."""


class RowSpec(NamedTuple):
    """A row as the table knows it."""

    cells: tuple[Cell, ...]
    share: Share
    fill: Colour | None
    edge: str
    striped: bool
    where: Where


class TableBlock(NamedTuple):
    """A grid of cells."""

    columns: tuple[ColumnSpec, ...]
    rows: tuple[RowSpec, ...]
    zebra: Colour | None
    lines: str
    radius: float
    frame: Stroke | None
    strokes: tuple[Stroke, Stroke]
    where: Where
    context: Context

    def measure(self, width: float) -> Size:
        """The width it is given; all rows together."""
        widths = self._widths(width)
        return Size(sum(widths), sum(divide(INFINITE, self._shares(widths), 0.0)))

    def place(self, area: Area, draft: Draft) -> None:
        """Fills first, then what stands in the cells, then the lines over both."""
        widths = self._widths(area.width)
        heights = divide(area.height, self._shares(widths), 0.0)
        self._check(area, widths, heights)
        lefts = _edges(area.x, widths)
        tops = _edges(area.y, heights)
        self._paint(lefts, tops, draft)
        for at, row in enumerate(self.rows):
            for cell in row.cells:
                cell.frame.place(_cell_area(cell, at, lefts, tops), draft)
        if self.lines != "none":
            self._rule(lefts, tops, draft)
        if self.frame is not None:
            outer = Area(lefts[0], tops[0], lefts[-1] - lefts[0], tops[-1] - tops[0])
            draft.shapes.append(Rect(*outer, None, self.frame, self.radius))

    def _widths(self, width: float) -> list[float]:
        naturals = [0.0] * len(self.columns)
        for row in self.rows:
            for cell in row.cells:
                if cell.span == 1 and self.columns[cell.column].width.unit == "auto":
                    natural = cell.frame.measure(INFINITE).width
                    naturals[cell.column] = max(naturals[cell.column], natural)
        shares = [
            Share(column.width, natural, column.least)
            for column, natural in zip(self.columns, naturals, strict=True)
        ]
        return divide(width, shares, 0.0)

    def _shares(self, widths: Sequence[float]) -> list[Share]:
        return [
            row.share._replace(natural=max(row.share.natural, _natural(row, widths)))
            for row in self.rows
        ]

    def _check(self, area: Area, widths: Sequence[float], heights: Sequence[float]) -> None:
        wide, high = sum(widths) - area.width, sum(heights) - area.height
        if wide > TOLERANCE:
            hint = "the columns are wider than the space there is"
            self.context.complain(too_large("this table", wide, self.where, hint))
        if high > TOLERANCE:
            hint = f"{len(self.rows)} rows are higher than the space there is"
            self.context.complain(too_large("this table", high, self.where, hint))

    def _paint(self, lefts: Sequence[float], tops: Sequence[float], draft: Draft) -> None:
        """Rows of one colour become one area: two that touch would show a seam on a screen."""
        across = (0, len(self.columns))
        for fill, group in groupby(range(len(self.rows)), lambda at: self.rows[at].fill):
            if fill is not None:
                rows = list(group)
                self._fill(fill, (rows[0], rows[-1] + 1), across, lefts, tops, draft)
        plain = [column for column, spec in enumerate(self.columns) if spec.fill is None]
        odd = False
        for at, row in enumerate(self.rows):
            odd = not odd if row.striped else False
            if row.fill is not None or not row.striped:
                continue
            for column, spec in enumerate(self.columns):
                if spec.fill is not None:
                    self._fill(spec.fill, (at, at + 1), (column, column + 1), lefts, tops, draft)
            if self.zebra is not None and not odd:
                for columns in _runs(plain):
                    self._fill(self.zebra, (at, at + 1), columns, lefts, tops, draft)

    def _fill(
        self,
        fill: Colour,
        rows: tuple[int, int],
        columns: tuple[int, int],
        lefts: Sequence[float],
        tops: Sequence[float],
        draft: Draft,
    ) -> None:
        """An area of cells; where it lies in a corner of the table, it is rounded like it."""
        area = Area(
            lefts[columns[0]],
            tops[rows[0]],
            lefts[columns[1]] - lefts[columns[0]],
            tops[rows[1]] - tops[rows[0]],
        )
        top, bottom = rows[0] == 0, rows[1] == len(self.rows)
        left, right = columns[0] == 0, columns[1] == len(self.columns)
        corners = (top and left, top and right, bottom and right, bottom and left)
        draft.shapes.append(rounded(area, self.radius, corners, fill))

    def _rule(self, lefts: Sequence[float], tops: Sequence[float], draft: Draft) -> None:
        thin, strong = self.strokes
        tall, wide = self._reaching()
        for at in range(1, len(self.rows)):
            stroke = strong if self.rows[at].edge == "strong" else thin
            for first, last in _runs(self._open_columns(at, tall)):
                y = tops[at]
                draft.shapes.append(Line(lefts[first], y, lefts[last], y, stroke))
        if self.lines == "rows":
            return
        for at in range(1, len(self.columns)):
            stroke = strong if self.columns[at].edge == "strong" else thin
            for first, last in _runs(self._open_rows(at, wide)):
                x = lefts[at]
                draft.shapes.append(Line(x, tops[first], x, tops[last], stroke))

    def _reaching(self) -> tuple[list[Placed], list[Placed]]:
        """The cells that take several rows, and those that take several columns."""
        placed = [(at, cell) for at, row in enumerate(self.rows) for cell in row.cells]
        tall = [(at, cell) for at, cell in placed if cell.down > 1]
        return tall, [(at, cell) for at, cell in placed if cell.span > 1]

    def _open_columns(self, boundary: int, tall: Sequence[Placed]) -> list[int]:
        """The columns in which no cell reaches across the line above row `boundary`."""
        crossed = {
            column
            for at, cell in tall
            if at < boundary < at + cell.down
            for column in range(cell.column, cell.column + cell.span)
        }
        return [at for at in range(len(self.columns)) if at not in crossed]

    def _open_rows(self, boundary: int, wide: Sequence[Placed]) -> list[int]:
        """The rows in which no cell reaches across the line left of column `boundary`."""
        crossed = {
            at + step
            for at, cell in wide
            if cell.column < boundary < cell.column + cell.span
            for step in range(cell.down)
        }
        return [at for at in range(len(self.rows)) if at not in crossed]


def _natural(row: RowSpec, widths: Sequence[float]) -> float:
    heights = [
        cell.frame.measure(sum(widths[cell.column : cell.column + cell.span])).height
        for cell in row.cells
        if cell.down == 1
    ]
    return max(heights, default=0.0)


def _edges(start: float, extents: Sequence[float]) -> list[float]:
    edges = [start]
    for extent in extents:
        edges.append(edges[-1] + extent)
    return edges


def _cell_area(cell: Cell, row: int, lefts: Sequence[float], tops: Sequence[float]) -> Area:
    x, y = lefts[cell.column], tops[row]
    bottom = tops[min(row + cell.down, len(tops) - 1)]
    return Area(x, y, lefts[cell.column + cell.span] - x, bottom - y)


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Consecutive numbers as (first, last + 1)."""
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        yield run[0], run[-1] + 1


class TableMaker:
    """Turns the parts of a table definition into cells at grid positions."""

    def __init__(self, node: nodes.Table, scope: Scope, make: Make) -> None:
        self.node, self.scope, self.make = node, scope, make
        self.columns: list[ColumnSpec] = []
        self.heads: list[Frame | None] = []
        self.rows: list[RowSpec] = []
        self.taken: dict[tuple[int, int], nodes.Node] = {}

    def table(self) -> TableBlock:
        """The finished block."""
        node, scope, theme = self.node, self.scope, self.scope.context.theme
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
            context=scope.context,
        )

    def _frame(self) -> Stroke | None:
        node, scope, theme = self.node, self.scope, self.scope.context.theme
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
        head = self.scope.context.theme.colours["head"]
        if self.node.parts.head is not None:
            for row in self.node.parts.head:
                for scope in self.scope.repeat(row):
                    self._make_row(row, scope._replace(style="head"), head, striped=False)
        elif any(self.heads):
            cells = tuple(
                Cell(frame or _empty(self.node.where, self.scope), at, 1, 1)
                for at, frame in enumerate(self.heads)
            )
            share = Share(AUTO, 0.0, 6.5 * MM)
            self.rows.append(RowSpec(cells, share, head, "thin", False, self.node.where))

    def _make_rows(self, rows: Sequence[nodes.TableRow], outer: Scope) -> None:
        for row in rows:
            for scope in outer.repeat(row):
                if row.rows is not None:
                    self._make_section(row, scope)
                else:
                    self._make_row(row, scope._replace(style="cell"), None, striped=True)

    def _make_section(self, row: nodes.TableRow, scope: Scope) -> None:
        if row.section is not None:
            inside = scope._replace(style="strong", align="left", valign="middle")
            self._check_room(row.section, len(self.rows), 0, len(self.columns))
            content = self._content(row.section, inside, CELL_PADDING)
            title = Cell(content, 0, len(self.columns), 1)
            fill = scope.fill(row.fill) or scope.context.theme.colours["tint"]
            share = Share(AUTO, 0.0, 6 * MM)
            self.rows.append(RowSpec((title,), share, fill, "strong", False, row.where))
        self._make_rows(row.rows or (), scope)

    def _make_row(
        self, row: nodes.TableRow, scope: Scope, fill: Colour | None, *, striped: bool
    ) -> None:
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
        most = scope.points(row.most) if row.most is not None else INFINITE
        share = Share(scope.get(row.height), 0.0, scope.points(row.least), most)
        fill = scope.fill(row.fill) if row.fill is not None else fill
        edge = scope.get(row.edge)
        self.rows.append(RowSpec(tuple(cells), share, fill, edge, striped, row.where))

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
            columns = "1 column" if number == 1 else f"{number} columns"
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
        if node.padding is not None or any(frame.padding):
            return frame
        return replace(frame, padding=padding, answers={})


def _empty(where: Where, scope: Scope) -> Frame:
    return Frame(Nothing(), AUTO, AUTO, where, scope.context)
