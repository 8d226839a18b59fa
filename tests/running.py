"""Run printkit in this process, or in a separate one where that matters."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from printkit.cli import run
from printkit.core.errors import reset_suggestions
from printkit.core.filecache import forget
from tests.depth import many

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_S = 120.0

OF_PYTHON = ("PYTHON", "LANG", "LC_", "RL_", "TZ")
"""Prefixes of variables that matter while Python and ReportLab are loaded."""

SLOW = """sheet: own/slow
title: Slow
players: none
body:
  - column:
      - {for: i in range(60), text: "Row {i}, which is there to take its time"}
"""
"""A layout that takes minutes as 2,000 pictures at 600 dpi."""
SLOW_JOB = "{target: slow.yaml, format: png, dpi: 600, copies: 900, out: slow.png}"


class Ran(NamedTuple):
    """How a command ended."""

    code: int
    stdout: str
    stderr: str


def run_printkit(
    arguments: Iterable[object], cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> Ran:
    """Run `printkit ARGUMENTS` in this process; `env` replaces the whole environment.

    Caches are cleared first, as in a new process. An exception that escapes fails the test.
    """
    forget()
    reset_suggestions()
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        if cwd is not None:
            patch.chdir(cwd)
        if env is not None:
            for name in os.environ.keys() - env.keys():
                patch.delenv(name)
            for name, value in env.items():
                patch.setenv(name, value)
        patch.setattr(sys, "argv", ["printkit", *map(str, arguments)])
        patch.setattr(sys.modules["__main__"], "__package__", "")  # not `python -m printkit`
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        code = run()
    return Ran(code, out.getvalue(), err.getvalue())


class Printkit(NamedTuple):
    """A printkit with its layouts and fonts: this one, or a copy that a test has changed."""

    root: Path = ROOT

    def start(
        self,
        *arguments: object,
        cwd: Path,
        env: Mapping[str, str] | None = None,
        stdout: int = subprocess.PIPE,
        stdin: int = subprocess.DEVNULL,
    ) -> subprocess.Popen[str]:
        """Start a process in its own session, so that Ctrl-C can be sent to all of it."""
        return subprocess.Popen(
            [sys.executable, "-m", "printkit", *map(str, arguments)],
            cwd=cwd,
            env={**self.environment(), **(env or {})},
            stdin=stdin,
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )

    def environment(self) -> dict[str, str]:
        """The variables that a command sees."""
        kept = {name: value for name, value in os.environ.items() if "PRINTKIT" not in name}
        return {
            **kept,
            "PYTHONPATH": str(self.root),
            "PRINTKIT_FONTS": "",
            "LC_ALL": "C.UTF-8",
        }

    def run(self, *arguments: object, cwd: Path, env: Mapping[str, str] | None = None) -> Ran:
        """Run a command to its end, in this process where that makes no difference.

        A copy, and variables that count while Python starts, need a process.
        """
        if self.root != ROOT or any(name.startswith(OF_PYTHON) for name in env or ()):
            return finish(self.start(*arguments, cwd=cwd, env=env))
        return run_printkit(arguments, cwd, {**self.environment(), **(env or {})})

    def batch(
        self,
        *arguments: object,
        cwd: Path,
        code: int = 0,
        env: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """Run a batch to its end; return its JSON, and insist on its exit code.

        One worker builds the files unless the test says otherwise: each starts from nothing.
        """
        workers = () if {"--jobs", "-j"} & {*arguments} else ("--jobs", many(1, deep=2))
        ran = self.run("batch", *arguments, *workers, "--json", cwd=cwd, env=env)
        assert ran.code == code, f"exit {ran.code}\n{ran.stdout}\n{ran.stderr}"
        document: dict[str, Any] = json.loads(ran.stdout)
        return document


def finish(process: subprocess.Popen[str]) -> Ran:
    """Wait for a command; one that never ends fails the test."""
    try:
        stdout, stderr = process.communicate(timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    return Ran(process.returncode, stdout, stderr)


def copy_printkit(folder: Path) -> Printkit:
    """Copy code, layouts and fonts, with byte code where it is there."""
    for name in ("printkit", "layouts", "fonts"):
        shutil.copytree(ROOT / name, folder / name)
    return Printkit(folder)


def write_manifest(folder: Path, *jobs: str, defaults: str = "{paper: a4, seed: friday}") -> Path:
    """A manifest in a folder, with slow.yaml next to it."""
    (folder / "slow.yaml").write_text(SLOW)
    path = folder / "night.yaml"
    lines = [f"defaults: {defaults}", "jobs:", *(f"  - {job}" for job in jobs)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def statuses(document: dict[str, Any]) -> dict[str, str]:
    """The status of each job, by the name of its file."""
    return {job["name"]: job["status"] for job in document["jobs"]}


def contents(folder: Path) -> dict[str, bytes]:
    """Every file in a folder and below, without the state."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".printkit-batch.json"
    }


def leftovers(folder: Path) -> list[str]:
    """Temporary files."""
    return [path.name for path in folder.rglob("*.part")]


@contextmanager
def mounted(place: Path, *options: str) -> Iterator[None]:
    """A separate small file system; skips the test if none can be mounted."""
    place.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", *options, "tmpfs", str(place)]
    if subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("this needs the right to mount")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def make_read_only(place: Path) -> None:
    """Make a mounted file system read-only; permissions would not stop root."""
    subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)


def children(process: int) -> list[int]:
    """The processes that a process, or a thread of it, has started and that still run."""
    found: list[int] = []
    with suppress(OSError):  # it has ended
        for path in Path(f"/proc/{process}/task").glob("*/children"):
            with suppress(OSError):  # one of its threads has ended
                found += map(int, path.read_text().split())
    return found


def group(leader: int) -> list[int]:
    """All running processes of a session, even without their parent."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == leader and fields[0] != "Z":
                found.append(int(entry.name))
    return found


def computed_s(*processes: int) -> float:
    """For how long processes have been computing."""
    found = 0.0
    for process in processes:
        with suppress(OSError):
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            found += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def stopwatch() -> Callable[[], float]:
    """A stopwatch that doesn't count time in which processes waited for a processor."""
    begun, waited = time.monotonic(), _waited_s()
    return lambda: time.monotonic() - begun - (_waited_s() - waited)


def _waited_s() -> float:
    """How long this machine has been overloaded, in seconds; 0 if unknown."""
    with suppress(OSError):
        some = Path("/proc/pressure/cpu").read_text().partition("\n")[0]
        return int(some.rpartition("total=")[2]) / 1e6
    return 0.0


def until(condition: Callable[[], object], patience_s: float = PATIENCE_S) -> None:
    """Wait until something is true."""
    end = time.monotonic() + patience_s
    while not condition():
        assert time.monotonic() < end, "this never came true"
        time.sleep(0.03)
