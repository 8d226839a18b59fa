"""Text blocks: lettering broken into lines, aligned, and shrunk to a stated floor where allowed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import ceil, sqrt
from typing import TYPE_CHECKING

from printkit.budget import current
from printkit.errors import LayoutError, MissingGlyphError, Where, brief
from printkit.faces import resolve
from printkit.glyphs import metrics
from printkit.layout import nodes
from printkit.layout.areas import ALIGNMENT, TOLERANCE, Area, Size, too_large
from printkit.layout.breaking import LONGEST_CACHED, Breaks, break_lines, split_lines
from printkit.layout.lettering import Lettering, Start
from printkit.layout.rich import Setter, Weights
from printkit.layout.values import ColourName
from printkit.patterns import pattern
from printkit.scene import BLACK, Colour, Shape
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    import re

    from printkit.layout.context import Context
    from printkit.layout.draft import Draft
    from printkit.layout.scope import Scope
    from printkit.theme import Style

SHRINK_STEP = 0.25
_BROKEN = pattern(r"\b(\w+)- (\w+)")
"""A word that goes on in the next line."""
LITTLE_SHRINKING = 10.0
"""So many points less are tried one after the other; of more, only those worth a try."""
CHARACTERS_A_NODE = 100  # how many characters of a text count as one more node on the page
STEPS_A_TEXT = 5


class TextBlock(NamedTuple):
    """Words, and how they stand in their place."""

    words: Lettering  # what is written
    size: float  # of the letters, unless they have to shrink
    floor: float  # the size to which they may shrink
    colour: Colour | None  # none shows nothing, but takes the room
    leading: float  # the height of a line, as a multiple of the size
    scope: Scope  # where they lie
    wrap: str  # how they are broken into lines: words, none or last
    turn: str  # the way they run: none, up or down
    where: Where  # where the node stands
    language: str = ""  # the one at whose syllables words may be broken; empty where they may not

    def measure(self, width: float) -> Size:
        """The lines at the given width; a word too wide for it counts as wide as it is."""
        if not self.words.text:
            return Size(0.0, self.size * self.leading)
        self._spend()
        if self.turn != "none":
            return Size(self.size * self.leading, self.words.width(self.size))
        size, lines = self._unhurried(width)
        widest = max(line.width(size) for line in lines)
        if widest > width + TOLERANCE and self.floor < self.size:
            widest = width
        return Size(widest, len(lines) * size * self.leading)

    def place(self, area: Area, draft: Draft) -> None:
        """Lines into the area, smaller if allowed and needed; else a problem with its place."""
        if not self.words.text:
            return
        self._spend()
        if self.turn != "none":
            self._place_turned(area, draft)
            return
        size, lines = self._fit(area.width, area.height)
        if self.wrap == "last" and self.floor < self.size:
            draft.add_sized((self.where, self.size), size, partial(self._at_size, area))
        else:
            draft.shapes += self.line_shapes(lines, size, area)

    def _at_size(self, area: Area, size: float) -> list[Shape]:
        return list(self.line_shapes(self.lines(size, area.width), size, area))

    def line_shapes(self, lines: Sequence[Lettering], size: float, area: Area) -> Iterator[Shape]:
        """Lines below each other, aligned in the area."""
        if self.colour is None:
            return
        height = len(lines) * size * self.leading
        top = area.y + (area.height - height) * ALIGNMENT[self.scope.valign]
        drop = (size * self.leading + metrics(self.words.face).cap_height * size) / 2
        for number, line in enumerate(lines):
            free = area.width - line.width(size)
            x = area.x + free * ALIGNMENT[self.scope.align]
            start = Start(x, top + number * size * self.leading + drop)
            yield from line.shapes(start, size, self.colour)

    def said(self, *lines: Lettering) -> str:
        """What is read aloud where words may be broken or icons stand among them; else nothing."""
        if not self.language and not any(line.has_icons for line in lines):
            return ""
        translate = self.scope.context.ticket.catalogue.translate
        named = [line.named(lambda name: translate(name.replace("-", " "))) for line in lines]
        return _BROKEN.sub(self._mended, " ".join(named))

    def _mended(self, broken: re.Match[str]) -> str:
        word = broken[1] + broken[2]
        return word if word in self.words.text else broken[0]

    def _spend(self) -> None:
        current().spend(STEPS_A_TEXT + len(self.words.text), self.where)

    def lines(self, size: float, width: float) -> tuple[Lettering, ...]:
        """The lines at a size."""
        if self.wrap == "none" or (self.wrap == "last" and size > self.floor):
            return split_lines(self.words)
        breaks = Breaks(self.wrap == "last", self.language)
        return break_lines(self.words, size, round(width, 3), breaks)

    def _unhurried(self, width: float) -> tuple[float, tuple[Lettering, ...]]:
        """Size and lines where only the width is given."""
        if self.wrap != "last":
            return self.size, self.lines(self.size, width)
        one = split_lines(self.words)
        size = max(self.floor, self.size * min(1.0, self._shrinkage(one, width)))
        if max(line.width(size) for line in one) <= width + TOLERANCE:
            return self.size, one
        return self.floor, self.lines(self.floor, width)

    def _shrinkage(self, lines: Sequence[Lettering], width: float) -> float:
        return width / max(1e-6, *(line.width(self.size) for line in lines))

    def _fit(self, width: float, height: float) -> tuple[float, tuple[Lettering, ...]]:
        size = self._first_size(width, height)
        while True:
            lines = self.lines(size, width)
            wide = max(line.width(size) for line in lines) - width
            high = len(lines) * size * self.leading - height
            if wide <= TOLERANCE and high <= (TOLERANCE if len(lines) > 1 else size * 0.3):
                return size, lines
            if size <= self.floor:
                self._complain(wide, high, size)
                return size, lines
            size = max(self.floor, size - SHRINK_STEP)

    def _first_size(self, width: float, height: float) -> float:
        """The largest size worth a try: at those above it, the letters alone need more room."""
        if self.size - self.floor <= (
            LITTLE_SHRINKING if len(self.words.text) <= LONGEST_CACHED else 0.0
        ):
            return self.size
        letters = 0.9 * self.words.dense().width(1.0)
        most = max(width / letters, sqrt(max(0.0, width * height / (letters * self.leading))))
        steps = ceil(max(0.0, self.size - most) / SHRINK_STEP)
        return max(self.floor, self.size - steps * SHRINK_STEP)

    def _complain(self, wide: float, high: float, size: float) -> None:
        direction = "wide" if wide > TOLERANCE else "high"
        hint = f"at {size:g} pt it is too {direction}"
        if self.floor >= self.size and size > 6.5:
            hint += "; `shrink: 6.5pt` would let it shrink"
        missing = wide if wide > TOLERANCE else high
        what = f"text '{brief(self.words.shown)}'"
        self.scope.context.complain(too_large(what, missing, self.where, hint))

    def _place_turned(self, area: Area, draft: Draft) -> None:
        size = self.size
        while size - SHRINK_STEP >= self.floor and (
            self.words.width(size) > area.height + TOLERANCE
        ):
            size -= SHRINK_STEP
        missing = self.words.width(size) - area.height
        if missing > TOLERANCE:
            self._complain(0.0, missing, size)
        up = self.turn == "up"
        drop = metrics(self.words.face).cap_height * size / 2
        free = area.height - self.words.width(size)
        share = ALIGNMENT[self.scope.valign]
        x = area.x + area.width / 2 + (drop if up else -drop)
        y = area.y + area.height - free * (1 - share) if up else area.y + free * share
        start = Start(x, y, -90.0 if up else 90.0)
        if self.colour is not None:
            draft.shapes.extend(self.words.shapes(start, size, self.colour))


def make_text(node: nodes.Text | nodes.Rich, scope: Scope) -> TextBlock:
    """The words in the style they ask for, checked to be printable."""
    style = scope.context.ticket.theme.styles[scope.get(node.style) or scope.style]
    size = style.size if node.size is None else scope.number(node.size)
    floor = size if node.shrink is None else min(size, scope.number(node.shrink))
    colour = scope.ink(node.colour or ColourName(style.colour), BLACK)
    hyphens = scope.hyphens if node.hyphens is None else scope.get(node.hyphens)
    return TextBlock(
        words=_words(node, _weights(node, style, scope), colour, scope),
        size=size,
        floor=floor,
        colour=colour,
        leading=scope.get(node.leading) or style.leading,
        scope=scope.aligned(node),
        wrap=scope.get(node.wrap),
        turn=scope.get(node.turn),
        where=node.where,
        language=scope.context.ticket.catalogue.language if hyphens else "",
    )


def with_words(block: TextBlock, text: str, context: Context) -> TextBlock:
    """The same block with other words."""
    words = _plain(text, block.words.face, block.turn, block.where, context)
    return block._replace(words=words)


def _words(
    node: nodes.Text | nodes.Rich, weights: Weights, colour: Colour | None, scope: Scope
) -> Lettering:
    try:
        face = weights.face
    except LayoutError as error:
        raise LayoutError(error.message, node.where, error.hint) from None
    turn = scope.get(node.turn)
    if isinstance(node, nodes.Text):
        return _plain(scope.words(node.words), face, turn, node.where, scope.context)
    words = Setter(node, weights, scope, colour).set()
    if turn != "none":
        words = words._replace(text=words.text.replace("\n", " "))
    _count(words.text, node.where, scope.context)
    return printable(words, node.where, scope.context)


def _plain(text: str, face: str, turn: str, where: Where, context: Context) -> Lettering:
    _count(text, where, context)
    words = Lettering(text if turn == "none" else text.replace("\n", " "), face)
    return printable(words, where, context)


def _count(text: str, where: Where, context: Context) -> None:
    if len(text) >= CHARACTERS_A_NODE:
        context.count(where, len(text) // CHARACTERS_A_NODE)


def _weights(node: nodes.Text | nodes.Rich, style: Style, scope: Scope) -> Weights:
    family = scope.get(node.font) or style.font
    weight = scope.get(node.weight) or (style.weight if node.font is None else "regular")
    return Weights(family, weight, scope.fonts)


def plain_text(
    text: str, style: str, scope: Scope, where: Where, align: str = "center"
) -> TextBlock:
    """One short line in a style of the theme, for the labels of tracks."""
    look = scope.context.ticket.theme.styles[style]
    colour = scope.context.ticket.theme.colours[look.colour] or BLACK
    words = printable(Lettering(text, resolve(look.font, look.weight)), where, scope.context)
    inner = scope._replace(align=align, valign="middle")
    return TextBlock(words, look.size, 6.5, colour, look.leading, inner, "none", "none", where)


def printable(words: Lettering, where: Where, context: Context) -> Lettering:
    """The words if every character can be printed; else a problem, and nothing."""
    try:
        for line in split_lines(words):
            line.width(1.0)
    except MissingGlyphError as error:
        context.complain(MissingGlyphError(error.message, where, error.hint))
        return words.cut(0, 0)
    return words
