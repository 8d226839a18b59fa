"""Imposition: the positions of pages on paper, and the lines to cut and fold along.

Pages smaller than the paper are placed side by side on it, in an order that is right after cutting;
marks are outside the art. Backs are placed so that they end up behind their fronts, whichever edge
the printer flips the paper on, or beside their fronts to be folded. For a print shop, each page is
on paper of its own, with crop marks and bleed: shapes that touch the edge of a page are extended
beyond it, so that no white shows after cutting.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

from printkit.core.errors import UsageError
from printkit.core.geometry import KAPPA, Bounds
from printkit.core.messages import say
from printkit.core.paper import NO_OFFSET, PRINTER_MARGIN, Offset, Paper
from printkit.core.scene import (
    BLACK,
    Colour,
    Fragment,
    Image,
    Item,
    Line,
    Path,
    Placed,
    Rect,
    Shape,
    Stroke,
)
from printkit.core.units import MM, to_mm
from printkit.layout.bounds import shape_bounds

GREY = Colour(0.55, 0.55, 0.55)
CUT = Stroke(GREY, 0.4)
CUT_ACROSS = Stroke(GREY, 0.4, (3.0, 3.0))
FOLD = Stroke(GREY, 0.4, (5.0, 2.0, 1.0, 2.0))
CROP = Stroke(BLACK, 0.4)
CLEAR = 1 * MM
TICK = 5 * MM
NEAREST = PRINTER_MARGIN + 0.2 * MM
"""The least distance of a cut line from the edge of the paper: half its width has to be printed."""

BLEED = 3 * MM
CROP_GAP = 0.5 * MM
SLUG = 15 * MM
"""The room around a page with crop marks: enough for an office printer to reach the marks."""

TOLERANCE = 0.5
NEAR = 0.3  # points within which something touches the edge

BackPlace: TypeAlias = Literal["", "long", "short", "beside", "below", "shop"]
"""The position of backs: none; on the other side, flipped on the long or short edge of the paper;
to the right of their fronts or below them, to be folded; or on a page for a print shop."""


class Ticks(NamedTuple):
    """The cut marks around pages: their distance from the art, and their least length."""

    clear: float
    shortest: float


WIDE = Ticks(CLEAR, 2 * MM)
TIGHT = Ticks(0.3 * MM, 1 * MM)


class PrintSetup(NamedTuple):
    """The settings for imposition: paper orientation, backs, crop marks, and the printer's offset.

    `orientation` is None if each layout decides.
    """

    orientation: str | None = None
    duplex: str = "long"
    crop_marks: bool = False
    offset: Offset = NO_OFFSET


class Imposition(NamedTuple):
    """The positions on one side of paper for pages of one size, and for their backs."""

    width: float  # of the paper
    height: float  # of the paper
    page_width: float
    page_height: float
    columns: int  # the number of pages side by side
    rows: int  # the number of pages below each other
    left: float  # the space before the first column
    top: float  # the space above the first row
    backs: BackPlace = ""
    bleed: float = 0.0  # how far a drawing extends beyond its page
    has_crop_marks: bool = False  # for a print shop
    ticks: Ticks = WIDE

    @property
    def places(self) -> int:
        """The number of pages on one side."""
        return self.columns * self.rows

    @property
    def is_folded(self) -> bool:
        """Whether backs are on the same side as their fronts."""
        return self.backs in ("beside", "below")

    @property
    def is_turned(self) -> bool:
        """Whether backs are printed upside down.

        After cutting, a back has to be upright when its page is turned like that of a book. So it
        is upside down on paper that is flipped on its top or bottom edge, or folded there.
        """
        return self.backs == "below" or (self.backs in ("long", "short") and not self._over_side)

    @property
    def _over_side(self) -> bool:
        """Whether the paper is flipped on its left or right edge, the short ones in landscape."""
        return (self.backs == "long") == (self.height >= self.width)

    @property
    def _cell(self) -> tuple[float, float]:
        return _cell(self.page_width, self.page_height, self.backs)

    def origin(self, place: int) -> tuple[float, float]:
        """Return the top left corner of a place, counted in reading order."""
        row, column = divmod(place, self.columns)
        width, height = self._cell
        return self.left + column * width, self.top + row * height

    def behind(self, place: int) -> tuple[float, float]:
        """Return the top left corner of a place's back."""
        x, y = self.origin(place)
        match self.backs:
            case "beside":
                return x + self.page_width, y
            case "below":
                return x, y + self.page_height
        if self._over_side or self.backs == "shop":
            return self.width - x - self.page_width, y
        return x, self.height - y - self.page_height

    def papers(self, pages: int) -> list[list[tuple[int, int]]]:
        """Return the (place, page number) pairs of each sheet of paper.

        Place 0 of all papers has the first pages, place 1 the next, and so on: cut the stack, put
        the piles on top of each other from the first place to the last, and it is in order.
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
        """Whether there is anything to cut: a page that fills the paper isn't cut."""
        return self.places > 1 or self.left > 0 or self.top > 0

    @property
    def trim(self) -> tuple[float, float, float, float] | None:
        """The page after trimming: x, y, width, height."""
        if not (self.bleed or self.has_crop_marks):
            return None
        return self.left, self.top, self.page_width, self.page_height

    def places_without_margin(self, *, also_turned: bool) -> int:
        """Return the number of pages on the paper if a printer could reach its edge."""
        papers = [(self.width, self.height)]
        if also_turned:
            papers.append((self.height, self.width))
        wide, high = self._cell
        return max(
            int((width + TOLERANCE) / wide) * int((height + TOLERANCE) / high)
            for width, height in papers
        )

    def cut_marks(self) -> Fragment | None:
        """Return the lines to cut and fold along; None for a page that fills the paper."""
        lines = self._crop_marks() if self.has_crop_marks else [*self._cuts(), *self._folds()]
        return Fragment(tuple(lines), self.width, self.height) if lines else None

    def _cuts(self) -> list[Line]:
        if not self.is_cut:
            return []
        width, height = self._cell
        columns = [self.left + number * width for number in range(self.columns + 1)]
        rows = [self.top + number * height for number in range(self.rows + 1)]
        return [
            *self._vertical_lines(columns, CUT, CUT_ACROSS),
            *self._horizontal_lines(rows, CUT, CUT_ACROSS),
        ]

    def _folds(self) -> list[Line]:
        width, height = self._cell
        match self.backs:
            case "beside":
                places = [self.left + (n + 0.5) * width for n in range(self.columns)]
                return self._vertical_lines(places, FOLD, FOLD)
            case "below":
                places = [self.top + (n + 0.5) * height for n in range(self.rows)]
                return self._horizontal_lines(places, FOLD, FOLD)
        return []

    def _vertical_lines(self, places: list[float], tick: Stroke, across: Stroke) -> list[Line]:
        """Return vertical lines at these distances from the left."""
        ends = _marks(self.top, self.top + self.rows * self._cell[1], self.height, self.ticks)
        return [
            Line(x, start, x, end, across if len(ends) == 1 else tick)
            for x in _printable(places, self.width)
            for start, end in ends
        ]

    def _horizontal_lines(self, places: list[float], tick: Stroke, across: Stroke) -> list[Line]:
        """Return horizontal lines at these distances from the top."""
        ends = _marks(self.left, self.left + self.columns * self._cell[0], self.width, self.ticks)
        return [
            Line(start, y, end, y, across if len(ends) == 1 else tick)
            for y in _printable(places, self.height)
            for start, end in ends
        ]

    def _crop_marks(self) -> list[Line]:
        """Return two lines at each corner, outside the bleed."""
        near = self.bleed + CROP_GAP
        sides = {self.left: -1, self.left + self.page_width: 1}
        levels = {self.top: -1, self.top + self.page_height: 1}
        lines = []
        for (x, right), (y, down) in product(sides.items(), levels.items()):
            lines.append(Line(x, y + down * near, x, y + down * (near + TICK), CROP))
            lines.append(Line(x + right * near, y, x + right * (near + TICK), y, CROP))
        return lines


