"""Limits: what a printed page must keep to, and why. The one place where a threshold stands."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

Severity: TypeAlias = Literal["error", "warning"]


class Limit(NamedTuple):
    """What must be true, with `{}` for the number in it if there is one, and the reason."""

    severity: Severity
    text: str
    reason: str
    bound: float = 0.0

    @property
    def demand(self) -> str:
        """What must be true."""
        return self.text.format(f"{self.bound:g}")


# A rule has a line for what it demands and one for the reason.
LIMITS: Final = {
    "font-embedded": Limit("error", "every font is embedded",
        "a printer that lacks the font takes another: lines grow, characters become boxes"),
    "font-subset": Limit("warning", "fonts hold only the characters that are used",
        "a whole font makes the file many times larger, and its licence may forbid passing it on"),
    "font-unicode": Limit("error", "every character is mapped to Unicode",
        "else the text cannot be searched, copied or read aloud"),
    "type-size": Limit("error", "no type is smaller than {} pt",
        "smaller type cannot be read across a table, and fills in on a copier", 6.5),
    "line-width": Limit("error", "no line is thinner than {} pt",
        "a thinner line breaks up at 600 dpi in grey or colour; width 0 is one dot of the printer",
        0.3),
    "edge": Limit("error", "nothing is printed within {} mm of the edge",
        "office printers leave a quarter of an inch (6.35 mm) blank", 6.4),
    "text-outside": Limit("error", "no text leaves the page by more than {} mm",
        "what is past the edge is cut off; a tenth of a millimetre is the rounding of a box", 0.1),
    "text-over-text": Limit("error", "no glyph lies on another by more than {} of its size",
        "both become unreadable; boxes touch a little where lines are tight or letters kerned",
        0.06),
    "text-over-line": Limit("warning", "no glyph lies on a line or on the edge of an area",
        "text that crosses the frame of its cell has outgrown it; 8 % of a glyph's box is a touch",
        8.0),
    "text-hidden": Limit("error", "all text can be seen",
        "words under an area that is drawn later do not print"),
    "contrast": Limit("error", "text stands out from what is under it by {}:1",
        "WCAG 2.2, 1.4.3 (AA): below it, weak eyes and weak light lose the text; "
        "up to 15 % of what is under a word may be a line that crosses it", 4.5),
    "ink": Limit("warning", "a page takes at most {} % ink (100 % is a black page)",
        "cartridges are rated by pages with 5 %; three times as much is worth a thought", 15.0),
    "colours-alike": Limit("warning", "colours of different hue stay {} apart (OKLab, of 100) "
        "for red-, green- and blue-blind eyes and in grey",
        "one man in twelve confuses red and green, and copiers know no hue: "
        "2 is just visible side by side, 5 across a page", 5.0),
    "image-resolution": Limit("error", "no picture has fewer than {} dots per inch",
        "below it, single pixels can be seen at reading distance", 150.0),
    "page-boxes": Limit("error",
        "the boxes of a page make sense: a size that paper has, and each box within the next",
        "printers and imposition tools place the sheet by them"),
    "page-sizes": Limit("warning", "all pages are of one size",
        "the printer stops and asks for other paper"),
    "title": Limit("error", "the document has a title",
        "windows, print queues and screen readers show it"),
    "language": Limit("error", "the document names its language",
        "screen readers choose their voice by it"),
    "tags": Limit("warning", "the document is tagged: it says how it is read aloud",
        "else a screen reader guesses what is a heading or a table, and what comes first"),
    "table-headers": Limit("warning", "every table has heading cells",
        "whoever hears a number wants to know of which round and whose it is"),
    "figure-words": Limit("warning", "every figure says in words what it shows",
        "whoever does not see it has nothing else"),
    "active": Limit("error",
        "nothing in the document acts: no scripts, actions, forms, attachments or media, "
        "except a form of printkit's that only adds up",
        "paper cannot act, and what can act can harm"),
    "field-room": Limit("error", "a field has room to write: 7 x 5 mm, or 4 x 4 mm for a tick",
        "what cannot be written by hand cannot be read at the end of the evening"),
    "link": Limit("warning", "no link leads out of the document",
        "paper cannot be clicked: say the address in words"),
    "locked": Limit("error", "the document may be printed",
        "its permissions forbid printing, or printing well"),
    "unjudged": Limit("error", "every file can be judged",
        "what is too much for a reader of PDF, or ends it, may do the same to a printer"),
}  # fmt: skip


def bound(rule: str) -> float:
    """The number of a rule that has one."""
    return LIMITS[rule].bound
