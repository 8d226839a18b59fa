"""The pool: workers that build orders side by side, and what happens when one of them fails.

Takes orders; gives events as they happen. A worker builds one order while the disk takes the files
of the one before. One that dies or takes too long costs what it had in hand, and is replaced.
When the pool is left, at its end or by Ctrl-C, no process and no half written file stays behind.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from multiprocessing import Pipe
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

from printkit.batch.worker import Reply, troubles, work
from printkit.errors import PrintkitError
from printkit.files import remove_parts
from printkit.processes import GRACE_S, Worker, ctrl_c_held, end_all, ending
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from printkit.batch.orders import Order
    from printkit.batch.worker import Duty

TICK_S = 0.2


class News(NamedTuple):
    """An order was begun, or finished with a result; without an order, time has passed."""

    order: Order | None = None
    result: Reply | None = None


class Pool:
    """Places for workers; each builds at most one order at a time."""

    def __init__(self, size: int, limit_s: float, duty: Duty) -> None:
        self.limit_s = limit_s
        lifeline = Pipe(duplex=False)
        self._seats = [_Seat(number, lifeline, duty) for number in range(size)]

    def run(self, orders: Sequence[Order]) -> Generator[News, None, None]:
        """Builds all orders; the events come as things happen."""
        shares = Shares(orders)
        try:
            while True:
                yield from self._give(shares)
                busy = [seat for seat in self._seats if seat.in_hand]
                if not busy:
                    return
                yield from self._collect(busy)
        finally:
            self._stop()

    def _give(self, shares: Shares) -> Iterator[News]:
        for seat in self._seats:
            if seat.is_free and (order := shares.take(seat.number)):
                seat.begin(order)
                yield News(order)

    def _collect(self, busy: list[_Seat]) -> Iterator[News]:
        """Waits until a worker has news, or one of them has run out of time."""
        ready = wait([seat.worker.pipe for seat in busy if seat.worker], TICK_S)
        now = time.monotonic()
        for seat in busy:
            if seat.worker and seat.worker.pipe in ready:
                yield from seat.hear(seat.worker)
            elif now - seat.since > self.limit_s:
                yield from seat.give_up(_too_slow(self.limit_s))
        if not ready:
            yield News()

    def _stop(self) -> None:
        end_all([seat.worker for seat in self._seats if seat.worker])
        for seat in self._seats:
            seat.remove()


class Shares:
    """Piles of orders, one for each layout: says which worker gets which order.

    A worker keeps to the orders of one layout while there are any, so that what it has loaded and
    measured serves again; the largest pile goes first, and at the end workers share what is left.
    """

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


class _Seat:
    """The seat of one worker, which is replaced if it dies."""

    def __init__(self, number: int, lifeline: tuple[Connection, Connection], duty: Duty) -> None:
        self.number, self.duty = number, duty  # which seat it is, and what holds for all orders
        self._lifeline = lifeline  # closes when this process ends
        self.worker: Worker | None = None  # who sits there
        self.in_hand: list[Order] = []  # without a result: one is written to disk, one is built
        self.is_free = True  # whether nothing is being built
        self.since = 0.0  # when the worker last began or finished a build

    def begin(self, order: Order) -> None:
        """Hands an order to the worker; that it is dead already shows when it is heard."""
        worker = self.worker
        if worker is None or not (self.in_hand or worker.process.is_alive()):
            self.remove()
            lifeline, held = self._lifeline
            with ctrl_c_held():
                worker = self.worker = Worker(work, lifeline, self.duty, ours=[held])
        self.in_hand.append(order)
        self.is_free, self.since = False, time.monotonic()
        worker.give(order)

    def hear(self, worker: Worker) -> Iterator[News]:
        """What the worker has to say: a build is done, an order is, or the worker has died."""
        try:
            said: Reply | str = worker.pipe.recv()
        except (EOFError, OSError):
            yield from self.give_up(_died(worker))
            return
        if isinstance(said, Reply):
            yield News(self.in_hand.pop(0), said)
        else:
            self.is_free, self.since = True, time.monotonic()

    def give_up(self, why: Reply) -> Iterator[News]:
        """Ends the worker; what it had in hand has failed."""
        lost = self.in_hand
        self.remove()
        for order in lost:
            yield News(order, why)

    def remove(self) -> None:
        """Ends the worker, and removes what it left half written."""
        if self.worker is not None:
            self.worker.leave()
            for order in self.in_hand:
                remove_parts(order.request.out.folder, self.worker.process.pid or 0)
        self.worker, self.in_hand, self.is_free = None, [], True


def _died(worker: Worker) -> Reply:
    worker.process.join(GRACE_S)
    message = f"its worker process ended with {ending(worker.process.exitcode)}"
    hint = "the other jobs are not affected; run again to try it once more"
    return Reply(troubles=troubles([PrintkitError(message, hint=hint)]))


def _too_slow(limit_s: float) -> Reply:
    message = f"it took longer than {limit_s:g} seconds and was stopped"
    error = PrintkitError(message, hint="--limit gives it more time")
    return Reply(troubles=troubles([error]), seconds=limit_s)
