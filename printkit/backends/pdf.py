"""The PDF backend: a document as one PDF that can be read aloud.

Takes finished pages; gives bytes, the same for the same pages. `Painter` paints a page and says
which elements it has: what is read aloud. `PdfFile` gives the page a number, and its elements the
numbers after it. `Tree` keeps both until there are enough to be written together. At the end the
file has what leads to all of them, and packs the objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from printkit.backends.numbers import short
from printkit.backends.pdf_content import Content, Store
from printkit.backends.pdf_file import PdfFile
from printkit.backends.pdf_form import PdfForm
from printkit.backends.pdf_painter import Painter
from printkit.backends.pdf_tree import TaggedPage, Tree

if TYPE_CHECKING:
    from printkit.scene import Document, Page

_DUPLEX = {"": "", "long": "/Duplex/DuplexFlipLongEdge", "short": "/Duplex/DuplexFlipShortEdge"}


class Renderer:
    """One PDF in the making: each page is painted as it comes, the file is whole at the end."""

    def __init__(self, document: Document) -> None:
        self._document = document  # what a reader shows of the file
        self._file = PdfFile(document.language)  # the objects so far
        self._store = Store(self._file)  # what pages share
        self._form = PdfForm(self._file, document.refusals)  # its fields
        tree = Tree(self._file) if document.tagged else None
        self._painter = Painter(self._store, tree) if tree else None  # for pages with tags

    def render(self, page: Page) -> Iterator[bytes]:
        """Paints the page, whose objects wait in the tree; no file is finished with it."""
        entries = f"{_boxes(page)}/Resources {self._store.resources.reference}"
        if self._painter is None:
            return self._render_untagged(page, entries)
        tree, painted = self._painter.tree, self._painter.paint(page)
        key = tree.keys(1 + len(page.fields))
        annotations, annotated = self._form.add(page.fields, page.height, key + 1)
        entries = f"{entries}{annotated}/StructParents {key}"
        found_by, elements = (page.bookmarks, page.label), painted.stencil.elements
        number, body = self._file.add_page(entries, painted.contents, found_by, elements)
        values = [*map(str.encode, annotations), *painted.alts]
        tree.add_page(TaggedPage(key, number, body, painted.stencil, values))
        return iter(())

    def _render_untagged(self, page: Page, entries: str) -> Iterator[bytes]:
        """Writes a page that says nothing of how it is read: a picture of it needs no more."""
        content = Content(self._store)
        content.add(f"1 0 0 -1 0 {short(page.height)} cm")
        content.paint(page.shapes)
        self._store.used_on_pages.update(content.used)
        _, annotated = self._form.add(page.fields, page.height, None)
        found_by, stream = (page.bookmarks, page.label), self._file.add_stream(content.data())
        self._file.put(*self._file.add_page(f"{entries}{annotated}", stream, found_by))
        return iter(())

    def finish(self) -> Iterator[bytes]:
        """The file."""
        document = self._document
        self._store.finish()
        information = {
            "Title": document.title,
            "Author": document.author,
            "Subject": document.subject,
            "Keywords": ", ".join(document.keywords),
            "Creator": "printkit",
            "Producer": "printkit with ReportLab",
            "PrintkitAlike": _alike(document),
        }
        form, names = self._form.finish()
        tree = self._painter.tree.finish(document) if self._painter else {}
        entries = {"AcroForm": form, "Names": names, **tree}
        yield self._file.finish(information, _DUPLEX[document.duplex], entries)


def _alike(document: Document) -> str:
    """Which colours may look alike, for the judge of the file."""
    entries = (
        f"{' '.join(each.colours)} / {' '.join(each.beside)} / {each.because.replace('|', ' ')}"
        for each in document.alike
    )
    return " | ".join(entries)


def _boxes(page: Page) -> str:
    """How large it is, what remains after cutting, and how far the drawing goes on around it."""
    boxes = f"/MediaBox[0 0 {short(page.width)} {short(page.height)}]"
    if page.trim is None:
        return boxes
    x, y, width, height = page.trim
    left, bottom, right, top = x, page.height - y - height, x + width, page.height - y
    boxes += f"/TrimBox[{' '.join(map(short, (left, bottom, right, top)))}]"
    if page.bleed:
        bleed = page.bleed
        around = (left - bleed, bottom - bleed, right + bleed, top + bleed)
        boxes += f"/BleedBox[{' '.join(map(short, around))}]"
    return boxes
