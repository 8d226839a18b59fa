"""The logical structure of a page, for screen readers.

A backend walks the fragments of a page and numbers what it draws as marked content. For each
fragment it passes the content found inside, and gets structure elements back. A table is a table,
text in the style of a heading is a heading, what a `for` repeats is a list, and the words of a row
are one paragraph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from printkit.core.scene import CellRole

if TYPE_CHECKING:
    from printkit.core.geometry import Bounds

HEADINGS = {"title": "H1", "heading": "H2", "section": "H3"}
"""The roles of headings, by the text style that makes them."""

_NEVER_IN_A_LIST = frozenset({*HEADINGS.values(), "Table", "L"})


class MarkedContent(NamedTuple):
    """Marked content of the page, by its first number and the one after its last.

    `words` is its text if that can't be told from the glyphs.
    """

    first: int
    end: int
    words: str = ""


class Element(NamedTuple):
    """A structure element."""

    role: str  # a role of PDF; Icon is a figure within a line
    kids: tuple[Kid, ...] = ()  # its content, in reading order
    alt: str = ""  # read aloud instead of what is drawn
    box: Bounds | None = None  # of a figure, on the page
    cell: CellRole = CellRole()  # of a table cell


class FieldMark(NamedTuple):
    """A form field: its number on the page, and its content."""

    number: int
    ink: Sequence[MarkedContent | Element] = ()


class Repetition(NamedTuple):
    """The content of one iteration of a `for`; it may become a list item."""

    node: int
    iteration: int
    kids: tuple[Kid, ...]


Kid: TypeAlias = Element | MarkedContent | FieldMark
StructurePart: TypeAlias = Kid | Repetition


def role_content(
    role: str, kids: Sequence[StructurePart], cell: CellRole | None = None
) -> Sequence[StructurePart]:
    """Return the content of a fragment with this role, given the content of its children."""
    match role:
        case "Row":
            return _row_content(kids)
        case "Block":
            return _group_lists(kids)
        case "TR":
            cells = without_repetitions(kids)
            return [Element("TR", tuple(_with_header(cells) if cell and cell.scope else cells))]
        case "TH" | "TD":
            return [
                Element(role, _item_content(without_repetitions(kids)), cell=cell or CellRole())
            ]
        case "":
            return kids
    found = without_repetitions(kids)
    return [Element(role, tuple(found))] if found else []


def without_repetitions(kids: Iterable[StructurePart]) -> list[Kid]:
    """Return the content, ignoring which iterations it comes from."""
    found: list[Kid] = []
    for kid in kids:
        if isinstance(kid, Repetition):
            found += kid.kids
        else:
            found.append(kid)
    return found


def _row_content(kids: Sequence[StructurePart]) -> Sequence[StructurePart]:
    """Return one line if there are only short words and icons, otherwise the items side by side."""
    flat = without_repetitions(kids)
    iterations = [kid for kid in kids if isinstance(kid, Repetition)]
    blocks = [one for one in iterations if sum(isinstance(kid, Element) for kid in one.kids) > 1]
    if len(flat) > 1 and not blocks and all(map(_is_inline, flat)):
        return [Element("P", _join_paragraphs(flat))]
    return _group_lists(kids)


def _group_lists(kids: Sequence[StructurePart]) -> list[StructurePart]:
    """Return the iterations of a `for` as a list, unless they contain headings or tables."""
    found: list[StructurePart] = []
    for node, group in groupby(kids, lambda kid: kid.node if isinstance(kid, Repetition) else None):
        several = list(group)
        if node is None:
            found += several
            continue
        iterations = groupby(
            several, lambda kid: kid.iteration if isinstance(kid, Repetition) else None
        )
        items = [made for _, iteration in iterations if (made := without_repetitions(iteration))]
        if _is_list(items):
            bodies = (Element("LBody", _item_content(kids)) for kids in items)
            found.append(Element("L", tuple(Element("LI", (body,)) for body in bodies)))
        else:
            found += chain.from_iterable(items)
    return found


def _is_list(items: Sequence[Sequence[Kid]]) -> bool:
    elements = [kid for kids in items for kid in kids if isinstance(kid, Element)]
    worded = sum(len(kids) > 1 or any(map(_is_paragraph, kids)) for kids in items)
    return worded > 1 and not any(element.role in _NEVER_IN_A_LIST for element in elements)


def _item_content(kids: Sequence[Kid]) -> tuple[Kid, ...]:
    """Return the content of a cell or list item.

    A single paragraph needs no element of its own there, and a heading becomes a paragraph.
    """
    plain_kids = [_without_heading(kid) for kid in kids]
    is_line = not any(isinstance(kid, MarkedContent) for kid in plain_kids)
    others = {kid.role for kid in plain_kids if isinstance(kid, Element)} - {"P", "Icon", "Figure"}
    if is_line and not others and sum(map(_is_paragraph, plain_kids)) == 1:
        return _join_paragraphs(plain_kids)
    return tuple(plain_kids)


def _is_paragraph(kid: Kid) -> bool:
    return isinstance(kid, Element) and kid.role == "P"


def _without_heading(kid: Kid) -> Kid:
    if isinstance(kid, Element) and kid.role in HEADINGS.values():
        return kid._replace(role="P")
    return kid


def _join_paragraphs(kids: Iterable[Kid]) -> tuple[Kid, ...]:
    """Return the content of paragraphs, joined into one."""
    found: list[Kid] = []
    for kid in kids:
        if isinstance(kid, Element) and kid.role == "P":
            found += kid.kids if not kid.alt else (kid._replace(role="Span"),)
        else:
            found.append(kid)
    return tuple(found)


def _is_inline(kid: Kid) -> bool:
    return isinstance(kid, FieldMark) or (isinstance(kid, Element) and kid.role in ("P", "Icon"))


def _with_header(cells: Iterable[Kid]) -> Iterator[Kid]:
    """Yield the cells of a row; the first one with words becomes its header."""
    is_headed = False
    for cell in cells:
        if not is_headed and isinstance(cell, Element) and _has_words(cell.kids):
            is_headed = True
            yield cell._replace(role="TH", cell=cell.cell._replace(scope="Row"))
        else:
            yield cell


def _has_words(kids: Iterable[Kid]) -> bool:
    """Return whether there is any text, besides form fields."""
    return any(not isinstance(kid, FieldMark) for kid in kids)
