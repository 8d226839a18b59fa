"""The ticket: how a sheet is to be printed, whatever is on it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from printkit.layout.imposition import Handling
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.catalogue import Catalogue
    from printkit.layout.context import Effort
    from printkit.paper import Paper
    from printkit.theme import Theme


class Ticket(NamedTuple):
    """What goes with a sheet to the composer."""

    theme: Theme
    """What colours, styles and lines look like."""
    catalogue: Catalogue
    """The words of its language."""
    paper: Paper
    """What it is printed on."""
    folder: Path
    """Where its layout lies, with the parts and pictures that it uses."""
    effort: Effort
    """What the whole file has taken so far."""
    copies: int = 1
    """How many of each page."""
    handling: Handling = Handling()
    """How the paper lies, where backs go, and who cuts it."""
    seed: str = ""
    """Where the whims of handwriting come from."""
    marks: bool = False
    """Whether anybody wants to know where the places to write are."""
    spots: bool = False
    """Whether places to write are read aloud: somebody writes on a screen, or has written."""
    tagged: bool = True
    """Whether it is noted how the pages are read aloud."""
    traced: bool = False
    """Whether anybody wants to know where each node of the layout lies."""
