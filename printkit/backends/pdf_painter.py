"""The painter of PDF pages that can be read aloud: shapes and their tags become content.

Takes a page; gives its content and its elements. What stands in a form object is read once. So a
group that is read on many pages is no form object but a stream of its own, which all of these pages
name among their contents: numbers of what is read begin anew on each page, and the elements are
those of the page, but the group is stored once. What nobody reads (icons, boards, cut marks) stays
a form object, marked as decoration or as one figure where it is placed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from printkit.backends.numbers import short
from printkit.backends.pdf_content import Content, moved_by
from printkit.backends.pdf_elements import Elements, Headings, asked_levels, short_string
from printkit.geometry import Matrix
from printkit.scene import Place
from printkit.tags import Inside, Stretch, Tag
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from printkit.backends.pdf_content import Marked, Store
    from printkit.backends.pdf_elements import Piece
    from printkit.backends.pdf_stencil import Stencil
    from printkit.backends.pdf_tree import Tree
    from printkit.scene import Page, Shape
    from printkit.tags import Kid

_K = TypeVar("_K")
_V = TypeVar("_V")
_UPRIGHT = Matrix()
MOST_KEPT = 64
"""How many groups are remembered as they were painted, and pages as they are read."""


class PaintedPage(NamedTuple):
    """The references of a page's content, its elements, and what it alone says in them."""

    contents: str
    stencil: Stencil
    alts: list[bytes]


class PaintedGroup:
    """A group as it was painted, for every page that shares it."""

    __slots__ = ("above_holes", "above_next", "elements", "streams", "total")

    def __init__(self, painting: Painting, pieces: tuple[Piece, ...], elements: Elements) -> None:
        self.streams: Final = tuple(painting.finish(effort=9))  # references of its content
        self.total: Final = painting.count - painting.before  # how much in it is read
        self.elements: Final = pieces  # of what is read in it
        self.above_holes: Final = elements.above_holes  # the headings above each hole
        self.above_next: Final = elements.above  # those above what follows


class _ReadRun(NamedTuple):
    """Shapes that are read: up to where, as what, and whether more of it follows."""

    end: int
    role: str
    goes_on: bool


class _ReadGroup(NamedTuple):
    """A group that is read: the levels that headings ask for, in each of its holes."""

    asked: tuple[Headings, ...]


_Runs: TypeAlias = dict[int, _ReadRun | _ReadGroup]
"""What is read among shapes, by the number of the first; all others are decoration."""
_Look: TypeAlias = "tuple[float, int, tuple[Marked, ...], tuple[PaintedGroup, ...]]"


class _AlikePages(NamedTuple):
    """What is known of pages with the same tags: what is read, and the elements for each look."""

    runs: _Runs
    stencils: dict[_Look, Stencil]


class Painter:
    """Paints pages with their tags, and remembers the groups that they share."""

    def __init__(self, store: Store, tree: Tree) -> None:
        self.store, self.tree = store, tree
        self._groups: dict[tuple[object, ...], PaintedGroup] = {}
        self._alike: dict[tuple[Kid, ...], _AlikePages] = {}

    def paint(self, page: Page) -> PaintedPage:
        """The content and the elements of a page."""
        alike = self._alike.get(page.tags)
        if alike is None:
            alike = _remember(self._alike, page.tags, _AlikePages(_runs(page.tags), {}))
        opening = f"1 0 0 -1 0 {short(page.height)} cm"
        painting = Painting(self, _UPRIGHT, page.height, 0, opening)
        painting.paint(page.shapes, alike.runs)
        streams = painting.finish(effort=6)
        contents = streams[0] if len(streams) == 1 else f"[{' '.join(streams)}]"
        look = page.height, len(page.fields), *painting.look()
        stencil = alike.stencils.get(look)
        if stencil is None:
            elements = Elements(painting).of(page.tags)
            cut = self.tree.stencil(elements, painting.count, len(page.fields))
            stencil = _remember(alike.stencils, look, cut)
        alts = [short_string(words).encode("latin-1") for words in page.alts]
        return PaintedPage(contents, stencil, alts)

    def group(
        self, asked: tuple[Headings, ...], place: Place, around: Painting, opening: str
    ) -> PaintedGroup:
        """A group as it is painted when so much was read before it, and holes get such headings.

        The stream of one that comes first begins with what opens the page: that is the same on many
        pages.
        """
        key = opening, place, around.matrix, around.count, asked
        known = self._groups.get(key)
        if known is None:
            matrix, group = around.matrix.placed(place), place.group
            opening = f"{opening}\nq {moved_by(place)}" if opening else ""
            painting = Painting(self, matrix, around.height, around.count, opening)
            painting.paint(group.shapes, _runs(group.tags))
            elements = Elements(painting, asked)
            painted = PaintedGroup(painting, elements.of(group.tags), elements)
            known = _remember(self._groups, key, painted)
        return known


