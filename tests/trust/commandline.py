"""printkit behind bars: commands run in a process that is watched and has little room.

Takes arguments and a folder; gives how the command ended, and what about that is not clean.
"""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tests.depth import many
from tests.trust.guards import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

MAX_SHOWN: Final = 30_000
PEAK_KB: Final = 512 * 1024
PATIENCE_S: Final = 60.0
"""How long to wait for a process that does not even stop itself."""
FULL_KB: Final = 120_000
"""With so much left from the commands before, a copy has less room than a command that starts."""

_PLACE = re.compile(r"(?P<file>\S.*?):[0-9]+(:[0-9]+)?: \S")
_WHOLE_FILE = re.compile(
    r"(?P<file>\S.*?): (cannot be (read|written): |this is (not|no) |this is a (file|folder|link)|"
    r"the file is (empty|larger than)|this file is there already|this was not saved|"
    r"the record cannot be written|these words lie outside|"
    r"is no PDF that can be read)"
)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Ended(NamedTuple):
    """How a command ended: what it showed, and what it did that it must not do."""

    code: int
    out: str
    err: str
    broken: tuple[str, ...]
    seconds: float
    peak_kb: int

    def faults(self, files: Iterable[str] | None) -> list[str]:
        """What is not clean about it: a refusal says where in one of the files the reason lies.

        None: nothing that was given is a file.
        """
        return [*self.broken, *_crashes(self), *_unclean(self), *_unplaced(self, files)]

    def told(self) -> str:
        """All of it, for whoever has to find out."""
        return f"exit {self.code} after {self.seconds:.2f} s\n{self.out[:3000]}\n{self.err[:6000]}"


def _crashes(ended: Ended) -> Iterator[str]:
    both = ended.out + ended.err
    if "Traceback (most recent call last)" in both or "mistake in printkit" in both:
        yield "a traceback"
    if ended.code not in (0, 1, 2):
        yield f"exit {ended.code}"
    if ended.peak_kb > PEAK_KB:
        yield f"{ended.peak_kb // 1024} MB of memory"


def _unclean(ended: Ended) -> Iterator[str]:
    for name, text in (("stdout", ended.out), ("stderr", ended.err)):
        if found := _CONTROL.search(text):
            yield f"the character {found[0]!r} on {name}"
        if len(text) > MAX_SHOWN and ended.code:
            yield f"{len(text):,} characters on {name}"
    if ended.code and not (ended.err or ended.out).strip():
        yield "no word about what is wrong"


def _unplaced(ended: Ended, files: Iterable[str] | None) -> Iterator[str]:
    if ended.code != 1 or files is None:
        return
    first = (ended.err or ended.out).partition("\n")[0]
    found = _PLACE.match(first) or _WHOLE_FILE.match(first)
    if found is None or found["file"] not in files:
        yield f"no place in a file: {first[:200]}"


class Jail:
    """Where commands run; each gets so many seconds, and a sheet one by `share` of its limits."""

    def __init__(self, cell: Cell, cpu_s: float = 5.0, share: int = 1) -> None:
        self._cell = cell
        self._limits = {"cpu_s": cpu_s, "share": share}

    def run(
        self,
        *argv: str,
        cwd: Path,
        writable: Iterable[Path] = (),
        alone: bool = False,
        processes: bool = False,
    ) -> Ended:
        """The end of `printkit ARGV` in a folder, which it may read; it may write to `writable`."""
        job = {
            "argv": argv,
            "readable": [os.path.realpath(cwd), os.path.realpath(self._cell.home)],
            "writable": [os.path.realpath(path) for path in (_cache(), *map(str, writable))],
            "alone": alone,
            "processes": processes,
            **self._limits,
        }
        answer = self._cell.ask(job, cwd)
        if answer is None:
            self._cell.close()
            return Ended(-1, "", "", ("the process hung or died",), PATIENCE_S, 0)
        return Ended(**{**answer, "broken": tuple(answer["broken"])})


class Cell:
    """A process for commands of several jails; one that hangs, dies or is full gets a successor."""

    def __init__(self, home: Path, memory_mb: int = 512) -> None:
        self.home = home
        self._memory_mb = memory_mb
        self._cwd = home
        self._process: subprocess.Popen[str] | None = None

    def ask(self, job: dict[str, Any], cwd: Path) -> dict[str, Any] | None:
        """How a job ended in a folder; None if the process did not even say so."""
        process = self._process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        moved, self._cwd = cwd != self._cwd, cwd
        process.stdin.write(json.dumps({**job, "cwd": str(cwd), "moved": moved}) + "\n")
        process.stdin.flush()
        if not select.select([process.stdout], [], [], PATIENCE_S)[0]:
            return None
        text = process.stdout.readline()
        answer: dict[str, Any] | None = json.loads(text) if text else None
        if answer and not job["alone"] and answer["peak_kb"] > FULL_KB:
            self.close()
        return answer

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "tests.trust.jail", str(self._memory_mb)],
            cwd=ROOT,
            env=environment(self.home),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def close(self) -> None:
        """Ends the process, whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def share() -> int:
    """One by this is the part of its limits that a sheet gets as a rule; with `--deep` all."""
    return many(20, deep=1)


def _cache() -> str:
    """What was worked out from shipped files is kept for all tests, in a folder of their own."""
    return os.environ["PRINTKIT_CACHE"]


def environment(home: Path) -> dict[str, str]:
    """What a command sees of the world: nothing that is this machine's own."""
    return {
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "PRINTKIT_CACHE": _cache(),
        "PRINTKIT_PAPER": "a4",
        "PRINTKIT_FONTS": "",
        "COLUMNS": "80",
        "LC_ALL": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
