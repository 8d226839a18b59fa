"""The context of a sheet: what all of its nodes share while they are made, and its ticket.

Keeps what was found wrong and what was told on the way, and stops a sheet that has too many nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from printkit.budget import current, grant_page
from printkit.errors import Findings, LayoutError, PrintkitError, Problems, Where
from printkit.images import Album
from printkit.layout.imposition import Handling
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.catalogue import Catalogue
    from printkit.faces import OwnFace
    from printkit.layout.definition import Part, Sheet
    from printkit.layout.flow import Galley
    from printkit.layout.values import Tokens
    from printkit.paper import Paper
    from printkit.theme import Theme

MAX_NODES = 20_000
MAX_FILE_NODES = 250_000
MAX_DEPTH = 50
STEPS_A_NODE = 20


class Ticket(NamedTuple):
    """How the composer is to print a sheet."""

    theme: Theme  # what colours, styles and lines look like
    catalogue: Catalogue  # the words of its language
    paper: Paper  # what it is printed on
    folder: Path  # where its layout lies, with the parts and pictures that it uses
    effort: Effort  # what the whole file has taken so far
    copies: int = 1  # how many of each page
    handling: Handling = Handling()  # how the paper lies, where backs go, and who cuts it
    seed: str = ""  # where the whims of handwriting come from
    wants_fields: bool = False  # whether anybody wants to know where the places to write are
    reads_fields: bool = False  # whether these are read aloud: in a form, or filled in
    tagged: bool = True  # whether it is noted how the pages are read aloud
    traced: bool = False  # whether anybody wants to know where each node of the layout lies


class Effort:
    """What a whole file has taken so far; all its sheets share it."""

    __slots__ = ("album", "nodes")

    def __init__(self) -> None:
        self.nodes = 0
        self.album = Album()


@dataclass(slots=True, eq=False, repr=False)
class Context:
    """What the nodes of one sheet share while they are made."""

    ticket: Ticket
    """How it is to be printed."""
    tokens: Tokens
    """The names that values may have: colours, styles and so on."""
    load_part: Callable[[str, Where], Part]
    """Finds a part by its name."""
    varying: frozenset[str] = frozenset()
    """The names whose values differ from page to page."""
    problems: Findings = field(default_factory=Findings)
    """What does not fit or is wrong, so that all of it is reported at once."""
    told: dict[str, None] = field(default_factory=dict)
    """What the sheet tells whoever builds it, each once."""
    weak: Findings = field(default_factory=Findings)
    """What can hardly be read."""
    silent: Findings = field(default_factory=Findings)
    """Pictures of which nothing is said to whoever hears the sheet."""
    made: int = 0
    """How many nodes this page has so far."""
    depth: int = 0
    """How many nodes lie around the one that is made."""
    parts: tuple[Part, ...] = ()
    """The parts that are being made, one inside the other."""
    used: set[Sheet | Part] = field(default_factory=set)
    """The sheet, and the parts that were made for it so far."""
    strays: frozenset[str] = frozenset()
    """The messages about names that were found to lead nowhere when the sheet was read."""
    faces: dict[str, OwnFace] = field(default_factory=dict)
    """The sheet's own fonts."""
    galley: Galley | None = None
    """How far the running text of a sheet with a flow has come."""

    def complain(self, error: PrintkitError) -> None:
        """Notes a problem once, however often its place is laid out; strays are known already."""
        if error.message not in self.strays:
            self.problems.add(error)

    def asks_for(self, names: Collection[str]) -> bool:
        """Whether the sheet, or a part that was made for it so far, asks for one of these facts."""
        return any(name in names for file in self.used for name, _ in file.references)

    def begin(self) -> None:
        """Begins a page: counts its nodes from zero, and grants what a page may cost."""
        self.made = 0
        grant_page()

    def count(self, where: Where, number: int = 1) -> None:
        """Counts nodes; stops a page or a file that has too many."""
        effort = self.ticket.effort
        self.made += number
        effort.nodes += number
        if self.made > MAX_NODES:
            hint = "let a `for` repeat less"
            raise _stop(f"more than {MAX_NODES:,} nodes on a page", where, hint)
        if effort.nodes > MAX_FILE_NODES:
            hint = "make several files of it"
            raise _stop(f"more than {MAX_FILE_NODES:,} nodes in a file", where, hint)
        current().spend(number * STEPS_A_NODE, where)

    @contextmanager
    def inside(self, where: Where) -> Iterator[None]:
        """Counts how deep nodes are nested while those inside of one are made; stops too many."""
        if self.depth == MAX_DEPTH:
            message = f"nested more than {MAX_DEPTH} levels deep"
            raise LayoutError(message, where, "use fewer levels")
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1

    @contextmanager
    def using(self, part: Part, where: Where) -> Iterator[None]:
        """Notes a part while it is made; refuses one that uses itself, even through others."""
        if part in self.parts:
            raise LayoutError(f"the part '{part.part}' uses itself", where)
        self.parts = (*self.parts, part)
        self.used.add(part)
        try:
            yield
        finally:
            self.parts = self.parts[:-1]


def _stop(message: str, where: Where, hint: str) -> Problems:
    """An error that ends the build, whatever other nodes have to say."""
    return Problems([LayoutError(message, where, hint)])
