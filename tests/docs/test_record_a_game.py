"""The page about recording a game is true: every game and every example on it is replayed."""

from __future__ import annotations

import io
import json
import re
import sys
from shlex import split
from typing import TYPE_CHECKING, Any

import pytest

from docs.generate.record_page import PAGE, page
from printkit.games import find, game_ids, load
from printkit.rules.replay import replay
from printkit.samples import sample_files
from tests.cli.terminal import Terminal

if TYPE_CHECKING:
    from pathlib import Path

    from printkit.rules.game import Game

TEXT = PAGE.read_text(encoding="utf-8")


def _block(name: str) -> str:
    (found,) = re.findall(rf"^```{name}\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
    return str(found)


def test_the_page_matches_what_the_games_declare() -> None:
    assert page() == TEXT, "run make gallery"


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_declares_its_record_format(game_id: str) -> None:
    game: Game[Any] = load(game_id)
    manual = game.manual

    assert set(game.header_keys) == set(manual.header)
    assert set(game.kinds) == set(manual.events)
    assert set(game.expectations) == set(manual.expects)
    for do, told in manual.events.items():
        assert {*game.kinds[do].needs, *game.kinds[do].may} == set(told.keys)


@pytest.mark.parametrize("game_id", game_ids())
def test_the_typed_game_gives_the_record_on_the_page(
    game_id: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (command,) = re.findall(rf"^\$ printkit (record {game_id} .*)$", TEXT, re.MULTILINE)
    monkeypatch.setattr(sys, "stdin", io.StringIO(_block(f"typed {game_id}")))
    shown = Terminal(monkeypatch, tmp_path)(*split(command))
    record = (tmp_path / f"{game_id}.jsonl").read_text(encoding="utf-8")
    report = replay(io.BytesIO(record.encode()), find)

    assert (0, "") == (shown.code, shown.err)
    assert report.legal
    assert report.finished
    assert _events(record) == _events(_block(f"jsonl record {game_id}"))


@pytest.mark.parametrize("game_id", game_ids())
def test_the_records_on_the_page_are_legal(game_id: str) -> None:
    report = replay(io.BytesIO(_block(f"jsonl record {game_id}").encode()), find)
    events = [row for path in sample_files(game_id) for row in _events(path.read_text())]
    legal = [replay(io.BytesIO(path.read_bytes()), find).legal for path in sample_files(game_id)]

    assert report.legal
    assert report.finished
    assert all(legal)
    for example in _events(_block(f"jsonl examples {game_id}")):
        assert example in events


def _events(text: str) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    return [row for row in rows if "do" in row]


# Details.

CATTITUDE = {"printkit": 1, "game": "cattitude", "players": ["Ann", "Ben"]}
ATTACKE = {"printkit": 1, "game": "attacke", "players": ["Ann", "Ben", "Cleo"]}
DEAL = {"do": "deal", "hands": {"Ann": ["turkey"] * 5, "Ben": ["chicken"] * 5}}
BIDS = {
    "Ann": {"open": ["turkey"] * 5, "closed": []},
    "Ben": {"open": ["chicken"] * 5, "closed": []},
}
BID = {"do": "bid", "bids": BIDS}
CHOOSE = {"do": "choose", "choices": {"Ann": "open", "Ben": "open"}}
NOTHING = {"do": "secure", "species": {"Ann": [], "Ben": []}}
OPENED = {"do": "play", "by": "Ann", "cards": ["red 2"]}


@pytest.mark.parametrize(
    ("rows", "rule"),
    [
        ((CATTITUDE, DEAL, {**BID, "direction": None}), "core.args"),
        ((CATTITUDE, DEAL, BID, CHOOSE, {**NOTHING, "with": {}}), "core.args"),
        ((ATTACKE, OPENED, {"do": "pass", "by": "Ben", "returns": None}), "core.args"),
        ((ATTACKE, {**OPENED, "blind": 0}), None),
        ((ATTACKE, {**OPENED, "blind": []}), None),
        ((ATTACKE, OPENED, {"expect": {"hands": {"Ann": []}}}), "core.expect"),
    ],
)
def test_the_details_on_the_page_are_true(rows: tuple[Any, ...], rule: str | None) -> None:
    text = "\n".join(map(json.dumps, rows))
    violation = replay(io.BytesIO(text.encode()), find).violation

    assert (violation.rule if violation else None) == rule
    assert not violation or violation.line == len(rows)


def test_a_waiting_birdoholic_is_on_the_table() -> None:
    ann = ["turkey", "turkey", "chicken", "birdoholic", "duchess"]
    hands = {"Ann": ann, "Ben": ["peacock"] * 5}
    bids = {
        "Ann": {"open": [], "closed": hands["Ann"]},
        "Ben": {"open": [], "closed": hands["Ben"]},
    }
    rows = (
        CATTITUDE,
        {"do": "deal", "hands": hands},
        {"do": "bid", "bids": bids},
        {"do": "choose", "choices": {"Ann": "open", "Ben": "open"}},
        {"expect": {"table": {"Ann": hands["Ann"]}}},
        {"do": "lose", "by": "Ann", "species": "chicken"},
        {"expect": {"table": {"Ann": ["turkey", "turkey", "duchess"]}}},
    )
    text = "\n".join(map(json.dumps, rows))

    assert replay(io.BytesIO(text.encode()), find).violation is None
