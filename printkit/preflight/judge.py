"""The judge: a process of its own that judges one file after the other, at a bounded cost.

A PDF may come from anywhere, and a small one can make its readers compute for hours, ask for all
memory or crash. That ends the judge and not printkit: the file gets a finding that says so, and
the next file gets a new judge. The system watches memory and computing time where it can; the
clock here is the last resort.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from printkit.errors import OutputError, PrintkitError, Where
from printkit.preflight.report import FileReport, Finding
from printkit.preflight.serving import Cost, serve
from printkit.processes import Assistant

MOST_BYTES: Final = 200_000_000
READERS: Final = ("pikepdf", "pypdfium2")
INSTALL: Final = "install them with: pip install 'printkit[preflight]'"
TOO_LONG: Final = "it takes longer"
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
        seconds = self.cost.seconds_for(0)
        self._reader.give(path)
        try:
            answer = self._reader.hear(2 * seconds)
            if isinstance(answer, int):
                seconds = self.cost.seconds_for(answer)
                answer = self._reader.hear(2 * seconds)
        except EOFError as gone:
            too_long = str(gone) in ("SIGXCPU", "SIGKILL")
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
