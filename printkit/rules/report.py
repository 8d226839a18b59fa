"""What a replay found: legal or not, the true scores, and the first violation.

Takes values only; `as_json` spells the report with the keys of the record format.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.rules.game import Game


class Violation(NamedTuple):
    """The first broken rule of a record; `player` is None where nobody is to blame.

    Line 0 is none at all: the record could not even be read.
    """

    line: int
    player: str | None
    rule: str
    message: str


class Report(NamedTuple):
    """One replayed record: everything up to the first violation."""

    game: str | None = None  # its id, None where line 1 does not say
    players: tuple[str, ...] = ()  # names, clockwise
    events: int = 0  # how many events were valid
    scores: tuple[int, ...] = ()  # by seat
    winners: tuple[str, ...] = ()  # names; empty until the game is over
    reason: str | None = None  # the rule that ended the game
    violation: Violation | None = None  # the first broken rule
    unchecked: tuple[str, ...] = ()  # rules that the record leaves open
    state: Any = None  # the last valid one; None when line 1 was refused
    closed: tuple[Any, ...] = ()  # the states in which a round was over
    rules: Game[Any] | None = None  # what the states are judged by; None when line 1 was refused

    @property
    def rounds(self) -> tuple[tuple[int, ...], ...]:
        """The scores by seat after each round."""
        return tuple(map(self.rules.scores, self.closed)) if self.rules else ()

    @property
    def summary(self) -> str:
        """The last valid state in one line."""
        return self.rules.summary(self.state) if self.rules else ""

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
