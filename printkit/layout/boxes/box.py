"""Layout boxes: a node with its facts filled in, ready to be measured and laid out.

`Box.measure(width)` returns its preferred size when at most `width` is available, and
`Box.layout(width, height)` the fragment for a size. Both are cached, so using a box again costs
nothing. Its `BoxContent` has the same two methods, but lays out bare items. Lengths are in
points, with the origin at the top left corner of the box.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as made
from typing import TYPE_CHECKING, NamedTuple, Protocol

from printkit.core.errors import FitError
from printkit.core.scene import Colour, FieldArea, Fragment, Item, Placed, Rect, Stroke
from printkit.core.units import format_mm
from printkit.layout.language.values import AUTO, NO_PADDING
from printkit.layout.log import current_log

if TYPE_CHECKING:
    from printkit.core.errors import Where
    from printkit.layout.language.values import Length, Padding
    from printkit.layout.log import LayoutEvent

TOLERANCE = 0.02
"""The points by which things may be too large: rounding errors, far too small to be printed."""

INFINITE = float("inf")

ALIGNMENT = {"left": 0.0, "center": 0.5, "right": 1.0, "top": 0.0, "middle": 0.5, "bottom": 1.0}
"""The share of the free space that is before an aligned thing."""


class Size(NamedTuple):
    """Width and height."""

    width: float
    height: float


class Area(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    def inset(self, sides: Padding) -> Area:
        """Return the rectangle without its padding."""
        top, right, bottom, left = sides
        return Area(
            self.x + left,
            self.y + top,
            max(0.0, self.width - left - right),
            max(0.0, self.height - top - bottom),
        )

    def align(self, size: Size, align: str, valign: str) -> Area:
        """Return a rectangle of `size` aligned in this one."""
        x = self.x + (self.width - size.width) * ALIGNMENT[align]
        y = self.y + (self.height - size.height) * ALIGNMENT[valign]
        return Area(x, y, size.width, size.height)


def too_large(
    what: str, missing: float, where: Where, hint: str = "", *, is_wide: bool = False
) -> FitError:
    """Return the error for content that doesn't fit, with the missing millimetres."""
    message = f"{what} doesn't fit: it needs {format_mm(missing)} more"
    return FitError(message, where, hint, missing, is_wide=is_wide)


class BoxContent(Protocol):
    """The content of a box."""

    def measure(self, width: float) -> Size:
        """Return the preferred size when at most `width` is available."""

    def layout(self, area: Area) -> Iterable[Item]:
        """Return the items of the content, placed in an area of the box."""


class EmptyContent:
    """The content of an empty box."""

    def measure(self, width: float) -> Size:
        """Return no size."""
        return Size(0.0, 0.0)

    def layout(self, area: Area) -> Sequence[Item]:
        """Return no items."""
        return ()


class Frame(NamedTuple):
    """The properties of a node's box, without its content: see `Box`."""

    width: Length
    height: Length
    padding: Padding
    fill: Colour | None
    stroke: Stroke | None
    radius: float


