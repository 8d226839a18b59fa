"""What a replay found: legal or not, the true scores, and the first violation.

Takes values only; `as_json` spells the report with the keys of the record format.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple


class Violation(NamedTuple):
    """The first broken rule of a record; `player` is None where nobody is to blame.

    Line 0 is none at all: the record could not even be read.
    """

    line: int
    player: str | None
    rule: str
    message: str


@dataclass(frozen=True, slots=True)
class Report:
    """One replayed record: everything up to the first violation.

    `rounds` has the scores by seat after each round, `summary` is the last valid state in one
    line, `state` that state itself (None when line 1 was refused).
    """

    game: str | None = None
    players: tuple[str, ...] = ()
    events: int = 0
    scores: tuple[int, ...] = ()
    winners: tuple[str, ...] = ()
    reason: str | None = None
    violation: Violation | None = None
    unchecked: tuple[str, ...] = ()
    rounds: tuple[tuple[int, ...], ...] = ()
    summary: str = ""
    state: Any = None

    @property
    def legal(self) -> bool:
        """Whether no rule was broken."""
        return self.violation is None

    @property
    def finished(self) -> bool:
        """Whether the game came to its end."""
        return self.reason is not None


def as_json(report: Report, file: str) -> dict[str, Any]:
    """The report as `printkit validate --json` prints it."""
    return {
        "file": file,
        "game": report.game,
        "players": list(report.players),
        "legal": report.legal,
        "finished": report.finished,
        "events": report.events,
        "scores": dict(zip(report.players, report.scores, strict=False)),
        "winners": list(report.winners),
        "reason": report.reason,
        "violation": report.violation._asdict() if report.violation else None,
        "unchecked": list(report.unchecked),
    }