class Painting:
    """One page or group that is being painted, with the numbers that its content gets."""

    __slots__ = (
        "_streams",
        "before",
        "content",
        "count",
        "groups",
        "height",
        "marks",
        "matrix",
        "opening",
        "painter",
    )

    def __init__(
        self, painter: Painter, matrix: Matrix, height: float, before: int, opening: str
    ) -> None:
        self.painter = painter  # knows the groups that pages share
        self.opening = opening  # the operators before its first shape
        self.matrix, self.height = matrix, height  # where it lies on a page of which height
        self.before = self.count = before  # how much was read before it, and is read so far
        self.content = Content(painter.store)  # the operators of the stream that is written now
        self._streams: list[str] = []  # references of the streams so far
        self.marks: dict[int, Marked] = {}  # content that is read, by its first shape
        self.groups: dict[int, PaintedGroup] = {}  # groups that are read, by their shape

    def paint(self, shapes: Sequence[Shape], runs: _Runs) -> None:
        """Paints all shapes in order: as decoration, as content that is read, or as a group."""
        at = 0
        if self.opening and not isinstance(runs.get(0), _ReadGroup):
            self.content.add(self.opening)
        for first, run in runs.items():
            if first > at:
                self.content.decorate(shapes[at:first])
            if isinstance(run, _ReadGroup):
                self._paint_group(first, run, shapes[first])
                at = first + 1
            else:
                marked = self.marks[first] = self.content.mark(
                    shapes[first : run.end], run.role, self.count, goes_on=run.goes_on
                )
                self.count = marked.end
                at = run.end
        if at < len(shapes):
            self.content.decorate(shapes[at:])

    def _paint_group(self, at: int, run: _ReadGroup, place: Shape) -> None:
        """The streams of a group between those of what is around it."""
        assert isinstance(place, Place)
        opening = "" if at else self.opening
        if not opening:
            self.content.add(f"q {moved_by(place)}")
            self._streams.append(self._stream(effort=6))
        group = self.groups[at] = self.painter.group(run.asked, place, self, opening)
        self._streams += group.streams
        self.content.add("Q")
        self.count += group.total

    def _stream(self, effort: int) -> str:
        return self.painter.store.file.add_stream(self.content.data(), effort=effort)

    def finish(self, effort: int) -> list[str]:
        """The references of all streams, of which the last is compressed with this effort."""
        self.painter.store.used_on_pages.update(self.content.used)
        return [*self._streams, self._stream(effort)]

    def look(self) -> tuple[tuple[Marked, ...], tuple[PaintedGroup, ...]]:
        """What was painted to be read; with the same tags, it leads to the same elements."""
        return tuple(self.marks.values()), tuple(self.groups.values())


def _runs(kids: Iterable[Kid]) -> _Runs:
    """What is read among shapes: content of a tag, or what stands in a group."""
    found: _Runs = {}
    _find_runs(tuple(kids), "P", found)
    return dict(sorted(found.items()))


def _find_runs(kids: Sequence[Kid], role: str, found: _Runs) -> None:
    last = len(kids) - 1
    for number, kid in enumerate(kids):
        if isinstance(kid, Tag):
            _find_runs(kid.kids, "Figure" if kid.role == "Icon" else kid.role, found)
        elif isinstance(kid, Stretch):
            found[kid.first] = _ReadRun(kid.end, role, number < last)
        elif isinstance(kid, Inside):
            found[kid.at] = _ReadGroup(tuple([asked_levels(fill) for fill in kid.fills]))
            for each in (*kid.fills, *kid.spots):
                if each:
                    _find_runs(each, role, found)


def _remember(known: dict[_K, _V], key: _K, value: _V) -> _V:
    """Keeps a value, and lets the oldest go where there are many."""
    if len(known) == MOST_KEPT:
        del known[next(iter(known))]
    known[key] = value
    return value
