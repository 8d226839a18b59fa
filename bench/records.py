"""Records: events that printkit reads and validates a second, beside the plies of python-chess.

The events are those of random games, saved by printkit's own simulator.
"""

from __future__ import annotations

import json
import tempfile
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from bench.process import Command, measure, printkit, run, script
from bench.table import Figure, Row
from printkit.games import game_ids

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.process import Plan

CHESS_GAMES = 1_200
EVENTS = 150_000
"""So many that start-up, of which both sides have some, weighs little."""
SAMPLE_GAMES = 10
AIM = 3.0
HOLD = 1.0
HOLDS = {"attacke": 0.5, "cattitude": 0.5}


def rows(plan: Plan) -> Iterator[Row]:
    """One row a game."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pgn = folder / "games.pgn"
        run(script("make PGN", "floor_chess.py", "make", str(pgn), str(CHESS_GAMES)))
        games = game_ids()
        commands = [_validation(game, folder / game) for game in games]
        commands.append(script("python-chess", "floor_chess.py", "read", str(pgn)))
        *ours, theirs = measure(commands, plan.runs)
    speed = int(theirs.output) / plan.seconds(theirs)
    plies = Figure(theirs.label, speed, "plies/s", theirs.wall_s, theirs.cpu_s)
    for game, figures in zip(games, ours, strict=True):
        speed = _count_events(figures.output) / plan.seconds(figures)
        events = Figure("printkit", speed, "events/s", figures.wall_s, figures.cpu_s)
        yield Row(
            what=f"{game} events a second / python-chess plies",
            value=events.value / plies.value,
            hold=HOLDS.get(game, HOLD),
            aim=AIM,
            figures=(events, plies),
            more_is_better=True,
        )


def _validation(game: str, folder: Path) -> Command:
    """The command that replays about `EVENTS` events of a game, after they were written."""
    _simulate(game, "--games", str(ceil(EVENTS / _mean_events(game))), "--save", str(folder))
    return printkit("validate", "--json", str(folder))


def _mean_events(game: str) -> float:
    sample = json.loads(_simulate(game, "--games", str(SAMPLE_GAMES), "--json"))
    return float(sample["events"]["mean"])


def _simulate(game: str, *options: str) -> str:
    return run(printkit("simulate", game, "--seed", "bench", *options)).output


def _count_events(output: str) -> int:
    document = json.loads(output)
    if not document["legal"]:
        raise ValueError("a simulated game was found illegal")
    return sum(report["events"] for report in document["reports"])
