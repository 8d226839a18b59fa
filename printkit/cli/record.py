"""`printkit record`: records a game while it is played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from printkit.cli.parameters import (
    GameSettings,
    GameVariant,
    Rulings,
    completer,
    whole,
)
from printkit.core.errors import UsageError, known_as
from printkit.games import game_ids, load
from printkit.rules.settings import check_rulings, files_named, read_pairs, read_setting


def record(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", help="Game to record", autocompletion=completer(game_ids)),
    ],
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="Record file; an existing one is continued (default: GAME-DATE.jsonl)",
            show_default=False,
        ),
    ] = None,
    names: Annotated[
        str,
        typer.Option(
            "--names",
            "-n",
            help='Player names in clockwise order: "Ann, Ben and Cleo"',
            metavar="NAMES",
        ),
    ] = "",
    players: Annotated[
        int | None, whole(1, 100, "Number of players, if names don't matter", "--players", "-p")
    ] = None,
    variant: GameVariant = None,
    set_: GameSettings = None,
    ruling: Rulings = None,
    full: Annotated[
        bool, typer.Option("--full", help="Also record hands, deals and draws")
    ] = False,
) -> None:
    """Record a game while you play it; every answer is checked against the rules."""
    from printkit.cli.dialogue import find_input, find_session, read_players, run_dialogue
    from printkit.recording.setup import GameSetup
    from printkit.recording.store import now

    if file is not None and file.name.isdecimal():
        hint = f"for {file.name} players, add: -p {file.name}"
        raise UsageError(f"'{file}' isn't a name for a record", hint=hint)
    found = load(game)
    variant = known_as(variant, [each.id for each in found.variants]) if variant else ""
    settings = read_pairs(set_)
    with files_named(settings):
        given = {k: read_setting(found, k, value, recorded=True) for k, value in settings.items()}
        setup = GameSetup(
            found, variant, read_players(names, players), read_pairs(ruling), given, full,
            date=now(),
        )  # fmt: skip
        check_rulings(found, setup.rulings)
        found.check(len(setup.players) or found.players[0], variant or found.variants[0].id)
        source = find_input()
        opened = find_session(setup, file, source)
    if opened is not None:
        run_dialogue(*opened, source)
