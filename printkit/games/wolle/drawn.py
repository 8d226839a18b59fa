"""What chance puts on Wolle's game sheets: for each sheet its side, cups and code.

Takes what a build asks for; gives plain values for the expressions of the layout. Sheets of both
sides have a `back` with values of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from printkit.errors import UsageError
from printkit.games.wolle.boards import BOTH, SHIPPED, parse_board, shipped
from printkit.games.wolle.cups import AUTO
from printkit.games.wolle.facts import board_facts
from printkit.games.wolle.sheets import sheets
from printkit.rules.draws import Drawn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from printkit.games.wolle.board import Board
    from printkit.rules.draws import Asked


def draw(asked: Asked) -> dict[str, Any]:
    """The sheets of a build: one a player, or as many as were asked for."""
    file = asked.options["board"]
    own = parse_board(file.text, file.name) if file else None
    if own and asked.options["side"] == BOTH:
        hint = "print it with --set side=a (yellow) or side=b (blue)"
        raise UsageError("a board of your own has one side only", hint=hint)
    front, *back = _sides(asked, own)
    names = asked.names
    return {**_side(front, names, own), "back": _side(back[0], names, own) if back else {}}


def _sides(asked: Asked, own: Board | None) -> list[list[dict[str, Any]]]:
    """The sheets of the side that is printed, or of both."""
    options, seed = asked.options, asked.seed
    count = options["sheets"] or asked.count
    cups = "none" if asked.variant == "no-cups" else options["cups"].replace(AUTO, "")
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
            _sheet(sheet, number, names[number - 1] if number <= len(names) else "")
            for number, sheet in enumerate(drawn, 1)
        ],
        "board": board_facts(own or shipped(side), side),
    }


def _sheet(sheet: Mapping[str, Any], number: int, player: str) -> Drawn:
    cups = [cup["name"] for cup in sheet["cups"]]
    told = {"code": sheet["code"], "side": sheet["side"], "cups": cups}
    return Drawn({**sheet, "number": number, "player": player}, told)
