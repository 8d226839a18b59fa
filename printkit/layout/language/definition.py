"""The definition: a whole layout file, part or kit as typed, frozen values.

The classes are declared like nodes: the reader and the JSON Schema follow from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from printkit.layout.language.declarations import (
    CONDITION,
    DATA,
    DRAW,
    FACTS,
    LOOP,
    NODES,
    PALETTE,
    WORDS,
    Data,
    Declared,
    FactReference,
    Structure,
    Value,
    Words,
    attr,
    listing,
    mapping,
    single,
)
from printkit.layout.language.values import Flag, OneOf, Plain, Players, Whole
from printkit.layout.nodes.base import LENGTH, NONE, PAINT, SIDES, Node

if TYPE_CHECKING:
    from printkit.core.errors import PrintkitError, Where
    from printkit.core.theme import Palette
    from printkit.layout.language.declarations import FactNames
    from printkit.layout.language.expressions import Expression, Loop
    from printkit.layout.language.values import ColourName, Length, Padding


FONT_FILE = Plain("the name of a .ttf file beside the layout", r"[^\x00-\x1f{}]{1,200}")
DATA_FILE = Plain("the name of a file beside the layout", r"[^\x00-\x1f{}]{1,200}")
SENTENCE = Plain("a sentence")
MILLIONS = Whole(-1_000_000, 1_000_000)


class PageSetup(Declared):
    """The page: its size, paper orientation, and its margin."""

    size: Value[str] = attr(
        Plain("paper, half, quarter, card, a5 … or 63x88mm"),
        "paper",
        "paper (the whole sheet), half, quarter, card (63 x 88 mm), a5 … or 63x88mm;"
        " pages smaller than the paper share it, with cut lines",
    )
    orientation: Value[str] = attr(OneOf("portrait", "landscape"), "portrait", "paper orientation")
    margin: Value[Padding] = attr(SIDES, (28.35,) * 4, "space at the edge (default: 10mm)")
    gap: Value[Length] = attr(LENGTH, NONE, "space between the pages' bodies and body nodes")


class Accents(Declared, fixed=True):
    """The colours of your own game, for the theme."""

    accent: ColourName = attr(PAINT, None, "for lines and icons", required=True)
    dark: ColourName = attr(PAINT, None, "a dark shade, for words", required=True)
    tint: ColourName = attr(PAINT, None, "a tint, for areas", required=True)
    zebra: ColourName = attr(PAINT, None, "a lighter tint, for every other row", required=True)


class AlikeDef(Declared, fixed=True):
    """Colours that may look like those beside them, because the difference doesn't matter."""

    colours: str = attr(
        Plain("a name of a colour, or a pattern like red-*"), "", "which: a name, or a pattern",
        required=True,
    )  # fmt: skip
    beside: str = attr(
        Plain("a name of a colour, or a pattern like blue-*"), "*", "beside which others"
    )
    because: str = attr(SENTENCE, "", "why the difference doesn't matter", required=True)


class FontFiles(Declared, fixed=True):
    """A font of your own: a file for each weight; a plain file name is the regular one."""

    short_for = "regular"
    regular: str = attr(FONT_FILE, "", "file of the regular weight")
    bold: str = attr(FONT_FILE, "", "file of the bold weight")
    italic: str = attr(FONT_FILE, "", "file of the italic style")
    black: str = attr(FONT_FILE, "", "file of the black weight")


class DataFile(Declared, fixed=True):
    """A file of records beside the layout; a plain file name is enough."""

    short_for = "file"
    file: str = attr(
        DATA_FILE, "", "a .csv, .tsv, .json or .yaml file beside the layout", required=True
    )
    count: str = attr(Plain("the name of a column"), "", "column with the number of copies")


class DrawDef(Declared):
    """A random draw; a plain expression is drawn again for every page."""

    short_for = "draw"
    draw: Expression | None = attr(DRAW, None, "an expression with shuffle, sample, pick or roll")
    once: bool = attr(Flag(), False, "draw once for all pages", fixed=True)
    offer: str = attr(
        Plain("the name of a draw"), "", "instead of `draw`: what the game offers to draw",
        fixed=True,
    )  # fmt: skip


class OptionDef(Declared, fixed=True):
    """An option that `--set` takes for this layout."""

    type: str = attr(
        OneOf("bool", "int", "text", "choice", "file"),
        "text",
        "type of its value; a default file is in the layout's folder",
    )
    label: str = attr(SENTENCE, "", "what the studio calls it")
    choices: Data | None = attr(
        DATA, None, "for type choice: the words it may be, or a map with what each is called"
    )
    default: Data | None = attr(DATA, None, "default value")
    least: int = attr(MILLIONS, 0, "smallest number", key="min")
    most: int = attr(MILLIONS, 1000, "largest number", key="max")
    help: str = attr(SENTENCE, "", "a sentence for `printkit list`")


