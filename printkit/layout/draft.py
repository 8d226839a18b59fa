"""The draft: where blocks put their shapes when they are placed; finished, it is an impression.

Beside the shapes it keeps what is to be known about them: which node they are of, where somebody
writes, what varies from page to page, and how they are read aloud.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from printkit.layout.voices import plain
from printkit.tags import SPOT, Hole, Kid, OwnAlt, shifted
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.errors import Where
    from printkit.layout.areas import Area
    from printkit.layout.context import Context
    from printkit.layout.extents import Trace
    from printkit.layout.scope import Scope
    from printkit.layout.voices import Read
    from printkit.scene import Shape

Fill: TypeAlias = "Callable[[Scope, Area, Draft], bool]"
"""Places what varies in its slot; gives False, and places nothing, if it needs another size."""


class Span(NamedTuple):
    """The shapes of one node among those of a draft, and the node's place in the layout."""

    first: int
    end: int
    where: Where


class Blank(NamedTuple):
    """A place to write: the name of its field, and where it lies on the page."""

    name: str
    area: Area
    where: Where

    def moved(self, right: float, down: float) -> Blank:
        """The same place, farther to the right and below."""
        return Blank(self.name, self.area.moved(right, down), self.where)


class OneSize:
    """Texts of one size: where the shapes of each begin, and what makes them at another size.

    A text has as many shapes at every size, so that no other place changes.
    """

    __slots__ = ("size", "texts")

    def __init__(self, size: float) -> None:
        self.size = size
        self.texts: list[tuple[int, Callable[[float], Sequence[Shape]]]] = []


class Draft:
    """The shapes of a page or group, and what is known about them.

    The tags are those of the block that is being placed; when it is done, they go into its own.
    """

    __slots__ = ("alts", "blanks", "one_size", "shapes", "slots", "spans", "tags", "traces")

    def __init__(self, shapes: Iterable[Shape] = (), alts: list[str] | None = None) -> None:
        self.shapes: list[Shape] = [*shapes]  # what is placed so far
        self.slots: list[Slot] = []  # what varies from page to page
        self.spans: list[Span] = []  # which of them each node placed, those inside first
        self.blanks: list[Blank] = []  # where somebody writes
        self.one_size: dict[object, OneSize] = {}  # texts, by what they share
        self.traces: Sequence[Trace] = ()  # where nodes lie, once somebody asks
        self.tags: list[Read] = []  # how it is read aloud
        self.alts = alts  # those of this page alone, where others share the arrangement

    def add(self, shapes: Sequence[Shape], where: Where, tags: tuple[Kid, ...] = ()) -> None:
        """Adds shapes that were made before for the node at this place, and how they are read."""
        first = len(self.shapes)
        self.shapes += shapes
        self.spans.append(Span(first, len(self.shapes), where))
        if tags:
            self.tags += shifted(tags, first)

    def write(self, blank: Blank, context: Context) -> None:
        """Notes a place to write; it is read aloud in a form, or when it is filled in."""
        self.blanks.append(blank)
        if context.ticket.reads_fields:
            self.tags.append(SPOT)

    def say(self, words: str) -> str | OwnAlt:
        """The words that are read in place of a drawing, or where the page keeps them."""
        if self.alts is None or not words:
            return words
        self.alts.append(words)
        return OwnAlt(len(self.alts) - 1)

    def leave(self, scope: Scope, area: Area, fill: Fill, *, is_inline: bool = False) -> Hole:
        """Leaves a slot for something that varies; gives the hole where it is read."""
        self.slots.append(Slot(scope, area, fill, len(self.blanks)))
        return Hole(len(self.slots) - 1, is_inline)

    def add_sized(
        self, kind: object, size: float, shapes_at: Callable[[float], Sequence[Shape]]
    ) -> None:
        """Adds a text that must be as large as others of its kind; the smallest decides for all."""
        known = self.one_size.setdefault(kind, OneSize(size))
        if size < known.size:
            known.size = size
            for first, at_size in known.texts:
                shapes = at_size(size)
                self.shapes[first : first + len(shapes)] = shapes
        known.texts.append((len(self.shapes), shapes_at))
        self.shapes += shapes_at(known.size)

    def impression(self) -> Impression:
        """What it is once nothing is added any more."""
        tags, alts = tuple(plain(self.tags)), tuple(self.alts or ())
        return Impression(tuple(self.shapes), tags, tuple(self.blanks), tuple(self.traces), alts)

    def sources(self) -> list[tuple[Shape, Where]]:
        """Each shape with the place of the node that it is of."""
        places: dict[int, Where] = {}
        for span in self.spans:
            for at in range(span.first, span.end):
                places.setdefault(at, span.where)
        return [(shape, places[at]) for at, shape in enumerate(self.shapes) if at in places]


class Impression(NamedTuple):
    """A leaf in its place on paper; its blanks and traces are those of the page by itself."""

    shapes: tuple[Shape, ...]  # what is painted
    tags: tuple[Kid, ...]  # how it is read aloud
    blanks: tuple[Blank, ...]  # where somebody writes
    traces: tuple[Trace, ...]  # where nodes lie, if somebody asked for that
    alts: tuple[str, ...]  # those that are on this leaf alone


class Slot(NamedTuple):
    """The place of something that varies from page to page.

    `fill` places it with the facts of a page; `blanks` is how many places to write come before.
    """

    scope: Scope
    area: Area
    fill: Fill
    blanks: int
