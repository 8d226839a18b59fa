"""The BG Stats play log: its link, and when its code is on the result sheet."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest

from printkit.core.paper import PAPERS
from printkit.core.scene import Path as Shape
from printkit.core.scene import Text
from printkit.filling.bgstats import LoggedPlayer, code_side_mm, play_link
from printkit.preflight.checks import check_pdf
from printkit.request.options import Request
from printkit.samples import FOLDER
from tests.layout.desk import flat
from tests.rendering import lay_out, render_request

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

WHOLE = FOLDER / "attribute" / "whole-3.jsonl"
PLAYED = datetime(2026, 11, 18, 19, 15, tzinfo=UTC)
CORNERS = 1000  # a code has more, and no other drawing on the sheet


def decoded(link: str) -> dict[str, Any]:
    """The data that the app reads from a link."""
    asked = urlsplit(link)
    assert "https://app.bgstatsapp.com/createPlay.html" == link.partition("?")[0]
    play: dict[str, Any] = json.loads(parse_qs(asked.query, strict_parsing=True)["data"][0])
    return play


def dated(folder: Path, date: str = "", names: Sequence[str] = ()) -> Path:
    """A whole game with a date, and other names if there are any."""
    first, *rest = WHOLE.read_text().splitlines()
    header = json.loads(first)
    body = "\n".join(rest)
    for old, new in zip(header["players"], names, strict=False):
        body = body.replace(f'"{old}"', json.dumps(new))
    header["players"] = [*names] or header["players"]
    if date:
        header["date"] = date
    path = folder / "friday.jsonl"
    path.write_text(f"{json.dumps(header)}\n{body}\n")
    return path


def codes_and_words(record: Path) -> tuple[int, str]:
    """How many codes a result sheet has, and its words."""
    asked = Request(("attribute/result",), paper=PAPERS["a4"], record=record)
    (page,) = lay_out(asked).pages()
    shapes = [*flat(page.items)]
    codes = [one for one in shapes if isinstance(one, Shape) and len(one.commands) > CORNERS]
    return len(codes), " ".join(one.text for one in shapes if isinstance(one, Text))


def test_the_link_has_the_data_of_the_app() -> None:
    players = [
        LoggedPlayer("Ann & Zoë", 2, 7, won=False, began=True),
        LoggedPlayer("Ben", 1, 9, won=True),
    ]
    play = decoded(play_link(("attribute", "Attribute"), PLAYED, players, "0123abc"))

    assert {
        "sourceName": "printkit",
        "sourcePlayId": "0123abc",
        "playDate": "2026-11-18 19:15:00",
        "game": {
            "name": "Attribute",
            "sourceGameId": "attribute",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": "Ann & Zoë",
                "sourcePlayerId": "Ann & Zoë",
                "startPlayer": True,
                "rank": 2,
                "score": 7,
                "winner": False,
            },
            {
                "name": "Ben",
                "sourcePlayerId": "Ben",
                "startPlayer": False,
                "rank": 1,
                "score": 9,
                "winner": True,
            },
        ],
    } == play


def test_a_result_sheet_has_the_code_only_if_the_record_has_a_date(tmp_path: Path) -> None:
    assert (0, False) == ((plain := codes_and_words(WHOLE))[0], "BG Stats" in plain[1])
    record = dated(tmp_path, "2026-11-18")
    codes, words = codes_and_words(record)
    assert (1, True) == (codes, "Scan this code to log the game in BG Stats." in words)
    asked = Request(("attribute/result",), paper=PAPERS["a4"], record=record)
    (data,) = render_request(asked)
    assert [data] == render_request(asked)
    assert [] == [one for one in check_pdf(data, "x").findings if one.severity == "error"]


@pytest.mark.parametrize("date", ["2026-11-18", "2026-11-18T23:30:00-08:00"])
def test_a_result_sheet_has_the_date_where_it_was_played(tmp_path: Path, date: str) -> None:
    assert "Date 2026-11-18" in codes_and_words(dated(tmp_path, date))[1]


def test_a_code_that_would_be_too_dense_is_left_out_with_a_note(tmp_path: Path) -> None:
    names = [f"{letter}{'ö' * 39}" for letter in "ABC"]
    long = [LoggedPlayer(f"{number}{'ö' * 39}", 1, 0, won=True) for number in range(8)]
    assert code_side_mm(play_link(("x", "X"), PLAYED, long, "0")) is None
    assert (side := code_side_mm(play_link(("x", "X"), PLAYED, long[:2], "0"))) is not None
    assert side < 60
    codes, words = codes_and_words(dated(tmp_path, "2026-11-18", names))
    assert (0, True) == (codes, "would be too dense to scan" in words)


@pytest.mark.parametrize("cut", [1, 40])
def test_an_unfinished_game_has_no_code(tmp_path: Path, cut: int) -> None:
    record = dated(tmp_path, "2026-11-18")
    lines = record.read_text().splitlines()
    record.write_text("\n".join(lines[: len(lines) - cut]) + "\n")
    finished = cut == 1  # the last line only claims the result
    assert finished == bool(codes_and_words(record)[0])
