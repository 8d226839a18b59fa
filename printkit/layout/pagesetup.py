"""Page setup: the size and margins of a page, from its layout and the paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printkit.core.errors import LayoutError, UsageError, did_you_mean
from printkit.core.paper import PAPERS, PRINTER_MARGIN, Paper, parse_paper
from printkit.core.units import MM, to_mm
from printkit.layout.boxes.box import Area
from printkit.layout.language.definition import PageSetup, Sheet

if TYPE_CHECKING:
    from printkit.layout.language.values import Padding
    from printkit.layout.largeprint import Enlargement
    from printkit.layout.scope import Scope

CARD = (63 * MM, 88 * MM)


class PageSize(NamedTuple):
    """A page's size and margins in points."""

    width: float
    height: float
    margin: Padding
    gap: float

    @property
    def inside(self) -> Area:
        """The area inside the margins."""
        return Area(0.0, 0.0, self.width, self.height).inset(self.margin)

    def facts(self) -> dict[str, object]:
        """Return the fact `area`, in millimetres."""
        area = self.inside
        return {"area": {"width": to_mm(area.width), "height": to_mm(area.height)}}


def page_setup(sheet: Sheet, scope: Scope) -> PageSize:
    """Return the page that the layout describes, on this paper."""
    ticket, page = scope.context.ticket, sheet.page or PageSetup(where=sheet.where)
    size = scope.get(page.size)
    width, height = _page_size(size, ticket.paper, page)
    # --orientation turns a page that fills the paper; a smaller one keeps its own orientation.
    own = scope.get(page.orientation)
    if (ticket.print_setup.orientation or own if size == "paper" else own) == "landscape":
        width, height = height, width
    margin = scope.get(page.margin)
    if ticket.enlargement and not ticket.enlargement.is_card:
        lies = (
            width > height
            if ticket.enlargement.landscape is None
            else (ticket.enlargement.landscape)
        )
        return _page_in_large_print(ticket.enlargement, margin, scope.points(page.gap), lies)
    if max(margin[1] + margin[3] - width, margin[0] + margin[2] - height) > -10 * MM:
        raise LayoutError("the margins leave no room on this page", page.where)
    return PageSize(width, height, margin, scope.points(page.gap))


def _page_in_large_print(
    enlargement: Enlargement, margin: Padding, gap: float, lies: bool
) -> PageSize:
    """Return a page that fills the paper once it is enlarged, with the same margins as usual."""
    sides = sorted((enlargement.paper.width, enlargement.paper.height), reverse=lies)
    scale = enlargement.scale
    top, right, bottom, left = (max(side, PRINTER_MARGIN) / scale for side in margin)
    return PageSize(sides[0] / scale, sides[1] / scale, (top, right, bottom, left), gap)


def _page_size(name: str, paper: Paper, page: PageSetup) -> tuple[float, float]:
    short, long = sorted((paper.width, paper.height))
    parts = {"paper": (short, long), "half": (long / 2, short), "quarter": (short / 2, long / 2)}
    named = {**parts, "card": CARD}
    if name in named:
        return named[name]
    try:
        size = parse_paper(name)
    except UsageError:
        known = did_you_mean(name, [*named, *PAPERS])
        size_hint = "\nor give a size like 63x88mm, each side 40 to 2000 mm"
        hint = known if known.startswith("did") else known + size_hint
        raise LayoutError(f"unknown page size '{name}'", page.where, hint) from None
    return size.width, size.height
