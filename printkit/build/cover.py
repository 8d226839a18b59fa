"""The cover: a list of what lies in a merged file, laid out as any sheet is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from printkit.build.facts import gather_facts
from printkit.build.languages import catalogue_for
from printkit.data import folder
from printkit.errors import Problems
from printkit.layout.composer import Composer, Edition
from printkit.layout.context import Effort, Ticket
from printkit.layout.loading import load_sheet
from printkit.layout.press import Press
from printkit.theme import load_theme
from printkit.tuples import NamedTuple
from printkit.units import MM

if TYPE_CHECKING:
    from printkit.request import Request
    from printkit.scene import Page

AROUND, LINE = 46 * MM, 5.8 * MM
"""What the page takes besides its entries, and how high each of them is at least."""


class TableLine(NamedTuple):
    """A line of the list: which table, what it plays, who, and on which pages."""

    label: str
    game: str
    players: str
    pages: str


def cover_pages(entries: Sequence[TableLine], sheets: int, request: Request) -> list[Page]:
    """The pages of the list, on the paper and in the language and theme of a request."""
    home = folder("layouts")
    sheet = load_sheet(home / "tables.yaml")
    catalogue = catalogue_for(request.language, home)
    known = gather_facts(sheet, request, 0, catalogue, home)
    facts = {**known, "total": len(entries), "sheets": sheets}
    title = (catalogue.translate(sheet.title.text),)
    theme = load_theme(request.theme, "own")
    ticket = Ticket(theme, catalogue, request.paper, home, Effort())
    most = max(1, int((request.paper.height - AROUND) / LINE))
    pages: list[Page] = []
    while entries:
        rows = [one._asdict() for one in entries[:most]]
        composer = Composer(sheet, ticket, [Edition(0, {**facts, "rows": rows}, title)])
        printed = Press([composer]).pages()
        page = [one.page._replace(bookmarks=(), label="") for one in printed]
        if not composer.context.problems:
            pages, entries = pages + page, entries[most:]
        elif len(rows) == 1:
            raise Problems(composer.context.problems)
        else:
            most = len(rows) - 1  # some names need more than a line
    return [pages[0]._replace(bookmarks=(title,)), *pages[1:]]
