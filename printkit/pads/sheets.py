"""The facts of a score pad: what its layout shows, how large it is, and its fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from printkit.core.units import MM
from printkit.pads.pad import POINTS, formulas, written_fields
from printkit.rules.sheets import PLAYER, Family, number_field

if TYPE_CHECKING:
    from printkit.core.paper import Paper
    from printkit.pads.pad import Pad

CELL, NAME = 8.6, 12.0
"""The least width of a cell and of a player's name, in millimetres."""
LINE = 6.0
HEADS = 46.0
"""The height of a line, and of everything else on a small pad: header, names, total, footer."""
LANDSCAPE_LINES = 22
"""The most lines of a pad in landscape orientation."""
FEW_LINES = 8
"""The most lines of a pad that is half a page in landscape orientation."""


def pad_facts(pad: Pad, paper: Paper, count: int | str) -> dict[str, Any]:
    """Return the values of the fact `pad`, for a number of players or an expression for it."""
    columns = [
        *({"name": one.name, "title": one.title, "last": one.is_last_only} for one in pad.entries),
        {"name": POINTS, "title": "Points", "last": False},
        {"name": "running", "title": "Total", "last": False},
    ]
    return {
        "icon": pad.icon,
        "wins": pad.wins,
        "target": pad.target,
        "start": pad.start,
        "countdown": pad.counts_down,
        "over": _over(pad, count),
        "lines": pad.lines,
        "few": pad.lines <= FEW_LINES,
        "rounds": pad.rounds,
        "round_name": pad.round_name,
        "columns": columns if pad.rounds else [],
        "groups": _groups(pad),
        **_most_players(pad, paper),
    }


def _over(pad: Pad, count: int | str) -> str:
    """Return the formula that says when the game is over; empty if the players decide."""
    if not pad.counts_down and not pad.target:
        return ""
    reached = "min(total.*) == 0" if pad.counts_down else f"max(total.*) >= {pad.target}"
    is_full = f"count(running.{pad.rounds}.*) == {count}"
    return f"{reached} or {is_full}" if pad.rounds and not pad.rows else reached


def _groups(pad: Pad) -> list[dict[str, Any]]:
    found, number = [], 0
    for index, group in enumerate(pad.groups, 1):
        rows = []
        for row in group.rows:
            number += 1
            rows.append({"number": number, "title": row.title, "value": row.value})
        found.append(
            {
                "number": index,
                "title": group.title,
                "rows": rows,
                "subtotal": index in pad.subtotals,
            }
        )
    return found


def _most_players(pad: Pad, paper: Paper) -> dict[str, int]:
    """Return the most players on a quarter of the paper, on half of it, and in portrait."""
    short, long = (side / MM for side in sorted((paper.width, paper.height)))
    each = max(NAME, CELL * (len(pad.entries) + 2 if pad.rounds else 1))
    half = (short, long / 2) if pad.lines <= FEW_LINES else (long / 2, short)
    sizes = {"quarter": (short / 2, long / 2), "half": half}
    most = {
        name: int((width - 14 - label_width(pad, is_small=True)) / each)
        if pad.lines * LINE + HEADS <= height
        else 0
        for name, (width, height) in sizes.items()
    }
    portrait = int((short - 20 - label_width(pad, is_small=False)) / each)
    return {**most, "portrait": portrait if pad.lines <= LANDSCAPE_LINES else 100}


def label_width(pad: Pad, *, is_small: bool) -> float:
    """Return the width of the first column, in millimetres."""
    if not pad.groups:
        return 11 if is_small else 14
    return 26 if is_small else 42


def field_families(pad: Pad) -> dict[str, Family]:
    """Return the fields of a pad, by the patterns of their names."""
    found = {
        name: number_field(_label(name), *numbers) | _words(name, what)
        for name, what, numbers in written_fields(pad)
    }
    for name, formula in formulas(pad).items():
        found[name] = number_field(_label(name), formula=formula) | _words(name, _what(pad, name))
    return found


def _label(name: str) -> str:
    is_group = name.startswith(("row.", "subtotal."))
    is_round = name.count(".") == 2 and not is_group
    return f"{PLAYER}, round {{R}}, {{what}}" if is_round else f"{PLAYER}, {{what}}"


def _words(name: str, what: str) -> Family:
    """Return the words of a label; a field that only one round has also needs its number."""
    number = name.split(".")[1]
    return {"words": {"what": what, "R": number} if number.isdigit() else {"what": what}}


def _what(pad: Pad, name: str) -> str:
    """Return what is in a computed field, in words."""
    kind, *rest = name.split(".")
    match kind:
        case "row":
            return pad.rows[int(rest[0]) - 1].title
        case "subtotal":
            return pad.groups[int(rest[0]) - 1].title or "Subtotal"
        case "left":
            return "Still to go"
        case "round":
            return "Points"
    return "Total"
