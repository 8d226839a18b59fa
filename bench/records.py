"""Records: events that printkit reads and validates a second, beside the plies of python-chess.

The events are those of random games, saved by printkit's own simulator. Both sides work in one
process; what a second one brings is a row of its own.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from bench.process import Command, measure, module, printkit, run, script
from bench.table import Figure, Row
from printkit.games import game_ids
from printkit.records import load_report
from printkit.samples import sample_files, violation_files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.process import Plan

CHESS_GAMES = 800
EVENTS = 100_000
"""So many that start-up, of which both sides have some, weighs little."""
SAMPLE_GAMES = 10
HOLD, AIM = 1.5, 3.0


def rows(plan: Plan) -> Iterator[Row]:
    """One row a game."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pgn = folder / "games.pgn"
        run(script("make PGN", "floor_chess.py", "make", str(pgn), str(CHESS_GAMES)))
        games = game_ids()
        for game in games:
            _save_games(game, folder / game)
        commands = [_validate(folder / game) for game in games]
        commands.append(_validate(folder / games[0], workers=2))
        commands.append(script("python-chess", "floor_chess.py", "read", str(pgn)))
        *ours, together, theirs = measure(commands, plan.runs)
    speed = int(theirs.output) / plan.seconds(theirs)
    plies = Figure(theirs.label, speed, "plies/s", theirs.wall_s, theirs.cpu_s)
    for game, figures in zip(games, ours, strict=True):
        speed = _count_events(figures.output) / plan.seconds(figures)
        events = Figure("printkit", speed, "events/s", figures.wall_s, figures.cpu_s)
        yield Row(
            what=f"{game} events a second / python-chess plies",
            value=events.value / plies.value,
            hold=HOLD,
            aim=AIM,
            figures=(events, plies),
            more_is_better=True,
        )
    walls = Figure("1 worker", ours[0].wall_s, "s"), Figure("2 workers", together.wall_s, "s")
    what = f"{games[0]} events, with 2 workers: speed-up (by the clock on the wall)"
    yield Row(what, ours[0].wall_s / together.wall_s, None, None, walls, more_is_better=True)
    yield _samples(plan)


def _samples(plan: Plan) -> Row:
    """All samples that ship, beside their replay alone, in a process that has started already."""
    whole, bare = measure(
        (printkit("validate"), module("replay", "bench.records", plan.clock)), plan.runs
    )
    replayed = float(bare.output)
    shown = plan.figure(whole, "ms"), Figure("replay alone", replayed * 1000, "ms")
    what = "validate all samples / the same replay without a start"
    return Row(what, plan.seconds(whole) / replayed, 1.5, 1.2, shown)


def replay_samples(clock: str) -> float:
    """The seconds from the first sample to the last, in a process that has started already."""
    files = [*sample_files(), *violation_files()]
    now = time.perf_counter if clock == "wall" else time.process_time
    started = now()
    for file in files:
        load_report(file)
    return now() - started


def _save_games(game: str, folder: Path) -> None:
    """Writes random games with about `EVENTS` events."""
    _simulate(game, "--games", str(ceil(EVENTS / _mean_events(game))), "--save", str(folder))


def _validate(folder: Path, workers: int = 1) -> Command:
    return printkit("validate", "--json", "--jobs", str(workers), str(folder))


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


if __name__ == "__main__":
    sys.stdout.write(f"{replay_samples(sys.argv[1])}\n")
