"""Records: events that printkit reads and validates a second, beside the plies of python-chess."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.process import Command, Figures, measure, printkit, script
from bench.table import Figure, Row
from printkit.games import game_ids

if TYPE_CHECKING:
    from collections.abc import Iterator

CHESS_GAMES = 150
EVENTS = 15_000
SAMPLE = 20
AIM = 3.0
HOLD = 1.0
HOLDS = {"attacke": 0.5, "cattitude": 0.5}


def rows(runs: int) -> Iterator[Row]:
    """One row a game."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pgn = folder / "games.pgn"
        measure([script("make PGN", "floor_chess.py", "make", str(pgn), str(CHESS_GAMES))], 1)
        games = [game_id for game_id in game_ids() if _has_dealer(game_id)]
        commands = [_validate(game_id, folder / game_id) for game_id in games]
        commands.append(script("python-chess", "floor_chess.py", "read", str(pgn)))
        *ours, theirs = measure(commands, runs)
        plies = int(theirs.output) / theirs.wall_s
        for game_id, figures in zip(games, ours, strict=True):
            yield _row(game_id, _events(figures) / figures.wall_s, plies)
