"""Repeating a page: only what shows facts of the page itself is made again, in the same place.

While the first page of a body is laid out, a `Slot` is noted for every node that shows facts of its
page; containers that only pass these facts on to their children have none. On every other page the
slots whose facts differ are made again. If each takes the same room as before, the page is the
first one with other fragments in these places. Otherwise it has to be laid out like the first.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.errors import LayoutError
from printkit.core.scene import Fragment, Placed
from printkit.layout.log import current_log

if TYPE_CHECKING:
    from printkit.layout.boxes.box import Box
    from printkit.layout.scope import Scope


class Slot(NamedTuple):
    """A node that shows facts of its page: what makes its box, and both on the first page."""

    make: Callable[[Scope], Box]
    scope: Scope
    facts: Mapping[str, Hashable]  # those of the page: a key for the value of each
    box: Box
    nodes: int  # in it, on the first page

    def repeat(self, first: Fragment, values: Mapping[str, object]) -> Fragment | None:
        """Return its fragment on another page; None if it takes more or less room there."""
        scope = self.scope.on_page(values)
        if scope.keys_by_name(self.facts) == self.facts:
            scope.context.count_again(self.box.where, self.nodes)
            return first
        box = self.make(scope)
        return box.layout(first.width, first.height) if box.takes_room_of(self.box) else None


class _Place(NamedTuple):
    """A fragment of the first page, and what varies in it, by the index among its items."""

    fragment: Fragment
    inside: Sequence[tuple[int, _Place | Slot]]

    def repeat(self, first: Fragment, values: Mapping[str, object]) -> Fragment | None:
        """Return the fragment on another page; None if a slot takes more or less room there."""
        items = [*first.items]
        for at, inside in self.inside:
            placed = items[at]
            assert isinstance(placed, Placed)
            fragment = inside.repeat(placed.fragment, values)
            if fragment is None:
                return None
            items[at] = placed._replace(fragment=fragment)
        return first.with_items(items)


class RepeatablePage:
    """The first page of a body, with its slots in the order in which they were made."""

    def __init__(self, first: Fragment, slots: Sequence[Slot], nodes: int) -> None:
        self.nodes = nodes - sum(slot.nodes for slot in slots)  # which are the same on each page
        waiting, events = [*reversed(slots)], current_log().events
        self._first = _find(first, waiting)
        # A node with a problem may be missing, and a container may change the box of a slot.
        self._is_complete = not waiting and all(kind != "problem" for kind, _ in events)
        self._sizes = [event for event in events if event[0] == "size"]

    def repeat(self, values: Mapping[str, object]) -> Fragment | None:
        """Return the page with these facts, or None if it must be laid out like the first."""
        if not self._is_complete:
            return None
        log = current_log()
        with log.trial() as events:
            events += self._sizes
            try:
                page = self._first.repeat(self._first.fragment, values)
            except LayoutError:  # it is reported when the page is laid out
                return None
            if page is None or log.needed_sizes():
                return None
        log.events += events
        return page


def _find(fragment: Fragment, waiting: list[Slot]) -> _Place:
    """Find slots among the items of a fragment; they are in the order of their places."""
    inside: list[tuple[int, _Place | Slot]] = []
    for at, item in enumerate(fragment.items):
        if not waiting or not isinstance(item, Placed):
            continue
        if waiting[-1].box.has_laid_out(item.fragment):
            inside.append((at, waiting.pop()))
        elif not item.fragment.is_shared and (found := _find(item.fragment, waiting)).inside:
            inside.append((at, found))
    return _Place(fragment, inside)
