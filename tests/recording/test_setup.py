"""What is asked before a game begins: players, codes of sheets, and who is first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from printkit.games import load
from printkit.recording.session import GameSession, RefusedAnswer, question
from printkit.recording.setup import GameSetup, reply, setup_question, start_session

FOUR = ("Ann", "Ben", "Cleo", "Dan")


def _begin(game_id: str, *players: str, variant: str = "base", **more: Any) -> GameSession:
    return start_session(GameSetup(load(game_id), variant, players, **more))


def _question(session: GameSession) -> str:
    asked = question(session)
    return f"{', '.join(asked.who)}: {asked.asks}" if asked else ""


def test_a_game_asks_for_the_players() -> None:
    invited = GameSetup(load("attribute"), "base")
    asked = setup_question(invited)
    with pytest.raises(RefusedAnswer, match="Attribute is for 3 to 8 players, not 2"):
        reply(invited, "Ann, Ben")

    assert asked is not None
    assert asked.asks == "players, in clockwise order"
    assert reply(invited, "Ann, Ben ,Cleo").players == ("Ann", "Ben", "Cleo")


def test_wolle_gets_board_and_cups_from_the_codes_on_the_sheets() -> None:
    invited = GameSetup(load("wolle"), "base", ("Ann", "Ben"))
    for bad, said in (
        ("A-5XBYM", "enter 2 answers, not 1: Ann, Ben"),
        ("A-5XBYM A-29TUX", "its check character is wrong"),
        ("C4 D2", "a code looks like A-5BF65"),
    ):
        with pytest.raises(RefusedAnswer, match=said):
            reply(invited, bad)
    with pytest.raises(RefusedAnswer, match="these codes are of side A, not of side B"):
        reply(replace(invited, given={"board": "b"}), "A-5XBYM A-29TUC")
    session = start_session(reply(invited, "a-5xbym A-29TUC"))
    header = session.state.header

    new = start_session(reply(invited, "b")).state.header.extras

    assert new["board"] == "b"
    assert [6, 6] == [*map(len, new["cups"].values())]
    assert header.extras["board"] == "a"
    assert header.extras["cups"]["Ann"] == ["D2", "M2", "K5", "D11", "H14", "I15"]


def test_cups_can_be_given_dot_by_dot() -> None:
    invited = GameSetup(load("wolle"), "base", ("Ann", "Ben"), given={"board": "a"})
    dots = "D2 M2 K5 D11 H14 I15"

    assert setup_question(reply(invited, f"{dots} / {dots}")) is None
    with pytest.raises(RefusedAnswer, match="Ben must have 6 cups, not 1"):
        reply(invited, f"{dots} / D2")


def test_the_first_player_can_be_abbreviated() -> None:
    session = _begin("attribute", *FOUR, given={"first": "c"})

    assert _question(session) == "Cleo: topic of round 1 of 16"