class FieldDef(Declared):
    """The shared properties of fields whose names match a pattern like `points.R.P`."""

    kind: Value[str] = attr(
        OneOf("number", "tick", "text"), "number", "what is written: number, tick or text"
    )
    least: Value[int] | None = attr(MILLIONS, None, "the lowest number", key="min")
    most: Value[int] | None = attr(MILLIONS, None, "the highest number", key="max")
    label: Words | None = attr(WORDS, None, "what a screen reader says: '{P}, round {R}'")
    formula: Data | None = attr(
        DATA, None, "formula that computes it from other fields: 'sum(points.*.P)'"
    )
    circled: bool = attr(
        Flag(), False, "a tick that is a circle around what is printed there", fixed=True
    )
    score: Value[str] | None = attr(
        OneOf("total", "tiebreak"),
        None,
        "a player's score (total), or the number that breaks ties",
    )


class Parameter(Declared):
    """A parameter that a part takes."""

    default: Data | None = attr(DATA, None, "default value; without one, the parameter is required")
    words: bool = attr(Flag(), False, "text to print, which is translated", fixed=True)


class Part(Declared):
    """A reusable piece of a sheet, in a file of its own."""

    references: tuple[FactReference, ...] = ()  # the facts it uses
    part: str = attr(Plain("a name"), "", "its name", required=True, fixed=True)
    parameters: tuple[tuple[str, Parameter], ...] = attr(mapping(Parameter), (), "its parameters")
    fonts: tuple[tuple[str, FontFiles], ...] = attr(
        mapping(FontFiles), (), "names for font files beside the layout"
    )
    facts: tuple[tuple[str, Data], ...] = attr(FACTS, (), "names for values, in order")
    body: tuple[Node, ...] = attr(NODES, (), "what it prints", required=True)


class Backs(Declared):
    """The other side of each page."""

    when: Expression | None = attr(CONDITION, None, "only if this is true: 'options.duplex'")
    facts: tuple[tuple[str, Data], ...] = attr(
        FACTS, (), "different values for facts, on the back only"
    )
    body: tuple[Node, ...] | None = attr(
        NODES, None, "what is printed there (default: the same as on the front)"
    )


class Sheet(Declared):
    """A layout file."""

    references: tuple[FactReference, ...] = ()  # the facts it uses
    unresolved: tuple[PrintkitError, ...] = ()  # errors about undefined names in it
    has_flow: bool = False  # whether it has text that continues on the next page
    places: Mapping[str, Where] = MappingProxyType({})  # of its keys
    tables: Mapping[str, object] = MappingProxyType({})  # the content of its data files, by name
    id: str = attr(
        Plain("a name like my-game/score-pad", r"[a-z0-9][a-z0-9-]*(/[a-z0-9][a-z0-9-]*)?"),
        "",
        "its name: letters, digits and -, with one / at most",
        key="sheet",
        required=True,
        fixed=True,
    )
    title: Words = attr(WORDS, None, "its title", required=True, fixed=True)
    summary: str = attr(SENTENCE, "", "one sentence for `printkit list`", fixed=True)
    game: str = attr(
        Plain("the id of a game"),
        "",
        "game whose rules provide the facts; leave it out for your own game",
        fixed=True,
    )
    game_title: Words | None = attr(
        WORDS, None, "the name of your own game", key="game-title", fixed=True
    )
    players: tuple[int, int] | None = attr(
        Players(), None, "number of players: 2-6, 4; none if it isn't for players", fixed=True
    )
    variants: Data | None = attr(DATA, None, "variants of your own game", fixed=True)
    accent: Accents | None = attr(single(Accents), None, "the main colour of your own game")
    palette: Palette = attr(
        PALETTE, MappingProxyType({}), "names for colours; each gives a family: red, red-dark, …"
    )
    alike: tuple[AlikeDef, ...] = attr(
        listing(AlikeDef), (), "colours that may look alike, and why that's fine for `preflight`"
    )
    usual: str = attr(
        OneOf("all", "four"),
        "four",
        "player counts without --players: all, or about four",
        key="usual-players",
        fixed=True,
    )
    per_player: bool = attr(
        Flag(), False, "every player needs one: as many copies as players", key="per-player",
        fixed=True,
    )  # fmt: skip
    fonts: tuple[tuple[str, FontFiles], ...] = attr(
        mapping(FontFiles), (), "names for font files beside the layout"
    )
    page: PageSetup | None = attr(single(PageSetup), None, "size, orientation, margin")
    options: tuple[tuple[str, OptionDef], ...] = attr(mapping(OptionDef), (), "options for --set")
    facts: tuple[tuple[str, Data], ...] = attr(FACTS, (), "names for values, in order")
    recorded: bool = attr(Flag(), False, "shows a recorded game; needs --from-game", fixed=True)
    fields: tuple[tuple[str, FieldDef], ...] = attr(
        Structure("families", FieldDef), (), "the places to write, by names like points.R.P"
    )
    wins: Value[str] = attr(OneOf("highest", "lowest"), "highest", "which score wins")
    over: Data | None = attr(
        DATA, None, "formula that says when the game is over: 'max(total.*) >= 100'"
    )
    data: tuple[tuple[str, DataFile], ...] = attr(
        mapping(DataFile), (), "names for files of records beside the layout"
    )
    draws: tuple[tuple[str, DrawDef], ...] = attr(
        mapping(DrawDef), (), "random draws for each page, from the seed"
    )
    loop: Loop | None = attr(LOOP, None, "one page for each: 'sheet in sheets'", key="each")
    body: tuple[Node, ...] = attr(NODES, (), "what is printed, from the top", required=True)
    backs: Backs | None = attr(single(Backs), None, "the other side of each page")

    @property
    def page_needs(self) -> FactNames:
        """The facts that affect the size and margins of its pages."""
        return self.page.needs.all if self.page else frozenset()

    @property
    def is_pad(self) -> bool:
        """Whether it is a score pad whose options say what is scored: it uses the fact `pad`."""
        own = {name for name, _ in self.facts}
        return "pad" not in own and any(used.name == "pad" for used in self.references)

    @property
    def needs_seed(self) -> bool:
        """Whether it has random draws."""
        return bool(self.draws)

    @property
    def offers(self) -> tuple[tuple[str, DrawDef], ...]:
        """Its draws that are made by the game."""
        return tuple((name, draw) for name, draw in self.draws if draw.offer)


