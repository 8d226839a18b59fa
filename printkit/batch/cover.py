"""The cover: a list of the contents of a merged file, laid out like any sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.errors import Problems
from printkit.core.languages import catalogue_for
from printkit.core.source import shipped_folder
from printkit.core.theme import load_theme
from printkit.core.units import MM
from printkit.layout.context import FileTotals, Ticket
from printkit.layout.language.loading import load_sheet
from printkit.layout.pages import Edition, ImposedPages, SheetLayout
from printkit.pipeline.facts import gather_facts

if TYPE_CHECKING:
    from printkit.core.scene import Page
    from printkit.layout.cache import LayoutCache
    from printkit.request.options import Request

AROUND, LINE = 51 * MM, 9 * MM
"""The height of the page apart from its entries, and the least height of an entry."""


class TableLine(NamedTuple):
    """A line of the list: the table, its game, its players and its pages."""

    label: str
    game: str
    players: str
    pages: str


def cover_pages(
    entries: Sequence[TableLine], sheets: int, request: Request, cache: LayoutCache | None = None
) -> list[Page]:
    """Lay out the pages of the list, in the paper size, language and theme of a request."""
    home = shipped_folder("layouts")
    sheet = load_sheet(home / "tables.yaml")
    catalogue = catalogue_for(request.language, home)
    known = gather_facts(sheet, request, 0, catalogue, home)
    facts = {**known, "total": len(entries), "sheets": sheets}
    title = (catalogue.translate(sheet.title.text),)
    theme = load_theme(request.theme, "own")
    ticket = Ticket(theme, catalogue, request.paper, home, FileTotals(), checks_legibility=False)
    most = max(1, int((request.paper.height - AROUND) / LINE))
    pages: list[Page] = []
    while entries:
        rows = [one._asdict() for one in entries[:most]]
        edition = Edition(0, {**facts, "rows": rows}, title)
        layout = SheetLayout(sheet, ticket, [edition], cache)
        made = ImposedPages([layout]).pages()
        more = [page._replace(bookmarks=(), label="") for page in made]
        if not layout.context.problems:
            pages, entries = pages + more, entries[most:]
        elif len(rows) == 1:
            raise Problems(layout.context.problems)
        else:
            most = len(rows) - 1  # some entries take more than one line
    return [pages[0]._replace(bookmarks=(title,)), *pages[1:]]
