"""Usage errors: helpful messages for command lines that don't parse.

`Command` extends Typer's, in the methods that Click documents: parsing arguments and formatting
the usage. Typer's errors become our own, with a hint.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from typing import Any

import typer
from typer.core import TyperCommand

from printkit.core.errors import UsageError, known_as, lower_first, nearest


class Command(TyperCommand):
    """A command whose usage reads `printkit build GAME-OR-SHEET...`, as in the documentation."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; raise our own error if they are wrong."""
        _check_quotes(ctx, args)
        with our_errors(ctx):
            return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the parts of the usage, without Typer's braces."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]


@contextmanager
def our_errors(ctx: Any) -> Iterator[None]:
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
            known = [word for each in options for word in each.opts]
            option = option_for(name.lstrip("-"))
            near = next((one for one in [_SAME.get(name)] if one in known), nearest(name, known))
            if option and option[0] in known:
                near = " ".join(option)
            hint = f"did you mean '{near}'?" if near else f"see {path} --help for the options"
            if not near and ctx.parent is None and _is_option(name):
                hint = f"options follow the command: {path} build wolle {name} …"
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
        return UsageError(f"unexpected argument '{extra[1]}'", hint=_extra(extra[1], ctx) or usage)
    return UsageError(lower_first(message), hint=usage)


def _is_option(name: str) -> bool:
    """Return whether the commands that build have an option."""
    from printkit.request.options import OPTIONS

    return name.lstrip("-") in OPTIONS


def option_for(word: str) -> tuple[str, str] | None:
    """Return the option and its value that a word such as `mono`, `a5` or `german` means."""
    from printkit.core.languages import languages, match_language
    from printkit.core.paper import PAPERS
    from printkit.request.values import known_themes

    values = {
        "--theme": known_themes(),
        "--paper": PAPERS,
        "--orientation": ("portrait", "landscape"),
    }
    for option, known in values.items():
        if (value := known_as(word, known)) in known:
            return option, value
    code = match_language(word, languages())
    return ("--lang", code) if code in languages() else None


def _extra(argument: str, ctx: Any) -> str:
    """Return a hint for an argument that should be an option; empty if that isn't clear."""
    from printkit.request.values import find_target

    options = {word for each in ctx.command.get_params(ctx) for word in each.opts}
    if f"--{argument}" in options:
        return f"write: {ctx.command_path} --{argument}"
    if argument.isdecimal() and "-p" in options:
        return f"for {argument} players, add: -p {argument}"
    if ctx.info_name == "batch" and (target := find_target(argument)):
        return f"write: {ctx.command_path} players.csv --target {target}"
    return ""


def _check_quotes(ctx: Any, words: list[str]) -> None:
    """Refuse names that the shell has split, as in `-n Ann, Ben, Cleo`."""
    at = next((at for at, word in enumerate(words[:-1], 1) if word in ("-n", "--names")), 0)
    more = [*takewhile(lambda word: not word.startswith("-"), words[at + 1 :])] if at else []
    if not more:
        return
    from printkit.request.values import find_target

    is_plain = not re.search("[,;]", words[at])  # -n Ann Ben Cleo
    is_file = any(find_target(word) or re.search(r"[./\\]", word) for word in more)
    if words[at].endswith((",", ";")) or (is_plain and not is_file):
        names = (", " if is_plain else " ").join((words[at], *more))
        right = shlex.join([*words[:at], names, *words[at + 1 + len(more) :]])
        raise UsageError("put quotes around the names", hint=f"{ctx.command_path} {right}")


_SAME = {"--game": "--target", "--sheet": "--target", "--double-sided": "--duplex"}
"""Options that people expect, with ours."""

_INSTEAD = {
    "explain": "printkit validate --explain FILE explains a recorded game, event by event",
    "undo": "build again with other options; --force replaces the file\n"
    "in a recorded game, type undo at the prompt",
    "open": "printkit again --open builds the newest file again and opens it",
}
"""What to do instead of commands that people expect."""


def unknown_command(args: list[str], commands: Iterable[str]) -> UsageError:
    """Return the error for an unknown command, with the one that was probably meant."""
    from printkit.request.values import find_target

    if instead := _INSTEAD.get(args[0].lower()):
        return UsageError(f"unknown command '{args[0]}'", hint=instead)
    meant = []
    if target := args[0] if args[0].endswith((".yaml", ".yml")) else find_target(args[0]):
        meant = ["build", target, *args[1:]]
    elif args[0].lower() == "print":
        meant = ["build", *args[1:], "--print"]
    elif near := nearest(args[0], commands):
        meant = [near, *args[1:]]
    hint = (
        f"did you mean: {shell_command(meant)}" if meant else f"choose from {', '.join(commands)}"
    )
    return UsageError(f"unknown command '{args[0]}'", hint=hint)


def shell_command(words: Iterable[str]) -> str:
    """Quote a command line of printkit for a shell."""
    return shlex.join(["printkit", *words])
