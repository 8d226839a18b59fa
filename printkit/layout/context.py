"""The context of a sheet: what all of its nodes share while they are made.

Keeps what was found wrong and what was told on the way, and stops a sheet that has too many nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from printkit.budget import current, grant_page
from printkit.errors import Findings, LayoutError, PrintkitError, Problems, Where
from printkit.images import Album

if TYPE_CHECKING:
    from printkit.faces import OwnFace
    from printkit.layout.definition import Part
    from printkit.layout.flow import Galley
    from printkit.layout.ticket import Ticket
    from printkit.layout.values import Tokens

MAX_NODES = 20_000
MAX_FILE_NODES = 250_000
MAX_DEPTH = 50
STEPS_A_NODE = 20


@dataclass(slots=True, eq=False, repr=False)
class Effort:
    """What a whole file has taken so far; all its sheets share it."""

    nodes: int = 0
    album: Album = field(default_factory=Album)


@dataclass(slots=True, eq=False, repr=False)
class Context:
    """What stays the same for all nodes of one sheet."""

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
    used: set[Part] = field(default_factory=set)
    """The parts that were made so far."""
    strays: frozenset[str] = frozenset()
    """The messages about names that were found to lead nowhere when the sheet was read."""
    faces: dict[str, OwnFace] = field(default_factory=dict)
    """The sheet's own fonts."""
    galley: Galley | None = None
    """How far the running text of a sheet with a flow has come."""

    def complain(self, error: PrintkitError) -> None:
        """Note a problem; the same place may be laid out many times, and strays are noted."""
        if error.message not in self.strays:
            self.problems.add(error)

    def begin(self) -> None:
        """A new page: its nodes are counted from here, and it may cost something."""
        self.made = 0
        grant_page()

    def count(self, where: Where, number: int = 1) -> None:
        """So many more nodes on this page; what repeats without end is stopped here."""
        self.made += number
        self.ticket.effort.nodes += number
        if self.made > MAX_NODES:
            hint = "let a `for` repeat less"
            raise _stop(f"more than {MAX_NODES:,} nodes on a page", where, hint)
        if self.ticket.effort.nodes > MAX_FILE_NODES:
            hint = "make several files of it"
            raise _stop(f"more than {MAX_FILE_NODES:,} nodes in a file", where, hint)
        current().spend(number * STEPS_A_NODE, where)

    @contextmanager
    def inside(self, where: Where) -> Iterator[None]:
        """While what stands inside of a node is made."""
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
        """While a part is made: it must not use itself, directly or through others."""
        if part in self.parts:
            raise LayoutError(f"the part '{part.part}' uses itself", where)
        self.parts = (*self.parts, part)
        self.used.add(part)
        try:
            yield
        finally:
            self.parts = self.parts[:-1]


def _stop(message: str, where: Where, hint: str) -> Problems:
    """The problem that ends it all: no node that is made later could hide it."""
    return Problems([LayoutError(message, where, hint)])
