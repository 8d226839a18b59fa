"""`printkit check`: finds everything wrong with a layout, without printing."""

from __future__ import annotations

from typing import Annotated

import typer

from printkit.cli.options import Json, Quiet, completer, known_targets


def check(
    layouts: Annotated[
        list[str],
        typer.Argument(
            metavar="LAYOUT...",
            help="Layout files, or the names of shipped sheets or games.",
            autocompletion=completer(known_targets),
            show_default=False,
        ),
    ],
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check layouts for every player count, paper, theme, language and variant they are for."""
    from printkit.build.checking import check_layout, checked_targets
    from printkit.cli.plain import complain, print_json, say
    from printkit.errors import Problems

    failed = False
    reports = []
    for layout in checked_targets(layouts):
        problems, tried, is_all = check_layout(layout)
        failed = failed or bool(problems)
        reports.append(
            {
                "layout": layout,
                "ok": not problems,
                "tried": tried,
                "problems": [problem.as_json() for problem in problems],
            }
        )
        if json:
            continue
        if problems:
            complain(Problems(problems))
        elif not quiet:
            which = "all" if is_all else "the first"
            say(f"{layout}: fits, in {which} {tried} combinations")
    if json:
        print_json({"ok": not failed, "layouts": reports})
    if failed:
        raise typer.Exit(1)
