"""Preflight: checks of any PDF before it is printed.

`Judge` takes a file and returns a report: the measures of each page, and findings that break one of
the rules in `LIMITS`, each with its place and words. Files are read with PDFium and qpdf, in a
child process with limits on time and memory; no code is shared with the backends that draw pages,
so that their mistakes cannot hide here.

    objects      read PDF objects, whatever is wrong with them
    document     check title, language, boxes, fields, fonts and tags
    actions      find active content
    content      read what a page draws
    raster       render it to pixels
    text         check fonts, size, position and overlaps
    appearance   check lines, pictures, margins, ink, contrast and colours
    colour       contrast, colour blindness, distances
    report       rules and findings
"""

from __future__ import annotations

from printkit.preflight.judge import Judge, check_installed
from printkit.preflight.report import (
    LIMITS,
    FileReport,
    Finding,
    Limit,
    Measures,
    PageReport,
    Severity,
)

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
