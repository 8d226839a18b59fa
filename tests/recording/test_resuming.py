"""Records that are continued."""

from __future__ import annotations

import pytest

from printkit.games import find
from printkit.recording.resuming import IllegalRecord, resume, spell_record
from printkit.recording.session import GameSession, question, undo


def _question(session: GameSession) -> str:
    asked = question(session)
    return f"{', '.join(asked.who)}: {asked.asks}" if asked else ""


def test_a_handwritten_record_can_be_continued_and_keeps_its_notes() -> None:
    record = b"""{"printkit": 1, "game": "attribute", "players": ["Ann", "Ben", "Cleo"]}
# Friday
{"do": "sheep", "colours": {"Ann": "green", "Ben": "red", "Cleo": "red"}}
{"do": "topic", "by": "Ann", "topic": "dunghill"}
{"note": "who brought this?"}
"""
    session = resume(record, find, full=False)
    lines = spell_record(session).splitlines(keepends=True)

    assert b"".join(lines[:5]) == record
    assert b'"play"' in lines[5]
    assert _question(session) == "Ann, Ben, Cleo: who grabbed whose set"
    assert undo(session).state.topic == ""


def test_an_illegal_record_cannot_be_continued() -> None:
    record = b'{"printkit": 1, "game": "attribute", "players": ["Ann", "Ben", "Cleo"]}\n{"do": 1}\n'
    with pytest.raises(IllegalRecord) as caught:
        resume(record, find, full=False)

    assert caught.value.report.violation is not None
    assert caught.value.report.violation.line == 2
