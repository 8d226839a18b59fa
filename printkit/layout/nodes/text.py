"""Text, plain and with marks; messages for the person who builds the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.core.errors import PrintkitError
from printkit.core.structure import HEADINGS
from printkit.layout.boxes.box import EmptyContent
from printkit.layout.language.declarations import MARKED, WORDS, MarkedWords, Value, Words, attr
from printkit.layout.language.values import ColourName, Flag, Number, OneOf, Plain, Token
from printkit.layout.nodes.base import PAINT, SIZE, STYLE, Node, Traits, stated_outline

if TYPE_CHECKING:
    from printkit.layout.scope import Scope


class BaseTextNode(Node):
    """A node with text, with the keys that all such nodes have."""

    style: Value[str] | None = attr(STYLE, None, "text style of the theme")
    font: Value[str] | None = attr(
        Plain("a font family"), None, "text, condensed, title, hand, symbols, or one of your own"
    )
    weight: Value[str] | None = attr(Plain("a weight"), None, "regular, bold, italic, black")
    size: Value[Token | float] | None = attr(SIZE, None, "type size")
    colour: Value[ColourName] | None = attr(PAINT, None, "colour of the words")
    shrink: Value[Token | float] | None = attr(SIZE, None, "may shrink to this size to fit")
    wrap: Value[str] = attr(
        OneOf("words", "none", "last"),
        "words",
        "words: break into lines at spaces; none: one line;"
        " last: for names: shrink a little, then break at spaces and hyphens, then shrink more;"
        " texts of one `for` have one size, except those that need a much smaller one",
    )
    turn: Value[str] = attr(OneOf("none", "up", "down"), "none", "rotate it to run up or down")
    leading: Value[float] | None = attr(
        Number(0.8, 3), None, "line height as a multiple of the size"
    )
    hyphens: Value[bool] | None = attr(Flag(), None, "hyphenate words (default: only in a flow)")


def text_role(node: BaseTextNode, scope: Scope) -> str:
    """Return the role of a text: a heading or a paragraph, by its style."""
    return HEADINGS.get(scope.get(node.style) or scope.style, "P")


class TextNode(BaseTextNode):
    """Plain text."""

    traits = Traits(
        make="text:make_text",
        role=text_role,
        described_role=text_role,
        outline=stated_outline,
        has_words=True,
    )

    words: Words = attr(WORDS, None, "what to print; {…} is filled in", key="text")


class RichNode(BaseTextNode):
    """Text with **bold** and *italic* words and :icons:."""

    traits = Traits(make="text:make_rich", role=text_role, described_role=text_role, has_words=True)

    words: MarkedWords = attr(
        MARKED, None, "what to print: **bold**, *italic*, :icon:; {…} is filled in", key="rich"
    )
    paint: Value[ColourName] | None = attr(
        PAINT, None, "colour of its icons' areas (default: tint, or head in light text)"
    )


def _tell(node: TellNode, scope: Scope) -> EmptyContent:
    scope.add_message(node.words)
    return EmptyContent()


class TellNode(Node):
    """A note for the person who builds the sheet, shown if `when` is true; nothing is printed."""

    traits = Traits(make=_tell, is_printed=False)

    words: Words = attr(WORDS, None, "text of the note; {…} is filled in", key="tell")


def _refuse(node: RefuseNode, scope: Scope) -> EmptyContent:
    hint = scope.words(node.hint) if node.hint else ""
    raise PrintkitError(scope.words(node.words), hint=hint)


class RefuseNode(Node):
    """An error that stops the build if `when` is true: what was asked for can't be printed well."""

    traits = Traits(make=_refuse)

    words: Words = attr(WORDS, None, "what is wrong; {…} is filled in", key="refuse")
    hint: Words | None = attr(WORDS, None, "what would be right")
