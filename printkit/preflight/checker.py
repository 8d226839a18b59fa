"""The checker of PDF files, which works in a child process with limited resources.

A PDF may come from anywhere, and even a small one can make a reader compute for hours, use up the
memory or crash. That ends the child process, not printkit: the file gets a finding about it, and
the next file a new child. The operating system limits memory and computing time if it can; the
timeout of the sandbox is the last resort.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, process_time
from typing import Final, NamedTuple, TypeVar

from printkit.core.budget import limit_process, set_limit
from printkit.core.errors import OutputError, PrintkitError, Where, cannot_read
from printkit.core.extras import how_to_install
from printkit.core.sandbox import Sandbox, WorkerError, WorkerTimeoutError
from printkit.preflight.findings import FileReport, Finding

T = TypeVar("T")

MOST_BYTES: Final = 200_000_000
READERS: Final = ("pikepdf", "pypdfium2")
TOO_LONG: Final = "it takes longer"


class Cost(NamedTuple):
    """The resource limits for a file: computing time, plus some per page, and memory."""

    seconds: float = 14.0
    page_seconds: float = 0.5
    megabytes: int = 400

    def seconds_for(self, pages: int) -> float:
        """Return the time limit for a file with this many pages."""
        return self.seconds + self.page_seconds * pages


COST: Final = Cost()


def check_installed() -> None:
    """Raise an error with a hint if the PDF libraries aren't installed."""
    for name in READERS:
        if find_spec(name) is None:
            message = f"preflight needs {' and '.join(READERS)}, and {name} is missing"
            raise PrintkitError(message, hint=how_to_install("preflight"))


class PdfChecker:
    """A context manager that checks files; its process starts with the first one."""

    def __init__(self, cost: Cost = COST) -> None:
        self.cost = cost
        self._sandbox = Sandbox(limit_process, cost.megabytes, 0, quiet=True)

    def __enter__(self) -> PdfChecker:
        return self

    def __exit__(self, *_: object) -> None:
        self._sandbox.kill()

    def check(self, path: Path) -> FileReport:
        """Check a file; raise PrintkitError if it can't be read or isn't a PDF."""
        _check_file(path)
        check_installed()
        is_new = not self._sandbox.is_running
        report = self._attempt(path)
        if isinstance(report, _Failure) and not is_new and report.reason != TOO_LONG:
            report = self._attempt(path)  # earlier files may have used up the child's memory
        if isinstance(report, _Failure):
            limits = f"{report.seconds:g} seconds and {self.cost.megabytes} MB"
            message = f"can't be checked within {limits}: {report.reason}"
            return FileReport(str(path), (), (Finding("unjudged", message),))
        return report

    def _attempt(self, path: Path) -> FileReport | _Failure:
        """Count the pages, which extends the time limit, and then check them."""
        began, seconds = monotonic(), self.cost.seconds_for(0)
        try:
            pages = self._sandbox.run(partial(_count_pages, path, seconds), 2 * seconds)
            seconds = self.cost.seconds_for(pages)
            return self._sandbox.run(partial(_check_pdf, path, seconds), 2 * seconds)
        except WorkerError as error:
            is_late = isinstance(error, WorkerTimeoutError) or monotonic() - began >= seconds
            is_too_long = error.ending == "SIGXCPU" or (is_late and error.ending == "SIGKILL")
            reason = TOO_LONG if is_too_long else f"its reader failed with {error.ending}"
            return _Failure(reason, seconds)
        except MemoryError:
            return _Failure("it needs more memory", seconds)
        except _UnexpectedError as error:
            self._sandbox.kill()
            return _Failure(error.message, seconds)


class _Failure(NamedTuple):
    """The reason why there is no report, and the time limit in seconds."""

    reason: str
    seconds: float


class _UnexpectedError(PrintkitError):
    """A bug in printkit or a library, which must not stop the other files."""


def _check_file(path: Path) -> None:
    where = Where(str(path))
    try:
        if not path.exists():
            raise cannot_read(str(path), FileNotFoundError())
        if not path.is_file():
            raise OutputError("this isn't a regular file", where)
        if path.stat().st_size > MOST_BYTES:
            raise OutputError(f"this is larger than {MOST_BYTES // 1_000_000} MB", where)
    except OSError as error:
        raise cannot_read(str(path), error) from error


# From here on: code that runs in the child process.


def _count_pages(path: Path, seconds: float) -> int:
    from printkit.preflight.checks import count_pages

    return _read(path, seconds, count_pages)


def _check_pdf(path: Path, seconds: float) -> FileReport:
    from printkit.preflight.checks import check_pdf

    return _read(path, seconds, check_pdf)


def _read(path: Path, seconds: float, read: Callable[[bytes, str], T]) -> T:
    set_limit("CPU", process_time() + seconds)
    try:
        return read(path.read_bytes(), str(path))
    except (PrintkitError, MemoryError):
        raise
    except OSError as error:
        raise cannot_read(str(path), error) from None
    except Exception as error:
        raise _UnexpectedError(f"{type(error).__name__}: {error}") from None
