"""Chess games validated by python-chess, to compare with recorded games.

`chess_plies.py make FILE GAMES` writes random legal games as PGN, always the same ones.
`chess_plies.py read FILE` replays them and prints the number of plies.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import chess
import chess.pgn

MAX_PLIES = 120


def make(path: Path, games: int) -> None:
    """Writes random legal games."""
    rng = Random("printkit bench")
    path.write_text("\n\n".join(str(_random_game(rng)) for _ in range(games)) + "\n")


def _random_game(rng: Random) -> chess.pgn.Game:
    board = chess.Board()
    while not board.is_game_over() and board.ply() < MAX_PLIES:
        board.push(rng.choice(list(board.legal_moves)))
    return chess.pgn.Game.from_board(board)


def read(path: Path) -> int:
    """Reads and validates every game; gives the number of plies."""
    plies = 0
    with path.open() as stream:
        while game := chess.pgn.read_game(stream):
            if game.errors:
                raise SystemExit(f"an illegal game: {game.errors[0]}")
            plies += game.end().ply()
    return plies


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        sys.stdout.write(f"{read(Path(sys.argv[2]))}\n")
