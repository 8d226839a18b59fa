"""Typed games replay to the same states, in every game, player count and variant."""

from __future__ import annotations

import io
import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from printkit.games import find, game_ids, load
from printkit.recording.resuming import resume, spell_record
from printkit.recording.session import answer, submit, undo
from printkit.rules.prompts import PickCards
from printkit.rules.replay import replay
from printkit.rules.simulate import NAMES, Seating, SimulatedGame, play
from tests.depth import many
from tests.recording.typing_games import type_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from printkit.rules.game import Event, Game

LINES_A_ROUND = {"attribute": 3, "swipsheep": 2}


def _seatings() -> Iterator[tuple[Seating, bool]]:
    """Every game, count, variant and ruling, with hands and without."""
    for game in map(load, game_ids()):
        for count in range(game.players[0], game.players[1] + 1):
            for variant in game.variants:
                for full in (True, False):
                    yield Seating(game, NAMES[:count], variant.id, {}, _hands(game, full)), full
            for ruling in game.rulings:
                for choice in ruling.choices[1:]:
                    rulings = {ruling.id: choice}
                    yield Seating(game, NAMES[:count], "base", rulings, _hands(game, False)), False


def _hands(game: Game[Any], full: bool) -> dict[str, str]:
    known = any(setting.key == "hands" for setting in game.settings)
    return {"hands": "yes" if full else "no"} if known else {}


def _name(value: object) -> str:
    if isinstance(value, Seating):
        ruled = "-".join(value.rulings.values())
        return f"{value.game.id}-{len(value.players)}-{value.variant}{ruled and '-' + ruled}"
    return "full" if value else "short"


ALL = [*_seatings()]
every = pytest.mark.parametrize(("seating", "full"), ALL, ids=_name)
some = pytest.mark.parametrize(("seating", "full"), ALL[:: many(3, deep=1)], ids=_name)
"""A sample in which every game is there, with hands and without."""


def _played(seating: Seating, states: list[Any] | None = None, number: int = 0) -> SimulatedGame:
    def watch(_number: int, _event: Event, _before: Any, after: Any) -> None:
        if states is not None:
            states.append(after)

    return play(seating, Random(f"told/{_name(seating)}/{number}"), watch=watch)


@every
@pytest.mark.parametrize("number", range(many(1, deep=20)))
def test_a_game_typed_in_short_replays_to_the_same_states(
    seating: Seating, full: bool, number: int
) -> None:
    happened: list[Any] = []
    again: list[Any] = []
    told = type_game(seating.game, _played(seating, happened, number), full=full)
    record = spell_record(told.sittings[-1])

    def watch(_line: int, row: Mapping[str, Any], _before: Any, after: Any) -> None:
        if "do" in row:
            again.append(after)

    report = replay(io.BytesIO(record), find, watch)

    assert report.violation is None
    assert report.finished
    assert again == happened


@some
def test_undo_restores_the_state_after_any_prefix(seating: Seating, full: bool) -> None:
    told = type_game(seating.game, _played(seating), full=full)
    session = told.sittings[-1]
    for before, line in zip(reversed(told.sittings[:-1]), reversed(told.lines), strict=True):
        again = session
        session = undo(session)

        assert (session.state, session.lines, session.said) == (
            before.state, before.lines, before.said
        )  # fmt: skip
        if len(session.lines) % 7 == 0:
            assert spell_record(answer(session, line)) == spell_record(again)


