"""Tables: the columns and rows of a definition become cells in a grid.

`make_table` resolves header rows, groups and spans; `TableLayout` computes the widths of columns
and the heights of rows, the fills behind them and the lines between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, groupby
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from printkit.core import scene
from printkit.core.errors import LayoutError, Where
from printkit.core.geometry import KAPPA
from printkit.core.scene import (
    BLACK,
    Colour,
    Fragment,
    Item,
    Line,
    Path,
    PathCommand,
    Placed,
    Rect,
    Shape,
    Stroke,
)
from printkit.core.units import MM, add_up, counted, runs
from printkit.layout.boxes.box import INFINITE, TOLERANCE, Area, Box, EmptyContent, Size, too_large
from printkit.layout.boxes.columns import Portion, divide
from printkit.layout.boxes.maker import box_for
from printkit.layout.language.values import AUTO, Dynamic, Length, Padding
from printkit.layout.log import report

if TYPE_CHECKING:
    from printkit.layout.nodes.base import Node
    from printkit.layout.nodes.tables import TableColumn, TableNode, TableRow
    from printkit.layout.scope import Scope

MAX_COLUMNS = 200
MAX_ROWS = 2000
CELL_PADDING = (0.4 * MM, 1 * MM, 0.4 * MM, 1 * MM)
HEAD, SECTION, ROW = "head", "section", "row"
"""The kinds of rows."""


class ColumnSpec(NamedTuple):
    """A resolved column of a table."""

    width: Length  # as requested
    least: float  # the least width, in points
    style: str | None  # of its text
    align: str | None  # of its cells
    fill: Colour | None  # behind it
    edge: str  # 'strong' for a strong line before it
    padding: Padding  # of its cells


class TableCell(NamedTuple):
    """The cell at a grid position, and its span."""

    box: Box
    column: int
    span: int
    down: int


Reach: TypeAlias = tuple[int, int]  # a range of columns or rows: the first, and the one after it


class GridLines(NamedTuple):
    """The positions of columns and rows, including the end of the last ones."""

    lefts: list[float]
    tops: list[float]

    def area(self, columns: Reach, rows: Reach) -> Area:
        """Return the area that these columns and rows share."""
        x, y = self.lefts[columns[0]], self.tops[rows[0]]
        return Area(x, y, self.lefts[columns[1]] - x, self.tops[rows[1]] - y)


class RowSpec(NamedTuple):
    """A resolved row of a table."""

    cells: tuple[TableCell, ...]  # from left to right
    empty: tuple[int, ...]  # the columns without a cell
    portion: Portion  # its height, as requested
    fill: Colour | None  # behind it
    edge: str  # 'strong' for a strong line above it
    kind: str  # HEAD, SECTION or ROW
    where: Where  # the place of the row in its file


class TableLayout(NamedTuple):
    """A grid of cells."""

    columns: tuple[ColumnSpec, ...]  # from left to right
    rows: tuple[RowSpec, ...]  # from top to bottom, including header rows
    zebra: Colour | None  # behind every other row
    lines: str  # 'all', 'rows' or 'none'
    radius: float  # of the corners
    frame: Stroke | None  # around the table
    strokes: tuple[Stroke, Stroke]  # of thin and strong lines
    where: Where  # the place of the node
    scope: Scope

    def measure(self, width: float) -> Size:
        """Return the width of all columns and the height of all rows."""
        widths = self._widths(width)
        return Size(add_up(widths), add_up(divide(INFINITE, self._portions(widths), 0.0)))

    def layout(self, area: Area) -> Iterator[Item]:
        """Draw fills, then the content of cells, then lines on top."""
        widths = self._widths(area.width)
        heights = divide(area.height, self._portions(widths), 0.0)
        self._check(area, widths, heights)
        lines = (accumulate(widths, initial=area.x), accumulate(heights, initial=area.y))
        grid = GridLines(*map(list, lines))
        yield from self._paint(grid)
        for at, row in enumerate(self.rows):
            yield Placed(self._row(row, at, grid), 0.0, 0.0)
        if self.lines != "none":
            yield from self._rule(grid)
        if self.frame is not None:
            outer = grid.area((0, len(self.columns)), (0, len(self.rows)))
            yield Rect(*outer, None, self.frame, self.radius)

    def _row(self, row: RowSpec, at: int, grid: GridLines) -> Fragment:
        """Lay out a row, with empty cells for screen readers where it has none."""
        cells: dict[int, Placed] = {}
        scope = {HEAD: "Column", SECTION: "Row"}.get(row.kind, "")
        for cell in row.cells:
            area = grid.area((cell.column, cell.column + cell.span), (at, at + cell.down))
            inside = Placed(cell.box.layout(area.width, area.height), 0.0, 0.0)
            reads = scene.CellRole(scope, cell.span, cell.down)
            cells[cell.column] = Placed(_cell([inside], area, reads), area.x, area.y)
        for column in row.empty:
            area = grid.area((column, column + 1), (at, at + 1))
            cells[column] = Placed(_cell([], area, scene.CellRole(scope)), area.x, area.y)
        whole = grid.area((0, len(self.columns)), (0, len(self.rows)))
        is_headed = row.kind == ROW and len(self.columns) > 1
        order = [cells[column] for column in sorted(cells)]
        heads = scene.CellRole("Row") if is_headed else None
        return Fragment(order, whole.width, whole.height, "TR", cell=heads)

    def _widths(self, width: float) -> list[float]:
        naturals = [0.0] * len(self.columns)
        for row in self.rows:
            for cell in row.cells:
                if cell.span == 1 and self.columns[cell.column].width.unit == "auto":
                    natural = cell.box.measure(INFINITE).width
                    naturals[cell.column] = max(naturals[cell.column], natural)
        portions = [
            Portion(column.width, natural, column.least)
            for column, natural in zip(self.columns, naturals, strict=True)
        ]
        return divide(width, portions, 0.0)

    def _portions(self, widths: Sequence[float]) -> list[Portion]:
        grows = self.scope.context.ticket.smallest_type > 0.0  # then a height is only the least
        portions = []
        for row in self.rows:
            natural = max(row.portion.natural, _natural(row, widths))
            least = max(row.portion.least, natural) if grows else row.portion.least
            portions.append(row.portion._replace(natural=natural, least=least))
        return portions

    def _check(self, area: Area, widths: Sequence[float], heights: Sequence[float]) -> None:
        wide, high = add_up(widths) - area.width, add_up(heights) - area.height
        if wide > TOLERANCE:
            hint = "the columns are wider than the available space"
            report(too_large("this table", wide, self.where, hint, is_wide=True))
        if high > TOLERANCE:
            hint = f"{len(self.rows)} rows are higher than the available space"
            report(too_large("this table", high, self.where, hint))

    def _paint(self, grid: GridLines) -> Iterator[Shape]:
        """Draw fills; adjacent rows of one colour are one area, because two would show a seam."""
        for fill, group in groupby(range(len(self.rows)), lambda at: self.rows[at].fill):
            if fill is not None:
                rows = list(group)
                yield self._fill(fill, (0, len(self.columns)), (rows[0], rows[-1] + 1), grid)
        plain = [at for at, row in enumerate(self.rows) if row.fill is None and row.kind == ROW]
        inner = [at for at in plain if 0 < at < len(self.rows) - 1]  # without rounded corners
        for first, last in (*runs(inner), *((at, at) for at in plain if at not in inner)):
            for column, spec in enumerate(self.columns):
                if spec.fill is not None:
                    yield self._fill(spec.fill, (column, column + 1), (first, last + 1), grid)
        if self.zebra is not None:
            unfilled = [column for column, spec in enumerate(self.columns) if spec.fill is None]
            odd = False
            for at, row in enumerate(self.rows):
                odd = not odd if row.kind == ROW else False
                if at in plain and not odd:
                    for first, last in runs(unfilled):
                        yield self._fill(self.zebra, (first, last + 1), (at, at + 1), grid)

    def _fill(self, fill: Colour, columns: Reach, rows: Reach, grid: GridLines) -> Shape:
        """Return an area of cells; at a corner of the table, it is rounded like the table."""
        top, bottom = rows[0] == 0, rows[1] == len(self.rows)
        left, right = columns[0] == 0, columns[1] == len(self.columns)
        corners = (top and left, top and right, bottom and right, bottom and left)
        return _rounded_area(grid.area(columns, rows), self.radius, corners, fill)

    def _rule(self, grid: GridLines) -> Iterator[Line]:
        cells = [
            ((cell.column, cell.column + cell.span), (at, at + cell.down))
            for at, row in enumerate(self.rows)
            for cell in row.cells
            if cell.span > 1 or cell.down > 1
        ]
        tall = [(rows, columns) for columns, rows in cells]
        for at in range(1, len(self.rows)):
            stroke, y = self._stroke(self.rows[at].edge), grid.tops[at]
            for first, last in runs(_uncrossed(at, tall, len(self.columns))):
                yield Line(grid.lefts[first], y, grid.lefts[last + 1], y, stroke)
        for at in range(1, len(self.columns) if self.lines == "all" else 0):
            stroke, x = self._stroke(self.columns[at].edge), grid.lefts[at]
            for first, last in runs(_uncrossed(at, cells, len(self.rows))):
                yield Line(x, grid.tops[first], x, grid.tops[last + 1], stroke)

    def _stroke(self, edge: str) -> Stroke:
        thin, strong = self.strokes
        return strong if edge == "strong" else thin


def _cell(items: Sequence[Item], area: Area, cell: scene.CellRole) -> Fragment:
    role = "TH" if cell.scope else "TD"
    return Fragment(items, area.width, area.height, role, cell=cell)


def _uncrossed(boundary: int, cells: Iterable[tuple[Reach, Reach]], count: int) -> list[int]:
    """Return the columns or rows, out of `count`, in which no cell spans the boundary.

    The first range of a cell is the one that the boundary may cut, the other one is along it.
    """
    crossed = {
        place for (start, end), along in cells if start < boundary < end for place in range(*along)
    }
    return [at for at in range(count) if at not in crossed]


def _natural(row: RowSpec, widths: Sequence[float]) -> float:
    heights = [
        cell.box.measure(add_up(widths[cell.column : cell.column + cell.span])).height
        for cell in row.cells
        if cell.down == 1
    ]
    return max(heights, default=0.0)


def _rounded_area(
    area: Area, radius: float, corners: tuple[bool, bool, bool, bool], fill: Colour
) -> Rect | Path:
    """Return the filled area, with the given corners (clockwise from top left) rounded."""
    if not radius or not any(corners):
        return Rect(*area, fill)
    left, top = area.x, area.y
    right, bottom = left + area.width, top + area.height
    sizes = [min(radius, area.width, area.height) if corner else 0.0 for corner in corners]
    a, b, c, d = sizes
    k = 1 - KAPPA
    commands: tuple[PathCommand, ...] = (
        ("M", left + a, top),
        ("L", right - b, top),
        ("C", right - b * k, top, right, top + b * k, right, top + b),
        ("L", right, bottom - c),
        ("C", right, bottom - c * k, right - c * k, bottom, right - c, bottom),
        ("L", left + d, bottom),
        ("C", left + d * k, bottom, left, bottom - d * k, left, bottom - d),
        ("L", left, top + a),
        ("C", left, top + a * k, left + a * k, top, left + a, top),
        ("Z",),
    )
    return Path(commands, fill)


def make_table(node: TableNode, scope: Scope) -> TableLayout:
    """Make a table."""
    return _TableMaker(node, scope).table()


class _TableMaker:
    """A maker of tables: it turns the parts of a definition into cells at grid positions."""

    def __init__(self, node: TableNode, scope: Scope) -> None:
        self.node, self.scope = node, scope
        self.columns: list[ColumnSpec] = []  # from left to right
        self.heads: list[Box | None] = []  # the header of each column
        self.repeats: list[Scope] = []  # the scope of each column
        self.rows: list[RowSpec] = []  # from top to bottom
        self.taken: dict[tuple[int, int], Node] = {}  # positions of cells that span down

    def table(self) -> TableLayout:
        """Make the table."""
        node, scope, theme = self.node, self.scope, self.scope.context.ticket.theme
        self._make_columns(node.parts.columns, scope)
        if not self.columns:
            raise LayoutError("this table has no columns", node.where)
        self._make_head()
        self._make_rows(node.parts.rows, scope)
        self._check_end()
        lines = scope.get(node.lines)
        inner = theme.colours["line"] or BLACK
        return TableLayout(
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

    def _make_columns(self, columns: Sequence[TableColumn], outer: Scope) -> None:
        for column in columns:
            for scope in outer.repeat(column):
                if column.columns is not None:
                    self._make_columns(column.columns, scope)
                else:
                    self._make_column(column, scope)

    def _make_column(self, column: TableColumn, scope: Scope) -> None:
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
                TableCell(frame or _empty(self.node.where), at, 1, 1)
                for at, frame in enumerate(self.heads)
            )
            portion = Portion(AUTO, 0.0, 6.5 * MM)
            self.rows.append(RowSpec(cells, (), portion, head, "thin", HEAD, self.node.where))

    def _make_rows(self, rows: Sequence[TableRow], outer: Scope) -> None:
        for row in rows:
            for scope in outer.repeat(row):
                if row.rows is not None:
                    self._make_section(row, scope)
                else:
                    self._make_row(row, scope._replace(style="cell"), None, ROW)

    def _make_section(self, row: TableRow, scope: Scope) -> None:
        if row.section is not None:
            inside = scope._replace(style="strong", align="left", valign="middle")
            self._check_room(row.section, len(self.rows), 0, len(self.columns))
            content = self._content(row.section, inside, CELL_PADDING)
            title = TableCell(content, 0, len(self.columns), 1)
            fill = scope.fill(row.fill) or scope.context.ticket.theme.colours["tint"]
            portion = Portion(AUTO, 0.0, 6 * MM)
            self.rows.append(RowSpec((title,), (), portion, fill, "strong", SECTION, row.where))
        self._make_rows(row.rows or (), scope)

    def _make_row(self, row: TableRow, scope: Scope, fill: Colour | None, kind: str) -> None:
        at = len(self.rows)
        if at == MAX_ROWS:
            raise LayoutError(f"a table has at most {MAX_ROWS:,} rows", row.where)
        scope.context.count(row.where)
        cells: list[TableCell] = []
        column = 0
        for node, inner in chain.from_iterable(map(scope.expand, row.cells)):
            while (at, column) in self.taken:
                column += 1
            cells.append(self._cell(row, node, inner, at, column))
            column += cells[-1].span
        used = {cell.column + wide for cell in cells for wide in range(cell.span)}
        empty = [
            column
            for column in range(len(self.columns))
            if column not in used and (at, column) not in self.taken
        ]
        if row.field is not None and scope.context.ticket.wants_fields:
            fields = [*self._fields(row, scope, empty)]
            cells += fields
            empty = [column for column in empty if column not in {each.column for each in fields}]
        most = scope.points(row.most) if row.most is not None else INFINITE
        portion = Portion(scope.get(row.height), 0.0, scope.points(row.least), most)
        fill = scope.fill(row.fill) if row.fill is not None else fill
        edge = scope.get(row.edge)
        self.rows.append(RowSpec(tuple(cells), tuple(empty), portion, fill, edge, kind, row.where))

    def _fields(self, row: TableRow, scope: Scope, columns: Sequence[int]) -> Iterator[TableCell]:
        """Yield the empty cells of a row that are fields: those whose names can be filled in."""
        for column in columns:
            inside = self.repeats[column].bind(scope.env)
            if _knows(inside, row.field):
                scope.context.count(row.where)
                yield TableCell(_empty(row.where, inside.get(row.field) or ""), column, 1, 1)

    def _cell(self, row: TableRow, node: Node, scope: Scope, at: int, column: int) -> TableCell:
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
        return TableCell(self._content(node, inside, spec.padding), column, span, down)

    def _check_room(self, node: Node, at: int, column: int, span: int) -> None:
        """Refuse a cell that leaves the table or overlaps one that spans down from above."""
        number = len(self.columns)
        if column + span > number:
            columns = counted(number, "column")
            raise LayoutError(f"too many cells: this table has {columns}", node.where)
        for wide in range(span):
            if other := self.taken.get((at, column + wide)):
                hint = f"the other one is at {other.where}"
                raise LayoutError("two cells in one place", node.where, hint)

    def _check_end(self) -> None:
        """Refuse a cell that spans beyond the last row."""
        for row, column in self.taken:
            if row >= len(self.rows):
                node = self.taken[row, column]
                hint = f"this table has {len(self.rows)} rows, the heading included"
                raise LayoutError("this cell reaches down below the last row", node.where, hint)

    def _content(self, node: Node, scope: Scope, padding: Padding) -> Box:
        """Make the content of a cell, with the column's padding unless it has its own.

        A problem is reported, not raised, so that those of other cells are found, too.
        """
        try:
            box = box_for(node, scope)
        except LayoutError as error:
            report(error)
            return _empty(node.where)
        return box.with_padding(padding) if node.padding is None and not any(box.padding) else box


def _knows(scope: Scope, value: object) -> bool:
    return not isinstance(value, Dynamic) or value.template.names <= scope.env.keys()


def _empty(where: Where, field: str = "") -> Box:
    return Box(EmptyContent(), where, field=field)