@dataclass(slots=True, eq=False, repr=False)
class Box:
    """The content, with the size its node requests, its padding, and its frame."""

    content: BoxContent
    where: Where  # the place of the node
    width: Length = AUTO  # as requested by the node
    height: Length = AUTO  # as requested by the node
    padding: Padding = NO_PADDING  # inside the frame
    fill: Colour | None = None  # of the frame
    stroke: Stroke | None = None  # of the frame
    radius: float = 0.0  # of the frame's corners
    field: str = ""  # the name of its field, if it has one and fields are wanted
    role: str = ""  # for screen readers: see `Fragment`
    alt: str = ""  # read aloud instead of what is drawn
    grows: bool = False  # whether a requested height is only the least, as in large print
    is_shared: bool = False  # whether it may be on several pages
    nodes: int = 1  # the number of nodes made for it
    events: tuple[LayoutEvent, ...] = ()  # logged while it was made
    inside: tuple[Box, ...] = ()  # the boxes in it that are cached, at any depth
    _sizes: dict[float, Size] = made(default_factory=dict)
    _fragments: dict[tuple[object, ...], tuple[Fragment, tuple[LayoutEvent, ...]]] = made(
        default_factory=dict
    )
    _variants: dict[tuple[Padding, Length, Length], Box] = made(default_factory=dict)

    def with_padding(self, padding: Padding) -> Box:
        """Return the same box with another padding."""
        return self._variant(padding, self.width, self.height)

    def with_size(self, width: Length, height: Length) -> Box:
        """Return the same box with a different requested size."""
        return self._variant(self.padding, width, height)

    def _variant(self, padding: Padding, width: Length, height: Length) -> Box:
        key = padding, width, height
        if key not in self._variants:
            self._variants[key] = replace(
                self,
                padding=padding,
                width=width,
                height=height,
                _sizes={},
                _fragments={},
                _variants={},
            )
        return self._variants[key]

    def measure(self, width: float) -> Size:
        """Return the size that the node requests, otherwise that of the content."""
        size = self._sizes.get(width)
        if size is None:
            size = self._sizes[width] = self._measure(width)
        return size

    def takes_room_of(self, other: Box) -> bool:
        """Return whether columns, rows and grids place it like the other box, which they measured.

        They use only the width of a box in infinite room, and only its height in any other.
        """
        return (self.width, self.height) == (other.width, other.height) and all(
            self.measure(room)[room != INFINITE] == size[room != INFINITE]
            for room, size in other._sizes.items()
        )

    def has_laid_out(self, fragment: Fragment) -> bool:
        """Return whether a fragment is one of this box."""
        return any(fragment is known for known, _ in self._fragments.values())

    def _measure(self, width: float) -> Size:
        if self.width.unit == self.height.unit == "pt" and not self.grows:
            return Size(self.width.amount, self.height.amount)
        top, right, bottom, left = self.padding
        outer = self.width.amount if self.width.unit == "pt" else width
        inner = self.content.measure(max(0.0, outer - left - right))
        wide = outer if self.width.unit == "pt" else inner.width + left + right
        high = inner.height + top + bottom
        if self.height.unit == "pt":
            high = max(self.height.amount, high) if self.grows else self.height.amount
        return Size(wide, high)

    def layout(self, width: float, height: float) -> Fragment:
        """Return the fragment for a size; events logged while making it are logged each time."""
        log, key = current_log(), (width, height)
        known = self._fragments.get(key)
        if known is not None and (common := log.common_sizes(known[1])):
            key = width, height, common  # type: ignore[assignment]
            known = self._fragments.get(key)
        if known is None:
            first = len(log.events)
            fragment = self._layout(Area(0.0, 0.0, width, height))
            known = self._fragments[key] = fragment, tuple(log.events[first:])
        else:
            log.events += known[1]
        return known[0]

    def _layout(self, area: Area) -> Fragment:
        """Lay out the frame and the content; screen readers skip the frame."""
        around: list[Item] = []
        if self.field:
            around.append(FieldArea(self.field, *area, self.where))
        if self.fill is not None or self.stroke is not None:
            radius = min(self.radius, area.width / 2, area.height / 2)
            around.append(Rect(*area, self.fill, self.stroke, radius))
        items = tuple(self.content.layout(area.inset(self.padding)))
        if around and self.role in WORDS and items:
            frame = [item for item in around if isinstance(item, Rect)]
            fields = [item for item in around if isinstance(item, FieldArea)]
            words = self._fragment([*fields, *items], area, self.role, self.alt)
            return self._fragment([*frame, Placed(words, 0.0, 0.0)], area, source=self.where)
        return self._fragment([*around, *items], area, self.role, self.alt, source=self.where)

    def _fragment(
        self,
        items: Sequence[Item],
        area: Area,
        role: str = "",
        alt: str = "",
        source: Where | None = None,
    ) -> Fragment:
        size = area.width, area.height
        return Fragment(items, *size, role, alt, source=source, is_shared=self.is_shared)


WORDS = frozenset({"P", "H1", "H2", "H3"})
"""The roles of text."""


class Child(NamedTuple):
    """A box in a container, and which iteration of which `for` it comes from."""

    box: Box
    repetition: tuple[int, int] | None = None

    def place(self, area: Area) -> Placed:
        """Lay out the child in an area of its container."""
        fragment = self.box.layout(area.width, area.height)
        return Placed(fragment, area.x, area.y, repetition=self.repetition)