@some
def test_a_record_is_always_legal_and_can_be_undone_answer_by_answer(
    seating: Seating, full: bool
) -> None:
    told = type_game(seating.game, _played(seating), full=full)
    step = max(1, len(told.sittings) // 5)
    for number in range(0, len(told.sittings), step):
        session = told.sittings[number]
        later = resume(spell_record(session), find, full=full)

        assert replay(io.BytesIO(spell_record(session)), find).violation is None
        assert (later.state, later.said) == (session.state, session.said)
        assert spell_record(later) == spell_record(session)
        assert later.rounds == session.rounds
        for line in reversed(told.lines[max(0, number - 4) : number]):
            assert later.typed == line
            later = undo(later)


@pytest.mark.parametrize("game_id", LINES_A_ROUND)
def test_a_round_takes_few_lines(game_id: str) -> None:
    game = load(game_id)
    for count in range(game.players[0], game.players[1] + 1):
        seating = Seating(game, NAMES[:count], "base", {}, _hands(game, False))
        for number in range(5):
            played = play(seating, Random(f"lines/{number}"))
            told = type_game(game, played, full=False)
            rounds = game.rounds(told.sittings[-1].state)
            attacks = sum(event["do"] == "attack" for event in played.events)

            assert len(told.lines) <= LINES_A_ROUND[game_id] * rounds + attacks


def test_cards_of_any_colour_that_lie_face_down_are_offered() -> None:
    seating = Seating(load("attacke"), NAMES[:4], "five-blind", {}, {"hands": "yes"})
    played = _played(seating)
    session = resume(f"{json.dumps(dict(played.header))}\n".encode(), find, full=True)
    begun = 0
    while session.ask is not None:
        begun = begun if session.said else session.events
        prompt, given = session.ask.prompt, session.ask.recover(played.events[begun:])
        if isinstance(prompt, PickCards):
            (hand,), (piles,) = prompt.hands, given
            offered = {option.key: option.group for option in hand if option.legal}
            cards = [card for pile in piles for card in pile]
            assert {*cards} <= offered.keys()
            assert not prompt.one_group or len({offered[card] for card in cards} - {""}) <= 1
        session = submit(session, given)


def test_attacke_takes_one_line_for_each_play_and_pass() -> None:
    seating = Seating(load("attacke"), NAMES[:5], "blind", {}, {"hands": "no"})
    played = _played(seating)

    followed = sum("colour" in event for event in played.events)
    costs = sum("returns" in event for event in played.events)
    lines = type_game(seating.game, played, full=False).lines

    assert len(played.events) <= len(lines) <= len(played.events) + followed + costs


@pytest.mark.parametrize("hands", ["yes", "no"])
def test_attacke_records_the_total_of_every_play(hands: str) -> None:
    seating = Seating(load("attacke"), NAMES[:4], "blind", {}, {"hands": hands})
    played = _played(seating)
    lines = type_game(seating.game, played, full=hands == "yes").sittings[-1].lines

    totals = [event["total"] for event in played.events if event["do"] == "play"]
    assert totals == [row["total"] for row in map(json.loads, lines) if row.get("do") == "play"]


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_cattitude_takes_at_most_one_line_for_each_player_and_phase(count: int) -> None:
    seating = Seating(load("cattitude"), NAMES[:count], "base")
    played = _played(seating)
    lines = type_game(seating.game, played, full=False).lines
    phases = sum(event["do"] in ("bid", "choose", "secure") for event in played.events)
    losses = sum(event["do"] == "lose" for event in played.events)

    assert len(lines) <= count * phases + losses


@pytest.mark.parametrize("count", [2, 6])
def test_wolle_takes_the_roll_and_one_line_for_each_thread(count: int) -> None:
    seating = Seating(load("wolle"), NAMES[:count], "base")
    played = _played(seating)
    lines = type_game(seating.game, played, full=False).lines
    threads = sum(len(event["paths"]) for event in played.events if event["do"] == "draw")
    rolls = sum(event["do"] == "roll" for event in played.events)

    assert len(lines) <= rolls + threads


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize(
    "names",
    [
        ("Ann Lee", "Ann May", "2", "#1", "\u00e9", "k", "Bk", "b3"),
        ("3", "2", "1", "8", "7", "6", "5", "4"),
        ("b>a", "Ed", "ED", "Edd", "w", "d", "x,y", "undo"),
    ],
    ids=["alike", "numbers", "odd"],
)
def test_every_player_name_can_be_typed(game_id: str, names: tuple[str, ...]) -> None:
    game = load(game_id)
    rulings = {ruling.id: ruling.choices[-1] for ruling in game.rulings if ruling.choices}
    players = names[: game.players[1]]
    played = play(Seating(game, players, "base", rulings, _hands(game, False)), Random("names"))

    assert type_game(game, played, full=False).sittings[-1].state == played.state