class KitEntry(Declared):
    """One sheet of a kit."""

    sheet: str = attr(
        Plain("the name of a sheet of this game"), "", "which sheet", required=True, fixed=True
    )
    copies: Data | None = attr(
        DATA, None, "how many (default: 1, or one per player if the sheet says so)"
    )
    when: Expression | None = attr(CONDITION, None, "only if this is true")


class Kit(Declared):
    """The sheets of a game that are printed together, in the order in which they are used."""

    references: tuple[FactReference, ...] = ()
    kit: str = attr(Plain("the id of a game"), "", "which game", required=True, fixed=True)
    sheets: tuple[KitEntry, ...] = attr(listing(KitEntry), (), "its sheets", required=True)


class PadRow(Declared, fixed=True):
    """One row of a score pad; a plain name is enough."""

    short_for = "row"
    row: Words = attr(WORDS, None, "its name", required=True)
    value: int = attr(Whole(-1000, 1000), 1, "the points for each, if a number is counted")
    least: int | None = attr(MILLIONS, None, "the lowest number", key="min")
    most: int | None = attr(MILLIONS, None, "the highest number", key="max")
    formula: str = attr(
        Plain("a formula"), "", "computes it from other rows: '35 if sum(row.1..6.P) >= 63 else 0'"
    )


class PadGroup(Declared, fixed=True):
    """Rows of a score pad with a subtotal."""

    group: Words | None = attr(WORDS, None, "its title")
    rows: tuple[PadRow, ...] = attr(listing(PadRow), (), "its rows", required=True)


class PadEntry(Declared, fixed=True):
    """What a player writes in a round, if that isn't the points."""

    title: Words = attr(WORDS, None, "what stands above the column", required=True)
    least: int = attr(MILLIONS, 0, "the lowest number", key="min")
    most: int | None = attr(
        MILLIONS, None, "the highest number (default: the number of the round)", key="max"
    )
    last: bool = attr(Flag(), False, "only in the last round")


class PadPoints(Declared, fixed=True):
    """The points of a round: what may be written, or how they are computed."""

    least: int | None = attr(MILLIONS, None, "the lowest number", key="min")
    most: int | None = attr(MILLIONS, None, "the highest number", key="max")
    formula: str = attr(
        Plain("a formula", r"[^\x00-\x1f]{1,2000}"),
        "",
        "computes them from the entries: 'bid.R.P * 10'",
    )
    running: str = attr(
        Plain("a formula", r"[^\x00-\x1f]{1,2000}"),
        "",
        "computes the score after the round, if that isn't the sum",
    )


class PadFile(Declared, fixed=True):
    """The score pad of a game, in a file of the shelf."""

    references: tuple[FactReference, ...] = ()
    pad: str = attr(
        Plain("an id like trick-bids", r"[a-z0-9][a-z0-9-]*"), "", "its id", required=True
    )
    title: Words = attr(WORDS, None, "the name of the game", required=True)
    players: tuple[int, int] = attr(Players(), (1, 10), "number of players: 2-6, 4")
    icon: str = attr(Plain("the name of an icon"), "trophy", "the icon in its header")
    rounds: int = attr(Whole(0, 36), 0, "the number of rounds; 0 for none")
    round_name: Words | None = attr(
        WORDS, None, "what a round is called (default: Round)", key="round-name"
    )
    entries: tuple[tuple[str, PadEntry], ...] = attr(
        mapping(PadEntry), (), "what is written in a round, if that isn't the points"
    )
    points: PadPoints | None = attr(single(PadPoints), None, "the points of a round")
    groups: tuple[PadGroup, ...] = attr(listing(PadGroup), (), "rows, with a subtotal each")
    rows: tuple[PadRow, ...] = attr(listing(PadRow), (), "rows without groups")
    wins: str = attr(OneOf("highest", "lowest"), "highest", "which total wins")
    target: int = attr(Whole(0, 1_000_000), 0, "the score that ends the game; 0 for none")
    start: int = attr(Whole(-1_000_000, 1_000_000), 0, "the score at the start")
    count_down: bool = attr(
        Flag(), False, "whether points are taken from the start", key="count-down"
    )
