"""Limits on the work that a layout can cause, and on the resources of a whole command.

Code that reads, computes or lays out counts its work in steps: one for an operation, an item of a
list or ten characters. A step costs at most about a microsecond and forty bytes. Steps are the same
on every machine; a build that takes too many is refused at the place that took most of them.

The operating system limits what isn't counted: a process gets at most MEMORY_MB of memory, and at
most SECONDS of processor time for each file.
"""

from __future__ import annotations

import math
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from math import ceil
from pathlib import Path
from time import process_time
from typing import Final, NoReturn

from printkit.core.errors import (
    LayoutError,
    PrintkitError,
    Problems,
    Where,
    is_out_of_memory,
    reset_suggestions,
)

STEPS: Final = 10_000_000
STEPS_A_PAGE: Final = 1500
STEPS_A_FILLED_SHEET: Final = 100_000
SECONDS: Final = 30
SECONDS_A_PAGE: Final = 0.05
SECONDS_A_FILLED_SHEET: Final = 0.5
MEMORY_MB: Final = 512
FILE_MB: Final = 2_000

NEARLY: Final = 0.75  # of its memory, in use after a call: then a child is replaced

_SAMPLE: Final = 200
_LIBRARIES_MB: Final = 64
"""Memory for the code of libraries, which the limit must leave room for."""


class Budget:
    """A limit on the number of steps, and the number taken so far."""

    __slots__ = ("_named", "_next_sample", "_place", "_places", "allowed", "is_spent", "taken")

    def __init__(self, allowed: float = math.inf) -> None:
        self._named = allowed  # the limit that errors name; each page raises the real one a little
        self.allowed = allowed
        self.taken = 0
        self.is_spent = False  # whether more work was refused, which mustn't be tried again
        self._next_sample = _SAMPLE  # the number of steps at which the next sample is due
        self._place: Where | None = None  # the place whose work is being counted
        self._places: dict[int, tuple[Where, int]] = {}  # each place with its steps, by id

    def count(self, steps: int, where: Where | None = None) -> None:
        """Count steps at a place, or at the last place named; refuse too many."""
        self.taken += steps
        if where is not None:
            self._place = where
        if self.taken > self._next_sample:
            self._sample()

    def count_reading(self, steps: int, where: Where) -> None:
        """Count steps for reading a file, which is blamed only if no other place is known."""
        self.taken += steps
        self._next_sample += steps
        if self.taken > self.allowed:
            self._refuse_work(where)

    def _sample(self) -> None:
        """Charge the steps since the last sample to the current place.

        Sampling is cheap, and accurate enough to find the place that takes most steps.
        """
        place = self._place
        if place is not None:
            _, before = self._places.get(id(place), (place, 0))
            self._places[id(place)] = place, before + self.taken + _SAMPLE - self._next_sample
        self._next_sample = self.taken + _SAMPLE
        if self.taken > self.allowed:
            self._refuse_work()

    def _refuse_work(self, where: Where | None = None) -> NoReturn:
        self.refuse(f"this is too much work: more than {self._named:,} steps", where)

    def refuse(self, message: str, where: Where | None = None) -> NoReturn:
        """Raise the error that ends the build, at the place that took most steps."""
        self.is_spent = True
        costliest = max(self._places.values(), key=lambda entry: entry[1], default=None)
        place = (costliest[0] if costliest else self._place) or where
        hint = "make a `for` repeat less, or simplify facts and expressions"
        hint = f"most of the work is here: {hint}" if place else ""
        raise Problems([LayoutError(message, place, hint)]) from None


_current: ContextVar[Budget] = ContextVar("budget", default=Budget())  # noqa: B039 - unlimited
current_budget = _current.get
"""Return the current budget; unlimited if none was set."""


def count_steps(steps: int) -> None:
    """Count steps against the current budget."""
    _current.get().count(steps)


