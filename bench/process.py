"""Run whole processes and measure them: wall-clock time, processor time and peak memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
MB = 1_000_000
SLOW_S = 3.0
SLOW_RUNS = 3
"""A command that takes longer than `SLOW_S` runs only so often: it varies little."""

_RSS_UNIT = 1 if sys.platform == "darwin" else 1024
_CHANGES_OUTPUT = ("PYTHON", "PRINTKIT", "RL_", "LANGUAGE")


class Command(NamedTuple):
    """A command line to measure."""

    words: tuple[str, ...]


class Run(NamedTuple):
    """What one run took; of several runs, the medians, with the output of the last one."""

    wall_s: float
    cpu_s: float
    peak_mb: float
    output: str


def printkit(*arguments: str | Path) -> Command:
    """The printkit command of this environment."""
    return Command((str(Path(sys.executable).with_name("printkit")), *map(str, arguments)))


def comparison(name: str, *arguments: str | Path) -> Command:
    """One of the scripts in `comparisons/`."""
    script = Path(__file__).parent / "comparisons" / f"{name}.py"
    return Command((sys.executable, str(script), *map(str, arguments)))


def module(name: str, *arguments: str | Path, python: str | Path = sys.executable) -> Command:
    """A module of the benchmark that runs as a process."""
    return Command((str(python), "-m", name, *map(str, arguments)))


class Measurement(NamedTuple):
    """How often to run each command."""

    runs: int

    def measure(self, *commands: Command) -> list[Run]:
        """Run the commands in turn, back and forth, after one run each to warm up."""
        taken: list[list[Run]] = [[] for _ in commands]
        for number in range(self.runs + 1):
            order = 1 if number % 2 else -1
            for command, own in list(zip(commands, taken, strict=True))[::order]:
                if not (own and own[0].wall_s > SLOW_S and len(own) >= SLOW_RUNS):
                    own.append(run(command))
        return [_medians(own if own[0].wall_s > SLOW_S else own[1:] or own) for own in taken]


def _medians(runs: list[Run]) -> Run:
    wall, cpu, peak = (median(each) for each in zip(*(one[:3] for one in runs), strict=True))
    return Run(wall, cpu, peak, runs[-1].output)


def run(command: Command) -> Run:
    """Run a command once; raise `CalledProcessError` when it fails."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        started = time.perf_counter()
        process = subprocess.Popen(command.words, cwd=ROOT, env=environment(), stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        wall_s = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command.words)
        output.seek(0)
        peak = usage.ru_maxrss * _RSS_UNIT / MB
        return Run(wall_s, usage.ru_utime + usage.ru_stime, peak, output.read())


def environment() -> Mapping[str, str]:
    """The environment without variables that would slow one side down or change its output."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(_CHANGES_OUTPUT)
    }
    return {**kept, "COLUMNS": "80", "LC_ALL": "C.UTF-8"}
