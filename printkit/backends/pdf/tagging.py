"""Tagging: the structure tree of a PDF (ISO 32000-1, 14.7), for screen readers.

Canvas has no support for structure. `StructureTree` gets the structure of each page, which refers
to the page's content by marked-content ids (MCIDs), and writes it at once. At the end it writes the
root, and the parent tree that leads from content and form fields back to their elements.

Elements are most objects of a tagged file, so they are written as text, without dictionaries.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from printkit.backends.numbers import short
from printkit.backends.pdf.objects import Name, Reference, Value, text_string
from printkit.core.structure import Element, FieldMark, MarkedContent

if TYPE_CHECKING:
    from printkit.backends.pdf.painter import PaintedPage
    from printkit.backends.pdf.reportlab import PdfCanvas
    from printkit.core.geometry import Bounds
    from printkit.core.scene import CellRole
    from printkit.core.structure import Kid

_ENTRIES_PER_LEAF = 64  # of the parent tree


class StructureTree:
    """All structure elements of one file."""

    def __init__(self, canvas: PdfCanvas) -> None:
        self._canvas = canvas
        self._root, self._document = canvas.reserve(), canvas.reserve()
        self._top: list[str] = []  # references to the elements directly below the document
        self._parents: dict[int, str] = {}  # entries of the current leaf of the parent tree
        self._leaves: list[Value] = []  # of the parent tree
        self._next_key = 0  # of the parent tree

    def reserve_keys(self, count: int) -> int:
        """Reserve keys of the parent tree, for a page and each of its fields; return the first."""
        self._next_key += count
        return self._next_key - count

    def add_page(
        self, key: int, painted: PaintedPage, height: float, widgets: Sequence[Reference]
    ) -> None:
        """Write the structure of the current page, which has this height.

        The page has this key, and its fields' widgets have the next ones.
        """
        page = _PageStructure(self._canvas, height, painted.mcids, widgets)
        elements = [
            kid if isinstance(kid, Element) else Element("P", (kid,)) for kid in painted.structure
        ]
        self._top += page.write_kids(elements, self._document.number)
        self._top += page.write_other_fields(self._document.number)
        self._parents[key] = f"[{' '.join(page.parents_of_content)}]"
        for number, parent in sorted(page.parents_of_fields.items()):
            self._parents[key + 1 + number] = parent
        if len(self._parents) >= _ENTRIES_PER_LEAF:
            self._write_leaf()

    def finish(self) -> None:
        """Write the root, and the catalog's entries for it."""
        canvas = self._canvas
        self._write_leaf()
        document = f"<</S/Document/P {self._root}/K[{' '.join(self._top)}]>>"
        canvas.objects.write(self._document.number, document)
        root: dict[str, Value] = {
            "Type": Name("StructTreeRoot"),
            "K": self._document,
            "ParentTree": canvas.add({"Kids": self._leaves}),
            "ParentTreeNextKey": self._next_key,
        }
        canvas.write(self._root, root)
        canvas.set_catalog_entry("StructTreeRoot", self._root)
        canvas.set_catalog_entry("MarkInfo", {"Marked": True})

    def _write_leaf(self) -> None:
        if self._parents:
            leaf = self._canvas.reserve()
            limits = f"{min(self._parents)} {max(self._parents)}"
            entries = " ".join([f"{key} {parents}" for key, parents in self._parents.items()])
            self._canvas.objects.write(leaf.number, f"<</Limits[{limits}]/Nums[{entries}]>>")
            self._leaves.append(leaf)
            self._parents = {}


class _PageStructure:
    """The structure of one page while it is written."""

    def __init__(
        self, canvas: PdfCanvas, page_height: float, mcids: int, widgets: Sequence[Reference]
    ) -> None:
        self._objects, self._page = canvas.objects, str(canvas.page_reference)
        self._page_height, self._widgets = page_height, widgets
        self._headings: tuple[int, ...] = ()  # the levels of the headings above
        self.parents_of_content = ["null"] * mcids
        self.parents_of_fields: dict[int, str] = {}

    def write_kids(self, kids: Iterable[Kid], parent: int) -> list[str]:
        """Write structure in reading order; return what its parent element refers to."""
        written = []
        for kid in kids:
            if isinstance(kid, Element):
                written.append(self._write_element(kid, parent))
            elif isinstance(kid, FieldMark):
                written += self.write_kids(kid.ink, parent)
                if kid.number < len(self._widgets):
                    written.append(self._write_field(kid.number, parent))
            elif kid.words:
                parts = tuple(MarkedContent(each, each + 1) for each in range(kid.first, kid.end))
                written.append(self._write_element(Element("Span", parts, kid.words), parent))
            else:
                self.parents_of_content[kid.first] = f"{parent} 0 R"
                written.append(str(kid.first))
        return written

    def write_other_fields(self, parent: int) -> list[str]:
        """Write elements for the fields that aren't part of the structure so far."""
        others = [each for each in range(len(self._widgets)) if each not in self.parents_of_fields]
        return [self._write_field(number, parent) for number in others]

    def _write_element(self, element: Element, parent: int) -> str:
        role, kids, alt, box, cell = element
        if role[0] == "H":
            level = int(role[1])
            self._headings = (*[above for above in self._headings if above < level], level)
            role = f"H{len(self._headings)}"  # no heading skips a level
        elif role == "Sect":
            self._headings = ()
        attributes = ""
        if role == "Figure" and box:
            attributes = _figure_attributes(box, self._page_height)
        elif role in ("TH", "TD"):
            attributes = _cell_attributes(cell)
        if role in ("Figure", "Icon"):
            role, attributes = "Figure", f"/Alt{text_string(alt)}{attributes}"
        elif alt:
            attributes = f"/ActualText{text_string(alt)}{attributes}"
        own = self._objects.reserve_number()
        return self._write(own, role, parent, attributes, " ".join(self.write_kids(kids, own)))

    def _write_field(self, number: int, parent: int) -> str:
        own = self._objects.reserve_number()
        self.parents_of_fields[number] = f"{own} 0 R"
        return self._write(own, "Form", parent, "", f"<</Type/OBJR/Obj {self._widgets[number]}>>")

    def _write(self, own: int, role: str, parent: int, attributes: str, kids: str) -> str:
        body = f"<</S/{role}/P {parent} 0 R/Pg {self._page}{attributes}/K[{kids}]>>"
        self._objects.write(own, body)
        return f"{own} 0 R"


def _figure_attributes(box: Bounds, page_height: float) -> str:
    edges = box.left, page_height - box.bottom, box.right, page_height - box.top
    return f"/A<</O/Layout/BBox[{' '.join(map(short, edges))}]/Placement/Block>>"


def _cell_attributes(cell: CellRole) -> str:
    scope = f"/Scope/{cell.scope}" if cell.scope else ""
    columns = f"/ColSpan {cell.columns}" if cell.columns > 1 else ""
    rows = f"/RowSpan {cell.rows}" if cell.rows > 1 else ""
    return f"/A<</O/Table{scope}{columns}{rows}>>" if scope or columns or rows else ""
