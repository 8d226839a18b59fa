"""Blocks: a definition with its facts filled in, ready to be measured and placed.

Every block has the same two verbs. `measure(width)` gives the size it would like when at most
`width` is available; `place(area, draft)` puts its shapes into an area and aligns its content
inside.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from dataclasses import field as made
from typing import TYPE_CHECKING, Protocol, TypeAlias

from printkit.layout import voices
from printkit.layout.areas import NO_PADDING, Area, Size
from printkit.layout.draft import Blank, Draft, Span
from printkit.scene import Colour, Rect, Stroke

if TYPE_CHECKING:
    from printkit.errors import Where
    from printkit.layout.context import Context
    from printkit.layout.nodes import Node
    from printkit.layout.scope import Scope
    from printkit.layout.values import Length, Padding
    from printkit.layout.voices import Read, Voice

Make: TypeAlias = "Callable[[Node, Scope], Frame]"  # makes the framed block of a node


class Block(Protocol):
    """Something that can be measured and placed."""

    def measure(self, width: float) -> Size:
        """The size it would like when at most `width` is available."""

    def place(self, area: Area, draft: Draft) -> None:
        """Put its shapes into the area."""


@dataclass(slots=True, eq=False, repr=False)
class Frame:
    """A block with the size its node wishes, its padding, and the box around it."""

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
        """The size that the node wishes, else that of what is inside; worked out once a width."""
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
        """Places the box, then what is inside; notes how it reads."""
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
        """Nothing to place."""
