"""The judge: a process of its own that judges one file after the other, at a bounded cost.

A PDF may come from anywhere, and a small one can make its readers compute for hours, ask for all
memory or crash. That ends the judge and not printkit: the file gets a finding that says so, and
the next file gets a new judge. The system watches memory and computing time where it can; the
clock here is the last resort.
"""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from threading import Timer
from typing import Any, Final, NamedTuple

from printkit.errors import OutputError, PrintkitError, Where
from printkit.preflight.report import FileReport, Finding

MOST_BYTES: Final = 200_000_000
READERS: Final = ("pikepdf", "pypdfium2")
INSTALL: Final = "install them with: pip install 'printkit[preflight]'"
TOO_LONG: Final = "it takes longer"
_START: Final = """import sys
sys.path[:] = sys.argv[1:]
from printkit.preflight.serving import serve
serve()"""


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
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *_: object) -> None:
        self._dismiss()

    def judge(self, path: Path) -> FileReport:
        """The report on a file; PrintkitError if it cannot be read or is no PDF."""
        _check_file(path)
        check_installed()
        is_new = self._process is None
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
        """What the process answers: first the number of pages, which gives it more time."""
        process = self._process = self._process or _start(self.cost)
        seconds = self.cost.seconds_for(0)
        try:
            _write(process, path)
            answer = _read(process, seconds)
            if isinstance(answer, int):
                seconds = self.cost.seconds_for(answer)
                answer = _read(process, seconds)
        except (OSError, EOFError, pickle.UnpicklingError):
            answer = _ending(process)
        if isinstance(answer, FileReport | PrintkitError):
            return answer
        self._dismiss()
        return _Failure(answer, seconds)

    def _dismiss(self) -> None:
        """Ends the process, whatever it does."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


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


def _start(cost: Cost) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-c", _START, *sys.path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    _write(process, cost)
    return process


def _write(process: subprocess.Popen[bytes], value: object) -> None:
    assert process.stdin is not None
    pickle.dump(value, process.stdin)
    process.stdin.flush()


def _read(process: subprocess.Popen[bytes], seconds: float) -> Any:
    """What the process says next; its end, if that takes twice as long as it may compute."""
    assert process.stdout is not None
    clock = Timer(2 * seconds, process.kill)
    clock.daemon = True
    clock.start()
    try:
        return pickle.load(process.stdout)
    finally:
        clock.cancel()


def _ending(process: subprocess.Popen[bytes]) -> str:
    code = process.wait()
    if code >= 0:
        return f"its reader ended with exit code {code}"
    name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
    return TOO_LONG if name in ("SIGXCPU", "SIGKILL") else f"its reader ended with {name}"
