"""Pages that can be read aloud: shapes and their tags become content, and what it belongs to.

A group that many pages share and that is read on each of them cannot be a form object: what stands
in a form is read once. So it becomes a stream of its own that all of these pages name among their
contents. The numbers of what is read begin anew on each page, and the elements are those of the
page; the drawing is stored once all the same. What nobody reads (icons, boards, cut marks) stays a
form object, marked as decoration or as one figure where it is placed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from printkit.backends.numbers import short
from printkit.backends.pdf_content import Content, moved_by
from printkit.backends.pdf_file import escape, text_string
from printkit.geometry import Matrix
from printkit.patterns import pattern
from printkit.scene import Place
from printkit.tags import Hole, Inside, OwnAlt, Spot, Stretch, Tag, Widget
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printkit.backends.pdf_content import Marked, Store
    from printkit.backends.pdf_stencil import Stencil
    from printkit.backends.pdf_tree import Tree
    from printkit.scene import Page, Shape
    from printkit.tags import Kid

_LATIN = pattern("[ -~\xa1-\xac\xae-\xff]*")
_K = TypeVar("_K")
_V = TypeVar("_V")
MOST_KEPT = 64
"""How many groups are remembered as they were drawn, and pages as they were read."""


class Element(NamedTuple):
    """A tag as an element of the PDF, without its object numbers.

    `head` is what its dictionary begins with. `alt` is there if the words are only known on the
    page, or if the element is nothing but words.
    """

    head: str
    kids: tuple[Piece, ...]
    alt: str | Hole | OwnAlt


class Cast:
    """A group as it was drawn, to be placed on every page that shares it."""

    __slots__ = ("elements", "level", "levels", "streams", "total")

    def __init__(self, drawing: _Drawing, before: int, elements: tuple[Piece, ...]) -> None:
        self.streams: Final = tuple(drawing.finish(effort=9))  # references of its content
        self.total: Final = drawing.count - before  # how much in it is read
        self.elements: Final = elements  # of what is read in it
        self.levels: Final = drawing.levels  # of the headings above each hole
        self.level: Final = drawing.level  # of those above what follows


class Inner(NamedTuple):
    """A group where it is placed, with what stands in its holes and places to write."""

    cast: Cast  # the group as it was drawn
    fills: tuple[tuple[Piece, ...], ...]  # what stands in each of its holes
    spots: tuple[tuple[Piece, ...], ...]  # what stands in each of its places to write
    widgets: int  # how many fields of the page come before its own
    alts: int  # how many of the page's own alts come before its own


class DrawnPage(NamedTuple):
    """A page as it was drawn: its contents, its elements, and what it alone says in them."""

    contents: str
    stencil: Stencil
    alts: list[bytes]


Piece: TypeAlias = "Element | int | Inner | Hole | Spot | Widget"
"""What an element holds: others, content by its number, and what is only known on the page."""

Levels: TypeAlias = tuple[int, ...]
"""The headings above a place, from the highest on, each by the level that it asks for."""

_Key: TypeAlias = "tuple[Place, Matrix, int, tuple[Levels, ...]]"
_PageLook: TypeAlias = "tuple[float, int, tuple[Marked, ...], tuple[Cast, ...]]"
_Stops: TypeAlias = "dict[int, _Stop | _GroupStop]"


class _SameTags(NamedTuple):
    """What is known of pages with the same tags: where they are read, and how they were written."""

    stops: _Stops
    stencils: dict[_PageLook, Stencil]


class Reading:
    """Draws pages with their tags, and remembers the groups that they share."""

    def __init__(self, store: Store, tree: Tree) -> None:
        self.store, self.tree = store, tree
        self._casts: dict[_Key, Cast] = {}
        self._readers: dict[tuple[Kid, ...], _SameTags] = {}

    def draw(self, page: Page) -> DrawnPage:
        """The contents and the elements of a page."""
        reader = self._readers.get(page.tags)
        if reader is None:
            reader = _remember(self._readers, page.tags, _SameTags(_stops(page.tags), {}))
        drawing = _Drawing(self, Matrix(), page.height, 0)
        drawing.content.add(f"1 0 0 -1 0 {short(page.height)} cm")
        drawing.draw(page.shapes, reader.stops)
        streams = drawing.finish(effort=6)
        contents = streams[0] if len(streams) == 1 else f"[{' '.join(streams)}]"
        look = page.height, len(page.fields), *drawing.found()
        stencil = reader.stencils.get(look)
        if stencil is None:
            elements = drawing.elements(page.tags)
            cut = self.tree.stencil(elements, drawing.count, len(page.fields))
            stencil = _remember(reader.stencils, look, cut)
        return DrawnPage(
            contents, stencil, [short_string(words).encode("latin-1") for words in page.alts]
        )

    def cast(self, wanted: tuple[Levels, ...], place: Place, drawing: _Drawing) -> Cast:
        """A group as it is drawn when so much was read before it, and holes get such headings."""
        key = place, drawing.matrix, drawing.count, wanted
        known = self._casts.get(key)
        if known is None:
            known = _remember(self._casts, key, self._new_cast(wanted, place, drawing))
        return known

    def _new_cast(self, wanted: tuple[Levels, ...], place: Place, around: _Drawing) -> Cast:
        group, matrix = place.group, around.matrix.placed(place)
        drawing = _Drawing(self, matrix, around.height, around.count, wanted)
        drawing.draw(group.shapes, _stops(group.tags))
        return Cast(drawing, around.count, drawing.elements(group.tags))


class _Drawing:
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
        self.content = Content(reading.store)  # the operators of the stream that is written now
        self.level: Levels = ()  # of the headings above what comes next
        self.levels: dict[int, Levels] = {}  # of the headings above each hole
        self._wanted = wanted  # the levels that headings in each hole ask for
        self._streams: list[str] = []  # references of the streams so far
        self._marks: dict[int, Marked] = {}  # content that is read, by its first shape
        self._casts: dict[int, Cast] = {}  # groups that are read, by their shape

    def draw(self, shapes: Sequence[Shape], stops: _Stops) -> None:
        """Draws all shapes in order: as decoration, as content that is read, or as a group."""
        at = 0
        for first, stop in stops.items():
            if first > at:
                self.content.decorate(shapes[at:first])
            if isinstance(stop, _GroupStop):
                self._draw_inside(first, stop, shapes[first])
                at = first + 1
            else:
                marked = self._marks[first] = self.content.mark(
                    shapes[first : stop.end], stop.role, self.count, goes_on=stop.goes_on
                )
                self.count = marked.numbers.stop
                at = stop.end
        if at < len(shapes):
            self.content.decorate(shapes[at:])

    def _draw_inside(self, at: int, opening: _GroupStop, place: Shape) -> None:
        """The streams of a group between those of what is around it."""
        assert isinstance(place, Place)
        cast = self._casts[at] = self.reading.cast(opening.wanted, place, self)
        self.content.add(f"q {moved_by(place)}")
        self._end_stream(effort=6)
        self._streams += cast.streams
        self.content.add("Q")
        self.count += cast.total

    def _end_stream(self, effort: int) -> None:
        data = self.content.data()
        self._streams.append(self.reading.store.file.add_stream(data, effort=effort))

    def finish(self, effort: int) -> list[str]:
        """The references of all streams, of which the last is compressed with this effort."""
        self.reading.store.used_on_pages.update(self.content.used)
        self._end_stream(effort)
        return self._streams

    def found(self) -> tuple[tuple[Marked, ...], tuple[Cast, ...]]:
        """What was drawn to be read; with the same tags, it leads to the same elements."""
        return tuple(self._marks.values()), tuple(self._casts.values())

    def elements(self, kids: Iterable[Kid], level: Levels = ()) -> tuple[Piece, ...]:
        """The elements of tags below some headings; no heading skips a level."""
        self.level = level
        return self._pieces(kids)

    def _pieces(self, kids: Iterable[Kid]) -> tuple[Piece, ...]:
        return tuple([each for kid in kids if (each := self._piece(kid)) is not None])

    def _piece(self, kid: Kid) -> Piece | None:
        if isinstance(kid, Tag):
            return self._element(kid)
        if isinstance(kid, Stretch):
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
        head = worded(self.reading.tree.head("Span", ""), short_string(marked.words))
        return Element(head, tuple(marked.numbers), "")

    def _inner(self, inside: Inside) -> Inner:
        cast = self._casts[inside.at]
        fills = [self._filled(cast, number, fill) for number, fill in enumerate(inside.fills)]
        self.level = cast.level
        spots = tuple(self._pieces(spot) for spot in inside.spots)
        return Inner(cast, tuple(fills), spots, inside.widgets, inside.alts)

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
            return Element(worded(head, short_string(tag.alt)), kids, "")
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


class _Stop(NamedTuple):
    """Shapes that are read: up to where, as what, and whether more of it follows."""

    end: int
    role: str
    goes_on: bool


class _GroupStop(NamedTuple):
    """A group that is read: the levels that headings ask for, in each of its holes."""

    wanted: tuple[Levels, ...]


def _stops(kids: Iterable[Kid]) -> _Stops:
    """Where among the shapes something is read: content of a tag, or what stands in a group."""
    found: _Stops = {}
    _find_stops(tuple(kids), "P", found)
    return dict(sorted(found.items()))


def _find_stops(kids: Sequence[Kid], role: str, found: _Stops) -> None:
    last = len(kids) - 1
    for number, kid in enumerate(kids):
        if isinstance(kid, Tag):
            _find_stops(kid.kids, "Figure" if kid.role == "Icon" else kid.role, found)
        elif isinstance(kid, Stretch):
            found[kid.first] = _Stop(kid.end, role, number < last)
        elif isinstance(kid, Inside):
            found[kid.at] = _GroupStop(tuple([tuple(_wanted(fill)) for fill in kid.fills]))
            for each in (*kid.fills, *kid.spots):
                if each:
                    _find_stops(each, role, found)


def _remember(known: dict[_K, _V], key: _K, value: _V) -> _V:
    """Keeps a value, and lets the oldest go where there are many."""
    if len(known) == MOST_KEPT:
        del known[next(iter(known))]
    known[key] = value
    return value


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


def worded(head: str, string: str) -> str:
    """What the dictionary of an element begins with, and what it says: other words, or a picture
    in words."""
    return f"{head}{'/Alt' if head.startswith('<</S/Figure') else '/ActualText'}{string}"


def short_string(text: str) -> str:
    """A string in a byte a letter where western Europe has all of them, any other as usual."""
    is_western = not text.isascii() and _LATIN.fullmatch(text)
    return f"({escape(text)})" if is_western else text_string(text)
