"""`printkit record`: keeps the record of a game while it is played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from printkit.cli.options import completer, whole
from printkit.cli.seating import (
    Rulings,
    Settings,
    Variant,
    check_rulings,
    files_named,
    pairs,
    read_setting,
)
from printkit.cli.typist import find_typist
from printkit.errors import known_as
from printkit.games import game_ids, load


def record(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The game.", autocompletion=completer(game_ids))
    ],
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="The record; one that is there goes on. Without it: GAME-DATE.jsonl.",
            show_default=False,
        ),
    ] = None,
    names: Annotated[
        str,
        typer.Option(
            "--names", "-n", help='Who plays, clockwise: "Ann,Ben,Cleo".', metavar="NAMES"
        ),
    ] = "",
    players: Annotated[
        int | None, whole(1, 100, "How many play, where names do not matter.", "--players", "-p")
    ] = None,
    variant: Variant = None,
    set_: Settings = None,
    ruling: Rulings = None,
    full: Annotated[
        bool, typer.Option("--full", help="Record hands, deals and draws as well.")
    ] = False,
) -> None:
    """Keep the record of a game while it is played: short answers, each tested by the rules."""
    from printkit.cli.conversation import converse
    from printkit.cli.sittings import find_sitting, read_players
    from printkit.table.opening import Invitation

    found = load(game)
    variant = known_as(variant, [each.id for each in found.variants]) if variant else ""
    settings = pairs(set_)
    with files_named(settings):
        given = {k: read_setting(found, k, value, recorded=True) for k, value in settings.items()}
        asked = Invitation(found, variant, read_players(names, players), pairs(ruling), given, full)
        check_rulings(found, asked.rulings)
        found.box.check(len(asked.players) or found.players[0], variant or found.variants[0].id)
        typist = find_typist()
        begun = find_sitting(asked, file, typist)
    if begun is not None:
        converse(*begun, typist)
