"""The command line: the only code that parses arguments, prints or exits.

One module a command (`group` names them all). Each is loaded when it is asked for, and imports
nothing heavy until it runs, so that `--help` and completion answer at once.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from printkit.cli.group import CommandGroup
from printkit.errors import UsageError

HELP = """Print what a game night needs.

Score pads, trackers, setup cards and game sheets as PDF, SVG or PNG.

Start with: printkit, which asks three questions, or: printkit list

Then: printkit build attribute --names "Ann,Ben,Cleo,Dan"
"""

app = typer.Typer(
    name="printkit",
    cls=CommandGroup,
    help=HELP,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "token_normalize_func": str.lower},
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        from printkit import __version__

        typer.echo(f"printkit {__version__}")
        raise typer.Exit


@app.callback()
def common(
    context: typer.Context,
    _shown: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
    lang: Annotated[
        str,
        typer.Option(
            "--lang", help="Of the questions without a command; else as for build.", metavar="CODE"
        ),
    ] = "",
) -> None:
    """What every command has; without one, three questions at a terminal, else the help."""
    if context.invoked_subcommand:
        _refuse_language(lang, context.invoked_subcommand)
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        typer.echo(context.get_help())
        raise typer.Exit(2)
    from printkit.cli.wizard import ask_and_build
    from printkit.request.words import read_language

    if not ask_and_build(read_language(lang)):
        raise typer.Exit(1)


def _refuse_language(lang: str, command: str) -> None:
    if lang:
        hint = f"printkit {command} … --lang {lang}"
        raise UsageError("--lang belongs behind the command", hint=hint)


def run() -> int:
    """Runs the command line; gives the exit code."""
    from printkit.cli.ending import run_to_end

    return run_to_end(app)
