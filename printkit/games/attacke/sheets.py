"""Attacke on paper: facts for sheets, and the values of a recorded game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from printkit.games.attacke.state import State, contests, last_one_in, scores
from printkit.rules.results import CONTEST, CROSSED, Filling, FillingEntry, Remark, Result
from printkit.rules.sheets import PLAYER, Family, number_field, text_field, tick_field

if TYPE_CHECKING:
    from printkit.games.attacke.numbers import ChipColour, Tables
    from printkit.rules.results import FieldValue, PlayedEvent, Written


BOXES: Final = 3
"""The number of boxes per player and colour on the chip tracker."""


def facts(tables: Tables, count: int, variant: str) -> dict[str, Any]:
    """Return all facts for sheets."""
    low, high = tables.players
    goal = tables.goals[variant]
    return {
        **_count_facts(tables, count),
        "goal": goal,
        "contest_rows": tables.contests[variant][count],
        "fought": [],
        "goal_is_all": goal == len(tables.colours),
        "goals": sorted(set(tables.goals.values())),
        "blind": variant in tables.blind,
        "blind_value": tables.face_down,
        "colours": [_colour(tables, each, number) for number, each in enumerate(tables.colours, 1)],
        "chip_times": BOXES,
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
        "draw_after_win": 0,
        "fine": 1,
        "icons": {"knight": "helmet", "shield": "shield", "chip": "chip", "pile": "deck"},
        "fields": _fields(tables, blind=variant in tables.blind),
        "counts": [_count_facts(tables, each) for each in range(low, high + 1)],
    }


def _count_facts(tables: Tables, count: int) -> dict[str, Any]:
    """Return the facts that depend only on the number of players: a row of the set-up table."""
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


def _colour(tables: Tables, colour: ChipColour, number: int) -> dict[str, Any]:
    """Return one kind of contest with its mark, and the sum of all its knights."""
    return {
        "number": number,
        **colour._asdict(),
        "knights": sum(tables.knights.values()),
        "sum": sum(value * copies for value, copies in tables.knights.items()),
        "chips": tables.chips_each,
    }


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


def _fields(tables: Tables, *, blind: bool) -> dict[str, Family]:
    """Return the fields of chip tracker and contest log."""
    held = [f"(count(chip.{colour.id}.*.P) > 0)" for colour in tables.colours]
    chips = {
        f"chip.{colour.id}.I.P": tick_field(f"{PLAYER}, chip {{I}}: {{colour}}", colour=colour.name)
        for colour in tables.colours
    }
    return {
        **chips,
        "different.P": number_field(
            f"{PLAYER}, different chips", formula=" + ".join(held), score="total"
        ),
        "strength.N.P": number_field(
            f"{PLAYER}, contest {{N}}, total", 1, _strongest(tables, blind)
        ),
        "won.N.P": tick_field(f"{PLAYER} won contest {{N}}"),
        "colour.N": text_field("Contest {N}, colour"),
        "back.N": text_field("Contest {N}, chip given back"),
    }


def _strongest(tables: Tables, blind: bool) -> int:
    """Return an upper bound of a player's total: a whole colour, all shields with only one strong
    one, and, if allowed, the whole deck face down."""
    knights = sum(value * copies for value, copies in tables.knights.items())
    weak = sum(v * copies for v, copies in tables.shields.items() if v != tables.strong)
    open_cards = knights + weak + tables.strong
    return open_cards + (len(tables.deck) * tables.face_down if blind else 0)


RETURNED: Final = "{name} had to give back {number} {plural(number, 'chip', 'chips')}."


def written(steps: Sequence[PlayedEvent[State]]) -> Written:
    """Return the values on chip tracker and contest log."""
    state = steps[-1].after
    usual = state.tables.contests[state.header.variant][len(state.laid)]
    fought = {before.contest: after.colour for _, before, after in steps if after.colour}
    facts = {"contest_rows": max(usual, state.contest), "fought": [*fought.values()]}
    return {
        "chip-tracker": Filling((_chips(steps),)),
        "contest-log": Filling((dict(_contests(steps)),), facts=facts, entries=_entries(steps)),
    }


def _chips(steps: Sequence[PlayedEvent[State]]) -> dict[str, FieldValue]:
    """Return a tick for every chip won; it is crossed out when the chip is given back.

    A player who wins one colour more often than there are boxes ticks the last one again. The
    number of chips is written unless it is 0; at the end, for everyone.
    """
    marks: dict[str, FieldValue] = {}
    used: dict[tuple[int, str], int] = {}
    for _, before, after in steps:
        for seat, (had, has) in enumerate(zip(before.chips, after.chips, strict=True), 1):
            for colour in set(has).difference(had):
                used[seat, colour] = min(used.get((seat, colour), 0) + 1, BOXES)
                marks[f"chip.{colour}.{used[seat, colour]}.{seat}"] = True
            for colour in set(had).difference(has):
                marks[f"chip.{colour}.{used[seat, colour]}.{seat}"] = CROSSED
    state = steps[-1].after
    held = enumerate(scores(state), 1)
    return marks | {f"different.{seat}": number for seat, number in held if number or state.over}


def _contests(steps: Sequence[PlayedEvent[State]]) -> Iterator[tuple[str, FieldValue]]:
    for event, before, after in steps:
        number, seat = before.contest, before.turn
        if event["do"] == "play":
            laid = after.laid[seat]
            yield f"strength.{number}.{seat + 1}", laid.total if laid else 0
        if contests(after) > contests(before):
            yield f"won.{number}.{last_one_in(before) + 1}", True


def _entries(steps: Sequence[PlayedEvent[State]]) -> dict[str, list[FillingEntry]]:
    """Return the colours contested and the chips given back, by field."""
    names = {colour.id: colour.name for colour in steps[-1].after.tables.colours}
    entries: dict[str, list[FillingEntry]] = {}
    for event, before, after in steps:
        if after.colour and not before.colour:
            entries[f"colour.{before.contest}"] = [FillingEntry("", names[after.colour])]
        if event.get("returns"):
            entry = FillingEntry(event["by"], names[event["returns"]])
            entries.setdefault(f"back.{before.contest}", []).append(entry)
    return entries


def _fine_remark(steps: Sequence[PlayedEvent[State]]) -> Iterator[Remark]:
    """Yield a remark on the one player who gave back the most chips, if more than one."""
    names = [step.event["by"] for step in steps if step.event.get("returns")]
    times = sorted(((names.count(name), name) for name in set(names)), reverse=True)
    if times and times[0][0] > 1 and [number for number, _ in times].count(times[0][0]) == 1:
        number, name = times[0]
        yield Remark(RETURNED, {"name": name, "number": number})


RESULT: Final = Result("Chips", CONTEST, remarks=_fine_remark)
