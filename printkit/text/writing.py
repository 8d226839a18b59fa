"""Text segmentation: clusters that stay together, and line-break opportunities.

Takes text; gives places in it. A cluster is a letter with everything that is written on it. Most
scripts begin a new line at a blank only; Chinese, Japanese and Korean between most characters,
Thai and Lao before a vowel that begins a syllable. Without a dictionary that is as much as can be
known of scripts without blanks, so that other words of theirs are broken only where they must be.
Words of languages that Pyphen knows may be hyphenated. Knows no font.
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
    """The script of a character, by the first word of its name; empty for shared characters."""
    if is_wide(character):
        return "CJK"
    first = name(character, "").replace("-", " ").partition(" ")[0]
    return first if category(character)[0] in "LM" or first in _WITH_OWN_SIGNS else ""


def is_wide(character: str) -> bool:
    """Return whether it is full-width, like East Asian characters; emoji are not."""
    is_picture = "\U0001f000" <= character < "\U00020000"
    return character >= "\u1100" and not is_picture and east_asian_width(character) in "WF"


def clusters(text: str) -> list[int]:
    """Return the start of each cluster."""
    return [at for at in range(len(text)) if at == 0 or not _belongs(text, at)]


def _belongs(text: str, at: int) -> bool:
    """Return whether a character is written on the one before it, or tied to it."""
    here, before = text[at], text[at - 1]
    if category(here) in _ON_LETTERS or here in _LIKE_MARKS or here in JOINERS:
        return True
    if category(here)[0] != "L":
        return False
    tied = before if before not in JOINERS else text[at - 2 : at - 1]
    return bool(tied) and combining(tied) == _VIRAMA and script_of(tied) in _TYING


def pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each unbreakable piece."""
    start = 0
    for word in text.split(" "):
        end = start + len(word)
        for place in () if word.isascii() else _breaks(word):
            yield start, end - len(word) + place
            start = end - len(word) + place
        yield start, end
        start = end + 1


def _breaks(word: str) -> Iterator[int]:
    """Yield the positions inside a word where a line may end."""
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
    """Return whether its script has no blanks between words."""
    return not word.isascii() and any(script_of(one) in _WITHOUT_BLANKS for one in word)


def whole_clusters(text: str, count: int) -> int:
    """Return the length of as many whole clusters as fit into `count` characters, at least one."""
    places = [*clusters(text)[1:], len(text)]
    return max((place for place in places if place <= count), default=places[0])


SHORTEST, LONGEST = 5, 200
"""Letters that a word needs to be broken, and may have with all that clings to it."""

BEFORE, AFTER = 2, 3  # letters that stay before a break, and that go to the next line

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
    """Yield the places inside one run of letters."""
    if len(word) >= SHORTEST and not word.isupper():
        for at in patterns.places(word.lower()):
            if BEFORE <= at <= len(word) - AFTER:
                yield at


@cache
def _patterns(language: str) -> _Patterns | None:
    """Return the patterns of a language; None if there are none."""
    import pyphen

    known = pyphen.language_fallback(language)
    return _Patterns(pyphen.LANGUAGES[known]) if known else None


class _Patterns:
    """Pyphen's patterns: letters that stand side by side, with digits among them: `hy3ph`.

    A digit is the level of the place where it stands. Of all patterns whose letters are in a word
    the highest level counts there; an odd one allows a break.

    Pyphen itself takes a second to parse its German file before the first word, which is longer
    than the whole command takes. Here each pattern is kept as written until a word has its
    letters, and the first word takes 50 ms. A test compares the two.
    """

    def __init__(self, file: Path) -> None:
        head, *lines = file.read_bytes().split(b"\n")
        written = b"\n".join(map(bytes.strip, lines))
        texts = (written.translate(None, delete=b"0123456789"), written)
        letters, patterns = (text.decode(head.decode().strip()).split("\n") for text in texts)
        self._written = {
            key.partition("/")[0] if "=" in key else key: each
            for key, each in zip(letters, patterns, strict=True)
            if key != each  # else it has no digits
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
    """The level of a break that changes letters, as in Hungarian: words are not broken there."""


@lru_cache(maxsize=4096)
def _levels(written: str) -> tuple[tuple[int, int], ...]:
    """The levels of a pattern with their places; what follows `/` says how letters change."""
    marked, change, _ = written.partition("/")
    kind = _Changing if change else int
    steps = enumerate(_STEP.findall(marked))
    return tuple((at, kind(level)) for at, level in steps if level)
