"""Pages that can be read aloud: shapes and their tags become content, and what it belongs to.

A group that many pages share and that is read on each of them cannot be a form object: what stands
in a form is read once. So it becomes a stream of its own that all of these pages name among their
contents. The numbers of what is read begin anew on each page, and the elements are those of the
page; the drawing is stored once all the same. What nobody reads (icons, boards, cut marks) stays a
form object, marked as decoration or as one figure where it is placed.
"""

from __future__ import annotations

from itertools import groupby
from math import cos, radians, sin
from typing import TYPE_CHECKING, TypeAlias

from printkit.backends.numbers import short
from printkit.backends.pdf_content import Content, moved_by
from printkit.backends.pdf_file import escape, text_string
from printkit.patterns import pattern
from printkit.scene import Place
from printkit.tags import Hole, Inside, Run, Spot, Tag, Widget
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printkit.backends.pdf_content import Marked, Store
    from printkit.backends.pdf_tree import Tree
    from printkit.scene import Group, Page, Shape
    from printkit.tags import Kid

_LATIN = pattern("[ -~\xa1-\xac\xae-\xff]*")
MOST_KEPT = 64
"""So many groups are remembered as they were drawn."""


class Matrix(NamedTuple):
    """From the coordinates of a group to those of the page: scaled, turned and moved."""

    cosine: float = 1.0
    sine: float = 0.0
    x: float = 0.0
    y: float = 0.0

    def placed(self, place: Place) -> Matrix:
        """The same for a group that is placed there."""
        x, y = self.at(place.x, place.y)
        if not place.turn:
            return Matrix(self.cosine * place.scale, self.sine * place.scale, x, y)
        c, s = place.scale * cos(radians(place.turn)), place.scale * sin(radians(place.turn))
        return Matrix(self.cosine * c - self.sine * s, self.cosine * s + self.sine * c, x, y)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point lies on the page."""
        return (
            self.x + x * self.cosine - y * self.sine,
            self.y + x * self.sine + y * self.cosine,
        )


class Element(NamedTuple):
    """A tag, of which everything is known but the numbers of objects.

    `head` is what its dictionary begins with. `alt` is what it says, if it is nothing else or if
    that is only known on the page.
    """

    head: str
    kids: tuple[Piece, ...]
    alt: str | Hole


class Leaves(NamedTuple):
    """Elements with nothing but content in them, of one parent and one after the other.

    Of each of them how its dictionary begins and ends; and of the content which of them it is in.
    """

    parts: tuple[tuple[str, str], ...]
    marks: tuple[tuple[int, int], ...]


class Cast(NamedTuple):
    """A group as it was drawn: its streams, how much in it is read, its elements, and its holes."""

    streams: tuple[str, ...]
    total: int
    elements: tuple[Piece, ...]
    levels: dict[int, Levels]  # of the headings above each hole
    level: Levels  # of the headings above what follows


class Inner(NamedTuple):
    """A group where it is placed, with what stands in its holes and places to write."""

    cast: Cast
    fills: tuple[tuple[Piece, ...], ...]
    spots: tuple[tuple[Piece, ...], ...]
    widgets: int


class Drawn(NamedTuple):
    """A page as it was drawn: its contents, how much on it is read, and its elements."""

    contents: str
    total: int
    elements: tuple[Piece, ...]


Piece: TypeAlias = "Element | Leaves | int | Inner | Hole | Spot | Widget"
"""What an element holds: others, content by its number, and what is only known on the page."""

Levels: TypeAlias = tuple[int, ...]
"""The headings above a place, from the highest on, each by the level that it asks for."""

_Key: TypeAlias = "tuple[Group, int, Levels, tuple[Levels, ...], Matrix]"


class Reading:
    """Draws pages with their tags, and remembers the groups that they share."""

    def __init__(self, store: Store, tree: Tree) -> None:
        self.store, self.tree = store, tree
        self._casts: dict[_Key, Cast] = {}

    def draw(self, page: Page) -> Drawn:
        """The contents and the elements of a page."""
        sheet = _Sheet(self, Matrix(), page.height, 0)
        sheet.content.add(f"1 0 0 -1 0 {short(page.height)} cm")
        sheet.draw(page.shapes, page.tags)
        streams = sheet.finish(level=6)
        contents = streams[0] if len(streams) == 1 else f"[{' '.join(streams)}]"
        return Drawn(contents, sheet.count, sheet.elements(page.tags, ()))

    def cast(self, inside: Inside, place: Place, sheet: _Sheet, level: Levels) -> Cast:
        """A group as it is drawn when so much was read before it."""
        wanted = tuple([tuple(_wanted(fill)) if fill else () for fill in inside.fills])
        matrix = sheet.matrix.placed(place)
        key = place.group, sheet.count, level, wanted, matrix
        known = self._casts.get(key)
        if known is None:
            if len(self._casts) == MOST_KEPT:
                del self._casts[next(iter(self._casts))]
            known = self._casts[key] = self._new_cast(place.group, wanted, matrix, sheet, level)
        return known

    def _new_cast(
        self,
        group: Group,
        wanted: tuple[Levels, ...],
        matrix: Matrix,
        around: _Sheet,
        level: Levels,
    ) -> Cast:
        sheet = _Sheet(self, matrix, around.height, around.count, wanted)
        sheet.level = level
        sheet.draw(group.shapes, group.tags)
        streams = sheet.finish(level=9)
        elements = sheet.elements(group.tags, level)
        count = sheet.count - around.count
        return Cast(tuple(streams), count, elements, sheet.levels, sheet.level)


class _Sheet:
    """One page or group that is being drawn, with the numbers that its content gets."""

    def __init__(
        self,
        reading: Reading,
        matrix: Matrix,
        height: float,
        before: int,
        wanted: tuple[Levels, ...] = (),
    ) -> None:
        self.reading, self.matrix, self.height, self.count = reading, matrix, height, before
        self.content = Content(reading.store)
        self.level: Levels = ()
        self.levels: dict[int, Levels] = {}
        self._wanted = wanted
        self._streams: list[str] = []
        self._marks: dict[int, Marked] = {}
        self._casts: dict[int, Cast] = {}

    def draw(self, shapes: Sequence[Shape], tags: Sequence[Kid]) -> None:
        """Draws all shapes in their order, each as what it is."""
        at = 0
        for first, stop in _stops(tags).items():
            if first > at:
                self.content.decorate(shapes[at:first])
            if isinstance(stop, Inside):
                self._draw_inside(stop, shapes[first])
                at = first + 1
            else:
                marked = self._marks[first] = self.content.mark(
                    shapes[first : stop.end], stop.role, self.count, goes_on=stop.goes_on
                )
                self.count = marked.numbers.stop
                at = stop.end
        if at < len(shapes):
            self.content.decorate(shapes[at:])

    def _draw_inside(self, inside: Inside, place: Shape) -> None:
        """The streams of a group between those of what is around it."""
        assert isinstance(place, Place)
        cast = self._casts[inside.at] = self.reading.cast(inside, place, self, self.level)
        self.content.add(f"q {moved_by(place)}")
        self._end_stream(6)
        self._streams += cast.streams
        self.content.add("Q")
        self.count += cast.total

    def _end_stream(self, level: int) -> None:
        data = self.content.data()
        self._streams.append(self.reading.store.file.add_stream(data, level=level).reference)

    def finish(self, level: int) -> list[str]:
        """The references of all streams."""
        self.reading.store.used_on_pages.update(self.content.used)
        self._end_stream(level)
        return self._streams

    def elements(self, kids: Iterable[Kid], level: Levels) -> tuple[Piece, ...]:
        """The elements of tags below some headings; no heading skips a level."""
        self.level = level
        return self._pieces(kids)

    def _pieces(self, kids: Iterable[Kid]) -> tuple[Piece, ...]:
        return tuple(_packed([each for kid in kids if (each := self._piece(kid)) is not None]))

    def _piece(self, kid: Kid) -> Piece | None:
        if isinstance(kid, Tag):
            return self._element(kid)
        if isinstance(kid, Run):
            return self._content(self._marks.get(kid.first))
        if isinstance(kid, Inside):
            return self._inner(kid)
        if isinstance(kid, Hole):
            self.levels[kid.number] = self.level
            for wanted in self._wanted[kid.number] if kid.number < len(self._wanted) else ():
                self.level = _below(self.level, wanted)
        return kid

    def _content(self, marked: Marked | None) -> Piece | None:
        """The number of content; in an element with its words where glyphs do not tell them."""
        if marked is None:
            return None
        if not marked.words:
            return marked.numbers.start
        head = worded(self.reading.tree.head("Span", ""), marked.words)
        return Element(head, tuple(marked.numbers), "")

    def _inner(self, inside: Inside) -> Inner:
        cast = self._casts[inside.at]
        fills = [self._filled(cast, number, fill) for number, fill in enumerate(inside.fills)]
        self.level = cast.level
        spots = tuple(self._pieces(spot) for spot in inside.spots)
        return Inner(cast, tuple(fills), spots, inside.widgets)

    def _filled(self, cast: Cast, number: int, fill: tuple[Kid, ...]) -> tuple[Piece, ...]:
        """What stands in a hole: often nothing, or words alone."""
        if not fill:
            return ()
        first = fill[0]
        if isinstance(first, Tag) and not first.role:
            return (Element("", (), first.alt),)
        return self.elements(fill, cast.levels.get(number, ()))

    def _element(self, tag: Tag) -> Element:
        role = tag.role
        if role[:1] == "H":
            self.level = _below(self.level, int(role[1]))
            role = f"H{len(self.level)}"
        elif role == "Sect":
            self.level = ()
        kids = self._pieces(tag.kids)
        plain = tag.box is None and not tag.scope and tag.columns == tag.rows == 1
        head = self.reading.tree.head(role, "" if plain else self._attributes(tag))
        if isinstance(tag.alt, str) and tag.alt and role:
            return Element(worded(head, tag.alt), kids, "")
        return Element(head, kids, tag.alt)

    def _attributes(self, tag: Tag) -> str:
        if tag.box:
            x, y, width, height = tag.box
            corners = [self.matrix.at(x, y), self.matrix.at(x + width, y + height)]
            (left, right), (top, bottom) = (sorted(each) for each in zip(*corners, strict=True))
            box = " ".join(map(short, (left, self.height - bottom, right, self.height - top)))
            return f"/O/Layout/BBox[{box}]/Placement/Block" if tag.role == "Figure" else ""
        scope = f"/Scope/{tag.scope}" if tag.scope else ""
        columns = f"/ColSpan {tag.columns}" if tag.columns > 1 else ""
        rows = f"/RowSpan {tag.rows}" if tag.rows > 1 else ""
        return f"/O/Table{scope}{columns}{rows}" if scope or columns or rows else ""


def _packed(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """The same, with elements of one kind together: those that hold nothing but content."""
    for is_leaf, group in groupby(pieces, _is_leaf):
        if not is_leaf:
            yield from group
            continue
        leaves = [piece for piece in group if isinstance(piece, Element)]
        parts = tuple([(leaf.head, inside(list(map(str, leaf.kids)))) for leaf in leaves])
        marks = [(kid, at) for at, leaf in enumerate(leaves) for kid in leaf.kids]
        yield Leaves(parts, tuple((mark, at) for mark, at in marks if isinstance(mark, int)))


def _is_leaf(piece: Piece) -> bool:
    if not isinstance(piece, Element) or piece.alt:
        return False
    return all(isinstance(kid, int) for kid in piece.kids)


class _Stop(NamedTuple):
    """Shapes that are read: up to where, as what, and whether more of it follows."""

    end: int
    role: str
    goes_on: bool


def _stops(kids: Iterable[Kid]) -> dict[int, _Stop | Inside]:
    """Where among the shapes something is read: content of a tag, or what stands in a group."""
    found: dict[int, _Stop | Inside] = {}
    _find_stops(tuple(kids), "P", found)
    return dict(sorted(found.items()))


def _find_stops(kids: Sequence[Kid], role: str, found: dict[int, _Stop | Inside]) -> None:
    last = len(kids) - 1
    for number, kid in enumerate(kids):
        if isinstance(kid, Tag):
            _find_stops(kid.kids, "Figure" if kid.role == "Icon" else kid.role, found)
        elif isinstance(kid, Run):
            found[kid.first] = _Stop(kid.end, role, number < last)
        elif isinstance(kid, Inside):
            found[kid.at] = kid
            for each in (*kid.fills, *kid.spots):
                if each:
                    _find_stops(each, role, found)


def _below(levels: Levels, wanted: int) -> Levels:
    """The headings above what follows a heading that asks for some level."""
    return (*[level for level in levels if level < wanted], wanted)


def _wanted(kids: Iterable[Kid]) -> Iterator[int]:
    """The levels of the headings in tags, as they ask for them."""
    for kid in kids:
        if isinstance(kid, Tag):
            if kid.role[:1] == "H":
                yield int(kid.role[1])
            yield from _wanted(kid.kids)


def inside(said: Sequence[str]) -> str:
    """The end of the dictionary of an element: its kids, if there are any."""
    if len(said) == 1:
        return f"/K {said[0]}>>"
    return f"/K[{' '.join(said)}]>>" if said else ">>"


def worded(head: str, alt: str) -> str:
    """What the dictionary of an element begins with, and what it says: other words, or a picture
    in words."""
    return f"{head}{'/Alt' if head.startswith('<</S/Figure') else '/ActualText'}{_said(alt)}"


def _said(text: str) -> str:
    """A string in a byte a letter where western Europe has all of them, any other as usual."""
    return f"({escape(text)})" if _LATIN.fullmatch(text) else text_string(text)
