"""The details of validate and rules: a log, every wrong claim, the keys of events."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from printkit.games import find, load
from printkit.rules.replay import replay
from printkit.rules.report import LogEntry, Naming, describe_lines, in_words
from printkit.samples import FOLDER, sample_files
from tests.cli.terminal import Terminal

if TYPE_CHECKING:
    from pathlib import Path

    from printkit.rules.game import Game

HEADER = {"printkit": 1, "game": "attribute", "players": ["Ann", "Ben", "Cleo"]}
SHEEP = {"do": "sheep", "colours": {"Ann": "green", "Ben": "red", "Cleo": "red"}}
DUNGHILL = FOLDER / "attribute" / "dunghill.jsonl"


def _violation(*rows: object) -> str:
    text = "\n".join(map(json.dumps, (HEADER, *rows)))
    violation = replay(io.BytesIO(text.encode()), find).violation
    assert violation is not None
    return f"{violation.message} [{violation.rule}]"


def test_all_wrong_claims_of_a_checkpoint_are_reported_together() -> None:
    claim = {"scores": {"Ann": 1, "Ben": 0, "Cleo": 2}, "round": 7, "announcer": "Ann"}

    assert _violation(SHEEP, {"expect": claim}) == (
        "scores of Ann: expected 1, but it is 0; scores of Cleo: expected 2, but it is 0; "
        "round: expected 7, but it is 1 [core.expect]"
    )


def test_all_wrong_claims_of_a_result_are_reported_together() -> None:
    sample = (FOLDER / "swipsheep" / "whole-5.jsonl").read_text()
    rows = [json.loads(line) for line in sample.splitlines()]
    names = rows[0]["players"]
    end = {"scores": dict.fromkeys(names, 99), "winners": names, "reason": "swipsheep.winner"}
    text = "\n".join(map(json.dumps, [*rows[:-1], {"end": end}]))
    violation = replay(io.BytesIO(text.encode()), find).violation

    assert violation is not None
    assert violation.rule == "core.result"
    claims = violation.message.split("; ")
    assert ["99" in claim for claim in claims] == [True] * 5 + [False] * 2
    assert claims[5].startswith("the winners are claimed to be")
    assert claims[6] == 'the game ended by swipsheep.rounds, not by "swipsheep.winner"'


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (
            {"do": "seep", "colours": {}},
            "unknown event \"seep\"; did you mean 'sheep'? Attribute has deal, sheep, topic,",
        ),
        (
            {"do": "sheep", "colors": {}},
            "unknown key \"colors\"; did you mean 'colours'? 'sheep' has do, colours [core.args]",
        ),
        ({"do": "sheep"}, "'sheep' needs 'colours'; its keys are do, colours [core.args]"),
        ({"expct": {}}, "this line has neither 'do' nor 'expect', 'reject', 'note' or 'end'; did"),
        (
            {"expect": {"score": {}}},
            "unknown expectation \"score\"; did you mean 'scores'? Attribute has",
        ),
        ({"note": 5}, "'note' must be text, not 5 [core.args]"),
    ],
)
def test_a_misspelt_word_gets_a_suggestion_and_all_choices(row: dict[str, Any], said: str) -> None:
    assert _violation(row).startswith(said)


def test_a_misspelt_header_key_gets_a_suggestion() -> None:
    text = json.dumps({**HEADER, "varant": "bsw"})
    violation = replay(io.BytesIO(text.encode()), find).violation

    assert violation is not None
    assert violation.message == (
        "unknown key \"varant\"; did you mean 'variant'? line 1 has printkit, game, players, "
        "variant, rulings, date, first"
    )


def test_explain_shows_what_each_event_changed_and_by_which_rule(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lines = Terminal(monkeypatch, tmp_path)("validate", "--explain", DUNGHILL).out.splitlines()
    told = [line.strip() for line in lines]

    assert told[0].startswith("1  Attribute, base, attribute.bsw-red=source: Jeff, Stephen")
    assert "all sets are revealed; everyone may grab one [attribute.reveal]" in told
    assert "Stephen grabs Paul's set [attribute.grab-taken]" in told
    assert "Rick's own red set was grabbed: 0 [attribute.score-left]" in told
    assert any(line.startswith(f"{DUNGHILL}: legal") for line in lines)


def test_explain_in_json_is_one_document_with_the_log_of_each_record(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    document = Terminal(monkeypatch, tmp_path)("validate", "--explain", "--json", DUNGHILL).json()
    (report,) = document["reports"]
    effects = [effect for entry in report["log"] for effect in entry["effects"]]

    assert report["log"][0]["line"] == 1
    assert {"rule": "attribute.reveal", "text": "all sets are revealed; everyone may grab one"} in (
        effects
    )


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_long_log_goes_through_a_temporary_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, form: tuple[str, ...]
) -> None:
    printkit = Terminal(monkeypatch, tmp_path)
    short = printkit("validate", "--explain", *form, DUNGHILL, FOLDER / "wolle")
    monkeypatch.setattr("printkit.cli.validate.LOG_BYTES", 1)
    monkeypatch.setattr("printkit.cli.validate.PIECE", 7)

    assert printkit("validate", "--explain", *form, DUNGHILL, FOLDER / "wolle") == short


def test_every_event_of_every_sample_is_explained(game: Game[Any]) -> None:
    known = {rule.id for rule in game.rules}
    for path in sample_files(game.id):
        entries: list[LogEntry] = []
        replay(io.BytesIO(path.read_bytes()), find, describe_lines(find, entries.append))
        events = [json.loads(line) for line in path.read_text().splitlines() if line[:1] == "{"]
        done = [row for row in events if "do" in row and "reject" not in row]
        told = [entry for entry in entries if entry.effects]

        assert len(done) == len(told), path
        assert {effect.rule for entry in told for effect in entry.effects} <= known


def test_events_are_described_in_words() -> None:
    event = {"do": "attack", "by": "Ann", "on": "Ben", "stolen": None, "defended": False}

    naming = Naming(load("swipsheep"), ("Ann", "Ben"))

    assert in_words(event, naming) == "Ann: attack, on Ben; stolen nothing; defended no"


def test_rules_lists_the_events_with_their_keys(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: Game[Any]
) -> None:
    run = Terminal(monkeypatch, tmp_path)
    text, document = run("rules", game.id).out, run("rules", game.id, "--json").json()

    assert [event["do"] for event in document["events"]] == [*game.kinds]
    for do, (words, keys) in game.manual.events.items():
        assert f"  {do}: {words}\n" in text
        for key in keys:
            needed = "" if key in game.kinds[do].needs else " (optional)"
            assert f"    {key}{needed}: {keys[key]}\n" in text


def test_species_that_are_lost_together_are_one_sentence() -> None:
    entries: list[LogEntry] = []
    path = FOLDER / "cattitude" / "two-below-the-best.jsonl"
    replay(io.BytesIO(path.read_bytes()), find, describe_lines(find, entries.append))
    effects = [effect.text for entry in entries for effect in entry.effects]

    assert "Ann loses all turkeys and chickens" in effects
