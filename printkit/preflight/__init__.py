"""Preflight: judges the pages of any PDF before they are printed.

Takes a file; gives a report: what was measured on each page, and what falls short of `LIMITS`,
with its place and its words. It looks at the page as a printer would, with readers of its own
(PDFium and qpdf), and shares no code with what made the file, so a mistake made there cannot
hide here. The readers work in a process of their own (`Judge`), which the system ends when a
file costs too much.
"""

from __future__ import annotations

from printkit.preflight.judge import Judge, check_installed
from printkit.preflight.limits import LIMITS, Limit, Severity
from printkit.preflight.report import FileReport, Finding, Measures, PageReport

__all__ = [
    "LIMITS",
    "FileReport",
    "Finding",
    "Judge",
    "Limit",
    "Measures",
    "PageReport",
    "Severity",
    "check_installed",
]
