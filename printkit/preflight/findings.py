"""The rules, with their thresholds and reasons, and reports: measures and findings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

from printkit.core.units import to_mm

Key = TypeVar("Key")
Thing = TypeVar("Thing")
MOST_WORDS = 8

Severity: TypeAlias = Literal["error", "warning"]


class Limit(NamedTuple):
    """A condition, with `{}` for its number if there is one, and the reason for it."""

    severity: Severity
    text: str
    reason: str
    bound: float = 0.0

    @property
    def demand(self) -> str:
        """The condition in words."""
        return self.text.format(f"{self.bound:g}")


LIMITS: Final = {
    "font-embedded": Limit("error", "every font is embedded",
        "a printer without the font uses another one: lines get longer, characters become boxes"),
    "font-subset": Limit("warning", "fonts hold only the characters that are used",
        "a whole font makes the file many times larger, and its licence may forbid passing it on"),
    "font-unicode": Limit("error", "every character is mapped to Unicode",
        "otherwise the text can't be searched, copied or read aloud"),
    "type-size": Limit("error", "no type is smaller than {} pt",
        "smaller type cannot be read across a table, and fills in on a copier", 6.5),
    "line-width": Limit("error", "no line is thinner than {} pt",
        "a thinner line breaks up at 600 dpi in grey or colour; width 0 is one dot of the printer",
        0.3),
    "edge": Limit("error", "nothing is printed within {} mm of the edge",
        "office printers leave a quarter of an inch (6.35 mm) blank", 6.4),
    "text-outside": Limit("error", "no text leaves the page by more than {} mm",
        "anything past the edge is cut off; a tenth of a millimetre allows for rounding", 0.1),
    "text-over-text": Limit("error", "no glyph overlaps another by more than {} of its size",
        "both become unreadable; boxes touch a little where lines are tight or letters kerned",
        0.06),
    "text-over-line": Limit("warning", "no glyph overlaps a line or the edge of an area",
        "text that crosses its frame has outgrown it; up to 8% of a glyph's box is allowed",
        8.0),
    "text-hidden": Limit("error", "all text can be seen",
        "words under an area that is drawn later don't print"),
    "contrast": Limit("error", "text has a contrast of at least {}:1 with its background",
        "WCAG 2.2, 1.4.3 (AA): below it, text is hard to read with low vision and in dim light; "
        "up to 15% of what is under a word may be a line that crosses it", 4.5),
    "ink": Limit("warning", "a page uses at most {}% ink (100% is a black page)",
        "cartridges are rated for pages with 5% ink; this is three times as much", 15.0),
    "colours-alike": Limit("warning", "colours of different hue stay {} apart (OKLab, of 100) "
        "for people who are red-, green- or blue-blind, and in grey",
        "one man in twelve confuses red and green, and copiers turn colours into grey: "
        "2 is just visible side by side, 5 across a page", 5.0),
    "image-resolution": Limit("error", "every picture has at least {} dots per inch",
        "with fewer, single pixels are visible at reading distance", 150.0),
    "qr-module": Limit("error", "no module of a QR code is smaller than {} mm",
        "phones cannot tell smaller squares apart on paper, and ink runs into the next", 0.4),
    "page-boxes": Limit("error",
        "the boxes of a page make sense: a size that paper has, and each box within the next",
        "printers and imposition tools place the sheet by them"),
    "page-sizes": Limit("warning", "all pages have the same size",
        "the printer would stop and ask for different paper"),
    "title": Limit("error", "the document has a title",
        "windows, print queues and screen readers show it"),
    "language": Limit("error", "the document says its language",
        "screen readers use it to choose a voice"),
    "tags": Limit("warning", "the document is tagged for screen readers",
        "otherwise a screen reader has to guess headings, tables and the reading order"),
    "table-headers": Limit("warning", "every table has heading cells",
        "a listener needs to know which round and player a number belongs to"),
    "figure-words": Limit("warning", "every figure has a description in words",
        "people who can't see it have nothing else"),
    "active": Limit("error",
        "nothing in the document acts: no scripts, actions, forms, attachments or media, "
        "except a form of printkit's that only adds up",
        "paper can't run anything, and anything that runs can do harm"),
    "field-room": Limit("error", "a field has room to write: 7 x 5 mm, or 4 x 4 mm for a tick",
        "smaller handwriting can't be read at the end of the evening"),
    "link": Limit("warning", "no link leads out of the document",
        "paper can't be clicked: print the address as text"),
    "locked": Limit("error", "the document may be printed",
        "its permissions don't allow printing, or only in low quality"),
    "unjudged": Limit("error", "every file can be checked",
        "a file that overloads or crashes a PDF reader may do the same to a printer"),
}  # fmt: skip


def bound(rule: str) -> float:
    """Return the threshold of a rule."""
    return LIMITS[rule].bound


class Rectangle(NamedTuple):
    """A rectangle in points from the top left corner of the page as it is seen."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """The width."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The height."""
        return self.bottom - self.top

    def meets(self, other: Rectangle) -> bool:
        """Return whether the two overlap."""
        left, top, right, bottom = other
        return self.left < right and left < self.right and self.top < bottom and top < self.bottom

    def beyond(self, other: Rectangle) -> float:
        """Return the distance by which it extends beyond the other; negative if it is inside."""
        left, top, right, bottom = other
        return max(left - self.left, top - self.top, self.right - right, self.bottom - bottom)

    def as_json(self) -> dict[str, float]:
        """Return the box in millimetres, as `--json` prints it."""
        names = ("x_mm", "y_mm", "width_mm", "height_mm")
        values = (self.left, self.top, self.width, self.height)
        return {name: round(to_mm(value), 1) for name, value in zip(names, values, strict=True)}


