"""Wolle's boards: reading, errors, and the two shipped boards."""

from __future__ import annotations

import json

import pytest

from printkit.core.errors import LayoutError, PrintkitError
from printkit.games.wolle import GAME
from printkit.games.wolle.board import (
    SHIPPED,
    BadBoardError,
    parse_board,
    read_board,
    shipped_board,
)
from printkit.games.wolle.routes import find_routes
from printkit.games.wolle.sheets import board_facts
from tests.games.wolle_positions import COUNTED, MAT

GOOD = """\
board: mat
name: A mat
map: |
  S m s a o o
  o o o o o P
  . # . . m .
timer: [2, 3]
sets: [1, 2]
"""
REFUSED = [
    ("o o o o o P", "o o x o o P", "5:7", "'x' has no meaning"),
    ("o o o o o P", "o o oo o P", "5:8", "needs a space before it"),
    ("o o o o o P", "o o\to o o P", "5:6", "has no meaning"),
    ("S m s a o o", "S m s a o o .", "5:14", "row 2 has 6 dots"),
    ("o o o o o P", "o o o o o P .", "5:15", "row 2 has 7 dots"),
    ("o o o o o P", "o o o o o", "5:12", "row 2 has 5 dots"),
    ("  o o o o o P\n", "  o o o o o P\n\n", "6:1", "row 3 has 0 dots"),
    (". # . . m .", ". S . . m .", "6:5", "a second S"),
    (". # . . m .", ". P . . m .", "6:5", "a second P"),
    ("S m s a o o", ". m s a o o", "3:6", "is missing; a board has exactly one"),
    ("o o o o o P", "o o o o o .", "3:6", "is missing; a board has exactly one"),
    ("o o o o o P", ". . o o o P", "3:6", "5 dark dots"),
    (". # . . m .", ". # m . m .", "6:11", "one mouse too many"),
    (". # . . m .", ". # . . m .\n  # # # # # #\n  # . . # # #", "8:5", "cannot be reached"),
    ("timer: [2, 3]", "timer: [2, 7]", "7:12", "1 to 6"),
    ("timer: [2, 3]", "timer: [2, 0]", "7:12", "1 to 6"),
    ("timer: [2, 3]", "timer: [2, x]", "7:12", "not a whole number"),
    ("timer: [2, 3]", "timer: []", "7:1", "1 to 30 whole numbers"),
    ("timer: [2, 3]", "timer: 2", "7:8", "1 to 30 whole numbers"),
    ("sets: [1, 2]", "sets: [1, 2.5]", "8:11", "not a whole number"),
    ("sets: [1, 2]", "sets: [1, true]", "8:11", "not a whole number"),
    ("sets: [1, 2]", "sets: []", "8:1", "1 to 30 whole numbers"),
    ("sets: [1, 2]", "set: [1, 2]", "8:1", "did you mean 'sets'"),
    ("sets: [1, 2]\n", "", "1:1", "a board needs 'sets'"),
    ("board: mat", "board: 7", "1:8", "'board' must be text"),
    ("name: A mat", "name: [A, mat]", "2:1", "'name' must be text"),
]


@pytest.mark.parametrize(("old", "new", "place", "message"), REFUSED)
def test_a_bad_board_is_refused_at_the_bad_character(
    old: str, new: str, place: str, message: str
) -> None:
    with pytest.raises(LayoutError, match=message.replace("(", "\\(")) as refused:
        parse_board(GOOD.replace(old, new), "mat.yaml")

    where = refused.value.where
    assert f"mat.yaml:{place}" == str(where)


def test_a_board_is_read_from_a_file() -> None:
    board = parse_board(GOOD, "mat.yaml")

    assert ("mat", "A mat", (2, 3), (1, 2)) == (board.id, board.name, board.timer, board.sets)
    assert ("Smsaoo", "oooooP", ".#..m.") == board.rows


def test_a_list_is_not_a_board() -> None:
    with pytest.raises(LayoutError, match="mapping"):
        parse_board("- S\n- P\n", "mat.yaml")


def test_a_map_can_be_quoted() -> None:
    quoted = GOOD.replace(
        "map: |\n  S m s a o o\n  o o o o o P\n  . # . . m .\n",
        'map: "S m s a o o\\no o o o o P\\n. # . . m ."\n',
    )

    assert parse_board(GOOD, "mat.yaml").rows == parse_board(quoted, "mat.yaml").rows


def test_an_error_in_an_inline_board_has_its_place_in_the_map() -> None:
    with pytest.raises(BadBoardError) as refused:
        read_board(MAT | {"map": MAT["map"].replace("#", "?")})

    assert "map, line 4, column 9: " == refused.value.place


