"""The tree of a PDF that says how it is read aloud: elements, what belongs to each, and metadata.

Takes the elements of a page and makes a stencil of them: their objects, open where pages differ.
Filled in, they are put into the file with their page, some pages at a time, as they are many and
small. `finish` gives the entries of the catalogue by which a reader finds them. The file says that
it is PDF/UA-1 (ISO 14289-1). Knows no scene and paints nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.backends.pdf_elements import Element, PlacedGroup, short_string, worded
from printkit.backends.pdf_stencil import Stencil, numbered, value
from printkit.tags import Hole, OwnAlt, Spot, Widget
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printkit.backends.pdf_elements import Piece
    from printkit.backends.pdf_file import PdfFile
    from printkit.scene import Document

_PACKET = """<?xpacket begin="\N{ZERO WIDTH NO-BREAK SPACE}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<dc:format>application/pdf</dc:format>
<pdf:Producer>printkit with ReportLab</pdf:Producer>
<xmp:CreatorTool>printkit</xmp:CreatorTool>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""

_PAGES_TOGETHER = 64
"""How many pages wait to be written in a row: that takes less time than one now and then."""


class Tree:
    """All elements of one file."""

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._root, self._top_element, self._parents = (file.take_numbers() for _ in range(3))
        self._top: list[bytes] = []  # references of the elements at the top
        self._tables: list[str] = []  # references of the tables from keys to elements
        self._pages: list[TaggedPage] = []  # those that wait to be written together
        self._shared: dict[str, str] = {}  # references of attributes, by their text
        self._keys = 0  # how many keys are given out

    def keys(self, count: int) -> int:
        """The first of so many numbers, by which a page and its fields find their elements."""
        self._keys += count
        return self._keys - count

    def head(self, role: str, attributes: str) -> str:
        """What the dictionary of an element begins with; attributes that come again are shared."""
        role = "Figure" if role == "Icon" else role
        if not attributes:
            return f"<</S/{role}"
        if attributes not in self._shared:
            self._shared[attributes] = self._file.put_next(f"<<{attributes}>>".encode())
        return f"<</S/{role}/A {self._shared[attributes]}"

    def stencil(self, elements: Iterable[Piece], total: int, fields: int) -> Stencil:
        """The elements of a page on which so much is read, and those of its fields.

        The values of the page are the references of its fields, and then its own alts.
        """
        writing, document = _Writing(total, fields), f"{self._top_element} 0 R"
        top = writing.write(elements, document, _Placing(values=fields))
        for number in range(fields):
            if number not in writing.fields:
                top.append(writing.add_field(number, document))
        of_fields = map(writing.fields.__getitem__, range(fields))
        return Stencil(writing.bodies, " ".join(top), f"[{' '.join(writing.parents)}]", *of_fields)

    def add_page(self, page: TaggedPage) -> None:
        """Takes a page, which is written later, together with its elements and with others."""
        self._pages.append(page)
        if len(self._pages) == _PAGES_TOGETHER:
            self._write_pages()

    def _write_pages(self) -> None:
        """Writes the pages that wait, with their elements, and a table from keys to these."""
        found: list[bytes] = []
        for page in self._pages:
            lines, last = page.stencil.filled(page.number, page.values), page.stencil.elements
            self._file.put(page.number, page.body, *lines[:last])
            self._top.append(lines[last])
            for key, elements in enumerate(lines[last + 1 :], page.key):
                found += b"%d" % key, elements
        if found:
            limits = b"%s %s" % (found[0], found[-2])
            table = b"<</Limits[%s]/Nums[%s]>>" % (limits, b" ".join(found))
            self._tables.append(self._file.put_next(table))
        self._pages.clear()

    def finish(self, document: Document) -> dict[str, str]:
        """Writes what leads to the elements; gives the entries of the catalogue."""
        self._write_pages()
        put, top = self._file.put, b" ".join(self._top)
        put(self._top_element, b"<</S/Document/P %d 0 R/K[%s]>>" % (self._root, top))
        put(self._parents, f"<</Kids[{' '.join(self._tables)}]>>".encode())
        entries = (
            f"<</Type/StructTreeRoot/K {self._top_element} 0 R/ParentTree {self._parents} 0 R"
            f"/ParentTreeNextKey {self._keys}>>"
        )
        put(self._root, entries.encode())
        packet = _PACKET.format(
            title=_escape_xml(document.title),
            author=_escape_xml(document.author),
            language=_escape_xml(document.language),
        )
        entries = "/Type/Metadata/Subtype/XML"
        metadata = self._file.add_stream(packet.encode(), entries, effort=0)
        return {
            "StructTreeRoot": f"{self._root} 0 R",
            "MarkInfo": "<</Marked true>>",
            "Metadata": metadata,
        }


