"""How other processes are started, and what Ctrl-C does meanwhile."""

from __future__ import annotations

import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from multiprocessing.pool import AsyncResult
    from types import FrameType

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
    sys.exit(1)


def shared_out(work: Callable[[Share], Done], shares: Iterable[Share], jobs: int) -> Iterator[Done]:
    """What comes of each share, in their order, worked out by so many processes at a time.

    Shares are taken as they are needed, so that there may be any number of them.
    """
    from multiprocessing import get_context

    with ctrl_c_held():
        started = get_context(METHOD).Pool(jobs, heed_the_starter_alone)
    with started as pool:
        ahead: deque[AsyncResult[Done]] = deque()
        for share in shares:
            ahead.append(pool.apply_async(work, (share,)))
            if len(ahead) > 2 * jobs:
                yield ahead.popleft().get()
        while ahead:
            yield ahead.popleft().get()