def bounding_rectangle(boxes: Iterable[Rectangle]) -> Rectangle:
    """Return the bounding box of several boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Rectangle(min(lefts), min(tops), max(rights), max(bottoms))


class Finding(NamedTuple):
    """A violation of a rule.

    Several similar ones on one page are one finding; the place is that of the first.
    """

    rule: str  # a key of LIMITS
    message: str
    page: int = 0  # counted from 1; 0 is the file
    place: Rectangle | None = None  # on the page
    words: str = ""  # the text there
    times: int = 1  # the number of similar ones on the page
    because: str = ""  # why the file accepts it; usually empty

    @property
    def severity(self) -> Severity:
        """The severity of its rule."""
        return LIMITS[self.rule].severity

    def as_json(self) -> dict[str, Any]:
        """Return it as `--json` prints it."""
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
    """The measurements of a page; None if there is nothing to measure."""

    smallest_type_pt: float | None = None
    thinnest_line_pt: float | None = None
    edge_mm: float | None = None  # from the ink to the nearest edge
    contrast: float | None = None  # the lowest one
    ink_percent: float = 0.0
    colour_distance: dict[str, float] | None = None  # the smallest, by type of colour vision
    image_dpi: float | None = None  # the lowest one


class PageReport(NamedTuple):
    """The report on a page: its size in points, its measurements, and its findings."""

    number: int  # counted from 1
    width: float
    height: float
    measures: Measures
    findings: tuple[Finding, ...]

    def as_json(self) -> dict[str, Any]:
        """Return it as `--json` prints it."""
        return {
            "page": self.number,
            "width_mm": round(to_mm(self.width), 1),
            "height_mm": round(to_mm(self.height), 1),
            **self.measures._asdict(),
        }


class FileReport(NamedTuple):
    """The report on a file."""

    name: str
    pages: tuple[PageReport, ...]
    findings: tuple[Finding, ...]
    accepted: tuple[Finding, ...] = ()  # findings that the file gives a reason for

    @property
    def errors(self) -> int:
        """The number of errors."""
        return sum(finding.severity == "error" for finding in self.findings)

    @property
    def warnings(self) -> int:
        """The number of warnings."""
        return len(self.findings) - self.errors

    def as_json(self) -> dict[str, Any]:
        """Return it as `--json` prints it."""
        return {
            "path": self.name,
            "ok": not self.errors,
            "errors": self.errors,
            "warnings": self.warnings,
            "pages": [page.as_json() for page in self.pages],
            "findings": [finding.as_json() for finding in self.findings],
            "accepted": [finding.as_json() for finding in self.accepted],
        }


def group_by_key(things: Iterable[tuple[Key, Thing]]) -> dict[Key, list[Thing]]:
    """Group things by a key, in their original order."""
    groups: dict[Key, list[Thing]] = {}
    for key, thing in things:
        groups.setdefault(key, []).append(thing)
    return groups


def first_words(words: Iterable[str]) -> str:
    """Return the first few words, on one line."""
    known = list(words)
    shown = " ".join(known[:MOST_WORDS])
    return f"{shown} …" if len(known) > MOST_WORDS else shown
