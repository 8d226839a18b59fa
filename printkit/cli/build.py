"""`printkit build`: targets become files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from printkit.cli.options import Json, Quiet, chosen, read_given, takes_request
from printkit.cli.plain import print_json, show, show_all
from printkit.cli.preflight import check_judgeable, end_with, judge_built
from printkit.cli.progress import progress
from printkit.errors import UsageError
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.build import Built
    from printkit.build.output import FileMade
    from printkit.preflight import FileReport
    from printkit.request import Request
    from printkit.scene import Field

REMEMBERED = ("paper", "language", "offset")  # the options that `--save` keeps, if they are given


class Manner(NamedTuple):
    """The options of `build` and `again` besides those of a request: what happens to the files."""

    no_offset: Annotated[
        bool, typer.Option("--no-offset", help="Leave out the remembered offset.")
    ] = False
    save: Annotated[
        bool, typer.Option("--save", help="Remember --paper, --lang and --offset for later builds.")
    ] = False
    save_job: Annotated[
        str,
        typer.Option(
            help="Keep this command as a manifest that printkit batch repeats.", metavar="FILE"
        ),
    ] = ""
    preflight: Annotated[
        bool, typer.Option("--preflight", help="Judge the PDF as printkit preflight does.")
    ] = False
    opens: Annotated[bool, typer.Option("--open", help="Show what was built.")] = False
    prints: Annotated[
        bool, typer.Option("--print", help="Send the PDF to the printer, at 100 %.")
    ] = False
    printer: Annotated[
        str, typer.Option("--printer", help="Print there; else on the usual one.", metavar="NAME")
    ] = ""
    json: Json = False  # say what was made as JSON
    quiet: Quiet = False  # say nothing


@takes_request(Manner)
def build(**given: Any) -> None:
    """Build sheets as PDF, SVG or PNG."""
    build_values(read_given(given), chosen(Manner, given))


def build_values(values: Mapping[str, Any], manner: Manner) -> None:
    """Builds what the values of a request ask for, and says what was made."""
    from printkit.build import build as build_files
    from printkit.build.preferences import usual_request

    _check_manner(values, manner)
    request, note = usual_request(values, no_offset=manner.no_offset, fields=manner.json)
    _check_possible(request, manner)
    with progress("building") as report:
        built = build_files(request, None if manner.quiet or manner.json else report)
    said = note, _keep(built, values, manner)
    built = built._replace(notes=(*built.notes, *filter(None, said)))
    reports = judge_built(file.path for file in built.files) if manner.preflight else ()
    printed, sent = _send(built, manner)
    if printed:
        from printkit.build.advice import advice

        left = advice(built.request, built.files, built.catalogue, printed=True)
        built = built._replace(advice=left)
    if manner.json:
        _print_json(built, reports, sent)
    elif not manner.quiet:
        _print_text(built, sent)
    end_with(reports, silent=manner.json, quiet=manner.quiet)


def _check_possible(request: Request, manner: Manner) -> None:
    """Refuses before anything is built what could not be done with the files."""
    if manner.save_job:
        from printkit.batch.saving import check_job_file

        check_job_file(Path(manner.save_job))
    if manner.preflight:
        check_judgeable(request.formats)
    if (manner.prints or manner.printer) and "pdf" not in request.formats:
        raise UsageError("only PDF goes to the printer", hint="add --format pdf, or use --open")


def _keep(built: Built, values: Mapping[str, Any], manner: Manner) -> str:
    """Keeps the command as a job, and what it says of the printer, if asked to; says where."""
    if manner.save_job:
        from printkit.batch.saving import save_job

        save_job(Path(manner.save_job), built.request)
    if not manner.save:
        return ""
    from printkit.build.preferences import load_preferences, save_preferences
    from printkit.layout import wording
    from printkit.paper import NO_OFFSET

    said = {name: values[name] for name in REMEMBERED if name in values}
    if manner.no_offset:
        said["offset"] = NO_OFFSET
    file = str(save_preferences(load_preferences()._replace(**said)))
    return wording.say(built.catalogue, "remembered in {file}", file=file)


def _send(built: Built, manner: Manner) -> tuple[bool, str]:
    """Prints or opens the files, if asked to; gives whether they are printed, and what to say."""
    if not (manner.prints or manner.printer or manner.opens):
        return False, ""
    from printkit.layout import wording
    from printkit.printer import PrintJob, open_files, print_files

    tell = partial(wording.say, built.catalogue)
    if not (manner.prints or manner.printer):
        return False, open_files([file.path for file in built.files], tell)
    pdfs = [file.path for file in built.files if file.format == "pdf"]
    job = PrintJob(built.request.paper, built.edge, manner.printer)
    printed, said = print_files(pdfs, job, tell)
    return printed, f"{said}; {open_files(pdfs, tell)}" if manner.opens else said


def _check_manner(values: Mapping[str, Any], manner: Manner) -> None:
    """Refuses what contradicts itself before anything is built."""
    from printkit.request.words import known_languages, language_meant

    if "offset" in values and manner.no_offset:
        raise UsageError("--offset and --no-offset exclude each other", hint="leave one out")
    if manner.save and not (values.keys() & REMEMBERED or manner.no_offset):
        hint = "give --paper, --lang or --offset as well"
        raise UsageError("there is nothing to remember", hint=hint)
    language, known = values.get("language", "en"), known_languages()
    if manner.save and language_meant(language, known) not in known:
        hint = f"remembered can be {', '.join(known)}"
        raise UsageError(f"'{language}' is no language of all sheets", hint=hint)


def _print_json(built: Built, reports: tuple[FileReport, ...], sent: str) -> None:
    judged = {"preflight": [report.as_json() for report in reports]} if reports else {}
    document = {
        "seed": built.request.seed,
        "files": [_file_as_json(file) for file in built.files],
        "fonts": [face.as_json() for face in built.fonts],
        "notes": list(built.notes),
    }
    print_json({**document, "next": built.advice, **({"sent": sent} if sent else {}), **judged})


def _file_as_json(file: FileMade) -> dict[str, Any]:
    return {
        "path": str(file.path),
        "format": file.format,
        "pages": file.pages,
        "bytes": file.bytes,
        "sheets": [
            {
                "id": sheet.id,
                "page": sheet.page,
                "code": None,
                "players": sheet.players,
                **sheet.details,
                "fields": [_field_as_json(field, sheet.page) for field in sheet.fields],
            }
            for sheet in file.leaves
        ],
    }


def _field_as_json(field: Field, page: int) -> dict[str, Any]:
    rectangle = [round(number, 2) for number in (field.x, field.y, field.width, field.height)]
    return {"name": field.name, "kind": field.kind, "page": page, "rectangle": rectangle}


def _print_text(built: Built, sent: str) -> None:
    from printkit.layout import wording

    for file, about, contents in zip(built.files, built.about, built.contents, strict=True):
        show(f"{file.path}  {about}")
        show_all(contents, "  ")
    if built.request.seed:
        show(wording.say(built.catalogue, "seed: {seed}", seed=built.request.seed))
    show_all((*built.notes, *filter(None, (sent, built.advice))))
