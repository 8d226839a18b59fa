"""A board as its sheet is drawn: every dot with its place and kind, the timer, the collection bar.

Columns and rows count from 1, from the top left.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

from printkit.games.wolle.board import MARKS
from printkit.games.wolle.tables import CUPS, ITEMS

if TYPE_CHECKING:
    from printkit.games.wolle.board import Board

_CARPETS = {"a": "yellow", "b": "blue"}


def board_facts(board: Board, side: str) -> dict[str, Any]:
    """A board as its sheet is drawn: every dot with its place and kind, and the collection bar."""
    kinds = [MARKS[mark] for mark in board.marks]
    dots = [{**dot_facts(board, dot), "kind": kind} for dot, kind in enumerate(kinds)]
    by_kind = {kind: [dot for dot in dots if dot["kind"] == kind] for kind in MARKS.values()}
    totals = accumulate(board.sets)
    return {
        "id": board.id,
        "name": board.name,
        "side": side,
        "carpet": _CARPETS[side],
        "columns": board.columns,
        "rows": len(board.rows),
        "dots": dots,
        "by_kind": by_kind,
        "start": by_kind["start"][0],
        "paw": by_kind["paw"][0],
        "boxes": len(board.sets),
        "items": [
            {"id": kind.id, "title": kind.title, "icon": kind.id, "count": len(by_kind[kind.id])}
            for kind in ITEMS
        ],
        "item_count": sum(len(by_kind[kind.id]) for kind in ITEMS),
        "kinds_shown": sum(bool(by_kind[kind.id]) for kind in ITEMS),
        "sets_possible": all(by_kind[kind.id] for kind in ITEMS),
        "sets": [
            {"number": number, "points": points, "total": total}
            for number, (points, total) in enumerate(zip(board.sets, totals, strict=True), 1)
        ],
        "timer": [
            {"number": number, "roll": roll, "last": number == len(board.timer)}
            for number, roll in enumerate(board.timer, 1)
        ],
        "cup_boxes": CUPS,
        "set_formula": _set_formula(board),
    }


def _set_formula(board: Board) -> str:
    """What complete columns of the collection bar are worth."""
    columns = (
        f"({points} if " + " and ".join(f"item.{kind.id}.{at}" for kind in ITEMS) + " else 0)"
        for at, points in enumerate(board.sets, 1)
    )
    return f"sum({', '.join(columns)})"


def dot_facts(board: Board, dot: int) -> dict[str, Any]:
    """A dot by its name and its place."""
    row, column = divmod(dot, board.columns)
    return {"name": board.dot_name(dot), "column": column + 1, "row": row + 1}
