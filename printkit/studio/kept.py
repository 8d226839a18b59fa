"""Kept: the newest answers, so that whoever goes back to a choice need not wait for it.

Bounded by how many there are and by their size; all of them go when a file changes.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Hashable

MOST: Final = 24
MOST_BYTES: Final = 12_000_000


class Kept:
    """Answers by what was asked, the newest last."""

    def __init__(self) -> None:
        self._found: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, key: Hashable) -> bytes | None:
        """The answer to this, if it is still here."""
        if key in self._found:
            self._found.move_to_end(key)
        return self._found.get(key)

    def keep(self, key: Hashable, answer: bytes) -> None:
        """Keeps an answer, and lets the oldest go where that is too much."""
        self._found[key] = answer
        while len(self._found) > MOST or sum(map(len, self._found.values())) > MOST_BYTES:
            self._found.popitem(last=False)

    def forget(self) -> None:
        """Lets all of them go."""
        self._found.clear()
