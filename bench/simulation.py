"""Simulation of Wolle: turns of one player a second, judged and recorded or between bots alone."""

from __future__ import annotations

import json
import sys
from random import Random
from typing import TYPE_CHECKING

from bench.process import Command, measure, module, printkit
from bench.table import Figure, Row
from printkit.games.wolle.boards import shipped
from printkit.games.wolle.cups import draw_choices
from printkit.games.wolle.trials import SEATS, new_trial, play_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.process import Figures, Plan

GAMES = 2_000
MANY = 5_000
"""So many that starting workers weighs little."""
PLAYERS = (2, 4, 6)
HOLD = 50_000


def rows(plan: Plan) -> Iterator[Row]:
    """The simulator that proves boards, and `printkit simulate`, which also judges each event."""
    trials = module("trials", "bench.simulation", str(GAMES))
    bare, *judged = measure((trials, *map(_simulate, PLAYERS)), plan.runs)
    yield _row("Wolle between bots: turns of one player a second", int(bare.output), bare, plan)
    for players, figures in zip(PLAYERS, judged, strict=True):
        turns = json.loads(figures.output)["rounds"]["mean"] * players * GAMES
        what = f"printkit simulate wolle, {players} players: the same, every event judged"
        yield _row(what, turns, figures, plan)
    yield _together(plan)


def _together(plan: Plan) -> Row:
    alone, together = measure([_simulate(4, MANY, workers) for workers in (1, 2)], plan.runs)
    walls = Figure("1 worker", alone.wall_s, "s"), Figure("2 workers", together.wall_s, "s")
    what = "the same, 4 players, with 2 workers: speed-up (by the clock on the wall)"
    return Row(what, alone.wall_s / together.wall_s, 1.6, 1.9, walls, more_is_better=True)


def _simulate(players: int, games: int = GAMES, workers: int = 1) -> Command:
    words = ("--players", str(players), "--games", str(games), "--seed", "bench", "--json")
    return printkit("simulate", "wolle", *words, "--jobs", str(workers))


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
