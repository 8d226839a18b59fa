"""What the cups of a board cost: shipped as a table with our boards, estimated for any other.

Takes a board; gives `Costs`. The tables lie beside the boards and come from long simulations
(`python -m bench.costs`); for a board of somebody's own a short one has to do.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from printkit import data
from printkit.games.wolle.boards import SHIPPED, shipped
from printkit.games.wolle.cups import Costs
from printkit.reads import cached, note

if TYPE_CHECKING:
    from printkit.games.wolle.board import Board

UNIT: Final = 1_000


@cached()
def find_costs(board: Board) -> Costs:
    """The costs on a board, the same at every call."""
    if board.id in SHIPPED and board == shipped(board.id):
        return load_costs(board)
    from printkit.games.wolle.trials import quick_costs

    return quick_costs(board, Random("\n".join(board.rows)))


def costs_path(board: Board) -> Path:
    """Where the table of a shipped board lies."""
    return data.folder("layouts") / "boards" / f"{board.id}.costs.json"


def load_costs(board: Board) -> Costs:
    """Reads the table of a shipped board, in thousandths of a point by pairs of dots."""
    path = costs_path(board)
    written = path.read_bytes()
    note(path, written)
    table: dict[str, Any] = json.loads(written)["costs"]
    names = list(board.shadows)
    return Costs(tuple(tuple(table[one].get(other, 0) / UNIT for other in names) for one in names))
