"""Merging: the files of a batch as one PDF, with a cover list that an organiser can tick.

Takes what was laid out for each order; gives the bytes of one file. The pages are rendered anew,
so that fonts and boards that many of them use are stored once, and type stays type.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal

from printkit.backends import FORMATS
from printkit.bidi import apart
from printkit.budget import spending
from printkit.build.assembly import Assembly
from printkit.build.cover import TableLine, cover_pages
from printkit.build.facts import table_label
from printkit.build.languages import catalogue_for
from printkit.build.targets import expand
from printkit.data import folder
from printkit.errors import PrintkitError
from printkit.faces import OwnFace, SystemFace, register, taking, taking_fonts
from printkit.scene import Document, Page
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.batch.orders import Order
    from printkit.catalogue import Catalogue
    from printkit.layout.press import PrintedPage
    from printkit.request import Request
    from printkit.scene import Alike

MAX_PAGES: Final = 5000


class LaidOut(NamedTuple):
    """The pages of a file as they were laid out, to be rendered again in a merged one."""

    title: str  # what a reader shows above it
    duplex: Literal["", "long", "short"]  # the edge over which it is turned
    pages: tuple[Page, ...]  # what is on it, page by page
    faces: tuple[OwnFace | SystemFace, ...]  # the fonts of its layouts, and of this system
    alike: tuple[Alike, ...]  # which of its colours may look alike

    @classmethod
    def of(cls, assembly: Assembly, printed: Iterable[PrintedPage]) -> LaidOut:
        """The pages that an assembly makes, and what goes with them."""
        pages, document = tuple([one.page for one in printed]), assembly.document
        faces: list[OwnFace | SystemFace] = [*taking().faces.values()]
        for composer in assembly.composers:
            faces += composer.context.faces.values()
        return cls(document.title, document.duplex, pages, tuple(faces), document.alike)


@spending()
def lay_out(request: Request) -> LaidOut:
    """Lays out what was asked for; renders and writes nothing."""
    with taking_fonts(forbid=request.no_system_fonts):
        assembly = Assembly(request, expand(request))
        return LaidOut.of(assembly, assembly.pages())


def merge(parts: Sequence[tuple[Order, LaidOut]]) -> tuple[bytes, int]:
    """One PDF of all parts in their order, after a list of them; and how many pages it has."""
    first = parts[0][0].request
    catalogue = catalogue_for(first.language, folder("layouts"))
    is_double = any(laid.duplex for _, laid in parts)
    bodies = [tuple(_body(laid, is_double=is_double)) for _, laid in parts]
    total = sum(map(len, bodies))
    if total > MAX_PAGES:
        hint = "leave --merge out, or split the manifest"
        raise PrintkitError(f"the merged file would have {total:,} pages", hint=hint)
    cover = _cover(parts, bodies, catalogue, is_double=is_double)
    doubles = [laid.duplex for _, laid in parts if laid.duplex]
    alike = tuple(dict.fromkeys(each for _, laid in parts for each in laid.alike))
    document = Document(catalogue.translate("Tables"), first.language, alike=alike)
    document = document._replace(duplex=doubles[0]) if doubles else document
    renderer = FORMATS["pdf"].renderer(document, {})
    held = [register(face) for _, laid in parts for face in laid.faces]
    for page in cover:
        renderer.render(page)
    for number, ((order, laid), body) in enumerate(zip(parts, bodies, strict=True), 1):
        title = f"{_label(order, catalogue)}: {laid.title}"
        for index, page in enumerate(body):
            renderer.render(_marked(page, title, number, is_first=not index))
    (data,) = renderer.finish()
    del held  # until here the fonts of layouts were known
    return data, len(cover) + total


def _body(laid: LaidOut, *, is_double: bool) -> Iterator[Page]:
    """The pages of a part; if any part has backs, every page without one gets a white one."""
    for number, page in enumerate(laid.pages, 1):
        yield page
        is_last = number == len(laid.pages)
        if is_double and (not laid.duplex or (is_last and number % 2)):
            yield Page(page.width, page.height, ())


def _marked(page: Page, title: str, number: int, *, is_first: bool) -> Page:
    """A page below the bookmark of its part, with fields that no other part has."""
    below = tuple((title, *path) for path in page.bookmarks)
    bookmarks = below or (((title,),) if is_first else ())
    fields = tuple(field.prefixed(f"{number}.") for field in page.fields)
    return page._replace(bookmarks=bookmarks, fields=fields, label="")


def _cover(
    parts: Sequence[tuple[Order, LaidOut]],
    bodies: Sequence[Sequence[Page]],
    catalogue: Catalogue,
    *,
    is_double: bool,
) -> list[Page]:
    """The list of all parts with their page numbers; made twice, as its own length moves them."""
    request = parts[0][0].request
    before = 0
    for _ in range(2):
        entries, start = [], before + 1
        for (order, laid), body in zip(parts, bodies, strict=True):
            last = start + len(body) - 1
            pages = f"{start}–{last}" if last > start else str(start)
            entries.append(TableLine(_label(order, catalogue), laid.title, _players(order), pages))
            start = last + 1
        cover = cover_pages(entries, start - 1, request)
        if is_double:
            cover = [each for page in cover for each in (page, Page(page.width, page.height, ()))]
        before = len(cover)
    return cover


def _label(order: Order, catalogue: Catalogue) -> str:
    return table_label(order.request, catalogue) or order.name.rpartition(".")[0]


def _players(order: Order) -> str:
    names, counts = order.request.names, order.request.counts
    return ", ".join(map(apart, names)) or (
        ",".join(map(str, counts)) if isinstance(counts, tuple) else ""
    )
