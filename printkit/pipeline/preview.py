"""Previews: the pages of a request as SVG, without writing a file.

A preview takes the steps of `build`, so that what is shown is what would be printed.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from printkit.backends import FORMATS
from printkit.core.budget import limit_work
from printkit.core.languages import catalogue_for
from printkit.core.scene import Document
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.main import prepare
from printkit.pipeline.notes import font_note, notes
from printkit.pipeline.output import is_outlined
from printkit.text.faces import recording_fonts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from printkit.core.i18n import Catalogue
    from printkit.core.scene import Page
    from printkit.layout.cache import LayoutCache
    from printkit.request.options import Request


class Preview(NamedTuple):
    """A preview of a request."""

    request: Request  # the request, completed with its seed
    pages: tuple[tuple[Page, bytes], ...]  # the first pages, each with its SVG
    total: int  # the number of all pages
    notes: tuple[str, ...]
    laid_out: tuple[str, ...]  # the ids of the sheets that weren't completely in the cache
    catalogue: Catalogue  # of the sheets' language


@limit_work()
def preview(request: Request, most: int, cache: LayoutCache) -> Preview:
    """Render the first `most` pages of a request as SVG; `cache` has earlier layouts."""
    with recording_fonts(forbid=request.no_system_fonts) as taken:
        made = _preview(request, most, cache)
    note = font_note(taken.faces.values(), made.catalogue)
    return made._replace(notes=(*made.notes, note)) if note else made


def _preview(request: Request, most: int, cache: LayoutCache) -> Preview:
    request, planned_sheets = prepare(request)
    layout = DocumentLayout(request, planned_sheets, cache)
    pages = svg_pages(islice(layout.pages(), most), request)
    layout.check()
    catalogue = catalogue_for(request.language, planned_sheets[0].folder)
    lines = tuple(notes(request, layout, catalogue))
    new = tuple(each.sheet.id for each in layout.sheets if each.context.boxes)
    return Preview(request, tuple(pages), layout.total, lines, new, catalogue)


def svg_pages(pages: Iterable[Page], request: Request) -> list[tuple[Page, bytes]]:
    """Render each page as an SVG file of its own: its bytes do not depend on the other pages."""
    document, options = Document("", request.language), {"outline": is_outlined(request)}
    made = []
    for page in pages:
        (data,) = FORMATS["svg"].renderer(document, options).render(page)
        made.append((page, data))
    return made