def _marks(start: float, end: float, paper: float, ticks: Ticks) -> list[tuple[float, float]]:
    """Return the starts and ends of lines: outside the art, or right across if room is short."""
    clear = ticks.clear
    before = max(PRINTER_MARGIN, start - clear - TICK), start - clear
    after = end + clear, min(paper - PRINTER_MARGIN, end + clear + TICK)
    shortest = min(before[1] - before[0], after[1] - after[0])
    if shortest < ticks.shortest - TOLERANCE:
        return [(PRINTER_MARGIN, paper - PRINTER_MARGIN)]
    return [before, after]


def _printable(places: list[float], paper: float) -> list[float]:
    """Return the positions that a printer can reach."""
    return [at for at in places if PRINTER_MARGIN < at < paper - PRINTER_MARGIN]


def impose(
    paper: Paper,
    width: float,
    height: float,
    margin: float,
    print_setup: PrintSetup = PrintSetup(),  # noqa: B008 - it is frozen
    *,
    double: bool = False,
) -> Imposition:
    """Arrange pages of this size on paper; `margin` is the page's own white edge.

    With `double`, every page has a back.
    """
    backs = _BACK_PLACES[print_setup.duplex] if double else ("",)
    if any(_same(one, width, height) for one in (paper, paper.landscape())):
        if "beside" in backs:
            message = say("a page that fills {paper} paper can't be folded", paper=paper.name)
            raise UsageError(
                message, hint="print it double-sided with --duplex long or --duplex short"
            )
        return Imposition(width, height, width, height, 1, 1, 0.0, 0.0, backs[0])
    if print_setup.crop_marks:
        size = width + 2 * SLUG, height + 2 * SLUG
        backs_at: BackPlace = "shop" if double else ""
        return Imposition(
            *size, width, height, 1, 1, SLUG, SLUG, backs_at, bleed=BLEED, has_crop_marks=True
        )
    papers = [
        one for one in (paper, paper.landscape()) if _has_orientation(one, print_setup.orientation)
    ]
    choices = product(_rooms(margin), backs, papers)
    candidates = [_fill(paper, width, height, room, backs_at) for room, backs_at, paper in choices]
    best = max(candidates, key=lambda candidate: candidate.places)
    if best.places == 0:
        raise _too_large(paper, width, height, folded=best.is_folded)
    return best


