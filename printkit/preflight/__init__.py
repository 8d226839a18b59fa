"""Preflight: judges the pages of any PDF before they are printed.

Takes a file; gives a report: what was measured on each page, and what falls short of `LIMITS`,
with its place and its words. It looks at the page as a printer would, with readers of its own
(PDFium and qpdf), and shares no code with what made the file, so a mistake made there cannot
hide here. The readers are an extra, `printkit[preflight]`, and are loaded when a file is judged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.errors import OutputError, PrintkitError, Where
from printkit.preflight.limits import LIMITS, Limit, Severity
from printkit.preflight.report import FileReport, Finding, Measures, PageReport

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "LIMITS",
    "FileReport",
    "Finding",
    "Limit",
    "Measures",
    "PageReport",
    "Severity",
    "check_installed",
    "preflight",
    "preflight_file",
]

MOST_BYTES = 200_000_000
INSTALL = "install them with: pip install 'printkit[preflight]'"


def check_installed() -> None:
    """Says how to install the readers of PDF if they are missing."""
    try:
        import pikepdf  # noqa: F401
        import pypdfium2  # noqa: F401
    except ImportError as error:
        message = f"preflight reads PDF with pikepdf and pypdfium2, and {error.name} is missing"
        raise PrintkitError(message, hint=INSTALL) from None


def preflight_file(path: Path) -> FileReport:
    """Judges a file; PrintkitError if it cannot be read or is no PDF."""
    where = Where(str(path))
    try:
        if not path.exists():
            raise OutputError("there is no such file", where)
        if not path.is_file():
            raise OutputError("this is not an ordinary file", where)
        if path.stat().st_size > MOST_BYTES:
            raise OutputError(f"is larger than {MOST_BYTES // 1_000_000} MB", where)
        data = path.read_bytes()
    except OSError as error:
        raise OutputError(f"cannot be read: {error.strerror or error}", where) from error
    return preflight(data, str(path))


def preflight(data: bytes, name: str) -> FileReport:
    """Judges the bytes of a PDF; `name` is what the report calls it."""
    check_installed()
    from printkit.preflight.judging import judge

    return judge(data, name)
