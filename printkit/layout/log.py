"""The log of layout: problems, messages of a sheet, fonts it uses, and sizes that texts share.

A box keeps the events noted while it was made and laid out, and they are noted again whenever it is
used again. Boxes outlive the sheet that they were made for, so they don't know a log: events go to
that of the sheet that is being laid out in this thread.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from printkit.core.errors import PrintkitError

LayoutEventKind: TypeAlias = Literal[
    "problem", "message", "undescribed", "used", "face", "font", "size"
]
LayoutEvent: TypeAlias = tuple[LayoutEventKind, object]
"""Something noted during layout: a problem; a message of the sheet; a picture without alt text; a
part that was used; a font of the layout, or of this system; the size of a text shared by others."""


class LayoutLog:
    """The problems and other events found while a page is laid out."""

    def __init__(self) -> None:
        self.events: list[LayoutEvent] = []
        self.common: dict[Hashable, float] = {}
        """The sizes shared by the texts of one `for`, once they are known: see `common_size`."""

    def note(self, kind: LayoutEventKind, value: object) -> None:
        """Note an event."""
        self.events.append((kind, value))

    @contextmanager
    def trial(self) -> Iterator[list[LayoutEvent]]:
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

    def common_sizes(self, events: Sequence[LayoutEvent]) -> tuple[tuple[Hashable, float], ...]:
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


_log: ContextVar[LayoutLog] = ContextVar("layout log")


current_log: Callable[[], LayoutLog] = _log.get
"""Returns the log of the sheet that is being laid out."""


def report(problem: PrintkitError) -> None:
    """Note a problem of the sheet that is being laid out."""
    current_log().note("problem", problem)


@contextmanager
def logging_to(log: LayoutLog) -> Iterator[None]:
    """Note events in this log inside the block."""
    token = _log.set(log)
    try:
        yield
    finally:
        _log.reset(token)
