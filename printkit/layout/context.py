"""The context of a sheet: state shared by all of its nodes while they are made.

It collects problems and messages, and stops a sheet with too many nodes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.budget import STEPS_A_FILLED_SHEET, allow_page, current_budget
from printkit.core.errors import Findings, LayoutError, PrintkitError, Problems, Where
from printkit.core.images import PictureLoader
from printkit.layout.cache import LayoutCache
from printkit.layout.imposition import PrintSetup
from printkit.layout.language.definition import Part
from printkit.layout.log import LayoutLog, logging_to
from printkit.text.faces import OwnFace, SystemFace, font_use

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue
    from printkit.core.paper import Paper
    from printkit.core.scene import Field, FieldArea
    from printkit.core.theme import Theme
    from printkit.layout.boxes.box import Box
    from printkit.layout.boxes.flow import FlowState
    from printkit.layout.language.definition import Sheet
    from printkit.layout.language.values import Tokens
    from printkit.layout.largeprint import Enlargement
    from printkit.layout.repeating import Slot
    from printkit.text.faces import Families

MAX_NODES = 20_000
MAX_FILE_NODES = 250_000
MAX_DEPTH = 50
STEPS_A_NODE = 20
STEPS_A_BOX = 8
NODES_A_FILLED_SHEET = STEPS_A_FILLED_SHEET // STEPS_A_NODE


class Ticket(NamedTuple):
    """The settings with which a sheet is printed, independent of its content."""

    theme: Theme
    catalogue: Catalogue  # of its language
    paper: Paper
    folder: Path  # of its layout, with the parts and pictures that it uses
    totals: FileTotals
    copies: int = 1
    print_setup: PrintSetup = PrintSetup()
    seed: str = ""  # for the irregularities of handwriting
    wants_fields: bool = False  # whether to return the positions of fields
    tagged: bool = True  # whether to assign roles for screen readers
    wants_node_bounds: bool = False  # whether to return the positions of nodes
    checks_legibility: bool = True  # whether to look for text that is hard to read
    enlargement: Enlargement | None = None  # for large print

    @property
    def smallest_type(self) -> float:
        """The smallest type in points, before the page is enlarged."""
        return self.enlargement.smallest if self.enlargement else 0.0

    @property
    def breaks_words(self) -> bool:
        """Whether words break that a layout wants in one line."""
        return self.enlargement is not None and self.enlargement.breaks_words


class FileTotals:
    """The totals of a whole file so far, shared by all its sheets."""

    __slots__ = ("allowed", "cache", "fields", "nodes", "pictures")

    def __init__(self) -> None:
        self.nodes = 0
        self.allowed = MAX_FILE_NODES  # nodes, and more for sheets that are filled in from a file
        self.pictures = PictureLoader()
        self.cache = LayoutCache()  # of boxes with pictures, which end with the file
        self.fields: OrderedDict[tuple[object, Sequence[FieldArea]], tuple[Field, ...]]
        """Fields, by the body of their page and their areas."""
        self.fields = OrderedDict()


@dataclass(slots=True, eq=False, repr=False)
class Context:
    """The state shared by the nodes of one sheet while they are made."""

    ticket: Ticket
    tokens: Tokens
    """The names that values may have: colours, styles and so on."""
    load_part: Callable[[str, Where], Part]
    """Loads a part by its name."""
    cache: LayoutCache

    problems: Findings = field(default_factory=Findings)
    """The problems found so far, to be reported all at once."""
    messages: dict[str, None] = field(default_factory=dict)
    """The messages of the sheet for the person who builds it, each once."""
    hard_to_read: Findings = field(default_factory=Findings)
    """Text that is hard to read."""
    undescribed: Findings = field(default_factory=Findings)
    """Pictures without a description for screen readers."""
    nodes: int = 0
    """The number of nodes on this page so far."""
    boxes: int = 0
    """The number of boxes that weren't in the cache."""
    depth: int = 0
    """The number of nodes around the current one."""
    parts: tuple[Part, ...] = ()
    """The parts that are being made, from the outermost to the innermost."""
    uses: tuple[Where, ...] = ()
    """Where each of these parts is used."""
    used: set[Sheet | Part] = field(default_factory=set)
    """The sheet, and the parts that were made for it so far."""
    unresolved: frozenset[str] = frozenset()
    """The messages about unresolved names, which are already among the problems."""
    faces: dict[str, OwnFace] = field(default_factory=dict)
    """The sheet's own fonts."""
    flow: FlowState | None = None
    """The progress of the running text, in a sheet with a flow."""
    slots: list[Slot] | None = None
    """The nodes that show facts of their page, while the first page is made: see `repeating`."""
    families: dict[object, Families] = field(default_factory=dict)
    """The font families that parts know, by the part and the families around it."""
    inside: dict[Box, None] | None = None
    """The cached boxes in the box that is being made, at any depth."""
    look: int = 0
    """The number of the theme, language and so on in the cache."""
    log: LayoutLog = field(default_factory=LayoutLog)
    """The events that were noted and not yet taken."""

    def __post_init__(self) -> None:
        ticket = self.ticket
        look = (
            ticket.theme,
            ticket.catalogue,
            ticket.folder,
            ticket.wants_fields,
            ticket.tagged,
            ticket.smallest_type,
            ticket.breaks_words,
            font_use().forbids,
        )
        self.look = self.cache.number_of_look(look)

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Collect the events of everything that is made and laid out inside this block."""
        with logging_to(self.log):
            try:
                yield
            finally:
                self.take_events()

    def take_events(self) -> None:
        """Sort the events noted since the last call."""
        events, self.log.events = self.log.events, []
        for kind, value in events:
            if isinstance(value, PrintkitError):
                if kind == "undescribed":
                    self.undescribed.add(value)
                elif value.message not in self.unresolved:
                    self.problems.add(value)
            elif kind == "message" and isinstance(value, str):
                self.messages[value] = None
            elif kind == "used" and isinstance(value, Part):
                self.used.add(value)
            elif isinstance(value, OwnFace):
                self.faces[value.id] = value
            elif isinstance(value, SystemFace):
                font_use().faces[value.id] = value

    def uses_facts(self, names: Collection[str]) -> bool:
        """Return whether the sheet, or a part made for it so far, uses one of these facts."""
        return any(used.name in names for file in self.used for used in file.references)

    def count_again(self, where: Where, number: int) -> None:
        """Count the nodes of a box taken from the cache."""
        self.nodes += number
        self._check_nodes(where)
        current_budget().count(STEPS_A_BOX, where)

    def begin(self) -> None:
        """Begin a page: reset its node count, and extend the budget."""
        self.nodes = 0
        allow_page()

    def count(self, where: Where, number: int = 1) -> None:
        """Count nodes; stop a page or a file that has too many."""
        totals = self.ticket.totals
        self.nodes += number
        totals.nodes += number
        self._check_nodes(where)
        if totals.nodes > totals.allowed:
            hint = "split it into several files"
            raise _stop(f"more than {MAX_FILE_NODES:,} nodes in a file", where, hint)
        current_budget().count(number * STEPS_A_NODE, where)

    def _check_nodes(self, where: Where) -> None:
        if self.nodes > MAX_NODES:
            hint = "make a `for` repeat less"
            raise _stop(f"more than {MAX_NODES:,} nodes on a page", where, hint)

    def enter(self, where: Where) -> None:
        """Begin a node inside the current one; the caller reduces `depth` at its end."""
        if self.depth == MAX_DEPTH:
            message = f"nested more than {MAX_DEPTH} levels deep"
            raise LayoutError(message, where, "use fewer levels")
        self.depth += 1

    @contextmanager
    def using_part(self, part: Part, where: Where) -> Iterator[None]:
        """Note a part while it is made; refuse one that uses itself, even indirectly."""
        if part in self.parts:
            raise LayoutError(f"the part '{part.part}' uses itself", where)
        self.parts, self.uses = (*self.parts, part), (*self.uses, where)
        self.log.note("used", part)
        try:
            yield
        finally:
            self.parts, self.uses = self.parts[:-1], self.uses[:-1]


def _stop(message: str, where: Where, hint: str) -> Problems:
    """Return an error that ends the build at once; a `LayoutError` would only skip a node."""
    return Problems([LayoutError(message, where, hint)])
