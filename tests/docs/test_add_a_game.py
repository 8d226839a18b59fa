"""The page docs/add-a-game.md shows the files of the example, whose game can be played."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from printkit.rules.judge import check, legal
from printkit.rules.replay import replay
from printkit.rules.simulate import NAMES, Dealer, Seating, play
from tests.project.places import repository_files
from tests.recording.typing_games import type_game
from tests.rules.shown import Witness

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printkit.rules.game import Event, Game
    from printkit.rules.report import Report

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = DOCS / "examples" / "tumble"
PACKAGE = EXAMPLE / "printkit_tumble"


def _blocks(language: str, name: str = "") -> list[str]:
    head = f"{language} {re.escape(name)}".rstrip()
    page = (DOCS / "add-a-game.md").read_text()
    return re.findall(rf"^```{head}\n(.*?)^```", page, re.DOTALL | re.MULTILINE)


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


@pytest.fixture
def tumble(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    monkeypatch.syspath_prepend(EXAMPLE)
    game: Game[Any] = import_module("printkit_tumble").GAME
    return game


@pytest.fixture
def seatings(tumble: Game[Any]) -> Iterator[Seating]:
    return (Seating(tumble, NAMES[:count], "base") for count in (2, 3, 6))


def test_the_page_shows_all_the_code_of_the_example() -> None:
    code = (PACKAGE / "__init__.py").read_text()
    assert _lines("\n".join(_blocks("python"))) == _lines(code)


def test_the_page_shows_every_other_file_of_the_example() -> None:
    for path in repository_files("docs/examples/tumble"):
        name = path.relative_to(EXAMPLE).as_posix()
        if path.suffix in (".py", ".md"):
            continue
        assert [path.read_text()] == _blocks(path.suffix[1:], name), name


def _replay(game: Game[Any], text: str, witness: Witness | None = None) -> Report:
    stream = io.BytesIO(text.encode())
    return replay(stream, {game.id: game}.get, witness.watch if witness else None)


def test_the_game_of_the_page_can_be_played(seatings: Iterator[Seating]) -> None:
    for seating in seatings:
        assert play(seating, Random(1)).outcome is not None


def test_a_game_without_a_dealer_of_its_own_picks_from_its_offers(
    seatings: Iterator[Seating],
) -> None:
    for seating in seatings:
        plain = replace(seating, game=replace(seating.game, dealer=Dealer))
        played = play(plain, Random(1))

        assert played.outcome is not None
        assert {len(event["dice"]) for event in played.events} == {1}


def test_its_legal_events_and_its_check_agree(seatings: Iterator[Seating]) -> None:
    for seating in seatings:
        game = seating.game

        def watch(_number: int, _event: Event, before: Any, after: Any, game: Any = game) -> None:
            moves = [*legal(game, before)]
            assert [()] * len(moves) == [check(game, before, move) for move in moves]
            assert [*game.invariants(after)] == []

        play(seating, Random(2), watch=watch)


def _samples() -> list[str]:
    return [path.read_text() for path in sorted((PACKAGE / "samples").rglob("*.jsonl"))]


def test_its_first_record_is_legal_and_its_second_is_not(tumble: Game[Any]) -> None:
    good, bad = (_replay(tumble, text) for text in _samples())

    assert (good.violation, good.winners) == (None, ("Ann", "Ben"))
    assert bad.violation is not None
    assert bad.violation.rule == "tumble.players"


def test_its_records_show_every_rule(tumble: Game[Any]) -> None:
    witness = Witness(tumble)
    reports = [_replay(tumble, text, witness) for text in _samples()]
    refused = {report.violation.rule for report in reports if report.violation}

    assert {rule.id for rule in tumble.rules} <= witness.rules | refused


def test_it_can_be_recorded_by_short_forms_and_by_numbers(
    seatings: Iterator[Seating],
) -> None:
    for seating in seatings:
        states: list[Any] = []

        def watch(
            _number: int, _event: Event, _before: Any, after: Any, seen: Any = states
        ) -> None:
            seen.append(after)

        played = play(seating, Random(3), watch=watch)
        for game in (seating.game, replace(seating.game, prompts=None)):
            told = type_game(game, played, full=False)
            found = [session.state for session in told.sittings[1:]]

            assert found == [states[session.events - 1] for session in told.sittings[1:]]
            assert found[-1] == states[-1]
