"""Blocks: a definition with its facts filled in, ready to be measured and placed.

Every block has the same two verbs. `measure(width)` gives the size it would like when at most
`width` is available; `place(area, draft)` puts its shapes into an area and aligns its content
inside. A `Draft` collects shapes, and the places of what varies from page to page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from dataclasses import field as made
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol, TypeAlias

from printkit.errors import FitError, Where
from printkit.layout import voices
from printkit.scene import Colour, Place, Rect, Shape, Stroke
from printkit.tags import SPOT, Hole, Inside, Kid, OwnAlt, moved
from printkit.tuples import NamedTuple
from printkit.units import format_mm

if TYPE_CHECKING:
    from printkit.layout.extents import Trace
    from printkit.layout.nodes import Node
    from printkit.layout.scope import Context, Scope
    from printkit.layout.values import Length, Padding
    from printkit.layout.voices import Read, Voice

Fill: TypeAlias = "Callable[[Scope, Area, Draft], bool]"
Make: TypeAlias = "Callable[[Node, Scope], Frame]"

TOLERANCE = 0.02
"""Points by which things may be too large: rounding, far below what a printer shows."""


class Size(NamedTuple):
    """Width and height in points."""

    width: float
    height: float


class Area(NamedTuple):
    """A rectangle on the page."""

    x: float
    y: float
    width: float
    height: float

    def inset(self, sides: Padding) -> Area:
        """The rectangle without its padding."""
        top, right, bottom, left = sides
        return Area(
            self.x + left,
            self.y + top,
            max(0.0, self.width - left - right),
            max(0.0, self.height - top - bottom),
        )

    def aligned(self, size: Size, align: str, valign: str) -> Area:
        """A rectangle of `size` inside this one."""
        x = self.x + (self.width - size.width) * SHARES[align]
        y = self.y + (self.height - size.height) * SHARES[valign]
        return Area(x, y, size.width, size.height)


SHARES = {"left": 0.0, "center": 0.5, "right": 1.0, "top": 0.0, "middle": 0.5, "bottom": 1.0}
"""What part of the free space lies before a thing."""

NO_PADDING = (0.0, 0.0, 0.0, 0.0)


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
        x, y, width, height = self.area
        return Blank(self.name, Area(x + right, y + down, width, height), self.where)


@dataclass(slots=True, eq=False, repr=False)
class Alike:
    """Texts of one size: the place of each among the shapes, and its shapes at a size.

    There are as many shapes at each size, so that the other places stay what they are.
    """

    size: float
    texts: list[tuple[int, Callable[[float], Sequence[Shape]]]] = made(default_factory=list)


@dataclass(slots=True, eq=False, repr=False)
class Draft:
    """Where blocks put their shapes, and note what varies, where somebody writes, and how it reads.

    The tags are those of the block that is being placed; each takes what was noted inside of it.
    """

    shapes: list[Shape] = made(default_factory=list)  # what is drawn so far
    slots: list[Slot] = made(default_factory=list)  # what varies from page to page
    spans: list[Span] = made(default_factory=list)  # which node drew what, those inside first
    blanks: list[Blank] = made(default_factory=list)  # where somebody writes
    alike: dict[object, Alike] = made(default_factory=dict)  # texts of one size, by what they share
    traces: list[Trace] = made(default_factory=list)  # where nodes lie, once somebody asks
    tags: list[Read] = made(default_factory=list)  # how it is read aloud
    alts: list[str] | None = None  # alts of this page alone, where others share the arrangement

    def as_one(self, place: Place) -> Draft:
        """The same page, of which everything is drawn by placing one group."""
        tags: list[Read] = [Inside(0)] if place.group.tags else []
        return Draft([place], [], [], self.blanks, {}, self.traces, tags, self.alts)

    def add(self, shapes: Sequence[Shape], where: Where, tags: Sequence[Kid] = ()) -> None:
        """Shapes that a node at this place has drawn before, and how they read."""
        first = len(self.shapes)
        self.shapes += shapes
        self.spans.append(Span(first, len(self.shapes), where))
        if tags:
            self.tags += moved(tags, first.__add__)

    def write(self, blank: Blank, context: Context) -> None:
        """A place to write; it is read where somebody writes on a screen, or has written."""
        self.blanks.append(blank)
        if context.ticket.spots:
            self.tags.append(SPOT)

    def say(self, words: str) -> str | OwnAlt:
        """What is said in place of what is drawn, or where the page keeps it."""
        if self.alts is None or not words:
            return words
        self.alts.append(words)
        return OwnAlt(len(self.alts) - 1)

    def leave(self, scope: Scope, area: Area, fill: Fill, *, is_inline: bool = False) -> Hole:
        """The place of something that varies; what fills it is read where the hole stands."""
        self.slots.append(Slot(scope, area, fill, len(self.blanks)))
        return Hole(len(self.slots) - 1, is_inline)

    def add_alike(
        self, kind: object, size: float, draw: Callable[[float], Sequence[Shape]]
    ) -> None:
        """A text that is as large as others of its kind: one that is smaller makes all smaller."""
        known = self.alike.setdefault(kind, Alike(size))
        if size < known.size:
            known.size = size
            for first, again in known.texts:
                shapes = again(size)
                self.shapes[first : first + len(shapes)] = shapes
        known.texts.append((len(self.shapes), draw))
        self.shapes += draw(known.size)

    def sources(self) -> list[tuple[Shape, Where]]:
        """Each shape with the place of the node that drew it."""
        places: dict[int, Where] = {}
        for span in self.spans:
            for at in range(span.first, span.end):
                places.setdefault(at, span.where)
        return [(shape, places[at]) for at, shape in enumerate(self.shapes) if at in places]


class Block(Protocol):
    """Something that can be measured and placed."""

    def measure(self, width: float) -> Size:
        """The size it would like."""

    def place(self, area: Area, draft: Draft) -> None:
        """Put its shapes into the area."""


class Slot(NamedTuple):
    """The place of something that varies from page to page.

    `fill` draws it there with the facts of another page; it says False, and draws nothing, where
    that asks for other sizes than the place has. `blanks` is how many places to write come before.
    """

    scope: Scope
    area: Area
    fill: Fill
    blanks: int


class Vary(NamedTuple):
    """A block that is drawn anew on each page, in the place it has on the first.

    `frame` is what it was when the page was arranged, and `fill` draws it for another page.
    """

    scope: Scope
    frame: Frame
    fill: Fill

    def measure(self, width: float) -> Size:
        """As large as on the first page."""
        return self.frame.measure(width)

    def place(self, area: Area, draft: Draft) -> None:
        """Remember the place instead of drawing."""
        voice = self.frame.voice
        is_inline = voice is not None and voice.role == "P"
        draft.tags.append(draft.leave(self.scope, area, self.fill, is_inline=is_inline))


def fits_slot(new: Frame, old: Frame) -> bool:
    """Does a frame ask for the same as the one whose place it takes? Then nothing else moves."""
    return (new.width, new.height) == (old.width, old.height) and all(
        _same(new.measure(width), size, width) for width, size in old.answers.items()
    )


def _same(size: Size, slot: Size, width: float) -> bool:
    """Does a block still ask for what its slot has? Its width counts where it was free."""
    wide = width == float("inf") and abs(size.width - slot.width) > TOLERANCE
    return not wide and abs(size.height - slot.height) <= TOLERANCE


@dataclass(slots=True, eq=False, repr=False)
class Frame:
    """A block with its wishes, its padding, and the box drawn around it."""

    inner: Block  # what is in it
    width: Length  # as the node wishes
    height: Length  # as the node wishes
    where: Where  # where the node stands
    context: Context  # what the sheet shares
    padding: Padding = NO_PADDING  # inside of the box
    fill: Colour | None = None  # of the box
    stroke: Stroke | None = None  # around the box
    radius: float = 0.0  # of its corners
    field: str = ""  # the name of the field, where it is a place to write and somebody asks
    voice: Voice | None = None  # how it is read aloud
    turn: tuple[int, int] | None = None  # which turn of which `for` it is
    answers: dict[float, Size] = made(default_factory=dict)  # sizes that were measured, by width

    def measure(self, width: float) -> Size:
        """The wish where there is one, else what is inside with its padding; worked out once."""
        if width not in self.answers:
            self.answers[width] = self._measure(width)
        return self.answers[width]

    def _measure(self, width: float) -> Size:
        top, right, bottom, left = self.padding
        outer = self.width.amount if self.width.unit == "pt" else width
        inner = self.inner.measure(max(0.0, outer - left - right))
        wide = outer if self.width.unit == "pt" else inner.width + left + right
        high = self.height.amount if self.height.unit == "pt" else inner.height + top + bottom
        return Size(wide, high)

    def place(self, area: Area, draft: Draft) -> None:
        """Draw the box, then what is inside; note how it reads."""
        outer, draft.tags = draft.tags, []
        first = len(draft.shapes)
        alt = self.voice.said(draft, area) if self.voice else ""
        if self.field:
            draft.write(Blank(self.field, area, self.where), self.context)
        if self.fill is not None or self.stroke is not None:
            radius = min(self.radius, area.width / 2, area.height / 2)
            draft.shapes.append(Rect(*area, self.fill, self.stroke, radius))
        inside = len(draft.shapes)
        self.inner.place(area.inset(self.padding), draft)
        end = len(draft.shapes)
        draft.spans.append(Span(first, end, self.where))
        read: Sequence[Read] = draft.tags
        if self.voice:
            read = self.voice.read(read, voices.Framed(first, inside, end), area, alt)
        if self.turn and read:
            read = [voices.Repeat(*self.turn, tuple(voices.plain(read)))]
        draft.tags = outer
        outer += read


class Nothing:
    """An empty block."""

    def measure(self, width: float) -> Size:
        """Nothing needs no room."""
        return Size(0.0, 0.0)

    def place(self, area: Area, draft: Draft) -> None:
        """Nothing to draw."""


class Share(NamedTuple):
    """One part of a line to divide: its wish, its natural extent, and its bounds."""

    length: Length
    natural: float
    least: float = 0.0
    most: float = float("inf")


def divide(total: float, shares: Sequence[Share], gap: float) -> list[float]:
    """The extents of parts along a line: fixed and natural ones first, then what is left by fr.

    An infinite total gives every part its natural extent. The sum may exceed the total; who
    asks decides whether that is an error.
    """
    extents = [_basic(share, total) for share in shares]
    flexible = [at for at, share in enumerate(shares) if share.length.unit == "fr"]
    if flexible and total != float("inf"):
        used = sum(extents) - sum(extents[at] for at in flexible)
        room = total - used - gap * (len(shares) - 1)
        for at, extent in _flex(room, {at: shares[at] for at in flexible}).items():
            extents[at] = extent
    return extents


def _basic(share: Share, total: float) -> float:
    match share.length.unit:
        case "pt":
            return share.length.amount
        case "%" if total != float("inf"):
            return total * share.length.amount / 100
    return _within(share, share.natural)


def _flex(room: float, shares: dict[int, Share]) -> dict[int, float]:
    """Room by weight; who meets a bound takes that, and the others share what remains."""
    weight = sum(share.length.amount for share in shares.values())
    unit = max(0.0, room) / weight if weight else 0.0
    wishes = {at: unit * share.length.amount for at, share in shares.items()}
    over = {at: _within(share, wishes[at]) - wishes[at] for at, share in shares.items()}
    # Who lacks most decides: met bounds of the other kind may not hold once the rest is shared.
    sign = 1 if sum(over.values()) >= 0 else -1
    met = {at: wishes[at] + excess for at, excess in over.items() if excess * sign > 1e-9}
    if not met:
        return {at: wishes[at] + over[at] for at in shares}
    rest = {at: share for at, share in shares.items() if at not in met}
    return {**met, **_flex(room - sum(met.values()), rest)}


def _within(share: Share, extent: float) -> float:
    return min(max(extent, share.least), share.most)


def squeeze(extents: list[float], soft: Sequence[int], excess: float) -> list[float]:
    """The extents with the widest of the soft ones cut down evenly until the excess is gone."""
    level = _level(sorted((extents[at] for at in soft), reverse=True), excess)
    result = list(extents)
    for at in soft:
        result[at] = min(result[at], level)
    return result


def _level(extents: Sequence[float], excess: float) -> float:
    """To what the widest are cut down, where `extents` are sorted from the widest."""
    for count, (extent, below) in enumerate(pairwise([*extents, 0.0]), 1):
        if (extent - below) * count >= excess:
            return extent - excess / count
        excess -= (extent - below) * count
    return 0.0


def too_large(what: str, missing: float, where: Where, hint: str = "") -> FitError:
    """The error for what does not fit, with the millimetres that are missing."""
    message = f"{what} does not fit: {format_mm(missing)} missing"
    return FitError(message, where, hint, missing)
