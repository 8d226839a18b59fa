"""Whole processes, measured: the clock on the wall, the processor and the memory at its peak."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from bench.table import Figure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = Path(__file__).resolve().parent.parent
MB = 1_000_000
_BYTES_PER_RSS = 1 if sys.platform == "darwin" else 1024

SLOW_S = 3.0
SLOW_RUNS = 3
"""How often to run what takes longer than `SLOW_S`: it varies little, and waiting is long."""

Clock: TypeAlias = Literal["wall", "cpu"]


class Command(NamedTuple):
    """What is run, and what its figures are called."""

    label: str
    words: tuple[str, ...]


class Run(NamedTuple):
    """One run of a command."""

    wall_s: float
    cpu_s: float
    peak_bytes: int
    output: str


class Figures(NamedTuple):
    """The medians of one command's runs, and what its last run printed."""

    label: str
    wall_s: float
    cpu_s: float
    peak_bytes: int
    output: str


class Plan(NamedTuple):
    """How to measure: how often, and by which clock.

    Processor time, which is that of a process and of those it waited for, counts all cores that
    somebody uses, and is the same on a machine that is busy with other things.
    """

    runs: int
    clock: Clock

    def seconds(self, figures: Figures) -> float:
        """What a command took, by the clock of this plan."""
        return figures.wall_s if self.clock == "wall" else figures.cpu_s

    def figure(self, figures: Figures, unit: str = "s") -> Figure:
        """What a command took, to be shown: by the clock of this plan, with both beside it."""
        value = self.seconds(figures) * (1000 if unit == "ms" else 1)
        return Figure(figures.label, value, unit, figures.wall_s, figures.cpu_s)


def is_busy() -> bool:
    """Whether this machine does other things too: then the clock on the wall says little."""
    return os.getloadavg()[0] > (os.cpu_count() or 1) * 0.75


def printkit(*arguments: str) -> Command:
    """The printkit command of this environment, as a person calls it."""
    installed = Path(sys.executable).with_name("printkit")
    return Command("printkit", (str(installed), *arguments))


def script(label: str, name: str, *arguments: str) -> Command:
    """One of the scripts in this folder."""
    path = Path(__file__).with_name(name)
    return Command(label, (sys.executable, str(path), *arguments))


def module(label: str, name: str, *arguments: str) -> Command:
    """A module of the bench that uses printkit itself."""
    return Command(label, (sys.executable, "-m", name, *arguments))


def measure(commands: Sequence[Command], runs: int) -> list[Figures]:
    """Runs the commands in turn, once to warm up and then `runs` times each, there and back.

    What takes long needs no warming up, and a few runs: its first one counts. With no runs after
    it the first one counts for all.
    """
    taken: list[list[Run]] = [[] for _ in commands]
    for number in range(runs + 1):
        order = 1 if number % 2 else -1
        for command, own in list(zip(commands, taken, strict=True))[::order]:
            if not _is_slow(own) or len(own) < SLOW_RUNS:
                own.append(run(command))
    for own in taken:
        if runs and not _is_slow(own):
            del own[0]
    return [_medians(command, own) for command, own in zip(commands, taken, strict=True)]


def _is_slow(taken: Sequence[Run]) -> bool:
    return bool(taken) and taken[0].wall_s > SLOW_S


def _medians(command: Command, taken: Sequence[Run]) -> Figures:
    return Figures(
        command.label,
        median(run.wall_s for run in taken),
        median(run.cpu_s for run in taken),
        int(median(run.peak_bytes for run in taken)),
        taken[-1].output,
    )


def run(command: Command) -> Run:
    """Runs a command once; raises `CalledProcessError` when it fails."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        started = time.perf_counter()
        process = subprocess.Popen(command.words, cwd=ROOT, env=_environment(), stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        wall_s = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command.words)
        output.seek(0)
        peak = usage.ru_maxrss * _BYTES_PER_RSS
        return Run(wall_s, usage.ru_utime + usage.ru_stime, peak, output.read())


_CHANGING = ("PYTHON", "PRINTKIT", "RL_", "LANGUAGE")


def _environment() -> Mapping[str, str]:
    """No variable may slow one side down: without byte code, say, every run compiles anew."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(_CHANGING)}
    return {**kept, "COLUMNS": "80", "LC_ALL": "C.UTF-8"}
