"""`printkit check`: finds everything wrong with a layout, without printing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from printkit.cli.output import print_error, print_json, show
from printkit.cli.parameters import Json, Quiet, completer
from printkit.core.errors import Problems
from printkit.request.values import known_targets

if TYPE_CHECKING:
    from printkit.checking import CheckResult

_COVERAGE = {
    "all": "all {} combinations",
    "pairs": "{} combinations that cover every pair of choices",
    "first": "the first {} combinations",
}


def check(
    layouts: Annotated[
        list[str],
        typer.Argument(
            metavar="LAYOUT...",
            help="Layout files, or names of printkit's own sheets or games",
            autocompletion=completer(known_targets),
            show_default=False,
        ),
    ],
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check layouts for every player count, paper, theme, language and variant."""
    from printkit.checking import check_layout, sheets_to_check

    reports = []
    for layout in sheets_to_check(layouts):
        found = check_layout(layout)
        problems = [problem.as_json() for problem in found.problems]
        reports.append(
            {"layout": layout, "ok": not problems, "tried": found.tried, "problems": problems}
        )
        if not json:
            _print_result(layout, found, quiet=quiet)
    failed = not all(report["ok"] for report in reports)
    if json:
        print_json({"ok": not failed, "layouts": reports})
    if failed:
        raise typer.Exit(1)


def _print_result(layout: str, found: CheckResult, *, quiet: bool) -> None:
    if found.problems:
        print_error(Problems(found.problems))
    elif not quiet:
        show(f"{layout}: fits, in {_COVERAGE[found.coverage].format(found.tried)}")
