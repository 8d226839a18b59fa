"""Resuming a record, as if all of it had just been typed.

Events are converted back to answers, so that `undo` takes back whole answers. If that isn't
possible (a record made by hand), they are taken one by one. Notes, checkpoints and remarks stay
where they are. The answers of an incomplete turn are remarks at the end.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.recording.session import (
    SAID,
    GameSession,
    RefusedAnswer,
    answer,
    apply_events,
    prompts_of,
    settle,
    submit,
)
from printkit.rules.prompts import Misread
from printkit.rules.replay import replay

if TYPE_CHECKING:
    from printkit.rules.game import Event
    from printkit.rules.record import FindGame
    from printkit.rules.report import Report

_ODD_BYTES: Final = "surrogateescape"
"""The error handler for remarks, which may contain any bytes, and are kept unchanged."""


class IllegalRecord(Exception):  # noqa: N818 - the name says it
    """A record that breaks a rule, and so can't be resumed."""

    def __init__(self, report: Report) -> None:
        super().__init__("the record is not legal")
        self.report = report


class _ReplayedLine(NamedTuple):
    """A replayed line, and the state after it."""

    line: int
    row: Mapping[str, Any]
    after: Any


class _RecordedEvent(NamedTuple):
    """An event, the state after it, and its lines, including notes and remarks after it."""

    event: Event
    after: Any
    lines: tuple[str, ...]


def spell_record(session: GameSession) -> bytes:
    """Encode the record to be saved: its lines, and the answers of an incomplete turn."""
    lines = (*session.lines, *(SAID + text for text in session.said))
    return "".join(f"{line}\n" for line in lines).encode(errors=_ODD_BYTES)


def resume(data: bytes, find_game: FindGame, *, full: bool) -> GameSession:
    """Resume a record as a session; raise `IllegalRecord`."""
    rows: list[_ReplayedLine] = []
    report = replay(
        io.BytesIO(data),
        find_game,
        lambda line, row, _, after: rows.append(_ReplayedLine(line, row, after)),
    )
    game = find_game(report.game) if report.game and not report.violation else None
    if game is None:
        raise IllegalRecord(report)
    lines = data.decode(errors=_ODD_BYTES).removeprefix("\ufeff").split("\n")
    said = _take_said(lines)
    head, events = _group_lines(rows, lines)
    session = GameSession(game, prompts_of(game), full, rows[0].after, head)
    while events:
        session = _replay_answer(session, events) or _apply_next(session, events)
    if any("end" in row.row for row in rows):
        return session
    return _go_on(settle(session), said)


def _take_said(lines: list[str]) -> list[str]:
    """Remove the answers of an incomplete turn from the end of a record."""
    said: list[str] = []
    while lines and (not lines[-1].strip() or lines[-1].startswith(SAID)):
        line = lines.pop()
        if line.strip():
            said.insert(0, line.removeprefix(SAID).rstrip("\r"))
    return said


def _group_lines(
    rows: list[_ReplayedLine], lines: list[str]
) -> tuple[tuple[str, ...], list[_RecordedEvent]]:
    """Return the lines before the first event, and each event with its lines."""
    done = [row for row in rows if "do" in row.row and "reject" not in row.row]
    starts = [row.line - 1 for row in done]
    events = [
        _RecordedEvent(row.row, row.after, tuple(lines[start:end]))
        for row, start, end in zip(done, starts, [*starts[1:], len(lines)], strict=False)
    ]
    return tuple(lines[: starts[0]] if starts else lines), events


def _replay_answer(session: GameSession, events: list[_RecordedEvent]) -> GameSession | None:
    """Replay the next events as an answer, and remove them from the list; None if impossible."""
    replayed = settle(session)
    coming = [each.event for each in events]
    try:
        while replayed.events == session.events and replayed.ask is not None:
            replayed = submit(replayed, replayed.ask.recover(coming))
    except (Misread, RefusedAnswer, LookupError):
        return None
    count = replayed.events - session.events
    if replayed.said or not 0 < count <= len(events) or replayed.state != events[count - 1].after:
        return None
    lines = [line for each in events[:count] for line in each.lines]
    del events[:count]
    return replace(replayed, lines=(*session.lines, *lines))


def _apply_next(session: GameSession, events: list[_RecordedEvent]) -> GameSession:
    """Apply the next event as it is, and remove it from the list."""
    event, _, lines = events.pop(0)
    after = replace(apply_events(session, [event]), lines=(*session.lines, *lines), effects=())
    return replace(after, ask=None, typed=f"'{event['do']}'", before=settle(session))


def _go_on(session: GameSession, said: list[str]) -> GameSession:
    """Repeat the answers of an incomplete turn, as far as they are still valid."""
    try:
        for text in said:
            session = answer(session, text)
    except RefusedAnswer:
        pass
    return replace(session, effects=(), notes=())
