"""Limits: what a printed page must keep to, and why. The one place where a threshold stands."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

Severity: TypeAlias = Literal["error", "warning"]


class Limit(NamedTuple):
    """A rule: what must be true, the number in it (None where there is none), and the reason."""

    rule: str
    severity: Severity
    bound: float | None
    unit: str
    demand: str
    reason: str


_TABLE: Final = (
    Limit(
        "font-embedded", "error", None, "",
        "every font is embedded",
        "a printer that lacks the font takes another: lines grow, characters become boxes",
    ),
    Limit(
        "font-subset", "warning", None, "",
        "fonts hold only the characters that are used",
        "a whole font makes the file many times larger, and its licence may forbid passing it on",
    ),
    Limit(
        "font-unicode", "error", None, "",
        "every character is mapped to Unicode",
        "else the text cannot be searched, copied or read aloud",
    ),
    Limit(
        "type-size", "error", 6.5, "pt",
        "no type is smaller than 6.5 pt",
        "smaller type cannot be read across a table, and fills in on a copier",
    ),
    Limit(
        "line-width", "error", 0.3, "pt",
        "no line is thinner than 0.3 pt",
        "a thinner line breaks up at 600 dpi in grey or colour; width 0 is one dot of the printer",
    ),
    Limit(
        "edge", "error", 6.4, "mm",
        "nothing is printed within 6.4 mm of the edge",
        "office printers leave a quarter of an inch (6.35 mm) blank",
    ),
    Limit(
        "text-outside", "error", 0.1, "mm",
        "no text leaves the page",
        "what is past the edge is cut off; a tenth of a millimetre is the rounding of a box",
    ),
    Limit(
        "text-over-text", "error", 0.06, "of the type size",
        "no glyph lies on another",
        "both become unreadable; boxes may touch by 6 % of the size, as tight lines and kerning do",
    ),
    Limit(
        "text-over-line", "warning", 8.0, "%",
        "no glyph lies on a line or on the edge of an area",
        "text that crosses the frame of its cell has outgrown it; 8 % of a glyph's box is a touch",
    ),
    Limit(
        "text-hidden", "error", None, "",
        "all text can be seen",
        "words under an area that is drawn later do not print",
    ),
    Limit(
        "contrast", "error", 4.5, ":1",
        "text stands out from what is under it by 4.5:1",
        "WCAG 2.2, 1.4.3 (AA): below it, weak eyes and weak light lose the text; "
        "up to 15 % of what is under a word may be a line that crosses it",
    ),
    Limit(
        "ink", "warning", 15.0, "%",
        "a page takes at most 15 % ink (100 % is a black page)",
        "cartridges are rated by pages with 5 %; three times as much is worth a thought",
    ),
    Limit(
        "colours-alike", "warning", 5.0, "ΔE",
        "colours of different hue stay 5 apart (OKLab, of 100) "
        "for red-, green- and blue-blind eyes and in grey",
        "one man in twelve confuses red and green, and copiers know no hue: "
        "2 is just visible side by side, 5 across a page",
    ),
    Limit(
        "image-resolution", "error", 150.0, "dpi",
        "no picture has fewer than 150 dots per inch",
        "below it, single pixels can be seen at reading distance",
    ),
    Limit(
        "page-boxes", "error", None, "",
        "the boxes of a page make sense: a size that paper has, and each box within the next",
        "printers and imposition tools place the sheet by them",
    ),
    Limit(
        "page-sizes", "warning", None, "",
        "all pages are of one size",
        "the printer stops and asks for other paper",
    ),
    Limit(
        "title", "error", None, "",
        "the document has a title",
        "windows, print queues and screen readers show it",
    ),
    Limit(
        "language", "error", None, "",
        "the document names its language",
        "screen readers choose their voice by it",
    ),
    Limit(
        "active", "error", None, "",
        "nothing in the document acts: no scripts, actions, forms, attachments or media",
        "paper cannot act, and what can act can harm",
    ),
    Limit(
        "link", "warning", None, "",
        "no link leads out of the document",
        "paper cannot be clicked: say the address in words",
    ),
    Limit(
        "locked", "error", None, "",
        "the document may be printed",
        "its permissions forbid printing, or printing well",
    ),
    Limit(
        "unjudged", "error", None, "",
        "every file can be judged",
        "what is too much for a reader of PDF, or ends it, may do the same to a printer",
    ),
)  # fmt: skip

LIMITS: Final = {limit.rule: limit for limit in _TABLE}


def bound(rule: str) -> float:
    """The number of a rule that has one."""
    number = LIMITS[rule].bound
    assert number is not None
    return number
