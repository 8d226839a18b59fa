"""The pool: workers that build orders side by side, and what happens when one of them fails.

Takes orders; gives events as they happen. A worker draws one order while the disk takes the files
of the one before. One that dies or takes too long costs what it had in hand, and is replaced.
When the pool is left, at its end or by Ctrl-C, no process and no half written file stays behind.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

from printkit.batch.shares import Shares
from printkit.batch.worker import DRAWN, GRACE_S, Reply, troubles, work
from printkit.errors import PrintkitError
from printkit.files import remove_parts
from printkit.processes import METHOD, ctrl_c_held
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from printkit.batch.orders import Order
    from printkit.batch.worker import Duty

TICK_S = 0.2


class News(NamedTuple):
    """An order was begun, or finished with a result; without an order, time has passed."""

    order: Order | None = None
    result: Reply | None = None


class Pool:
    """Places for workers; each has at most one order at a time."""

    def __init__(self, size: int, limit_s: float, duty: Duty) -> None:
        self.limit_s = limit_s
        context: Any = multiprocessing.get_context(METHOD)
        lifeline, held = context.Pipe(duplex=False)
        self._seats = [_Seat(number, context, (lifeline, held), duty) for number in range(size)]

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
        """Waits until something is done, or time is up for somebody."""
        ready = wait([seat.pipe for seat in busy if seat.pipe], TICK_S)
        now = time.monotonic()
        for seat in busy:
            if seat.pipe in ready:
                yield from seat.hear()
            elif now - seat.since > self.limit_s:
                yield from seat.give_up(_too_slow(self.limit_s))
        if not ready:
            yield News()

    def _stop(self) -> None:
        """Ends all workers: kindly, so that they tidy up, and soon by force."""
        with _undisturbed():
            for seat in self._seats:
                seat.ask_to_leave()
            end = time.monotonic() + GRACE_S
            for seat in self._seats:
                seat.remove(patience_s=max(0.0, end - time.monotonic()))


class _Seat:
    """The place of one worker, who may have to be replaced."""

    def __init__(
        self, number: int, context: Any, lifeline: tuple[Connection, Connection], duty: Duty
    ) -> None:
        self.number, self.duty = number, duty
        self._context, self._lifeline = context, lifeline
        self.process: BaseProcess | None = None
        self.pipe: Connection | None = None
        self.in_hand: list[Order] = []
        """What has no result yet: an order whose files are written, and one that is drawn."""
        self.is_free = True
        """Whether nothing is being drawn."""
        self.since = 0.0
        """When the worker last began or finished a drawing."""

    def begin(self, order: Order) -> None:
        """Hands an order to the worker; one who cannot take it counts as dead when asked."""
        if self.process is None or not (self.in_hand or self.process.is_alive()):
            self.remove()
            self._start()
        self.in_hand.append(order)
        self.is_free, self.since = False, time.monotonic()
        if self.pipe:
            with suppress(OSError):
                self.pipe.send(order)

    def _start(self) -> None:
        lifeline, held = self._lifeline
        self.pipe, theirs = self._context.Pipe()
        inherited = (held, self.pipe) if METHOD == "fork" else ()
        process = self._context.Process(
            target=work, args=(theirs, lifeline, inherited, self.duty), daemon=True
        )
        with ctrl_c_held():
            process.start()
            self.process = process
        theirs.close()

    def hear(self) -> Iterator[News]:
        """What the worker has to say: a drawing is done, an order is, or the worker has died."""
        try:
            said: Reply | str = self.pipe.recv() if self.pipe else DRAWN
        except (EOFError, OSError):
            yield from self.give_up(self._died())
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

    def _died(self) -> Reply:
        process = self.process
        if process:
            process.join(GRACE_S)
        code = process.exitcode if process else None
        ending = f"exit code {code}" if code is None or code >= 0 else _signal_name(-code)
        message = f"its worker process ended with {ending}"
        hint = "the other jobs are not affected; run again to try it once more"
        return Reply(troubles=troubles([PrintkitError(message, hint=hint)]))

    def ask_to_leave(self) -> None:
        """Lets the worker remove what it has half written."""
        if self.process and self.process.is_alive():
            self.process.terminate()

    def remove(self, patience_s: float = 0.0) -> None:
        """Waits for the worker to end, or ends it, and removes what it left half written."""
        if self.process is not None:
            self.process.join(patience_s)
            if self.process.is_alive():
                self.process.kill()
            self.process.join()
            for order in self.in_hand:
                remove_parts(order.request.out.folder, self.process.pid or 0)
        if self.pipe is not None:
            self.pipe.close()
        self.process = self.pipe = None
        self.in_hand, self.is_free = [], True


def _too_slow(limit_s: float) -> Reply:
    message = f"it took longer than {limit_s:g} seconds and was stopped"
    error = PrintkitError(message, hint="--limit gives it more time")
    return Reply(troubles=troubles([error]), seconds=limit_s)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


@contextmanager
def _undisturbed() -> Iterator[None]:
    """A second Ctrl-C does not keep us from tidying up, which is soon done."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
