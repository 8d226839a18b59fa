"""Wolle's facts for printed sheets: what does not depend on the sheet, with both of our boards."""

from __future__ import annotations

from functools import partial
from typing import Any

from printkit.games.wolle.boards import SHIPPED, shipped
from printkit.games.wolle.grid import board_facts
from printkit.games.wolle.sheets import OPTIONS, draw
from printkit.games.wolle.tables import BOX, CUPS, FACES, ITEMS, PLAYERS, Points
from printkit.rules import fields
from printkit.rules.printed import Draw, PrintedGame

_TOTAL = (
    "sum(items{', sets' if board.sets_possible else ''}, paw-points)"
    "{' - sum(cups)' if cups > 0 and points.cup != 0 else ''}"
)


def facts(points: Points, count: int, variant: str) -> dict[str, Any]:
    """Everything a sheet may want to know, for a number of players and a variant."""
    scored = points.for_variant(variant)
    low, high = PLAYERS
    return {
        **_counted(count, variant),
        "players_min": low,
        "players_max": high,
        "crossing": variant != "no-crossing",
        "faces": list(range(1, FACES + 1)),
        "kinds": [{"id": kind.id, "title": kind.title, "icon": kind.id} for kind in ITEMS],
        "points": scored._asdict(),
        "cups": _cups(variant),
        "boards": {side: board_facts(shipped(side), side) for side in SHIPPED},
        "fields": _fields(),
        "counts": [_counted(each, variant) for each in range(low, high + 1)],
    }


def _counted(count: int, variant: str) -> dict[str, Any]:
    """What the table needs for a number of players: a line of the set-up table."""
    return {
        "player_count": count,
        "sheet_count": count,
        "pens": count,
        "dice": 1,
        "cups_total": count * _cups(variant),
    }


def _cups(variant: str) -> int:
    return 0 if variant == "no-cups" else CUPS


def _fields() -> dict[str, fields.Family]:
    """The places to write on a game sheet; what depends on the board is filled in with it."""
    items = {f"item.{kind.id}.I": fields.tick("{item}, box {I}", item=kind.title) for kind in ITEMS}
    return {
        "name": fields.text("Name"),
        **items,
        "cup.I": fields.tick("Cup, box {I}"),
        "paw": fields.tick("Stopped on the paw"),
        "items": fields.number("Points for items", formula="{points.item} * count(item.*.*)"),
        "sets": fields.number("Points for sets", formula="{board.set_formula}"),
        "paw-points": fields.number("Points for the paw", formula="{points.paw} if paw else 0"),
        "cups": fields.number("Points lost to cups", formula="{-points.cup} * count(cup.*)"),
        "total": fields.number("Total", formula=_TOTAL),
    }


def new_printed(points: Points) -> PrintedGame:
    """What sheets know of the game with these points."""
    return PrintedGame(BOX, partial(facts, points), {"sheets": Draw(OPTIONS, draw)})


PRINTED = new_printed(Points())
