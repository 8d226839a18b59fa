"""The cache of a build: boxes by their node and the facts they depend on.

The same node with the same facts and style gives the same box. So pages share everything that
doesn't depend on their own facts, and when an option changes, a preview lays out only what depends
on it. The cache is bounded, and owned by one build, a merge, a worker of a batch, or a session of
the studio. Everything in it is independent of the sheet for which it was made. It holds boxes with
so many nodes, counting those of boxes within boxes: a worker that prints 500 pads needs 80 MB.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from threading import RLock
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from printkit.core.filecache import FileCache, Files, note_files, watch_files

if TYPE_CHECKING:
    from printkit.core.errors import LayoutError
    from printkit.core.scene import Fragment
    from printkit.layout.boxes.box import Box
    from printkit.layout.neededfacts import NeededFacts

MOST_NODES = 50_000
MOST_VALUES = 4096
MOST_ITEMS = 10_000
MOST_LOOKS = 64


class BoxCache:
    """Boxes by all their inputs; the least recently used are dropped first.

    A box may be used again only while all boxes in it are here, which `use` answers. So what is
    used twice in a file is one object, whatever was dropped between two builds. `most_nodes` is how
    many nodes its boxes may have, if not as many as usual.
    """

    def __init__(self, most_nodes: int | None = None) -> None:
        self._most_nodes = most_nodes
        self._boxes: dict[Hashable, Box] = {}
        self._recent: OrderedDict[Box, tuple[Hashable, Files]] = OrderedDict()  # the last used last
        self._nodes = 0
        self._lock = RLock()
        watch_files(self)

    def get(self, key: Hashable) -> Box | None:
        """Return the box for a key, if there is one, and note its files."""
        with self._lock:
            box = self._boxes.get(key)
            if box is None:
                return None
            self._recent.move_to_end(box)
            note_files(self._recent[box][1])
            return box

    def use(self, boxes: Iterable[Box]) -> bool:
        """Return whether all of these boxes are here; they have now been used again."""
        with self._lock:
            try:
                for box in boxes:
                    self._recent.move_to_end(box)
            except KeyError:
                return False
        return True

    def put(self, key: Hashable, box: Box, files: Files) -> None:
        """Cache a box made from these files, in place of another one for this key."""
        with self._lock:
            if key in self._boxes:
                self._forget(self._boxes[key])
            self._boxes[key] = box
            self._recent[box] = key, files
            self._nodes += box.nodes
            while self._nodes > (self._most_nodes or MOST_NODES):
                self._forget(next(iter(self._recent)))

    def _forget(self, box: Box) -> None:
        key, _ = self._recent.pop(box)
        del self._boxes[key]
        self._nodes -= box.nodes

    def forget_if(self, is_old: Callable[[Files], bool]) -> None:
        """Drop the boxes whose files satisfy a condition."""
        with self._lock:
            known = [*self._recent.items()]
        old = [box for box, (_, files) in known if is_old(files)]
        with self._lock:
            for box in old:
                if box in self._recent:
                    self._forget(box)


class LayoutCache:
    """Everything that a build keeps, for itself and for the next one."""

    def __init__(self, most_nodes: int | None = None) -> None:
        self.boxes = BoxCache(most_nodes)
        self.needed_facts: FileCache[tuple[NeededFacts | None]] = FileCache(MOST_NODES)
        """The facts that nodes need, including those of the parts that they use."""
        self.hard_to_read: WeakKeyDictionary[Fragment, Sequence[LayoutError]] = WeakKeyDictionary()
        """Text that is hard to read, by the fragment of its page, while there is a box of it."""
        self._looks: list[tuple[object, int]] = []  # the most recently used last
        self._numbers: OrderedDict[int, tuple[object, int]] = OrderedDict()
        self._values: OrderedDict[Hashable, int] = OrderedDict()
        self._next = 0

    def number_of_look(self, look: object) -> int:
        """Return a number for a theme, a language and so on: the same for equal ones."""
        for at, known in enumerate(self._looks):
            if known[0] == look:
                self._looks.append(self._looks.pop(at))
                return known[1]
        self._next += 1
        self._looks.append((look, self._next))
        del self._looks[:-MOST_LOOKS]
        return self._next

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
        frozen = _freeze(value) if _is_small(value) else _ByIdentity(value)
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


def _freeze(value: object) -> Hashable:
    """Return a hashable form of a fact's value; unhashable values are compared by identity."""
    if isinstance(value, str | int | float | None):
        return type(value), value
    if isinstance(value, Mapping):
        return type(value), tuple([(key, _freeze(item)) for key, item in value.items()])
    if isinstance(value, list | tuple):
        return type(value), tuple([_freeze(item) for item in value])
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
