"""Page selection: which pages of a file are printed, and how many on one side of paper.

If several pages share a side, they are scaled down and placed in a grid; two wide pages are placed
one below the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import ceil

from printkit.core.errors import UsageError
from printkit.core.messages import say
from printkit.core.paper import PRINTER_MARGIN
from printkit.core.scene import Field, Fragment, Item, Page, Placed, PlacedSheet, Text

Sides = tuple[float, float]
"""The width and height of paper."""

Grid = tuple[int, int]
"""The number of columns and rows of pages on it."""


class Selection:
    """The pages of one file that are printed, and the smallest type on them."""

    def __init__(self, chosen: Sequence[int], per_page: int, total: int) -> None:
        if chosen and chosen[-1] > total:
            template = (
                "there {plural(total, 'is', 'are')} only {total} {plural(total, 'page', 'pages')}"
            )
            message = say("page {number} doesn't exist", number=chosen[-1])
            raise UsageError(message, hint=say(template, total=total))
        self._chosen, self._per_page = frozenset(chosen), per_page
        self.total = ceil((len(chosen) or total) / per_page)  # the number of pages
        self.smallest = 0.0  # the smallest type on scaled pages made so far
        self._sizes: dict[Fragment, float] = {}  # the smallest type in each fragment

    def pages(self, pages: Iterable[Page]) -> Iterator[Page]:
        """Select and combine pages as they are printed."""
        if self._per_page == 1 and not self._chosen:
            return iter(pages)
        chosen = self._chosen
        numbered = enumerate(pages, 1)
        return self._make_pages(page for number, page in numbered if not chosen or number in chosen)

    def _make_pages(self, pages: Iterator[Page]) -> Iterator[Page]:
        """Yield the wanted pages, combined and renumbered."""
        number = 0
        while several := tuple(islice(pages, self._per_page)):
            number += 1
            page = several[0] if self._per_page == 1 else self._combine(several)
            sheets = tuple(sheet._replace(page=number) for sheet in page.sheets)
            yield page._replace(sheets=sheets)

    def _combine(self, several: Sequence[Page]) -> Page:
        """Combine several pages into one, each as large as possible."""
        size, (columns, rows) = _choose_grid(several, self._per_page)
        places: list[Placed] = []
        fields: list[Field] = []
        sheets: list[PlacedSheet] = []
        for index, page in enumerate(several):
            row, column = divmod(index, columns)
            place = _place(page, size, (columns, rows), (column, row))
            places.append(place)
            fields += _move_fields(page.fields, place)
            sheets += [one._replace(fields=_move_fields(one.fields, place)) for one in page.sheets]
        if smallest := self._type_of(places):
            self.smallest = min(self.smallest or smallest, smallest)
        bookmarks = tuple(path for page in several for path in page.bookmarks)
        label = "-".join(dict.fromkeys((several[0].label, several[-1].label)))
        return Page(
            *size,
            tuple(places),
            bookmarks=bookmarks,
            label=label,
            fields=tuple(fields),
            sheets=tuple(sheets),
        )

    def _type_of(self, shapes: Sequence[Item]) -> float:
        """Return the size of the smallest type; 0 if there is none."""
        sizes = [shape.size for shape in shapes if isinstance(shape, Text)]
        for place in (shape for shape in shapes if isinstance(shape, Placed)):
            if place.fragment not in self._sizes:
                self._sizes[place.fragment] = self._type_of(place.fragment.items)
            sizes.append(self._sizes[place.fragment] * place.scale)
        return min(filter(None, sizes), default=0.0)


def _choose_grid(pages: Sequence[Page], many: int) -> tuple[Sides, Grid]:
    """Return the paper size and grid with which the smallest of the pages is largest."""
    sides = pages[0].width, pages[0].height
    if many != 2:
        return sides, (2, 2)
    ways: tuple[tuple[Sides, Grid], ...] = (
        ((max(sides), min(sides)), (2, 1)),
        ((min(sides), max(sides)), (1, 2)),
    )
    return max(ways, key=lambda way: min(_scale(page, *way) for page in pages))


def _scale(page: Page, size: Sides, grid: Grid) -> float:
    """Return the scale of a page; only the outer edges that a printer can't reach stay white."""
    margin = 2 * PRINTER_MARGIN
    sides = zip(size, (page.width, page.height), grid, strict=True)
    return min((side - margin) / (count * own - margin) for side, own, count in sides)


def _place(page: Page, size: Sides, grid: Grid, cell: tuple[int, int]) -> Placed:
    """Place a page in its cell of the grid."""
    scale = _scale(page, size, grid)
    sides = zip(size, (page.width, page.height), grid, cell, strict=True)
    x, y = (
        (side - count * own * scale) / 2 + index * own * scale for side, own, count, index in sides
    )
    return Placed(Fragment(page.items, page.width, page.height), x, y, scale)


def _move_fields(fields: Iterable[Field], place: Placed) -> tuple[Field, ...]:
    """Move and scale form fields with their page."""
    x, y, scale = place.x, place.y, place.scale
    return tuple(
        field._replace(
            x=x + field.x * scale,
            y=y + field.y * scale,
            width=field.width * scale,
            height=field.height * scale,
            size=field.size * scale,
        )
        for field in fields
    )
