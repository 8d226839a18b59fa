"""Voices: how each node is read aloud, and how what stands together becomes one thing to read.

Takes nodes and the tags of what was placed inside of them; gives the tags of the page. A table is a
table, words in the style of a heading are a heading, what a `for` repeats is a list, and the words
of a row are one line. What says nothing is decoration.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from printkit.errors import LayoutError
from printkit.layout import nodes
from printkit.tags import HEADINGS, Hole, Inside, Kid, OwnAlt, Spot, Stretch, Tag
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.layout.areas import Area
    from printkit.layout.draft import Draft
    from printkit.layout.expressions import Template
    from printkit.layout.scope import Scope

NEVER_IN_A_LIST = frozenset({*HEADINGS.values(), "Table", "L"})


class Repeat(NamedTuple):
    """What one turn of a `for` drew: the numbers of its node and of the turn, and the tags."""

    node: int
    turn: int
    kids: tuple[Kid, ...]


Read: TypeAlias = "Kid | Repeat"
"""Tags while a page is arranged: what is repeated may still become a list."""

Alt: TypeAlias = str | Hole | OwnAlt
"""The words in place of a drawing: the same everywhere, varying by page, or kept by the page."""


class Framed(NamedTuple):
    """The shapes of a framed block: from its box on, from what is inside on, and up to the end."""

    first: int
    inside: int
    end: int


class Voice(NamedTuple):
    """How a framed block is read.

    The role is that of a tag; Row and Block only gather what is inside of them. `varies` is there
    where what is said differs from page to page.
    """

    role: str
    alt: str | None = None  # what is said in place of what is drawn; nothing makes it decoration
    varies: tuple[Scope, Template] | None = None

    def read(self, kids: Sequence[Read], span: Framed, area: Area, alt: Alt) -> Sequence[Read]:
        """The tags of the block, where `kids` are those of what stands in it."""
        match self.role:
            case "Row":
                return row(kids)
            case "Block":
                return gathered(kids)
            case "Table":
                return [Tag("Table", tuple(plain(kids)))]
            case "Figure" | "Icon":
                return self._figure(plain(kids), span, area, alt)
        shown = (Stretch(span.inside, span.end),) if span.end > span.inside else ()
        spots = [kid for kid in plain(kids) if isinstance(kid, Spot)] if kids else ()
        return [Tag(self.role, (*shown, *spots), alt)] if shown or spots else ()

    def _figure(self, kids: Sequence[Kid], span: Framed, area: Area, alt: Alt) -> Sequence[Read]:
        spots = [kid for kid in kids if isinstance(kid, Spot)]
        if alt == "":
            return spots
        shown = (Stretch(span.first, span.end),) if span.end > span.first else ()
        slots = tuple(kid for kid in kids if isinstance(kid, Hole))
        if not shown and not slots:
            return spots
        return [Tag(self.role, (*shown, *slots), alt, area), *spots]

    def said(self, draft: Draft, area: Area) -> Alt:
        """What is said in place of what is drawn, or the hole that is filled on each page."""
        if self.varies is None:
            return draft.say(self.alt) if self.alt else ""
        scope, words = self.varies
        return draft.leave(scope, area, partial(_say, words))


def _say(words: Template, scope: Scope, _area: Area, draft: Draft) -> bool:
    draft.tags.append(Tag("", (), draft.say(words.evaluate(scope.env))))
    return True


def voice_of(node: nodes.Node, scope: Scope, otherwise: str = "") -> Voice | None:
    """How a node is read; `otherwise` is what it says by itself where its layout says nothing."""
    if not scope.aloud:
        return None
    role = _role(node, scope)
    if node.alt is None:
        _ask(node, scope)
        return Voice(role, otherwise or None) if role else None
    words = node.alt
    role = role if isinstance(node, nodes.Lettered) or role == "Icon" else "Figure"
    if not scope.context.varying.isdisjoint(words.template.names):
        said = scope.translated(words)
        return Voice(role, None, (scope, said.settled(scope.env, scope.context.varying)))
    alt = scope.words(words)
    return Voice(role if alt else "Figure", alt)


def _ask(node: nodes.Node, scope: Scope) -> None:
    """Notes a picture without `alt`, unless words on it speak for it."""
    match node:
        case nodes.Icon() | nodes.Image():
            what = "icon" if isinstance(node, nodes.Icon) else "picture"
        case nodes.Canvas() if not any(map(_speaks, node.children)):
            what = "drawing"
        case _:
            return
    hint = 'write alt: and a sentence that says what it shows, or alt: "" for mere decoration'
    message = f"this {what} is not read aloud"
    scope.context.silent.add(LayoutError(message, node.where, hint))


def _speaks(node: nodes.Node) -> bool:
    """Whether a node has words of its own, or nodes inside that have."""
    if node.alt is not None or isinstance(node, nodes.Icon | nodes.Image):
        return True  # an icon is asked for by itself
    if isinstance(node, nodes.Lettered | nodes.Track | nodes.WriteLine | nodes.Table | nodes.Use):
        return True
    return any(map(_speaks, getattr(node, "children", ())))


def _role(node: nodes.Node, scope: Scope) -> str:
    match node:
        case nodes.Text() | nodes.Rich():
            return HEADINGS.get(scope.get(node.style) or scope.style, "P")
        case nodes.Track() | nodes.WriteLine():
            return "P"
        case nodes.Chart():
            return "Figure"
        case nodes.Icon():
            return "Icon" if node.alt else ""
        case nodes.Row():
            return "Row"
        case nodes.Table():
            return "Table"
        case nodes.Column() | nodes.Box() | nodes.Grid() | nodes.Flow() | nodes.Canvas():
            return "Block"
        case nodes.Use():
            return "Block"
    return ""


def plain(kids: Iterable[Read]) -> list[Kid]:
    """The tags, without what groups repetitions."""
    found: list[Kid] = []
    for kid in kids:
        if isinstance(kid, Repeat):
            found += kid.kids
        else:
            found.append(kid)
    return found


def row(kids: Sequence[Read]) -> Sequence[Read]:
    """One line, if there is nothing but short words and icons; else what stands side by side."""
    opened = plain(kids)
    blocks = any(isinstance(kid, Repeat) and _is_block(kid) for kid in kids)
    if len(opened) > 1 and not blocks and all(map(_is_inline, opened)):
        return [Tag("P", joined(opened))]
    return gathered(kids)


def _is_block(item: Repeat) -> bool:
    """Whether what is repeated has more than one thing to say."""
    return sum(isinstance(kid, Tag) for kid in item.kids) > 1


def gathered(kids: Sequence[Read]) -> list[Read]:
    """What a `for` repeats as a list, unless headings or tables make chapters of it."""
    found: list[Read] = []
    for node, group in groupby(kids, lambda kid: kid.node if isinstance(kid, Repeat) else None):
        several = list(group)
        if node is None:
            found += several
            continue
        turns = groupby(several, lambda kid: kid.turn if isinstance(kid, Repeat) else None)
        items = [made for _, turn in turns if (made := plain(turn))]
        found += [_listed(items)] if _is_list(items) else [kid for one in items for kid in one]
    return found


def _is_list(items: Sequence[Sequence[Kid]]) -> bool:
    tags = [kid for kids in items for kid in kids if isinstance(kid, Tag)]
    worded = sum(len(kids) > 1 or any(map(_is_paragraph, kids)) for kids in items)
    return worded > 1 and not any(tag.role in NEVER_IN_A_LIST for tag in tags)


def _listed(items: Iterable[Sequence[Kid]]) -> Tag:
    return Tag("L", tuple(Tag("LI", (Tag("LBody", within(kids)),)) for kids in items))


def within(kids: Sequence[Kid]) -> tuple[Kid, ...]:
    """The inside of a cell or an item: a single paragraph needs no tag of its own, and a heading
    is none there."""
    softened = [_softened(kid) for kid in kids]
    is_line = all(isinstance(kid, Spot | Tag) for kid in softened)
    others = {kid.role for kid in softened if isinstance(kid, Tag)} - {"P", "Icon", "Figure"}
    if is_line and not others and sum(map(_is_paragraph, softened)) == 1:
        return joined(softened)
    return tuple(softened)


def _is_paragraph(kid: Kid) -> bool:
    return isinstance(kid, Tag) and kid.role == "P"


def _softened(kid: Kid) -> Kid:
    is_heading = isinstance(kid, Tag) and kid.role in HEADINGS.values()
    return kid._replace(role="P") if isinstance(kid, Tag) and is_heading else kid


def joined(kids: Iterable[Kid]) -> tuple[Kid, ...]:
    """Paragraphs as one: their runs follow each other."""
    found: list[Kid] = []
    for kid in kids:
        if isinstance(kid, Tag) and kid.role == "P":
            pieces = kid.kids if not kid.alt else (kid._replace(role="Span"),)
        else:
            pieces = (kid,)
        for piece in pieces:
            last = found[-1] if found else None
            if isinstance(piece, Stretch) and isinstance(last, Stretch) and last.end == piece.first:
                found[-1] = Stretch(last.first, piece.end)
            else:
                found.append(piece)
    return tuple(found)


def _is_inline(kid: Kid) -> bool:
    if isinstance(kid, Hole):
        return kid.is_inline
    return isinstance(kid, Spot) or (isinstance(kid, Tag) and kid.role in ("P", "Icon"))


def cell(kids: Sequence[Read], span: tuple[int, int], scope: str) -> Tag:
    """A cell of a table that takes so many columns and rows; a heading cell has a scope."""
    columns, rows = span
    inside = within(plain(kids))
    return Tag("TH" if scope else "TD", inside, scope=scope, columns=columns, rows=rows)


def has_words(kids: Iterable[Read]) -> bool:
    """Whether there is anything to read, besides places to write."""
    return any(isinstance(kid, Tag | Hole | Inside) for kid in plain(kids))
