"""Simulation of Wolle: turns of one player a second, judged and recorded or between bots alone."""

from __future__ import annotations

import json
import sys
from random import Random
from typing import TYPE_CHECKING

from bench.process import measure, module, printkit
from bench.table import Figure, Row
from printkit.games.wolle.boards import shipped
from printkit.games.wolle.cups import draw_choices
from printkit.games.wolle.trials import SEATS, new_trial, play_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.process import Figures, Plan

GAMES = 2_000
HOLD = 50_000


def rows(plan: Plan) -> Iterator[Row]:
    """The simulator that proves boards, and `printkit simulate`, which also judges each event."""
    trials = module("trials", "bench.simulation", str(GAMES))
    words = ("--players", str(SEATS), "--games", str(GAMES), "--seed", "bench", "--json")
    bare, judged = measure((trials, printkit("simulate", "wolle", *words)), plan.runs)
    turns = json.loads(judged.output)["rounds"]["mean"] * SEATS * GAMES
    yield _row("Wolle between bots: turns of one player a second", int(bare.output), bare, plan)
    yield _row("printkit simulate wolle: the same, every event judged", turns, judged, plan)


def _row(what: str, turns: float, figures: Figures, plan: Plan) -> Row:
    shown = plan.figure(figures), Figure("turns", turns, "")
    hold = HOLD if figures.label == "trials" else None
    speed = turns / plan.seconds(figures)
    return Row(what, speed, hold, hold, shown, "turns/s", more_is_better=True)


def play(games: int) -> int:
    """Plays full tables on both boards; gives how often a player had a turn."""
    rng = Random("bench")
    turns = 0
    for board in (shipped("a"), shipped("b")):
        for _ in range(games // 2):
            choices = list(draw_choices(board, SEATS, rng))
            turns += play_out(new_trial(board, choices), rng).turns * SEATS
    return turns


if __name__ == "__main__":
    sys.stdout.write(f"{play(int(sys.argv[1]))}\n")
