"""Wolle's facts for printed sheets: what does not depend on the sheet, with both of our boards."""

from __future__ import annotations

from functools import partial
from typing import Any

from printkit.games.wolle.boards import SHIPPED, shipped
from printkit.games.wolle.fields import fields
from printkit.games.wolle.grid import board_facts
from printkit.games.wolle.sheets import OPTIONS, draw
from printkit.games.wolle.tables import BOX, CUPS, FACES, ITEMS, PLAYERS, Points
from printkit.rules.printed import Draw, PrintedGame


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
        "fields": fields(),
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


def new_printed(points: Points) -> PrintedGame:
    """What sheets know of the game with these points."""
    return PrintedGame(BOX, partial(facts, points), {"sheets": Draw(OPTIONS, draw)})


PRINTED = new_printed(Points())
