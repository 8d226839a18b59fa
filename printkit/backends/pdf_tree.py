"""The tree of a PDF that says how it is read aloud: elements, what belongs to each, and metadata.

Takes the elements of pages and gives them object numbers; `finish` gives the entries of the
catalogue by which a reader finds them. The file says that it is PDF/UA-1 (ISO 14289-1). Elements
are many and small: they are packed together as they come. Knows no scene and draws nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.backends.pdf_reading import Element, Inner, worded
from printkit.backends.pdf_stencil import cut, numbered
from printkit.tags import Hole, Spot, Widget
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printkit.backends.pdf_file import PdfFile
    from printkit.backends.pdf_reading import Piece
    from printkit.backends.pdf_stencil import Stencil
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

_TOGETHER = 64


class Tree:
    """All elements of one file."""

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._root, self._document, self._parents = (file.number() for _ in range(3))
        self._top: list[str] = []
        self._ties: list[str] = []
        self._pages: list[tuple[int, Stencil, Sequence[str]]] = []
        self._shared: dict[str, str] = {}
        self._keys = 0

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
            number = self._file.number()
            self._file.put(number, f"<<{attributes}>>")
            self._shared[attributes] = f"{number} 0 R"
        return f"<</S/{role}/A {self._shared[attributes]}"

    def stencil(self, elements: Iterable[Piece], total: int, widgets: Sequence[str]) -> Stencil:
        """The elements of a page on which so much is read, and those of its fields."""
        writing = _Writing(total, widgets)
        document = f"{self._document} 0 R"
        top = writing.write(elements, document, _Place())
        for number in range(len(widgets)):
            if number not in writing.tied:
                top.append(writing.tie(number, document))
        ties = [(1 + number, after) for number, after in sorted(writing.tied.items())]
        if total:
            writing.add(f"[{' '.join(writing.parents)}]")
            ties.append((0, len(writing.bodies)))
        return cut([*writing.bodies, " ".join(top)], sorted(ties))

    def add_page(self, key: int, page: int, stencil: Stencil, told: Sequence[str]) -> None:
        """The elements of the page with this number, which tells this; its keys begin with one."""
        first = self._file.number(stencil.size - 1)
        assert first == page + 1
        self._ties += [f"{key + own} {page + after} 0 R" for own, after in stencil.ties]
        self._pages.append((page, stencil, told))
        if len(self._pages) == _TOGETHER:
            self._fill()

    def _fill(self) -> None:
        """Writes the pages that wait: many in a row take less time than one now and then."""
        for page, stencil, told in self._pages:
            *bodies, top = stencil.filled(page, told)
            self._top.append(top)
            self._file.put(page + 1, *bodies)
        self._pages.clear()

    def finish(self, document: Document) -> dict[str, str]:
        """Writes what leads to the elements; gives the entries of the catalogue."""
        self._fill()
        put = self._file.put
        put(self._document, f"<</S/Document/P {self._root} 0 R/K[{' '.join(self._top)}]>>")
        put(self._parents, f"<</Nums[{' '.join(self._ties)}]>>")
        put(
            self._root,
            f"<</Type/StructTreeRoot/K {self._document} 0 R/ParentTree {self._parents} 0 R"
            f"/ParentTreeNextKey {self._keys}>>",
        )
        packet = _PACKET.format(
            title=_escape_xml(document.title),
            author=_escape_xml(document.author),
            language=_escape_xml(document.language),
        )
        entries = "/Type/Metadata/Subtype/XML"
        metadata = self._file.add_stream(packet.encode(), entries, level=0)
        return {
            "StructTreeRoot": f"{self._root} 0 R",
            "MarkInfo": "<</Marked true>>",
            "Metadata": metadata.reference,
        }


class _Place(NamedTuple):
    """What is only known where a group is placed: what stands in its holes and places to write."""

    fills: tuple[tuple[Piece, ...], ...] = ()
    spots: Iterator[tuple[Piece, ...]] = iter(())
    widgets: int = 0
    around: _Place | None = None


class _Writing:
    """The elements of a page that are being written; `parents` are those of its content."""

    def __init__(self, count: int, widgets: Sequence[str]) -> None:
        self._widgets = widgets
        self.bodies: list[str] = []
        self.parents = ["null"] * count
        self.tied: dict[int, int] = {}

    def add(self, body: str) -> str:
        """One more object; gives its reference."""
        self.bodies.append(body)
        return numbered(len(self.bodies))

    def write(self, pieces: Iterable[Piece], parent: str, place: _Place) -> list[str]:
        """Writes elements; gives what their parent says of its kids."""
        said: list[str] = []
        for piece in pieces:
            if isinstance(piece, Element):
                said.append(self._element(piece, parent, place))
            elif isinstance(piece, int):
                self.parents[piece] = parent
                said.append(str(piece))
            else:
                said += self._placed(piece, parent, place)
        return said

    def _placed(self, piece: Inner | Hole | Spot | Widget, parent: str, place: _Place) -> list[str]:
        """What is only known where it is placed."""
        match piece:
            case Inner(cast, fills, spots, widgets):
                inside = iter(spots) if spots else place.spots
                inner = _Place(fills, inside, place.widgets + widgets, place)
                return self.write(cast.elements, parent, inner)
            case Hole(number):
                fill = place.fills[number] if number < len(place.fills) else ()
                return self.write(fill, parent, place.around or place) if fill else []
            case Spot():
                return self.write(next(place.spots, ()), parent, place.around or place)
            case Widget(number):
                own = number + place.widgets
                return [self.tie(own, parent)] if own < len(self._widgets) else []

    def _element(self, element: Element, parent: str, place: _Place) -> str:
        head, kids, alt = element
        if isinstance(alt, Hole):
            head = _worded(head, alt, place)
        own = self.add(head)
        at = len(self.bodies) - 1
        said = self.write(kids, own, place)
        self.bodies[at] = f"{head}/P {parent}/Pg {numbered(0)}{_inside(said)}"
        return own

    def tie(self, number: int, parent: str) -> str:
        """The element of a field; gives its reference."""
        inside = f"/K<</Type/OBJR/Obj {self._widgets[number]}>>"
        own = self.add(f"<</S/Form/P {parent}/Pg {numbered(0)}{inside}>>")
        self.tied[number] = len(self.bodies)
        return own


def _inside(said: Sequence[str]) -> str:
    """The end of the dictionary of an element: its kids, if there are any."""
    if len(said) == 1:
        return f"/K {said[0]}>>"
    return f"/K[{' '.join(said)}]>>" if said else ">>"


def _worded(head: str, alt: Hole, place: _Place) -> str:
    """With what is said on this page; a figure of which nothing is said is none."""
    (words,) = place.fills[alt.number]
    said = words.alt if isinstance(words, Element) and isinstance(words.alt, str) else ""
    return worded(head, said) if said else head.replace("/S/Figure", "/S/NonStruct", 1)


def _escape_xml(text: str) -> str:
    """The text between tags of XML; the library's own way there loads mail and encryption."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
