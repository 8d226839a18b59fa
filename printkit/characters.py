"""Characters: which of Unicode can be printed at all, whatever the font, and why others cannot.

Takes text; gives it spelt for printing, and refuses by name what would print wrong or not be seen.
Knows no font.

* Text is brought to Unicode NFC. A no-break space prints (and copies) as a space.
* A soft hyphen and the variation selectors of emoji keyboards never print: they are left out.
* Refused: control and format characters, combining marks that NFC leaves over, and scripts that
  run from right to left or need shaped forms.
"""

from __future__ import annotations

import re
import unicodedata

from printkit.errors import MissingGlyphError

_SPELLINGS = {
    0x00A0: " ",  # no-break space
    0x00AD: None,  # soft hyphen
    0xFE0E: None,  # variation selectors: 'as text' and
    0xFE0F: None,  # 'as emoji', which phones put after symbols
}

_REFUSED_CATEGORIES = {
    "Cc": "is a control character",
    "Cf": "is an invisible format character",
    "Cn": "is not assigned to a character",
    "Co": "has no meaning outside one font",
    "Cs": "is half a character",
    "Zl": "is a line separator",
    "Zp": "is a paragraph separator",
    "Mn": "is a combining mark that no letter here takes",
    "Mc": "is a combining mark that no letter here takes",
    "Me": "is a combining mark that no letter here takes",
}

_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})

_SHAPED_SCRIPT = re.compile(
    "(BALINESE|BENGALI|DEVANAGARI|GUJARATI|GURMUKHI|JAVANESE|KANNADA|KHMER|LAO|MALAYALAM|"
    "MONGOLIAN|MYANMAR|ORIYA|PHAGS-PA|SINHALA|TAMIL|TELUGU|THAI|TIBETAN) "
)


def spell(text: str) -> str:
    """The text as it is printed: each letter and its accents one character, where there is one."""
    return unicodedata.normalize("NFC", text).translate(_SPELLINGS)


def is_private(character: str) -> bool:
    """Whether it is a character without a meaning of its own, for fonts to give it one."""
    return unicodedata.category(character) == "Co"


def refuse_unprintable(character: str) -> None:
    """MissingGlyphError if no font could print the character rightly."""
    reason = _REFUSED_CATEGORIES.get(unicodedata.category(character))
    if reason:
        raise MissingGlyphError(f"{name_of(character)} {reason} and cannot be printed")
    if unicodedata.bidirectional(character) in _RIGHT_TO_LEFT:
        raise MissingGlyphError(
            f"{name_of(character)} is written from right to left, which printkit cannot print yet"
        )
    if _SHAPED_SCRIPT.match(unicodedata.name(character, "")):
        raise MissingGlyphError(
            f"{name_of(character)} belongs to a script whose letters change shape side by side, "
            "which printkit cannot print yet"
        )


def name_of(character: str) -> str:
    """The character as Unicode names it: 'U+1F411 SHEEP'."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()
