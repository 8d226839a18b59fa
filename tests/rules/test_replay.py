"""Replaying records: in which order lines are tested, and what is claimed in them."""

from __future__ import annotations

import io
from typing import Any

import pytest

from printkit.games import game_ids
from printkit.recording.recordfile import find_recorded
from printkit.rules.replay import replay
from printkit.rules.report import Violation
from tests.rules.attribute_records import (
    HEADER,
    SHEEP,
    TOPIC,
    WHOLE,
    as_line,
    broken_rule,
    replay_rows,
)

PLAY = {"do": "play", "cards": {"Ann": "calm", "Ben": "flat", "Cleo": "proud"}}
PASSES = tuple({"do": "pass", "by": name} for name in HEADER["players"])


def test_records_with_the_same_header_dont_share_state() -> None:
    """Also with another set of known games."""
    first, whole = replay_rows(HEADER), replay_rows(HEADER, SHEEP, TOPIC)
    nobody = replay(io.BytesIO(as_line(HEADER)), lambda _: None)
    assert (0, 2, 0) == (first.events, whole.events, replay_rows(HEADER).events)
    assert first.state == replay_rows(HEADER).state != whole.state
    assert nobody.violation is not None
    assert "unknown game" in nobody.violation.message


@pytest.mark.parametrize(
    ("misspelt", "near"),
    [
        ("atribute", "did you mean 'attribute'? "),
        ("Wolle", "did you mean 'wolle'? "),
        ("chess", ""),
    ],
)
def test_an_unknown_game_is_reported_with_the_available_ones(misspelt: str, near: str) -> None:
    said = f'unknown game "{misspelt}"; {near}choose from {", ".join(game_ids())}'
    record = io.BytesIO(as_line({**HEADER, "game": misspelt}))

    assert Violation(1, None, "core.header", said) == replay(record, find_recorded).violation


def test_names_are_compared_code_point_by_code_point() -> None:
    composed, apart = "Zo\u00eb", "Zoe\u0308"

    assert replay_rows({**HEADER, "players": ["Ann", composed, apart]}).legal


def test_a_ruling_that_the_variant_does_not_use_is_allowed() -> None:
    assert replay_rows({**HEADER, "rulings": {"attribute.bsw-red": "literal"}}).legal


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        ({}, "core.args"),
        ({"do": None}, "core.args"),
        ({"do": ["topic"]}, "core.args"),
        ({"do": "dance", "by": "Ann"}, "core.args"),
        ({"do": "topic"}, "core.args"),
        ({"do": "topic", "by": {"Ann": 1}}, "core.args"),
        ({"do": "topic", "by": "Dora"}, "core.args"),
        ({"do": "play", "by": "Dora", "nonsense": 1}, "core.phase"),
        ({"do": "topic", "by": "Ben", "nonsense": 1}, "core.turn"),
        ({**TOPIC, "nonsense": 1}, "core.args"),
        ({"do": "topic", "by": "Ann"}, "core.args"),
        ({**TOPIC, "note": "x"}, "core.args"),
    ],
)
def test_checks_run_in_the_documented_order(event: dict[str, Any], rule: str) -> None:
    assert broken_rule(HEADER, SHEEP, event) == (3, rule)


def test_an_event_after_the_end_is_refused_as_such_first() -> None:
    body = WHOLE.rsplit(b"\n", 2)[0]

    assert broken_rule(body, {"do": "dance"}) == (body.count(b"\n") + 2, "core.over")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"note": 5}, "'note' must be text, not 5"),
        ({"note": None}, "'note' must be text, not null"),
        ({"note": "x", "by": "Ann"}, "a line with 'note' holds nothing else"),
    ],
)
def test_a_note_is_text_on_a_line_of_its_own(row: Any, message: str) -> None:
    violation = replay_rows(HEADER, row).violation

    assert violation is not None
    assert (violation.rule, violation.message) == ("core.args", message)


@pytest.mark.parametrize("row", [{"expect": {}}, SHEEP, "nonsense", {"end": {}}, {"note": 7}])
def test_only_notes_follow_an_end_line(row: Any) -> None:
    last = WHOLE.count(b"\n")

    assert broken_rule(WHOLE.rstrip(), {"note": "good game"}, "", "# bye", row) == (
        last + 4,
        "core.over",
    )


@pytest.mark.parametrize(
    ("row", "player"),
    [
        ({**TOPIC, "by": "Tom"}, "Tom"),
        ({"reject": "core.over", **TOPIC, "by": "Tom"}, "Tom"),
        (SHEEP, None),
        ({"expect": {}}, None),
        ("nonsense", None),
    ],
)
def test_an_action_after_an_end_line_names_its_player(row: Any, player: str | None) -> None:
    violation = replay_rows(WHOLE.rstrip(), row).violation

    assert violation is not None
    assert violation.player == player


SCORED = (HEADER, SHEEP, TOPIC, PLAY, *PASSES)


@pytest.mark.parametrize(
    "expect",
    [
        {},
        {"delta": {"Ben": 1}},
        {"delta": {"Ann": -1, "Ben": 1, "Cleo": -1}, "scores": {"Ann": 0}},
        {"round": 1, "announcer": "Ann"},
    ],
)
def test_a_true_checkpoint_passes(expect: dict[str, Any]) -> None:
    assert replay_rows(*SCORED, {"expect": expect}).legal