@pytest.mark.parametrize("board", SHIPPED)
def test_a_shipped_board_written_inline_is_the_same_board(board: str) -> None:
    one = shipped_board(board)
    inline = {
        "board": one.id,
        "name": one.name,
        "map": "\r\n".join(" ".join(row) for row in one.rows),
        "timer": list(one.timer),
        "sets": list(one.sets),
    }

    assert one == read_board(inline)


def test_a_board_may_have_26_by_40_dots_and_no_more() -> None:
    rows = [["."] * 26 for _ in range(40)]
    rows[0][0], rows[39][25], rows[20] = "S", "P", ["o"] * 26
    values = MAT | {"map": "\n".join(map(" ".join, rows))}

    assert "Z40" == read_board(values).dot_name(40 * 26 - 1)
    with pytest.raises(BadBoardError, match="more than 40 rows"):
        read_board(values | {"map": values["map"] + "\n" + " ".join(rows[1])})
    with pytest.raises(BadBoardError, match="more than 26 dots"):
        read_board(values | {"map": "\n".join(f"{' '.join(row)} ." for row in rows)})


def test_dots_are_named_like_cells() -> None:
    board = read_board(COUNTED)

    assert ("B1", "F9") == (board.dot_name(board.start), board.dot_name(board.paw))
    assert ["C1", "D2", "E2"] == list(board.shadows)[:3]


def test_the_start_and_the_paw_may_be_in_any_row() -> None:
    board = {"map": "o o o o\no o o o\nP . . S", "timer": [6], "sets": [0]}

    assert "D3" == (found := read_board(board)).dot_name(found.start)


@pytest.mark.parametrize("side", SHIPPED)
def test_our_boards_fit_a5(side: str) -> None:
    board = shipped_board(side)

    assert (board.columns - 1) * 8 <= 110
    assert (len(board.rows) - 1) * 8 <= 120


@pytest.mark.parametrize("side", SHIPPED)
def test_our_boards_have_the_same_number_of_each_item(side: str) -> None:
    board = shipped_board(side)

    assert {len(board.sets)} == {kind.bit_count() for kind in board.items}


def test_side_b_has_more_blocks_and_fewer_items() -> None:
    a, b = shipped_board("a").marks, shipped_board("b").marks

    assert a.count("#") < b.count("#")
    assert a.count("m") > b.count("m")


@pytest.mark.parametrize("side", SHIPPED)
def test_the_start_is_at_the_top_and_the_paw_at_the_bottom(side: str) -> None:
    board = shipped_board(side)

    assert 0 == board.start // board.columns
    assert len(board.rows) - 1 == board.paw // board.columns


def test_every_route_has_one_bit_for_each_segment_and_dot() -> None:
    table = find_routes(shipped_board("a"), free=True)
    for dot in range(len(shipped_board("a").marks)):
        for route in table.by_text[dot].values():
            bits = {route.length, route.segments.bit_count(), route.dots.bit_count()}
            assert {len(route.text.rstrip("!"))} == bits


@pytest.mark.parametrize("variant", [variant.id for variant in GAME.variants])
def test_facts_are_plain_values(variant: str) -> None:
    facts = GAME.sheet_facts(4, variant)

    assert facts == json.loads(json.dumps(facts))
    assert (4, variant, 6) == (facts["player_count"], facts["variant"], len(facts["faces"]))
    assert {"mouse", "sock", "airplane"} == {kind["icon"] for kind in facts["kinds"]}
    assert (0 if variant == "no-cups" else 6) == facts["cups"]
    assert (0 if variant == "novice" else -2) == facts["points"]["cup"]
    assert [2, 3, 4, 5, 6] == [row["player_count"] for row in facts["counts"]]


def test_facts_are_refused_for_other_numbers_of_players() -> None:
    with pytest.raises(PrintkitError, match="2 to 6 players, not 7"):
        GAME.sheet_facts(7, "base")


def test_the_facts_of_a_board_name_every_dot_and_box() -> None:
    facts = board_facts(parse_board(GOOD, "mat"), "b")

    assert {"name": "F2", "column": 6, "row": 2, "kind": "paw"} == facts["paw"]
    assert ["A1", "B1"] == [dot["name"] for dot in facts["dots"][:2]]
    assert 18 == len(facts["dots"]) == sum(len(dots) for dots in facts["by_kind"].values())
    assert [2, 1, 1] == [kind["count"] for kind in facts["items"]]
    assert [(1, 1, 1), (2, 2, 3)] == [tuple(each.values()) for each in facts["sets"]]
    assert [2, 3] == [each["roll"] for each in facts["timer"]]
    assert ("blue", 2, 6) == (facts["carpet"], facts["boxes"], facts["cup_boxes"])
