"""What the dialogue accepts, `validate` and `record` read again: both have the same limits."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Any

import pytest

from printkit.core.errors import OutputError
from printkit.core.names import MAX_NAME
from printkit.games import game_ids, load
from printkit.recording import store as record_store
from printkit.recording.default_prompts import default_prompts
from printkit.recording.recordfile import find_recorded
from printkit.recording.resuming import spell_record
from printkit.recording.session import MAX_MESSAGE, RefusedAnswer, answer
from printkit.recording.setup import GameSetup, reply, start_session
from printkit.recording.store import RecordStore
from printkit.rules.prompts import Ask, Misread
from printkit.rules.record import MAX_BYTES
from printkit.rules.replay import replay
from tests.cli.terminal import Shown, Terminal

if TYPE_CHECKING:
    from pathlib import Path

    from printkit.recording.session import GameSession

NAMES = ("Ann", "Ben", "Cleo", "Dan")
LONG = {
    "longer than a line": "a" * MAX_BYTES,
    "longer than a line in bytes": "é" * (MAX_BYTES - 100),
    "just as long as a line": "a" * (MAX_BYTES - len("# said: ")),
    "escaped twice as long": '"' * (MAX_BYTES - 100),
    "a number of 5,000 digits": "9" * 5_000,
    "a total of 5,000 digits": "=" + "9" * 5_000,
    "5,000 hidden cards": "x" + "9" * 5_000,
    "a seat of 5,000 digits": "#" + "9" * 5_000,
    "a card of 5,000 digits": "r" + "9" * 5_000,
    "many brackets": "[" * 100_000,
    "half a character": "\ud800",
}


def _begin(game_id: str, *, full: bool) -> GameSession:
    game = load(game_id)
    variant = "no-cups" if game_id == "wolle" else game.variants[0].id
    invited = GameSetup(game, variant, NAMES[: game.players[1]], full=full)
    return start_session(invited)


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
@pytest.mark.parametrize("game_id", game_ids())
def test_an_accepted_answer_can_be_read_again(game_id: str, text: str) -> None:
    said = [""]
    for full in (False, True):
        session = _begin(game_id, full=full)
        for typed in (text, "++++"):
            try:
                session = answer(session, typed)
            except RefusedAnswer as refused:
                said.append(refused.message)
            assert replay(io.BytesIO(spell_record(session)), find_recorded).legal

    assert max(map(len, said)) <= MAX_MESSAGE


def test_an_event_that_is_too_long_is_refused_and_answers_are_kept() -> None:
    session = answer(_begin("attribute", full=False), '"' * (MAX_BYTES - 100))
    with pytest.raises(RefusedAnswer, match="can't record this: the line is longer than 1,000,0"):
        answer(session, "+-+-")

    assert len(session.said) == 1


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    terminal = Terminal(monkeypatch, tmp_path)

    def one(*arguments: object, typed: str = "") -> Shown:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return terminal(*arguments)

    return one


def test_a_million_characters_are_refused_and_the_record_continues(
    run: Any, tmp_path: Path
) -> None:
    names = ("--names", ",".join(NAMES))
    run("record", "attribute", "f.jsonl", *names, typed="dunghill\n+-+-\nb>a d>c\n")
    before = (tmp_path / "f.jsonl").read_bytes()
    shown = run("record", "attribute", "f.jsonl", *names, typed="a" * MAX_BYTES + "\n")

    assert shown.code == 1
    assert "this answer is too long" in shown.err
    assert len(shown.err) < 1_000
    assert (tmp_path / "f.jsonl").read_bytes() == before
    assert run("validate", "f.jsonl").code == 0
    assert run("record", "attribute", "f.jsonl", *names, typed="moon\n").code == 0
    assert run("validate", "f.jsonl").code == 0


def test_a_name_too_long_for_the_header_is_refused() -> None:
    for game_id in game_ids():
        game = load(game_id)
        low = game.players[0]
        invited = GameSetup(game, game.variants[0].id)
        with pytest.raises(RefusedAnswer, match=f"1 to {MAX_NAME} characters"):
            reply(invited, ",".join(["A" * (MAX_NAME + 1), *NAMES[: low - 1]]))


def test_a_record_never_gets_too_large_to_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "f.jsonl"
    store, session = RecordStore(file), _begin("attribute", full=False)
    store.save(session)
    kept = file.read_bytes()
    monkeypatch.setattr(record_store, "MAX_BYTES", len(kept) + 100)
    with pytest.raises(OutputError, match="the record would be larger than") as refused:
        store.save(answer(session, "a" * 200))

    assert refused.value.hint == "everything before this is kept"
    assert file.read_bytes() == kept
    assert RecordStore(file).load(full=False).lines == session.lines


def test_a_value_nested_too_deep_is_refused() -> None:
    game = load("attribute")
    session = _begin("attribute", full=False)
    ask = default_prompts(game).ask(session.state, False)

    assert isinstance(ask, Ask)
    with pytest.raises(Misread, match="nested too deep"):
        ask.then(["topic topic=" + "[" * 100_000])
