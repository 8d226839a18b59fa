"""Writing: how scripts divide a text, into clusters that stay whole and places for a new line.

Takes text; gives places in it. A cluster is a letter with everything that is written on it. Most
scripts begin a new line at a blank only; Chinese, Japanese and Korean between most characters,
Thai and Lao before a vowel that begins a syllable. Without a dictionary that is as much as can be
known of scripts without blanks, so that other words of theirs are broken only where they must be.
Knows no font.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from unicodedata import category, combining, east_asian_width, name

from printkit.characters import JOINERS

_ON_LETTERS: Final = frozenset({"Mn", "Mc", "Me"})
_LIKE_MARKS: Final = "\N{THAI CHARACTER SARA AM}\N{LAO VOWEL SIGN AM}"
_VIRAMA: Final = 9
"""The combining class of the sign that ties a letter to the next one."""
_TYING: Final = frozenset(
    {"BENGALI", "DEVANAGARI", "GUJARATI", "KHMER", "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA",
     "TELUGU", "KANNADA", "JAVANESE", "BALINESE"}
)  # fmt: skip

_WITH_OWN_SIGNS: Final = _TYING | {
    "ARABIC", "HEBREW", "THAI", "LAO", "TIBETAN", "TAMIL", "GURMUKHI", "MONGOLIAN", "ARMENIAN",
}  # fmt: skip
"""Scripts that have figures and marks of punctuation of their own."""

_FIRST_VOWELS: Final = frozenset(map(chr, (*range(0xE40, 0xE45), *range(0xEC0, 0xEC5))))
_NOT_FIRST: Final = frozenset(
    "ー々ゝゞヽヾ〻ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ・：；！？…‥、。，．"
)
"""What never begins a line, besides closing brackets and marks."""
_WITHOUT_BLANKS: Final = frozenset({"THAI", "LAO", "KHMER", "MYANMAR"})


def script_of(character: str) -> str:
    """The script of a character, by the first word of its name; empty for what scripts share."""
    if is_wide(character):
        return "CJK"
    first = name(character, "").replace("-", " ").partition(" ")[0]
    return first if category(character)[0] in "LM" or first in _WITH_OWN_SIGNS else ""


def is_wide(character: str) -> bool:
    """Whether it fills a square, as characters of East Asia do; not so emoji."""
    is_picture = "\U0001f000" <= character < "\U00020000"
    return character >= "\u1100" and not is_picture and east_asian_width(character) in "WF"


def clusters(text: str) -> list[int]:
    """Where each cluster begins."""
    return [at for at in range(len(text)) if at == 0 or not _belongs(text, at)]


def _belongs(text: str, at: int) -> bool:
    """Whether a character is written on the one before it, or tied to it."""
    here, before = text[at], text[at - 1]
    if category(here) in _ON_LETTERS or here in _LIKE_MARKS or here in JOINERS:
        return True
    if category(here)[0] != "L":
        return False
    tied = before if before not in JOINERS else text[at - 2 : at - 1]
    return bool(tied) and combining(tied) == _VIRAMA and script_of(tied) in _TYING


def pieces(text: str) -> Iterator[tuple[int, int]]:
    """Where each piece begins and ends that stays in one line if that is wide enough."""
    start = 0
    for word in text.split(" "):
        end = start + len(word)
        for place in () if word.isascii() else _breaks(word):
            yield start, end - len(word) + place
            start = end - len(word) + place
        yield start, end
        start = end + 1


def _breaks(word: str) -> Iterator[int]:
    """The places inside of a word where a line may end."""
    for at in clusters(word)[1:]:
        before, after = word[at - 1], word[at]
        begins = after in _FIRST_VOWELS and before >= "\u0e00"
        is_free = (is_wide(before) or is_wide(after)) and not _clings(before, after)
        if begins or is_free:
            yield at


def _clings(before: str, after: str) -> bool:
    closes = after in _NOT_FIRST or category(after) in ("Pe", "Pf", "Po")
    return closes or category(before) in ("Ps", "Pi")


def has_no_blanks(word: str) -> bool:
    """Whether it is of a script that has no blanks between words."""
    return not word.isascii() and any(script_of(one) in _WITHOUT_BLANKS for one in word)


def whole_clusters(text: str, count: int) -> int:
    """How many characters are as many clusters as `count` holds; at least one cluster is."""
    places = [*clusters(text)[1:], len(text)]
    return max((place for place in places if place <= count), default=places[0])
