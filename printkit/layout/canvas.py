"""The canvas: children at places of their own, so a whole game board is a layout.

Children do not move each other. What varies from page to page is therefore drawn anew by itself,
while everything else on the canvas is shared.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from printkit.errors import FitError, LayoutError, Where
from printkit.layout import nodes
from printkit.layout.areas import TOLERANCE, Area, Size
from printkit.layout.draft import Blank, Draft
from printkit.layout.stacks import across
from printkit.layout.values import show
from printkit.layout.voices import plain
from printkit.scene import Group, Place
from printkit.tags import Stretch, Tag
from printkit.units import format_mm, parse_length

if TYPE_CHECKING:
    from printkit.layout.blocks import Frame, Make
    from printkit.layout.needs import FactNames
    from printkit.layout.scope import Scope

Stamp: TypeAlias = tuple[Size, Group, list[Blank], str]
MOST_CORNERS = 10_000


@dataclass(slots=True, eq=False, repr=False)
class CanvasBlock:
    """Places its children when it is placed itself."""

    node: nodes.Canvas
    """Its definition."""
    scope: Scope
    """What its children see."""
    unit: float
    """Points to one step of its coordinates."""
    make: Make
    """Makes a child."""
    stamps: dict[nodes.Node, Stamp] = field(default_factory=dict)
    """Children that repeat with the same look: their size and drawing, fields, and role."""
    corners: dict[tuple[object, ...], tuple[object, tuple[float, float]]] = field(
        default_factory=dict
    )
    """Places that were computed, by what they were computed from."""

    def measure(self, width: float) -> Size:
        """A canvas is as large as it is told to be."""
        return Size(0.0, 0.0)

    def place(self, area: Area, draft: Draft) -> None:
        """Static children at once; those that vary leave a slot."""
        varying = self.scope.context.varying
        for child in self.node.children:
            if varying.isdisjoint(_needs(child)):
                self.fill(child, self.scope, area, draft)
            else:
                draft.tags.append(draft.leave(self.scope, area, partial(self.fill, child)))

    def fill(self, child: nodes.Node, scope: Scope, area: Area, draft: Draft) -> bool:
        """Draw a child as often as its `for` says, with the facts of a page.

        Nothing else moves for it, and the problem of one child does not hide those of others.
        """
        draw = self._draw_alike if self._looks_alike(child) else self._draw
        try:
            draw(child, scope, area, draft)
        except LayoutError as error:
            scope.context.complain(error)
        return True

    def _draw(self, child: nodes.Node, scope: Scope, area: Area, draft: Draft) -> None:
        for node, each in scope.expand([child]):
            frame = self.make(node, each)
            size = _child_size(frame, area)
            x, y = self._corner(node, each, size, area)
            frame.place(Area(area.x + x, area.y + y, *size), draft)

    def _draw_alike(self, child: nodes.Node, scope: Scope, area: Area, draft: Draft) -> None:
        """What always looks alike is drawn once, and referred to from then on."""
        for each in scope.repeat(child):
            size, group, blanks, role = self._stamp(child, each, area)
            x, y = self._corner_again(child, each, size, area)
            said = self._said(child, role, each, draft) if role else ()
            draft.add([Place(group, area.x + x, area.y + y)], child.where, said)
            for blank in blanks:
                draft.write(blank.moved(area.x + x, area.y + y), scope.context)

    def _said(self, child: nodes.Node, role: str, scope: Scope, draft: Draft) -> tuple[Tag, ...]:
        """How one of those that look alike is read: as a whole."""
        alt = draft.say(scope.words(child.alt)) if child.alt else ""
        return () if child.alt and not alt else (Tag(role, (Stretch(0, 1),), alt),)

    def _looks_alike(self, child: nodes.Node) -> bool:
        """Does it repeat, with a look that depends neither on its loop nor on the page?"""
        if child.loop is None or isinstance(child, nodes.Several):
            return False
        return child.needs.look.isdisjoint(self.scope.context.varying.union(child.loop.names))

    def _stamp(self, child: nodes.Node, scope: Scope, area: Area) -> Stamp:
        if child not in self.stamps:
            frame = self.make(child, scope)
            size = _child_size(frame, area)
            draft = Draft()
            frame.place(Area(0.0, 0.0, *size), draft)
            roles = [kid.role for kid in plain(draft.tags) if isinstance(kid, Tag)]
            stamped = Group(tuple(draft.shapes), *size)
            silent = "Figure" if child.alt and scope.aloud else ""
            self.stamps[child] = size, stamped, draft.blanks, roles[0] if roles else silent
        return self.stamps[child]

    def _corner_again(
        self, child: nodes.Node, scope: Scope, size: Size, area: Area
    ) -> tuple[float, float]:
        """The corner of what looks alike, looked up when its items come again on a later page.

        Items are known by their identity, and kept so that no other item can take it. This works
        where nothing else that varies decides the corner.
        """
        names = child.loop.names if child.loop else ()
        needs = child.at.names.difference(names) if child.at else frozenset()
        if not self.scope.context.varying.isdisjoint(needs):
            return self._corner(child, scope, size, area)
        items = tuple([scope.env[name] for name in names])
        key = (child, *map(id, items))
        known = self.corners.get(key)
        if known is None:
            if len(self.corners) >= MOST_CORNERS:
                self.corners.clear()
            known = self.corners[key] = items, self._corner(child, scope, size, area)
        return known[1]

    def _corner(
        self, child: nodes.Node, scope: Scope, size: Size, area: Area
    ) -> tuple[float, float]:
        """The top left corner of a child, from the point that its `at` names."""
        x, y = self._point(child, scope)
        outside = max(-x, -y, x - area.width, y - area.height)
        if outside > TOLERANCE and child.at is not None:
            extent = f"{format_mm(area.width)} x {format_mm(area.height)}"
            hint = f"this canvas is {extent}; give it another width or height"
            message = f"`at` lies {format_mm(outside)} outside of the canvas"
            scope.context.complain(FitError(message, child.at.where, hint, outside))
        if scope.get(child.anchor) == "center":
            return x - size.width / 2, y - size.height / 2
        return x, y

    def _point(self, child: nodes.Node, scope: Scope) -> tuple[float, float]:
        if child.at is None:
            raise LayoutError("on a canvas every node needs `at: [x, y]`", child.where)
        match scope.data(child.at):
            case [x, y] | (x, y):
                return self._coordinate(x, child.at.where), self._coordinate(y, child.at.where)
        raise LayoutError("`at` is [x, y]", child.at.where)

    def _coordinate(self, value: object, where: Where) -> float:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return value * self.unit
        try:
            return parse_length(value if isinstance(value, str) else show(value))
        except ValueError:
            raise LayoutError(f"{show(value)} is no place", where, "write 3 or 12mm") from None


def _needs(child: nodes.Node) -> FactNames:
    """The facts that change a child; a group has no place of its own, so any of its facts does."""
    return child.needs.all if isinstance(child, nodes.Several) else child.needs.on_canvas


def _child_size(frame: Frame, area: Area) -> Size:
    """What a child asks for, shares being of the canvas."""
    size = frame.measure(across(frame.width, area.width))
    width = size.width if frame.width.unit == "auto" else across(frame.width, area.width)
    height = size.height if frame.height.unit == "auto" else across(frame.height, area.height)
    return Size(width, height)
