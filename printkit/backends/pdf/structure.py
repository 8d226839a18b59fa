"""The structure tree of a tagged PDF (ISO 32000-1, 14.7), for screen readers.

Canvas has no support for structure. `StructureTree` gets the elements of each page, which refer to
the page's content by marked-content ids (MCIDs), and writes them at once. At the end it writes the
root, and the parent tree that leads from content and form fields back to their elements.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from printkit.backends.numbers import short
from printkit.backends.pdf.objects import Name, Reference, Value, text_string

if TYPE_CHECKING:
    from printkit.backends.pdf.reportlab import PdfCanvas

_ENTRIES_PER_LEAF = 64  # of the parent tree


class FieldKid(NamedTuple):
    """A form field of the page, by its index."""

    number: int


class Element(NamedTuple):
    """A structure element and everything inside it.

    `kids` are elements, MCIDs of the page, and form fields, in reading order. `role` is a standard
    structure type: H1 to H6, P, Span, L, LI, LBody, Table, TR, TH, TD, Figure, Form, Sect, Div.
    """

    role: str
    kids: tuple[Element | int | FieldKid, ...] = ()
    spoken: str = ""  # read in place of the content: /Alt of a figure, /ActualText of others
    box: tuple[float, float, float, float] | None = None  # of a figure: left, bottom, right, top
    scope: str = ""  # of a TH: Row or Column
    columns: int = 1  # that a cell spans
    rows: int = 1  # that a cell spans


class StructureTree:
    """All structure elements of one file."""

    def __init__(self, canvas: PdfCanvas) -> None:
        self._canvas = canvas
        self._root, self._document = canvas.reserve(), canvas.reserve()
        self._top: list[Value] = []  # the elements directly below the document
        self._parents: list[Value] = []  # the entries of the current leaf of the parent tree
        self._leaves: list[Value] = []  # of the parent tree
        self._next_key = 0  # of the parent tree

    def reserve_keys(self, count: int) -> int:
        """Reserve keys of the parent tree, for a page and each of its fields; return the first."""
        self._next_key += count
        return self._next_key - count

    def add_page(
        self, key: int, elements: Iterable[Element], mcids: int, widgets: Sequence[Reference]
    ) -> None:
        """Write the elements of the current page, which has this many MCIDs.

        The page has this key, and its fields' widgets have the next ones.
        """
        page = _PageElements(self._canvas, mcids, widgets)
        self._top += [page.write(element, self._document) for element in elements]
        self._parents += key, page.parents_of_content
        for number, parent in sorted(page.parents_of_fields.items()):
            self._parents += key + 1 + number, parent
        if len(self._parents) >= 2 * _ENTRIES_PER_LEAF:
            self._write_leaf()

    def finish(self) -> None:
        """Write the root, and the catalog's entries for it."""
        canvas = self._canvas
        self._write_leaf()
        document: dict[str, Value] = {"S": Name("Document"), "P": self._root, "K": self._top}
        canvas.write(self._document, document)
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
            limits = [self._parents[0], self._parents[-2]]
            self._leaves.append(self._canvas.add({"Limits": limits, "Nums": self._parents}))
            self._parents = []


class _PageElements:
    """The elements of one page while they are written.

    They are most objects of a tagged file, so they are written as text, without dictionaries.
    """

    def __init__(self, canvas: PdfCanvas, mcids: int, widgets: Sequence[Reference]) -> None:
        self._canvas, self._page, self._widgets = canvas, str(canvas.page_reference), widgets
        self.parents_of_content: list[Value] = [None] * mcids
        self.parents_of_fields: dict[int, Reference] = {}

    def write(self, element: Element, parent: Reference) -> Reference:
        """Write an element and everything inside it."""
        own = self._canvas.reserve()
        kids = " ".join([self._kid(kid, own) for kid in element.kids])
        key = "Alt" if element.role == "Figure" else "ActualText"
        spoken = f"/{key}{text_string(element.spoken)}" if element.spoken else ""
        head = f"<</S/{element.role}/P {parent}/Pg {self._page}"
        self._canvas.write_text(own, f"{head}{spoken}{_attributes(element)}/K[{kids}]>>")
        return own

    def _kid(self, kid: Element | int | FieldKid, parent: Reference) -> str:
        match kid:
            case Element():
                return str(self.write(kid, parent))
            case FieldKid(number):
                self.parents_of_fields[number] = parent
                return f"<</Type/OBJR/Obj {self._widgets[number]}>>"
            case int():
                self.parents_of_content[kid] = parent
                return str(kid)


def _attributes(element: Element) -> str:
    if element.box:
        return f"/A<</O/Layout/BBox[{' '.join(map(short, element.box))}]/Placement/Block>>"
    scope = f"/Scope/{element.scope}" if element.scope else ""
    columns = f"/ColSpan {element.columns}" if element.columns > 1 else ""
    rows = f"/RowSpan {element.rows}" if element.rows > 1 else ""
    return f"/A<</O/Table{scope}{columns}{rows}>>" if scope or columns or rows else ""
