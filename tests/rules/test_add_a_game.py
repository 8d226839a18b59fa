"""The page docs/add-a-game.md is true: its game is built from its blocks, played and judged."""

from __future__ import annotations

import io
import re
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from printkit.rules.judge import check, legal
from printkit.rules.replay import replay
from printkit.rules.simulate import NAMES, Seating, play
from tests.rules.shown import Witness
from tests.table.telling import tell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printkit.rules.game import Event, Game
    from printkit.rules.report import Report

PAGE = Path(__file__).parents[2] / "docs" / "add-a-game.md"


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE)


@pytest.fixture
def pebbles(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    module = ModuleType("pebbles")
    monkeypatch.setitem(sys.modules, "pebbles", module)
    exec("\n".join(_blocks("python")), module.__dict__)
    game: Game[Any] = module.__dict__["GAME"]
    return game


@pytest.fixture
def seatings(pebbles: Game[Any]) -> Iterator[Seating]:
    return (Seating(pebbles, NAMES[:count], "base") for count in (2, 3, 4))


def _replay(game: Game[Any], text: str, witness: Witness | None = None) -> Report:
    stream = io.BytesIO(text.encode())
    return replay(stream, {game.id: game}.get, witness.watch if witness else None)


def test_the_game_of_the_page_can_be_played(seatings: Iterator[Seating]) -> None:
    for seating in seatings:
        assert play(seating, Random(1)).outcome is not None


def test_its_legal_moves_and_its_check_agree(seatings: Iterator[Seating]) -> None:
    for seating in seatings:
        game = seating.game

        def watch(_number: int, _event: Event, before: Any, after: Any, game: Any = game) -> None:
            moves = [*legal(game, before)]
            assert [()] * len(moves) == [check(game, before, move) for move in moves]
            assert [*game.invariants(after)] == []

        play(seating, Random(2), watch=watch)


def test_its_first_record_is_legal_and_its_second_is_not(pebbles: Game[Any]) -> None:
    good, bad = (_replay(pebbles, text) for text in _blocks("jsonl"))

    assert (good.violation, good.winners) == (None, ("Ann",))
    assert bad.violation is not None
    assert bad.violation.rule == "pebbles.players"


def test_its_records_show_every_rule(pebbles: Game[Any]) -> None:
    witness = Witness(pebbles)
    reports = [_replay(pebbles, text, witness) for text in _blocks("jsonl")]
    refused = {report.violation.rule for report in reports if report.violation}

    assert {rule.id for rule in pebbles.rules} <= witness.rules | refused


def test_it_is_told_in_short_and_by_numbers_where_it_has_no_short_forms(
    seatings: Iterator[Seating],
) -> None:
    for seating in seatings:
        states: list[Any] = []

        def watch(
            _number: int, _event: Event, _before: Any, after: Any, seen: Any = states
        ) -> None:
            seen.append(after)

        played = play(seating, Random(3), watch=watch)
        for game in (seating.game, replace(seating.game, speech=None)):
            told = tell(game, played, full=False)
            found = [sitting.state for sitting in told.sittings[1:]]

            assert found == [states[sitting.events - 1] for sitting in told.sittings[1:]]
            assert found[-1] == states[-1]