def _same(paper: Paper, width: float, height: float) -> bool:
    return abs(paper.width - width) < TOLERANCE and abs(paper.height - height) < TOLERANCE


def _has_orientation(paper: Paper, orientation: str | None) -> bool:
    """Return whether the paper may have this orientation."""
    if orientation is None or paper.width == paper.height:
        return True
    return (orientation == "landscape") == (paper.width > paper.height)


_BACK_PLACES: dict[str, tuple[BackPlace, ...]] = {
    "long": ("long",),
    "short": ("short",),
    "fold": ("beside", "below"),
}
"""The possible positions of backs, by `PrintSetup.duplex`."""


def _rooms(margin: float) -> tuple[tuple[float, Ticks], ...]:
    """Return the possible distances of pages from the edge of the paper, the best first.

    A page with a wide margin can be printed anywhere. Between pages with hardly any margin there is
    no room for cut lines, so these need room around the pages: less of it if more pages fit then.
    """
    if margin >= PRINTER_MARGIN - 0.01:
        return ((0.0, WIDE),)
    if margin >= CLEAR - 0.01:
        return ((NEAREST, WIDE),)
    return tuple((PRINTER_MARGIN + way.clear + way.shortest, way) for way in (WIDE, TIGHT))


def _cell(width: float, height: float, backs: BackPlace) -> tuple[float, float]:
    """Return the size of a page together with the back folded behind it."""
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
    sizes = paper.width, paper.height, width, height, columns, rows, left, top
    return Imposition(*sizes, backs, ticks=ticks)


def _too_large(paper: Paper, width: float, height: float, *, folded: bool) -> UsageError:
    size = f"{to_mm(width):.0f} x {to_mm(height):.0f} mm"
    if folded:
        template = "two pages of {size} for folding don't fit on {paper} paper"
        message = say(template, size=size, paper=paper.name)
        return UsageError(message, hint="choose a larger --paper, or --duplex long")
    message = say("a page of {size} doesn't fit on {paper} paper", size=size, paper=paper.name)
    return UsageError(message, hint="choose a larger --paper")


class Trim(NamedTuple):
    """A page and its bleed, relative to a fragment at (x, y) on it."""

    width: float
    height: float
    bleed: float
    x: float = 0.0
    y: float = 0.0

    @property
    def page(self) -> Bounds:
        """The bounds of the page, in the coordinates of the fragment."""
        return Bounds(-self.x, -self.y, self.width - self.x, self.height - self.y)

    def touched_edges(self, box: Bounds) -> tuple[bool, ...]:
        """Return whether a box touches the left, top, right and bottom edge of the page."""
        return tuple(abs(side - edge) < NEAR for side, edge in zip(box, self.page, strict=True))

    def extend(self, box: Bounds) -> Bounds:
        """Return the box, extended to the end of the bleed where it touches the edge."""
        outer = self.page.grow(self.bleed)
        sides = zip(self.touched_edges(box), outer, box, strict=True)
        return Bounds(*(far if touches else side for touches, far, side in sides))


