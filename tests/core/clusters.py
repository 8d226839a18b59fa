"""A Dask cluster on this machine: a scheduler and workers, each in a separate process."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests import running
from tests.running import PATIENCE_S, ROOT, computed_s

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DASK: Final = str(Path(sys.executable).with_name("dask"))
QUIET: Final = ("--host", "127.0.0.1", "--no-dashboard")
WORKERS: Final = 2
STARTED_S: Final = 0.1
"""How long a child process has been computing that is at work."""


class Cluster:
    """A scheduler with two workers of one thread each; `root` has the printkit of the workers."""

    address: str
    scheduler: subprocess.Popen[str]
    workers: list[subprocess.Popen[str]]

    def __init__(self, folder: Path, root: Path = ROOT) -> None:
        self._folder, self._root = folder, root
        self._logs: dict[int, Path] = {}  # of each process, by its id
        self._processes: list[subprocess.Popen[str]] = []  # all that were started

    def start(self) -> None:
        """Start what isn't running."""
        if not self._processes or self.scheduler.poll() is not None:
            self.kill()
            self.scheduler = self._start("scheduler", *QUIET, "--port", "0")
            self.address = self._line_with(self.scheduler, "Scheduler at:").split()[-1]
            self.workers = []
        running = [worker for worker in self.workers if worker.poll() is None]
        words = ("worker", self.address, *QUIET, "--nthreads", "1", "--no-nanny")
        self.workers = running + [self._start(*words) for _ in range(WORKERS - len(running))]
        for worker in self.workers:
            self._line_with(worker, "Registered to:")

    def kill(self) -> None:
        """Kill all processes."""
        for process in self._processes:
            process.kill()
            process.wait()

    def _start(self, *words: str) -> subprocess.Popen[str]:
        kept = {name: value for name, value in os.environ.items() if "PRINTKIT" not in name}
        own = {"PYTHONPATH": str(self._root), "DASK_TEMPORARY_DIRECTORY": str(self._folder)}
        log = self._folder / f"{words[0]}-{time.monotonic_ns()}.log"
        with log.open("w") as file:
            process = subprocess.Popen(
                [DASK, *words],
                cwd=self._folder,
                env={**kept, **own},
                stdout=file,
                stderr=subprocess.STDOUT,
                text=True,
            )
        self._logs[process.pid] = log
        self._processes.append(process)
        return process

    def _line_with(self, process: subprocess.Popen[str], text: str) -> str:
        """The first line of a process's log that has this text."""
        log = self._logs[process.pid]

        def found() -> str:
            return next((line for line in log.read_text().splitlines() if text in line), "")

        wait_until(lambda: bool(found()) or process.poll() is not None)
        assert found(), log.read_text()
        return found()


@contextmanager
def running_cluster(folder: Path, *, root: Path = ROOT) -> Iterator[Cluster]:
    """A cluster that ends with the test."""
    cluster = Cluster(folder, root)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.kill()


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait until another process has done something."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)


def children(process: subprocess.Popen[str]) -> list[int]:
    """The running child processes of a process."""
    return running.children(process.pid)


def computing(process: subprocess.Popen[str]) -> Callable[[], list[int]]:
    """A function that returns the children of a process that have been computing since now."""
    before = {pid: computed_s(pid) for pid in children(process)}
    return lambda: [
        pid for pid in children(process) if computed_s(pid) - before.get(pid, 0) > STARTED_S
    ]
