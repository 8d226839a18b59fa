"""Tagging: turns the structure of a page into structure elements with heading levels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from printkit.backends.pdf.structure import Element, FieldKid
from printkit.core.structure import FieldMark, MarkedContent

if TYPE_CHECKING:
    from printkit.core import structure
    from printkit.core.geometry import Bounds
    from printkit.core.scene import Page


def page_elements(page: Page, kids: Iterable[structure.Kid]) -> tuple[Element, ...]:
    """Return the elements of a page in reading order, including all of its fields."""
    tagger = _PageTagger(page)
    found = tuple(tagger.read(kids))
    others = (FieldKid(index) for index in range(len(page.fields)) if index not in tagger.fields)
    elements = (*found, *(Element("Form", (field,)) for field in others))
    return tuple(each for each in elements if isinstance(each, Element))


class _PageTagger:
    """A tagger of one page, from its first element to the last."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._headings: tuple[int, ...] = ()  # the levels of the headings above
        self.fields: set[int] = set()  # the indexes of fields that have an element

    def read(self, kids: Iterable[structure.Kid]) -> Iterator[Element | int]:
        """Yield the elements and MCIDs of some structure."""
        for kid in kids:
            if isinstance(kid, MarkedContent):
                if kid.words:
                    yield Element("Span", tuple(range(kid.first, kid.end)), kid.words)
                else:
                    yield kid.first
            elif isinstance(kid, FieldMark):
                yield from self.read(kid.ink)
                if kid.number < len(self._page.fields):
                    self.fields.add(kid.number)
                    yield Element("Form", (FieldKid(kid.number),))
            else:
                yield self._element(kid)

    def _element(self, element: structure.Element) -> Element:
        role, _, alt, box, cell = element
        if role[:1] == "H":
            level = int(role[1])
            self._headings = (*[above for above in self._headings if above < level], level)
            role = f"H{len(self._headings)}"  # no heading skips a level
        elif role == "Sect":
            self._headings = ()
        kids = tuple(self.read(element.kids))
        around = self._box(box) if role == "Figure" and box else None
        role = "Figure" if role == "Icon" else role
        return Element(role, kids, alt, around, *cell)

    def _box(self, box: Bounds) -> tuple[float, float, float, float]:
        """Convert a box to the coordinates of PDF."""
        high = self._page.height
        return box.left, high - box.bottom, box.right, high - box.top
