"""The cache of a build: boxes by their node and the facts they depend on.

The same node with the same facts and style gives the same box. So pages share everything that
doesn't depend on their own facts, and when an option changes, a preview lays out only what depends
on it. The cache is bounded, and owned by one build or by one session of the studio.

Events (problems, messages of a sheet, fonts it uses) are noted in the `Log`. A box keeps its own
events, and notes them again whenever it is used again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, TypeAlias

from printkit.core.filecache import FileCache

if TYPE_CHECKING:
    from printkit.core.errors import LayoutError
    from printkit.core.scene import Fragment
    from printkit.layout.boxes.box import Box

MOST_BOXES = 8192
MOST_VALUES = 4096
MOST_ITEMS = 10_000

EventKind: TypeAlias = Literal["problem", "message", "undescribed", "used", "face", "font", "size"]
Event: TypeAlias = tuple[EventKind, object]
"""Something noted during layout: a problem; a message of the sheet; a picture without alt text; a
part that was used; a font of the layout, or of this system; the size of a text shared by others."""


class Log:
    """The problems and other events found while a page is laid out."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.common: dict[Hashable, float] = {}
        """The sizes shared by the texts of one `for`, once they are known: see `common_size`."""

    def note(self, kind: EventKind, value: object) -> None:
        """Note an event."""
        self.events.append((kind, value))

    @contextmanager
    def trial(self) -> Iterator[list[Event]]:
        """Collect events separately while trying something."""
        outer, self.events = self.events, []
        try:
            yield self.events
        finally:
            self.events = outer

    def common_size(self, text: Hashable, fitting: float) -> float:
        """Return the size of a text that has to match others: the smallest one that is known."""
        self.note("size", (text, fitting))
        return min(fitting, self.common.get(text, fitting))

    def common_sizes(self, events: Sequence[Event]) -> tuple[tuple[Hashable, float], ...]:
        """Return the sizes that must change in what was laid out with these events, if any."""
        if not self.common:
            return ()
        found: dict[Hashable, float] = {}
        for kind, value in events:
            if kind == "size" and isinstance(value, tuple):
                text, fitting = value
                if self.common.get(text, fitting) < fitting:
                    found[text] = self.common[text]
        return tuple(found.items())

    def needed_sizes(self) -> dict[Hashable, float]:
        """Return the smallest size needed by texts that didn't all fit in one size."""
        sizes: dict[Hashable, list[float]] = {}
        for kind, value in self.events:
            if kind == "size" and isinstance(value, tuple):
                sizes.setdefault(value[0], []).append(value[1])
        return {text: min(some) for text, some in sizes.items() if min(some) < max(some)}


class LayoutCache:
    """Boxes by all their inputs; the least recently used are dropped first."""

    def __init__(self) -> None:
        self.log = Log()  # kept here because boxes outlive the context that made them
        self.boxes: FileCache[Box] = FileCache(MOST_BOXES)
        self._by_look: OrderedDict[Hashable, Box] = OrderedDict()
        self.hard_to_read: OrderedDict[Fragment, Sequence[LayoutError]] = OrderedDict()
        """Text that is hard to read, by the fragment of its page."""
        self._looks: list[object] = []
        self._numbers: OrderedDict[int, tuple[object, int]] = OrderedDict()
        self._values: OrderedDict[Hashable, int] = OrderedDict()
        self._next = 0

    def number_of_look(self, look: object) -> int:
        """Return a number for a theme, a language and so on: the same for equal ones."""
        if look not in self._looks:
            self._looks.append(look)
        return self._looks.index(look)

    def same_look(self, look: Hashable, box: Box) -> Box:
        """Return an earlier box with the same look, or this one.

        A node may depend on facts that make no difference, such as those of omitted children.
        """
        known = self._by_look.setdefault(look, box)
        if len(self._by_look) > MOST_BOXES:
            self._by_look.popitem(last=False)
        return known

    def key_of(self, value: object) -> Hashable:
        """Return a short key for the value of a fact, the same for equal values of one type."""
        kind = type(value)
        if kind is str or value is None:
            return value
        if kind is int or kind is float or kind is bool:
            return kind, value
        known = self._numbers.get(id(value))
        if known is not None and known[0] is value:
            self._numbers.move_to_end(id(value))
            return known[1]
        frozen = _frozen(value) if _is_small(value) else _ByIdentity(value)
        number = self._values.get(frozen)
        if number is None:
            number = self._next = self._next + 1
            self._values[frozen] = number
        self._values.move_to_end(frozen)
        self._numbers[id(value)] = value, number
        for store in (self._numbers, self._values):
            if len(store) > MOST_VALUES:
                store.popitem(last=False)
        return number


def _is_small(value: object) -> bool:
    """Return whether a value is cheap to compare: nested lists can be of any size."""
    left, inside = MOST_ITEMS, [value]
    while inside and left > 0:
        one = inside.pop()
        if isinstance(one, Mapping):
            one = list(one.values())
        if isinstance(one, list | tuple):
            left -= len(one)
            inside += one[: max(left, 0)]
    return left > 0


def _frozen(value: object) -> Hashable:
    """Return a hashable form of a fact's value; unhashable values are compared by identity."""
    if isinstance(value, str | int | float | None):
        return type(value), value
    if isinstance(value, Mapping):
        return type(value), tuple([(key, _frozen(item)) for key, item in value.items()])
    if isinstance(value, list | tuple):
        return type(value), tuple([_frozen(item) for item in value])
    try:
        hash(value)
    except TypeError:
        return _ByIdentity(value)
    return type(value), value


class _ByIdentity:
    """A key compared by identity, which keeps its object alive."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByIdentity) and other._value is self._value

    def __hash__(self) -> int:
        return id(self._value)
