"""All commands; the module of a command is imported when the command is needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_command

from printkit.cli.usage import Command, our_errors, unknown_command

NO_PLUGINS = "--no-plugins"
_PRINT, _LAYOUTS, _GAMES, _HELP = "Print", "Write layouts", "Record and study games", "Help"


class CommandHelp(NamedTuple):
    """The place of a command in `printkit --help`, and the examples in its own help."""

    panel: str
    examples: tuple[str, ...]


COMMANDS: Final = {
    "build": CommandHelp(
        _PRINT,
        (
            'printkit build attribute --names "Ann, Ben and Cleo"',
            "printkit build cattitude/setup-card -p all --paper letter --theme ink-saver",
            "printkit build wolle/sheet --set sheets=12 --seed friday --lang de",
            "printkit build my-game.yaml -p 4 -f svg -f png --dpi 300 -o sheets/",
        ),
    ),
    "pad": CommandHelp(
        _PRINT,
        (
            'printkit pad Catan --rows "Settlements, Cities=2, Roads" -n "Ann, Ben, Cleo"',
            "printkit pad Hearts --rounds 12 --lowest-wins -p 4",
            "printkit pad Darts --rounds 10 --start 501 --count-down --fillable",
            "printkit pad bowling --copies 2",
        ),
    ),
    "list": CommandHelp(
        _PRINT, ("printkit list", "printkit list wolle", "printkit list my-game.yaml")
    ),
    "again": CommandHelp(
        _PRINT,
        (
            "printkit again --theme mono",
            'printkit again output/wolle-4p.pdf --names "Ann, Ben, Cleo, Dan"',
        ),
    ),
    "batch": CommandHelp(
        _PRINT,
        ("printkit batch night.yaml --out prints/", "printkit batch night.yaml --dry-run"),
    ),
    "studio": CommandHelp(
        _PRINT, ("printkit studio", "printkit studio my-game.yaml", "printkit studio --lan")
    ),
    "preflight": CommandHelp(_PRINT, ("printkit preflight output/attribute-4p.pdf",)),
    "new": CommandHelp(
        _LAYOUTS,
        ("printkit new dice-night", "printkit new plugin my-game", "printkit new pack my-pads"),
    ),
    "check": CommandHelp(
        _LAYOUTS, ("printkit check my-game.yaml", "printkit check attribute/score-pad")
    ),
    "schema": CommandHelp(_LAYOUTS, ("printkit schema > printkit.schema.json",)),
    "record": CommandHelp(
        _GAMES,
        (
            'printkit record attribute friday.jsonl --names "Ann, Ben, Cleo, Dan"',
            "printkit record swipsheep game.jsonl -p 3 < answers.txt",
        ),
    ),
    "validate": CommandHelp(
        _GAMES, ("printkit validate friday.jsonl", "printkit validate records/ --json")
    ),
    "simulate": CommandHelp(
        _GAMES,
        (
            "printkit simulate attribute --players 4 --games 1000",
            "printkit simulate wolle -p 3 --games 5 --seed friday --save records/",
        ),
    ),
    "season": CommandHelp(
        _GAMES,
        (
            "printkit season club/",
            "printkit season club/ --explain Ann",
            "printkit season club/ --out standings.pdf",
        ),
    ),
    "season pair": CommandHelp(
        _GAMES,
        (
            "printkit season pair club/ --tables 4 --game attribute",
            'printkit season pair club/ --tables 2 --names "Ann, Ben, Cleo, Dan"',
        ),
    ),
    "rules": CommandHelp(_GAMES, ("printkit rules swipsheep", "printkit rules wolle --json")),
    "preferences": CommandHelp(_HELP, ("printkit preferences", "printkit preferences --reset")),
    "info": CommandHelp(_HELP, ("printkit info", "printkit info --json")),
}
"""The commands in the order of the help. `printkit.cli.NAME` has the function NAME, or NAME_ if
that would hide a builtin, and may have a `COMMAND_CLASS`; of two words, NAME has `_` between."""


def load_command(name: str) -> Any:
    """Import the module of a command, and make the command that Typer runs."""
    plain = name.replace(" ", "_")
    module = import_module(f"printkit.cli.{plain}")
    function = getattr(module, plain, None) or getattr(module, f"{plain}_")
    panel, examples = COMMANDS[name]
    app = typer.Typer(add_completion=False)
    app.command(
        name,
        cls=getattr(module, "COMMAND_CLASS", Command),
        epilog="\n\n".join(("Examples:", *examples)),
        rich_help_panel=panel,
    )(function)
    return get_command(app)


class CommandGroup(TyperGroup):
    """All commands, and `help`; an unknown command gets a suggestion."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command with this name, if there is one."""
        return load_command(cmd_name) if cmd_name in COMMANDS else None

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments before the command; raise our own error if they are wrong.

        `--no-plugins` applies to every command, and may be anywhere.
        """
        if NO_PLUGINS in args:
            args = [NO_PLUGINS, *(word for word in args if word != NO_PLUGINS)]
        with our_errors(ctx):
            return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command, ignoring case; `help COMMAND` is `COMMAND --help`."""
        if (pair := " ".join(args[:2]).lower()) in COMMANDS:
            return super().resolve_command(ctx, [pair, *args[2:]])
        name, *rest = args
        if name.lower() == "help":
            if rest:
                return self.resolve_command(ctx, [*rest[:2], "--help"])
            typer.echo(ctx.get_help())
            raise typer.Exit
        if name.lower() == "version" and not rest:
            return self.resolve_command(ctx, ["info"])
        if name.lower() not in COMMANDS:
            raise unknown_command(args, COMMANDS)
        return super().resolve_command(ctx, [name.lower(), *rest])
