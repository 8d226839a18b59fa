"""Text segmentation: clusters that stay together, and line-break opportunities.

A cluster is a letter with all the marks on it. Most scripts break lines only at blanks; Chinese,
Japanese and Korean between most characters; Thai and Lao before a vowel that begins a syllable.
More isn't known of scripts without blanks unless there is a dictionary, so other words in them are
broken only if they have to be. Words of languages that Pyphen knows may be hyphenated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path
from typing import Final
from unicodedata import category, combining, east_asian_width, name

from printkit.text.characters import JOINERS

_ON_LETTERS: Final = frozenset({"Mn", "Mc", "Me"})
_LIKE_MARKS: Final = "\N{THAI CHARACTER SARA AM}\N{LAO VOWEL SIGN AM}"
_VIRAMA: Final = 9
"""The combining class of the sign that joins a letter to the next one."""
_TYING: Final = frozenset(
    {"BENGALI", "DEVANAGARI", "GUJARATI", "KHMER", "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA",
     "TELUGU", "KANNADA", "JAVANESE", "BALINESE"}
)  # fmt: skip

_WITH_OWN_SIGNS: Final = _TYING | {
    "ARABIC", "HEBREW", "THAI", "LAO", "TIBETAN", "TAMIL", "GURMUKHI", "MONGOLIAN", "ARMENIAN",
}  # fmt: skip
"""Scripts that have digits and punctuation of their own."""

_FIRST_VOWELS: Final = frozenset(map(chr, (*range(0xE40, 0xE45), *range(0xEC0, 0xEC5))))
_NOT_FIRST: Final = frozenset(
    "ー々ゝゞヽヾ〻ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ・：；！？…‥、。，．"
)
"""Characters that never begin a line, besides closing brackets and punctuation."""
_WITHOUT_BLANKS: Final = frozenset({"THAI", "LAO", "KHMER", "MYANMAR"})


_HYPHEN: Final = re.compile(r"(?<=\w)[-\N{HYPHEN}](?=\w)")


def script_of(character: str) -> str:
    """Return the script of a character, the first word of its name; empty if scripts share it."""
    if is_wide(character):
        return "CJK"
    first = name(character, "").replace("-", " ").partition(" ")[0]
    return first if category(character)[0] in "LM" or first in _WITH_OWN_SIGNS else ""


def is_wide(character: str) -> bool:
    """Return whether a character is full-width, like East Asian ones; emoji don't count."""
    is_picture = "\U0001f000" <= character < "\U00020000"
    return character >= "\u1100" and not is_picture and east_asian_width(character) in "WF"


def clusters(text: str) -> list[int]:
    """Return the start of each cluster."""
    return [at for at in range(len(text)) if at == 0 or not _belongs(text, at)]


def _belongs(text: str, at: int) -> bool:
    """Return whether a character is a mark on the one before it, or joined to it."""
    here, before = text[at], text[at - 1]
    if category(here) in _ON_LETTERS or here in _LIKE_MARKS or here in JOINERS:
        return True
    if category(here)[0] != "L":
        return False
    tied = before if before not in JOINERS else text[at - 2 : at - 1]
    return bool(tied) and combining(tied) == _VIRAMA and script_of(tied) in _TYING


