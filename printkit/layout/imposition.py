"""Imposition: where pages lie on paper, and the lines to cut and fold along.

Pages smaller than the paper lie side by side on it, in an order that is right after
cutting; marks lie outside of the art, or in the free strip between pages. Backs lie where they
meet their fronts, whichever edge the printer turns the paper over, or beside them to be folded
over. For a print shop each page gets paper of its own, with bleed and crop marks.
"""

from __future__ import annotations

from itertools import product
from typing import Literal, TypeAlias

from printkit.errors import UsageError
from printkit.paper import NO_OFFSET, PRINTER_MARGIN, Offset, Paper
from printkit.scene import BLACK, Colour, Group, Line, Stroke
from printkit.tuples import NamedTuple
from printkit.units import MM, to_mm

GREY = Colour(0.55, 0.55, 0.55)
CUT = Stroke(GREY, 0.4)
CUT_ACROSS = Stroke(GREY, 0.4, (3.0, 3.0))
FOLD = Stroke(GREY, 0.4, (5.0, 2.0, 1.0, 2.0))
CROP = Stroke(BLACK, 0.4)
CLEAR = 1 * MM
TICK = 5 * MM
NEAREST = PRINTER_MARGIN + 0.2 * MM
"""A line to cut along is no nearer to the edge: half its width must be printed too."""

BLEED = 3 * MM
CROP_GAP = 0.5 * MM
SLUG = 15 * MM
"""What is around a page with crop marks: so much that even an office printer reaches the marks."""

TOLERANCE = 0.5

BackPlace: TypeAlias = Literal["", "long", "short", "beside", "below", "shop"]
"""Where backs lie: nowhere; on the other side, which lies over the long or the short edge of the
paper; to the right of their fronts or below them, to be folded; or on a page for a shop."""


class Ticks(NamedTuple):
    """The lines around pages: how far from the art, and how short where there is little room."""

    clear: float
    shortest: float


USUAL = Ticks(CLEAR, 2 * MM)
TIGHT = Ticks(0.3 * MM, 1 * MM)


class Handling(NamedTuple):
    """How paper is printed: how it lies, where backs go, who cuts it, how far it is off.

    `orientation` is None where each layout decides.
    """

    orientation: str | None = None
    duplex: str = "long"
    crop_marks: bool = False
    offset: Offset = NO_OFFSET


