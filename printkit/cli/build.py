"""`printkit build`: builds files from targets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Any

import typer  # noqa: TC002 - Typer reads the annotations

from printkit.cli.buildcommand import Actions, BuildCommand, chosen_actions, given_options
from printkit.cli.output import print_json, show, show_all
from printkit.cli.parameters import Json, Quiet
from printkit.cli.preflight import check_can_preflight, preflight_files, print_and_exit
from printkit.cli.progressbar import progress
from printkit.core.errors import UsageError
from printkit.request.options import OPTIONS

if TYPE_CHECKING:
    from printkit.pipeline.main import BuildResult
    from printkit.request.options import Request

COMMAND_CLASS = BuildCommand
REMEMBERED = ("paper", "lang", "theme", "offset")
"""The options that `--save` saves if they are given; and the printer."""


def build(context: typer.Context, json: Json = False, quiet: Quiet = False) -> None:
    """Build sheets as PDF, SVG, PNG or HTML."""
    build_and_report(given_options(context), chosen_actions(context, json=json, quiet=quiet))


def build_and_report(
    keywords: Mapping[str, Any], actions: Actions, *, same_seed: bool = False
) -> None:
    """Build from keywords of `printkit.build`, and report the result.

    `same_seed` adds a note that random sheets are the same as before.
    """
    from printkit.pipeline.main import build as build_files
    from printkit.pipeline.notes import advice
    from printkit.request.reader import request_from_keywords

    _check_actions(keywords, actions)
    request = request_from_keywords(
        keywords, no_offset=actions.no_offset, wants_fields=actions.json
    )
    _check_possible(request, actions)
    with progress("building") as report:
        built = build_files(request, None if actions.quiet or actions.json else report)
    reports = preflight_files(file.path for file in built.files) if actions.preflight else ()
    printed, sent = _send(built, actions)
    more = _save(built, keywords, actions), _about_seed(built) if same_seed else ""
    built = built._replace(notes=(*built.notes, *filter(None, more)))
    next_step = advice(built.request, built.files, built.catalogue, printed=printed)
    if actions.json:
        judged = {"preflight": [report.as_json() for report in reports]} if reports else {}
        then = {"next": next_step, **({"sent": sent} if sent else {})}
        print_json({**built.as_json(), **then, **judged})
    elif not actions.quiet:
        _print_text(built, next_step, sent)
    print_and_exit(reports, silent=actions.json, quiet=actions.quiet)


def _about_seed(built: BuildResult) -> str:
    """Return the note that random sheets are the same; empty if there are none."""
    from printkit.layout.translation import translate_sentence

    if not built.seed:
        return ""
    return translate_sentence(
        "random sheets are the same as before; --seed WORD draws new ones", built.catalogue
    )


def _check_possible(request: Request, actions: Actions) -> None:
    """Refuse actions that would be impossible with the files, before building."""
    if actions.save_job:
        from printkit.batch.saving import check_job_file

        check_job_file(Path(actions.save_job))
    if actions.preflight:
        check_can_preflight(request.formats)
    if (actions.prints or actions.printer) and request.backs_last:
        hint = "print twice: --sides fronts, then printkit again --sides backs"
        raise UsageError("--print would send fronts and backs in one go", hint=hint)
    if (actions.prints or actions.printer) and "pdf" not in request.formats:
        raise UsageError("only PDF files can be printed", hint="add --format pdf, or use --open")


def _save(built: BuildResult, keywords: Mapping[str, Any], actions: Actions) -> str:
    """Save the command as a job, and the preferences, if requested; return a note."""
    if actions.save_job:
        from printkit.batch.saving import save_job

        save_job(Path(actions.save_job), built.request)
    if not actions.save:
        return ""
    from printkit.core.paper import NO_OFFSET
    from printkit.layout.translation import translate_sentence
    from printkit.request.preferences import load_preferences, save_preferences

    options = [OPTIONS[name] for name in REMEMBERED if name in keywords]
    chosen = {option.field: getattr(built.request, option.field) for option in options}
    words = [word for one in options for word in (f"--{one.name}", one.format_value(built.request))]
    if actions.no_offset:
        chosen["offset"] = NO_OFFSET
        words.append("--no-offset")
    if actions.printer:
        chosen["printer"] = actions.printer
        words += ["--printer", actions.printer]
    save_preferences(load_preferences()._replace(**chosen))
    return translate_sentence(
        "saved for later builds: {options} (see printkit preferences)",
        built.catalogue,
        options=join(words),
    )


def _send(built: BuildResult, actions: Actions) -> tuple[bool, str]:
    """Print or open the files, if requested; return whether they are printed, and a message."""
    if not (actions.prints or actions.printer or actions.opens):
        return False, ""
    from printkit.layout.translation import translate_sentence
    from printkit.printing import PrintSettings, open_files, print_files
    from printkit.request.preferences import load_preferences

    tell = partial(translate_sentence, catalogue=built.catalogue)
    if not (actions.prints or actions.printer):
        return False, open_files([file.path for file in built.files], tell)
    pdfs = [file.path for file in built.files if file.format == "pdf"]
    printer = actions.printer or load_preferences().printer
    settings = PrintSettings(built.request.paper, built.edge, printer)
    printed, said = print_files(pdfs, settings, tell)
    if not actions.opens:
        return printed, said
    return printed, tell("{first}; {last}", first=said, last=open_files(pdfs, tell))


def _check_actions(keywords: Mapping[str, Any], actions: Actions) -> None:
    """Refuse contradictory actions before building."""
    from printkit.core.languages import match_language, shipped_languages

    if "offset" in keywords and actions.no_offset:
        raise UsageError(
            "--offset and --no-offset can't be used together", hint="use only one of them"
        )
    saves = keywords.keys() & REMEMBERED or actions.no_offset or actions.printer
    if actions.save and not saves:
        hint = "add --paper, --lang, --theme, --offset or --printer"
        raise UsageError("nothing to save", hint=hint)
    language, known = keywords.get("lang", "en"), shipped_languages()
    if actions.save and match_language(language, known) not in known:
        hint = f"choose from {', '.join(known)}"
        raise UsageError(
            f"can't save the language '{language}': not every sheet is translated into it",
            hint=hint,
        )


def _print_text(built: BuildResult, next_step: str, sent: str) -> None:
    from printkit.layout.translation import translate_sentence
    from printkit.pipeline.notes import about, contents

    for file in built.files:
        show(f"{file.path}  {about(file, built.request, built.catalogue)}")
        show_all(contents(file, built.catalogue), "  ")
    if built.seed:
        template = "seed {seed} (repeats these sheets)"
        show(translate_sentence(template, built.catalogue, seed=built.seed))
    show_all((*built.notes, *filter(None, (sent, next_step))))
