"""The judge: a process of its own that judges one file after the other, at a bounded cost.

A PDF may come from anywhere, and a small one can make its readers compute for hours, ask for all
memory or crash. That ends the judge and not printkit: the file gets a finding that says so, and
the next file gets a new judge. The system watches memory and computing time where it can; the
clock here is the last resort.

`Judge` asks; in its process `serve` answers, for each path with the number of pages and then with a
report, an error, or a sentence that says why there is neither.
"""

from __future__ import annotations

import signal
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, process_time
from typing import Any, Final, NamedTuple

from printkit.budget import lower_limit
from printkit.errors import OutputError, PrintkitError, Where
from printkit.preflight.report import FileReport, Finding
from printkit.processes import Assistant, Wire

MOST_BYTES: Final = 200_000_000
READERS: Final = ("pikepdf", "pypdfium2")
INSTALL: Final = "install them with: pip install 'printkit[preflight]'"
TOO_LONG: Final = "it takes longer"
_DIE_WITH_PARENT: Final = 1  # PR_SET_PDEATHSIG, as Linux calls it


class Cost(NamedTuple):
    """What judging a file may cost: seconds of computing, some more for each page, and memory."""

    seconds: float = 14.0
    page_seconds: float = 0.5
    megabytes: int = 400

    def seconds_for(self, pages: int) -> float:
        """How long a file of so many pages may take."""
        return self.seconds + self.page_seconds * pages


COST: Final = Cost()


def check_installed() -> None:
    """Says how to install the readers of PDF if they are missing."""
    for name in READERS:
        if find_spec(name) is None:
            message = f"preflight reads PDF with {' and '.join(READERS)}, and {name} is missing"
            raise PrintkitError(message, hint=INSTALL)


class Judge:
    """Judges files while it is entered; its process starts with the first of them."""

    def __init__(self, cost: Cost = COST) -> None:
        self.cost = cost
        self._reader = Assistant(serve, cost, is_quiet=True)

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *_: object) -> None:
        self._reader.end()

    def judge(self, path: Path) -> FileReport:
        """The report on a file; PrintkitError if it cannot be read or is no PDF."""
        _check_file(path)
        check_installed()
        is_new = not self._reader.is_there
        answer = self._ask(path)
        if isinstance(answer, _Failure) and not is_new and answer.ending != TOO_LONG:
            answer = self._ask(path)  # it may have been full of the files before
        if isinstance(answer, PrintkitError):
            raise answer
        if isinstance(answer, _Failure):
            limits = f"{answer.seconds:g} seconds and {self.cost.megabytes} MB"
            message = f"cannot be judged within {limits}: {answer.ending}"
            return FileReport(str(path), (), (Finding("unjudged", message),))
        return answer

    def _ask(self, path: Path) -> FileReport | PrintkitError | _Failure:
        """What the reader answers: first the number of pages, which gives it more time."""
        began, seconds = monotonic(), self.cost.seconds_for(0)
        self._reader.give(path)
        try:
            answer = self._reader.hear(2 * seconds)
            if isinstance(answer, int):
                seconds = self.cost.seconds_for(answer)
                answer = self._reader.hear(2 * seconds)
        except EOFError as gone:
            is_late = monotonic() - began >= seconds  # else somebody else has killed it
            too_long = str(gone) == "SIGXCPU" or (is_late and str(gone) == "SIGKILL")
            answer = TOO_LONG if too_long else f"its reader ended with {gone}"
        if isinstance(answer, FileReport | PrintkitError):
            return answer
        self._reader.end()
        return _Failure(answer, seconds)


class _Failure(NamedTuple):
    """Why there is no report, and how many seconds there were for it."""

    ending: str
    seconds: float


def _check_file(path: Path) -> None:
    where = Where(str(path))
    try:
        if not path.exists():
            raise OutputError("there is no such file", where)
        if not path.is_file():
            raise OutputError("this is not an ordinary file", where)
        if path.stat().st_size > MOST_BYTES:
            raise OutputError(f"is larger than {MOST_BYTES // 1_000_000} MB", where)
    except OSError as error:
        raise OutputError(f"cannot be read: {error.strerror or error}", where) from error


def serve(wire: Wire, cost: Cost) -> None:
    """Answers until there are no more files."""
    _end_with_parent()
    lower_limit("AS", cost.megabytes * 1_000_000)
    lower_limit("CORE", 0)
    lower_limit("FSIZE", 0)
    with suppress(EOFError):
        while True:
            wire.say(_judge(wire.hear(), cost, wire))


def _judge(path: Path, cost: Cost, wire: Wire) -> Any:
    lower_limit("CPU", process_time() + cost.seconds_for(0))

    def opened(pages: int) -> None:
        lower_limit("CPU", process_time() + cost.seconds_for(pages))
        wire.say(pages)

    try:
        from printkit.preflight.judging import judge

        return judge(path.read_bytes(), str(path), opened)
    except PrintkitError as error:
        return error
    except OSError as error:
        return OutputError(f"cannot be read: {error.strerror or error}", Where(str(path)))
    except MemoryError:
        return "it takes more memory"
    except Exception as error:  # a mistake of ours, or a reader's: no reason to leave the rest
        return f"{type(error).__name__}: {error}"


def _end_with_parent() -> None:
    """Linux ends this process when the one that started it is gone; elsewhere its input ends."""
    if sys.platform == "linux":
        from ctypes import CDLL

        CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
