"""What a recorded game of Attacke writes on its sheets, and what its result sheet shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from printkit.games.attacke.state import State, contests, last_one_in, scores
from printkit.rules.remarks import CONTEST
from printkit.rules.written import CROSSED, Entry, Filling, Remark, Result

if TYPE_CHECKING:
    from printkit.rules.written import FieldValue, PlayedEvent, Written

BOXES: Final = 3
"""How often the chip tracker lets one player win the same colour."""
RETURNED: Final = "{name} had to give back {number} {plural(number, 'chip', 'chips')}."


def written(steps: Sequence[PlayedEvent[State]]) -> Written:
    """What the players would have written on chip tracker and contest log."""
    state = steps[-1].after
    usual = state.tables.contests[state.header.variant][len(state.laid)]
    fought = {before.contest: after.colour for _, before, after in steps if after.colour}
    facts = {"contest_rows": max(usual, state.contest), "fought": [*fought.values()]}
    entries = _returns(steps)
    return {
        "chip-tracker": Filling((_chips(steps),)),
        "contest-log": Filling((dict(_contests(steps)),), facts=facts, entries=entries),
    }


def _chips(steps: Sequence[PlayedEvent[State]]) -> dict[str, FieldValue]:
    """A tick for every chip won; it is crossed out when the chip is given back.

    Whoever wins one colour more often than there are boxes ticks the last one again. How many
    there are is written once there is one, and of everybody in the end.
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


def _returns(steps: Sequence[PlayedEvent[State]]) -> dict[str, list[Entry]]:
    """The chips given back, by the fields where that is written."""
    names = {colour.id: colour.name for colour in steps[-1].after.tables.colours}
    backs: dict[str, list[Entry]] = {}
    for event, before, _ in steps:
        if event.get("returns"):
            entry = Entry(event["by"], names[event["returns"]])
            backs.setdefault(f"back.{before.contest}", []).append(entry)
    return backs


def _returned(steps: Sequence[PlayedEvent[State]]) -> Iterator[Remark]:
    """Whoever had to give back the most chips, if that is one player and more than one chip."""
    names = [step.event["by"] for step in steps if step.event.get("returns")]
    times = sorted(((names.count(name), name) for name in set(names)), reverse=True)
    if times and times[0][0] > 1 and [number for number, _ in times].count(times[0][0]) == 1:
        number, name = times[0]
        yield Remark(RETURNED, {"name": name, "number": number})


RESULT: Final = Result("Chips", CONTEST, remarks=_returned)
