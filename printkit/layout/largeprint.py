"""Large print: no type below 14 points, 12 on cards, and content that goes on to further pages.

A sheet is laid out on a page of its own design's size, with a limit for its smallest type, and is
then enlarged to the paper: cards become larger cards, everything else fills a page. What doesn't
fit is laid out on a page that is as high as several, which is cut between the rows of tables and
other blocks; the heading of a table is repeated. A few scales are tried, the usual one first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from printkit.core.errors import UsageError
from printkit.core.geometry import bounds_of, points_of
from printkit.core.scene import (
    Circle,
    FieldArea,
    Fragment,
    Image,
    Item,
    Line,
    Path,
    Placed,
    Rect,
    Text,
)

if TYPE_CHECKING:
    from printkit.core.paper import Paper
    from printkit.layout.language.definition import Sheet

ON_PADS: Final = 14.0
ON_CARDS: Final = 12.0
"""The smallest type in points: on pads, trackers and everything else, and on cards."""

PAD_SCALES: Final = (1.42, 1.3, 1.2, 1.1, 1.6, 1.8, 2.0, 1.0)
CARD_SCALES: Final = (1.5, 1.6, 1.75, 1.9, 2.1, 2.3)
"""The scales to try, in this order."""

LEAST_PAPER: Final = 595.0  # points: a4 is the narrowest
MOST_PAGES: Final = 12
SHARES: Final = (1.0, 0.95, 0.9, 0.82, 0.72)
"""The shares of their height that several pages may use."""
PANEL: Final = 0.5  # of a page: the highest box with a frame that isn't cut
SLACK: Final = 0.5  # points by which a block may reach over a cut
_ASCENT, _DESCENT = 0.8, 0.25  # of letters, relative to their size


class Enlargement(NamedTuple):
    """How a sheet is enlarged."""

    paper: Paper  # that it is printed on
    scale: float
    is_card: bool
    landscape: bool | None = None  # turns the page; None leaves it as it is
    breaks_words: bool = False  # whether words that don't fit are broken, as a last resort

    @property
    def smallest(self) -> float:
        """The smallest type before it is enlarged, in points."""
        return self.smallest_on_paper / self.scale

    @property
    def smallest_on_paper(self) -> float:
        """The smallest type that is promised, in points."""
        return ON_CARDS if self.is_card else ON_PADS


def check_paper(paper: Paper) -> None:
    """Refuse paper that is too small for large print."""
    if min(paper.width, paper.height) < LEAST_PAPER:
        message = f"{paper.name} paper is too small for large print"
        raise UsageError(message, hint="use a4, letter or a3 paper")


def is_card(sheet: Sheet) -> bool:
    """Return whether a sheet is printed on cards."""
    return sheet.page is not None and sheet.page.size == "card"


class PagePiece(NamedTuple):
    """The part of a high page that goes on one page, with the heading of a table above it."""

    top: float
    bottom: float
    head: Placed | None = None  # the heading, at its position in the high page


def cut_into_pieces(whole: Fragment, height: float) -> list[PagePiece] | None:
    """Cut a fragment into pieces of at most this height; None if a block is higher than that."""
    blocks = list(_blocks(whole, 0.0, PANEL * height))
    tables = list(_tables(whole, 0.0, 0.0))
    end = max((bottom for _, bottom in blocks), default=0.0)
    found: list[PagePiece] = []
    top, head = 0.0, None
    while end - top > height - _height(head) + SLACK:
        cut = _cut(blocks, top + height - _height(head))
        if cut <= top + SLACK:
            return None
        found.append(PagePiece(top, cut, head))
        top = cut
        head = next((table.head for table in tables if table.top < cut < table.bottom), None)
    return [*found, PagePiece(top, whole.height + SLACK, head)]


def _height(head: Placed | None) -> float:
    return head.fragment.height if head else 0.0


def _cut(blocks: Sequence[tuple[float, float]], limit: float) -> float:
    """Return the lowest position above a limit that cuts no block."""
    cut = limit
    while True:
        crossed = [top for top, bottom in blocks if top < cut - SLACK and bottom > cut + SLACK]
        if not crossed:
            return cut
        cut = min(crossed)


def _is_block(fragment: Fragment) -> bool:
    """Return whether a fragment stays whole: a cell, a figure, a heading."""
    if fragment.role in ("TD", "TH"):
        return fragment.cell is None or fragment.cell.rows == 1
    return fragment.role in ("Figure", "Icon", "H1", "H2", "H3") or bool(fragment.alt)


def _blocks(fragment: Fragment, y: float, most: float) -> Iterator[tuple[float, float]]:
    """Yield the top and bottom of everything that stays whole: framed boxes up to a height."""
    for item in fragment.items:
        is_panel = isinstance(item, Placed) and _has_frame(item.fragment, most)
        if isinstance(item, Placed) and not is_panel and not _is_whole(item):
            yield from _blocks(item.fragment, y + item.y, most)
        elif not isinstance(item, Rect | Line):
            top, bottom = _reach(item)
            yield y + top, y + bottom


def _has_frame(fragment: Fragment, most: float) -> bool:
    """Return whether a fragment is a box with a frame that isn't higher than this."""
    return (
        fragment.height <= most
        and fragment.role != "Table"
        and any(
            isinstance(item, Rect) and item.stroke and item.height >= fragment.height - SLACK
            for item in fragment.items
        )
    )


