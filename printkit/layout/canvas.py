"""The canvas: children at places of their own, so a whole game board is a layout.

Children do not move each other. What varies from page to page is therefore placed anew by itself,
while everything else on the canvas is shared.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from printkit.errors import FitError, LayoutError, Where
from printkit.layout import nodes
from printkit.layout.areas import TOLERANCE, Area, Size
from printkit.layout.columns import across
from printkit.layout.draft import Blank, Draft
from printkit.layout.values import show
from printkit.layout.voices import plain
from printkit.scene import Group, Place
from printkit.tags import Stretch, Tag
from printkit.tuples import NamedTuple
from printkit.units import format_mm, parse_length

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from printkit.layout.blocks import Frame, Make
    from printkit.layout.expressions import Loop
    from printkit.layout.needs import FactNames
    from printkit.layout.scope import Scope

MOST_TURNS = 10_000


class CanvasBlock(NamedTuple):
    """Places its children when it is placed itself."""

    node: nodes.Canvas  # its definition
    scope: Scope  # what its children see
    unit: float  # points to one step of its coordinates
    make: Make  # makes a child

    def measure(self, width: float) -> Size:
        """A canvas is as large as it is told to be."""
        return Size(0.0, 0.0)

    def place(self, area: Area, draft: Draft) -> None:
        """Places children that are alike on all pages; each that varies leaves a slot."""
        for child in self.node.children:
            fill = partial(self._fill, child, self._stamp(child))
            if self._varies(child):
                draft.tags.append(draft.leave(self.scope, area, fill))
            else:
                fill(self.scope, area, draft)

    def _varies(self, child: nodes.Node) -> bool:
        """Whether a child is another one on each page, and not left out on all of them."""
        varying, when = self.scope.context.varying, child.when
        if varying.isdisjoint(_needs(child)):
            return False
        names = varying.union(child.loop.names if child.loop else ())
        if when is None or not names.isdisjoint(when.names):
            return True
        with suppress(LayoutError):  # it is told where the child is placed
            return bool(when.evaluate(self.scope.env))
        return False

    def _fill(
        self, child: nodes.Node, stamp: Stamp | None, scope: Scope, area: Area, draft: Draft
    ) -> bool:
        """Places a child as often as its `for` says, with the facts of a page.

        Nothing else moves for it, and the problem of one child does not hide those of others.
        """
        try:
            if stamp:
                stamp.place(scope, area, draft)
                return True
            for node, each in scope.expand([child]):
                frame = self.make(node, each)
                size = child_size(frame, area)
                x, y = self.corner(node, each, size, area)
                frame.place(Area(area.x + x, area.y + y, *size), draft)
        except LayoutError as error:
            scope.context.complain(error)
        return True

    def _stamp(self, child: nodes.Node) -> Stamp | None:
        """The stamp of a child that repeats, and looks the same on every page."""
        loop, varying = child.loop, self.scope.context.varying
        if loop is None or isinstance(child, nodes.Several):
            return None
        is_alike = child.needs.look.isdisjoint(varying.union(loop.names))
        return Stamp(self, child, loop) if is_alike else None

    def corner(
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


class StampTurn(NamedTuple):
    """One turn of a `for`: where it stands and where somebody writes.

    It is read in this role, if it is, and in these words.
    """

    place: Place
    blanks: Sequence[Blank]
    role: str
    alt: str


class Stamp:
    """A child that repeats with one look: it is one group, and referred to from then on.

    A turn is looked up when its items come again on a later page, where nothing else that varies
    decides about it. Items are known by their identity, and kept so that no other item can take it.
    """

    def __init__(self, canvas: CanvasBlock, child: nodes.Node, loop: Loop) -> None:
        self._canvas, self._child, self._loop = canvas, child, loop
        deciding = (child.at, child.when, child.alt and child.alt.template)
        names = frozenset[str]().union(*(each.names for each in deciding if each))
        self._is_steady = names.difference(loop.names).isdisjoint(canvas.scope.context.varying)
        self._stamp: tuple[Size, Group, Sequence[Blank], str] | None = None  # see `_look`
        self._turns: dict[tuple[object, ...], tuple[object, StampTurn | None]] = {}

    def place(self, scope: Scope, area: Area, draft: Draft) -> None:
        """Its turns on a page."""
        find = self._again if self._is_steady else self._turn
        for values in self._loop.bindings(scope.env):
            turn = find(values, scope, area)
            if turn is None:
                continue
            place, blanks, role, alt = turn
            read = (Tag(role, (Stretch(0, 1),), draft.say(alt)),) if role else ()
            draft.add((place,), self._child.where, read)
            for blank in blanks:
                draft.write(blank, scope.context)

    def _again(self, values: Mapping[str, object], scope: Scope, area: Area) -> StampTurn | None:
        """A turn, looked up where it was here before."""
        key = (area, *map(id, values.values()))
        known = self._turns.get(key)
        if known is None:
            if len(self._turns) >= MOST_TURNS:
                self._turns.clear()
            known = self._turns[key] = values, self._turn(values, scope, area)
        return known[1]

    def _turn(self, values: Mapping[str, object], around: Scope, area: Area) -> StampTurn | None:
        """A turn, unless its `when` leaves it out."""
        child, scope = self._child, around.bind(values)
        if child.when is not None and not child.when.evaluate(scope.env):
            return None
        size, group, blanks, role = self._look(scope, area)
        x, y = self._canvas.corner(child, scope, size, area)
        place = Place(group, area.x + x, area.y + y)
        alt = scope.words(child.alt) if child.alt else ""
        moved = [blank.moved(place.x, place.y) for blank in blanks]
        return StampTurn(place, moved, "" if child.alt and not alt else role, alt)

    def _look(self, scope: Scope, area: Area) -> tuple[Size, Group, Sequence[Blank], str]:
        """Its size and its group, its fields, and its role, which are those of the first turn."""
        if self._stamp is None:
            frame = self._canvas.make(self._child, scope)
            size = child_size(frame, area)
            draft = Draft()
            frame.place(Area(0.0, 0.0, *size), draft)
            roles = [kid.role for kid in plain(draft.tags) if isinstance(kid, Tag)]
            silent = "Figure" if self._child.alt and scope.aloud else ""
            group = Group(tuple(draft.shapes), *size)
            self._stamp = size, group, draft.blanks, roles[0] if roles else silent
        return self._stamp


def _needs(child: nodes.Node) -> FactNames:
    """The facts that change a child; a group has no place of its own, so any of its facts does."""
    return child.needs.all if isinstance(child, nodes.Several) else child.needs.on_canvas


def child_size(frame: Frame, area: Area) -> Size:
    """The size that a child asks for; percentages are those of the canvas."""
    size = frame.measure(across(frame.width, area.width))
    width = size.width if frame.width.unit == "auto" else across(frame.width, area.width)
    height = size.height if frame.height.unit == "auto" else across(frame.height, area.height)
    return Size(width, height)
