"""Attacke's facts for printed sheets: plain numbers, words and tables for one player count."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from printkit.games.attacke.tables import Colour, Tables, box
from printkit.rules import fields
from printkit.rules.printed import PrintedGame


def facts(tables: Tables, count: int, variant: str) -> dict[str, Any]:
    """Everything a sheet may want to know."""
    low, high = tables.players
    goal = tables.goals[variant]
    return {
        **_counted(tables, count),
        "goal": goal,
        "contest_rows": tables.contests[variant][count],
        "fought": [],
        "goal_is_all": goal == len(tables.colours),
        "goals": sorted(set(tables.goals.values())),
        "blind": variant in tables.blind,
        "blind_value": tables.face_down,
        "colours": [_colour(tables, each, number) for number, each in enumerate(tables.colours, 1)],
        "chip_steps": list(_chip_steps(tables, goal)),
        "knights": [
            {"value": value, "each": each, "copies": each * len(tables.colours)}
            for value, each in tables.knights.items()
        ],
        "shields": [
            {"name": f"Shield {value}", "value": value, "copies": copies, **_limits(tables, value)}
            for value, copies in tables.shields.items()
        ],
        "cards": _cards(tables),
        "chips": {"total": tables.chips, "each": tables.chips_each},
        "draw": 1,
        "fine": 1,
        "icons": {"knight": "helmet", "shield": "shield", "chip": "chip", "pile": "deck"},
        "fields": _fields(tables, blind=variant in tables.blind),
        "counts": [_counted(tables, each) for each in range(low, high + 1)],
    }


def _counted(tables: Tables, count: int) -> dict[str, Any]:
    """What depends on the number of players alone: a line of the set-up table."""
    dealt = tables.dealt(count)
    return {
        "player_count": count,
        "deal": {
            "first": tables.first_hand,
            "others": tables.other_hand,
            "other_players": count - 1,
        },
        "dealt": dealt,
        "pile": len(tables.deck) - dealt,
        "chips_per_colour": tables.chips_each,
        "chips_total": tables.chips,
    }


def _colour(tables: Tables, colour: Colour, number: int) -> dict[str, Any]:
    """One kind of contest with its mark, and what all its knights add up to."""
    return {
        "number": number,
        **colour._asdict(),
        "knights": sum(tables.knights.values()),
        "sum": sum(value * copies for value, copies in tables.knights.items()),
        "chips": tables.chips_each,
    }


def _chip_steps(tables: Tables, goal: int) -> Iterator[dict[str, Any]]:
    """A line for each chip on the way to the end; those beyond the goal are not needed."""
    for number in range(1, len(tables.colours) + 1):
        yield {"number": number, "last": number == goal, "needed": number <= goal}


def _limits(tables: Tables, value: int) -> dict[str, Any]:
    strong = value == tables.strong
    return {"limited": strong, "limit": 1 if strong else tables.shields[value], "fined": strong}


def _cards(tables: Tables) -> dict[str, int]:
    shields = sum(tables.shields.values())
    return {
        "total": len(tables.deck),
        "knights": len(tables.deck) - shields,
        "knights_per_colour": sum(tables.knights.values()),
        "shields": shields,
        "colours": len(tables.colours),
    }


def _fields(tables: Tables, *, blind: bool) -> dict[str, fields.Family]:
    """The places to write on chip tracker and contest log."""
    held = [f"(count(chip.{colour.id}.*.P) > 0)" for colour in tables.colours]
    chips = {
        f"chip.{colour.id}.I.P": fields.tick(
            f"{fields.PLAYER}, chip {{I}}: {{colour}}", colour=colour.name
        )
        for colour in tables.colours
    }
    return {
        **chips,
        "different.P": fields.number(f"{fields.PLAYER}, different chips", formula=" + ".join(held)),
        "strength.N.P": fields.number(
            f"{fields.PLAYER}, contest {{N}}, total", 1, _strongest(tables, blind)
        ),
        "won.N.P": fields.tick(f"{fields.PLAYER} won contest {{N}}"),
        "back.N": fields.text("Contest {N}, chip given back"),
    }


def _strongest(tables: Tables, blind: bool) -> int:
    """What one player can lay at most: a whole colour, all shields but one of the strong ones,
    and where it is allowed every other card face down."""
    knights = sum(value * copies for value, copies in tables.knights.items())
    weak = sum(v * copies for v, copies in tables.shields.items() if v != tables.strong)
    open_cards = knights + weak + tables.strong
    return open_cards + (len(tables.deck) * tables.face_down if blind else 0)


def new_printed(tables: Tables) -> PrintedGame:
    """What sheets know of the game with these tables."""
    return PrintedGame(box(tables), partial(facts, tables))


PRINTED = new_printed(Tables())
