"""The games that printkit knows: cheap to list, imported one by one when asked for.

A game is a package here with a `GAME`, which holds everything that the engine, the printed sheets
and the dialogue need.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from printkit.core.errors import UsageError, did_you_mean, known_as, nearest

if TYPE_CHECKING:
    from printkit.rules.game import Game

_IDS = ("attacke", "attribute", "cattitude", "swipsheep", "wolle")


def game_ids() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order; imports none of them."""
    return _IDS


def find(game_id: str) -> Game[Any] | None:
    """The game with that id, or None."""
    if game_id not in _IDS:
        return None
    game: Game[Any] = import_module(f"printkit.games.{game_id}").GAME
    return game


def find_recorded(game_id: str) -> Game[Any]:
    """The game that a record names; raises `Refusal` with the nearest one when there is none."""
    from printkit.rules.reading import meant
    from printkit.rules.record import unknown_game

    game = find(game_id)
    if game is None:
        known = f"{meant(nearest(game_id, _IDS))}there are {', '.join(_IDS)}"
        raise unknown_game(game_id, known)
    return game


def load(game_id: str) -> Game[Any]:
    """The game with that id; raises `UsageError` when there is none."""
    game = find(known_as(game_id, _IDS))
    if game is None:
        raise UsageError(f"there is no game '{game_id}'", hint=did_you_mean(game_id, _IDS))
    return game
