"""How other processes are started, and what Ctrl-C does meanwhile."""

from __future__ import annotations

import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import cycle
from typing import TYPE_CHECKING, Any, TypeVar

from printkit.errors import PrintkitError, mistake

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from types import FrameType

AHEAD = 2
"""So many shares each process has in hand, so that none waits for the next."""
GRACE_S = 0.5
"""How long a process may take to leave."""
Share = TypeVar("Share")
Done = TypeVar("Done")

# A forked worker starts with all that is loaded by then. Elsewhere than on Linux forking is
# unsafe or unknown, and a worker loads things by itself.
METHOD = "fork" if sys.platform == "linux" else "spawn"


@contextmanager
def ctrl_c_held() -> Iterator[None]:
    """A Ctrl-C while a worker starts reaches us afterwards, and never the worker."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def heed_the_starter_alone() -> None:
    """In a worker: Ctrl-C is for the process that started it, which also says when to leave."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _leave(_number: int, _frame: FrameType | None) -> None:
    """Leaves, and tidies up on the way. Where that is swallowed the system ends it soon after."""
    if hasattr(signal, "alarm"):
        signal.alarm(1)
    sys.exit(1)


def shared_out(work: Callable[[Share], Done], shares: Iterable[Share], jobs: int) -> Iterator[Done]:
    """What comes of each share, in their order, worked out by so many processes at a time.

    Shares are taken as they are needed, so that there may be any number of them. What is wrong with
    one is raised here; so is that a process was ended by the system.
    """
    hands: list[_Hand] = []
    try:
        for _ in range(jobs):
            hands.append(_Hand(work, hands))
        busy: deque[_Hand] = deque()
        for share, hand in zip(shares, cycle(hands)):
            done = [busy.popleft().take()] if len(busy) == AHEAD * jobs else []
            hand.give(share)
            busy.append(hand)
            yield from done
        while busy:
            yield busy.popleft().take()
    finally:
        for hand in hands:
            hand.process.terminate()
        for hand in hands:
            hand.leave()


class _Hand:
    """A process that works on one share after the other."""

    def __init__(self, work: Callable[[Any], Any], others: Sequence[_Hand]) -> None:
        from multiprocessing import get_context

        context: Any = get_context(METHOD)
        self._pipe, theirs = context.Pipe()
        inherited = [self._pipe, *(other._pipe for other in others)] if METHOD == "fork" else []
        self.process = context.Process(target=_serve, args=(work, theirs, inherited), daemon=True)
        with ctrl_c_held():
            self.process.start()
        theirs.close()

    def give(self, share: object) -> None:
        """One more share; a process that is gone is noticed when something is taken from it."""
        with suppress(OSError):
            self._pipe.send(share)

    def take(self) -> Any:
        """What came of the share that was given first."""
        try:
            failed, done = self._pipe.recv()
        except (EOFError, OSError):
            hint = "run it again, or with --jobs 1"
            message = "a process that worked on this was ended by the system"
            raise PrintkitError(message, hint=hint) from None
        if failed:
            raise failed(*done)
        return done

    def leave(self) -> None:
        """Ends the process, by force if it does not leave soon."""
        self.process.join(GRACE_S)
        if self.process.is_alive():
            self.process.kill()
        self.process.join()
        self._pipe.close()


def _serve(work: Callable[[Any], Any], pipe: Connection, inherited: Iterable[Connection]) -> None:
    """Works on what comes until nothing can come any more."""
    for connection in inherited:
        connection.close()
    heed_the_starter_alone()
    with suppress(EOFError, OSError):
        while True:
            pipe.send(_answer(work, pipe.recv()))


def _answer(work: Callable[[Any], Any], share: object) -> tuple[type[PrintkitError] | None, Any]:
    try:
        return None, work(share)
    except PrintkitError as error:
        known = error
    except Exception as error:  # it is told as one of our own there
        known = mistake(error)
    return type(known), (known.message, known.where, known.hint)
