"""The grid of a table: cells at their columns and rows, measured and placed like any block.

Knows how wide and high columns and rows become, what is painted behind them, and which lines run
between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, TypeAlias

from printkit.geometry import KAPPA
from printkit.layout import voices
from printkit.layout.areas import TOLERANCE, Area, Size, too_large
from printkit.layout.division import Portion, divide
from printkit.layout.voices import Read, has_words
from printkit.scene import Colour, Line, Path, PathCommand, Rect, Stroke
from printkit.tags import Tag
from printkit.tuples import NamedTuple
from printkit.units import runs

if TYPE_CHECKING:
    from printkit.errors import Where
    from printkit.layout.blocks import Frame
    from printkit.layout.draft import Draft
    from printkit.layout.scope import Scope
    from printkit.layout.values import Length, Padding

INFINITE = float("inf")
HEAD, SECTION, ROW = "head", "section", "row"
"""The kinds of rows."""


class ColumnSpec(NamedTuple):
    """A column as the table knows it."""

    width: Length  # as the layout asks for it
    least: float  # in points, whatever it asks for
    style: str | None  # of the words in it, where it has its own
    align: str | None  # of its cells, where it has its own
    fill: Colour | None  # what is painted behind it
    edge: str  # 'strong' for a strong line before it
    padding: Padding  # of its cells: top, right, bottom, left


class Cell(NamedTuple):
    """What stands at a grid position, and how far it reaches."""

    frame: Frame
    column: int
    span: int
    down: int


Reach: TypeAlias = tuple[int, int]  # of columns or rows the first, and the first after them


class GridLines(NamedTuple):
    """Where columns and rows begin, and the last ones end."""

    lefts: list[float]
    tops: list[float]

    def area(self, columns: Reach, rows: Reach) -> Area:
        """What these columns and rows have in common."""
        x, y = self.lefts[columns[0]], self.tops[rows[0]]
        return Area(x, y, self.lefts[columns[1]] - x, self.tops[rows[1]] - y)


class RowSpec(NamedTuple):
    """A row as the table knows it."""

    cells: tuple[Cell, ...]  # from left to right
    portion: Portion  # how high it wants to be
    fill: Colour | None  # what is painted behind it
    edge: str  # 'strong' for a strong line above it
    kind: str  # what it is: a heading row, the title of a section, or a row like others
    where: Where  # the row's place in its file


class TableBlock(NamedTuple):
    """A grid of cells."""

    columns: tuple[ColumnSpec, ...]  # from left to right
    rows: tuple[RowSpec, ...]  # from top to bottom, heads included
    zebra: Colour | None  # what is painted behind every other row
    lines: str  # which lines are drawn: 'all', 'rows' or 'none'
    radius: float  # of the corners
    frame: Stroke | None  # the line around it
    strokes: tuple[Stroke, Stroke]  # thin and strong lines
    where: Where  # the table's place in its file
    scope: Scope  # what it sees, and whether it is read aloud as a table

    def measure(self, width: float) -> Size:
        """The width it is given; all rows together."""
        widths = self._widths(width)
        return Size(sum(widths), sum(divide(INFINITE, self._portions(widths), 0.0)))

    def place(self, area: Area, draft: Draft) -> None:
        """Fills first, then what stands in the cells, then the lines over both."""
        widths = self._widths(area.width)
        heights = divide(area.height, self._portions(widths), 0.0)
        self._check(area, widths, heights)
        lines = (accumulate(widths, initial=area.x), accumulate(heights, initial=area.y))
        grid = GridLines(*map(list, lines))
        self._paint(grid, draft)
        taken: set[tuple[int, int]] = set()
        for at, row in enumerate(self.rows):
            around, read = draft.tags, list(_place_cells(row, at, grid, draft))
            draft.tags = around
            if self.scope.aloud:
                draft.tags.append(self._read_row(row, at, read, taken))
            else:
                draft.tags += [kid for _, kids in read for kid in kids]
        if self.lines != "none":
            self._rule(grid, draft)
        if self.frame is not None:
            outer = grid.area((0, len(self.columns)), (0, len(self.rows)))
            draft.shapes.append(Rect(*outer, None, self.frame, self.radius))

    def _read_row(
        self,
        row: RowSpec,
        at: int,
        read: Sequence[tuple[Cell, list[Read]]],
        taken: set[tuple[int, int]],
    ) -> Tag:
        """A row as it is read: the first words in it are its heading, and no cell is missing."""
        cells: dict[int, Tag] = {}
        scope = {HEAD: "Column", SECTION: "Row"}.get(row.kind, "")
        named = row.kind != ROW or len(self.columns) == 1
        for cell, kids in sorted(read, key=lambda pair: pair[0].column):
            heads = not named and has_words(kids)
            named = named or heads
            span = cell.span, cell.down
            cells[cell.column] = voices.cell(kids, span, "Row" if heads else scope)
            below, right = range(at, at + cell.down), range(cell.column, cell.column + cell.span)
            taken |= {(y, x) for y in below for x in right}
        for column in range(len(self.columns)):
            if (at, column) not in taken:
                cells[column] = voices.cell((), (1, 1), scope)
        return Tag("TR", tuple(cells[column] for column in sorted(cells)))

    def _widths(self, width: float) -> list[float]:
        naturals = [0.0] * len(self.columns)
        for row in self.rows:
            for cell in row.cells:
                if cell.span == 1 and self.columns[cell.column].width.unit == "auto":
                    natural = cell.frame.measure(INFINITE).width
                    naturals[cell.column] = max(naturals[cell.column], natural)
        portions = [
            Portion(column.width, natural, column.least)
            for column, natural in zip(self.columns, naturals, strict=True)
        ]
        return divide(width, portions, 0.0)

    def _portions(self, widths: Sequence[float]) -> list[Portion]:
        return [
            row.portion._replace(natural=max(row.portion.natural, _natural(row, widths)))
            for row in self.rows
        ]

    def _check(self, area: Area, widths: Sequence[float], heights: Sequence[float]) -> None:
        wide, high = sum(widths) - area.width, sum(heights) - area.height
        if wide > TOLERANCE:
            hint = "the columns are wider than the space there is"
            self.scope.context.complain(too_large("this table", wide, self.where, hint))
        if high > TOLERANCE:
            hint = f"{len(self.rows)} rows are higher than the space there is"
            self.scope.context.complain(too_large("this table", high, self.where, hint))

    def _paint(self, grid: GridLines, draft: Draft) -> None:
        """Rows of one colour become one area: two that touch would show a seam on a screen."""
        for fill, group in groupby(range(len(self.rows)), lambda at: self.rows[at].fill):
            if fill is not None:
                rows = list(group)
                self._fill(fill, (0, len(self.columns)), (rows[0], rows[-1] + 1), grid, draft)
        plain = [column for column, spec in enumerate(self.columns) if spec.fill is None]
        odd = False
        for at, row in enumerate(self.rows):
            odd = not odd if row.kind == ROW else False
            if row.fill is not None or row.kind != ROW:
                continue
            for column, spec in enumerate(self.columns):
                if spec.fill is not None:
                    self._fill(spec.fill, (column, column + 1), (at, at + 1), grid, draft)
            if self.zebra is not None and not odd:
                for first, last in runs(plain):
                    self._fill(self.zebra, (first, last + 1), (at, at + 1), grid, draft)

    def _fill(
        self, fill: Colour, columns: Reach, rows: Reach, grid: GridLines, draft: Draft
    ) -> None:
        """An area of cells; where it lies in a corner of the table, it is rounded like it."""
        top, bottom = rows[0] == 0, rows[1] == len(self.rows)
        left, right = columns[0] == 0, columns[1] == len(self.columns)
        corners = (top and left, top and right, bottom and right, bottom and left)
        draft.shapes.append(_rounded(grid.area(columns, rows), self.radius, corners, fill))

    def _rule(self, grid: GridLines, draft: Draft) -> None:
        cells = [
            ((cell.column, cell.column + cell.span), (at, at + cell.down))
            for at, row in enumerate(self.rows)
            for cell in row.cells
            if cell.span > 1 or cell.down > 1
        ]
        tall = [(rows, columns) for columns, rows in cells]
        for at in range(1, len(self.rows)):
            stroke, y = self._stroke(self.rows[at].edge), grid.tops[at]
            for first, last in runs(_open(at, tall, len(self.columns))):
                draft.shapes.append(Line(grid.lefts[first], y, grid.lefts[last + 1], y, stroke))
        for at in range(1, len(self.columns) if self.lines == "all" else 0):
            stroke, x = self._stroke(self.columns[at].edge), grid.lefts[at]
            for first, last in runs(_open(at, cells, len(self.rows))):
                draft.shapes.append(Line(x, grid.tops[first], x, grid.tops[last + 1], stroke))

    def _stroke(self, edge: str) -> Stroke:
        thin, strong = self.strokes
        return strong if edge == "strong" else thin


def _place_cells(
    row: RowSpec, at: int, grid: GridLines, draft: Draft
) -> Iterator[tuple[Cell, list[Read]]]:
    """Places the cells of a row; gives what is to be read in each."""
    for cell in row.cells:
        draft.tags = []
        columns, rows = (cell.column, cell.column + cell.span), (at, at + cell.down)
        cell.frame.place(grid.area(columns, rows), draft)
        yield cell, draft.tags


def _open(boundary: int, cells: Iterable[tuple[Reach, Reach]], count: int) -> list[int]:
    """Of so many columns or rows those in which no cell reaches across a line.

    The first reach of a cell is the one that the line may cut, the other one is along it.
    """
    crossed = {
        place for (start, end), along in cells if start < boundary < end for place in range(*along)
    }
    return [at for at in range(count) if at not in crossed]


def _natural(row: RowSpec, widths: Sequence[float]) -> float:
    heights = [
        cell.frame.measure(sum(widths[cell.column : cell.column + cell.span])).height
        for cell in row.cells
        if cell.down == 1
    ]
    return max(heights, default=0.0)


def _rounded(
    area: Area, radius: float, corners: tuple[bool, bool, bool, bool], fill: Colour
) -> Rect | Path:
    """The filled area, rounded at those of its corners (clockwise from top left) that say so."""
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
