"""Usage errors: helpful messages for command lines that don't parse.

The classes extend Typer's, in the methods that Click documents: finding a command, parsing its
arguments and formatting its usage. Typer's errors become our own, with a hint. Unambiguous
shorthands such as `--letter` are accepted.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from printkit.core.errors import UsageError, known_as, lower_first, nearest

NO_PLUGINS = "--no-plugins"
OUTPUT = "Output"
"""The panel of `--help` for the output."""


class Command(TyperCommand):
    """A command whose usage reads `printkit build TARGET...`, as in the documentation."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; raise our own error if they are wrong."""
        with _our_errors(ctx):
            return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the parts of the usage, without Typer's braces."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]


class BuildCommand(Command):
    """A command with the options of a request, which also takes `--ink-saver` and `--letter`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments, with shorthands expanded."""
        return super().parse_args(ctx, expand_shorthands(args))

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters; options without a panel belong to that of the output."""
        parameters: list[Any] = super().get_params(ctx)
        for each in parameters:
            if each.param_type_name == "option" and not each.rich_help_panel:
                each.rich_help_panel = OUTPUT
        return parameters


class CommandGroup(TyperGroup):
    """All commands, and `help`; an unknown command gets a suggestion."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments before the command; raise our own error if they are wrong.

        `--no-plugins` applies to every command, and may be anywhere.
        """
        if NO_PLUGINS in args:
            args = [NO_PLUGINS, *(word for word in args if word != NO_PLUGINS)]
        with _our_errors(ctx):
            return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command, ignoring case; `help COMMAND` is `COMMAND --help`."""
        name, *rest = args
        if name.lower() == "help":
            if rest:
                return self.resolve_command(ctx, [rest[0], "--help"])
            typer.echo(ctx.get_help())
            raise typer.Exit
        if name.lower() not in self.commands:
            raise _unknown_command(args, self.commands)
        return super().resolve_command(ctx, [name.lower(), *rest])


def expand_shorthands(words: Sequence[str]) -> list[str]:
    """Expand `--ink-saver` to `--theme ink-saver`, and `--letter` to `--paper letter`."""
    if "--help" in words:  # don't load the themes for that
        return list(words)
    from printkit.core.paper import PAPERS
    from printkit.request.values import known_themes

    themes = {f"--{theme}": ["--theme", theme] for theme in known_themes()}
    papers = {f"--{paper}": ["--paper", paper] for paper in PAPERS}
    return [each for word in words for each in (themes | papers).get(word.lower(), [word])]


@contextmanager
def _our_errors(ctx: Any) -> Iterator[None]:
    """Raise an error of Typer as a `UsageError` with a hint."""
    try:
        yield
    except typer.TyperException as error:
        raise _usage_error(error, ctx) from None


def _usage_error(error: Any, ctx: Any) -> UsageError:
    """Convert an error of Typer about a command line, and add a hint.

    Typer has its own copy of Click, whose exceptions can't be imported by a public name, so they
    are recognised by the names and attributes that Click documents.
    """
    path, options = ctx.command_path, ctx.command.get_params(ctx)
    pieces = (piece for piece in ctx.command.collect_usage_pieces(ctx) if piece != "[OPTIONS]")
    usage = f"write: {' '.join([path, *pieces])}"
    match type(error).__name__:
        case "NoSuchOption":
            name = error.option_name
            near = nearest(name, [word for each in options for word in each.opts])
            hint = f"did you mean '{near}'?" if near else f"see {path} --help for the options"
            return UsageError(f"{path} has no option '{name}'", hint=hint)
        case "BadOptionUsage" if "requires" in error.message:
            name = error.option_name
            meant = next((each.make_metavar(ctx) for each in options if name in each.opts), "VALUE")
            return UsageError(f"{name} needs a value", hint=f"write: {name} {meant}")
        case "BadOptionUsage":
            name = error.option_name
            return UsageError(f"{name} doesn't take a value", hint=f"write: {name}")
        case "MissingParameter" if error.param:
            missing = error.param.make_metavar(ctx).strip("{}.")
            _, *examples = ctx.command.epilog.split("\n\n")
            return UsageError(f"{path} needs a {missing}", hint=f"for example: {examples[0]}")
    message = error.format_message().rstrip(".")
    if extra := re.fullmatch(r"Got unexpected extra argument\S* \((.*)\)", message, re.DOTALL):
        return UsageError(f"unexpected argument '{extra[1]}'", hint=usage)
    return UsageError(lower_first(message), hint=usage)


def _unknown_command(args: list[str], commands: Iterable[str]) -> UsageError:
    """Return the error for an unknown command, with the one that was probably meant."""
    meant = []
    if target := _target(args[0]):
        meant = ["build", target, *args[1:]]
    elif args[0].lower() == "print":
        meant = ["build", *args[1:], "--print"]
    elif near := nearest(args[0], commands):
        meant = [near, *args[1:]]
    hint = (
        f"did you mean: {shell_command(meant)}" if meant else f"choose from {', '.join(commands)}"
    )
    return UsageError(f"unknown command '{args[0]}'", hint=hint)


def _target(word: str) -> str:
    """Return the target with this name; empty if there is none."""
    from printkit.request.values import known_targets

    if word.endswith((".yaml", ".yml")):
        return word
    return meant if (meant := known_as(word, known := known_targets())) in known else ""


def check_misplaced(given: Mapping[str, Any]) -> None:
    """Refuse a number given as a target, and names given as a number of players."""
    targets = given.get("targets") or ()
    for target in targets if len(targets) > 1 else ():
        if re.fullmatch(r"[0-9]{1,3}(-[0-9]{1,3})?", target):
            words = [word for word in sys.argv[1:] if word != target]
            message = f"'{target}' isn't a sheet; for {target} players, write:"
            raise UsageError(message, hint=shell_command([*words, "-p", target]))
    players = given.get("counts") or ""
    if re.search("[,;]", players) and not re.search("[0-9]", players):
        message = f"--players takes a number, not names: '{players}'"
        raise UsageError(message, hint=shell_command(_with_names(players)))


def _with_names(names: str) -> list[str]:
    """Return the command line with `--names` instead of `--players`."""
    words = sys.argv[1:]
    at = next(at for at, word in enumerate(words) if word.endswith(names))
    first = at - 1 if words[at] == names else at
    return [*words[:first], "--names", names, *words[at + 1 :]]


def shell_command(words: Iterable[str]) -> str:
    """Quote a command line of printkit for a shell."""
    return shlex.join(["printkit", *words])
