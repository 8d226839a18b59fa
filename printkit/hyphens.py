"""Hyphens: where a word of a language may be broken.

Takes a word with whatever clings to it; gives places in it. The patterns are those of Pyphen, which
is imported when the first word is broken. Languages without patterns have no such places.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from printkit.patterns import pattern

SHORTEST, LONGEST = 5, 200
"""Letters that a word needs to be broken, and may have with all that clings to it."""

BEFORE, AFTER = 2, 3  # letters that stay before a break, and that go to the next line

_WORD = pattern(r"[^\W\d_]+")
_DASH = pattern(r"(?<=\w)[-–/](?=\w)")


@lru_cache(maxsize=4096)
def syllables(word: str, language: str) -> tuple[tuple[int, bool], ...]:
    """Where the word may be broken, in order, and whether a hyphen has to be added there."""
    if len(word) > LONGEST:
        return ()
    found = {match.end(): False for match in _DASH.finditer(word)}
    patterns = _patterns(language)
    if patterns is not None:
        for match in _WORD.finditer(word):
            found |= {match.start() + at: True for at in _inside(match[0], patterns)}
    return tuple(sorted(found.items()))


def _inside(word: str, patterns: Any) -> Iterator[int]:
    """The places inside of one run of letters."""
    if len(word) >= SHORTEST and not word.isupper():
        for at in patterns.positions(word.lower() if len(word.lower()) == len(word) else word):
            if BEFORE <= at <= len(word) - AFTER and not at.data:  # some change letters
                yield int(at)


@cache
def _patterns(language: str) -> Any:
    """The patterns of a language, None where there are none."""
    import pyphen

    known = pyphen.language_fallback(language)
    return pyphen.Pyphen(lang=known) if known else None
