"""The record of a game, kept through the studio: one answer at a time, refused with the rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from printkit.core.i18n import load_catalogue
from printkit.studio import play

if TYPE_CHECKING:
    from pathlib import Path

    from tests.studio.opening import RunningStudio


@pytest.fixture
def game(studio: RunningStudio) -> dict[str, Any]:
    """A game of Attribute at its first question."""
    given = {"game": "attribute", "names": "Ann,Ben,Cleo", "variant": "", "answers": []}
    return studio.post("/api/play/begin", **given).data


def send_answer(studio: RunningStudio, game: dict[str, Any], answer: Any) -> dict[str, Any]:
    """Answer the question of a game; return what the page shows then."""
    given = {"file": game["file"], "version": game["version"], "answer": answer}
    return studio.post("/api/play/answer", **given).data


def test_of_two_who_answer_at_once_one_is_taken(
    studio: RunningStudio, game: dict[str, Any]
) -> None:
    first = send_answer(studio, game, ["one"])
    second = send_answer(studio, game, ["two"])
    assert "late" not in first
    assert second["late"]
    assert (["one"], first["version"]) == (second["said"], second["version"])


def test_what_a_rule_forbids_is_refused_with_the_rule(
    studio: RunningStudio, game: dict[str, Any]
) -> None:
    refused = send_answer(studio, game, ["  "])["refused"]
    assert ("a topic cannot be blank", "attribute.announcer") == (
        refused["message"],
        refused["rule"],
    )
    assert refused["text"]


def test_a_refusal_is_in_the_words_of_the_game_which_may_be_a_plugin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "xx.po"
    own.write_text('msgid "a topic cannot be blank"\nmsgstr "mu"\n', encoding="utf-8")
    words = load_catalogue([own], "xx")
    monkeypatch.setattr(play, "catalogue_of_game", lambda *_: words)
    monkeypatch.chdir(tmp_path)
    _, begun = play.begin("attribute", "Ann,Ben,Cleo", "", [])
    _, answered = play.take(begun["file"], begun["version"], ["  "])

    assert "mu" == answered["refused"]["message"]


def test_a_game_goes_on_where_it_was_left_and_answers_can_be_taken_back(
    studio: RunningStudio, game: dict[str, Any]
) -> None:
    sheep = [[0, "green", ""], [1, "red", ""], [2, "green", "smelly"]]
    now = send_answer(studio, send_answer(studio, game, ["cheese"]), sheep)
    assert "who grabbed whose set" == now["question"]["asks"]
    given = {"file": now["file"], "version": now["version"]}
    back = studio.post("/api/play/undo", **given).data
    assert "sheep, green or red" == back["question"]["asks"]
    looked = studio.get("/api/play/look", {"file": game["file"]}).data
    assert back["version"] == looked["version"]
    listed = studio.get("/api/play/records").data["records"]
    (own,) = [one for one in listed if one["file"] == game["file"]]
    assert ("attribute", ["Ann", "Ben", "Cleo"], False) == (
        own["game"],
        own["players"],
        own["finished"],
    )


def test_what_a_game_needs_before_it_begins_is_asked(studio: RunningStudio) -> None:
    given = {"game": "attribute", "names": "Ann,Ann,Ben", "variant": ""}
    assert 422 == studio.post("/api/play/begin", **given, answers=[]).status
    few = studio.post("/api/play/begin", **{**given, "names": "Ann"}, answers=[])
    assert "Attribute is for 3 to 8 players, not 1" in few.data["problems"][0]["message"]


@pytest.mark.parametrize("file", ["../secret.jsonl", "linked.jsonl", "/etc/x.jsonl", "a.yaml"])
def test_a_record_is_a_file_of_the_folder(studio: RunningStudio, file: str) -> None:
    given = {"file": file, "version": "", "answer": "x"}
    for answer in (
        studio.get("/api/play/look", {"file": file}),
        studio.post("/api/play/answer", **given),
        studio.post("/api/play/undo", **given),
        studio.get("/api/play/download", {"file": file}),
        studio.post("/api/play/delete", file=file),
    ):
        assert 422 == answer.status
        assert "isn't a file in this folder" in answer.data["problems"][0]["message"]


def test_of_a_record_that_is_gone_it_is_said_so(studio: RunningStudio) -> None:
    gone = studio.get("/api/play/look", {"file": "gone.jsonl"})
    assert "no such file" in gone.data["problems"][0]["message"]


@pytest.mark.parametrize(
    "body", [{}, {"file": 3, "version": "", "answer": ""}, {"file": "a.jsonl"}]
)
def test_what_cannot_be_understood_is_refused(studio: RunningStudio, body: dict[str, Any]) -> None:
    assert 400 == studio.post("/api/play/answer", **body).status
    wrong = {"game": "attribute", "names": "Ann,Ben,Cleo", "variant": 5, "answers": []}
    assert 400 == studio.post("/api/play/begin", **wrong).status
