"""Text blocks: words broken into lines, aligned, and shrunk to a stated floor where allowed."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache, partial
from math import ceil, sqrt
from typing import TYPE_CHECKING, NamedTuple

from printkit.errors import LayoutError, MissingGlyphError, brief
from printkit.fonts import metrics, resolve, shape, text_width
from printkit.layout.blocks import SHARES, TOLERANCE, Area, Draft, Size, too_large
from printkit.scene import BLACK, Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from printkit.errors import Where
    from printkit.layout import nodes
    from printkit.layout.scope import Context, Scope
    from printkit.scene import Colour
    from printkit.theme import Style

SHRINK_STEP = 0.25
CHARACTERS_A_NODE = 100
"""So many characters of a text count as one more node on the page."""
LONGEST_CACHED = 200


class TextBlock(NamedTuple):
    """Words in one font. `floor` is the size to which they may shrink."""

    text: str
    face: str
    size: float
    floor: float
    colour: Colour
    leading: float
    align: str
    valign: str
    wrap: str
    turn: str
    where: Where
    context: Context

    def measure(self, width: float) -> Size:
        """The lines at the given width; a word too wide for it counts as wide as it is."""
        if not self.text:
            return Size(0.0, self.size * self.leading)
        self.context.watch(self.where)
        if self.turn != "none":
            return Size(self.size * self.leading, text_width(self.text, self.face, self.size))
        size, lines = self._unhurried(width)
        widest = max(text_width(line, self.face, size) for line in lines)
        if widest > width + TOLERANCE and self.floor < self.size:
            widest = width
        return Size(widest, len(lines) * size * self.leading)

    def place(self, area: Area, draft: Draft) -> None:
        """Lines into the area, smaller if allowed and needed; else a problem with its place."""
        if not self.text:
            return
        self.context.watch(self.where)
        if self.turn != "none":
            self._place_turned(area, draft)
            return
        size, lines = self._fit(area.width, area.height)
        height = len(lines) * size * self.leading
        top = area.y + (area.height - height) * SHARES[self.valign]
        drop = (size * self.leading + metrics(self.face).cap_height * size) / 2
        for number, line in enumerate(lines):
            free = area.width - text_width(line, self.face, size)
            x = area.x + free * SHARES[self.align]
            self._draw(line, size, x, top + number * size * self.leading + drop, draft)

    def _unhurried(self, width: float) -> tuple[float, tuple[str, ...]]:
        """Size and lines where only the width is given."""
        if self.wrap != "last":
            return self.size, self._lines(self.size, width)
        one = self.text.split("\n")
        size = max(self.floor, self.size * min(1.0, self._shrinkage(one, width)))
        if max(text_width(line, self.face, size) for line in one) <= width + TOLERANCE:
            return self.size, tuple(one)
        return self.floor, self._lines(self.floor, width)

    def _shrinkage(self, lines: Sequence[str], width: float) -> float:
        return width / max(1e-6, *(text_width(line, self.face, self.size) for line in lines))

    def _lines(self, size: float, width: float) -> tuple[str, ...]:
        if self.wrap == "none" or (self.wrap == "last" and size > self.floor):
            return tuple(self.text.split("\n"))
        return break_lines(self.text, self.face, size, round(width, 3), self.wrap == "last")

    def _fit(self, width: float, height: float) -> tuple[float, tuple[str, ...]]:
        size = self._first_size(width, height)
        while True:
            lines = self._lines(size, width)
            wide = max(text_width(line, self.face, size) for line in lines) - width
            high = len(lines) * size * self.leading - height
            if wide <= TOLERANCE and high <= (TOLERANCE if len(lines) > 1 else size * 0.3):
                return size, lines
            if size <= self.floor:
                self._complain(wide, high, size)
                return size, lines
            size = max(self.floor, size - SHRINK_STEP)

    def _first_size(self, width: float, height: float) -> float:
        """The largest size worth a try: at those above it, the letters alone need more room."""
        if len(self.text) <= LONGEST_CACHED or self.floor >= self.size:
            return self.size
        letters = 0.9 * text_width(self.text.replace(" ", "").replace("\n", ""), self.face, 1.0)
        most = max(width / letters, sqrt(max(0.0, width * height / (letters * self.leading))))
        steps = ceil(max(0.0, self.size - most) / SHRINK_STEP)
        return max(self.floor, self.size - steps * SHRINK_STEP)

    def _complain(self, wide: float, high: float, size: float) -> None:
        direction = "wide" if wide > TOLERANCE else "high"
        hint = f"at {size:g} pt it is too {direction}"
        if self.floor >= self.size and size > 6.5:
            hint += "; `shrink: 6.5pt` would let it shrink"
        missing = wide if wide > TOLERANCE else high
        self.context.complain(too_large(f"text '{brief(self.text)}'", missing, self.where, hint))

    def _draw(self, line: str, size: float, x: float, y: float, draft: Draft) -> None:
        for run in shape(line, self.face, size):
            draft.shapes.append(
                Text(x + run.x, y, run.text, run.face, size, self.colour, run.offsets, run.width)
            )

    def _place_turned(self, area: Area, draft: Draft) -> None:
        size = self.size
        while size - SHRINK_STEP >= self.floor and (
            text_width(self.text, self.face, size) > area.height + TOLERANCE
        ):
            size -= SHRINK_STEP
        missing = text_width(self.text, self.face, size) - area.height
        if missing > TOLERANCE:
            self._complain(0.0, missing, size)
        up = self.turn == "up"
        drop = metrics(self.face).cap_height * size / 2
        free = area.height - text_width(self.text, self.face, size)
        share = SHARES[self.valign]
        x = area.x + area.width / 2 + (drop if up else -drop)
        y = area.y + area.height - free * (1 - share) if up else area.y + free * share
        for run in shape(self.text, self.face, size):
            start = y - run.x if up else y + run.x
            draft.shapes.append(
                Text(
                    x, start, run.text, run.face, size, self.colour, run.offsets, run.width,
                    -90.0 if up else 90.0,
                )
            )  # fmt: skip


def break_lines(
    text: str, face: str, size: float, width: float, anywhere: bool = False
) -> tuple[str, ...]:
    """Lines no wider than `width`, broken at spaces; a longer word stands alone in its line.

    With `anywhere`, words that are too long are broken too, where the line is full.
    """
    broken = _broken if len(text) <= LONGEST_CACHED else _broken.__wrapped__
    return broken(text, face, size, width, anywhere)


@lru_cache(maxsize=20_000)
def _broken(text: str, face: str, size: float, width: float, anywhere: bool) -> tuple[str, ...]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        if text_width(paragraph, face, size) <= width + TOLERANCE:
            lines.append(paragraph)
            continue
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and text_width(longer, face, size) > width + TOLERANCE:
                lines.append(line)
                line = word
            else:
                line = longer
            while anywhere and len(line) > 1 and not _fits(line, face, size, width):
                head = _fitting(line, face, size, width)
                lines.append(line[:head])
                line = line[head:]
        lines.append(line)
    return tuple(lines)


def _fits(line: str, face: str, size: float, width: float) -> bool:
    """Does the line fit into the width? Of a very long one, often its beginning tells."""
    start = line[:LONGEST_CACHED]
    return all(text_width(part, face, size) <= width + TOLERANCE for part in {start: 0, line: 0})


def _fitting(word: str, face: str, size: float, width: float) -> int:
    """How many of the word's characters fit into the width; at least one."""
    bound = 2
    while bound < len(word) and text_width(word[:bound], face, size) <= width + TOLERANCE:
        bound *= 2
    counts = range(2, min(bound, len(word)) + 1)
    fits = partial(text_width, face_id=face, size=size)
    return 1 + bisect_right(counts, width + TOLERANCE, key=lambda count: fits(word[:count]))


