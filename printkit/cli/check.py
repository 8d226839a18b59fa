"""`printkit check`: finds everything wrong with a layout, without printing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from printkit.cli.output import print_error, print_json, show
from printkit.cli.parameters import Json, Quiet, completer
from printkit.core.errors import Problems, UsageError
from printkit.core.units import counted
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
        list[str] | None,
        typer.Argument(
            metavar="[LAYOUT...]",
            help="Layout files, or names of printkit's own sheets or games",
            autocompletion=completer(known_targets),
            show_default=False,
        ),
    ] = None,
    plugin: Annotated[
        str,
        typer.Option(
            "--plugin", help="Check the game of an installed plugin instead", metavar="NAME"
        ),
    ] = "",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check layouts for every player count, paper, theme, language and variant."""
    from printkit.checking import check_layout, check_translations, sheets_to_check

    if plugin and not layouts:
        _check_plugin(plugin, json=json, quiet=quiet)
        return
    if plugin or not layouts:
        hint = "write: printkit check my-game.yaml, or printkit check --plugin my-game"
        raise UsageError("name layouts or a plugin", hint=hint)
    reports = []
    names = sheets_to_check(layouts)
    for layout in names:
        found = check_layout(layout)
        problems = [problem.as_json() for problem in found.problems]
        reports.append(
            {"layout": layout, "ok": not problems, "tried": found.tried, "problems": problems}
        )
        if not json:
            _print_result(layout, found, quiet=quiet)
    warnings = check_translations(names)
    failed = not all(report["ok"] for report in reports)
    if json:
        listed = [warning.as_json() for warning in warnings]
        print_json({"ok": not failed, "layouts": reports, "warnings": listed})
    elif warnings:
        print_error(Problems(warnings))
    if failed:
        raise typer.Exit(1)


def _check_plugin(name: str, *, json: bool, quiet: bool) -> None:
    """Check a plugin and report the result."""
    from printkit.plugincheck import check_plugin

    found = check_plugin(name)
    if json:
        problems = [problem.as_json() for problem in found.problems]
        print_json({"ok": not problems, "plugin": name, "games": found.games, "problems": problems})
    elif found.problems:
        print_error(Problems(found.problems))
    elif not quiet:
        played = f"{found.games} random games are legal" if found.games else "no game of its own"
        show(f"{name}: {played}, {counted(len(found.sheets), 'sheet')}")
        if found.sheets:
            show(f"  its sheets in every combination: printkit check {' '.join(found.sheets)}")
    if found.problems:
        raise typer.Exit(1)


def _print_result(layout: str, found: CheckResult, *, quiet: bool) -> None:
    if found.problems:
        print_error(Problems(found.problems))
    elif not quiet:
        show(f"{layout}: fits, in {_COVERAGE[found.coverage].format(found.tried)}")