class TaggedPage(NamedTuple):
    """A page with its elements, which have the numbers right after its own."""

    key: int  # the first of the keys that lead from its content and its fields to their elements
    number: int  # of its object
    body: bytes  # of its object
    stencil: Stencil  # its elements, open where pages differ
    values: list[bytes]  # what is put in there


class _Placing(NamedTuple):
    """What is only known where a group is placed: what stands in its holes and places to write."""

    fills: tuple[tuple[Piece, ...], ...] = ()  # what stands in each hole
    spots: Iterator[tuple[Piece, ...]] = iter(())  # what stands in the places to write, in order
    widgets: int = 0  # how many fields of the page come before those in here
    values: int = 0  # how many values of the page come before the alts in here
    around: _Placing | None = None  # the same for what it is placed in, if that is a group too


class _Writing:
    """The elements of a page that are being written."""

    def __init__(self, count: int, fields: int) -> None:
        self._count = fields  # how many fields the page has
        self.bodies: list[str] = []  # of the objects so far
        self.parents = ["null"] * count  # references of the elements that content is in, by number
        self.fields: dict[int, str] = {}  # references of the elements of fields

    def add(self, body: str) -> str:
        """One more object; gives its reference."""
        self.bodies.append(body)
        return numbered(len(self.bodies))

    def write(self, pieces: Iterable[Piece], parent: str, inner: _Placing) -> list[str]:
        """Writes elements; gives what their parent says of its kids."""
        inside: list[str] = []
        for piece in pieces:
            if isinstance(piece, Element):
                inside.append(self._element(piece, parent, inner))
            elif isinstance(piece, int):
                self.parents[piece] = parent
                inside.append(str(piece))
            else:
                inside += self._placed(piece, parent, inner)
        return inside

    def _placed(
        self, piece: PlacedGroup | Hole | Spot | Widget, parent: str, inner: _Placing
    ) -> list[str]:
        """What is only known where it is placed.

        What stands in a hole or a place to write was made outside of the group, and asks for what
        is known there; only places to write go on being counted.
        """
        match piece:
            case PlacedGroup(group, fills, spots, widgets, alts):
                inside = iter(spots) if spots else inner.spots
                before = inner.widgets + widgets, inner.values + alts
                return self.write(group.elements, parent, _Placing(fills, inside, *before, inner))
            case Hole(number):
                fill = inner.fills[number] if number < len(inner.fills) else ()
                around = inner.around or inner
                if around.spots is not inner.spots:
                    around = around._replace(spots=inner.spots)
                return self.write(fill, parent, around) if fill else []
            case Spot():
                return self.write(next(inner.spots, ()), parent, inner.around or inner)
            case Widget(number):
                own = number + inner.widgets
                return [self.add_field(own, parent)] if own < self._count else []

    def _element(self, element: Element, parent: str, inner: _Placing) -> str:
        head, kids, alt = element
        if not isinstance(alt, str):
            head = _worded(head, alt, inner)
        own = self.add(head)
        at = len(self.bodies) - 1
        inside = self.write(kids, own, inner)
        self.bodies[at] = f"{head}/P {parent}/Pg {numbered(0)}{_end(inside)}"
        return own

    def add_field(self, number: int, parent: str) -> str:
        """One more element, of a field; gives its reference."""
        inside = f"/K<</Type/OBJR/Obj {value(number)}>>"
        own = self.add(f"<</S/Form/P {parent}/Pg {numbered(0)}{inside}>>")
        self.fields[number] = own
        return own


def _end(inside: Sequence[str]) -> str:
    """The end of the dictionary of an element: its kids, if there are any."""
    if len(inside) == 1:
        return f"/K {inside[0]}>>"
    return f"/K[{' '.join(inside)}]>>" if inside else ">>"


def _worded(head: str, alt: Hole | OwnAlt, inner: _Placing) -> str:
    """With what is said on this page; a figure of which nothing is said is none."""
    words = _words(alt, inner)
    return worded(head, words) if words else head.replace("/S/Figure", "/S/NonStruct", 1)


def _words(alt: str | Hole | OwnAlt, inner: _Placing) -> str:
    """The string of what is said there."""
    if isinstance(alt, OwnAlt):
        return value(alt.number + inner.values)
    if isinstance(alt, Hole):
        (words,) = inner.fills[alt.number]
        return _words(words.alt, inner.around or inner) if isinstance(words, Element) else ""
    return short_string(alt) if alt else ""


def _escape_xml(text: str) -> str:
    """The text between tags of XML; the library's own way there loads mail and encryption."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
