"""Characters: which Unicode characters can be printed in any font, and why others can't.

* Text is normalised to NFC. A no-break space prints (and copies) as a space, a narrow one as a thin
  space; lines break at neither.
* Soft hyphens and the variation selectors of emoji keyboards are left out.
* Control and format characters are refused, and so are combining marks without a letter, or too
  many of them on one letter.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import zip_longest

from printkit.core.errors import MissingGlyphError, name_of
from printkit.core.messages import say

_SPELLINGS = {
    0x00A0: " ",  # no-break space
    0x202F: "\N{THIN SPACE}",  # a narrow no-break space, which few fonts have
    0x00AD: None,  # soft hyphen
    0xFE0E: None,  # variation selectors: 'as text' and
    0xFE0F: None,  # 'as emoji', which phones put after symbols
}

_REFUSED_CATEGORIES = {
    "Cc": say("is a control character"),
    "Cf": say("is an invisible format character"),
    "Cn": say("isn't assigned to any character"),
    "Co": say("is a private-use character"),
    "Cs": say("is half a character"),
    "Zl": say("is a line separator"),
    "Zp": say("is a paragraph separator"),
}

JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Characters that join or separate letters in scripts with joined letters; useless in others."""

BRAILLE_BLANK = "\N{BRAILLE PATTERN BLANK}"

# Unicode's 'default ignorable' characters: format characters, fillers, variation selectors, tags.
_NEVER_SEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)

_MARKS = frozenset({"Mn", "Mc", "Me"})
MAX_MARKS = 4
"""The number of combining marks that a letter may have without touching other lines."""

_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})

_SHAPED_SCRIPT = re.compile(
    "(BALINESE|BENGALI|DEVANAGARI|GUJARATI|GURMUKHI|JAVANESE|KANNADA|KHMER|LAO|MALAYALAM|"
    "MONGOLIAN|MYANMAR|NKO|ORIYA|PHAGS-PA|SINHALA|TAMIL|TELUGU|THAI|TIBETAN) "
)


def spell(text: str) -> str:
    """Spell a text as it is printed: letters and their accents composed if possible (NFC)."""
    return unicodedata.normalize("NFC", text).translate(_SPELLINGS)


def visible(text: str) -> str:
    """Return the visible part of a text, with blanks between words collapsed."""
    seen = _NEVER_SEEN.sub("", unicodedata.normalize("NFC", text))
    if seen.isascii():
        return " ".join(seen.split())
    return " ".join("".join(" " if is_blank(one) else _in_full(one) for one in seen).split())


def _in_full(character: str) -> str:
    """Return the letters that a compatibility character such as ﬁ represents."""
    kind, *codes = unicodedata.decomposition(character).split() or ("",)
    letters = "".join(chr(int(code, 16)) for code in codes) if kind == "<compat>" else character
    return character if any(map(unicodedata.combining, letters)) else letters


def find_invisible(text: str) -> str:
    """Return the first character, apart from spaces, that is invisible; empty if there is none."""
    return next((one for one in text if one != " " and not visible(one)), "")


def is_blank(character: str) -> bool:
    """Return whether a character prints as blank space."""
    return character == BRAILLE_BLANK or unicodedata.category(character) in ("Zs", "Zl", "Zp")


def difference(text: str, other: str) -> str:
    """Name the odder one of the two characters at the first difference between two texts."""
    pairs = zip_longest(text, other, fillvalue="")
    differing = next(pair for pair in pairs if len({*pair}) > 1)
    return name_of(max(filter(None, differing), key=lambda one: (not one.isascii(), is_blank(one))))


def is_private(character: str) -> bool:
    """Return whether a character is for private use: its meaning depends on the font."""
    return unicodedata.category(character) == "Co"


def is_plain(character: str) -> bool:
    """Return whether a character is printed the same way whatever its neighbours are."""
    kind = unicodedata.category(character)
    if kind in _REFUSED_CATEGORIES or kind in _MARKS:
        return False
    return character.isascii() or not _is_of_shaped_script(character)


def _is_of_shaped_script(character: str) -> bool:
    if unicodedata.bidirectional(character) in _RIGHT_TO_LEFT:
        return True
    return _SHAPED_SCRIPT.match(unicodedata.name(character, "")) is not None


def refuse_unprintable(character: str) -> None:
    """Raise MissingGlyphError if no font could print the character correctly."""
    reason = _REFUSED_CATEGORIES.get(unicodedata.category(character))
    if reason:
        template = "{character} {reason} and can't be printed"
        message = say(template, character=name_of(character), reason=reason)
        raise MissingGlyphError(message)


def refuse_misplaced(cluster: str) -> None:
    """Raise MissingGlyphError if a mark can't be printed on the letter before it."""
    letter, others = cluster[0], cluster[1:]
    joins = _is_of_shaped_script(letter)
    for character in others:
        if not (joins and character in JOINERS):
            refuse_unprintable(character)
            if _NEVER_SEEN.match(character):
                template = "{character} is invisible and can't be printed"
                raise MissingGlyphError(say(template, character=name_of(character)))
    piled = "".join(one for one in others if unicodedata.combining(one))[MAX_MARKS:]
    is_bare = unicodedata.category(letter)[0] not in "LN"
    wrong = letter if unicodedata.category(letter) in _MARKS else others if is_bare else piled
    if wrong:
        template = (
            "{character} is a combining mark that doesn't fit its letter and can't be printed"
        )
        raise MissingGlyphError(say(template, character=name_of(wrong[0])))
