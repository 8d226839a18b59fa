"""A build, from a request to files.

    Request ──▶ sheets + facts ──▶ pages ──▶ bytes ──▶ files
         targets, facts      document   output     naming, core.files

The command line, Python, manifests, the studio and `again` all make a `Request` with the one reader
in `printkit.request.reader`, and their files are built here; `preview` takes the same steps for the
pages in the studio. From top to bottom:

1. `build` makes all files of a request, or none.
2. `prepare` finds and reads the sheets, and completes the request: spelling, seed.
3. `DocumentLayout` gathers the facts of every sheet, decides which pages there are, and lays out
   one after the other.
4. `make_files` renders each page in every format before the next one is laid out, and stages the
   files.

Nothing is printed; the `BuildResult` has the notes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar

from printkit.backends import FORMATS
from printkit.core.budget import cpu_limit, limit_work
from printkit.core.errors import UsageError
from printkit.core.files import NameTakenError, Staging
from printkit.core.languages import catalogue_for
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.naming import is_same_command, with_file_name
from printkit.pipeline.notes import gather_notes, machine_notes, notes
from printkit.pipeline.output import BuiltFile, Output, RenderedFile, render
from printkit.pipeline.sheetoptions import check_settings
from printkit.pipeline.site import is_site, write_site
from printkit.pipeline.targets import PlannedSheet, expand, normalize_request, split_requests
from printkit.request.checks import (
    check_fillable,
    check_large_print,
    check_page_on_screen,
    check_print_setup,
    check_printable,
)
from printkit.request.values import fresh_seed
from printkit.text.faces import SystemFace, recording_fonts

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue
    from printkit.core.scene import Document
    from printkit.layout.cache import LayoutCache
    from printkit.request.options import Request

T = TypeVar("T")
SHOWN_FILES: Final = 3
"""The number of files that a result names in its `repr`."""
Progress: TypeAlias = "Callable[[int, int], None]"
"""A callback that gets the number of pages and files done so far, and their total."""


class BuildResult(NamedTuple):
    """The result of a build, which a notebook shows as the first page of each file.

    Attributes:
        files: The files, in the order of the formats.
        notes: Notes on how to print them, and on options without effect.
        fonts: The fonts of this system on which the files depend.
    """

    files: tuple[BuiltFile, ...]
    notes: tuple[str, ...]
    request: Request  # the request, completed with its seed and file name
    catalogue: Catalogue  # of the sheets' language, for further messages
    document: Document  # the metadata of the file, or of the first one
    fonts: tuple[SystemFace, ...] = ()

    @property
    def seed(self) -> str | None:
        """The seed of random sheets; the same seed produces the same sheets."""
        return self.request.seed

    @property
    def edge(self) -> str:
        """The edge on which the paper is flipped for backs, if any."""
        return self.document.duplex

    def as_json(self) -> dict[str, Any]:
        """Return the result as `printkit build --json` prints it."""
        return {
            "seed": self.seed,
            "files": [file.as_json() for file in self.files],
            "fonts": [face.as_json() for face in self.fonts],
            "notes": list(self.notes),
        }

    def __repr__(self) -> str:
        """Return the files and the seed on one line."""
        files = [repr(file) for file in self.files[:SHOWN_FILES]]
        if more := len(self.files) - len(files):
            files.append(f"{more} more")
        return f"BuildResult([{', '.join(files)}], seed={self.seed!r})"

    def _repr_html_(self) -> str:
        from printkit.pipeline.notebook import show_files

        return show_files(self.files, self.notes)


def build(request: Request, progress: Progress | None = None) -> BuildResult:
    """Build everything requested; nothing is written unless all of it fits.

    If another process takes the chosen file name in the meantime, build again with the next name.
    """
    is_named = request.out.file or request.force
    while True:
        with suppress(NameTakenError), Staging(None if is_named else is_same_command) as staging:
            result = build_into(request, staging, progress)
            staging.commit()
            return result


@limit_work()
def build_into(
    request: Request,
    staging: Staging,
    progress: Progress | None = None,
    cache: LayoutCache | None = None,
    *,
    with_notes: bool = True,
) -> BuildResult:
    """Build everything requested into temporary files, which the caller commits.

    `cache` has layouts of earlier builds in this process.
    """
    with recording_fonts(forbid=request.no_system_fonts) as taken:
        request, planned_sheets = prepare(request)
        site = is_site(request)
        request = replace(request, is_app=site)
        results = []
        for part, sheets in _documents(request, planned_sheets):
            named, note = with_file_name(part, sheets)
            results.append(
                make_files(named, note, sheets, staging, progress, cache, with_notes=with_notes)
            )
        result = _merge_results(request, results, tuple(taken.faces.values()))
        if site:
            result = result._replace(
                notes=(*result.notes, write_site(request, result.files, staging, result.catalogue))
            )
    return result


def prepare(request: Request) -> tuple[Request, tuple[PlannedSheet, ...]]:
    """Check a request and find its sheets; add a seed if they need one and it has none."""
    check_print_setup(request)
    check_fillable(request)
    check_page_on_screen(request)
    check_large_print(request)
    if request.no_system_fonts:
        check_printable(request)
    planned_sheets = expand(request)
    check_settings(request.settings, planned_sheets)
    request = normalize_request(request, planned_sheets)
    needs_seed = any(planned.sheet.needs_seed for planned in planned_sheets)
    if request.seed is None and request.record is None and needs_seed:
        filled = planned_sheets[0].filled
        seed = filled.sheets[0].seed if filled else None
        request = replace(request, seed=seed or fresh_seed())
    return request, planned_sheets


def _documents(
    request: Request, planned_sheets: tuple[PlannedSheet, ...]
) -> list[tuple[Request, tuple[PlannedSheet, ...]]]:
    """Return the request with its sheets; with --split, one request for each sheet, in order.

    A folder of HTML pages has a page for each sheet, too.
    """
    is_only_pages = is_site(request) and request.formats == ("html",) and len(planned_sheets) > 1
    if not request.split and not is_only_pages:
        return [(request, planned_sheets)]
    if request.out.file:
        hint = "give a folder, or leave --split out"
        raise UsageError(f"can't write several sheets to one file '{request.out.file}'", hint=hint)
    return [
        (one, tuple(planned for planned in planned_sheets if planned.sheet.id == one.only))
        for one in split_requests(request, planned_sheets)
    ]


def make_files(
    request: Request,
    note: str,
    planned_sheets: tuple[PlannedSheet, ...],
    staging: Staging,
    progress: Progress | None = None,
    cache: LayoutCache | None = None,
    *,
    with_notes: bool = True,
) -> BuildResult:
    """Make one document in every format: lay it out once, render page by page, stage its files.

    `note` comes from choosing the file's name, and may be empty.
    """
    layout = DocumentLayout(request, planned_sheets, cache, checks_legibility=with_notes)
    outputs = [Output(FORMATS[name], request, layout) for name in request.formats]
    total, done = layout.total + sum(output.total for output in outputs), count(1)

    def with_progress(things: Iterable[T]) -> Iterator[T]:
        """Yield pages or files, and report progress after each."""
        for thing in things:
            yield thing
            if progress:
                progress(next(done), total)

    files = []
    # Everything happens here, one page at a time: it is laid out, rendered in every format, and
    # dropped. Problems of fit are raised after the last page, and then nothing is committed.
    for rendered in with_progress(render(with_progress(layout.pages()), outputs)):
        staging.write(rendered.file.path, rendered.data)
        cpu_limit.restart()  # every file gets the full time
        files.append(rendered.file)
    files.sort(key=lambda file: request.formats.index(file.format))
    catalogue = catalogue_for(request.language, planned_sheets[0].folder)
    lines = (note, *notes(request, layout, catalogue)) if with_notes else ()
    return BuildResult(
        tuple(files), tuple(filter(None, lines)), request, catalogue, layout.document
    )


def _merge_results(
    request: Request, results: list[BuildResult], fonts: tuple[SystemFace, ...]
) -> BuildResult:
    """Combine the documents of a build into one result; a shared note appears once."""
    first = results[0]
    lines = gather_notes([result.notes for result in results], first.catalogue)
    return BuildResult(
        files=tuple(file for result in results for file in result.files),
        notes=(*lines, *machine_notes(request, fonts, first.catalogue)),
        request=request if request.split else first.request,
        catalogue=first.catalogue,
        document=next((result.document for result in results if result.edge), first.document),
        fonts=fonts,
    )


@limit_work()
def render_file(request: Request) -> tuple[Request, RenderedFile]:
    """Build the one file of a request without writing it; also return the completed request."""
    with recording_fonts(forbid=request.no_system_fonts):
        documents = _documents(*prepare(replace(request, force=True)))
        request, planned_sheets = documents[0]
        request, _ = with_file_name(request, planned_sheets)
        layout = DocumentLayout(request, planned_sheets)
        outputs = [Output(FORMATS[name], request, layout) for name in request.formats]
        files = sum(output.total for output in outputs)
        if len(documents) > 1 or files > 1:
            hint = "choose one format; for SVG and PNG, also choose one page with --pages"
            raise UsageError(
                f"this would make {max(len(documents), files)} files, not one", hint=hint
            )
        (rendered,) = render(layout.pages(), outputs)
        return request, rendered
