"""Wolle: which rule is reported for a fault, compared with an independent implementation."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from printkit.games.wolle import GAME
from printkit.games.wolle.board import shipped_board
from printkit.games.wolle.numbers import BEND
from printkit.rules.game import Refusal
from printkit.rules.judge import check
from printkit.rules.simulate import NAMES, Seating
from printkit.rules.simulate import play as play_game
from tests.games.wolle_positions import (
    MAT,
    MAT_CUPS,
    begin,
    broken_rules,
    draw,
    play,
    roll,
    rolled,
    with_ruling,
)

# Ann is on B2 of the mat after RD, heading down; the die shows 2.
FROM_B2 = [
    ("UUU", "wolle.grid-step"),
    ("LLLLLL", "wolle.grid-step"),
    ("DDDDRRR", "wolle.grid-step"),
    ("DDRRRU", "wolle.block"),
    ("UL", "wolle.segment-once"),
    ("DU", "wolle.segment-once"),
    ("RLRL", "wolle.segment-once"),
    ("UDUD!", "wolle.segment-once"),
    ("RDRU", "wolle.one-bend"),
    ("DRD!", "wolle.one-bend"),
    ("RD", "wolle.bend-at-start"),
    ("LD!", "wolle.bend-at-start"),
    ("RRDD", "wolle.bend-at-start"),
    ("D!", "wolle.paw-short"),
    ("DRR!", "wolle.paw-short"),
    ("!", "wolle.paw-short"),
    ("D", "wolle.exact"),
    ("DRR", "wolle.exact"),
    ("", "wolle.exact"),
    ("DD!", None),
    ("DD", None),
    ("LL", "wolle.grid-step"),
    ("RR", None),
    ("DR", None),
    ("DL", None),
]
NOT_A_PATH = ["!D", "D!D", "DD!!", "dd", "D D", "RD\n", "XY", 2, True, ["D"], {"D": 1}]
DICE = [
    (0, "core.chance"),
    (7, "core.chance"),
    (-1, "core.chance"),
    (10**30, "core.chance"),
    ("6", "core.args"),
    (6.0, "core.args"),
    (True, "core.args"),
    (None, "core.args"),
    ([6], "core.args"),
]
CUPS = {"Ann": MAT_CUPS, "Ben": MAT_CUPS}
HEADERS: list[tuple[dict[str, Any], str]] = [
    ({"variant": "base"}, "wolle.cups"),
    ({"variant": "base", "cups": {"Ann": MAT_CUPS}}, "wolle.cups"),
    ({"variant": "base", "cups": CUPS | {"Ben": MAT_CUPS[:5]}}, "wolle.cups"),
    ({"variant": "base", "cups": CUPS | {"Ben": [*MAT_CUPS, "G3"]}}, "wolle.cups"),
    ({"variant": "base", "cups": CUPS | {"Ben": [*MAT_CUPS[:5], "C3"]}}, "wolle.cups"),
    ({"variant": "base", "cups": CUPS | {"Ben": [*MAT_CUPS[:5], "A1"]}}, "wolle.cups"),
    ({"variant": "base", "cups": CUPS | {"Ben": [*MAT_CUPS[:5], "g3"]}}, "wolle.cups"),
    ({"variant": "base", "cups": CUPS | {"Ben": [*MAT_CUPS[:5], 3]}}, "wolle.cups"),
    ({"variant": "base", "cups": CUPS | {"Ben": None}}, "wolle.cups"),
    ({"variant": "base", "cups": None}, "wolle.cups"),
    ({"variant": "novice"}, "wolle.cups"),
    ({"cups": CUPS}, "wolle.cups"),
    ({"variant": "base", "cups": CUPS | {"Cleo": MAT_CUPS}}, "core.header"),
    ({"variant": "base", "cups": [MAT_CUPS, MAT_CUPS]}, "core.header"),
    ({"board": "c"}, "core.header"),
    ({"board": None}, "core.header"),
    ({"board": {}}, "core.header"),
    ({"board": MAT | {"colour": "red"}}, "core.header"),
    ({"board": MAT | {"map": "S P"}}, "core.header"),
    ({"board": "c", "variant": "base"}, "core.header"),
    ({"players": ["Ann"]}, "wolle.players"),
    ({"players": list("ABCDEFG")}, "wolle.players"),
]


@pytest.mark.parametrize(("path", "rule"), FROM_B2)
def test_a_path_is_refused_for_its_first_fault(path: str, rule: str | None) -> None:
    state = rolled(play(begin(), (2, "RD")), 2)

    assert rule == next(iter(broken_rules(state, draw(path))), None)


@pytest.mark.parametrize("path", NOT_A_PATH)
def test_a_malformed_path_is_refused(path: Any) -> None:
    assert ["core.args"] == broken_rules(rolled(begin(), 2), draw(path))


@pytest.mark.parametrize(("die", "rule"), DICE)
def test_an_impossible_roll_is_refused(die: Any, rule: str) -> None:
    assert [rule] == broken_rules(begin(), roll(die))


@pytest.mark.parametrize(("extras", "rule"), HEADERS)
def test_an_unplayable_header_is_refused(extras: dict[str, Any], rule: str) -> None:
    with pytest.raises(Refusal) as refused:
        begin(**extras)

    assert rule == refused.value.fault.rule


def test_without_cups_an_empty_list_of_cups_is_fine() -> None:
    assert (0, 0) == begin(cups={"Ann": []}).cups


def test_an_ended_thread_is_reported_first() -> None:
    state = rolled(play(begin(), (4, "RDDD!")), 1)

    assert ["wolle.paw-closed"] == broken_rules(state, draw("UUUUUU!"))
    assert ["wolle.paw-closed"] == broken_rules(state, draw(""))
    assert ["core.args"] == broken_rules(state, draw("x"))


def test_an_ended_thread_may_be_left_out_but_not_an_open_one() -> None:
    state = rolled(play(begin(), (4, "RDDD!")), 1)

    assert [] == broken_rules(state, {"do": "draw", "paths": {"Ben": None}})
    assert ["core.args"] == broken_rules(state, {"do": "draw", "paths": {"Ann": None}})


def test_the_first_offender_in_seat_order_is_named() -> None:
    faults = check(GAME, rolled(begin(), 2), draw("R", "UU"))

    assert [("wolle.exact", 0), ("wolle.grid-step", 1)] == [
        (each.rule, each.seat) for each in faults
    ]


def test_unreadable_values_are_reported_before_broken_rules() -> None:
    assert ["core.args"] == broken_rules(rolled(begin(), 2), draw("UU", 5))


def test_a_stop_on_the_paw_needs_a_new_segment() -> None:
    state = rolled(play(begin(), (4, "RDDD")), 1)

    assert ["wolle.paw-short"] == broken_rules(state, draw("!"))
    assert ["wolle.paw-short"] == broken_rules(state, draw("L!"))


def test_a_stop_with_more_segments_than_rolled_has_the_wrong_length() -> None:
    assert ["wolle.exact"] == broken_rules(rolled(begin(), 3), draw("RDDD!"))


def test_a_full_length_path_may_end_on_the_paw_with_or_without_stopping() -> None:
    state = rolled(begin(), 4)

    assert [] == broken_rules(state, draw("RDDD!")) == broken_rules(state, draw("RDDD"))


def test_crossing_is_checked_after_segments_and_before_bends() -> None:
    state = play(begin(variant="no-crossing", cups=CUPS), (2, "RR"), (1, "D"), (1, "L"))

    assert "wolle.no-crossing" == broken_rules(rolled(state, 3), draw("DRU"))[0]
    assert "wolle.no-crossing" == broken_rules(rolled(state, 1), draw("U"))[0]
    assert "wolle.segment-once" == broken_rules(rolled(state, 3), draw("URR"))[0]


def test_with_the_ruling_free_the_first_dot_is_not_a_bend() -> None:
    state = rolled(play(begin(**with_ruling("free")), (2, "RD")), 2)

    assert [] == broken_rules(state, draw("RD"))
    assert ["wolle.segment-once"] == broken_rules(state, draw("UL"))[:1]


_STEPS = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}


class Reference:
    """An independent implementation of the rules, with sets of coordinates."""

    def __init__(self, rows: tuple[str, ...], *, free: bool, crossing: bool) -> None:
        self.free, self.crossing = free, crossing
        self.marks = {(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
        self.at = next(at for at, mark in self.marks.items() if mark == "S")
        self.used: set[frozenset[tuple[int, int]]] = set()
        self.visited = {self.at}
        self.heading = ""
        self.closed = False

    def follow(self, text: str) -> list[tuple[int, int]]:
        dots = [self.at]
        for letter in text:
            x, y = dots[-1]
            dots.append((x + _STEPS[letter][0], y + _STEPS[letter][1]))
        return dots

    def first_fault(self, path: str, die: int) -> str | None:
        stop, text = path.endswith("!"), path.rstrip("!")
        dots = self.follow(text)
        segments = [frozenset(pair) for pair in pairwise(dots)]
        bends = [(a in "UD") != (b in "UD") for a, b in pairwise(text)]
        turned = bool(text and self.heading and text[0] != self.heading)
        on_paw = self.marks.get(dots[-1]) == "P"
        tests = [
            ("wolle.paw-closed", self.closed),
            ("wolle.grid-step", any(dot not in self.marks for dot in dots)),
            ("wolle.block", any(self.marks.get(dot) == "#" for dot in dots[1:])),
            (
                "wolle.segment-once",
                len(set(segments)) < len(segments) or not self.used.isdisjoint(segments),
            ),
            (
                "wolle.no-crossing",
                not self.crossing
                and (len(set(dots)) < len(dots) or not self.visited.isdisjoint(dots[1:])),
            ),
            ("wolle.one-bend", sum(bends) > 1),
            ("wolle.bend-at-start", not self.free and turned and sum(bends) == 1),
            ("wolle.paw-short", stop and not (on_paw and text)),
            ("wolle.exact", len(text) > die or (len(text) < die and not stop)),
        ]
        return next((rule for rule, is_broken in tests if is_broken), None)

    def draw(self, path: str) -> None:
        text = path.rstrip("!")
        dots = self.follow(text)
        self.used |= {frozenset(pair) for pair in pairwise(dots)}
        self.visited |= set(dots)
        self.at, self.heading, self.closed = dots[-1], text[-1], path.endswith("!")


def _try_paths(rng: Random) -> list[str]:
    """Paths of all kinds: straight, bent, crooked, with a stop and without."""
    found = []
    for _ in range(12):
        first, second = rng.randrange(0, 5), rng.randrange(0, 4)
        bent = rng.choice("UDLR") * first + rng.choice("UDLR") * second
        crooked = "".join(rng.choice("UDLR") for _ in range(rng.randrange(0, 7)))
        found += [bent, crooked, bent + "!"]
    return found


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("choice", ["counts", "free"])
@pytest.mark.parametrize("variant", ["base", "no-crossing"])
def test_an_independent_implementation_finds_the_same_faults(
    variant: str, choice: str, seed: int
) -> None:
    names, rng = NAMES[:2], Random(f"{choice}/{variant}/{seed}")
    settings = {"board": rng.choice("ab")}
    rows = shipped_board(settings["board"]).rows
    rules = {"free": choice == "free", "crossing": variant == "base"}
    threads = {name: Reference(rows, **rules) for name in names}

    def watch(_number: int, event: Any, before: Any, _after: Any) -> None:
        if event["do"] == "roll":
            return
        for path in _try_paths(rng):
            expected = threads[names[0]].first_fault(path, before.die)
            tried = {"do": "draw", "paths": {names[0]: path, names[1]: None}}
            assert expected == next(iter(broken_rules(before, tried)), None), path
        for name, path in event["paths"].items():
            if path is not None:
                threads[name].draw(path)

    play_game(Seating(GAME, names, variant, {BEND: choice}, settings), rng, watch=watch)
