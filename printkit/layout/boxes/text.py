"""Text: shaping words, breaking lines, aligning, and shrinking to a minimum size if allowed.

Plain text is set in one face. Styled text has a mark for every character: its face, or the icon in
its place. Breaking lines, shrinking and aligning are the same for both. By default words stay
whole; they may be broken after a hyphen (for names), or between syllables with a hyphen (for
running text). Scripts without blanks have their own rules for breaking lines. Each line has the
direction of its paragraph.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, islice
from math import ceil, cos, radians, sin, sqrt
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from printkit.core.budget import count_steps, current_budget
from printkit.core.errors import BadValueError, LayoutError, MissingGlyphError, Where, brief
from printkit.core.icons import Icon, icon_fragment, load_icon, stroke_width
from printkit.core.scene import BLACK, Colour, Fragment, Item, Placed, Text
from printkit.core.theme import pen_width
from printkit.core.units import add_up
from printkit.layout.boxes.box import ALIGNMENT, TOLERANCE, Area, Size, too_large
from printkit.layout.language.functions import GIVEN, MarkedText
from printkit.layout.language.templates import IconMark, Phrase, Phrases, parse_marks
from printkit.layout.language.values import ColourName
from printkit.layout.log import current_log, report
from printkit.layout.translation import translate_marked_words
from printkit.layout.typesize import (
    ALIKE,
    LITTLE_SHRINKING,
    ONE_LINE,
    SHRINK_STEP,
    SMALLEST_TYPE,
)
from printkit.text.bidi import (
    apart,
    base_level,
    is_mixed,
    levels,
    mark_of,
    visual_order,
    without_marks,
)
from printkit.text.faces import Families, font_use, recording_fonts, resolve
from printkit.text.glyphs import metrics
from printkit.text.segmentation import has_no_blanks, pieces, syllables, whole_clusters
from printkit.text.shaping import shape, text_width

if TYPE_CHECKING:
    from printkit.layout.nodes.text import BaseTextNode, RichNode, TextNode
    from printkit.layout.scope import Scope

CHARACTERS_A_NODE = 100  # characters of a text that count as one more node on the page
STEPS_A_TEXT = 5
COMMANDS_A_NODE = 10  # commands of an icon's paths that count as one more node on the page
LONGEST_CACHED = 200
LONGEST_CLUSTER = 16
CHARACTERS_A_STEP = 2

ICON = "\N{OBJECT REPLACEMENT CHARACTER}"  # represents an icon in a text
ICON_SIZE = 1.3  # the size of an icon in a line, as a multiple of the type size
SLANT = 0.2  # the slant of letters without an italic face: about eleven degrees
LIGHT = 2.0  # words whose red, green and blue add up to more are on a dark background
HEAVY = ("bold", "black")

_PUNCTUATION = "!?:;»"  # what French separates from the word before it
_BROKEN = re.compile(r"\b(\w+)- (\w+)")  # a word that continues on the next line
_COUNTED = re.compile(rf"(?<=\d) {ICON}")  # a number stays on one line with the icon it counts


class Start(NamedTuple):
    """The start of a line on its baseline, and its rotation, clockwise in degrees."""

    x: float
    y: float
    turn: float = 0.0

    def point_at(self, along: float, above: float = 0.0) -> tuple[float, float]:
        """Return the point at this distance along the line and above it."""
        if not self.turn:
            return self.x + along, self.y - above
        c, s = round(cos(radians(self.turn)), 9), round(sin(radians(self.turn)), 9)
        return self.x + along * c + above * s, self.y + along * s - above * c


class LetterStyle(NamedTuple):
    """The face of some letters, and their slant."""

    face: str
    slant: float = 0.0


class InlineIcon(NamedTuple):
    """An icon in a line of text, drawn in the colour of the words."""

    icon: Icon
    paint: Colour | None
    pen: float

    def drawing(self, size: float, colour: Colour) -> Fragment:
        """Return the drawing for words of this size."""
        high = size * ICON_SIZE
        return icon_fragment(
            self.icon, high, colour, self.paint, pen_width(stroke_width(high), self.pen)
        )


Mark: TypeAlias = LetterStyle | InlineIcon


class StyledText(NamedTuple):
    """Text in one face, or with a mark for each of its characters.

    If there are marks, `face` is that of the words without bold and italic.
    """

    text: str
    face: str
    marks: tuple[Mark, ...] = ()

    def width(self, size: float) -> float:
        """Return the width at a size."""
        if not self.marks:
            return text_width(self.text, self.face, size)
        return add_up(_advance(text, mark, size) for text, mark in self.runs())

    def cut(self, start: int, end: int) -> StyledText:
        """Return some of its characters with their marks."""
        return StyledText(self.text[start:end], self.face, self.marks[start:end])

    def with_hyphen(self) -> StyledText:
        """Return the same with a hyphen at its end."""
        return StyledText(self.text + "-", self.face, self.marks + self.marks[-1:])

    def with_direction(self, mark: str) -> StyledText:
        """Return the same with an invisible mark before it that sets its direction."""
        marks = (LetterStyle(self.face), *self.marks) if self.marks else ()
        return StyledText(mark + self.text, self.face, marks)

    def without_blanks(self) -> StyledText:
        """Return the same without blanks."""
        places = [at for at, character in enumerate(self.text) if character not in " \n"]
        marks = tuple(self.marks[at] for at in places) if self.marks else ()
        return StyledText("".join(self.text[at] for at in places), self.face, marks)

    @property
    def with_icon_names(self) -> str:
        """The text for errors, with icons by name."""
        return self.replace_icons(":{}:".format)

    @property
    def has_icons(self) -> bool:
        """Whether there are icons among the letters."""
        return any(isinstance(mark, InlineIcon) for mark in self.marks)

    def replace_icons(self, call: Callable[[str], str]) -> str:
        """Return the text, with `call` of its name in place of each icon."""
        if not self.marks:
            return without_marks(self.text)
        pairs = zip(self.text, self.marks, strict=True)
        named = (
            call(mark.icon.name) if isinstance(mark, InlineIcon) else text for text, mark in pairs
        )
        return without_marks("".join(named))

    def shapes(self, start: Start, size: float, colour: Colour) -> Iterable[Item]:
        """Return the fragments and shapes to draw: letters, and icons among them."""
        if self.marks:
            return self._run_shapes(start, size, colour)
        return letters(self.text, LetterStyle(self.face), start, size, colour)

    def _run_shapes(self, start: Start, size: float, colour: Colour) -> Iterator[Item]:
        """Yield the shapes of its runs; icons are centred on the capitals."""
        along = 0.0
        middle = metrics(self.face).cap_height * size / 2
        for text, mark in self.runs():
            if isinstance(mark, InlineIcon):
                drawing = mark.drawing(size, colour)
                spot = start.point_at(along, middle + drawing.height / 2)
                yield Placed(drawing, *spot, turn=start.turn)
            else:
                yield from letters(
                    text, mark, Start(*start.point_at(along), start.turn), size, colour
                )
            along += _advance(text, mark, size)

    def runs(self) -> Iterator[tuple[str, Mark]]:
        """Return characters with the same mark together, from left to right; icons one by one."""
        return self._visual_runs() if is_mixed(self.text) else self._logical_runs()

    def _visual_runs(self) -> Iterator[tuple[str, Mark]]:
        """Yield the runs of a text with right-to-left words, each with its direction."""
        found = levels(self.text, base_level(self.text))
        at, cut = 0, []
        for (level, _), group in groupby(zip(found, self.marks, strict=True)):
            end = at + sum(1 for _ in group)
            cut.append((level, self.cut(at, end)))
            at = end
        for place in visual_order([level for level, _ in cut]):
            level, words = cut[place]
            for text, mark in words._logical_runs():
                yield (
                    mark_of(1) + text if level % 2 and isinstance(mark, LetterStyle) else text,
                    mark,
                )

    def _logical_runs(self) -> Iterator[tuple[str, Mark]]:
        """Yield the runs as they were typed."""
        at = 0
        for mark, group in groupby(self.marks):
            end = at + sum(1 for _ in group)
            if isinstance(mark, InlineIcon):
                yield from ((ICON, mark) for _ in range(at, end))
            else:
                yield self.text[at:end], mark
            at = end


def letters(
    text: str, style: LetterStyle, start: Start, size: float, colour: Colour
) -> Iterator[Text]:
    """Yield the shaped runs of words in one style."""
    for run in shape(text, style.face, size):
        x, y = start.point_at(run.x)
        yield Text(
            x, y, run.text, run.face, size, colour, run.offsets, run.width, start.turn, style.slant,
            run.glyphs,
        )  # fmt: skip


def _advance(text: str, mark: Mark, size: float) -> float:
    if isinstance(mark, InlineIcon):
        return size * ICON_SIZE
    return text_width(text, mark.face, size)


class Breaks(NamedTuple):
    """The ways to break words: after hyphens, anywhere if necessary, or at syllables."""

    hyphens: bool = False  # after those that are in the text
    anywhere: bool = False
    language: str = ""  # whose syllables they are


WHOLE_WORDS = Breaks()


def break_lines(
    words: StyledText, size: float, width: float, breaks: Breaks = WHOLE_WORDS
) -> tuple[StyledText, ...]:
    """Break words into lines no wider than `width`; a longer word gets its own line."""
    count_steps(len(words.text) // CHARACTERS_A_STEP)
    break_ = _break_lines if len(words.text) <= LONGEST_CACHED else _break_lines.__wrapped__
    return break_(words, size, width, breaks)


@lru_cache(maxsize=4096)
def _break_lines(
    words: StyledText, size: float, width: float, breaks: Breaks
) -> tuple[StyledText, ...]:
    lines: list[StyledText] = []
    for paragraph in split_lines(words):
        if paragraph.width(size) <= width + TOLERANCE:
            lines.append(paragraph)
        else:
            lines += _with_direction(
                _Paragraph(paragraph, size, width, breaks).lines(), paragraph.text
            )
    return tuple(lines)


def _with_direction(lines: list[StyledText], paragraph: str) -> list[StyledText]:
    """Return the lines with the direction of their paragraph, even if their own letters differ."""
    if paragraph.isascii():
        return lines
    base = base_level(paragraph)
    mark = mark_of(base)
    return [line if base_level(line.text) == base else line.with_direction(mark) for line in lines]


def split_lines(words: StyledText) -> tuple[StyledText, ...]:
    """Return the lines as they were written."""
    if "\n" not in words.text:
        return (words,)
    lines, start = [], 0
    for line in words.text.split("\n"):
        lines.append(words.cut(start, start + len(line)))
        start += len(line) + 1
    return tuple(lines)


class _Paragraph:
    """One paragraph that is too wide for a line; `start` and `end` delimit the current line."""

    def __init__(self, words: StyledText, size: float, width: float, breaks: Breaks) -> None:
        self.words, self.size, self.width, self.breaks = words, size, width, breaks
        self.start = self.end = 0
        self.done: list[StyledText] = []

    def lines(self) -> list[StyledText]:
        for start, end in pieces(self.words.text, hyphens=self.breaks.hyphens):
            if self.start == self.end:
                self.start = start
            elif not self.fits(self.start, end) and not self.hyphenate(start, end):
                self.done.append(self.words.cut(self.start, self.end))
                self.start = start
            self.end = end
            self.break_long(start)
        self.join_last_word()
        self.done.append(self.words.cut(self.start, self.end))
        return self.done

    def join_last_word(self) -> None:
        """Move a word down if the last line is one word and the line above can spare one.

        A word of one or two letters that would end the line above goes with it.
        """
        text = self.words.text
        words = [word for word in text[self.start : self.end].split() if word.strip(_PUNCTUATION)]
        if not self.done or text[self.start - 1] != " " or len(words) > 1:
            return
        line = self.done[-1].text
        kept, _, _ = line.rpartition(" ")
        rest, _, ending = kept.rpartition(" ")
        if len(ending) <= 2 and " " in rest:
            kept = rest
        above = self.start - 1 - len(line)
        down = above + len(kept) + 1
        if " " in kept and self.fits(down, self.end):
            self.done[-1] = self.words.cut(above, above + len(kept))
            self.start = down

    def hyphenate(self, start: int, end: int) -> bool:
        """End the line inside a word, after as many syllables as fit."""
        if not self.breaks.language:
            return False
        places = syllables(self.words.text[start:end], self.breaks.language)
        fitting = None
        for at, joint in islice(places, bisect_right(places, (self.start - start, True)), None):
            line = self.words.cut(self.start, start + at)
            line = line.with_hyphen() if joint else line
            if line.width(self.size) > self.width + TOLERANCE:
                break
            fitting = start + at, line
        if fitting is not None:
            self.start, line = fitting
            self.done.append(line)
        return fitting is not None

    def break_long(self, start: int) -> None:
        """Break the line while its only word, or the rest of it, is too wide."""
        anywhere = self.breaks.anywhere or has_no_blanks(self.words.text[start : self.end])
        if not anywhere and not self.breaks.language:
            return
        while self.end - self.start > 1 and not self.line_fits():
            if not self.hyphenate(start, self.end):
                if not anywhere:
                    return
                at = self.start + self.fitting()
                if at == self.end:
                    return
                self.done.append(self.words.cut(self.start, at))
                self.start = at

    def fits(self, start: int, end: int) -> bool:
        return self.words.cut(start, end).width(self.size) <= self.width + TOLERANCE

    def line_fits(self) -> bool:
        """Return whether the line fits; the beginning of a very long one is measured first."""
        some = min(self.end, self.start + LONGEST_CACHED)
        return self.fits(self.start, some) and (some == self.end or self.fits(self.start, self.end))

    def fitting(self) -> int:
        """Return the number of characters of the line that fit; at least one cluster."""
        long, bound = self.end - self.start, 2
        while bound < long and self.fits(self.start, self.start + bound):
            bound *= 2
        counts = range(2, min(bound, long) + 1)
        count = 1 + bisect_right(counts, self.width + TOLERANCE, key=self.width_of)
        near = self.words.text[self.start : min(self.end, self.start + count + LONGEST_CLUSTER)]
        return count if near.isascii() else whole_clusters(near, count)

    def width_of(self, count: int) -> float:
        return self.words.cut(self.start, self.start + count).width(self.size)


class FontWeights(NamedTuple):
    """A font family, and the weight of words without marks."""

    family: str
    weight: str
    families: Families

    @property
    def face(self) -> str:
        """The face of words without marks."""
        return resolve(self.family, self.weight, self.families)

    def style(self, *, bold: bool, italic: bool) -> LetterStyle:
        """Return the face of marked words; italic marks in italic text are upright."""
        leans = italic != (self.weight == "italic")
        weight = self.weight
        if bold and weight not in HEAVY:
            weight = "bold" if "bold" in self.families[self.family] else "black"
        if not leans:
            return LetterStyle(self._face("regular" if weight == "italic" else weight))
        if weight not in HEAVY and "italic" in self.families[self.family]:
            return LetterStyle(self._face("italic"))
        return LetterStyle(self._face("regular" if weight == "italic" else weight), SLANT)

    def _face(self, weight: str) -> str:
        if weight == "black" and weight not in self.families[self.family]:
            return resolve(self.family, "bold", self.families)
        return resolve(self.family, weight, self.families)


@lru_cache(maxsize=1024)
def _parse_marks_at(where: Where, text: str) -> Phrases:
    return parse_marks(text, lambda _: where, GIVEN)


class RichTextBuilder:
    """A builder of the styled text of one node."""

    def __init__(
        self, node: RichNode, weights: FontWeights, scope: Scope, colour: Colour | None
    ) -> None:
        self.node, self.weights, self.scope = node, weights, scope
        name = "head" if colour and add_up(colour) > LIGHT else "tint"
        self.paint = scope.fill(node.paint or ColourName(name))
        self.characters: list[str] = []  # the pieces of text so far
        self.marks: list[Mark] = []  # one for each character

    def build(self) -> StyledText:
        """Return the styled text of the node's words in this scope."""
        phrases = translate_marked_words(self.node.words, self.scope.context.ticket.catalogue)
        self._add_all(phrases, bold=False, italic=False)
        text = _COUNTED.sub(f"\N{NO-BREAK SPACE}{ICON}", "".join(self.characters))
        words = StyledText(text, self.weights.face, tuple(self.marks))
        # A sentence has the direction of the sheet's language, whatever name it begins with.
        return words.with_direction(mark_of(0)) if is_mixed(text) else words

    def _add_all(self, phrases: Phrases, *, bold: bool, italic: bool) -> None:
        for phrase in phrases:
            if isinstance(phrase, IconMark):
                name = phrase.name.evaluate(self.scope.env)
                self._add(ICON, self._icon(name, phrase.where))
            else:
                self._add_phrase(phrase, bold=bold or phrase.bold, italic=italic != phrase.italic)

    def _add_phrase(self, phrase: Phrase, *, bold: bool, italic: bool) -> None:
        for text in phrase.template.texts(self.scope.env):
            if isinstance(text, MarkedText):
                self._add_all(self._phrases_in(text), bold=bold, italic=italic)
            elif text:
                self._add(apart(text), self._style(bold=bold, italic=italic))

    def _add(self, text: str, mark: Mark) -> None:
        self.characters.append(text)
        self.marks.extend([mark] * len(text))

    def _style(self, *, bold: bool, italic: bool) -> LetterStyle:
        try:
            return self.weights.style(bold=bold, italic=italic)
        except LayoutError as error:
            raise LayoutError(error.message, self.node.where, error.hint) from None

    def _phrases_in(self, text: str) -> Phrases:
        """Return the phrases of a value that may contain marks; braces in it are literal."""
        try:
            return _parse_marks_at(
                self.node.words.where, text.replace("{", "{{").replace("}", "}}")
            )
        except LayoutError as error:
            message = f"{error.message}, in '{brief(text)}'"
            raise LayoutError(message, error.where, error.hint) from None

    def _icon(self, name: str, where: Where) -> InlineIcon:
        scope = self.scope
        try:
            icon = load_icon(name, scope.context.ticket.folder / "icons")
        except LayoutError as error:
            hint = f"{error.hint}\nfor plain colons write \\:{name}\\:"
            raise BadValueError(error.message, error.where or where, hint) from None
        scope.context.count(self.node.where, 1 + icon.weight // COMMANDS_A_NODE)
        return InlineIcon(icon, self.paint, scope.context.ticket.theme.pen)


class TextLayout(NamedTuple):
    """Words with their style and alignment."""

    words: StyledText
    size: float  # unless the words have to shrink
    min_size: float  # the size to which they may shrink
    colour: Colour | None  # None draws nothing, but takes the room
    leading: float  # the height of a line, as a multiple of the size
    scope: Scope  # aligns the lines
    wrap: str  # words, none or last
    turn: str  # none, up or down
    where: Where  # the place of the node
    language: str = ""  # for hyphenation; empty if words must not be broken

    def measure(self, width: float) -> Size:
        """Return the size of the lines at the given width, which a long word may exceed."""
        if not self.words.text:
            return Size(0.0, self.size * self.leading)
        self._count_steps()
        if self.turn != "none":
            return Size(self.size * self.leading, self.words.width(self.size))
        size, lines = self._preferred_lines(width)
        widest = max(line.width(size) for line in lines)
        if widest > width + TOLERANCE and self.min_size < self.size:
            widest = width
        return Size(widest, len(lines) * size * self.leading)

    def layout(self, area: Area) -> Iterable[Item]:
        """Fit lines into the area, smaller if allowed and needed, or report a problem."""
        if not self.words.text:
            return ()
        self._count_steps()
        if self.turn != "none":
            return self._rotated_shapes(area)
        size, lines = self._fit(area.width, area.height)
        if self.wrap == "last" and self.min_size < self.size:
            # Texts of one `for` have one size; those that need a much smaller one have theirs.
            step = int((1 - size / self.size) / ALIKE)
            common = current_log().common_size((self.where, self.size, step), size)
            if common < size:
                size, lines = common, self.lines(common, area.width)
        return self.line_shapes(lines, size, area)

    def line_shapes(self, lines: Sequence[StyledText], size: float, area: Area) -> Iterator[Item]:
        """Draw lines below each other, aligned in the area."""
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

    @property
    def alt_text(self) -> str:
        """The text for screen readers if words may break or there are icons, or ''."""
        return self.alt_text_of((self.words,))

    def alt_text_of(self, lines: Iterable[StyledText]) -> str:
        """Return the text of some lines for screen readers, if it differs from what is printed."""
        if not self.language and not any(line.has_icons for line in lines):
            return ""
        translate = self.scope.context.ticket.catalogue.translate
        named = [
            line.replace_icons(lambda name: translate(name.replace("-", " "))) for line in lines
        ]
        return _BROKEN.sub(self._without_hyphen, " ".join(named))

    def _without_hyphen(self, hyphenated: re.Match[str]) -> str:
        word = hyphenated[1] + hyphenated[2]
        return word if word in self.words.text else hyphenated[0]

    def _count_steps(self) -> None:
        current_budget().count(STEPS_A_TEXT + len(self.words.text), self.where)

    def lines(self, size: float, width: float) -> tuple[StyledText, ...]:
        """Return the lines at a size."""
        if self.wrap == "none":
            return split_lines(self.words)
        is_name = self.wrap == "last"
        breaks = Breaks(is_name, is_name and size <= self.min_size, self.language)
        return break_lines(self.words, size, round(width, 3), breaks)

    def _preferred_lines(self, width: float) -> tuple[float, tuple[StyledText, ...]]:
        """Return the size and lines if only the width is limited."""
        if self.wrap != "last":
            return self.size, self.lines(self.size, width)
        one = split_lines(self.words)
        factor = width / max(1e-6, *(line.width(self.size) for line in one))
        size = max(self.min_size, self.size * min(1.0, factor))
        if max(line.width(size) for line in one) <= width + TOLERANCE:
            return self.size, one
        return self.min_size, self.lines(self.min_size, width)

    def _fit(self, width: float, height: float) -> tuple[float, tuple[StyledText, ...]]:
        """Return the largest size at which the lines fit; a name has one line if it's large."""
        first = self._first_size(width, height)
        size = first
        is_whole = self.wrap == "last" and self.min_size < self.size
        while True:
            if is_whole and size < ONE_LINE * self.size:
                is_whole, size = False, first
            lines = split_lines(self.words) if is_whole else self.lines(size, width)
            wide = max(line.width(size) for line in lines) - width
            high = len(lines) * size * self.leading - height
            if wide <= TOLERANCE and high <= (TOLERANCE if len(lines) > 1 else size * 0.3):
                return size, lines
            if size > self.min_size:
                size = max(self.min_size, size - SHRINK_STEP)
            elif is_whole:
                is_whole, size = False, first
            else:
                self._report(wide, high, size)
                return size, lines

    def _first_size(self, width: float, height: float) -> float:
        """Return the largest size worth trying: above it, the letters alone need more room."""
        if self.size - self.min_size <= (
            LITTLE_SHRINKING if len(self.words.text) <= LONGEST_CACHED else 0.0
        ):
            return self.size
        letters = 0.9 * self.words.without_blanks().width(1.0)
        most = max(width / letters, sqrt(max(0.0, width * height / (letters * self.leading))))
        steps = ceil(max(0.0, self.size - most) / SHRINK_STEP)
        return max(self.min_size, self.size - steps * SHRINK_STEP)

    def _report(self, wide: float, high: float, size: float) -> None:
        is_wide = wide > TOLERANCE
        hint = f"at {size:g} pt it is too {'wide' if is_wide else 'high'}"
        if self.min_size >= self.size and size > SMALLEST_TYPE:
            hint += f"; `shrink: {SMALLEST_TYPE}pt` would let it shrink"
        missing = wide if is_wide else high
        what = f"text '{brief(self.words.with_icon_names)}'"
        report(too_large(what, missing, self.where, hint, is_wide=is_wide))

    def _rotated_shapes(self, area: Area) -> Iterable[Item]:
        size = self.size
        while size - SHRINK_STEP >= self.min_size and (
            self.words.width(size) > area.height + TOLERANCE
        ):
            size -= SHRINK_STEP
        missing = self.words.width(size) - area.height
        if missing > TOLERANCE:
            self._report(0.0, missing, size)
        up = self.turn == "up"
        drop = metrics(self.words.face).cap_height * size / 2
        free = area.height - self.words.width(size)
        share = ALIGNMENT[self.scope.valign]
        x = area.x + area.width / 2 + (drop if up else -drop)
        y = area.y + area.height - free * (1 - share) if up else area.y + free * share
        start = Start(x, y, -90.0 if up else 90.0)
        return self.words.shapes(start, size, self.colour) if self.colour is not None else ()


def make_text(node: TextNode, scope: Scope) -> TextLayout:
    """Make plain text in its style; check that it can be printed."""
    return _make_layout(
        node, scope, lambda weights, _: StyledText(scope.words(node.words), weights.face)
    )


def make_rich(node: RichNode, scope: Scope) -> TextLayout:
    """Make text with marks in its style; check that it can be printed."""
    return _make_layout(
        node, scope, lambda weights, colour: RichTextBuilder(node, weights, scope, colour).build()
    )


def _make_layout(
    node: BaseTextNode,
    scope: Scope,
    make_words: Callable[[FontWeights, Colour | None], StyledText],
) -> TextLayout:
    context = scope.context
    style = context.ticket.theme.styles[scope.get(node.style) or scope.style]
    size = style.size if node.size is None else scope.number(node.size)
    min_size = size if node.shrink is None else min(size, scope.number(node.shrink))
    wrap, smallest = scope.get(node.wrap), context.ticket.smallest_type
    if smallest:  # in large print, words rather break than shrink
        size, min_size = max(size, smallest), max(min_size, smallest)
        if wrap == "none" and context.ticket.breaks_words:
            wrap = "last"
    colour = scope.ink(node.colour or ColourName(style.colour), BLACK)
    hyphens = scope.hyphens if node.hyphens is None else scope.get(node.hyphens)
    family = scope.get(node.font) or style.font
    weight = scope.get(node.weight) or (style.weight if node.font is None else "regular")
    weights = FontWeights(family, weight, scope.fonts)
    try:
        _ = weights.face
    except LayoutError as error:
        raise LayoutError(error.message, node.where, error.hint) from None
    turn = scope.get(node.turn)
    words = make_words(weights, colour)
    if turn != "none":
        words = words._replace(text=words.text.replace("\n", " "))
    if len(words.text) >= CHARACTERS_A_NODE:
        context.count(node.where, len(words.text) // CHARACTERS_A_NODE)
    return TextLayout(
        words=check_printable(words, node.where),
        size=size,
        min_size=min_size,
        colour=colour,
        leading=scope.get(node.leading) or style.leading,
        scope=scope.with_alignment(node),
        wrap=wrap,
        turn=turn,
        where=node.where,
        language=context.ticket.catalogue.language if hyphens else "",
    )


def plain_text(
    text: str, style: str, scope: Scope, where: Where, align: str = "center"
) -> TextLayout:
    """Make one short line in a style of the theme, for labels of tracks and charts."""
    look = scope.context.ticket.theme.styles[style]
    colour = scope.context.ticket.theme.colours[look.colour] or BLACK
    words = check_printable(StyledText(text, resolve(look.font, look.weight)), where)
    inner = scope._replace(align=align, valign="middle")
    smallest = scope.context.ticket.smallest_type
    size, least = max(look.size, smallest), max(SMALLEST_TYPE, smallest)
    return TextLayout(words, size, least, colour, look.leading, inner, "none", "none", where)


def check_printable(words: StyledText, where: Where) -> StyledText:
    """Return the words if every character can be printed; otherwise report it, return no words."""
    with recording_fonts(forbid=font_use().forbids) as taken:
        try:
            for line in split_lines(words):
                line.width(1.0)
        except MissingGlyphError as error:
            report(MissingGlyphError(error.message, where, error.hint))
            return words.cut(0, 0)
    for face in taken.faces.values():
        current_log().note("font", face)
    return words
