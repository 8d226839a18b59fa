"""The budget: how much work a sheet may cost, and how much of the machine a whole command.

Code that reads, computes or lays out counts its work in steps: one for an operation, an item of a
list or ten characters, which is at most a microsecond and forty bytes or so. Steps are the same on
every machine; a sheet that takes more of them than it may is refused at the place that spent most.

The last resort is the system, which stops what nobody thought of counting: a process gets no more
memory than MEMORY_MB, and for a sheet no more than SECONDS of computing.
"""

from __future__ import annotations

import math
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from math import ceil
from time import process_time
from typing import Final, NoReturn

from printkit.errors import LayoutError, Problems, Where, guess_anew

STEPS: Final = 10_000_000
STEPS_A_PAGE: Final = 500
SECONDS: Final = 30
SECONDS_A_PAGE: Final = 0.05
MEMORY_MB: Final = 512
FILE_MB: Final = 2_000

_TOO_MUCH: Final = f"this is too much work: more than {STEPS:,} steps"
_SAMPLE: Final = 200
_LIBRARIES_MB: Final = 64
"""Memory for the code of libraries, which the limit must leave room for."""


class Budget:
    """What one sheet may cost, and what has been spent of it."""

    __slots__ = ("_due", "_place", "_places", "allowed", "spent")

    def __init__(self, allowed: float = math.inf) -> None:
        self.allowed = allowed  # how many steps may be spent
        self.spent = 0  # how many were
        self._due = _SAMPLE  # when the next note is to be made
        self._place: Where | None = None  # what is at work now
        self._places: dict[int, tuple[Where, int]] = {}  # what each place has spent, by its id

    def spend(self, steps: int, where: Where | None = None) -> None:
        """Counts steps, at a place or at the one that was named last; refuses too many."""
        self.spent += steps
        if where is not None:
            self._place = where
        if self.spent > self._due:
            self._note()

    def spend_reading(self, steps: int, where: Where) -> None:
        """Counts steps for reading a file, which is blamed only if no other place can be."""
        self.spent += steps
        self._due += steps
        if self.spent > self.allowed:
            self.refuse(_TOO_MUCH, where)

    def _note(self) -> None:
        """Charges what was spent since the last note to the place that is at work now.

        That is a sample: the place that spends most is met most often.
        """
        place = self._place
        if place is not None:
            _, before = self._places.get(id(place), (place, 0))
            self._places[id(place)] = place, before + self.spent + _SAMPLE - self._due
        self._due = self.spent + _SAMPLE
        if self.spent > self.allowed:
            self.refuse(_TOO_MUCH)

    def grant(self, steps: int) -> None:
        """Allows more to be spent, as something was made."""
        self.allowed += steps

    def refuse(self, message: str, where: Where | None = None) -> NoReturn:
        """Raises the error that ends the build, at the place that has spent most."""
        place = self._dearest() or where
        hint = "let a `for` repeat less, or facts and expressions do less"
        hint = f"most of it is done here: {hint}" if place else ""
        raise Problems([LayoutError(message, place, hint)]) from None

    def _dearest(self) -> Where | None:
        found = max(self._places.values(), key=lambda entry: entry[1], default=None)
        return found[0] if found else self._place


_current: ContextVar[Budget] = ContextVar("budget", default=Budget())  # noqa: B039 - has no end
current = _current.get
"""The budget in force; without limits where none was set."""


def spend(steps: int) -> None:
    """Counts steps of the budget in force."""
    _current.get().spend(steps)


@contextmanager
def spending(steps: int = STEPS) -> Iterator[Budget]:
    """Gives a function or block a budget of its own; it counts for an outer budget, too."""
    outer, budget = _current.get(), Budget(steps)
    token = _current.set(budget)
    guess_anew()
    ends_s = clock.start()
    try:
        yield budget
    except MemoryError:
        budget.refuse(f"this takes more than {MEMORY_MB} MB of memory")
    finally:
        clock.resume(ends_s)
        _current.reset(token)
        outer.spent += budget.spent  # its own limit is looked at with its next step


def grant_page() -> None:
    """Allows a little more, as a page is made or a job is planned."""
    _current.get().grant(STEPS_A_PAGE)
    clock.grant(SECONDS_A_PAGE)


class Clock:
    """The system's clock of computing time, where it has one and this process is held to it."""

    def __init__(self) -> None:
        self._is_kept = False
        self._ends_s = math.inf

    def keep(self) -> None:
        """Asks the system, from now on, to stop what takes too long."""
        self._is_kept = hasattr(signal, "SIGXCPU")
        if self._is_kept:
            signal.signal(signal.SIGXCPU, _run_out)

    def start(self, seconds: float = SECONDS) -> float:
        """Grants computing time from now on; gives the moment at which it was to end before."""
        before = self._ends_s
        if self._is_kept:
            self._ends_s = process_time() + seconds
            self._set()
        return before

    def grant(self, seconds: float) -> None:
        """More time: something has come of it."""
        if self._is_kept and self._ends_s < math.inf:
            before = ceil(self._ends_s)
            self._ends_s += seconds
            if ceil(self._ends_s) != before:
                self._set()

    def resume(self, ends_s: float) -> None:
        """Sets back the moment at which the time ends."""
        if self._is_kept:
            self._ends_s = ends_s
            self._set()

    def _set(self) -> None:
        lower_limit("CPU", self._ends_s)


clock: Final = Clock()


def _run_out(*_: object) -> None:
    """Refuses to go on; the signal comes every second, so tidying up has a second."""
    current().refuse(f"this takes more than {SECONDS} seconds of computing")


def hold_process() -> None:
    """Has the system hold this process to its limits, as far as it knows such limits."""
    lower_limit("DATA", (MEMORY_MB - _LIBRARIES_MB) * 1024 * 1024)
    lower_limit("FSIZE", FILE_MB * 1_000_000)
    lower_limit("CORE", 0)
    clock.keep()


def lower_limit(what: str, value: float) -> None:
    """Sets a limit of the system by its name, where there is one; a stricter one stays."""
    with suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        kind, endless = getattr(resource, f"RLIMIT_{what}"), resource.RLIM_INFINITY
        now, most = resource.getrlimit(kind)
        soft = most if value == math.inf else ceil(value)
        stricter = [most] if what == "CPU" else [now, most]  # time is given anew for every file
        resource.setrlimit(kind, (min([soft, *(one for one in stricter if one != endless)]), most))
