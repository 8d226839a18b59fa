"""Wolle's fields: the places to write on its sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.games.wolle.tables import ITEMS
from printkit.rules.fields import number, text, tick

if TYPE_CHECKING:
    from printkit.games.wolle.board import Board
    from printkit.rules.fields import Family

_TOTAL = (
    "sum(items{', sets' if board.sets_possible else ''}, paw-points)"
    "{' - sum(cups)' if cups > 0 and points.cup != 0 else ''}"
)


def fields() -> dict[str, Family]:
    """The places to write on a game sheet; what depends on the board is filled in with it."""
    items = {f"item.{kind.id}.I": tick("{item}, box {I}", item=kind.title) for kind in ITEMS}
    return {
        "name": text("Name"),
        **items,
        "cup.I": tick("Cup, box {I}"),
        "paw": tick("Stopped on the paw"),
        "items": number("Points for items", formula="{points.item} * count(item.*.*)"),
        "sets": number("Points for sets", formula="{board.set_formula}"),
        "paw-points": number("Points for the paw", formula="{points.paw} if paw else 0"),
        "cups": number("Points lost to cups", formula="{-points.cup} * count(cup.*)"),
        "total": number("Total", formula=_TOTAL),
    }


def set_formula(board: Board) -> str:
    """What complete columns of the collection bar are worth."""
    columns = (
        f"({points} if " + " and ".join(f"item.{kind.id}.{at}" for kind in ITEMS) + " else 0)"
        for at, points in enumerate(board.sets, 1)
    )
    return f"sum({', '.join(columns)})"