def _is_whole(item: Placed) -> bool:
    return item.scale != 1.0 or item.turn != 0.0 or _is_block(item.fragment)


def _reach(item: Item) -> tuple[float, float]:
    """Return the top and bottom of an item."""
    match item:
        case Placed(fragment=inside, y=y, scale=scale):
            return y, y + inside.height * scale
        case Text(y=y, size=size):
            return y - _ASCENT * size, y + _DESCENT * size
        case Circle(y=y, radius=radius):
            return y - radius, y + radius
        case Path(commands=commands):
            bounds = bounds_of(points_of(commands))
            return bounds.top, bounds.bottom
        case Line(y1=first, y2=last):
            return min(first, last), max(first, last)
        case Rect(y=y, height=height) | Image(y=y, height=height) | FieldArea(y=y, height=height):
            return y, y + height
    raise TypeError(item)


class _TableWithHead(NamedTuple):
    """The rows of a table below its heading, and the heading."""

    top: float
    bottom: float
    head: Placed


def _tables(fragment: Fragment, x: float, y: float) -> Iterator[_TableWithHead]:
    """Yield the tables that have a heading."""
    for item in fragment.items:
        if not isinstance(item, Placed) or item.scale != 1.0 or item.turn:
            continue
        inside = item.fragment
        if inside.role != "Table":
            yield from _tables(inside, x + item.x, y + item.y)
            continue
        height = max(_head_rows(inside), default=0.0)
        head = slice_fragment(inside, 0.0, height) if height else None
        if head is not None:
            head = Fragment(head.items, head.width, height, head.role)
            at = y + item.y
            end = max((bottom for _, bottom in _blocks(inside, at, 0.0)), default=at)
            yield _TableWithHead(at + height, end - SLACK, Placed(head, x + item.x, at))


def _head_rows(table: Fragment) -> Iterator[float]:
    """Yield the bottoms of the cells that head columns."""
    for row in table.items:
        if isinstance(row, Placed):
            cells = [item for item in row.fragment.items if isinstance(item, Placed)]
            for cell in cells:
                if cell.fragment.cell is not None and cell.fragment.cell.scope == "Column":
                    yield row.y + cell.y + cell.fragment.height


def slice_fragment(fragment: Fragment, top: float, bottom: float) -> Fragment | None:
    """Return the part of a fragment between two heights, where it was; None if it is empty."""
    items: list[Item] = []
    for item in fragment.items:
        if isinstance(item, Placed) and not _is_whole(item):
            inside = slice_fragment(item.fragment, top - item.y, bottom - item.y)
            if inside is not None:
                items.append(item._replace(fragment=inside))
            continue
        start, end = _reach(item)
        if isinstance(item, Rect | Line) or (isinstance(item, Path) and _is_area(item)):
            items += _clip(item, max(start, top), min(end, bottom), start, end)
        elif top - SLACK <= start + SLACK < bottom - SLACK:
            items.append(item)
    if not items:
        return None
    return Fragment(
        items, fragment.width, fragment.height, fragment.role, fragment.alt,
        cell=fragment.cell, source=fragment.source,
    )  # fmt: skip


def _is_area(path: Path) -> bool:
    """Return whether a path is the background of several cells, which may be cut."""
    return path.stroke is None and path.fill is not None and len(path.commands) <= 10


def _clip(item: Item, top: float, bottom: float, start: float, end: float) -> Iterator[Item]:
    """Yield what is left of an area or a line between two heights."""
    if (top, bottom) == (start, end):
        yield item
    elif bottom - top <= SLACK:
        return
    elif isinstance(item, Rect):
        yield item._replace(y=top, height=bottom - top)
    elif isinstance(item, Path):
        bounds = bounds_of(points_of(item.commands))
        yield Rect(bounds.left, top, bounds.right - bounds.left, bottom - top, item.fill)
    elif isinstance(item, Line):
        first, last = (top, bottom) if item.y1 <= item.y2 else (bottom, top)
        yield item._replace(y1=first, y2=last)
