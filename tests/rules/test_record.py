"""Reading records: what a line may be, and what the header says."""

from __future__ import annotations

import io
from datetime import UTC
from typing import Any

import pytest

from printkit.games import find
from printkit.rules.record import MAX_BYTES, BadLine, parse_line, read_lines
from printkit.rules.replay import replay
from tests.rules.attribute_records import (
    HEADER,
    SHEEP,
    TOPIC,
    WHOLE,
    as_line,
    broken_rule,
    replay_rows,
)


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
    report = replay_rows(*rows)

    assert report.events == 1
    assert report.violation
    assert report.violation.line == len(rows)


def test_blank_lines_and_comments_are_ignored_but_counted() -> None:
    assert broken_rule(HEADER, "", "# a remark", "  ", {"do": "dance"}) == (5, "core.args")


def test_windows_line_ends_and_a_byte_order_mark_are_accepted() -> None:
    report = replay_rows(b"\xef\xbb\xbf" + as_line(HEADER), SHEEP, "", TOPIC, ending=b"\r\n")

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
    assert broken_rule(header, SHEEP) == (1, rule)


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
    found = replay_rows({**HEADER, "date": date}, SHEEP).state.header.date
    assert date[:10] == f"{found:%Y-%m-%d}"
    assert utc == f"{found.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
