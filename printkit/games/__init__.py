"""The games printkit knows: cheap to list, imported one by one when asked for.

A game is a module or package here that holds a `GAME`, and a line in the table below.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from printkit.rules.game import Game

_IDS = ("attacke", "attribute", "cattitude", "swipsheep", "wolle")


def game_ids() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order; imports none of them."""
    return _IDS


def find(game_id: str) -> Game[Any] | None:
    """The game with that id, or None."""
    return load(game_id) if game_id in _IDS else None


def load(game_id: str) -> Game[Any]:
    """The game with that id; raises `UsageError` when there is none."""
    from printkit.errors import UsageError, did_you_mean

    if game_id not in _IDS:
        raise UsageError(f"there is no game '{game_id}'", hint=did_you_mean(game_id, _IDS))
    game: Game[Any] = import_module(f"printkit.games.{game_id}").GAME
    return game
