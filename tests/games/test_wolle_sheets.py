"""Wolle's sheets: cups that are random or fair, and codes that print a sheet again."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from statistics import pstdev
from typing import Any

import pytest

from printkit.core.errors import UsageError
from printkit.games.wolle.board import SHIPPED, Board, parse_board, read_board, shipped_board
from printkit.games.wolle.cups import (
    ALPHABET,
    TANGLE,
    TOLERANCE,
    Costs,
    choice_at,
    count_choices,
    draw_choices,
    find_costs,
    rank_of,
    read_code,
    spell_codes,
)
from printkit.games.wolle.dealer import quick_costs
from printkit.games.wolle.prompts import opening
from printkit.games.wolle.sheets import sheets
from tests.depth import many
from tests.games.wolle_positions import COUNTED

SMALL = read_board(
    {"board": "mat", "map": "S o o o o\no o o o P\nm s a . .", "timer": [3], "sets": [1]}
)
DRAWS = 20_000

# Codes are permanent: none of these lines may ever change.
SHADOWED = {
    "a": "D2 I2 M2 K3 D4 F4 I4 K5 K7 I8 M8 K9 F10 H10 D11 I11 M11 H12 D13 K13 M13 F14 H14 I15",
    "b": "H2 J2 F3 H4 K4 F5 C6 H6 K6 F7 C9 H9 K9 A11 E11 H11 K12 A13 E13 H13 I14 K14 E15 H15",
}
CODES = [
    ("A-65G6C", ""),
    ("A-2222F", "D2 I2 M2 K3 D4 F4"),
    ("A-5BF65", "D2 D4 I8 H10 H12 I15"),
    ("A-65G56", "D13 K13 M13 F14 H14 I15"),
    ("B-65G6H", ""),
    ("B-2222A", "H2 J2 F3 H4 K4 F5"),
    ("B-5BF68", "H2 K4 F7 A11 A13 H15"),
    ("B-65G53", "E13 H13 I14 K14 E15 H15"),
]


def spell_code(board: Board, choice: tuple[int, ...]) -> str:
    return next(spell_codes(board, [choice]))


def _chi_square(counts: Counter[Any], categories: int) -> float:
    expected = sum(counts.values()) / categories
    found = [*counts.values(), *[0] * (categories - len(counts))]
    return sum((count - expected) ** 2 / expected for count in found)


def _one(board: Board, rng: Random) -> tuple[int, ...]:
    return next(draw_choices(board, 1, rng))


def test_every_set_of_cups_is_equally_likely() -> None:
    rng = Random("uniform")
    counts = Counter(_one(SMALL, rng) for _ in range(DRAWS))

    # 28 choices, 27 degrees of freedom: 55.5 is passed once in a thousand times.
    assert 28 == len(counts) == count_choices(SMALL)
    assert _chi_square(counts, 28) < 55.5


@pytest.mark.parametrize("side", SHIPPED)
def test_every_shadowed_dot_is_equally_likely(side: str) -> None:
    rng = Random(f"uniform/{side}")
    counts = Counter(dot for _ in range(DRAWS) for dot in _one(shipped_board(side), rng))

    # Six of 24 without repetition vary less than single draws, by 18 / 23.
    assert _chi_square(counts, 24) * 23 / 18 < 49.7


def test_ranks_number_all_sets_of_cups() -> None:
    choices = [choice_at(rank, 9) for rank in range(84)]

    assert set(combinations(range(9), 6)) == set(choices)
    assert [*range(84)] == [rank_of(choice) for choice in choices]


@pytest.mark.parametrize("side", SHIPPED)
def test_every_set_of_cups_has_a_code_that_decodes_to_it(side: str) -> None:
    board = shipped_board(side)
    codes = set()
    ranks = range(0, count_choices(board), many(7, deep=1))
    for rank in ranks:
        choice = choice_at(rank, len(board.shadowed))
        code = spell_code(board, choice)
        codes.add(code)
        assert (board, choice) == read_code(code)

    assert len(ranks) == len(codes)
    assert {7} == {len(code) for code in codes}


@pytest.mark.parametrize(("code", "cups"), CODES)
def test_printed_codes_keep_their_meaning(code: str, cups: str) -> None:
    sheet = sheets(1, codes=[code])[0]

    assert (code, code[0].lower()) == (sheet["code"], sheet["side"])
    assert cups.split() == [cup["name"] for cup in sheet["cups"]]


@pytest.mark.parametrize("side", SHIPPED)
def test_the_shadowed_dots_of_our_boards_never_change(side: str) -> None:
    assert SHADOWED[side].split() == list(shipped_board(side).shadows)


def test_codes_have_no_letters_that_look_like_digits() -> None:
    assert 32 == len(set(ALPHABET))
    assert not set("01OI") & set(ALPHABET)


def test_any_single_wrong_character_is_detected() -> None:
    code = spell_code(shipped_board("a"), (1, 5, 8, 13, 20, 22)).replace("-", "")
    for place, right in enumerate(code):
        for wrong in set(ALPHABET) - {right}:
            with pytest.raises(UsageError):
                read_code(code[:place] + wrong + code[place + 1 :])


@pytest.mark.parametrize("rank", [4711, 86_000, 134_000])
def test_any_two_swapped_characters_are_detected(rank: int) -> None:
    code = spell_code(shipped_board("b"), choice_at(rank, 24)).replace("-", "")
    for place in range(1, len(code) - 1):
        one, other = code[place], code[place + 1]
        if one != other:
            with pytest.raises(UsageError, match="mistyped"):
                read_code(code[:place] + other + one + code[place + 2 :])


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("A-0222F", "no 0, O, 1 or I"),
        ("A-2I22F", "no 0, O, 1 or I"),
        ("A-222!F", "no code has '!'"),
        ("A-222F", "5 characters, not 6"),
        ("A-22222F", "7 characters, not 6"),
        ("C-2222F", "must begin with A, B or X"),
        ("", "must begin with A, B or X"),
        ("A-2222G", "check character"),
        ("A-ZZZZ2", "check character"),
        ("X-222", "custom board"),
    ],
)
def test_a_mistyped_code_is_refused_with_the_reason(typed: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_code(typed)


@pytest.mark.parametrize("typed", ["a-2222f", "A2222F", " A - 22 22 F "])
def test_codes_ignore_case_and_spaces(typed: str) -> None:
    assert (shipped_board("a"), (0, 1, 2, 3, 4, 5)) == read_code(typed)


def test_the_code_of_a_custom_board_needs_that_board() -> None:
    code = spell_code(SMALL, (0, 1, 2, 3, 4, 5))

    assert code.startswith("X-")
    assert (SMALL, (0, 1, 2, 3, 4, 5)) == read_code(code, SMALL)
    with pytest.raises(UsageError):
        read_code("A-2222F", SMALL)


def test_a_custom_board_named_a_is_still_a_custom_board() -> None:
    text = "board: a\nmap: |\n  S o o o o\n  o o o o P\n  m s a . .\ntimer: [3]\nsets: [1]\n"
    code = spell_code(parse_board(text, "mat.yaml"), (0, 1, 2, 3, 4, 5))

    header = opening(("Ann", "Ben"), "base", {"board": text, "cups": f"{code}, {code}"})

    assert code.startswith("X-")
    assert isinstance(header, dict)
    assert header["cups"]["Ben"] == ["B1", "C1", "D1", "E1", "A2", "B2"]


@pytest.mark.parametrize("cups", ["random", "fair", "none", ""])
def test_the_same_seed_gives_the_same_sheets(cups: str) -> None:
    assert sheets(20, "b", cups, "tea") == sheets(20, "b", cups, "tea")


def test_another_seed_or_side_gives_other_cups() -> None:
    one, other = sheets(5, "a", "fair", "tea"), sheets(5, "a", "fair", "coffee")

    assert not {sheet["code"] for sheet in one} & {sheet["code"] for sheet in other}
    ranks = [sheet["code"][2:-1] for sheet in sheets(5, "a", "random", "tea")]
    assert ranks != [sheet["code"][2:-1] for sheet in sheets(5, "b", "random", "tea")]


def test_a_seed_gives_the_same_sheets_on_every_machine() -> None:
    codes = [sheet["code"] for sheet in sheets(3, "a", "random", "tea")]

    assert ["A-2UEHA", "A-25PJG", "A-5CN3U"] == codes


def test_a_sheet_names_its_cups_and_their_places() -> None:
    for sheet in sheets(50, "a", "random", "places"):
        board, choice = read_code(sheet["code"])
        names = [board.dot_name(board.shadowed[number]) for number in choice]
        assert names == [cup["name"] for cup in sheet["cups"]]
        for cup in sheet["cups"]:
            assert cup["name"] == f"{chr(64 + cup['column'])}{cup['row']}"
            assert "o" == board.rows[cup["row"] - 1][cup["column"] - 1]


def test_the_sheets_of_one_build_are_all_different() -> None:
    for cups in ("random", "fair"):
        assert 5_000 == len({sheet["code"] for sheet in sheets(5_000, "b", cups, "many")})


def test_a_code_reprints_exactly_the_same_sheet() -> None:
    printed = sheets(10, "b", "fair", "again")

    assert printed == sheets(1, codes=[sheet["code"] for sheet in printed])


def test_one_sheet_is_random_and_several_are_fair() -> None:
    assert sheets(1, "a", "", "x") == sheets(1, "a", "random", "x")
    assert sheets(4, "a", "", "x") == sheets(4, "a", "fair", "x")


def test_sheets_without_cups_have_a_code_too() -> None:
    sheet = sheets(1, "b", "none")[0]

    assert [] == sheet["cups"]
    assert sheet == sheets(1, codes=[sheet["code"]])[0]


def test_more_sheets_than_sets_of_cups_are_refused() -> None:
    with pytest.raises(UsageError, match="only 28 different arrangements"):
        sheets(29, "a", "random", board=SMALL)


@pytest.mark.parametrize("count", [0, -1])
def test_zero_sheets_are_refused(count: int) -> None:
    with pytest.raises(UsageError):
        sheets(count)


@pytest.mark.parametrize("side", SHIPPED)
def test_the_table_of_costs_matches_the_board(side: str) -> None:
    board = shipped_board(side)
    costs = find_costs(board)

    assert len(board.shadowed) == len(costs.rows)
    assert all(costs.rows[number][number] for number in range(len(costs.rows)))
    assert abs(costs.average()) < 0.01


@pytest.mark.parametrize("side", SHIPPED)
def test_fair_sheets_cost_the_same_within_the_tolerance(side: str) -> None:
    board, costs = shipped_board(side), find_costs(shipped_board(side))
    choices = [*draw_choices(board, 300, Random(1), costs)]
    fair = [costs.of(choice) for choice in choices]
    random = [costs.of(choice) for choice in draw_choices(board, 300, Random(1))]

    assert max(fair) - min(fair) <= 2 * TOLERANCE
    assert TANGLE >= max(map(costs.tangle, choices))
    assert pstdev(fair) < pstdev(random) / 4


def test_the_average_cost_is_that_of_all_sets_of_cups() -> None:
    rng = Random(3)
    costs = Costs(tuple(tuple(rng.random() for _ in range(8)) for _ in range(8)))
    every = [costs.of(choice) for choice in combinations(range(8), 6)]

    assert costs.average() == pytest.approx(sum(every) / len(every))


def test_the_next_best_cups_are_used_when_fair_ones_run_out() -> None:
    rows = tuple(tuple(float(i) if i == j else 0.0 for j in range(8)) for i in range(8))

    assert 28 == len({*draw_choices(SMALL, 28, Random(1), Costs(rows))})


def test_a_custom_board_gets_rough_costs_from_a_quick_simulation() -> None:
    board = read_board(COUNTED)
    costs = quick_costs(board, Random(1), tables=20)

    assert len(board.shadowed) == len(costs.rows)
    assert costs == quick_costs(board, Random(1), tables=20)
