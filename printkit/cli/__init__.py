"""The command line: the only code that parses arguments, prints or exits.

There is a module for each command, with a plain function for Typer, and a few shared ones:
`commands` (which ones there are), `parameters` (those that several commands share), `buildcommand`
(parameters that follow from the options of a request), `usage` (messages about wrong usage),
`output` (printing), `exitcode` (errors and exit codes), `dialogue` and `wizard` (questions at a
terminal). Commands import heavy modules inside their functions, so that `--help` and completion
are fast.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from printkit.cli.commands import CommandGroup
from printkit.core.errors import UsageError
from printkit.core.plugins import SWITCH

HELP = """Print what a game night needs.

Score pads, trackers, setup cards and game sheets as PDF, SVG, PNG or HTML.

Run printkit alone to answer a few questions, or printkit list to see all games.

Then build: printkit build attribute --names "Ann, Ben, Cleo, Dan"
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
        from printkit._version import __version__

        typer.echo(f"printkit {__version__}")
        raise typer.Exit


@app.callback()
def common(
    context: typer.Context,
    _shown: Annotated[
        bool,
        typer.Option("--version", "-V", callback=_version, is_eager=True, help="Show the version"),
    ] = False,
    no_plugins: Annotated[
        bool,
        typer.Option(
            "--no-plugins", help="Leave out games and layouts of other packages, in any command"
        ),
    ] = False,
    lang: Annotated[
        str,
        typer.Option(
            "--lang",
            help="Language of the interactive questions (default: as for build)",
            metavar="CODE",
        ),
    ] = "",
) -> None:
    """Handle the common options; without a command, ask a few questions or show the help."""
    if no_plugins:
        os.environ[SWITCH] = "1"
    if command := context.invoked_subcommand:
        if lang:
            hint = f"write: printkit {command} … --lang {lang}"
            raise UsageError("put --lang after the command", hint=hint)
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        typer.echo(context.get_help())
        raise typer.Exit(2)
    from printkit.cli.wizard import ask_and_build
    from printkit.core.languages import read_language

    if not ask_and_build(read_language(lang)):
        raise typer.Exit(1)


def run() -> int:
    """Run the command line and return the exit code."""
    from printkit.cli.exitcode import run_to_end

    return run_to_end(app)
