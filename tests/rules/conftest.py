"""Every test that asks for `game` or `seating` runs for each registered game by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.games import game_ids, load
from printkit.rules.simulate import NAMES, Seating

if TYPE_CHECKING:
    import pytest


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", [load(name) for name in game_ids()], ids=game_ids())
    if "seating" in metafunc.fixturenames:
        seatings = [*_seatings()]
        names = [f"{seat.game.id}-{len(seat.players)}" for seat in seatings]
        metafunc.parametrize("seating", seatings, ids=names)


def _seatings() -> list[Seating]:
    games = [load(name) for name in game_ids()]
    return [
        Seating(game, NAMES[:count], game.variants[0].id)
        for game in games
        for count in range(game.players[0], game.players[1] + 1)
    ]
