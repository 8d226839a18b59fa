"""Swip'Sheep's fields: the places to write on its sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.rules.fields import number

if TYPE_CHECKING:
    from printkit.games.swipsheep.tables import Tables
    from printkit.rules.fields import Family


def fields(tables: Tables) -> dict[str, Family]:
    """The places to write on the score pad."""
    name = "{players[P - 1].label}"
    return {
        "sheep.R.P": number(f"{name}, round {{R}}, sheep", 0, tables.all_sheep),
        "total.P": number(f"{name}, sheep in all", formula="sum(sheep.*.P)"),
    }
