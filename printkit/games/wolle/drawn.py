"""What chance puts on Wolle's game sheets: for each sheet its side, cups and code.

Takes the options of the layout and a seed; gives plain values for its expressions. Each sheet
carries a `report`, which a build lists. Sheets of both sides have a `back` with values of its own.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from printkit.errors import UsageError
from printkit.games.wolle.boards import SHIPPED, load_board, shipped
from printkit.games.wolle.facts import board_facts
from printkit.games.wolle.sheets import sheets

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from printkit.games.wolle.board import Board

BOTH = "both"


def draw(
    count: int, names: Sequence[str], variant: str, options: Mapping[str, Any], seed: str
) -> dict[str, Any]:
    """The sheets of a build: one a player, or as many as were asked for."""
    own = load_board(Path(options["board"])) if options["board"] else None
    if own and options["side"] == BOTH:
        hint = "print it with --set side=a (yellow) or side=b (blue)"
        raise UsageError("a board of your own has one side only", hint=hint)
    front, *back = _sides(count, variant, options, seed, own)
    return {**_side(front, names, own), "back": _side(back[0], names, own) if back else {}}


def _sides(
    count: int, variant: str, options: Mapping[str, Any], seed: str, own: Board | None
) -> list[list[dict[str, Any]]]:
    """The sheets of the side that is printed, or of both."""
    count = options["sheets"] or count
    cups = "none" if variant == "no-cups" else options["cups"].replace("auto", "")
    both = options["side"] == BOTH
    sides = SHIPPED if both else (options["side"],)
    codes = [code for code in options["code"].split(",") if code.strip()]
    if not codes:
        return [sheets(count, side, cups, seed, board=own) for side in sides]
    drawn = sheets(len(codes), sides[0], cups, seed, board=own, codes=codes)
    sorted_out = [[sheet for sheet in drawn if sheet["side"] == side] for side in SHIPPED]
    if both and len(sorted_out[0]) != len(sorted_out[1]):
        hint = "give a code of side A and one of side B for each sheet"
        raise UsageError("these codes do not pair up", hint=hint)
    if not both and all(sorted_out):
        hint = "print one side at a time, or back to back with --set side=both"
        raise UsageError("these codes are of different sides", hint=hint)
    return [side for side in sorted_out if side]


def _side(
    drawn: Sequence[Mapping[str, Any]], names: Sequence[str], own: Board | None
) -> dict[str, Any]:
    side = drawn[0]["side"]
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
        "board": board_facts(own or shipped(side), side),
    }


def _report(sheet: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "code": sheet["code"],
        "side": sheet["side"],
        "cups": [cup["name"] for cup in sheet["cups"]],
    }
