"""`printkit preferences`: shows what was saved with `--save`, or forgets it."""

from __future__ import annotations

from typing import Annotated

import typer

from printkit.cli.output import print_json, show, show_all
from printkit.cli.parameters import Json
from printkit.cli.words import in_words
from printkit.core.messages import say


def preferences(
    reset: Annotated[bool, typer.Option("--reset", help="Forget everything that is saved")] = False,
    json: Json = False,
) -> None:
    """Show the defaults that --save saved and what the wizard remembers, or forget them."""
    from printkit.request.preferences import (
        forget_preferences,
        format_preferences,
        load_preferences,
        preferences_path,
    )

    removed = forget_preferences() if reset else None
    saved = format_preferences(load_preferences())
    if json:
        print_json({"file": str(preferences_path() or ""), "preferences": saved})
    elif reset:
        done = say("removed {path}", path=str(removed)) if removed else say("nothing was saved")
        show(in_words(done))
    elif saved:
        width = max(map(len, saved))
        show_all(f"{name:<{width}}  {value}" for name, value in saved.items())
        template = "saved in {path}; printkit preferences --reset forgets all of it"
        show(in_words(say(template, path=str(preferences_path()))))
    else:
        template = "nothing is saved; {command} saves a default"
        show(in_words(say(template, command="printkit build … --paper letter --save")))
