"""What chance puts on Wolle's game sheets: for each sheet its side, cups and code.

Takes the options of the layout and a seed; gives plain values for its expressions. Each sheet
carries a `report`, which a build lists.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from printkit.errors import UsageError
from printkit.games.wolle.boards import load_board, shipped
from printkit.games.wolle.facts import board_facts
from printkit.games.wolle.sheets import sheets

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from printkit.games.wolle.board import Board


def draw(
    count: int, names: Sequence[str], variant: str, options: Mapping[str, Any], seed: str
) -> dict[str, Any]:
    """The sheets of a build: one a player, or as many as were asked for."""
    own = load_board(Path(options["board"])) if options["board"] else None
    drawn = _drawn(count, variant, options, seed, own)
    return {
        "sheets": [
            {
                **sheet,
                "number": number,
                "player": names[number - 1] if number <= len(names) else "",
                "report": _report(sheet),
            }
            for number, sheet in enumerate(drawn, 1)
        ],
        "board": _board(drawn[0]["side"], own),
    }


def _drawn(
    count: int, variant: str, options: Mapping[str, Any], seed: str, own: Board | None
) -> list[dict[str, Any]]:
    codes = options["code"].split(",") if options["code"] else ()
    cups = "none" if variant == "no-cups" else options["cups"].replace("auto", "")
    drawn = sheets(options["sheets"] or count, options["side"], cups, seed, board=own, codes=codes)
    if len({sheet["side"] for sheet in drawn}) > 1:
        raise UsageError("these codes are of different sides", hint="print one side at a time")
    return drawn


def _board(side: str, own: Board | None) -> dict[str, Any]:
    return board_facts(own or shipped(side), side)


def _report(sheet: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "code": sheet["code"],
        "side": sheet["side"],
        "cups": [cup["name"] for cup in sheet["cups"]],
    }
