"""Whole processes, measured: the clock on the wall, the processor and the memory at its peak."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = Path(__file__).resolve().parent.parent
_BYTES_PER_RSS = 1 if sys.platform == "darwin" else 1024


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


def printkit(*arguments: str) -> Command:
    """The printkit command of this environment, as a person calls it."""
    installed = Path(sys.executable).with_name("printkit")
    return Command("printkit", (str(installed), *arguments))


def script(label: str, name: str, *arguments: str) -> Command:
    """One of the scripts in this folder."""
    path = Path(__file__).with_name(name)
    return Command(label, (sys.executable, str(path), *arguments))


def measure(commands: Sequence[Command], runs: int) -> list[Figures]:
    """Runs the commands in turn, once to warm up and then `runs` times each."""
    for command in commands:
        run(command)
    taken = [[run(command) for command in commands] for _ in range(runs)]
    return [
        Figures(
            command.label,
            median(run.wall_s for run in own),
            median(run.cpu_s for run in own),
            int(median(run.peak_bytes for run in own)),
            own[-1].output,
        )
        for command, own in zip(commands, zip(*taken, strict=True), strict=True)
    ]


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


def _environment() -> Mapping[str, str]:
    """No variable may slow one side down: without byte code, say, every run compiles anew."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PRINTKIT", "RL_"))}
    return {**kept, "COLUMNS": "80", "LC_ALL": "C.UTF-8"}
