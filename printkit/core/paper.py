"""Paper: names and sizes, the default paper of the system, and offsets that correct a printer.

Sizes are in points, portrait: width is the shorter side.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from printkit.core.errors import UsageError
from printkit.core.messages import say, suggest
from printkit.core.units import INCH, MM, POINTS_PER_UNIT, parse_length, to_mm

PRINTER_MARGIN = 6.4 * MM
"""The edge that office printers can't reach; nothing is printed there."""

ORIENTATIONS = ("portrait", "landscape")
DUPLEX = ("long", "short", "fold")
SIDES = ("fronts", "backs")
"""The choices for paper orientation, for double-sided printing, and for printing one side only."""

LARGEST = 2000 * MM
SMALLEST = 40 * MM


class Paper(NamedTuple):
    """A paper size."""

    name: str
    width: float
    height: float

    def landscape(self) -> Paper:
        """Return the same paper in landscape orientation."""
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

SYSTEM_FILE = Path("/etc/papersize")  # Debian and its derivatives name the default paper here

_SYSTEM_FILE_BYTES = 4096
_LETTER_COUNTRIES = {"US", "CA", "MX", "PH", "CL", "CO", "CR", "GT", "PA", "SV", "VE", "PR"}
_CUSTOM = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*x\s*([0-9]+(?:\.[0-9]+)?)\s*(mm|cm|in|pt)\Z")


def parse_paper(text: str) -> Paper:
    """Parse 'a4', 'Letter' or '210x297mm'."""
    name = text.strip().lower()
    if name in PAPERS:
        return PAPERS[name]
    match = _CUSTOM.match(name)
    if match is None:
        hint = say("{names}\nor give a size, like 210x297mm", names=suggest(name, PAPERS))
        raise UsageError(say("unknown paper '{paper}'", paper=text), hint=hint)
    width, height = (float(side) * POINTS_PER_UNIT[match[3]] for side in match.groups()[:2])
    if not all(SMALLEST <= side <= LARGEST for side in (width, height)):
        hint = say("each side must be 40 to 2000 mm")
        raise UsageError(say("paper '{paper}' is out of range", paper=text), hint=hint)
    return Paper(name, width, height)


def asked_paper() -> Paper | None:
    """Return the paper that PRINTKIT_PAPER names, if it is set."""
    wanted = os.environ.get("PRINTKIT_PAPER")
    if not wanted:
        return None
    try:
        return parse_paper(wanted)
    except UsageError as error:
        raise UsageError(f"PRINTKIT_PAPER: {error.message}", hint=error.hint) from None


def system_paper() -> Paper | None:
    """Return the paper of PAPERSIZE, of the system's file, or of the locale's country, if any."""
    for name in (os.environ.get("PAPERSIZE", ""), _system_file()):
        if name.strip().lower() in PAPERS:
            return PAPERS[name.strip().lower()]
    variables = ("LC_ALL", "LC_PAPER", "LANG")
    locale = next((os.environ[name] for name in variables if os.environ.get(name)), "")
    country = re.match(r"[a-z]{2,3}_([A-Z]{2})", locale)
    if country is None:
        return None
    return PAPERS["letter" if country[1] in _LETTER_COUNTRIES else "a4"]


def _system_file() -> str:
    """Return the first word of the system's file, ignoring comments; empty if there is none."""
    try:
        if not SYSTEM_FILE.is_file():
            return ""
        with SYSTEM_FILE.open("rb") as file:
            text = file.read(_SYSTEM_FILE_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return next(filter(None, lines), "")


class Shift(NamedTuple):
    """The shift of one side of paper, in points, as seen when reading it."""

    right: float = 0.0
    down: float = 0.0


class Offset(NamedTuple):
    """A correction for a printer that prints off-centre: for fronts, and for backs."""

    front: Shift = Shift()
    back: Shift = Shift()

    def __str__(self) -> str:
        sides = (self.front, self.back) if any(self.back) else (self.front,)
        return "/".join(f"{_mm(side.right)},{_mm(side.down)}" for side in sides)


NO_OFFSET = Offset()
LARGEST_OFFSET = 20 * MM


def parse_offset(text: str) -> Offset:
    """Parse '0.5mm,-1mm' for fronts, or '0.5mm,-1mm/0mm,1mm' for fronts and backs."""
    sides = text.split("/")
    if len(sides) > 2:
        raise _no_offset(text)
    return Offset(*(_parse_shift(side, text) for side in sides))


def _parse_shift(side: str, text: str) -> Shift:
    try:
        right, down = (parse_length("0mm" if part.strip() == "0" else part)
                       for part in side.split(","))  # fmt: skip
    except ValueError:
        raise _no_offset(text) from None
    if max(abs(right), abs(down)) > LARGEST_OFFSET:
        message = say("the offset '{text}' is too large", text=text)
        raise UsageError(message, hint=say("use at most 20 mm in each direction"))
    return Shift(right, down)


def _no_offset(text: str) -> UsageError:
    hint = say("write right,down: 0.5mm,-1mm, or 0.5mm,-1mm/0mm,1mm for front/back")
    return UsageError(say("'{text}' isn't a valid offset", text=text), hint=hint)


def _mm(points: float) -> str:
    number = f"{to_mm(points):.3f}".rstrip("0").rstrip(".")
    return f"{'0' if number == '-0' else number}mm"
