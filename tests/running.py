"""printkit as people run it: whole processes, of a copy that nobody else changes meanwhile."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.depth import many
from tests.forked import PATIENCE_S, Ran

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tests.forked import Forked, Started

ROOT = Path(__file__).resolve().parent.parent

OF_PYTHON = ("PYTHON", "LANG", "LC_", "RL_", "TZ")
"""How variables begin that count while Python and ReportLab are loaded."""

SLOW = """sheet: own/slow
title: Slow
players: none
body:
  - column:
      - {for: i in range(60), text: "Row {i}, which is there to take its time"}
"""
"""A layout that as 2,000 pictures of 600 dots per inch takes minutes."""
SLOW_JOB = "{target: slow.yaml, format: png, dpi: 600, copies: 900, out: slow.png}"


class Printkit(NamedTuple):
    """A copy of printkit with its layouts and fonts; `forked`: loaded once for all commands."""

    root: Path
    forked: Forked | None = None

    def start(
        self,
        *arguments: object,
        cwd: Path,
        env: Mapping[str, str] | None = None,
    ) -> subprocess.Popen[str]:
        """Starts a command in a session of its own, so that Ctrl-C can be sent to all of it."""
        return subprocess.Popen(
            [sys.executable, "-m", "printkit", *map(str, arguments)],
            cwd=cwd,
            env={**self.environment(), **(env or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def fork(self, *arguments: object, cwd: Path, is_heard: bool = True) -> Started:
        """Starts a command, in a session of its own as well, as a copy of what is loaded."""
        assert self.forked
        return self.forked.start([*map(str, arguments)], cwd, self.environment(), is_heard=is_heard)

    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if "PRINTKIT" not in name}
        return {
            **kept,
            "PYTHONPATH": str(self.root),
            "PRINTKIT_CACHE": str(self.root / "cache"),
            "PRINTKIT_FONTS": "",
            "LC_ALL": "C.UTF-8",
        }

    def run(self, *arguments: object, cwd: Path, env: Mapping[str, str] | None = None) -> Ran:
        """Runs a command to its end; in a fresh process if Python itself heeds a variable of it."""
        if self.forked and not any(name.startswith(OF_PYTHON) for name in env or ()):
            every = {**self.environment(), **(env or {})}
            return self.forked.run([*map(str, arguments)], cwd, every)
        return finish(self.start(*arguments, cwd=cwd, env=env))

    def batch(
        self,
        *arguments: object,
        cwd: Path,
        code: int = 0,
        env: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """Runs a batch to its end; gives its JSON, and insists on its exit code.

        One worker builds the files, if nothing else is said: each has all to read by itself.
        """
        workers = () if {"--jobs", "-j"} & {*arguments} else ("--jobs", many(1, deep=2))
        ran = self.run("batch", *arguments, *workers, "--json", cwd=cwd, env=env)
        assert ran.code == code, f"exit {ran.code}\n{ran.stdout}\n{ran.stderr}"
        document: dict[str, Any] = json.loads(ran.stdout)
        return document


def finish(process: subprocess.Popen[str] | Started) -> Ran:
    """Waits for a command; one that never ends fails the test."""
    try:
        stdout, stderr = process.communicate(timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    assert process.returncode is not None
    return Ran(process.returncode, stdout, stderr)


def copy_printkit(folder: Path) -> Printkit:
    """Code, layouts and fonts, with byte code where it is there."""
    for name in ("printkit", "layouts", "fonts"):
        shutil.copytree(ROOT / name, folder / name)
    return Printkit(folder)


def write_manifest(folder: Path, *jobs: str, defaults: str = "{paper: a4, seed: friday}") -> Path:
    """A manifest in a folder, with slow.yaml beside it."""
    (folder / "slow.yaml").write_text(SLOW)
    path = folder / "night.yaml"
    lines = [f"defaults: {defaults}", "jobs:", *(f"  - {job}" for job in jobs)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def statuses(document: dict[str, Any]) -> dict[str, str]:
    """What became of each job, by its file's name."""
    return {job["name"]: job["status"] for job in document["jobs"]}


def contents(folder: Path) -> dict[str, bytes]:
    """Every file in a folder and below, without the state."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".printkit-batch.json"
    }


def leftovers(folder: Path) -> list[str]:
    """Files that are not whole yet."""
    return [path.name for path in folder.rglob("*.part")]


@contextmanager
def mounted(place: Path, *options: str) -> Iterator[None]:
    """A small file system of its own; skips the test where none can be had."""
    place.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", *options, "tmpfs", str(place)]
    if subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("this needs the right to mount")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def make_read_only(place: Path) -> None:
    """Makes a file system that was mounted take no more files; rights would not stop root."""
    subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)


def children(process: int) -> list[int]:
    """The processes that a process has started and that still run."""
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return []
    return [int(word) for word in text.split()]


def group(leader: int) -> list[int]:
    """All processes of a session that still run, whoever is their parent now."""
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


def until(condition: Callable[[], object], patience_s: float = PATIENCE_S) -> None:
    """Waits until something is true."""
    end = time.monotonic() + patience_s
    while not condition():
        assert time.monotonic() < end, "this never came true"
        time.sleep(0.03)
