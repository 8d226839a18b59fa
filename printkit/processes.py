"""How other processes are started, and what Ctrl-C does meanwhile."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType

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
