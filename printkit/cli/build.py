"""`printkit build`: targets become files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from printkit.cli.handling import (
    Asked,
    CropMarks,
    Duplex,
    NoOffset,
    OffsetText,
    Orientation,
    Save,
    choose,
    remember,
)
from printkit.cli.options import (
    Json,
    Quiet,
    complete_format,
    complete_language,
    complete_paper,
    complete_target,
    complete_theme,
    whole,
)
from printkit.cli.preflight import check_judgeable, end_with, judge_built

if TYPE_CHECKING:
    from printkit.build import Built
    from printkit.build.assembly import SheetMade
    from printkit.build.output import FileMade
    from printkit.preflight import FileReport
    from printkit.request import Request


def build(
    targets: Annotated[
        list[str],
        typer.Argument(
            metavar="TARGET...",
            help="A sheet (attribute/score-pad), a game (its whole kit), or a layout file.",
            autocompletion=complete_target,
            show_default=False,
        ),
    ],
    players: Annotated[
        str, typer.Option("--players", "-p", help="How many: 4, 3-5, 2,4 or all.", metavar="N")
    ] = "",
    names: Annotated[
        str, typer.Option("--names", "-n", help='Their names: "Ann,Ben,Cleo".', metavar="NAMES")
    ] = "",
    variant: Annotated[
        str, typer.Option(help="A variant of the game; see printkit list.", metavar="NAME")
    ] = "",
    settings: Annotated[
        list[str], typer.Option("--set", help="An option of the sheet: key=value.", metavar="K=V")
    ] = [],  # noqa: B006 - Typer copies it
    copies: Annotated[
        int,
        typer.Option(
            help="How many of each sheet.", metavar="N", parser=whole("--copies", 1, 1000)
        ),
    ] = 1,
    seed: Annotated[str, typer.Option(help="Repeat a random sheet.", metavar="TEXT")] = "",
    paper: Annotated[
        str,
        typer.Option(
            help="a4, letter, legal, a3, a5, a6, index-3x5, index-5x8 or 210x297mm; "
            "else PRINTKIT_PAPER, else what is remembered, else what your country uses.",
            metavar="NAME",
            autocompletion=complete_paper,
        ),
    ] = "",
    orientation: Orientation = "",
    duplex: Duplex = "",
    crop_marks: CropMarks = False,
    offset: OffsetText = "",
    no_offset: NoOffset = False,
    save: Save = False,
    theme: Annotated[
        str,
        typer.Option(
            help="colour, ink-saver or mono.", metavar="NAME", autocompletion=complete_theme
        ),
    ] = "colour",
    lang: Annotated[
        str, typer.Option(help="en or de.", metavar="CODE", autocompletion=complete_language)
    ] = "en",
    formats: Annotated[
        list[str],
        typer.Option(
            "--format",
            "-f",
            help="pdf, svg or png; repeatable. Else what --out ends with, or pdf.",
            metavar="NAME",
            autocompletion=complete_format,
        ),
    ] = [],  # noqa: B006
    dpi: Annotated[
        int,
        typer.Option(
            help="Dots per inch of a PNG, 30 to 1200.",
            metavar="N",
            parser=whole("--dpi", 30, 1200),
        ),
    ] = 150,
    out: Annotated[
        str, typer.Option("--out", "-o", help="A file or a folder; else output/.", metavar="PATH")
    ] = "",
    split: Annotated[bool, typer.Option("--split", help="One file for each sheet.")] = False,
    save_job: Annotated[
        str,
        typer.Option(
            help="Keep this command as a manifest that printkit batch repeats.", metavar="FILE"
        ),
    ] = "",
    preflight: Annotated[
        bool, typer.Option("--preflight", help="Judge the PDF as printkit preflight does.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Build sheets as PDF, SVG or PNG."""
    from printkit.build import build as build_one
    from printkit.cli.progress import progress
    from printkit.request import (
        Request,
        check_duplex,
        check_formats,
        check_orientation,
        check_text,
        parse_counts,
        parse_names,
        parse_out,
        parse_settings,
        usual_formats,
    )

    asked = Asked(paper, offset, no_offset, crop_marks, save)
    chosen = choose(asked)
    request = Request(
        targets=tuple(targets),
        paper=chosen.paper,
        counts=parse_counts(players) if players else None,
        names=parse_names(names) if names else (),
        variant=variant or None,
        settings=parse_settings(tuple(settings)),
        copies=copies,
        seed=check_text("seed", seed) if seed else None,
        theme=theme,
        language=lang,
        formats=check_formats(tuple(formats)) or usual_formats(out or ""),
        dpi=dpi,
        out=parse_out(out) if out else None,
        orientation=check_orientation(orientation) if orientation else None,
        duplex=check_duplex(duplex) if duplex else None,
        crop_marks=crop_marks,
        offset=chosen.offset,
    )
    if save_job:
        _check_job(save_job)
    if preflight:
        check_judgeable(request.formats)
    with progress("building") as told:
        built = build_one(request, None if quiet or json else told, split=split)
    if save_job:
        _save_job(save_job, request, built.seed, split=split)
    built = _with_notes(built, chosen.note, remember(asked) if save else "")
    reports = judge_built(file.path for file in built.files) if preflight else ()
    if json:
        _print_json(built, reports)
    elif not quiet:
        where = "with crop marks" if crop_marks else f"on {request.paper.name}"
        _print_text(built, where)
    end_with(reports, silent=json, quiet=quiet)


def _with_notes(built: Built, *notes: str) -> Built:
    from dataclasses import replace

    return replace(built, notes=(*built.notes, *filter(None, notes)))


def _check_job(file: str) -> None:
    from pathlib import Path

    from printkit.batch.saving import check_job_file

    check_job_file(Path(file))


def _save_job(file: str, request: Request, seed: str | None, *, split: bool) -> None:
    from dataclasses import replace
    from pathlib import Path

    from printkit.batch.saving import save_job

    save_job(Path(file), replace(request, seed=seed or request.seed), split=split)


def _print_json(built: Built, reports: tuple[FileReport, ...]) -> None:
    from printkit.cli.plain import print_json

    files = [_file_as_json(file) for file in built.files]
    judged = {"preflight": [report.as_json() for report in reports]} if reports else {}
    print_json({"seed": built.seed, "files": files, "notes": list(built.notes), **judged})


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
            }
            for sheet in file.sheets
        ],
    }


def _print_text(built: Built, where: str) -> None:
    from printkit.cli.plain import say

    for file in built.files:
        pages = "1 page" if file.pages == 1 else f"{file.pages} pages"
        size = f"{file.bytes / 1024:,.0f} KB"
        say(f"{file.path}  {pages} {where}, {size}")
        for line in _contents(file):
            say(f"  {line}")
    if built.seed:
        say(f"seed: {built.seed}")
    for note in built.notes:
        say(note)


def _contents(file: FileMade) -> list[str]:
    """What lies where, and what is to be cut; nothing for one sheet that fills its pages."""
    found: dict[str, list[SheetMade]] = {}
    for sheet in file.sheets:
        found.setdefault(sheet.title, []).append(sheet)
    if len(found) == 1 and not file.sheets[0].cut:
        return []
    width = max(map(len, found))
    return [f"{title:<{width}}  {_place(sheets)}" for title, sheets in found.items()]


def _place(sheets: list[SheetMade]) -> str:
    first, last = sheets[0].page, max(sheet.page for sheet in sheets)
    pages = f"page {first}" if first == last else f"pages {first} to {last}"
    return f"{pages}, to cut" if sheets[0].cut else pages
