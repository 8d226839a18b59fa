"""Checks of the text of a page: fonts, size, position and overlaps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from unicodedata import category, combining

from printkit.core.units import MM, format_mm, to_mm
from printkit.preflight.findings import (
    Finding,
    Rectangle,
    bound,
    bounding_rectangle,
    first_words,
    group_by_key,
)
from printkit.preflight.pagecontent import ahead, upright

if TYPE_CHECKING:
    from printkit.preflight.pagecontent import Marks, PrintedGlyph, Word

_CELL = 24.0
_MOST_IN_CELL = 200  # there is room for about thirty glyphs of 6.5 pt type
_LEAST_DEPTH = 0.4  # the accuracy of boxes, in points
_LEAST_STEP = 0.18  # the distance between the narrowest letters of a line, relative to the size
_ROUNDING = 0.01

GlyphOfWord: TypeAlias = "tuple[int, PrintedGlyph]"
"""The index of a word, and one of its glyphs."""


class FontFacts(NamedTuple):
    """The file's data about a font of this name."""

    is_mapped: bool
    is_subset: bool


def strip_subset_tag(name: str) -> str:
    """Return the name of a font without its subset tag."""
    return name[7:] if name[6:7] == "+" and name[:6].isalpha() and name[:6].isupper() else name


def check_fonts(marks: Marks, fonts: Mapping[str, FontFacts], page: int) -> Iterator[Finding]:
    """Find fonts that aren't embedded, not a subset, or not mapped to Unicode; one per font."""
    by_font = group_by_key((word.glyphs[0].run.font, word) for word in marks.words)
    for name, words in by_font.items():
        facts = fonts.get(strip_subset_tag(name), FontFacts(is_mapped=True, is_subset=True))
        is_embedded = words[0].glyphs[0].run.is_embedded
        shown = name or "without a name"
        if not is_embedded:
            yield _of_words("font-embedded", f"the font {shown} is not embedded", words, page)
        elif not facts.is_subset:
            yield _of_words(
                "font-subset", f"the font {shown} is embedded in full, not as a subset", words, page
            )
        unmapped = [word for word in words if not (facts.is_mapped and word.is_mapped)]
        if unmapped:
            message = f"some characters of the font {shown} are not mapped to Unicode"
            yield _of_words("font-unicode", message, unmapped, page)


def smallest_type(marks: Marks) -> float | None:
    """Return the size of the smallest type, in points."""
    sizes = [word.glyphs[0].size for word in marks.words if word.is_visible]
    return round(min(sizes), 2) if sizes else None


def check_size(marks: Marks, page: int, smallest: float = 0.0) -> Iterator[Finding]:
    """Find type that is too small, for large print by its own limit; one finding per size."""
    least = max(bound("type-size"), smallest)
    visible = (word for word in marks.words if word.is_visible)
    sizes = ((min(glyph.size for glyph in word.glyphs), word) for word in visible)
    small = ((round(size, 1), word) for size, word in sizes if size < least - _ROUNDING)
    for size, words in sorted(group_by_key(small).items()):
        yield _of_words("type-size", f"type of {size:g} pt is under {least:g} pt", words, page)


def check_outside(marks: Marks, page: int) -> Iterator[Finding]:
    """Find words that leave the page; one finding per run of them."""
    slack = bound("text-outside") * MM
    sheet = Rectangle(0, 0, marks.width, marks.height)
    outside = (w for w in marks.words if w.is_visible and w.box.beyond(sheet) > slack)
    for words in group_by_key((word.glyphs[0].run.number, word) for word in outside).values():
        beyond = max(word.box.beyond(sheet) for word in words)
        message = f"text leaves the page by {format_mm(beyond)}"
        yield _of_words("text-outside", message, words, page)


def check_overlaps(marks: Marks, page: int) -> Iterator[Finding]:
    """Find words that overlap; one finding per pair."""
    deepest: dict[tuple[int, int], tuple[float, Rectangle]] = {}
    for (one, glyph), (two, other) in _neighbours(marks.words):
        depth = _overlap(glyph, other)
        pair = min(one, two), max(one, two)
        if depth and depth > deepest.get(pair, (0.0, None))[0]:
            deepest[pair] = depth, bounding_rectangle((glyph.box, other.box))
    for (one, two), (depth, place) in deepest.items():
        words = [marks.words[index].text for index in dict.fromkeys((one, two))]
        message = f"glyphs overlap by {to_mm(depth):.1f} mm"
        yield Finding("text-over-text", message, page, place, " | ".join(words))


