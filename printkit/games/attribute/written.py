"""What a recorded game of Attribute writes on its sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from printkit.games.attribute.facts import rounds
from printkit.games.attribute.state import OVER, State
from printkit.rules.remarks import ROUND
from printkit.rules.written import FieldValue, Filling, PlayedEvent, Result

if TYPE_CHECKING:
    from printkit.rules.written import Written

RESULT: Final[Result[State]] = Result("Points", ROUND)


def written(steps: Sequence[PlayedEvent[State]]) -> Written:
    """What the players would have written on score pad and round tracker."""
    values = dict(_values(steps))
    state = steps[-1].after
    facts = {"rounds": list(rounds(state.tables, len(state.header.players), state.first))}
    return {
        "score-pad": Filling((_of(values, "topic", "change", "total", "final"),), facts=facts),
        "round-tracker": Filling((_of(values, "topic", "done"),), facts=facts),
    }


def _of(values: Mapping[str, FieldValue], *families: str) -> dict[str, FieldValue]:
    """Of all values those that one sheet has fields for."""
    return {name: mark for name, mark in values.items() if name.partition(".")[0] in families}


def _values(steps: Sequence[PlayedEvent[State]]) -> Iterator[tuple[str, FieldValue]]:
    for _, before, after in steps:
        if after.topic != before.topic and after.topic:
            yield f"topic.{after.round}", after.topic
        if after.scored > before.scored:
            yield from _scored(after)


def _scored(state: State) -> Iterator[tuple[str, FieldValue]]:
    number = state.scored
    yield f"done.{number}", True
    for seat, (change, score) in enumerate(zip(state.delta, state.scores, strict=True), 1):
        yield f"change.{number}.{seat}", change
        yield f"total.{number}.{seat}", score
        if state.phase == OVER:
            yield f"final.{seat}", score
