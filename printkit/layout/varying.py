"""Varying: blocks that differ from page to page, and what fills the slots that they leave.

A block that varies keeps the place it has on the first page. On each page it is made anew and put
there, if it still asks for the same size; a text of which only the words vary takes a shorter way.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from printkit.layout import nodes
from printkit.layout.areas import TOLERANCE, Area, Size
from printkit.layout.draft import Draft
from printkit.layout.text import TextBlock, with_words
from printkit.layout.values import Dynamic
from printkit.layout.voices import plain
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.layout.blocks import Frame, Make
    from printkit.layout.context import Context
    from printkit.layout.draft import Fill
    from printkit.layout.needs import FactNames
    from printkit.layout.scope import Scope
    from printkit.scene import Shape
    from printkit.tags import Kid

MAX_WORDINGS = 500


class VaryingBlock(NamedTuple):
    """A block that is placed anew on each page, in the place it has on the first.

    `frame` is what it was when the page was arranged, and `fill` places it on another page.
    """

    scope: Scope
    frame: Frame
    fill: Fill

    def measure(self, width: float) -> Size:
        """As large as on the first page."""
        return self.frame.measure(width)

    def place(self, area: Area, draft: Draft) -> None:
        """Leaves a slot, which is filled on each page."""
        voice = self.frame.voice
        is_inline = voice is not None and voice.role == "P"
        draft.tags.append(draft.leave(self.scope, area, self.fill, is_inline=is_inline))


def filler(node: nodes.Node, frame: Frame, varying: FactNames, make: Make) -> Fill:
    """What places the node in its slot on another page; `frame` is what it was on the first."""
    apart = ("words",) if frame.context.ticket.wants_fields else ("words", "field")
    values = [value for name, value in vars(node).items() if name not in apart]
    if (
        isinstance(node, nodes.Text)
        and not frame.field
        and not (frame.voice and frame.voice.varies)
        and not any(
            isinstance(v, Dynamic) and not varying.isdisjoint(v.template.names) for v in values
        )
    ):
        return Wordings(node, frame).fill

    def fill(scope: Scope, area: Area, draft: Draft) -> bool:
        new = make(node, scope)
        if fits := fits_slot(new, frame):
            new.place(area, draft)
        return fits

    return fill


class Wordings:
    """A text of which only the words vary: it keeps its frame, style and size.

    Each wording is set once in each place. A thousand bingo cards have 75 different numbers, and
    working out a text again would take ten times as long as its words.
    """

    def __init__(self, node: nodes.Text, frame: Frame) -> None:
        self.node, self.frame = node, frame
        self._again = replace(frame)  # with one wording after the other
        self._set: dict[tuple[str, Area], tuple[list[Shape], tuple[Kid, ...]] | None] = {}

    def fill(self, scope: Scope, area: Area, draft: Draft) -> bool:
        """Places it with the words it has on this page, if these need no other size."""
        scope.context.count(self.node.where)
        text = scope.words(self.node.words)
        key = text, area
        if key not in self._set:
            if len(self._set) == MAX_WORDINGS:
                self._set.clear()
            self._set[key] = self._place(text, area, scope.context)
        known = self._set[key]
        if known is None:
            return False
        shapes, tags = known
        if shapes:
            draft.add(shapes, self.node.where, tags)
        return True

    def _place(
        self, text: str, area: Area, context: Context
    ) -> tuple[list[Shape], tuple[Kid, ...]] | None:
        new, block = self._again, self.frame.inner
        assert isinstance(block, TextBlock)
        new.inner, new.answers = with_words(block, text, context), {}
        if not fits_slot(new, self.frame):
            return None
        draft = Draft()
        new.place(area, draft)
        return draft.shapes, tuple(plain(draft.tags))


def fits_slot(new: Frame, old: Frame) -> bool:
    """Whether a frame asks for the same size as the one it replaces, so that nothing else moves."""
    return (new.width, new.height) == (old.width, old.height) and all(
        _same(new.measure(width), size, width) for width, size in old.answers.items()
    )


def _same(size: Size, slot: Size, width: float) -> bool:
    """Whether a size is that of the slot; the width counts only where it was not given."""
    wide = width == float("inf") and abs(size.width - slot.width) > TOLERANCE
    return not wide and abs(size.height - slot.height) <= TOLERANCE
