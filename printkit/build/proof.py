"""Proofs: the pages of a request to look at, or its file as bytes; nothing is written.

Both take the steps of `build`, so that what is shown is what would be printed.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from printkit.backends import FORMATS
from printkit.budget import spending
from printkit.build import prepare
from printkit.build.assembly import Assembly
from printkit.build.languages import catalogue_for
from printkit.build.notes import font_note, notes
from printkit.build.output import Output, Rendered, is_outlined, render
from printkit.build.paths import with_file_name
from printkit.build.shelf import Pull, Shelf
from printkit.faces import taking_fonts
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.catalogue import Catalogue
    from printkit.layout.press import PrintedPage
    from printkit.request import Request


class Proof(NamedTuple):
    """What a request would print."""

    request: Request  # what was asked for, with the seed and the name that it got on the way
    pages: tuple[tuple[PrintedPage, bytes], ...]  # the first pages, each with its drawing as SVG
    total: int  # how many pages there are in all
    notes: tuple[str, ...]  # how to print it, and which options changed nothing
    composed: tuple[str, ...]  # the ids of the sheets that did not lie on the shelf
    catalogue: Catalogue  # the words of the sheets' language


@spending()
def proof(request: Request, most: int, shelf: Shelf) -> Proof:
    """The pages of a request, rendered as SVG, and no more than so many of them."""
    with taking_fonts(forbid=request.no_system_fonts) as taken:
        made = _proof(request, most, shelf)
    said = font_note(taken.faces.values(), made.catalogue)
    return made._replace(notes=(*made.notes, said)) if said else made


def _proof(request: Request, most: int, shelf: Shelf) -> Proof:
    request, printings = prepare(request)
    assembly = Assembly(request, printings)
    pull = Pull(assembly, shelf, None if request.pages else most * request.per_page)
    look = partial(shelf.picture, language=request.language, outline=is_outlined(request))
    pages = tuple((one, look(one.page)) for one in islice(assembly.pages(pull.impress), most))
    assembly.check()
    catalogue = catalogue_for(request.language, printings[0].folder)
    said = tuple(notes(request, assembly, catalogue))
    whole, _ = with_file_name(replace(request, force=True), printings)
    return Proof(whole, pages, assembly.total, said, tuple(pull.composed), catalogue)


@spending()
def render_file(request: Request) -> Rendered:
    """The one file that a request for a PDF makes, with its name."""
    with taking_fonts(forbid=request.no_system_fonts):
        request, printings = prepare(replace(request, force=True))
        placed, _ = with_file_name(request, printings)
        assembly = Assembly(placed, printings)
        output = Output(FORMATS["pdf"], placed, assembly)
        (rendered,) = render(assembly.pages(), [output])
        return rendered