@contextmanager
def limit_work(steps: int = STEPS) -> Iterator[Budget]:
    """Run a function or block with its own budget; its steps also count against the outer one."""
    outer, budget = _current.get(), Budget(steps)
    reset_suggestions()
    ends_s = cpu_limit.restart()
    token = _current.set(budget)
    try:
        yield budget
    except Exception as error:
        if isinstance(error, PrintkitError) or not is_out_of_memory(error):
            raise
        budget.refuse(f"this needs more than {MEMORY_MB} MB of memory")
    finally:
        _current.reset(token)  # first: an interruption must not leave a spent budget behind
        outer.taken += budget.taken  # its own limit is checked with its next step
        cpu_limit.restore(ends_s)


def allow_page() -> None:
    """Allow a little more work for each page made or job planned."""
    _current.get().allowed += STEPS_A_PAGE
    cpu_limit.extend(SECONDS_A_PAGE)


def allow_filled_sheet() -> None:
    """Allow the work for a sheet that is filled in from a file, which has little in common."""
    _current.get().allowed += STEPS_A_FILLED_SHEET
    cpu_limit.extend(SECONDS_A_FILLED_SHEET)


class CpuLimit:
    """The operating system's limit on processor time, if it has one and it is enabled.

    Commands and child processes enable it; a program that calls printkit has its own limits.
    """

    def __init__(self) -> None:
        self._is_enabled = False
        self._ends_s = math.inf

    def enable(self) -> None:
        """Let the system stop anything that takes too long from now on."""
        self._is_enabled = hasattr(signal, "SIGXCPU")
        if self._is_enabled:
            signal.signal(signal.SIGXCPU, _refuse_time)

    def restart(self, seconds: float = SECONDS) -> float:
        """Allow this much time from now on; return when the previous limit would have ended."""
        before = self._ends_s
        if self._is_enabled:
            self._ends_s = process_time() + seconds
            self._set()
        return before

    def extend(self, seconds: float) -> None:
        """Allow more time."""
        if self._is_enabled and self._ends_s < math.inf:
            before = ceil(self._ends_s)
            self._ends_s += seconds
            if ceil(self._ends_s) != before:
                self._set()

    def restore(self, ends_s: float) -> None:
        """Set when the time ends."""
        if self._is_enabled:
            self._ends_s = ends_s
            self._set()

    def _set(self) -> None:
        set_limit("CPU", self._ends_s)


cpu_limit: Final = CpuLimit()


def _refuse_time(*_: object) -> None:
    """Stop the build; the system repeats the signal after a second, which is enough to clean up."""
    current_budget().refuse(f"this needs more than {SECONDS} seconds of computing")


def limit_build() -> None:
    """Apply the limits of a build to this process: memory, file size, computing time."""
    limit_process(MEMORY_MB - _LIBRARIES_MB, FILE_MB)
    cpu_limit.enable()


def limit_process(memory_mb: int, file_mb: int) -> None:
    """Limit the memory of this process and the size of files it writes; forbid core dumps."""
    set_limit("DATA", memory_mb * 1024 * 1024)
    set_limit("FSIZE", file_mb * 1_000_000)
    set_limit("CORE", 0)


def is_nearly_full() -> bool:
    """Return whether this process has used most of its memory; False if the system can't tell."""
    with suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_DATA)[0]
        used = int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()
        return most != resource.RLIM_INFINITY and used > NEARLY * most
    return False


def set_limit(name: str, value: float) -> None:
    """Lower a limit of the operating system, if it has one of this name.

    A stricter limit is kept, except for computing time (CPU), which starts again for every file.
    """
    with suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        kind, unlimited = getattr(resource, f"RLIMIT_{name}"), resource.RLIM_INFINITY
        now, most = resource.getrlimit(kind)
        soft = most if value == math.inf else ceil(value)
        stricter = [most] if name == "CPU" else [now, most]
        known = [one for one in stricter if one != unlimited]
        resource.setrlimit(kind, (min([soft, *known]), most))