def _neighbours(words: Sequence[Word]) -> Iterator[tuple[GlyphOfWord, GlyphOfWord]]:
    """Yield each pair of glyphs whose boxes overlap, once."""
    cells: defaultdict[tuple[int, int], list[GlyphOfWord]] = defaultdict(list)
    for index, word in enumerate(words):
        if not word.is_visible:
            continue
        for glyph in word.glyphs:
            near: dict[int, GlyphOfWord] = {}
            for cell in _cells(glyph.box):
                near.update((id(other), (at, other)) for at, other in cells[cell])
                if len(cells[cell]) < _MOST_IN_CELL:
                    cells[cell].append((index, glyph))
            for entry in near.values():
                if glyph.box.meets(entry[1].box):
                    yield entry, (index, glyph)


def _cells(box: Rectangle) -> Iterator[tuple[int, int]]:
    columns = range(int(box.left // _CELL), int(box.right // _CELL) + 1)
    rows = range(int(box.top // _CELL), int(box.bottom // _CELL) + 1)
    if len(columns) * len(rows) > 400:  # a huge glyph
        columns, rows = columns[:20], rows[:20]
    return ((column, row) for column in columns for row in rows)


def _overlap(one: PrintedGlyph, other: PrintedGlyph) -> float:
    """Return the overlap of two glyphs, or 0 if it is harmless."""
    if _belong_together(one, other):
        return 0.0
    size = min(one.size, other.size)
    depth = _depth(one, other)
    return depth if depth > max(_LEAST_DEPTH, bound("text-over-text") * size) else 0.0


def _belong_together(one: PrintedGlyph, other: PrintedGlyph) -> bool:
    """Return whether glyphs may overlap: neighbours, ligatures, accents, letters drawn twice."""
    if _is_accent(one.character) or _is_accent(other.character):
        return True
    along, across = ahead(one, other)
    size = min(one.size, other.size)
    if hypot(along, across) < 0.1 * size:
        return one.run is other.run or one.character == other.character
    turned = one.direction[0] * other.direction[0] + one.direction[1] * other.direction[1] < 0.99
    if turned or abs(across) > 0.15 * size:
        return False
    return abs(along) > _LEAST_STEP * size


def _is_accent(character: str) -> bool:
    return bool(combining(character)) or category(character) in ("Sk", "Mn", "Me")


def _depth(one: PrintedGlyph, other: PrintedGlyph) -> float:
    """Return the least distance by which one box has to move to separate the two."""
    x = (one.box.left + one.box.right - other.box.left - other.box.right) / 2
    y = (one.box.top + one.box.bottom - other.box.top - other.box.bottom) / 2
    depths = []
    for c, s in {one.direction, other.direction}:
        for axis in ((c, s), (-s, c)):
            reach = _reach(one, axis) + _reach(other, axis)
            depths.append(reach - abs(x * axis[0] + y * axis[1]))
    return max(0.0, min(depths))


def _reach(glyph: PrintedGlyph, axis: tuple[float, float]) -> float:
    """Return half the projection of a glyph's rotated box on an axis."""
    width, height = upright(glyph.box, glyph.direction)
    c, s = glyph.direction
    along = abs(c * axis[0] + s * axis[1])
    across = abs(c * axis[1] - s * axis[0])
    return (width * along + height * across) / 2


def _of_words(rule: str, message: str, words: Sequence[Word], page: int) -> Finding:
    """Make one finding for several words, at the place of their first line."""
    first = words[0]
    line = [first, *(word for word in words[1:] if _is_beside(first, word))]
    place = bounding_rectangle(word.box for word in line)
    return Finding(rule, message, page, place, first_words(word.text for word in words), len(words))


def _is_beside(first: Word, word: Word) -> bool:
    _, across = ahead(first.glyphs[0], word.glyphs[0])
    return abs(across) < 0.5 * first.glyphs[0].size
