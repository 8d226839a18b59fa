"""The canvas: children at places of their own, so a whole game board is a layout.

Children do not move each other. What varies from page to page is therefore drawn anew by itself,
while everything else on the canvas is shared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from printkit.errors import LayoutError
from printkit.layout.blocks import Area, Draft, Size, Slot
from printkit.layout.reading import repeat_names
from printkit.layout.stacks import across
from printkit.units import parse_length

if TYPE_CHECKING:
    from collections.abc import Callable

    from printkit.layout import nodes
    from printkit.layout.blocks import Frame
    from printkit.layout.scope import Scope

    Make = Callable[[nodes.Node, Scope], Frame]


@dataclass(frozen=True, slots=True)
class CanvasBlock:
    """Places its children when it is placed itself."""

    node: nodes.Canvas
    scope: Scope
    unit: float
    make: Make

    def measure(self, width: float) -> Size:
        """A canvas is as large as it is told to be."""
        return Size(0.0, 0.0)

    def place(self, area: Area, draft: Draft) -> None:
        """Static children at once; those that vary leave a slot."""
        varying = self.scope.context.varying
        for child in self.node.children:
            needs = child.own | repeat_names(child.loop, child.when)
            if varying.isdisjoint(needs):
                self.place_child(child, self.scope, area, draft)
            else:
                draft.slots.append(Slot(child, self.scope, area, {}, self))

    def place_child(self, child: nodes.Node, scope: Scope, area: Area, draft: Draft) -> None:
        """One child, as often as its `for` says."""
        for node, each in scope.expand([child]):
            frame = self.make(node, each)
            size = frame.measure(across(frame.width, area.width))
            width = across(frame.width, size.width if frame.width.unit == "auto" else area.width)
            height = across(
                frame.height, size.height if frame.height.unit == "auto" else area.height
            )
            x, y = self._point(node, each)
            if each.get(node.anchor) == "center":
                x, y = x - width / 2, y - height / 2
            frame.place(Area(area.x + x, area.y + y, width, height), draft)

    def _point(self, child: nodes.Node, scope: Scope) -> tuple[float, float]:
        if child.at is None:
            raise LayoutError("on a canvas every node needs `at: [x, y]`", child.where)
        match scope.data(child.at):
            case [x, y] | (x, y):
                return self._coordinate(x, child), self._coordinate(y, child)
        raise LayoutError("`at` is [x, y]", child.at.where)

    def _coordinate(self, value: object, child: nodes.Node) -> float:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return value * self.unit
        try:
            return parse_length(str(value))
        except ValueError as error:
            raise LayoutError(str(error), child.where) from None
