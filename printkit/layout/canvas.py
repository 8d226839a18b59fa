"""The canvas: children at places of their own, so a whole game board is a layout.

Children do not move each other. What varies from page to page is therefore drawn anew by itself,
while everything else on the canvas is shared.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from printkit.errors import LayoutError
from printkit.layout import nodes
from printkit.layout.blocks import Area, Draft, Size, Slot
from printkit.layout.stacks import across
from printkit.scene import Group, Place
from printkit.units import parse_length

if TYPE_CHECKING:
    from collections.abc import Callable

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
    stamps: dict[nodes.Node, tuple[Size, Group]] = field(default_factory=dict)

    def measure(self, width: float) -> Size:
        """A canvas is as large as it is told to be."""
        return Size(0.0, 0.0)

    def place(self, area: Area, draft: Draft) -> None:
        """Static children at once; those that vary leave a slot."""
        varying = self.scope.context.varying
        for child in self.node.children:
            if varying.isdisjoint(child.own | (child.names - child.look)):
                self.place_child(child, self.scope, area, draft)
            else:
                draft.slots.append(Slot(child, self.scope, area, {}, self))

    def place_child(self, child: nodes.Node, scope: Scope, area: Area, draft: Draft) -> None:
        """One child, as often as its `for` says; one that always looks alike is drawn once."""
        if self._looks_alike(child):
            for each in scope.repeat(child):
                size, group = self._stamp(child, each, area)
                x, y = self._corner(child, each, size)
                draft.shapes.append(Place(group, area.x + x, area.y + y))
            return
        for node, each in scope.expand([child]):
            frame = self.make(node, each)
            size = _child_size(frame, area)
            x, y = self._corner(node, each, size)
            frame.place(Area(area.x + x, area.y + y, *size), draft)

    def _looks_alike(self, child: nodes.Node) -> bool:
        """Does it repeat, with a look that depends neither on its loop nor on the page?"""
        if child.loop is None or isinstance(child, nodes.Several):
            return False
        return child.look.isdisjoint(self.scope.context.varying.union(child.loop.names))

    def _stamp(self, child: nodes.Node, scope: Scope, area: Area) -> tuple[Size, Group]:
        if child not in self.stamps:
            frame = self.make(child, scope)
            size = _child_size(frame, area)
            draft = Draft()
            frame.place(Area(0.0, 0.0, *size), draft)
            self.stamps[child] = size, Group(tuple(draft.shapes), *size)
        return self.stamps[child]

    def _corner(self, child: nodes.Node, scope: Scope, size: Size) -> tuple[float, float]:
        """The top left corner of a child, from the point that its `at` names."""
        x, y = self._point(child, scope)
        if scope.get(child.anchor) == "center":
            return x - size.width / 2, y - size.height / 2
        return x, y

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


def _child_size(frame: Frame, area: Area) -> Size:
    """What a child asks for, shares being of the canvas."""
    size = frame.measure(across(frame.width, area.width))
    width = size.width if frame.width.unit == "auto" else across(frame.width, area.width)
    height = size.height if frame.height.unit == "auto" else across(frame.height, area.height)
    return Size(width, height)