def with_bleed(fragment: Fragment, trim: Trim) -> Fragment:
    """Return the fragment with its shapes extended into the bleed; itself if none need it."""
    items: list[Item] = []
    for item in fragment.items:
        match item:
            case Placed(inside, x, y, 1.0, 0.0):
                there = trim._replace(x=trim.x + x, y=trim.y + y)
                items.append(item._replace(fragment=with_bleed(inside, there)))
            case Rect():
                items += [*_bleed_areas(item, trim), item]
            case Image():
                left, top, right, bottom = trim.extend(shape_bounds(item))
                beneath = Image(left, top, right - left, bottom - top, item.picture)
                items += [item] if beneath == item else [beneath, item]
            case Line():
                items.append(_extend_line(item, trim))
            case _:
                items.append(item)
    if tuple(items) == fragment.items:
        return fragment
    attributes = fragment.width, fragment.height, fragment.role, fragment.alt
    return Fragment(items, *attributes, cell=fragment.cell, source=fragment.source)


def _bleed_areas(rect: Rect, trim: Trim) -> Iterator[Shape]:
    """Yield the areas around a rectangle in the bleed, in its colour."""
    colour = rect.fill if rect.stroke is None else rect.stroke.colour
    if colour is not None and any(trim.touched_edges(shape_bounds(rect))):
        yield from _strips(rect, trim, colour)
        if rect.radius > 0:
            yield from _corners(rect, trim, colour)


def _strips(rect: Rect, trim: Trim, colour: Colour) -> Iterator[Rect]:
    """Yield one area along each touched edge, slightly overlapping the rectangle."""
    under = min(1.0, rect.stroke.width / 2) if rect.stroke else 1.0
    depth = trim.bleed + under
    left, top, right, bottom = trim.extend(shape_bounds(rect))
    at_left, at_top, at_right, at_bottom = trim.touched_edges(shape_bounds(rect))
    # A round corner that isn't at a corner of the page leaves the edge before its end.
    start = left if at_left else left + rect.radius
    end = right if at_right else right - rect.radius
    if at_top:
        yield Rect(start, top, end - start, depth, colour)
    if at_bottom:
        yield Rect(start, bottom - depth, end - start, depth, colour)
    start = top if at_top else top + rect.radius
    end = bottom if at_bottom else bottom - rect.radius
    if at_left:
        yield Rect(left, start, depth, end - start, colour)
    if at_right:
        yield Rect(right - depth, start, depth, end - start, colour)


def _corners(rect: Rect, trim: Trim, colour: Colour) -> Iterator[Shape]:
    """Yield the shapes that fill the gaps of round corners at corners of the page."""
    left, top, right, bottom = shape_bounds(rect)
    at_left, at_top, at_right, at_bottom = trim.touched_edges(shape_bounds(rect))
    if at_top and at_left:
        yield _spandrel(left, top, rect.radius, rect.radius, colour)
    if at_top and at_right:
        yield _spandrel(right, top, -rect.radius, rect.radius, colour)
    if at_bottom and at_right:
        yield _spandrel(right, bottom, -rect.radius, -rect.radius, colour)
    if at_bottom and at_left:
        yield _spandrel(left, bottom, rect.radius, -rect.radius, colour)


def _spandrel(x: float, y: float, across: float, down: float, colour: Colour) -> Path:
    """Return the area between the corner at (x, y) and the quarter circle that rounds it off."""
    k = 1 - KAPPA
    curve = ("C", x + across * k, y, x, y + down * k, x, y + down)
    return Path((("M", x, y), ("L", x + across, y), curve, ("Z",)), colour)  # type: ignore[arg-type]


def _extend_line(line: Line, trim: Trim) -> Line:
    """Extend a horizontal or vertical line at the ends that touch the edge."""
    left, top, right, bottom = trim.page
    if line.y1 == line.y2:
        x1, x2 = (_beyond(x, left, right, trim.bleed) for x in (line.x1, line.x2))
        return line._replace(x1=x1, x2=x2)
    if line.x1 == line.x2:
        y1, y2 = (_beyond(y, top, bottom, trim.bleed) for y in (line.y1, line.y2))
        return line._replace(y1=y1, y2=y2)
    return line


def _beyond(at: float, start: float, end: float, bleed: float) -> float:
    if abs(at - start) < NEAR:
        return start - bleed
    return end + bleed if abs(at - end) < NEAR else at
