"""Paper: names and sizes, and which one a person most likely has in the printer.

Sizes are in points, portrait: width is the shorter side.
"""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from printkit.errors import UsageError, did_you_mean
from printkit.units import INCH, MM, POINTS_PER_UNIT

PRINTER_MARGIN = 6.4 * MM
"""What office printers cannot reach: nothing is printed nearer to the edge."""

LARGEST = 2000 * MM
SMALLEST = 40 * MM


class Paper(NamedTuple):
    """A sheet of paper as it lies in the tray."""

    name: str
    width: float
    height: float

    def landscape(self) -> Paper:
        """The same sheet, turned."""
        return Paper(self.name, self.height, self.width)


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("a3", 297 * MM, 420 * MM),
        Paper("a4", 210 * MM, 297 * MM),
        Paper("a5", 148 * MM, 210 * MM),
        Paper("a6", 105 * MM, 148 * MM),
        Paper("letter", 8.5 * INCH, 11 * INCH),
        Paper("legal", 8.5 * INCH, 14 * INCH),
        Paper("index-3x5", 3 * INCH, 5 * INCH),
        Paper("index-5x8", 5 * INCH, 8 * INCH),
    )
}

_LETTER_COUNTRIES = {"US", "CA", "MX", "PH", "CL", "CO", "CR", "GT", "PA", "SV", "VE", "PR"}
_CUSTOM = re.compile(r"(\d+(?:\.\d+)?)\s*x\s*(\d+(?:\.\d+)?)\s*(mm|cm|in|pt)\Z")


def parse_paper(text: str) -> Paper:
    """'a4', 'Letter' or '210x297mm' as paper; UsageError names what is known."""
    name = text.strip().lower()
    if name in PAPERS:
        return PAPERS[name]
    match = _CUSTOM.match(name)
    if match is None:
        hint = did_you_mean(name, PAPERS)
        raise UsageError(f"unknown paper '{text}'", hint=f"{hint}\nor give a size, like 210x297mm")
    width, height = (float(side) * POINTS_PER_UNIT[match[3]] for side in match.groups()[:2])
    if not all(SMALLEST <= side <= LARGEST for side in (width, height)):
        raise UsageError(f"paper '{text}' is out of range", hint="each side must be 40 to 2000 mm")
    return Paper(name, width, height)


def default_paper() -> Paper:
    """PRINTKIT_PAPER, else the system's paper setting, else what the locale's country uses."""
    if wanted := os.environ.get("PRINTKIT_PAPER"):
        try:
            return parse_paper(wanted)
        except UsageError as error:
            raise UsageError(f"PRINTKIT_PAPER: {error.message}", hint=error.hint) from None
    if (known := os.environ.get("PAPERSIZE", "").lower()) in PAPERS:
        return PAPERS[known]
    locale = next(
        (os.environ[name] for name in ("LC_ALL", "LC_PAPER", "LANG") if os.environ.get(name)), ""
    )
    country = re.match(r"[a-z]{2,3}_([A-Z]{2})", locale)
    return PAPERS["letter" if country and country[1] in _LETTER_COUNTRIES else "a4"]
