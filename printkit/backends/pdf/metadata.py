"""Document-level PDF data: metadata, outline, page labels, page boxes, viewer preferences.

Canvas does most of it. It has no custom document information, always writes dates, and takes XMP
metadata from a file or a function of ReportLab's document.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from printkit.backends.pdf.objects import Name, Reference, Value

if TYPE_CHECKING:
    from printkit.backends.pdf.reportlab import PdfCanvas
    from printkit.core.scene import Document, Page

_PRODUCER = "printkit with ReportLab"
_DUPLEX = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}
_PDF_UA_PACKET = """<?xpacket begin="\N{ZERO WIDTH NO-BREAK SPACE}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<dc:format>application/pdf</dc:format>
<pdf:Producer>{producer}</pdf:Producer>
<xmp:CreatorTool>printkit</xmp:CreatorTool>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""


def write_information(canvas: PdfCanvas, document: Document) -> Reference:
    """Write the document information dictionary, with printkit's own entries for preflight.

    It isn't compressed, so that `printkit again` finds the command in it without a PDF parser.
    """
    alike = " | ".join(
        f"{' '.join(each.colours)} / {' '.join(each.beside)} / {each.because.replace('|', ' ')}"
        for each in document.similar_colours
    )
    entries = {
        "Title": document.title,
        "Author": document.author,
        "Subject": document.subject,
        "Keywords": ", ".join(document.keywords),
        "Creator": "printkit",
        "Producer": _PRODUCER,
        "PrintkitAlike": alike,
    }
    return canvas.add_uncompressed({key: text for key, text in entries.items() if text})


def write_metadata(canvas: PdfCanvas, document: Document) -> None:
    """Write XMP metadata that declares the file PDF/UA-1 (ISO 14289-1)."""
    packet = _PDF_UA_PACKET.format(
        title=escape(document.title, quote=False),
        author=escape(document.author, quote=False),
        language=escape(document.language, quote=False),
        producer=_PRODUCER,
    )
    entries = {"Type": Name("Metadata"), "Subtype": Name("XML")}
    canvas.set_catalog_entry(
        "Metadata", canvas.add_stream(packet.encode(), entries, compress=False)
    )


def set_viewer_preferences(canvas: PdfCanvas, document: Document) -> None:
    """Set the viewer preferences: show the title, print at 100 %, and flip on the right edge."""
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.setViewerPreference("PrintScaling", "None")
    if document.duplex:
        canvas.setViewerPreference("Duplex", _DUPLEX[document.duplex])


def page_entries(page: Page) -> dict[str, Value]:
    """Return the page's entries for its size, trim box and bleed box, and one for preflight."""
    entries: dict[str, Value] = {"MediaBox": (0, 0, page.width, page.height)}
    if page.trim is not None:
        x, y, width, height = page.trim
        left, bottom, right, top = x, page.height - y - height, x + width, page.height - y
        entries["TrimBox"] = left, bottom, right, top
        if bleed := page.bleed:
            entries["BleedBox"] = left - bleed, bottom - bleed, right + bleed, top + bleed
    if page.smallest_type:
        entries["PrintkitSmallestType"] = page.smallest_type
    return entries


class PageLabels:
    """The labels of pages; consecutive numbers are one range."""

    def __init__(self) -> None:
        self._pages = 0
        self._next_number = 0  # the label that would continue the range

    def add(self, label: str, canvas: PdfCanvas) -> None:
        """Label the next page; without a label, with its number in the file."""
        label = label or str(self._pages + 1)
        number = int(label) if label.isdecimal() else 0
        if not number:
            canvas.addPageLabel(self._pages, prefix=label)
        elif number != self._next_number:
            canvas.addPageLabel(self._pages, style="ARABIC", start=number)
        self._next_number = number + 1 if number else 0
        self._pages += 1


@dataclass
class Bookmark:
    """A title in the outline, the key of its page, and the titles below it."""

    title: str = ""
    key: str = ""
    children: dict[str, Bookmark] = field(default_factory=dict)

    def add(self, path: Sequence[str], canvas: PdfCanvas) -> None:
        """Add a path of titles for the current page; existing titles keep their page."""
        bookmark = self
        for title in path:
            if title not in bookmark.children:
                key = f"{bookmark.key}/{title}"
                canvas.bookmarkPage(key)
                bookmark.children[title] = Bookmark(title, key)
            bookmark = bookmark.children[title]

    def write(self, canvas: PdfCanvas, level: int = 0) -> None:
        """Add all titles to the outline; it is shown if there are several at the top level."""
        for child in self.children.values():
            canvas.addOutlineEntry(child.title, child.key, level)
            child.write(canvas, level + 1)
        if level == 0 and len(self.children) > 1:
            canvas.showOutline()
