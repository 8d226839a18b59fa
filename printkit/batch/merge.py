"""Merging: the files of a batch as one PDF, with a checklist as its cover.

The pages are laid out and rendered again, one section and one page at a time, so that fonts and
boards used by many of them are stored once. The file is written as pages come: only one page and
the fields of one section are in memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import wait
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from printkit.backends.pdf import Renderer
from printkit.batch.cover import TableLine, cover_pages
from printkit.batch.plan import MissingTable
from printkit.batch.state import MadeFile
from printkit.core.budget import cpu_limit, limit_work
from printkit.core.errors import PrintkitError
from printkit.core.filecache import digest_file
from printkit.core.files import Staging
from printkit.core.formulas.javascript import WORDS
from printkit.core.languages import catalogue_for
from printkit.core.sandbox import SandboxExecutor
from printkit.core.scene import Document, Page
from printkit.core.source import shipped_folder
from printkit.layout.cache import LayoutCache
from printkit.layout.translation import translate_sentence
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.facts import table_label
from printkit.pipeline.targets import expand
from printkit.text.bidi import apart
from printkit.text.faces import OwnFace, SystemFace, font_use, recording_fonts, register

if TYPE_CHECKING:
    from printkit.batch.plan import Order
    from printkit.core.i18n import Catalogue
    from printkit.core.scene import SimilarColours
    from printkit.request.options import Request

MAX_PAGES: Final = 5000
TICK_S: Final = 0.2
"""How often progress is reported while a file is merged."""


class SectionInfo(NamedTuple):
    """The facts about one file that the cover and the merged document need before rendering."""

    title: str
    duplex: Literal["", "long", "short"]  # the edge on which the paper is flipped
    pages: int
    similar_colours: tuple[SimilarColours, ...]  # colours that may look alike

    @classmethod
    def of(cls, document: Document, pages: int) -> SectionInfo:
        """Return those of a document with so many pages."""
        return cls(document.title, document.duplex, pages, document.similar_colours)


Section: TypeAlias = "tuple[Order, SectionInfo] | MissingTable"
"""A file that is merged, or a line about one that is missing."""


@limit_work()
def section_info(request: Request, cache: LayoutCache) -> SectionInfo:
    """Describe a file that was built earlier; lay out as little as possible."""
    with recording_fonts(forbid=request.no_system_fonts):
        layout = DocumentLayout(request, expand(request), cache, checks_legibility=False)
        return SectionInfo.of(layout.document, layout.total)


def missing_table(order: Order) -> MissingTable:
    """Return the line of a table whose file could not be made."""
    request = order.request
    label = request.label or ("" if request.table else order.name)
    return MissingTable(request.table, label, order.target, _players(order))


def merge_in_worker(
    sections: Sequence[Section],
    path: Path,
    prepare: Callable[[], None],
    progress: Callable[[str], None],
) -> MadeFile:
    """Merge in a worker process, and move the file to its destination.

    `progress` is called again and again with what is being made.
    """
    staging = Staging()
    try:
        with SandboxExecutor(1, prepare) as executor:
            merging = executor.submit(_merge_staged, sections, path, staging)
            while not merging.done():
                progress(f"merging {path.name}")
                wait([merging], TICK_S)
            made, staged = merging.result()
        with staged:
            staged.commit()
    finally:
        staging.discard_in(path.parent)
    return made


def _merge_staged(
    sections: Sequence[Section], path: Path, staging: Staging
) -> tuple[MadeFile, Staging]:
    """Merge into a temporary file beside its destination."""
    try:
        return merge(sections, path, staging), staging
    except BaseException:
        staging.discard()
        raise


def merge(all_sections: Sequence[Section], path: Path, staging: Staging) -> MadeFile:
    """Stage one PDF of all sections in order, after a list of them and of the missing ones."""
    sections = [one for one in all_sections if not isinstance(one, MissingTable)]
    first = sections[0][0].request
    catalogue = catalogue_for(first.language, shipped_folder("layouts"))
    is_double = any(info.duplex for _, info in sections)
    total = sum(_length(info, is_double=is_double) for _, info in sections)
    if total > MAX_PAGES:
        hint = f"at most {MAX_PAGES:,}; --merge-every N makes several files"
        raise PrintkitError(f"the merged file would have {total:,} pages", hint=hint)
    cache = LayoutCache()  # what sections have in common is laid out once
    with limit_work():
        cover = _cover(all_sections, first, catalogue, cache, is_double=is_double)
    edges = [info.duplex for _, info in sections if info.duplex]
    similar = tuple(dict.fromkeys(each for _, info in sections for each in info.similar_colours))
    title = catalogue.translate("Tables")
    fillable = any(order.request.fillable for order, _ in sections)
    document = Document(
        title,
        first.language.replace("_", "-"),
        similar_colours=similar,
        duplex=edges[0] if edges else "",
        refusals=tuple(map(catalogue.translate, WORDS)) if fillable else (),
    )
    faces: dict[str, OwnFace | SystemFace] = {}  # keeps fonts registered until they are embedded
    with staging.open(path) as file:
        renderer = Renderer(document, file=file)
        for page in cover:
            renderer.render(page)
        for number, (order, info) in enumerate(sections, 1):
            heading = f"{_label(order, catalogue)}: {info.title}"
            for index, page in enumerate(_pages(order, info, faces, cache, is_double=is_double)):
                renderer.render(_section_page(page, heading, number, is_first=not index))
            renderer.end_section()
        cpu_limit.restart()
        deque(renderer.finish(), maxlen=0)
        size, written = file.tell(), Path(file.name)
    staging.flush()
    pages = len(cover) + total
    sheets = -(-pages // 2) if is_double else 0
    return MadeFile(path.name, digest_file(str(written), size), pages, size, sheets)


def _pages(
    order: Order,
    info: SectionInfo,
    faces: dict[str, OwnFace | SystemFace],
    cache: LayoutCache,
    *,
    is_double: bool,
) -> Iterator[Page]:
    """Yield the pages of a section, one at a time; each has its own budget."""
    with limit_work(), recording_fonts(forbid=order.request.no_system_fonts):
        sheets = expand(order.request)
        layout = DocumentLayout(order.request, sheets, cache, checks_legibility=False)
        pages = 0
        for pages, page in enumerate(layout.pages(), 1):
            used: list[OwnFace | SystemFace] = [*font_use().faces.values()]
            for sheet in layout.sheets:
                used += sheet.context.faces.values()
            faces.update((face.id, register(face)) for face in used if face.id not in faces)
            yield page
            if _has_blank(info, pages, is_double=is_double):
                yield Page(page.width, page.height, ())
    if pages != info.pages:
        raise PrintkitError(
            f"{order.name} changed while the batch was running", hint="run it again"
        )


def _has_blank(info: SectionInfo, number: int, *, is_double: bool) -> bool:
    """Return whether a blank page follows: if any section has backs, every sheet gets one."""
    return is_double and (not info.duplex or (number == info.pages and number % 2 == 1))


def _length(info: SectionInfo, *, is_double: bool) -> int:
    numbers = range(1, info.pages + 1)
    return info.pages + sum(_has_blank(info, number, is_double=is_double) for number in numbers)


def _section_page(page: Page, title: str, number: int, *, is_first: bool) -> Page:
    """Return a page with the bookmark of its section, and with unique field names."""
    below = tuple((title, *path) for path in page.bookmarks)
    bookmarks = below or (((title,),) if is_first else ())
    fields = tuple(field.with_prefix(f"{number}.") for field in page.fields)
    return page._replace(bookmarks=bookmarks, fields=fields, label="")


def _cover(
    sections: Sequence[Section],
    request: Request,
    catalogue: Catalogue,
    cache: LayoutCache,
    *,
    is_double: bool,
) -> list[Page]:
    """Lay out the list of sections with page numbers, twice: its own length shifts the numbers."""
    before = 0
    for _ in range(2):
        entries, start = [], before + 1
        for each in sections:
            if isinstance(each, MissingTable):
                label = table_label(each.table, each.label, catalogue)
                missing = translate_sentence("missing", catalogue)
                entries.append(TableLine(label, each.game, each.players, missing))
                continue
            order, info = each
            last = start + _length(info, is_double=is_double) - 1
            pages = f"{start}–{last}" if last > start else str(start)
            entries.append(TableLine(_label(order, catalogue), info.title, _players(order), pages))
            start = last + 1
        cover = cover_pages(entries, start - 1, request, cache)
        if is_double:
            cover = [side for page in cover for side in (page, Page(page.width, page.height, ()))]
        if len(cover) == before:
            break
        before = len(cover)
    return cover


def _label(order: Order, catalogue: Catalogue) -> str:
    request = order.request
    label = table_label(request.table, request.label, catalogue)
    return label or order.name.rpartition(".")[0]


def _players(order: Order) -> str:
    names, counts = order.request.names, order.request.counts
    between = "; " if any("," in name for name in names) else ", "
    return between.join(map(apart, names)) or (
        ",".join(map(str, counts)) if isinstance(counts, tuple) else ""
    )