class Imposition(NamedTuple):
    """Places on one side of paper for pages of one size, and for their backs."""

    width: float  # of the paper, as it lies
    height: float  # of the paper, as it lies
    leaf_width: float  # of a page on it
    leaf_height: float  # of a page on it
    columns: int  # how many pages lie side by side
    rows: int  # how many lie below each other
    left: float  # what is free before the first column
    top: float  # what is free above the first row
    backs: BackPlace = ""  # where backs lie
    bleed: float = 0.0  # how far a drawing goes on beyond its page
    ticks: Ticks = USUAL  # where marks for cutting lie

    @property
    def places(self) -> int:
        """How many pages lie on one side."""
        return self.columns * self.rows

    @property
    def is_folded(self) -> bool:
        """Whether backs lie on the same side as their fronts."""
        return self.backs in ("beside", "below")

    @property
    def is_turned(self) -> bool:
        """Whether backs are printed upside down.

        Cut out and turned like a page of a book, every back is upright. So it must stand on its
        head where the paper is turned over an edge above or below the front, or folded there.
        """
        return self.backs == "below" or (self.backs in ("long", "short") and not self._over_side)

    @property
    def _over_side(self) -> bool:
        """Is the paper turned over its left or right edge? Landscape paper has short ones there."""
        return (self.backs == "long") == (self.height >= self.width)

    @property
    def _cell(self) -> tuple[float, float]:
        return _cell(self.leaf_width, self.leaf_height, self.backs)

    def origin(self, place: int) -> tuple[float, float]:
        """The top left corner of a place, counted in reading order."""
        row, column = divmod(place, self.columns)
        width, height = self._cell
        return self.left + column * width, self.top + row * height

    def behind(self, place: int) -> tuple[float, float]:
        """The top left corner of the place for the back, on the page where backs lie."""
        x, y = self.origin(place)
        match self.backs:
            case "beside":
                return x + self.leaf_width, y
            case "below":
                return x, y + self.leaf_height
        if self._over_side or self.backs == "shop":
            return self.width - x - self.leaf_width, y
        return x, self.height - y - self.leaf_height

    def papers(self, pages: int) -> list[list[tuple[int, int]]]:
        """For each paper its (place, page number) pairs.

        Place 0 of all papers holds the first pages, place 1 the next, and so on: cut the stack,
        put the piles on top of each other from the first place to the last, and it is in order.
        """
        count = -(-pages // self.places)
        return [
            [
                (place, place * count + paper)
                for place in range(self.places)
                if place * count + paper < pages
            ]
            for paper in range(count)
        ]

    @property
    def is_cut(self) -> bool:
        """Whether there is anything to cut: a page that fills the paper stays as it is."""
        return self.places > 1 or self.left > 0 or self.top > 0

    @property
    def trim(self) -> tuple[float, float, float, float] | None:
        """What a print shop leaves of the page: x, y, width, height."""
        if not self.bleed:
            return None
        return self.left, self.top, self.leaf_width, self.leaf_height

    def would_lie(self, *, also_turned: bool) -> int:
        """How many pages would lie on the paper if a printer reached its edge."""
        papers = [(self.width, self.height)]
        if also_turned:
            papers.append((self.height, self.width))
        wide, high = self._cell
        return max(
            int((width + TOLERANCE) / wide) * int((height + TOLERANCE) / high)
            for width, height in papers
        )

    def cut_marks(self) -> Group | None:
        """The lines to cut and fold along; None for a page that fills the paper."""
        lines = self._crop_marks() if self.bleed else [*self._cuts(), *self._folds()]
        return Group(tuple(lines), self.width, self.height) if lines else None

    def _cuts(self) -> list[Line]:
        if not self.is_cut:
            return []
        width, height = self._cell
        columns = [self.left + number * width for number in range(self.columns + 1)]
        rows = [self.top + number * height for number in range(self.rows + 1)]
        return [*self._upright(columns, CUT, CUT_ACROSS), *self._level(rows, CUT, CUT_ACROSS)]

    def _folds(self) -> list[Line]:
        width, height = self._cell
        match self.backs:
            case "beside":
                places = [self.left + (n + 0.5) * width for n in range(self.columns)]
                return self._upright(places, FOLD, FOLD)
            case "below":
                places = [self.top + (n + 0.5) * height for n in range(self.rows)]
                return self._level(places, FOLD, FOLD)
        return []

    def _upright(self, places: list[float], tick: Stroke, across: Stroke) -> list[Line]:
        """Lines from above to below, at these distances from the left."""
        ends = _marks(self.top, self.top + self.rows * self._cell[1], self.height, self.ticks)
        return [
            Line(x, start, x, end, across if len(ends) == 1 else tick)
            for x in _reached(places, self.width)
            for start, end in ends
        ]

    def _level(self, places: list[float], tick: Stroke, across: Stroke) -> list[Line]:
        """Lines from left to right, at these distances from the top."""
        ends = _marks(self.left, self.left + self.columns * self._cell[0], self.width, self.ticks)
        return [
            Line(start, y, end, y, across if len(ends) == 1 else tick)
            for y in _reached(places, self.height)
            for start, end in ends
        ]

    def _crop_marks(self) -> list[Line]:
        """Two lines at each corner, outside of the bleed."""
        near = self.bleed + CROP_GAP
        sides = {self.left: -1, self.left + self.leaf_width: 1}
        levels = {self.top: -1, self.top + self.leaf_height: 1}
        lines = []
        for (x, right), (y, down) in product(sides.items(), levels.items()):
            lines.append(Line(x, y + down * near, x, y + down * (near + TICK), CROP))
            lines.append(Line(x + right * near, y, x + right * (near + TICK), y, CROP))
        return lines


def _marks(start: float, end: float, paper: float, ticks: Ticks) -> list[tuple[float, float]]:
    """Where lines start and end: outside of the art if there is room, else right across."""
    clear = ticks.clear
    before = max(PRINTER_MARGIN, start - clear - TICK), start - clear
    after = end + clear, min(paper - PRINTER_MARGIN, end + clear + TICK)
    shortest = min(before[1] - before[0], after[1] - after[0])
    if shortest < ticks.shortest - TOLERANCE:
        return [(PRINTER_MARGIN, paper - PRINTER_MARGIN)]
    return [before, after]


def _reached(places: list[float], paper: float) -> list[float]:
    """The places that a printer reaches."""
    return [at for at in places if PRINTER_MARGIN < at < paper - PRINTER_MARGIN]


def impose(
    paper: Paper,
    width: float,
    height: float,
    margin: float,
    handling: Handling = Handling(),  # noqa: B008 - it is frozen
    *,
    double: bool = False,
) -> Imposition:
    """The places for pages of this size; `margin` is the white edge that the page itself has.

    With `double` every page has a back.
    """
    backs = _WAYS[handling.duplex] if double else ("",)
    if any(_same(way, width, height) for way in (paper, paper.landscape())):
        if "beside" in backs:
            message = f"a page that fills {paper.name} paper cannot be folded over"
            raise UsageError(message, hint="print it on both sides: --duplex long or short")
        return Imposition(width, height, width, height, 1, 1, 0.0, 0.0, backs[0])
    if handling.crop_marks:
        size = width + 2 * SLUG, height + 2 * SLUG
        way: BackPlace = "shop" if double else ""
        return Imposition(*size, width, height, 1, 1, SLUG, SLUG, way, BLEED)
    lying = [turned for turned in (paper, paper.landscape()) if _lies(turned, handling.orientation)]
    ways = product(_rooms(margin), backs, lying)
    plans = [_fill(paper, width, height, room, way) for room, way, paper in ways]
    best = max(plans, key=lambda plan: plan.places)
    if best.places == 0:
        raise _too_large(paper, width, height, folded=best.is_folded)
    return best


def _same(paper: Paper, width: float, height: float) -> bool:
    return abs(paper.width - width) < TOLERANCE and abs(paper.height - height) < TOLERANCE


def _lies(paper: Paper, orientation: str | None) -> bool:
    """Whether the paper may lie this way."""
    if orientation is None or paper.width == paper.height:
        return True
    return (orientation == "landscape") == (paper.width > paper.height)


_WAYS: dict[str, tuple[BackPlace, ...]] = {
    "long": ("long",),
    "short": ("short",),
    "fold": ("beside", "below"),
}
"""Where backs may lie, by how they get behind their fronts."""


def _rooms(margin: float) -> tuple[tuple[float, Ticks], ...]:
    """How far pages may stay away from the edge of the paper, the best way first.

    A page with a margin of its own is printed whole wherever it lies. Between pages with hardly
    any there is no room for lines, so that these need room around: less of it, where more pages
    fit then.
    """
    if margin >= PRINTER_MARGIN - 0.01:
        return ((0.0, USUAL),)
    if margin >= CLEAR - 0.01:
        return ((NEAREST, USUAL),)
    return tuple((PRINTER_MARGIN + way.clear + way.shortest, way) for way in (USUAL, TIGHT))


def _cell(width: float, height: float, backs: BackPlace) -> tuple[float, float]:
    """The size of a page together with what is folded behind it."""
    return (2 if backs == "beside" else 1) * width, (2 if backs == "below" else 1) * height


def _fill(
    paper: Paper, width: float, height: float, room: tuple[float, Ticks], backs: BackPlace
) -> Imposition:
    (edge, ticks), (wide, high) = room, _cell(width, height, backs)
    columns = int((paper.width - 2 * edge + TOLERANCE) / wide)
    rows = int((paper.height - 2 * edge + TOLERANCE) / high)
    left = max(0.0, (paper.width - columns * wide) / 2)
    top = max(0.0, (paper.height - rows * high) / 2)
    left, top = (0.0 if value < TOLERANCE else value for value in (left, top))
    lying = paper.width, paper.height, width, height, columns, rows, left, top
    return Imposition(*lying, backs, ticks=ticks)


def _too_large(paper: Paper, width: float, height: float, *, folded: bool) -> UsageError:
    size = f"{to_mm(width):.0f} x {to_mm(height):.0f} mm"
    if folded:
        message = f"two pages of {size}, to be folded, do not fit on {paper.name} paper"
        return UsageError(message, hint="choose a larger --paper, or --duplex long")
    message = f"a page of {size} does not fit on {paper.name} paper"
    return UsageError(message, hint="choose a larger --paper")
