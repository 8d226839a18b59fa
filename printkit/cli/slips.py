"""Slips: what people often type when they mean something else.

What can only mean one thing is taken as that; else the answer is the command that says it.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from typer._click.exceptions import BadOptionUsage, MissingParameter, NoSuchOption

from printkit.errors import UsageError, nearest


def spelled_out(words: Sequence[str]) -> list[str]:
    """`--ink-saver` is `--theme ink-saver`, and `--letter` is `--paper letter`.

    Whoever asks for help need not wait for the themes.
    """
    if "--help" in words:
        return list(words)
    from printkit.paper import PAPERS
    from printkit.request.words import known_themes

    themes = {f"--{theme}": ["--theme", theme] for theme in known_themes()}
    papers = {f"--{paper}": ["--paper", paper] for paper in PAPERS}
    return [each for word in words for each in (themes | papers).get(word.lower(), [word])]


def check_slips(given: Mapping[str, Any]) -> None:
    """Refuses a number that is no target, and names that are no number of players."""
    targets = given.get("targets") or ()
    for target in targets if len(targets) > 1 else ():
        if re.fullmatch(r"[0-9]{1,3}(-[0-9]{1,3})?", target):
            words = [word for word in sys.argv[1:] if word != target]
            message = f"'{target}' is no sheet; for {target} players write:"
            raise UsageError(message, hint=command([*words, "-p", target]))
    players = given.get("counts") or ""
    if re.search("[,;]", players) and not re.search("[0-9]", players):
        message = f"'{players}' are names, not a number; write:"
        raise UsageError(message, hint=command(_with_names(players)))


def _with_names(names: str) -> list[str]:
    """The command line with `--names` where it says `--players`."""
    words = sys.argv[1:]
    at = next(at for at, word in enumerate(words) if word.endswith(names))
    first = at - 1 if words[at] == names else at
    return [*words[:first], "--names", names, *words[at + 1 :]]


def misused(error: Any, ctx: Any) -> UsageError:
    """What Typer says about a command line, as a sentence with what would be right."""
    path, options = ctx.command_path, ctx.command.get_params(ctx)
    pieces = (piece for piece in ctx.command.collect_usage_pieces(ctx) if piece != "[OPTIONS]")
    usage = f"write: {' '.join([path, *pieces])}"
    match error:
        case NoSuchOption(option_name=name):
            near = nearest(name, [word for each in options for word in each.opts])
            hint = f"did you mean '{near}'?" if near else f"{path} --help tells which there are"
            return UsageError(f"{path} has no option '{name}'", hint=hint)
        case BadOptionUsage(option_name=name) if "requires" in error.message:
            meant = next((each.make_metavar(ctx) for each in options if name in each.opts), "VALUE")
            return UsageError(f"{name} needs something behind it", hint=f"write: {name} {meant}")
        case BadOptionUsage(option_name=name):
            return UsageError(f"{name} takes nothing behind it", hint=f"write: {name}")
        case MissingParameter(param=param) if param:
            return UsageError(f"{path} needs a {param.make_metavar(ctx).strip('{}.')}", hint=usage)
    said = error.format_message().rstrip(".")
    if extra := re.fullmatch(r"Got unexpected extra argument\S* \((.*)\)", said, re.DOTALL):
        return UsageError(f"'{extra[1]}' is more than {path} takes", hint=usage)
    return UsageError(said[:1].lower() + said[1:], hint=usage)


def command(words: Iterable[str]) -> str:
    """A command as it is typed into a shell."""
    return shlex.join(["printkit", *words])
