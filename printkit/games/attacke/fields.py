"""Attacke's fields: the places to write on its sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.rules.fields import number, text, tick

if TYPE_CHECKING:
    from printkit.games.attacke.tables import Tables
    from printkit.rules.fields import Family

_NAME = "{players[P - 1].label}"


def fields(tables: Tables, *, blind: bool) -> dict[str, Family]:
    """The places to write on chip tracker and contest log."""
    held = [f"(count(chip.{colour.id}.*.P) > 0)" for colour in tables.colours]
    chips = {
        f"chip.{colour.id}.I.P": tick(f"{_NAME}, chip {{I}}: {{colour}}", colour=colour.name)
        for colour in tables.colours
    }
    return {
        **chips,
        "different.P": number(f"{_NAME}, different chips", formula=" + ".join(held)),
        "strength.N.P": number(f"{_NAME}, contest {{N}}, total", 1, _strongest(tables, blind)),
        "won.N.P": tick(f"{_NAME} won contest {{N}}"),
        "back.N": text("Contest {N}, chip given back"),
    }


def _strongest(tables: Tables, blind: bool) -> int:
    """What one player can lay at most: a whole colour, all shields but one of the strong ones,
    and where it is allowed every other card face down."""
    knights = sum(value * copies for value, copies in tables.knights.items())
    weak = sum(v * copies for v, copies in tables.shields.items() if v != tables.strong)
    open_cards = knights + weak + tables.strong
    return open_cards + (len(tables.deck) * tables.face_down if blind else 0)
