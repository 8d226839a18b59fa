"""Bidirectional text: the visual order of letters when some scripts run from right to left.

`levels` gives each character of a line its level, and `visual_order` sorts runs of equal level from
left to right. This is Unicode's algorithm (UAX #9) without embeddings, overrides and isolates,
whose invisible characters `core.source` refuses.

python-bidi only returns the reordered text, but shaping needs the level of each character. A test
compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final
from unicodedata import bidirectional, category, mirrored

MARKS: Final = {"\N{LEFT-TO-RIGHT MARK}": 0, "\N{RIGHT-TO-LEFT MARK}": 1}
"""Invisible characters that set the direction of a line when they begin it, and its level."""

_NEAR: Final = re.compile(
    "[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""The blocks of scripts that run from right to left; most texts have none of them."""
_UNMARKED: Final = dict.fromkeys(map(ord, MARKS))
_BACKWARDS: Final = frozenset({"R", "AL", "AN"})
_STRONG: Final = {"L": "L", "R": "R", "AL": "R"}
_AS_STRONG: Final = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
_NEUTRAL: Final = frozenset({"B", "S", "WS", "ON"})
_MOST_OPEN: Final = 63


def is_mixed(text: str) -> bool:
    """Return whether anything in the text runs from right to left."""
    if text.isascii() or _NEAR.search(text) is None:
        return False
    return any(bidirectional(one) in _BACKWARDS for one in text)


def base_level(text: str) -> int:
    """Return 1 for a text that runs from right to left, by its first letter; otherwise 0."""
    found = (_STRONG.get(bidirectional(character)) for character in text)
    return int(next(filter(None, found), "L") == "R")


def mark_of(level: int) -> str:
    """Return the mark that sets the direction of a line."""
    return next(mark for mark, said in MARKS.items() if said == level)


def without_marks(text: str) -> str:
    """Return the text without the marks in it."""
    return text if text.isascii() else text.translate(_UNMARKED)


def apart(text: str) -> str:
    """Return a text isolated from its surroundings, so that it doesn't affect their direction."""
    return text + mark_of(0) if is_mixed(text) else text


def levels(text: str, base: int) -> list[int]:
    """Return the level of each character: odd ones run from right to left."""
    start = "LR"[base]
    kinds = _weak([bidirectional(character) or "L" for character in text], start)
    _pair_brackets(text, kinds, start)
    _settle_neutrals(kinds, start)
    found = [_level(kind, base) for kind in kinds]
    for at in reversed(range(len(text))):
        if bidirectional(text[at]) not in ("WS", "S", "B"):
            break
        found[at] = base  # L1: trailing blanks get the level of the line
    return found


def visual_order(levels: Sequence[int]) -> list[int]:
    """Return the indices of runs from left to right, given the level of each (L2)."""
    order = list(range(len(levels)))
    lowest = min((level for level in levels if level % 2), default=0)
    for level in range(max(levels, default=0), max(lowest, 1) - 1, -1):
        at = 0
        while at < len(order):
            end = at
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[at:end] = reversed(order[at:end])
            at = end + 1
    return order


def _level(kind: str, base: int) -> int:
    if base:
        return base + (kind != "R")
    return {"R": 1, "AN": 2, "EN": 2}.get(kind, 0)


def _weak(kinds: list[str], start: str) -> list[str]:
    """Resolve marks, numbers and separators by their neighbours (W1-W7)."""
    before = start
    for at, kind in enumerate(kinds):
        kinds[at] = before = before if kind in ("NSM", "BN") else kind
    strong = start
    for at, kind in enumerate(kinds):
        strong = kind if kind in _STRONG else strong
        if kind == "EN" and strong == "AL":
            kinds[at] = "AN"
    kinds = ["R" if kind == "AL" else kind for kind in kinds]
    _join_numbers(kinds)
    strong = start
    for at, kind in enumerate(kinds):
        strong = kind if kind in "LR" else strong
        if kind == "EN" and strong == "L":
            kinds[at] = "L"
    return kinds


def _join_numbers(kinds: list[str]) -> None:
    """Make separators between digits and signs beside them part of the number (W4-W6)."""
    for at in range(1, len(kinds) - 1):
        before, kind, after = kinds[at - 1 : at + 2]
        if before == after and (
            (before == "EN" and kind in ("ES", "CS")) or (before == "AN" and kind == "CS")
        ):
            kinds[at] = before
    for start, end in _spans(kinds, frozenset({"ET"})):
        if "EN" in (kinds[start - 1 : start] + kinds[end : end + 1]):
            kinds[start:end] = ["EN"] * (end - start)
    for at, kind in enumerate(kinds):
        if kind in ("ES", "ET", "CS"):
            kinds[at] = "ON"


def _spans(kinds: Sequence[str], wanted: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each sequence of the wanted kinds."""
    at = 0
    while at < len(kinds):
        end = at
        while end < len(kinds) and kinds[end] in wanted:
            end += 1
        if end > at:
            yield at, end
        at = end + 1


def _settle_neutrals(kinds: list[str], start: str) -> None:
    """Give neutrals the direction of both neighbours, otherwise that of the line (N1, N2)."""
    for at, end in list(_spans(kinds, _NEUTRAL)):
        before = _AS_STRONG[kinds[at - 1]] if at else start
        after = _AS_STRONG[kinds[end]] if end < len(kinds) else start
        kinds[at:end] = [before if before == after else start] * (end - at)


def _pair_brackets(text: str, kinds: list[str], start: str) -> None:
    """Give paired brackets the direction of the text inside or before them (N0)."""
    for opening, closing in sorted(_brackets(text, kinds)):
        inside = {_AS_STRONG.get(kind) for kind in kinds[opening + 1 : closing]} - {None}
        if not inside:
            continue
        chosen = start
        if start not in inside:
            before = (_AS_STRONG.get(kind) for kind in reversed(kinds[:opening]))
            chosen = next(filter(None, before), start)
        for at in (opening, closing):
            kinds[at] = chosen
            while at + 1 < len(text) and bidirectional(text[at + 1]) == "NSM":
                at += 1
                kinds[at] = chosen


def _brackets(text: str, kinds: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the positions of paired brackets (BD16)."""
    waiting: list[tuple[str, int]] = []
    for at, character in enumerate(text):
        if kinds[at] != "ON" or not mirrored(character):
            continue
        if category(character) == "Ps":
            if len(waiting) == _MOST_OPEN:
                return
            closing = chr(ord(character) + (2 if character in "[{" else 1))
            waiting.append((closing, at))
        elif category(character) == "Pe":
            found = [place for place, (closing, _) in enumerate(waiting) if closing == character]
            if found:
                yield waiting[found[-1]][1], at
                del waiting[found[-1] :]
