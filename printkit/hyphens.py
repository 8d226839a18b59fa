"""Hyphens: where a word of a language may be broken.

Takes a word with whatever clings to it; gives places in it. The patterns are those of Pyphen, which
is imported when the first word is broken. Languages without patterns have no such places.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path

from printkit.patterns import pattern

SHORTEST, LONGEST = 5, 200
"""Letters that a word needs to be broken, and may have with all that clings to it."""

BEFORE, AFTER = 2, 3  # letters that stay before a break, and that go to the next line

_WORD = pattern(r"[^\W\d_]+")
_STEP = pattern(r"([0-9]?)[^0-9]?")
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


def _inside(word: str, patterns: _Patterns) -> Iterator[int]:
    """The places inside of one run of letters."""
    if len(word) >= SHORTEST and not word.isupper():
        for at in patterns.places(word.lower()):
            if BEFORE <= at <= len(word) - AFTER:
                yield at


@cache
def _patterns(language: str) -> _Patterns | None:
    """The patterns of a language, None where there are none."""
    import pyphen

    known = pyphen.language_fallback(language)
    return _Patterns(pyphen.LANGUAGES[known]) if known else None


class _Patterns:
    """Letters that stand side by side in words of a language, with digits among them: `hy3ph`.

    A digit is the level of the place where it stands. Of all patterns whose letters are in a word
    the highest level counts there; an odd one allows a break. A file holds tens of thousands of
    patterns, so each stays as it is written until a word has its letters.
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
        """After how many of its letters a word in small letters may be broken."""
        dotted = f".{word}."
        levels: dict[int, int] = {}
        for start, end in combinations(range(len(dotted) + 1), 2):
            if each := self._written.get(dotted[start:end]):
                for at, level in _levels(each):
                    levels[start + at] = max(level, levels.get(start + at, 0))
        return [at - 1 for at, level in sorted(levels.items()) if level % 2 and type(level) is int]


class _Changing(int):
    """The level of a break that changes letters, as in Hungarian: nobody breaks a word there."""


@lru_cache(maxsize=4096)
def _levels(written: str) -> tuple[tuple[int, int], ...]:
    """The levels of a pattern with their places; what follows `/` says how letters change."""
    marked, change, _ = written.partition("/")
    kind = _Changing if change else int
    steps = enumerate(_STEP.findall(marked))
    return tuple((at, kind(level)) for at, level in steps if level)
