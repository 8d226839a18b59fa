"""What a recorded game of Swip'Sheep writes on its sheets, and what its result sheet shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from printkit.games.swipsheep.facts import rounds
from printkit.games.swipsheep.state import OVER, State
from printkit.rules.header import first_seat
from printkit.rules.remarks import ROUND
from printkit.rules.written import Filling, Result

if TYPE_CHECKING:
    from printkit.rules.written import FieldValue, PlayedEvent, Written

RESULT: Final[Result[State]] = Result("Sheep won", ROUND)


def written(steps: Sequence[PlayedEvent[State]]) -> Written:
    """What the players would have written on the score pad."""
    state = steps[-1].after
    values: dict[str, FieldValue] = {}
    for _, before, after in steps:
        if after.played > before.played:
            pairs = zip(before.sheep, after.sheep, strict=True)
            for seat, (had, has) in enumerate(pairs, 1):
                values[f"sheep.{after.played}.{seat}"] = has - had
    if state.phase == OVER:
        values |= {f"total.{seat}": score for seat, score in enumerate(state.sheep, 1)}
    led = rounds(state.tables, len(state.header.players), first_seat(state.header))
    return {"score-pad": Filling((values,), facts={"rounds": list(led)})}
