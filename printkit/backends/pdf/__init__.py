"""The PDF backend: a document as one tagged PDF (PDF/UA-1), drawn with ReportLab's Canvas.

`Painter` draws a page and marks content that is read aloud, `StructureTree` writes its structure,
and `AcroForm` its fields. Pages are written as they come; fonts, the outline and so on when all
pages are known. The same pages give the same bytes.

Canvas has no structure, no fonts for every script, no forms with custom fonts and scripts, and no
object streams. Adding them to ReportLab's finished file with pikepdf would take 100 ms for its
import, a third of a second for 1,000 sheets, and the memory for all objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO

from printkit.backends.pdf import metadata
from printkit.backends.pdf.fonts import Fonts
from printkit.backends.pdf.forms import AcroForm
from printkit.backends.pdf.objects import Name
from printkit.backends.pdf.painter import Painter
from printkit.backends.pdf.reportlab import PdfCanvas
from printkit.backends.pdf.tagging import StructureTree

if TYPE_CHECKING:
    from printkit.core.scene import Document, Page


class Renderer:
    """A PDF in progress.

    Without `share_drawings` there are no form XObjects: each drawing is repeated where it is used.
    The PDF is written to `file` as pages come; without a file, it is kept in memory.
    """

    def __init__(
        self, document: Document, *, share_drawings: bool = True, file: BinaryIO | None = None
    ) -> None:
        self._document = document
        self._memory = BytesIO()
        self._is_in_memory = file is None
        self._canvas = PdfCanvas(document.language, file or self._memory)
        self._fonts = Fonts()
        self._painter = Painter(self._canvas, self._fonts, share_drawings=share_drawings)
        self._form = AcroForm(self._canvas, document.refusals)
        self._tree = StructureTree(self._canvas) if document.tagged else None
        self._outline = metadata.Bookmark()
        self._labels = metadata.PageLabels()

    def render(self, page: Page) -> Iterator[bytes]:
        """Draw the page; this completes no file."""
        canvas, tree = self._canvas, self._tree
        entries = metadata.page_entries(page)
        painted = self._painter.paint_page(page)
        if tree is None:
            widgets = self._form.add_widgets(page.fields, page.height, None)
        else:
            key = entries["StructParents"] = tree.reserve_keys(1 + len(page.fields))
            widgets = self._form.add_widgets(page.fields, page.height, key + 1)
            tree.add_page(key, painted, page.height, widgets)
        if widgets:
            entries |= {"Annots": widgets, "Tabs": Name("S")}
        for path in page.bookmarks:
            self._outline.add(path, canvas)
        self._labels.add(page.label, canvas)
        canvas.finish_page(painted.streams, entries)
        return iter(())

    def end_section(self) -> None:
        """Write the fields so far: no later page has a field of the same name."""
        self._form.write_fields()

    def finish(self) -> Iterator[bytes]:
        """Yield the file."""
        canvas, document = self._canvas, self._document
        if self._tree is not None:
            self._tree.finish()
            metadata.write_metadata(canvas, document)
        self._form.finish()
        self._fonts.write(canvas)
        self._outline.write(canvas)
        metadata.set_viewer_preferences(canvas, document)
        canvas.finish_file(metadata.write_information(canvas, document))
        if self._is_in_memory:
            yield self._memory.getvalue()
