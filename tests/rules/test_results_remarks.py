"""Highlights of a game are true, and left out if they would say nothing."""

from __future__ import annotations

from random import Random

import pytest

from printkit.core.i18n import ENGLISH
from printkit.layout.translation import translate_sentence
from printkit.rules.results import CHANGES, ROUND, ScoreRow, remarks

PLAYERS = ("Ann", "Ben", "Cleo")


def highlights(*rows: ScoreRow, winners: tuple[int, ...] = ()) -> list[str]:
    found = remarks(ROUND, PLAYERS, rows, winners)
    return [translate_sentence(remark.text, ENGLISH, **remark.values) for remark in found]


def test_the_longest_leader_and_the_closest_round_are_mentioned() -> None:
    assert highlights((3, 0, 1), (4, 3, 2), (4, 6, 3)) == [
        "Ann led the longest: after 2 of 3 rounds.",
        "Closest after round 2: first and last 2 points apart.",
    ]


def test_a_unique_largest_gain_is_mentioned() -> None:
    assert "Biggest gain: 4 for Ben, in round 2." in highlights((3, 0, 1), (4, 4, 2), (4, 6, 3))
    assert not [said for said in highlights((3, 0, 1), (4, 3, 2)) if "Biggest gain" in said]


def test_a_tie_is_mentioned() -> None:
    assert "After round 2 everyone was tied." in highlights((3, 0, 1), (4, 4, 4), (4, 6, 3))


def test_the_margin_of_the_win_is_mentioned() -> None:
    assert "Ben won, 2 ahead of Ann." in highlights((3, 0, 1), (4, 6, 3), winners=(1,))
    assert "Ben won, 2 ahead of everyone else." in highlights((3, 0, 1), (4, 6, 4), winners=(1,))
    assert "2 players share the win." in highlights((3, 3, 1), (4, 4, 3), winners=(0, 1))


def test_a_tie_at_zero_is_not_mentioned() -> None:
    assert not [
        said for said in highlights((0, 0, 0), (1, 0, 0)) if "level" in said or "Closest" in said
    ]


def test_a_win_from_behind_is_mentioned() -> None:
    said = highlights((3, 2, 1), (5, 4, 1), (5, 5, 9), winners=(2,))

    assert "Cleo was last after round 2 and still won." in said


def test_a_shared_lead_counts_for_nobody() -> None:
    said = highlights((1, 1, 0), (2, 2, 0), (3, 3, 1), winners=(0, 1))

    assert not [sentence for sentence in said if "led the longest" in sentence]


def test_changes_of_the_lead_are_counted() -> None:
    assert "The lead changed hands 2 times." in highlights((2, 0, 0), (2, 3, 0), (6, 3, 0))


@pytest.mark.parametrize("rows", [(), ((1, 2, 3),)])
def test_a_game_that_has_hardly_begun_has_no_highlights(rows: tuple[ScoreRow, ...]) -> None:
    assert highlights(*rows) == []


def test_highlights_of_random_games_are_true() -> None:
    chance = Random(1)
    for _ in range(300):
        rows = [tuple(chance.randint(0, 9) for _ in PLAYERS) for _ in range(chance.randint(2, 6))]
        for remark in remarks(ROUND, PLAYERS, rows, ()):
            values = remark.values
            if remark.text == ROUND.led:
                seat = PLAYERS.index(str(values["name"]))
                alone = [row for row in rows if row[seat] > max((*row[:seat], *row[seat + 1 :]))]
                assert (len(alone), len(rows)) == (values["number"], values["rounds"])
            elif remark.text == ROUND.closest:
                gaps = [max(row) - min(row) for row in rows]
                assert gaps[int(str(values["round"])) - 1] == min(gaps) == values["gap"]
            elif remark.text == ROUND.gained:
                seat, number = PLAYERS.index(str(values["name"])), int(str(values["round"]))
                steps = [(0, 0, 0), *rows]
                gain = steps[number][seat] - steps[number - 1][seat]
                gains = [
                    new - old
                    for before, after in zip(steps, rows, strict=False)
                    for old, new in zip(before, after, strict=True)
                ]
                assert gain == max(gains) == values["points"]
                assert gains.count(gain) == 1
            elif remark.text == ROUND.level:
                assert len(set(rows[int(str(values["round"])) - 1])) == 1
            else:
                assert remark.text == CHANGES
