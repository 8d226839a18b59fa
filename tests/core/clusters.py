"""A Dask cluster on this machine: a scheduler and workers, each in a separate process."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests import running
from tests.running import PATIENCE_S, ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DASK = str(Path(sys.executable).with_name("dask"))


class Cluster(NamedTuple):
    """A running cluster."""

    address: str
    scheduler: subprocess.Popen[str]
    workers: tuple[subprocess.Popen[str], ...]


@contextmanager
def running_cluster(folder: Path, *, root: Path = ROOT) -> Iterator[Cluster]:
    """A scheduler with two workers of one thread each; `root` has the printkit of the workers."""
    with ExitStack() as stack:
        quiet = ("--host", "127.0.0.1", "--no-dashboard")
        scheduler = stack.enter_context(_started("scheduler", *quiet, "--port", "0", folder=folder))
        address = _line_with(scheduler, "Scheduler at:").split()[-1]
        words = ("worker", address, *quiet, "--nthreads", "1", "--no-nanny")
        workers = tuple(
            stack.enter_context(_started(*words, folder=folder, root=root)) for _ in range(2)
        )
        for worker in workers:
            _line_with(worker, "Registered to:")
        yield Cluster(address, scheduler, workers)


@contextmanager
def _started(*words: str, folder: Path, root: Path = ROOT) -> Iterator[subprocess.Popen[str]]:
    kept = {name: value for name, value in os.environ.items() if "PRINTKIT" not in name}
    log = folder / f"{words[0]}-{time.monotonic_ns()}.log"
    with log.open("w") as file:
        process = subprocess.Popen(
            [DASK, *words],
            cwd=folder,
            env={**kept, "PYTHONPATH": str(root)},
            stdout=file,
            stderr=subprocess.STDOUT,
            text=True,
        )
    process.log = log  # type: ignore[attr-defined]
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def _line_with(process: subprocess.Popen[str], text: str) -> str:
    """The first line of a process's log that has this text."""
    log: Path = process.log  # type: ignore[attr-defined]

    def found() -> str:
        return next((line for line in log.read_text().splitlines() if text in line), "")

    wait_until(lambda: bool(found()) or process.poll() is not None)
    assert found(), log.read_text()
    return found()


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait until another process has done something."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)


def children(process: subprocess.Popen[str]) -> list[int]:
    """The running child processes of a process."""
    return running.children(process.pid)
