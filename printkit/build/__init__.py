"""The use case: targets become files.

Takes a request; prints nothing. `build_into` and `make_files` are the steps in order: sheets are
found and read, their facts gathered, pages laid out, rendered in every format and written together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from printkit.backends import FORMATS
from printkit.budget import clock, spending
from printkit.build.advice import about, advice, contents
from printkit.build.assembly import Assembly
from printkit.build.languages import catalogue_for
from printkit.build.notes import font_note, gather_notes, notes
from printkit.build.options import check_settings
from printkit.build.output import FileMade, Output, render
from printkit.build.paths import with_file_name
from printkit.build.targets import Printings, as_spelled, expand, split_requests
from printkit.errors import UsageError
from printkit.faces import SystemFace, taking_fonts
from printkit.files import Staging
from printkit.request import Request, check_fillable, check_handling, check_printable
from printkit.request.seeds import fresh_seed
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.catalogue import Catalogue
    from printkit.layout.press import PrintedPage

T = TypeVar("T")
Progress: TypeAlias = "Callable[[int, int], None]"
"""Told how many pages and files are done, and how many there will be."""
Kept: TypeAlias = "tuple[Assembly, tuple[PrintedPage, ...]]"
"""All pages of a file and the assembly that made them, for a batch that merges files."""


class Built(NamedTuple):
    """What a build made."""

    request: Request  # what was asked for, with the seed and the name that it got on the way
    files: tuple[FileMade, ...]  # what was written, in order
    notes: tuple[str, ...]  # how to print it, and which options changed nothing
    edge: str  # the edge over which the paper is turned for backs, if it is
    advice: str  # what to do next, in the language of the sheets
    contents: tuple[tuple[str, ...], ...]  # what lies where in each file, in the same language
    fonts: tuple[SystemFace, ...]  # fonts of this system; the bytes depend on them
    about: tuple[str, ...]  # what there is to say of each file: its pages, its paper, its size
    catalogue: Catalogue  # the words of the sheets' language


class Volume(NamedTuple):
    """One document of a build, in every format: all of it, or one sheet where files are split."""

    request: Request  # what was asked for, with the name that it got
    files: tuple[FileMade, ...]  # what was written, in order
    notes: tuple[str, ...]  # how to print it, and which options changed nothing
    edge: str  # the edge over which the paper is turned for backs, if it is


def build(request: Request, progress: Progress | None = None) -> Built:
    """Build everything that was asked for; nothing is written unless all of it fits."""
    with Staging() as staging:
        built = build_into(request, staging, progress)
        staging.commit()
    return built


@spending()
def build_into(
    request: Request,
    staging: Staging,
    progress: Progress | None = None,
    keep: list[Kept] | None = None,
) -> Built:
    """Builds everything that was asked for into temporary files, which the caller commits.

    `keep` takes the pages of each file, where a batch will merge them.
    """
    volumes = []
    with taking_fonts(forbid=request.no_system_fonts) as taken:
        request, printings = prepare(request)
        for part, its_printings in _split(request, printings):
            placed, note = with_file_name(part, its_printings)
            volumes.append(make_files(placed, its_printings, staging, progress, note, keep))
    catalogue = catalogue_for(request.language, printings[0].folder)
    return _built(request, volumes, tuple(taken.faces.values()), catalogue)


def prepare(request: Request) -> tuple[Request, Printings]:
    """Checks a request and finds its sheets; gives it a seed if they need one and it has none."""
    check_handling(request)
    check_fillable(request)
    if request.no_system_fonts:
        check_printable(request)
    printings = expand(request)
    check_settings(request.settings, printings)
    request = as_spelled(request, printings)
    needs_seed = any(printing.sheet.needs_seed for printing in printings)
    if request.seed is None and request.record is None and needs_seed:
        request = replace(request, seed=fresh_seed())
    return request, printings


def make_files(
    request: Request,
    printings: Printings,
    staging: Staging,
    progress: Progress | None = None,
    note: str = "",
    keep: list[Kept] | None = None,
) -> Volume:
    """Makes one document in every format: lays it out once, renders page by page, stages files."""
    assembly = Assembly(request, printings)
    outputs = [Output(FORMATS[name], request, assembly) for name in request.formats]
    total, done = assembly.total + sum(output.total for output in outputs), count(1)
    pages: Iterable[PrintedPage] = assembly.pages()
    if keep is not None:  # whoever merges files needs all their pages at once
        pages = tuple(pages)
        keep.append((assembly, pages))

    def counted(things: Iterable[T]) -> Iterator[T]:
        """Passes pages or files on, and reports each once it has been dealt with."""
        for thing in things:
            yield thing
            if progress:
                progress(next(done), total)

    files = []
    # Everything happens here, a page at a time: laid out, rendered in every format, let go. What
    # does not fit is raised after the last page, and then nothing is committed.
    for rendered in counted(render(counted(pages), outputs)):
        staging.write(rendered.file.path, rendered.data)
        clock.start()  # every file has the full time
        files.append(rendered.file)
    files.sort(key=lambda file: request.formats.index(file.format))
    catalogue = catalogue_for(request.language, printings[0].folder)
    said = filter(None, (note, *notes(request, assembly, catalogue)))
    return Volume(request, tuple(files), tuple(said), assembly.duplex)


def _split(request: Request, printings: Printings) -> list[tuple[Request, Printings]]:
    """The request as it is, or one for each sheet alone, in the order in which they are used."""
    if not request.split:
        return [(request, printings)]
    if request.out.file:
        hint = "give a folder, or leave --split out"
        raise UsageError(f"several sheets cannot all be '{request.out.file}'", hint=hint)
    return [
        (one, tuple(printing for printing in printings if printing.sheet.id == one.only))
        for one in split_requests(request, printings)
    ]


def _built(
    request: Request,
    volumes: Sequence[Volume],
    fonts: tuple[SystemFace, ...],
    catalogue: Catalogue,
) -> Built:
    """What was made, and what there is to say of it."""
    files = tuple(file for volume in volumes for file in volume.files)
    said = gather_notes([volume.notes for volume in volumes], catalogue)
    return Built(
        request if request.split else volumes[0].request,
        files,
        notes=tuple(filter(None, (*said, font_note(fonts, catalogue)))),
        edge=next((volume.edge for volume in volumes if volume.edge), ""),
        advice=advice(request, files, catalogue),
        contents=tuple(tuple(contents(file, catalogue)) for file in files),
        fonts=fonts,
        about=tuple(about(file, request, catalogue) for file in files),
        catalogue=catalogue,
    )
