"""The command line: the only code that parses arguments, prints or exits.

There is a module for each command, with a plain function for Typer, and a few shared ones:
`options` (parameters), `usage` (messages about wrong usage), `output` (printing), `exitcode`
(errors and exit codes), `dialogue` and `wizard` (questions at a terminal). Commands import heavy
modules inside their functions, so that `--help` and completion are fast.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from printkit.cli import (
    again,
    batch,
    build,
    check,
    info,
    new,
    preflight,
    record,
    rules,
    schema,
    simulate,
    studio,
    validate,
)
from printkit.cli import list as list_
from printkit.cli.usage import BuildCommand, Command, CommandGroup
from printkit.core.errors import UsageError
from printkit.core.plugins import SWITCH

HELP = """Print what a game night needs.

Score pads, trackers, setup cards and game sheets as PDF, SVG or PNG.

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
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version")
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


def _add(
    panel: str, function: Callable[..., None], *examples: str, cls: type[Command] = Command
) -> None:
    """Register a command whose help ends with examples."""
    name = function.__name__.rstrip("_")
    epilog = "\n\n".join(("Examples:", *examples))
    app.command(name, cls=cls, epilog=epilog, rich_help_panel=panel)(function)


_PRINT, _LAYOUTS, _GAMES = "Print", "Write layouts", "Record and study games"
_add(
    _PRINT,
    build.build,
    'printkit build attribute --names "Ann, Ben and Cleo"',
    "printkit build cattitude/setup-card -p all --paper letter --theme ink-saver",
    "printkit build wolle/sheet --set sheets=12 --seed friday --lang de",
    "printkit build my-game.yaml -p 4 -f svg -f png --dpi 300 -o sheets/",
    cls=BuildCommand,
)
_add(_PRINT, list_.list_, "printkit list", "printkit list wolle", "printkit list my-game.yaml")
_add(
    _PRINT,
    again.again,
    "printkit again --theme mono",
    'printkit again output/wolle-4p.pdf --names "Ann, Ben, Cleo, Dan"',
    cls=BuildCommand,
)
_add(
    _PRINT,
    batch.batch,
    "printkit batch night.yaml --out prints/",
    "printkit batch night.yaml --dry-run",
)
_add(
    _PRINT,
    studio.studio,
    "printkit studio",
    "printkit studio my-game.yaml",
    "printkit studio --lan",
)
_add(_PRINT, preflight.preflight, "printkit preflight output/attribute-4p.pdf")
_add(_LAYOUTS, new.new, "printkit new dice-night")
_add(_LAYOUTS, check.check, "printkit check my-game.yaml", "printkit check attribute/score-pad")
_add(_LAYOUTS, schema.schema, "printkit schema > printkit.schema.json")
_add(
    _GAMES,
    record.record,
    'printkit record attribute friday.jsonl --names "Ann, Ben, Cleo, Dan"',
    "printkit record swipsheep game.jsonl -p 3 < answers.txt",
)
_add(
    _GAMES,
    validate.validate,
    "printkit validate friday.jsonl",
    "printkit validate records/ --json",
)
_add(
    _GAMES,
    simulate.simulate,
    "printkit simulate attribute --players 4 --games 1000",
    "printkit simulate wolle -p 3 --games 5 --seed friday --save records/",
)
_add(_GAMES, rules.rules, "printkit rules swipsheep", "printkit rules wolle --json")
_add("Help", info.info, "printkit info", "printkit info --json")


def run() -> int:
    """Run the command line and return the exit code."""
    from printkit.cli.exitcode import run_to_end

    return run_to_end(app)
