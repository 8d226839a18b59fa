"""Tags: what the shapes of a page are when it is read aloud, in the order in which it is read.

A tree of tags goes with the shapes of a page or a group. It tells headings from paragraphs and
tables from figures; shapes that it does not mention are decoration. Knows no layout and no format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from printkit.tuples import NamedTuple

HEADINGS = {"title": "H1", "heading": "H2", "section": "H3"}
"""The roles of words, by the styles of the theme that make them headings."""


class Stretch(NamedTuple):
    """Some of the shapes: what a tag consists of."""

    first: int
    end: int


class Hole(NamedTuple):
    """What is only known once a group is placed: see `Inside.fills`."""

    number: int
    is_inline: bool = False  # whether it may be a part of a line


class OwnAlt(NamedTuple):
    """An alt that is another on each page, by its number: see `Page.alts`. So the tags of such
    pages are alike all the same."""

    number: int


class Spot(NamedTuple):
    """A place to write, the next one of its sheet: see `Inside.spots`."""


class Widget(NamedTuple):
    """One of the fields of the page, by its number."""

    number: int


class Inside(NamedTuple):
    """What the tags of a group say, where the shape with this number places it."""

    at: int  # the number of the shape
    fills: tuple[tuple[Kid, ...], ...] = ()  # what stands in each hole; its runs are shapes here
    spots: tuple[tuple[Kid, ...], ...] = ()  # what stands in each place to write
    widgets: int = 0  # how many fields of the page come before its own
    alts: int = 0  # how many of the page's own alts come before those of the group


class Tag(NamedTuple):
    """A part of the page that is read by itself.

    The role is that of PDF: H1 to H6, P, Span, L, LI, LBody, Table, TR, TH, TD, Figure, Sect, Div.
    An Icon is a figure that stands in a line.
    """

    role: str  # what it is
    kids: tuple[Kid, ...] = ()  # what is in it, in the order of reading
    alt: str | Hole | OwnAlt = ""  # what is said in place of what is drawn
    box: tuple[float, float, float, float] | None = None  # around a figure: x, y, width, height
    scope: str = ""  # of a heading cell: Row or Column
    columns: int = 1  # how many columns a cell takes
    rows: int = 1  # how many rows a cell takes


Kid: TypeAlias = Tag | Stretch | Hole | Spot | Widget | Inside
SPOT = Spot()


def moved(kids: Iterable[Kid], place: Callable[[int], int], alts: int = 0) -> tuple[Kid, ...]:
    """The same tags for shapes with other numbers, on a page that has so many alts before."""
    return tuple([_moved(kid, place, alts) for kid in kids])


@lru_cache(maxsize=1024)
def shifted(kids: tuple[Kid, ...], by: int) -> tuple[Kid, ...]:
    """The same tags, without holes, for shapes that come so much later; pages ask for the same few
    again and again."""
    return moved(kids, by.__add__)


def _moved(kid: Kid, place: Callable[[int], int], alts: int) -> Kid:
    if isinstance(kid, Stretch):
        return Stretch(place(kid.first), place(kid.end))
    if isinstance(kid, Tag):
        role, kids, alt, box, scope, columns, rows = kid
        inside = tuple([_moved(each, place, alts) for each in kids])
        if alts and isinstance(alt, OwnAlt):
            alt = OwnAlt(alt.number + alts)
        return Tag(role, inside, alt, box, scope, columns, rows)
    if isinstance(kid, Inside):
        fills = tuple([moved(fill, place, alts) for fill in kid.fills])
        return kid._replace(at=place(kid.at), fills=fills, alts=kid.alts + alts)
    return kid


def holes(kids: Iterable[Kid], role: str = "") -> Iterator[tuple[int, str]]:
    """The numbers of the holes that are left in tags, each with the role of what it is in."""
    for kid in kids:
        if isinstance(kid, Hole):
            yield kid.number, role
        elif isinstance(kid, Tag):
            yield from holes(kid.kids, kid.role)
            if isinstance(kid.alt, Hole):
                yield kid.alt.number, ""


def with_spots(kids: Iterable[Kid], spots: Iterator[tuple[Kid, ...]]) -> tuple[Kid, ...]:
    """The same tags with what stands in the places to write, one after the other."""
    found: list[Kid] = []
    for kid in kids:
        match kid:
            case Spot():
                found += next(spots, ())
            case Tag():
                found.append(kid._replace(kids=with_spots(kid.kids, spots)))
            case Inside():  # the group of the page: all places to write that are left are in it
                found.append(kid._replace(spots=tuple(spots)))
            case _:
                found.append(kid)
    return tuple(found)