def make_text(node: nodes.Text, scope: Scope) -> TextBlock:
    """The words in the style they ask for, checked to be printable."""
    style = scope.context.theme.styles[scope.get(node.style) or scope.style]
    face = _face(node, style, scope)
    size = style.size if node.size is None else scope.number(node.size)
    floor = size if node.shrink is None else min(size, scope.number(node.shrink))
    colour = scope.colour(node.colour) if node.colour else scope.context.theme.colours[style.colour]
    inner = scope.aligned(node)
    turn = scope.get(node.turn)
    words = _words(node, face, scope)
    return TextBlock(
        text=words if turn == "none" else words.replace("\n", " "),
        face=face,
        size=size,
        floor=floor,
        colour=colour or BLACK,
        leading=scope.get(node.leading) or style.leading,
        align=inner.align,
        valign=inner.valign,
        wrap=scope.get(node.wrap),
        turn=turn,
        where=node.where,
        context=scope.context,
    )


def with_words(block: TextBlock, node: nodes.Text, scope: Scope) -> TextBlock:
    """The same block with the words that the node has in this scope."""
    scope.context.count(node.where)
    words = _words(node, block.face, scope)
    return block._replace(text=words if block.turn == "none" else words.replace("\n", " "))


def _words(node: nodes.Text, face: str, scope: Scope) -> str:
    words = scope.words(node.words)
    if len(words) >= CHARACTERS_A_NODE:
        scope.context.count(node.where, len(words) // CHARACTERS_A_NODE)
    return printable(words, face, node.where, scope.context)


def _face(node: nodes.Text, style: Style, scope: Scope) -> str:
    family = scope.get(node.font) or style.font
    weight = scope.get(node.weight) or (style.weight if node.font is None else "regular")
    try:
        return resolve(family, weight, scope.fonts)
    except LayoutError as error:
        raise LayoutError(error.message, node.where, error.hint) from None


def plain_text(
    text: str, style: str, scope: Scope, where: Where, align: str = "center"
) -> TextBlock:
    """One short line in a style of the theme, for the labels of tracks."""
    look = scope.context.theme.styles[style]
    face = resolve(look.font, look.weight)
    colour = scope.context.theme.colours[look.colour] or BLACK
    words = printable(text, face, where, scope.context)
    return TextBlock(
        words, face, look.size, 6.5, colour, look.leading, align, "middle", "none", "none", where,
        scope.context,
    )  # fmt: skip


def printable(text: str, face: str, where: Where, context: Context) -> str:
    """The text if every character can be printed; else a problem, and nothing."""
    try:
        for line in text.split("\n"):
            text_width(line, face, 1.0)
    except MissingGlyphError as error:
        context.complain(MissingGlyphError(error.message, where, error.hint))
        return ""
    return text
