"""Shares: which worker gets which order.

A worker keeps to the orders of one layout while there are any, so that what it has loaded and
measured serves again; the largest pile goes first, and at the end workers share what is left.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from printkit.batch.orders import Order


class Shares:
    """Piles of orders, one for each layout."""

    def __init__(self, orders: Iterable[Order]) -> None:
        self._piles: dict[tuple[str, ...], deque[Order]] = {}
        self._at: dict[int, tuple[str, ...]] = {}
        for order in orders:
            self._piles.setdefault(order.request.targets, deque()).append(order)

    def take(self, worker: int) -> Order | None:
        """The next order for a worker; None when there is none left."""
        if not self._piles:
            return None
        key = self._at.get(worker)
        if key not in self._piles:
            key = self._at[worker] = self._choose()
        pile = self._piles[key]
        order = pile.popleft()
        if not pile:
            del self._piles[key]
        return order

    def _choose(self) -> tuple[str, ...]:
        """The largest pile that nobody works at, or else the largest."""
        taken = set(self._at.values())
        free = [key for key in self._piles if key not in taken]
        return max(free or self._piles, key=lambda key: len(self._piles[key]))
