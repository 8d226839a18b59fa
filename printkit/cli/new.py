"""`printkit new`: a starter layout or package, which works at once and explains itself."""

from __future__ import annotations

from typing import Annotated

import typer

from printkit.cli.output import show, show_all
from printkit.cli.words import in_words
from printkit.core.errors import UsageError
from printkit.core.messages import say
from printkit.starter import KINDS, LAYOUT, write_new


def new(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[KIND] NAME",
            help="What to write, and its name in lowercase letters, digits and hyphens; "
            f"choose from {', '.join(KINDS)} (default: {LAYOUT})",
            show_default=False,
        ),
    ],
) -> None:
    """Write a starter layout, or a package with a game or layouts, that works right away."""
    if len(words) > 2:
        raise UsageError(f"unexpected argument '{words[2]}'", hint="write: printkit new KIND NAME")
    if len(words) == 1 and words[0] in KINDS:
        hint = f"for example: printkit new {words[0]} dice-night"
        raise UsageError(f"printkit new {words[0]} needs a name", hint=hint)
    kind, name = words if len(words) == 2 else (LAYOUT, words[0])
    path, then = write_new(kind, name)
    show(in_words(say("Wrote {path}. Next:", path=str(path))))
    show_all(then, "  ")
