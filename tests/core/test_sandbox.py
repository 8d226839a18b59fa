"""Calls that run in child processes: what comes back, and what happens when a child fails."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import CancelledError, wait
from functools import partial
from io import BytesIO
from math import inf
from pathlib import Path

import pytest

from printkit.core.budget import current_budget, limit_process, limit_work
from printkit.core.errors import FitError, InternalError, PrintkitError, Problems, UsageError, Where
from printkit.core.sandbox import (
    Sandbox,
    SandboxExecutor,
    WorkerError,
    WorkerTimeoutError,
)
from tests.running import PATIENCE_S, children, stopwatch, until


@pytest.fixture
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Children get all the time they need to clean up, however busy this machine is."""
    monkeypatch.setattr("printkit.core.sandbox.GRACE_S", PATIENCE_S)
    monkeypatch.setattr("printkit.core.sandbox.PATIENCE_S", PATIENCE_S)


def double(number: int) -> int:
    return 2 * number


def die(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuse(number: int) -> int:
    if number == 3:
        raise UsageError("this is the third", hint="leave it out")
    return 1 // (number - 5)


_left: list[object] = []


def leave_a_budget(steps: int) -> None:
    """End like a call that was interrupted while it cleaned up."""
    _left.append(limit_work(steps))
    _left[0].__enter__()  # type: ignore[attr-defined]


def steps_allowed() -> float:
    return current_budget().allowed


def refuse_all() -> None:
    here = Where("x", 1, 1)
    raise Problems([FitError("too long", here, missing=1.0), FitError("too wide", here)])


def compute(marker: Path) -> None:
    try:
        marker.write_text(str(os.getpid()))
        while True:
            pass
    finally:
        marker.unlink(missing_ok=True)


def stand_still(marker: Path) -> None:
    marker.write_text(str(os.getpid()))
    os.kill(os.getpid(), signal.SIGSTOP)


def allocate() -> int:
    return len(bytearray(500_000_000))


def test_results_come_in_the_order_of_the_calls() -> None:
    with SandboxExecutor(2) as executor:
        assert list(executor.map(double, range(20))) == list(range(0, 40, 2))


def test_map_takes_items_as_they_are_needed() -> None:
    numbers = iter(range(1_000_000_000))
    with SandboxExecutor(2) as executor:
        results = executor.map(double, numbers)
        assert next(results) == 0
        assert next(numbers) < 20
        results.close()  # type: ignore[attr-defined]


def test_a_crash_fails_only_its_own_call() -> None:
    with SandboxExecutor(1) as executor:
        futures = [executor.submit(die, number) for number in (1, 3, 5)]

        with pytest.raises(WorkerError, match="ended with SIGKILL"):
            futures[1].result()
        assert [futures[0].result(), futures[2].result()] == [1, 5]


def test_a_call_that_takes_too_long_fails_alone() -> None:
    with SandboxExecutor(1, timeout=1) as executor:
        slow, quick = executor.submit(time.sleep, 60), executor.submit(os.getpid)

        with pytest.raises(WorkerTimeoutError):
            slow.result()
        assert quick.result() > 0


@pytest.mark.usefixtures("_patient")
def test_a_running_call_can_be_cancelled_and_cleans_up(tmp_path: Path) -> None:
    marker = tmp_path / "busy"
    with SandboxExecutor(1) as executor:
        future = executor.submit(compute, marker)
        until(lambda: marker.exists() and marker.read_text())
        child = int(marker.read_text())

        assert future.cancel()
        wait([future])
        assert executor.submit(os.getpid).result() == child, "a warm child is kept"
    with pytest.raises(CancelledError):
        future.result()
    assert not marker.exists()


class Stubborn:
    """Ignores an exception that is raised while it is deleted, as Python does."""

    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __del__(self) -> None:
        self.marker.write_text(str(os.getpid()))
        while True:
            pass


def delete(marker: Path) -> None:
    stubborn = Stubborn(marker)
    del stubborn
    compute(marker)


@pytest.mark.usefixtures("_patient")
def test_a_call_is_cancelled_even_while_python_ignores_exceptions(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    marker = tmp_path / "busy"
    with SandboxExecutor(1) as executor:
        future = executor.submit(delete, marker)
        until(lambda: marker.exists() and marker.read_text())
        child = int(marker.read_text())

        future.cancel()
        assert executor.submit(os.getpid).result(timeout=PATIENCE_S) == child
    assert not marker.exists()
    assert capfd.readouterr().err == ""


def test_a_cancelled_call_that_does_not_react_is_killed(tmp_path: Path) -> None:
    marker = tmp_path / "busy"
    with SandboxExecutor(1) as executor:
        future = executor.submit(stand_still, marker)
        until(lambda: marker.exists() and marker.read_text())
        future.cancel()

        assert executor.submit(double, 2).result(timeout=PATIENCE_S) == 4


@pytest.mark.usefixtures("_patient")
def test_waiting_calls_are_cancelled_when_the_block_fails(tmp_path: Path) -> None:
    marker, executor = tmp_path / "busy", SandboxExecutor(1)
    futures = [executor.submit(compute, marker) for _ in range(3)]
    until(lambda: marker.exists() and marker.read_text())
    child, passed = int(marker.read_text()), stopwatch()
    with pytest.raises(KeyError), executor:
        raise KeyError

    assert passed() < 2
    assert all(future.cancelled() for future in futures)
    assert not marker.exists()
    assert child not in children(os.getpid())


@pytest.mark.usefixtures("_patient")
def test_a_call_can_be_cancelled_at_any_time(tmp_path: Path) -> None:
    """The child is on its way to the call: a signal that comes too early must not be lost."""
    with SandboxExecutor(1) as executor:
        child = executor.submit(os.getpid).result()
        for number in range(40):
            future = executor.submit(compute, tmp_path / f"busy{number}")
            time.sleep(number * 0.00005)
            future.cancel()
        assert executor.submit(os.getpid).result() == child, "it never had to be killed"
    assert list(tmp_path.iterdir()) == []


def note(folder: Path, group: str) -> None:
    """Note a call; with each of its first four, a worker waits for the other one."""
    own = folder / str(os.getpid())
    with own.open("a") as file:
        file.write(group)
    calls = min(own.stat().st_size, 4)
    until(lambda: sum(path.stat().st_size >= calls for path in folder.iterdir()) == 2)


def group_of(_folder: Path, group: str) -> str:
    return group


def test_a_worker_runs_only_calls_of_one_group(tmp_path: Path) -> None:
    with SandboxExecutor(2, group=group_of) as executor:
        for group in "abababababababab":
            executor.submit(note, tmp_path, group)

    runs = sorted(path.read_text() for path in tmp_path.iterdir())
    assert len(runs) == 2
    assert [run[:4] for run in runs] == ["aaaa", "bbbb"]


def test_errors_arrive_as_they_were_raised() -> None:
    with SandboxExecutor(1) as executor:
        with pytest.raises(UsageError, match="this is the third") as refused:
            executor.submit(refuse, 3).result()
        with pytest.raises(InternalError, match="ZeroDivisionError"):
            executor.submit(refuse, 5).result()
        with pytest.raises(Problems) as several:
            executor.submit(refuse_all).result()

    assert refused.value.hint == "leave it out"
    assert [problem.message for problem in several.value.problems] == ["too long", "too wide"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems limit less")
def test_a_child_has_its_limits() -> None:
    with Sandbox(limit_process, 100, 0) as sandbox:
        with pytest.raises(MemoryError):
            sandbox.run(allocate)
        assert not sandbox.is_running, "a child that was full is replaced"
        assert sandbox.run(os.getpid) == sandbox.pid


def trip(size: int) -> None:
    file = BytesIO()
    try:
        bytearray(size)
    finally:  # as a library cleans up
        file.close()
        file.seek(0)


_kept: list[bytes] = []


def keep(size: int) -> None:
    _kept.append(bytes(size))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems limit less")
def test_a_lack_of_memory_is_one_whatever_is_raised_because_of_it() -> None:
    with Sandbox(limit_process, 100, 0) as sandbox, pytest.raises(MemoryError):
        sandbox.run(partial(trip, 500_000_000))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems limit less")
def test_a_child_that_keeps_too_much_is_replaced() -> None:
    with Sandbox(limit_process, 200, 0) as sandbox:
        before = sandbox.run(os.getpid)
        sandbox.run(partial(keep, 1_000_000))
        assert sandbox.pid == before
        sandbox.run(partial(keep, 170_000_000))
        sandbox.run(partial(keep, 100_000_000))
        assert sandbox.pid != before


def test_a_child_that_cannot_start_is_an_error_and_the_next_call_tries_again(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "games"
    with SandboxExecutor(1, folder=folder) as executor:
        with pytest.raises(PrintkitError, match="no longer exists"):
            executor.submit(os.getcwd).result(timeout=PATIENCE_S)
        folder.mkdir()
        assert executor.submit(os.getcwd).result() == str(folder)


def test_a_child_whose_folder_was_replaced_is_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    with Sandbox(folder=folder) as sandbox:
        before = sandbox.run(os.getpid)
        folder.rename(tmp_path / "old")
        folder.mkdir()
        (folder / "new.yaml").touch()

        assert sandbox.run(os.listdir) == ["new.yaml"]
        assert sandbox.pid != before


PARENT = """
import sys
from pathlib import Path
from printkit.core.sandbox import SandboxExecutor
from tests.core.test_sandbox import compute

with SandboxExecutor(1) as executor:
    executor.submit(compute, Path(sys.argv[1])).result()
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_a_child_ends_with_its_parent_and_cleans_up(tmp_path: Path, number: int) -> None:
    marker = tmp_path / "busy"
    command = [sys.executable, "-c", PARENT, str(marker)]
    with subprocess.Popen(command, cwd=Path(__file__).parents[2]) as parent:
        until(lambda: marker.exists() and marker.read_text())
        child = int(marker.read_text())
        parent.send_signal(number)

    until(lambda: not Path(f"/proc/{child}").exists())
    assert not marker.exists()


def test_ctrl_c_is_for_the_parent(tmp_path: Path) -> None:
    marker = tmp_path / "busy"
    with SandboxExecutor(1) as executor:
        future = executor.submit(compute, marker)
        until(lambda: marker.exists() and marker.read_text())
        os.kill(int(marker.read_text()), signal.SIGINT)
        time.sleep(0.2)

        assert not future.done()
        future.cancel()


def test_what_a_call_leaves_behind_does_not_limit_the_next_one() -> None:
    with SandboxExecutor(1) as executor:
        executor.submit(leave_a_budget, 5).result()
        assert executor.submit(steps_allowed).result() == inf
