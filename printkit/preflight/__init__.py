"""Preflight: checks of any PDF before it is printed.

`PdfChecker` takes a file and returns a report: the measures of each page, and findings that break
one of the rules in `LIMITS`, each with its place and words. Files are read with PDFium and qpdf, in
a child process with limits on time and memory; no code is shared with the backends that draw pages,
so that their mistakes cannot hide here.

    checker            check files in a child process
    checks             all checks of a file, in order
    documentchecks     title, language, boxes, fields, fonts and tags
    actionchecks       active content
    textchecks         fonts, size, position and overlaps
    appearancechecks   lines, pictures, margins, ink, contrast and colours
    pdfobjects         read PDF objects, whatever is wrong with them
    pagecontent        read what a page draws
    raster             render it to pixels
    colourvision       contrast, colour blindness, distances
    findings           rules with their limits, findings and reports
"""

from __future__ import annotations

from printkit.preflight.checker import PdfChecker, check_installed
from printkit.preflight.findings import (
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
    "Limit",
    "Measures",
    "PageReport",
    "PdfChecker",
    "Severity",
    "check_installed",
]
