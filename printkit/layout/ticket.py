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
