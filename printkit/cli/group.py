"""The commands as a group, as Typer shows them, and what it answers when no command is named.

A command is made when it is asked for, and its parameters when it runs: whoever builds a sheet does
not wait for the options of everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from importlib import import_module
from inspect import getdoc
from typing import TYPE_CHECKING, Any, Final, NoReturn

import typer
from typer._click.exceptions import ClickException
from typer.core import TyperCommand, TyperGroup

from printkit.cli.slips import command, misused
from printkit.errors import UsageError, nearest

if TYPE_CHECKING:
    from typer import Context


HELP: Final = "help"
COMMANDS: Final = {
    "list": ("printkit list", "printkit list wolle", "printkit list my-game.yaml"),
    "build": (
        'printkit build attribute --names "Ann,Ben,Cleo"',
        "printkit build cattitude/setup-card -p all --paper letter --theme ink-saver",
        "printkit build wolle/sheet --set sheets=12 --seed friday --lang de",
        "printkit build my-game.yaml -p 4 -f svg -f png --dpi 300 -o sheets/",
    ),
    "again": (
        "printkit again --theme mono",
        'printkit again output/wolle-4p.pdf --names "Ann,Ben,Cleo,Dan"',
    ),
    "batch": ("printkit batch night.yaml --out prints/", "printkit batch night.yaml --dry-run"),
    "check": ("printkit check my-game.yaml", "printkit check attribute/score-pad"),
    "new": ("printkit new dice-night",),
    "schema": ("printkit schema > printkit.schema.json",),
    "studio": ("printkit studio", "printkit studio my-game.yaml", "printkit studio --lan"),
    "record": (
        'printkit record attribute friday.jsonl --names "Ann,Ben,Cleo,Dan"',
        "printkit record swipsheep game.jsonl -p 3 < answers.txt",
    ),
    "validate": ("printkit validate friday.jsonl", "printkit validate records/ --json"),
    "simulate": (
        "printkit simulate attribute --players 4 --games 1000",
        "printkit simulate wolle -p 3 --games 5 --seed friday --save records/",
    ),
    "rules": ("printkit rules swipsheep", "printkit rules wolle --json"),
    "preflight": ("printkit preflight output/attribute-4p.pdf",),
}
"""Each is a module of this room, with a function of its name; its help ends with examples."""


class Command(TyperCommand):
    """A command whose usage reads `printkit build TARGET...`, as in the documentation."""

    def __init__(self, name: str, function: Callable[..., None]) -> None:
        examples = "\n\n".join(("Examples:", *COMMANDS[name]))
        super().__init__(name, help=getdoc(function), epilog=examples)
        self._function = function
        del self.params, self.callback  # they are made below

    @cached_property
    def _whole(self) -> Any:
        """What Typer makes of the function's signature."""
        from typer.main import get_command_from_info
        from typer.models import CommandInfo

        info = CommandInfo(callback=self._function)
        return get_command_from_info(info, pretty_exceptions_short=True, rich_markup_mode=None)

    @cached_property
    def params(self) -> Any:  # type: ignore[override]
        """The arguments and options."""
        return self._whole.params

    @cached_property
    def callback(self) -> Any:  # type: ignore[override]
        """What runs, with the values of the parameters."""
        return self._whole.callback

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the arguments; what is wrong with them is said as all else is."""
        with _in_our_words(ctx):
            return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: Context) -> list[str]:  # type: ignore[override]
        """The arguments without Typer's braces."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]


@contextmanager
def _in_our_words(ctx: Any) -> Iterator[None]:
    """What Typer refuses becomes a sentence with what would be right."""
    try:
        yield
    except ClickException as error:
        raise misused(error, ctx) from None


@cache
def find_command(name: str) -> Command:
    """A command by its name, made when somebody asks for it."""
    module = import_module(f"printkit.cli.{name}")
    function = module.list_ if name == "list" else getattr(module, name)
    made: Command = getattr(function, "made_as", Command)(name, function)
    return made


class CommandGroup(TyperGroup):
    """All commands; what is none, as in `printkit wolle`, is answered with what was meant."""

    def list_commands(self, _ctx: Any) -> list[str]:
        """The names of all commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, _ctx: Any, name: str) -> Any:
        """The command of a name, if there is one."""
        return find_command(name) if name in COMMANDS else None

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads what stands before the command."""
        with _in_our_words(ctx):
            return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is named first, whatever its capitals; `help` is one too."""
        name = args[0].lower() if args[0].lower() in (*COMMANDS, HELP) else args[0]
        if name == HELP:
            return self._help(ctx, args[1:])
        if name not in COMMANDS:
            _answer(args)
        return super().resolve_command(ctx, [name, *args[1:]])

    def _help(self, ctx: Any, args: list[str]) -> Any:
        """The help of a command, or that of all."""
        if args:
            return self.resolve_command(ctx, [args[0], "--help"])
        typer.echo(ctx.get_help())
        raise typer.Exit


def _answer(args: list[str]) -> NoReturn:
    """Refuses what is no command, with the one that does what was meant, if that is known."""
    meant = []
    if target := _target(args[0]):
        meant = ["build", target, *args[1:]]
    elif args[0].lower() == "print":
        meant = ["build", *args[1:], "--print"]
    near = nearest(args[0], COMMANDS)
    if near and not meant:
        meant = [near, *args[1:]]
    hint = f"did you mean: {command(meant)}" if meant else f"known here: {', '.join(COMMANDS)}"
    raise UsageError(f"'{args[0]}' is no command", hint=hint)


def _target(word: str) -> str:
    """What could be built by this name; empty if nothing."""
    from printkit.request.words import known_targets

    if word.endswith((".yaml", ".yml")):
        return word
    return word.lower() if word.lower() in known_targets() else ""
