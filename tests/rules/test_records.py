"""Reading records: what a line may be, in which order it is tested, and what is claimed in it."""

from __future__ import annotations

import io
import json
from datetime import UTC
from typing import Any

import pytest

from printkit.games import find, game_ids
from printkit.recording.recordfile import find_recorded
from printkit.rules.record import MAX_BYTES, BadLine, parse_line, read_lines
from printkit.rules.replay import replay
from printkit.rules.report import Report, Violation
from printkit.samples import FOLDER

HEADER: dict[str, Any] = {"printkit": 1, "game": "attribute", "players": ["Ann", "Ben", "Cleo"]}
SHEEP = {"do": "sheep", "colours": {"Ann": "green", "Ben": "red", "Cleo": "green"}}
TOPIC = {"do": "topic", "by": "Ann", "topic": "teapot"}
PLAY = {"do": "play", "cards": {"Ann": "calm", "Ben": "flat", "Cleo": "proud"}}
PASSES = tuple({"do": "pass", "by": name} for name in HEADER["players"])
WHOLE = (FOLDER / "attribute" / "whole-3.jsonl").read_bytes()


def _report(*rows: dict[str, Any] | str | bytes, ending: bytes = b"\n") -> Report:
    return replay(io.BytesIO(ending.join(map(_line, rows)) + ending), find)


def _line(row: dict[str, Any] | str | bytes) -> bytes:
    if isinstance(row, bytes):
        return row
    return row.encode() if isinstance(row, str) else json.dumps(row).encode()


def _broken(*rows: dict[str, Any] | str | bytes) -> tuple[int, str] | None:
    found = _report(*rows).violation
    return (found.line, found.rule) if found else None


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"nonsense",
        b"[1]",
        b"7",
        b'{"do": "sheep"',
        b'{"do": "sheep"} {}',
        b'{"do": "sheep", "do": "sheep"}',
        b'{"do": {"a": 1, "a": 2}}',
        b'{"first": 0, ' + b", ".join(b'"%d": 0' % key for key in range(50_000)) + b', "49999": 0}',
        b'{"do": NaN}',
        b'{"do": -Infinity}',
        b'{"do": 1e999}',
        b'{"do": ' + b"9" * 5000 + b"}",
        b'{"do": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"do": ' + b'{"a":' * 40 + b"1" + b"}" * 41,
        b'{"do": "\xff"}',
        b'{"do": "\\ud800"}',
        b'{"do": "a\tb"}',
        b"\x00",
    ],
)
def test_a_line_that_isnt_a_json_object_is_a_bad_line(line: bytes) -> None:
    assert isinstance(parse_line(line), BadLine)


def test_brackets_inside_strings_are_not_counted_as_depth() -> None:
    text = "[" * 50 + '\\"' + "{" * 50

    assert parse_line(f'{{"note": "{text}"}}'.encode()) == {"note": text.replace('\\"', '"')}


def test_a_line_longer_than_any_event_is_refused_without_reading_it_all() -> None:
    rows = [*read_lines(io.BytesIO(b"{}\n" + b" " * (MAX_BYTES + 10)))]

    assert [number for number, _ in rows] == [1, 2]
    assert isinstance(rows[1][1], BadLine)


def test_a_long_record_is_read_line_by_line() -> None:
    note = {"note": "x" * 1000}
    rows = [HEADER, *[note] * 200, SHEEP, {"do": "dance"}]
    report = _report(*rows)

    assert report.events == 1
    assert report.violation
    assert report.violation.line == len(rows)


def test_blank_lines_and_comments_are_ignored_but_counted() -> None:
    assert _broken(HEADER, "", "# a remark", "  ", {"do": "dance"}) == (5, "core.args")


def test_windows_line_ends_and_a_byte_order_mark_are_accepted() -> None:
    report = _report(b"\xef\xbb\xbf" + _line(HEADER), SHEEP, "", TOPIC, ending=b"\r\n")

    assert (report.legal, report.events) == (True, 2)


def test_the_last_line_needs_no_newline() -> None:
    assert replay(io.BytesIO(WHOLE.rstrip()), find).finished


@pytest.mark.parametrize(
    ("header", "rule"),
    [
        ("", "core.header"),
        ("# a remark first", "core.header"),
        ({**HEADER, "printkit": 2}, "core.header"),
        ({**HEADER, "printkit": True}, "core.header"),
        ({**HEADER, "printkit": 1.0}, "core.header"),
        ({**HEADER, "game": ["attribute"]}, "core.header"),
        ({**HEADER, "colour": "red"}, "core.header"),
        ({**HEADER, "variant": None}, "core.header"),
        ({**HEADER, "date": None}, "core.header"),
        ({**HEADER, "date": 20261118}, "core.header"),
        ({**HEADER, "date": "20261118"}, "core.header"),
        ({**HEADER, "date": "2026-02-30"}, "core.header"),
        ({**HEADER, "date": "2026-11-18T20:15:00"}, "core.header"),
        ({**HEADER, "date": "2026-W47-3"}, "core.header"),
        ({**HEADER, "date": "٢٠٢٦-11-18"}, "core.header"),
        ({**HEADER, "rulings": []}, "core.header"),
        ({**HEADER, "rulings": {"attribute.bsw-red": 1}}, "core.header"),
        ({**HEADER, "first": 0}, "core.header"),
        ({"printkit": 1, "game": "attribute"}, "core.players"),
        ({**HEADER, "players": ["Ann", "Ben", 3]}, "core.players"),
        ({**HEADER, "players": ["Ann", "Ben", "x" * 41]}, "core.players"),
        ({**HEADER, "players": ["Ann", "Ann"]}, "core.players"),
        ({**HEADER, "players": []}, "attribute.players"),
        ({**HEADER, "players": [str(number) for number in range(9)]}, "attribute.players"),
    ],
)
def test_a_bad_first_line_is_reported_with_its_rule(header: Any, rule: str) -> None:
    assert _broken(header, SHEEP) == (1, rule)


