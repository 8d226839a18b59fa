"""Wolle: threads, collected items, the end of the game, and scores."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest

from printkit.games.wolle import GAME
from printkit.games.wolle.board import SHIPPED
from printkit.games.wolle.numbers import Points
from printkit.games.wolle.state import ways
from printkit.rules.game import Refusal
from printkit.rules.judge import apply, check, legal
from printkit.rules.simulate import NAMES, Seating
from printkit.rules.simulate import play as play_game
from tests.games.wolle_positions import (
    COUNTED,
    MAT_CUPS,
    begin,
    broken_rules,
    draw,
    expectation,
    play,
    roll,
    rolled,
    with_ruling,
)

if TYPE_CHECKING:
    from printkit.games.wolle.state import State

RULINGS = ("counts", "free")
COUNTS = [
    ((1,), 3, 3),
    ((2,), 4, 4),
    ((3,), 6, 6),
    ((4,), 7, 7),
    ((5,), 7, 7),
    ((6,), 7, 7),
    ((6, 4), 21, 58),
    ((3, 3), 20, 38),
    ((6, 6), 16, 49),
    ((2, 5, 3), 32, 201),
    ((4, 4, 4), 73, 448),
    ((6, 4, 3, 2), 156, 1868),
]


def _count(state: State, dice: tuple[int, ...]) -> int:
    """How many paths of full length there are after dice; Ben passes throughout."""
    die, *rest = dice
    now = rolled(state, die)
    if not rest:
        return int(expectation(now, "legal")[0])
    texts = [route.text for route in ways(now, 0)]
    return sum(_count(apply(GAME, now, draw(text)), tuple(rest)) for text in texts)


@pytest.mark.parametrize(("dice", "counts", "free"), COUNTS)
def test_the_number_of_paths_matches_an_independent_count(
    dice: tuple[int, ...], counts: int, free: int
) -> None:
    found = [_count(begin(board=COUNTED, **with_ruling(choice)), dice) for choice in RULINGS]

    assert [counts, free] == found


@pytest.mark.parametrize(("choice", "expected"), [("counts", 6), ("free", 10)])
def test_the_paths_after_four_right_and_two_down_are_counted(choice: str, expected: int) -> None:
    state = play(begin(board=COUNTED, **with_ruling(choice)), (6, "RRRRDD"))

    assert expected == expectation(rolled(state, 4), "legal")[0]


def test_side_a_has_the_six_paths_of_the_rulebook() -> None:
    state = rolled(play(begin(board="a"), (6, "RRRRDD")), 4)

    assert 6 == expectation(state, "legal")[0]
    assert {"DRRR", "DLLL", "DDRR", "DDLL", "DDDR", "DDDL"} == {r.text for r in ways(state, 0)}


def test_the_scoring_example_adds_up() -> None:
    state = play(
        begin(variant="base", cups={"Ann": MAT_CUPS, "Ben": MAT_CUPS}),
        (6, "RRRRRR"),
        (1, "D"),
        (6, "LLLLLL"),
        (1, "D"),
        (1, "R"),
        (1, "D!"),
    )

    assert {"mouse": 5, "sock": 6, "airplane": 2} == expectation(state, "items")[0]
    assert 2 == expectation(state, "cups")[0]
    assert 13 + 2 + 3 + 5 - 4 == GAME.scores(state)[0]


def test_cups_cost_novices_nothing() -> None:
    cups = {"Ann": MAT_CUPS, "Ben": MAT_CUPS}
    state = play(begin(variant="novice", cups=cups), (2, "DD"))

    assert (1, 1) == (GAME.scores(state)[0], expectation(state, "cups")[0])


def test_a_score_may_be_negative() -> None:
    cups = {"Ann": MAT_CUPS, "Ben": MAT_CUPS}
    state = play(begin(variant="base", cups=cups), (2, "DD"), (5, "RRRRR"))

    assert (2 - 2 * 5) == GAME.scores(state)[0]


def test_the_points_can_be_replaced() -> None:
    game = replace(GAME, tables=Points(item=10, paw=50, cup=-20))
    state = game.begin(play(begin(), (1, "R")).header)

    assert Points(10, 50, -20) == state.points


def test_a_thread_continues_where_it_ended() -> None:
    state = play(begin(), (2, "RD", "DR"), (1, "D", "U"))

    assert ("B3", "B1") == expectation(state, "at")


def test_passing_keeps_the_direction() -> None:
    state = rolled(play(begin(), (1, "R"), (3, None, "DDD")), 2)

    assert ["wolle.bend-at-start"] == broken_rules(state, draw("DR"))
    assert [] == broken_rules(state, draw("RD"))


def test_the_first_turn_has_no_direction() -> None:
    state = rolled(play(begin(), (1, None, "R")), 2)

    assert {"RR", "RD", "DR", "DD"} == {route.text for route in ways(state, 0)}


def test_an_item_on_the_way_is_collected_once() -> None:
    once = play(begin(), (2, "RD"), (2, "DD"))
    again = play(once, (1, "L"), (1, "U"), (1, "R"))

    assert "B3" == expectation(again, "at")[0]
    assert {"mouse": 1, "sock": 1, "airplane": 1} == expectation(once, "items")[0]
    assert expectation(once, "items") == expectation(again, "items")


def test_the_timer_starts_at_the_end_of_the_turn_that_completes_a_set() -> None:
    before = rolled(play(begin(), (1, "R"), (1, "D")), 1)
    after = apply(GAME, before, draw("L"))

    assert (None, (2, 3)) == (expectation(before, "timer"), expectation(after, "timer"))


def test_a_roll_crosses_off_only_the_topmost_number_immediately() -> None:
    state = play(begin(), (1, "R"), (1, "D"), (1, "L"))

    low = rolled(state, 1)
    high = rolled(state, 6)

    assert ((2, 3), (3,)) == (expectation(low, "timer"), expectation(high, "timer"))


def test_the_game_ends_after_the_turn_that_empties_the_timer() -> None:
    state = play(begin(), (1, "R"), (1, "D"), (1, "L"), (2, "DD"))
    last = rolled(state, 3)
    over = apply(GAME, last, draw(None, "RRR"))

    assert GAME.outcome(last) is None
    assert "wolle.end-timer" == over.reason
    assert ["core.over"] == broken_rules(over, roll(1))


def test_the_timer_is_the_reason_even_if_nobody_draws_in_its_last_turn() -> None:
    state = play(begin(), (1, "R"), (1, "D"), (1, "L"), (2, "DD"), (3, None))

    assert "wolle.end-timer" == state.reason


def test_a_turn_without_a_new_segment_ends_the_game_and_is_counted() -> None:
    over = play(begin(), (1, None))

    assert ("wolle.end-idle", 1) == (over.reason, over.turns)


def test_when_all_threads_have_ended_one_more_turn_is_rolled() -> None:
    state = play(begin(), (4, "RDDD!", "RDDD!"))
    assert GAME.outcome(state) is None

    over = apply(GAME, rolled(state, 1), {"do": "draw", "paths": {}})
    assert "wolle.end-idle" == over.reason


def test_the_paw_can_be_passed_and_left_again() -> None:
    state = play(begin(), (4, "RDDD"), (1, "R"))

    assert ("C4", 0) == (expectation(state, "at")[0], 5 * state.threads[0].stopped)


def test_more_items_break_a_tie() -> None:
    cups = {"Ann": MAT_CUPS, "Ben": MAT_CUPS}
    start = begin(variant="base", cups=cups)
    state = play(start, (1, "R", "D"), (1, None, "D"), (1, None, "R"), (1, None, "U"), (1, None))
    outcome = GAME.outcome(state)

    assert outcome is not None
    assert ((1, 1), (1,)) == (GAME.scores(state), outcome.winners)


def test_players_tied_on_items_share_the_win() -> None:
    outcome = GAME.outcome(play(begin(), (1, "R", "D"), (1, None)))

    assert outcome is not None
    assert (0, 1) == outcome.winners


def test_without_all_three_kinds_there_are_no_sets_and_no_timer() -> None:
    board = {"map": "S m s m o o o\n. P o o o o .", "timer": [1], "sets": [9, 9]}
    state = play(begin(board=board), (3, "RRR"))

    assert (None, (3, 0)) == (expectation(state, "timer"), GAME.scores(state))


def test_legal_can_be_expected_only_between_roll_and_draw() -> None:
    with pytest.raises(Refusal, match="between a roll and its draw"):
        expectation(begin(), "legal")


def test_without_crossing_no_dot_is_visited_twice() -> None:
    for seed in range(20):
        seating = Seating(GAME, NAMES[:3], "no-crossing")
        state = play_game(seating, Random(seed)).state
        for thread in state.threads:
            assert thread.used.bit_count() == thread.seen.bit_count() - 1


@pytest.mark.parametrize("side", SHIPPED)
def test_paths_legal_under_counts_are_legal_under_free(side: str) -> None:
    seating = Seating(GAME, NAMES[:4], "base", settings={"board": side})
    played = play_game(seating, Random(side))
    free = {**played.header, **with_ruling("free")}
    state = begin(**{key: free[key] for key in ("players", "variant", "board", "cups", "rulings")})
    for event in played.events:
        state = apply(GAME, state, event)

    assert played.scores == GAME.scores(state)


def test_six_players_are_offered_paths_without_listing_all_combinations() -> None:
    names = list(NAMES[:6])
    state = rolled(begin(players=names, board="a", **with_ruling("free")), 6)
    events = [*islice(legal(GAME, state), 50)]

    assert 50 == len(events)
    assert all(check(GAME, state, event) == () for event in events)


def test_the_simulator_plays_custom_boards() -> None:
    text = "board: mine\nmap: |\n  " + COUNTED["map"].replace("\n", "\n  ").rstrip()
    text += "\ntimer: [3, 4]\nsets: [2, 3, 4, 5, 6, 7]\n"
    seating = Seating(GAME, NAMES[:2], "base", settings={"board": text, "cups": "random"})
    played = play_game(seating, Random(1))

    assert played.outcome is not None
    assert "mine" == played.header["board"]["board"]
