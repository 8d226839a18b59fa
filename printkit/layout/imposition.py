"""Imposition: pages smaller than the paper are placed several to a sheet, to be cut.

Gives the places on the paper, the cut lines (outside the art, or in the free strip between
pages), and the order in which pages go there so that the cut stack is in order.
"""

from __future__ import annotations

from typing import NamedTuple

from printkit.errors import UsageError
from printkit.paper import PRINTER_MARGIN, Paper
from printkit.scene import Colour, Group, Line, Stroke
from printkit.units import MM, to_mm

CUT = Stroke(Colour(0.55, 0.55, 0.55), 0.4)
CUT_ACROSS = Stroke(Colour(0.55, 0.55, 0.55), 0.4, (3.0, 3.0))
CLEAR = 1 * MM
TICK = 5 * MM
SHORTEST_TICK = 2 * MM


class Imposition(NamedTuple):
    """Places on one sheet of paper for pages of one size."""

    width: float
    height: float
    page_width: float
    page_height: float
    columns: int
    rows: int
    left: float
    top: float

    @property
    def places(self) -> int:
        """How many pages go on one sheet."""
        return self.columns * self.rows

    def origin(self, place: int) -> tuple[float, float]:
        """The top left corner of a place, counted in reading order."""
        row, column = divmod(place, self.columns)
        return self.left + column * self.page_width, self.top + row * self.page_height

    def behind(self, place: int) -> tuple[float, float]:
        """The same corner on the other side of the paper, turned over its long edge.

        The long edges of landscape paper are above and below: turned over one of them, left stays
        left. Those of portrait paper are at the sides: left and right change places.
        """
        x, y = self.origin(place)
        if self.width > self.height:
            return x, self.height - y - self.page_height
        return self.width - x - self.page_width, y

    def sheets(self, pages: int) -> list[list[tuple[int, int]]]:
        """For each sheet of paper its (place, page number) pairs.

        Place 0 of all sheets holds the first pages, place 1 the next, and so on: cut the stack,
        put the piles on top of each other from the first place to the last, and it is in order.
        """
        count = -(-pages // self.places)
        return [
            [
                (place, place * count + sheet)
                for place in range(self.places)
                if place * count + sheet < pages
            ]
            for sheet in range(count)
        ]

    @property
    def is_cut(self) -> bool:
        """Whether there is anything to cut: a page that fills the paper stays as it is."""
        return self.places > 1 or self.left > 0 or self.top > 0

    def cut_marks(self) -> Group | None:
        """The lines to cut along; None for a page that fills the paper."""
        if not self.is_cut:
            return None
        shapes = [*self._vertical(), *self._horizontal()]
        return Group(tuple(shapes), self.width, self.height)

    def _vertical(self) -> list[Line]:
        bottom = self.top + self.rows * self.page_height
        lines = []
        for number in range(self.columns + 1):
            x = self.left + number * self.page_width
            if not PRINTER_MARGIN < x < self.width - PRINTER_MARGIN:
                continue
            lines += [Line(x, a, x, b, s) for a, b, s in _marks(self.top, bottom, self.height)]
        return lines

    def _horizontal(self) -> list[Line]:
        right = self.left + self.columns * self.page_width
        lines = []
        for number in range(self.rows + 1):
            y = self.top + number * self.page_height
            if not PRINTER_MARGIN < y < self.height - PRINTER_MARGIN:
                continue
            lines += [Line(a, y, b, y, s) for a, b, s in _marks(self.left, right, self.width)]
        return lines


def _marks(start: float, end: float, paper: float) -> list[tuple[float, float, Stroke]]:
    """Ticks before and after the art where there is room; else one dashed line across."""
    before = max(PRINTER_MARGIN, start - CLEAR - TICK), start - CLEAR
    after = end + CLEAR, min(paper - PRINTER_MARGIN, end + CLEAR + TICK)
    if before[1] - before[0] < SHORTEST_TICK or after[1] - after[0] < SHORTEST_TICK:
        return [(PRINTER_MARGIN, paper - PRINTER_MARGIN, CUT_ACROSS)]
    return [(*before, CUT), (*after, CUT)]


def impose(paper: Paper, width: float, height: float, margin: float) -> Imposition:
    """The places for pages of this size; `margin` is the white edge that the page itself has."""
    for turned in (paper, paper.landscape()):
        if abs(turned.width - width) < 0.5 and abs(turned.height - height) < 0.5:
            return Imposition(width, height, width, height, 1, 1, 0.0, 0.0)
    edge = 0.0 if margin >= PRINTER_MARGIN - 0.01 else PRINTER_MARGIN + CLEAR
    best = max((_fill(turned, width, height, edge) for turned in (paper, paper.landscape())),
               key=lambda fill: fill.places)  # fmt: skip
    if best.places == 0:
        size = f"{to_mm(width):.0f} x {to_mm(height):.0f} mm"
        raise UsageError(
            f"a page of {size} does not fit on {paper.name} paper", hint="choose a larger --paper"
        )
    return best


def _fill(paper: Paper, width: float, height: float, edge: float) -> Imposition:
    columns = int((paper.width - 2 * edge + 0.5) / width)
    rows = int((paper.height - 2 * edge + 0.5) / height)
    left = max(0.0, (paper.width - columns * width) / 2)
    top = max(0.0, (paper.height - rows * height) / 2)
    left, top = (0.0 if value < 0.5 else value for value in (left, top))
    return Imposition(paper.width, paper.height, width, height, columns, rows, left, top)