@pytest.mark.parametrize(
    ("date", "utc"),
    [
        ("2026-11-18", "2026-11-18 12:00:00"),
        ("2026-11-18T20:15:00+01:00", "2026-11-18 19:15:00"),
        ("2026-11-18T20:15Z", "2026-11-18 20:15:00"),
        ("2026-11-18T23:15:00-02:00", "2026-11-19 01:15:00"),
    ],
)
def test_the_date_of_a_game_is_known_with_its_offset(date: str, utc: str) -> None:
    found = _report({**HEADER, "date": date}, SHEEP).state.header.date
    assert date[:10] == f"{found:%Y-%m-%d}"
    assert utc == f"{found.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def test_records_with_the_same_header_dont_share_state() -> None:
    """Also with another set of known games."""
    first, whole = _report(HEADER), _report(HEADER, SHEEP, TOPIC)
    nobody = replay(io.BytesIO(_line(HEADER)), lambda _: None)
    assert (0, 2, 0) == (first.events, whole.events, _report(HEADER).events)
    assert first.state == _report(HEADER).state != whole.state
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
    record = io.BytesIO(_line({**HEADER, "game": misspelt}))

    assert Violation(1, None, "core.header", said) == replay(record, find_recorded).violation


def test_names_are_compared_code_point_by_code_point() -> None:
    composed, apart = "Zo\u00eb", "Zoe\u0308"

    assert _report({**HEADER, "players": ["Ann", composed, apart]}).legal


def test_a_ruling_that_the_variant_does_not_use_is_allowed() -> None:
    assert _report({**HEADER, "rulings": {"attribute.bsw-red": "literal"}}).legal


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
    assert _broken(HEADER, SHEEP, event) == (3, rule)


def test_an_event_after_the_end_is_refused_as_such_first() -> None:
    body = WHOLE.rsplit(b"\n", 2)[0]

    assert _broken(body, {"do": "dance"}) == (body.count(b"\n") + 2, "core.over")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"note": 5}, "'note' must be text, not 5"),
        ({"note": None}, "'note' must be text, not null"),
        ({"note": "x", "by": "Ann"}, "a line with 'note' holds nothing else"),
    ],
)
def test_a_note_is_text_on_a_line_of_its_own(row: Any, message: str) -> None:
    violation = _report(HEADER, row).violation

    assert violation is not None
    assert (violation.rule, violation.message) == ("core.args", message)


@pytest.mark.parametrize("row", [{"expect": {}}, SHEEP, "nonsense", {"end": {}}, {"note": 7}])
def test_only_notes_follow_an_end_line(row: Any) -> None:
    last = WHOLE.count(b"\n")

    assert _broken(WHOLE.rstrip(), {"note": "good game"}, "", "# bye", row) == (
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
    violation = _report(WHOLE.rstrip(), row).violation

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
    assert _report(*SCORED, {"expect": expect}).legal


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
    assert _broken(*SCORED, {"expect": expect}) == (8, rule)


def test_the_message_about_a_checkpoint_shows_both_values() -> None:
    violation = _report(*SCORED, {"expect": {"scores": {"Ben": 3}}}).violation

    assert violation is not None
    assert violation.message == "scores of Ben: expected 3, but it is 1"


def test_a_refused_move_changes_nothing() -> None:
    reject = {"reject": "core.turn", "do": "topic", "by": "Ben", "topic": "teapot"}
    report = _report(HEADER, SHEEP, reject, TOPIC)

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
    assert _broken(HEADER, SHEEP, reject) == (3, rule)


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

    assert _broken(body, {"end": end}) == (body.count(b"\n") + 2, rule)


def test_every_key_of_an_end_line_may_be_left_out() -> None:
    body = WHOLE.rsplit(b"\n", 2)[0]

    assert _report(body, {"end": {}}).legal


def test_an_end_line_on_an_unfinished_game_is_a_violation() -> None:
    assert _broken(*SCORED, {"end": {}}) == (8, "core.unfinished")


def test_a_record_may_stop_early() -> None:
    report = _report(*SCORED)

    assert (report.legal, report.finished, report.winners, report.reason) == (True, False, (), None)


def test_the_state_before_a_violation_is_kept() -> None:
    report = _report(*SCORED, PLAY)

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
    violation = _report(*rows).violation

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
    assert len(_report(HEADER, *rows).unchecked) == count


def test_the_json_report_has_the_keys_of_the_format() -> None:
    document = _report(*SCORED, {**TOPIC, "by": "Ben"}).as_json("x.jsonl")

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
