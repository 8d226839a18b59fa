"""The elements of a PDF: tags become what a screen reader is told, below the right headings.

Takes the tags of a page or group, and what was painted for them; gives elements, which `pdf_tree`
writes. Knows no numbers of objects, and paints nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from printkit.backends.numbers import short
from printkit.backends.pdf_file import escape, text_string
from printkit.patterns import pattern
from printkit.tags import Hole, Inside, OwnAlt, Spot, Stretch, Tag, Widget
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.backends.pdf_content import Marked
    from printkit.backends.pdf_painter import PaintedGroup, Painting
    from printkit.tags import Kid

_LATIN = pattern("[ -~\xa1-\xac\xae-\xff]*")
Headings: TypeAlias = tuple[int, ...]
"""The headings above a place, from the highest on, each by the level that it asks for."""
Piece: TypeAlias = "Element | int | PlacedGroup | Hole | Spot | Widget"
"""What an element holds: others, content by its number, and what is only known on the page."""


class Element(NamedTuple):
    """A tag as an element of the PDF, without its object numbers.

    `head` is what its dictionary begins with. `alt` is there if the words are only known on the
    page, or if the element is nothing but words.
    """

    head: str
    kids: tuple[Piece, ...]
    alt: str | Hole | OwnAlt


class PlacedGroup(NamedTuple):
    """A group where it is placed, with what stands in its holes and places to write."""

    group: PaintedGroup  # what is the same wherever it is placed
    fills: tuple[tuple[Piece, ...], ...]  # what stands in each of its holes
    spots: tuple[tuple[Piece, ...], ...]  # what stands in each of its places to write
    widgets: int  # how many fields of the page come before its own
    alts: int  # how many of the page's own alts come before its own


class Elements:
    """Makes elements of the tags of one page or group; no heading skips a level."""

    def __init__(self, painting: Painting, asked: tuple[Headings, ...] = ()) -> None:
        self._painting = painting  # what was painted for the tags
        self._head = painting.painter.tree.head  # gives what a dictionary begins with
        self._asked = asked  # the levels that headings in each hole ask for
        self.above: Headings = ()  # the headings above what comes next
        self.above_holes: dict[int, Headings] = {}  # those above each hole

    def of(self, kids: Iterable[Kid]) -> tuple[Piece, ...]:
        """The elements of tags."""
        return tuple([each for kid in kids if (each := self._piece(kid)) is not None])

    def _piece(self, kid: Kid) -> Piece | None:
        if isinstance(kid, Tag):
            return self._element(kid)
        if isinstance(kid, Stretch):
            marked = self._painting.marks.get(kid.first)
            return self._content(marked) if marked else None
        if isinstance(kid, Inside):
            return self._group(kid)
        if isinstance(kid, Hole):
            self.above_holes[kid.number] = self.above
            for level in self._asked[kid.number] if kid.number < len(self._asked) else ():
                self.above = _below(self.above, level)
        return kid

    def _content(self, marked: Marked) -> Piece:
        """The number of content; in an element with its words where glyphs do not tell them."""
        if not marked.words:
            return marked.first
        head = worded(self._head("Span", ""), short_string(marked.words))
        return Element(head, tuple(range(marked.first, marked.end)), "")

    def _group(self, inside: Inside) -> PlacedGroup:
        group = self._painting.groups[inside.at]
        fills = [self._filled(group, number, fill) for number, fill in enumerate(inside.fills)]
        self.above = group.above_next
        spots = tuple(self.of(spot) for spot in inside.spots)
        return PlacedGroup(group, tuple(fills), spots, inside.widgets, inside.alts)

    def _filled(self, group: PaintedGroup, number: int, fill: tuple[Kid, ...]) -> tuple[Piece, ...]:
        """What stands in a hole: often nothing, or words alone."""
        if not fill:
            return ()
        first = fill[0]
        if isinstance(first, Tag) and not first.role:
            return (Element("", (), first.alt),)
        self.above = group.above_holes.get(number, ())
        return self.of(fill)

    def _element(self, tag: Tag) -> Element:
        role = tag.role
        if role[:1] == "H":
            self.above = _below(self.above, int(role[1]))
            role = f"H{len(self.above)}"
        elif role == "Sect":
            self.above = ()
        kids = self.of(tag.kids)
        plain = tag.box is None and not tag.scope and tag.columns == tag.rows == 1
        head = self._head(role, "" if plain else self._attributes(tag))
        if isinstance(tag.alt, str) and tag.alt and role:
            return Element(worded(head, short_string(tag.alt)), kids, "")
        return Element(head, kids, tag.alt)

    def _attributes(self, tag: Tag) -> str:
        if tag.box:
            x, y, width, height = tag.box
            matrix, high = self._painting.matrix, self._painting.height
            corners = [matrix.at(x, y), matrix.at(x + width, y + height)]
            (left, right), (top, bottom) = (sorted(each) for each in zip(*corners, strict=True))
            box = " ".join(map(short, (left, high - bottom, right, high - top)))
            return f"/O/Layout/BBox[{box}]/Placement/Block" if tag.role == "Figure" else ""
        scope = f"/Scope/{tag.scope}" if tag.scope else ""
        columns = f"/ColSpan {tag.columns}" if tag.columns > 1 else ""
        rows = f"/RowSpan {tag.rows}" if tag.rows > 1 else ""
        return f"/O/Table{scope}{columns}{rows}" if scope or columns or rows else ""


def _below(headings: Headings, asked: int) -> Headings:
    """The headings above what follows a heading that asks for some level."""
    return (*[level for level in headings if level < asked], asked)


def asked_levels(kids: Iterable[Kid]) -> Headings:
    """The levels of the headings in tags, as they ask for them."""
    found: Headings = ()
    for tag in (kid for kid in kids if isinstance(kid, Tag)):
        own = (int(tag.role[1]),) if tag.role[:1] == "H" else ()
        found += *own, *asked_levels(tag.kids)
    return found


def worded(head: str, string: str) -> str:
    """What the dictionary of an element begins with, and what it says in place of its content."""
    return f"{head}{'/Alt' if head.startswith('<</S/Figure') else '/ActualText'}{string}"


def short_string(text: str) -> str:
    """A string in a byte a letter where western Europe has all of them, any other as usual."""
    is_western = not text.isascii() and _LATIN.fullmatch(text)
    return f"({escape(text)})" if is_western else text_string(text)
