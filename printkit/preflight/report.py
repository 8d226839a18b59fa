"""The report: what was measured on each page, and what was found, as plain values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from printkit.preflight.limits import LIMITS
from printkit.units import to_mm

if TYPE_CHECKING:
    from printkit.preflight.limits import Severity

Key = TypeVar("Key")
Thing = TypeVar("Thing")
MOST_WORDS = 8


class Box(NamedTuple):
    """A rectangle in points from the top left corner of the page as it is seen."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    def meets(self, other: Box) -> bool:
        """Whether the two have an area in common."""
        left, top, right, bottom = other
        return self.left < right and left < self.right and self.top < bottom and top < self.bottom

    def beyond(self, other: Box) -> float:
        """How far it reaches over an edge of the other; negative if it does not."""
        left, top, right, bottom = other
        return max(left - self.left, top - self.top, self.right - right, self.bottom - bottom)

    def as_json(self) -> dict[str, float]:
        """In millimetres."""
        names = ("x_mm", "y_mm", "width_mm", "height_mm")
        values = (self.left, self.top, self.width, self.height)
        return {name: round(to_mm(value), 1) for name, value in zip(names, values, strict=True)}


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box that holds them all."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


class Finding(NamedTuple):
    """Something that falls short: the rule, the page (0: the file), the place, and the words.

    Several alike on one page are one finding: `times` says how many, place and words are those
    of the first.
    """

    rule: str  # what it falls short of
    message: str  # what is wrong
    page: int = 0  # from 1; 0 is the file
    place: Box | None = None  # where on the page
    words: str = ""  # what stands there
    times: int = 1  # how many alike there are on the page
    because: str = ""  # why whoever made the sheet takes it as it is; mostly nobody says

    @property
    def severity(self) -> Severity:
        """How bad it is."""
        return LIMITS[self.rule].severity

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "rule": self.rule,
            "severity": self.severity,
            "page": self.page or None,
            "place": self.place.as_json() if self.place else None,
            "words": self.words,
            "message": self.message,
            "times": self.times,
            **({"because": self.because} if self.because else {}),
        }


class Measures(NamedTuple):
    """What was measured on a page; None where there is nothing to measure.

    `colour_distance` is that of the two closest hues, for each kind of eye that was tried.
    """

    smallest_type_pt: float | None = None  # size of the smallest letters
    thinnest_line_pt: float | None = None  # width of the thinnest line
    edge_mm: float | None = None  # from the ink to the nearest edge
    contrast: float | None = None  # of the faintest words
    ink_percent: float = 0.0  # how much of the page is covered
    colour_distance: dict[str, float] | None = None  # of the two closest hues
    image_dpi: float | None = None  # of the coarsest picture


class PageReport(NamedTuple):
    """One page: its size in points, its measures, and what was found on it."""

    number: int  # from 1
    width: float  # in points
    height: float  # in points
    measures: Measures  # what was measured
    findings: tuple[Finding, ...]  # what falls short

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "page": self.number,
            "width_mm": round(to_mm(self.width), 1),
            "height_mm": round(to_mm(self.height), 1),
            **self.measures._asdict(),
        }


class FileReport(NamedTuple):
    """A whole file."""

    name: str
    pages: tuple[PageReport, ...]
    findings: tuple[Finding, ...]
    accepted: tuple[Finding, ...] = ()  # what the file gives a reason for: no error, no warning

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(finding.severity == "error" for finding in self.findings)

    @property
    def warnings(self) -> int:
        """How many findings are warnings."""
        return len(self.findings) - self.errors

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "path": self.name,
            "ok": not self.errors,
            "errors": self.errors,
            "warnings": self.warnings,
            "pages": [page.as_json() for page in self.pages],
            "findings": [finding.as_json() for finding in self.findings],
            "accepted": [finding.as_json() for finding in self.accepted],
        }


def grouped(things: Iterable[tuple[Key, Thing]]) -> dict[Key, list[Thing]]:
    """Things by what they have in common, in the order in which they come."""
    groups: dict[Key, list[Thing]] = {}
    for key, thing in things:
        groups.setdefault(key, []).append(thing)
    return groups


def joined(words: Iterable[str]) -> str:
    """The first few words, in one line."""
    known = list(words)
    shown = " ".join(known[:MOST_WORDS])
    return f"{shown} …" if len(known) > MOST_WORDS else shown