@pytest.mark.parametrize(
    ("expect", "rule"),
    [
        ({"delta": {"Ben": 2}}, "core.expect"),
        ({"round": True}, "core.expect"),
        ({"round": "1"}, "core.expect"),
        ({"announcer": None}, "core.expect"),
        ({"scores": {"Dora": 0}}, "core.args"),
        ({"scores": [0, 1, 0]}, "core.args"),
        ({"round": 9, "scores": {"Dora": 0}}, "core.args"),
        ({"topics": 1}, "core.args"),
        ([], "core.args"),
    ],
)
def test_a_false_or_unreadable_checkpoint_is_a_violation(expect: Any, rule: str) -> None:
    assert broken_rule(*SCORED, {"expect": expect}) == (8, rule)


def test_the_message_about_a_checkpoint_shows_both_values() -> None:
    violation = replay_rows(*SCORED, {"expect": {"scores": {"Ben": 3}}}).violation

    assert violation is not None
    assert violation.message == "scores of Ben: expected 3, but it is 1"


def test_a_refused_move_changes_nothing() -> None:
    reject = {"reject": "core.turn", "do": "topic", "by": "Ben", "topic": "teapot"}
    report = replay_rows(HEADER, SHEEP, reject, TOPIC)

    assert (report.legal, report.events) == (True, 2)


@pytest.mark.parametrize(
    ("reject", "rule"),
    [
        ({"reject": "core.turn", **TOPIC}, "core.reject"),
        ({"reject": "core.phase", **TOPIC, "by": "Ben"}, "core.reject"),
        ({"reject": "core.no-such-rule", **TOPIC, "by": "Ben"}, "core.reject"),
        ({"reject": 7, **TOPIC}, "core.args"),
    ],
)
def test_a_reject_line_must_be_true(reject: dict[str, Any], rule: str) -> None:
    assert broken_rule(HEADER, SHEEP, reject) == (3, rule)


@pytest.mark.parametrize(
    ("end", "rule"),
    [
        ({"scores": {"Mira": 99}}, "core.result"),
        ({"winners": ["Mira"]}, "core.result"),
        ({"winners": ["Tom", "Tom"]}, "core.result"),
        ({"reason": "attribute.winner"}, "core.result"),
        ({"winners": "Tom"}, "core.args"),
        ({"winners": ["Dora"]}, "core.args"),
        ({"scores": {"Dora": 1}}, "core.args"),
        ({"reason": 7}, "core.args"),
        ({"place": 1}, "core.args"),
        (7, "core.args"),
    ],
)
def test_a_claimed_result_must_be_true_and_readable(end: Any, rule: str) -> None:
    body = WHOLE.rsplit(b"\n", 2)[0]

    assert broken_rule(body, {"end": end}) == (body.count(b"\n") + 2, rule)


def test_every_key_of_an_end_line_may_be_left_out() -> None:
    body = WHOLE.rsplit(b"\n", 2)[0]

    assert replay_rows(body, {"end": {}}).legal


def test_an_end_line_on_an_unfinished_game_is_a_violation() -> None:
    assert broken_rule(*SCORED, {"end": {}}) == (8, "core.unfinished")


def test_a_record_may_stop_early() -> None:
    report = replay_rows(*SCORED)

    assert (report.legal, report.finished, report.winners, report.reason) == (True, False, (), None)


def test_the_state_before_a_violation_is_kept() -> None:
    report = replay_rows(*SCORED, PLAY)

    assert (report.events, report.rounds) == (6, ((0, 1, 0),))
    assert report.scores == report.as_json("")["scores"] == {"Ann": 0, "Ben": 1, "Cleo": 0}


@pytest.mark.parametrize(
    ("rows", "player"),
    [
        (({**HEADER, "first": "Dora"},), None),
        ((HEADER, SHEEP, {**TOPIC, "by": "Ben"}), "Ben"),
        ((HEADER, SHEEP, TOPIC, {"do": "play", "cards": {"Ann": "calm"}}), "Ben"),
        ((HEADER, {"do": "sheep", "colours": {"Ann": "green"}}), None),
        ((HEADER, {"expect": {"round": 4}}), None),
        ((HEADER, {"end": {}}), None),
        ((HEADER, "nonsense"), None),
    ],
)
def test_the_report_names_the_player_at_fault(rows: Any, player: str | None) -> None:
    violation = replay_rows(*rows).violation

    assert violation is not None
    assert violation.player == player


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        ((), 0),
        (({"do": "deal", "hands": {}},), 0),
        (({"expect": {"round": 4}},), 0),
        ((TOPIC,), 3),
        (({"reject": "core.phase", **TOPIC},), 0),
        ((SHEEP,), 3),
    ],
)
def test_hands_are_unchecked_if_events_follow_without_a_deal(rows: Any, count: int) -> None:
    assert len(replay_rows(HEADER, *rows).unchecked) == count


def test_the_json_report_has_the_keys_of_the_format() -> None:
    document = replay_rows(*SCORED, {**TOPIC, "by": "Ben"}).as_json("x.jsonl")

    assert document == {
        "file": "x.jsonl",
        "game": "attribute",
        "players": ["Ann", "Ben", "Cleo"],
        "legal": False,
        "finished": False,
        "events": 6,
        "scores": {"Ann": 0, "Ben": 1, "Cleo": 0},
        "winners": [],
        "reason": None,
        "violation": {
            "line": 8,
            "player": "Ben",
            "rule": "core.phase",
            "message": "'topic' is not possible now; 'sheep' is due",
        },
        "unchecked": ["attribute.deal", "attribute.refill", "core.card-held"],
    }
