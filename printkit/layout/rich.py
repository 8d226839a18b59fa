"""Rich words: phrases with marks become lettering, filled in and with their icons.

Takes phrases and the scope that fills them in; gives lettering. Knows which face of a family is its
bold or italic one. A face that a family lacks is not guessed: bold is refused, and italic is the
upright face, leaning.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from printkit.bidi import apart, is_mixed, mark_of
from printkit.errors import LayoutError, Where, brief
from printkit.faces import Families, resolve
from printkit.icons import load_icon
from printkit.layout.functions import GIVEN
from printkit.layout.lettering import ICON, Inset, Lettering, LetterLook, Mark
from printkit.layout.marks import IconMark, Phrase, Phrases, parse_marks
from printkit.layout.operations import MarkedText
from printkit.layout.values import ColourName
from printkit.layout.wording import translated_phrases
from printkit.patterns import pattern
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.layout.nodes import Rich as RichNode
    from printkit.layout.scope import Scope
    from printkit.scene import Colour

SLANT = 0.2  # how far letters lean that have no italic face of their own: about eleven degrees

LIGHT = 2.0  # red, green and blue of words that stand on something dark come to more than this

_COUNTED = pattern(rf"(?<=\d) {ICON}")  # a number and the icon that it counts stay in one line

HEAVY = ("bold", "black")
COMMANDS_A_NODE = 10
"""How many commands of an icon's paths count as one more node on the page."""


class Weights(NamedTuple):
    """A font family, and the weight that words without marks have."""

    family: str
    weight: str
    families: Families

    @property
    def face(self) -> str:
        """The face of words without marks."""
        return resolve(self.family, self.weight, self.families)

    def look(self, *, bold: bool, italic: bool) -> LetterLook:
        """The face of marked words; italic ones among italic words stand upright."""
        leans = italic != (self.weight == "italic")
        weight = self.weight
        if bold and weight not in HEAVY:
            weight = "bold" if "bold" in self.families[self.family] else "black"
        if not leans:
            return LetterLook(self._face("regular" if weight == "italic" else weight))
        if weight not in HEAVY and "italic" in self.families[self.family]:
            return LetterLook(self._face("italic"))
        return LetterLook(self._face("regular" if weight == "italic" else weight), SLANT)

    def _face(self, weight: str) -> str:
        if weight == "black" and weight not in self.families[self.family]:
            return resolve(self.family, "bold", self.families)
        return resolve(self.family, weight, self.families)


@lru_cache(maxsize=1024)
def _marked(text: str, where: Where) -> Phrases:
    return parse_marks(text, lambda _: where, GIVEN)


class Setter:
    """Sets the phrases of one node, letter by letter."""

    def __init__(
        self, node: RichNode, weights: Weights, scope: Scope, colour: Colour | None
    ) -> None:
        self.node, self.weights, self.scope = node, weights, scope
        usual = "head" if colour and sum(colour) > LIGHT else "tint"
        self.paint = scope.fill(node.paint or ColourName(usual))
        self.characters: list[str] = []  # of the text so far
        self.marks: list[Mark] = []  # one for each of them

    def set(self) -> Lettering:
        """The lettering of the node's words in this scope."""
        phrases = translated_phrases(self.scope.context.ticket.catalogue, self.node.words)
        self._add_all(phrases, bold=False, italic=False)
        text = _COUNTED.sub(f"\N{NO-BREAK SPACE}{ICON}", "".join(self.characters))
        words = Lettering(text, self.weights.face, tuple(self.marks))
        # A sentence runs as the sheet's language does, whatever name it begins with.
        return words.led(mark_of(0)) if is_mixed(text) else words

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
                self._add_all(self._marked(text), bold=bold, italic=italic)
            elif text:
                self._add(apart(text), self._look(bold=bold, italic=italic))

    def _add(self, text: str, mark: Mark) -> None:
        self.characters.append(text)
        self.marks.extend([mark] * len(text))

    def _look(self, *, bold: bool, italic: bool) -> LetterLook:
        try:
            return self.weights.look(bold=bold, italic=italic)
        except LayoutError as error:
            raise LayoutError(error.message, self.node.where, error.hint) from None

    def _marked(self, text: str) -> Phrases:
        """The phrases of a value in which marks are meant; braces in it are just braces."""
        try:
            return _marked(text.replace("{", "{{").replace("}", "}}"), self.node.words.where)
        except LayoutError as error:
            message = f"{error.message}, in '{brief(text)}'"
            raise LayoutError(message, error.where, error.hint) from None

    def _icon(self, name: str, where: Where) -> Inset:
        scope = self.scope
        try:
            icon = load_icon(name, scope.context.ticket.folder / "icons")
        except LayoutError as error:
            hint = f"{error.hint}\nfor plain colons write \\:{name}\\:"
            raise LayoutError(error.message, error.where or where, hint) from None
        scope.context.count(self.node.where, 1 + icon.weight // COMMANDS_A_NODE)
        return Inset(icon, self.paint, scope.context.ticket.theme.pen)
