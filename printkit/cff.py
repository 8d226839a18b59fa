"""CFF: how the glyphs of a PostScript font are numbered inside of it.

Takes the table of a font that HarfBuzz has written; gives the number by which a PDF has to name
each glyph. Only as much of the format (Adobe Technical Note 5176) is read as that needs.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

_CHARSET, _CHARSTRINGS = 15, 17
_ROS: Final = (12, 30)
_REAL: Final = 30


def glyph_names(table: bytes) -> list[int]:
    """For each glyph what a PDF calls it: its CID if the font has such, else its own number."""
    _, end = _index(table, table[2])
    top = _dictionary(_index(table, end)[0][0])
    count = int.from_bytes(table[(at := top[_CHARSTRINGS][0]) : at + 2])
    if _ROS not in top:
        return list(range(count))
    return _charset(table, top[_CHARSET][0], count)


def _index(table: bytes, start: int) -> tuple[list[bytes], int]:
    """A list of byte strings, and where it ends."""
    count, size = int.from_bytes(table[start : start + 2]), table[start + 2]
    if not count:
        return [], start + 2
    first = start + 3
    places = [
        int.from_bytes(table[at : at + size])
        for at in range(first, first + (count + 1) * size, size)
    ]
    data = first + (count + 1) * size - 1
    return [table[data + a : data + b] for a, b in pairwise(places)], data + places[-1]


def _dictionary(data: bytes) -> dict[int | tuple[int, int], list[int]]:
    """Operators with the numbers before them; fractions count as 0."""
    found: dict[int | tuple[int, int], list[int]] = {}
    numbers: list[int] = []
    at = 0
    while at < len(data):
        first = data[at]
        if first <= 21:
            operator: int | tuple[int, int] = (first, data[at + 1]) if first == 12 else first
            found[operator], numbers = numbers, []
            at += 2 if first == 12 else 1
        else:
            number, at = _number(data, at)
            numbers.append(number)
    return found


def _number(data: bytes, at: int) -> tuple[int, int]:
    first = data[at]
    if first == _REAL:
        end = at + 1
        while data[end] & 0xF != 0xF and data[end] >> 4 != 0xF:
            end += 1
        return 0, end + 1
    if first in (28, 29):
        size = 2 if first == 28 else 4
        return int.from_bytes(data[at + 1 : at + 1 + size], signed=True), at + 1 + size
    if first <= 246:
        return first - 139, at + 1
    high = (first - 247) * 256 + 108 if first <= 250 else -(first - 251) * 256 - 108
    return high + (data[at + 1] if first <= 250 else -data[at + 1]), at + 2


def _charset(table: bytes, at: int, count: int) -> list[int]:
    """The CID of each glyph; the first is always 0."""
    kind, at = table[at], at + 1
    names = [0]
    while len(names) < count:
        name = int.from_bytes(table[at : at + 2])
        more = 0 if kind == 0 else int.from_bytes(table[at + 2 : at + 2 + kind])
        names += range(name, name + more + 1)
        at += 2 + kind
    return names[:count]
