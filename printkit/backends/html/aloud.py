"""What is read aloud on a page: its headings, texts, tables and inputs, as HTML.

The drawing is for the eyes only. Its words are here once more, in the structure that a tagged PDF
has, and hidden from view; the inputs among them are placed over the drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from printkit.core.scene import FieldArea, Fragment, Placed, Text
from printkit.core.structure import (
    Element,
    FieldMark,
    MarkedContent,
    Repetition,
    StructurePart,
    role_content,
    without_repetitions,
)

if TYPE_CHECKING:
    from printkit.core.scene import Item
    from printkit.core.structure import Kid

_WORDS: Final = frozenset({"P", "H1", "H2", "H3", "Span"})  # roles that are read as one text
_TAGS: Final = {
    "P": "p", "Span": "span", "Div": "div", "Sect": "div", "L": "ul", "LI": "li", "LBody": "div",
    "Table": "table", "TR": "tr", "TH": "th", "TD": "td",
}  # fmt: skip
_UNENDED: Final = ("li", "tr", "th", "td")  # elements that end where the next one begins
_TOP_LEVEL: Final = 3  # of the headings in a drawing: above them are the page's and the sheet's


def markup_read_aloud(items: Sequence[Item], input_for: Callable[[int], str]) -> str:
    """Return what is read on a sheet; `input_for` returns the input for a field by its number."""
    return _MarkupWriter(input_for).write(without_repetitions(_StructureReader().items(items)))


class _StructureReader:
    """The structure of fragments, with their fields numbered in order."""

    def __init__(self) -> None:
        self._fields = 0

    def items(self, items: Iterable[Item]) -> list[StructurePart]:
        found: list[StructurePart] = []
        for item in items:
            if isinstance(item, Placed):
                found += self._placed(item)
            elif isinstance(item, FieldArea):
                found.append(self._field())
        return found

    def _placed(self, placed: Placed) -> Sequence[StructurePart]:
        read = self._fragment(placed.fragment)
        if placed.repetition and read:
            return [Repetition(*placed.repetition, tuple(without_repetitions(read)))]
        return read

    def _fragment(self, fragment: Fragment) -> Sequence[StructurePart]:
        if not fragment.is_read:
            return self._fields_in(fragment)
        if fragment.role in _WORDS:
            return self._words(fragment)
        if fragment.role in ("Figure", "Icon"):
            figure = [Element(fragment.role, (), fragment.alt)] if fragment.alt else []
            return [*figure, *self._fields_in(fragment)]
        return role_content(fragment.role, self.items(fragment.items), fragment.cell)

    def _words(self, fragment: Fragment) -> Sequence[StructurePart]:
        words = " ".join(_texts(fragment))
        content = (MarkedContent(0, 0, words),) if words else ()
        read = (*content, *self._fields_in(fragment))
        return [Element(fragment.role, read, fragment.alt)] if read else ()

    def _fields_in(self, fragment: Fragment) -> list[FieldMark]:
        found: list[FieldMark] = []
        for item in fragment.items if fragment.has_fields else ():
            if isinstance(item, Placed):
                found += self._fields_in(item.fragment)
            elif isinstance(item, FieldArea):
                found.append(self._field())
        return found

    def _field(self) -> FieldMark:
        self._fields += 1
        return FieldMark(self._fields - 1)


def _texts(fragment: Fragment) -> Iterable[str]:
    for item in fragment.items:
        if isinstance(item, Text):
            yield item.text.strip()
        elif isinstance(item, Placed):
            yield from _texts(item.fragment)


class _MarkupWriter:
    """Structure as HTML; no heading skips a level."""

    def __init__(self, input_for: Callable[[int], str]) -> None:
        self._input_for = input_for
        self._headings: tuple[int, ...] = ()  # the levels of the headings above

    def write(self, kids: Iterable[Kid]) -> str:
        return "".join(map(self._kid, kids))

    def _kid(self, kid: Kid) -> str:
        if isinstance(kid, FieldMark):
            return self._input_for(kid.number)
        if isinstance(kid, MarkedContent):
            return f"<span>{escape(kid.words, quote=False)}</span>"
        return self._element(kid)

    def _element(self, element: Element) -> str:
        role, kids, alt, _, cell = element
        if role in ("Figure", "Icon"):
            return f'<span role="img" aria-label="{escape(alt)}"></span>'
        if alt:
            spoken = (MarkedContent(0, 0, alt),)
            kids = (*spoken, *(kid for kid in kids if isinstance(kid, FieldMark)))
        if role[0] == "H":
            level = int(role[1])
            self._headings = (*[above for above in self._headings if above < level], level)
            tag = f"h{min(6, _TOP_LEVEL - 1 + len(self._headings))}"
            return f"<{tag}>{self.write(kids)}</{tag}>"
        tag = _TAGS[role]
        if role == "Table":
            kids = tuple(_part_of_table(kid, "TR") for kid in kids)
        elif role == "TD" and any(isinstance(kid, FieldMark) for kid in kids):
            kids = tuple(kid for kid in kids if not _is_sign(kid))
        elif role == "TR":
            kids = tuple(_part_of_table(kid, "TD") for kid in kids)
        inside = self.write(kids)
        attributes = ""
        if role in ("TH", "TD"):
            tag = "th" if role == "TH" and inside else "td"
            attributes = f' scope="{cell.scope[:3].lower()}"' if cell.scope and tag == "th" else ""
            attributes += f' colspan="{cell.columns}"' if cell.columns > 1 else ""
            attributes += f' rowspan="{cell.rows}"' if cell.rows > 1 else ""
        end = "" if tag in _UNENDED else f"</{tag}>"
        return f"<{tag}{attributes}>{inside}{end}"


def _is_sign(kid: Kid) -> bool:
    """Return whether it is only a sign beside an input, such as =."""
    return isinstance(kid, MarkedContent) and not any(map(str.isalnum, kid.words))


def _part_of_table(kid: Kid, role: str) -> Kid:
    """Return part of a table as HTML allows it there: rows in a table, cells in a row."""
    allowed = ("TR",) if role == "TR" else ("TH", "TD")
    if isinstance(kid, Element) and kid.role in allowed:
        return kid
    return Element(role, (kid,))
