"""The tree of a PDF that says how it is read aloud: elements, what belongs to each, and metadata.

Takes the elements of pages and gives them object numbers; `finish` gives the entries of the
catalogue by which a reader finds them. The file says that it is PDF/UA-1 (ISO 14289-1). Elements
are many and small: they are packed together as they come. Knows no scene and draws nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.backends.pdf_reading import Element, Inner, Leaves, inside, worded
from printkit.tags import Hole, Spot, Widget
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printkit.backends.pdf_file import PdfFile
    from printkit.backends.pdf_reading import Drawn, Piece
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


class Tree:
    """All elements of one file."""

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._root, self._document, self._parents = (file.number() for _ in range(3))
        self._top: list[str] = []
        self._ties: list[str] = []
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

    def add_page(self, key: int, page: str, drawn: Drawn, widgets: Sequence[str]) -> None:
        """The elements of the next page, and those of its fields."""
        writing = _Writing(self._file.next_number, page, drawn.total, widgets)
        self._top += writing.write(drawn.elements, self._document, _Place())
        for number in range(len(widgets)):
            if number not in writing.tied:
                self._top.append(writing.tie(number, self._document))
        if drawn.total:
            parents = writing.add(f"[{' '.join(writing.parents)}]")
            self._ties.append(f"{key} {parents}")
        for number in sorted(writing.tied):
            self._ties.append(f"{key + 1 + number} {writing.tied[number]}")
        self._file.put_next(writing.bodies)

    def finish(self, document: Document) -> dict[str, str]:
        """Writes what leads to the elements; gives the entries of the catalogue."""
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
    """The elements of one page that are being written; `parents` are those of its content."""

    def __init__(self, first: int, page: str, count: int, widgets: Sequence[str]) -> None:
        self._first, self._page, self._widgets = first, page, widgets
        self.bodies: list[str] = []
        self.parents = ["null"] * count
        self.tied: dict[int, str] = {}

    def add(self, body: str) -> str:
        """One more object; gives its reference."""
        self.bodies.append(body)
        return f"{self._first + len(self.bodies) - 1} 0 R"

    def write(self, pieces: Iterable[Piece], parent: int, place: _Place) -> list[str]:
        """Writes elements; gives what their parent says of its kids."""
        said: list[str] = []
        for piece in pieces:
            if isinstance(piece, Leaves):
                said += self._leaves(piece, parent)
            elif isinstance(piece, Element):
                said.append(self._element(piece, parent, place))
            elif isinstance(piece, int):
                self.parents[piece] = f"{parent} 0 R"
                said.append(str(piece))
            else:
                said += self._placed(piece, parent, place)
        return said

    def _placed(self, piece: Inner | Hole | Spot | Widget, parent: int, place: _Place) -> list[str]:
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

    def _element(self, element: Element, parent: int, place: _Place) -> str:
        head, kids, alt = element
        if isinstance(alt, Hole):
            head = _worded(head, alt, place)
        at = len(self.bodies)
        self.bodies.append(head)
        said = self.write(kids, self._first + at, place)
        self.bodies[at] = f"{head}/P {parent} 0 R/Pg {self._page}{inside(said)}"
        return f"{self._first + at} 0 R"

    def _leaves(self, leaves: Leaves, parent: int) -> list[str]:
        """Elements with nothing but content in them, all of one parent."""
        first = self._first + len(self.bodies)
        above = f"/P {parent} 0 R/Pg {self._page}"
        self.bodies += [f"{head}{above}{tail}" for head, tail in leaves.parts]
        said = [f"{number} 0 R" for number in range(first, first + len(leaves.parts))]
        for mark, at in leaves.marks:
            self.parents[mark] = said[at]
        return said

    def tie(self, number: int, parent: int) -> str:
        """The element of a field; gives its reference."""
        inside = f"/K<</Type/OBJR/Obj {self._widgets[number]}>>"
        self.tied[number] = self.add(f"<</S/Form/P {parent} 0 R/Pg {self._page}{inside}>>")
        return self.tied[number]


def _worded(head: str, alt: Hole, place: _Place) -> str:
    """With what is said on this page; a figure of which nothing is said is none."""
    (words,) = place.fills[alt.number]
    said = words.alt if isinstance(words, Element) and isinstance(words.alt, str) else ""
    return worded(head, said) if said else head.replace("/S/Figure", "/S/NonStruct", 1)


def _escape_xml(text: str) -> str:
    """The text between tags of XML; the library's own way there loads mail and encryption."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