def pieces(text: str, *, hyphens: bool = False) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each unbreakable piece; lines may end after hyphens, too."""
    start = 0
    for word in text.split(" "):
        end = start + len(word)
        places = set() if word.isascii() else {*_breaks(word)}
        if hyphens:
            places.update(found.end() for found in _HYPHEN.finditer(word))
        for place in sorted(places):
            yield start, end - len(word) + place
            start = end - len(word) + place
        yield start, end
        start = end + 1


def _breaks(word: str) -> Iterator[int]:
    """Yield the positions inside a word where a line may end."""
    for at in clusters(word)[1:]:
        before, after = word[at - 1], word[at]
        begins = after in _FIRST_VOWELS and before >= "\u0e00"
        is_free = (is_wide(before) or is_wide(after)) and not _stays_together(before, after)
        if begins or is_free:
            yield at


def _stays_together(before: str, after: str) -> bool:
    closes = after in _NOT_FIRST or category(after) in ("Pe", "Pf", "Po")
    return closes or category(before) in ("Ps", "Pi")


def has_no_blanks(word: str) -> bool:
    """Return whether a word is in a script without blanks between words."""
    return not word.isascii() and any(script_of(one) in _WITHOUT_BLANKS for one in word)


def whole_clusters(text: str, count: int) -> int:
    """Return the length of as many whole clusters as fit into `count` characters, at least one."""
    places = [*clusters(text)[1:], len(text)]
    return max((place for place in places if place <= count), default=places[0])


SHORTEST, LONGEST = 5, 200
"""The lengths of words that may be hyphenated: at least in letters, at most in characters."""

BEFORE, AFTER = 2, 3  # letters that must remain before and after a break

_WORD = re.compile(r"[^\W\d_]+")
_STEP = re.compile(r"([0-9]?)[^0-9]?")
_DASH = re.compile(r"(?<=\w)[-–/](?=\w)")


@lru_cache(maxsize=4096)
def syllables(word: str, language: str) -> tuple[tuple[int, bool], ...]:
    """Return the positions where the word may be broken, and whether each needs a hyphen."""
    if len(word) > LONGEST:
        return ()
    found = {match.end(): False for match in _DASH.finditer(word)}
    patterns = _patterns(language)
    if patterns is not None:
        for match in _WORD.finditer(word):
            found |= {match.start() + at: True for at in _inside(match[0], patterns)}
    return tuple(sorted(found.items()))


def _inside(word: str, patterns: _Patterns) -> Iterator[int]:
    """Yield the positions where a run of letters may be hyphenated."""
    if len(word) >= SHORTEST and not word.isupper():
        for at in patterns.places(word.lower()):
            if BEFORE <= at <= len(word) - AFTER:
                yield at


@cache
def _patterns(language: str) -> _Patterns | None:
    """Return the hyphenation patterns of a language; None if there are none."""
    import pyphen

    known = pyphen.language_fallback(language)
    return _Patterns(pyphen.LANGUAGES[known]) if known else None


class _Patterns:
    """Pyphen's patterns: sequences of letters with digits between them, such as `hy3ph`.

    A digit is the level of its position. At each position of a word, the highest level of all
    patterns that match there counts; an odd one allows a break.

    Pyphen itself takes a second to parse its German file before the first word, which is longer
    than the whole command. Here a pattern is parsed only when a word contains its letters, and the
    first word takes 50 ms. A test compares the two.
    """

    def __init__(self, file: Path) -> None:
        head, *lines = file.read_bytes().split(b"\n")
        written = b"\n".join(map(bytes.strip, lines))
        texts = (written.translate(None, delete=b"0123456789"), written)
        letters, patterns = (text.decode(head.decode().strip()).split("\n") for text in texts)
        self._written = {
            key.partition("/")[0] if "=" in key else key: each
            for key, each in zip(letters, patterns, strict=True)
            if key != each  # unless it has no digits
        }

    def places(self, word: str) -> list[int]:
        """Return the positions where a lower-case word may be broken."""
        dotted = f".{word}."
        levels: dict[int, int] = {}
        for start, end in combinations(range(len(dotted) + 1), 2):
            if each := self._written.get(dotted[start:end]):
                for at, level in _levels(each):
                    levels[start + at] = max(level, levels.get(start + at, 0))
        return [at - 1 for at, level in sorted(levels.items()) if level % 2 and type(level) is int]


class _Changing(int):
    """The level of a break that changes letters, as in Hungarian; words aren't broken there."""


@lru_cache(maxsize=4096)
def _levels(written: str) -> tuple[tuple[int, int], ...]:
    """Return the levels of a pattern with their positions; `/` begins a change of letters."""
    marked, change, _ = written.partition("/")
    kind = _Changing if change else int
    steps = enumerate(_STEP.findall(marked))
    return tuple((at, kind(level)) for at, level in steps if level)
