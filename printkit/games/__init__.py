"""The games printkit knows: cheap to list, imported one by one when asked for.

A game is a package here and a line in the table below. Its `facts` hold `PRINTED`, which is all
that printing needs; its `game` holds `GAME`, which judges and plays.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from printkit.rules.game import Game
    from printkit.rules.printed import PrintedGame

_IDS = ("attacke", "attribute", "cattitude", "swipsheep", "wolle")


def game_ids() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order; imports none of them."""
    return _IDS


def find_printed(game_id: str) -> PrintedGame | None:
    """The printed side of the game with that id, or None; its rules are not loaded."""
    if game_id not in _IDS:
        return None
    printed: PrintedGame = import_module(f"printkit.games.{game_id}.facts").PRINTED
    return printed


def find(game_id: str) -> Game[Any] | None:
    """The game with that id, or None."""
    return _import(game_id) if game_id in _IDS else None


def find_recorded(game_id: str) -> Game[Any]:
    """The game that a record names; raises `Refusal` with the nearest one when there is none."""
    if game_id in _IDS:
        return _import(game_id)
    from printkit.errors import nearest
    from printkit.rules.header import unknown_game
    from printkit.rules.reading import meant

    known = f"{meant(nearest(game_id, _IDS))}there are {', '.join(_IDS)}"
    raise unknown_game(game_id, known)


def load(game_id: str) -> Game[Any]:
    """The game with that id; raises `UsageError` when there is none."""
    from printkit.errors import UsageError, did_you_mean, known_as

    name = known_as(game_id, _IDS)
    if name not in _IDS:
        raise UsageError(f"there is no game '{game_id}'", hint=did_you_mean(game_id, _IDS))
    return _import(name)


@cache
def _import(game_id: str) -> Game[Any]:
    game: Game[Any] = import_module(f"printkit.games.{game_id}.game").GAME
    return game
