"""Run commands in a child process with an audit hook and limits.

The child runs one command after another, because most commands take less time than starting
Python. Its audit hook records what a command must not do (see `guards`); the system limits its
memory, and timers stop a command that computes for too long. A child that hangs, dies or grows is
replaced.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import time
import traceback
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from printkit.core import sandbox
from printkit.core.budget import FILE_MB, limit_process
from tests.running import ROOT, run_printkit
from tests.trust.guards import Allowed, Guard

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from types import FrameType

MAX_SHOWN: Final = 30_000
MEMORY_MB: Final = 512
PATIENCE_S: Final = 120.0
"""How long to wait for a child that does not even stop itself."""
HANGS_S: Final = 100.0
"""A command that has not ended by then waits for something; computing is limited on its own."""
GROWN_KB: Final = 120_000
"""A child that needs this much between commands leaves too little for the next one."""

_PLACE = re.compile(r"(?P<file>\S.*?):[0-9]+(:[0-9]+)?: \S")
_WHOLE_FILE = re.compile(r"(?P<file>\S.*?): error: \S")
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
        """The faults of an unclean ending.

        A refusal must name its place in one of `files`; None means that there are no files.
        """
        return [*self.broken, *_crashes(self), *_unclean(self), *_unplaced(self, files)]

    def told(self) -> str:
        """Everything about the command, for the message of a failing test."""
        return f"exit {self.code} after {self.seconds:.2f} s\n{self.out[:3000]}\n{self.err[:6000]}"


def _crashes(ended: Ended) -> Iterator[str]:
    both = ended.out + ended.err
    if "Traceback (most recent call last)" in both or "bug in printkit" in both:
        yield "a traceback"
    if ended.code not in (0, 1, 2):
        yield f"exit {ended.code}"
    if ended.peak_kb > MEMORY_MB * 1024:
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


class Sandbox:
    """Runs commands in a child process: the sandbox of printkit itself, with an audit hook."""

    def __init__(self, home: Path, memory_mb: int = MEMORY_MB) -> None:
        self._home = home
        self._child = sandbox.Sandbox(_prepare, memory_mb, environment(home), folder=ROOT)

    def run(
        self,
        *argv: str,
        cwd: Path,
        writable: Iterable[Path] = (),
        processes: bool = False,
        cpu_s: float = 5.0,
    ) -> Ended:
        """Run `printkit ARGV` in a folder, which it may read; it may write to `writable`.

        It may start other processes only with `processes`.
        """
        allowed = Allowed(
            readable=(os.path.realpath(cwd), os.path.realpath(self._home)),
            writable=tuple(os.path.realpath(path) for path in writable),
            processes=processes,
        )
        try:
            ended = self._child.run(partial(_run, argv, cwd, allowed, cpu_s), PATIENCE_S)
        except sandbox.WorkerError:
            return Ended(-1, "", "", ("the process hung or died",), PATIENCE_S, 0)
        if ended.peak_kb > GROWN_KB:
            self.close()
        return ended

    def close(self) -> None:
        """Kill the child."""
        self._child.kill()


def environment(home: Path) -> dict[str, str]:
    """The variables that a command sees: nothing of this machine's own."""
    return {
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "PRINTKIT_PAPER": "a4",
        "PRINTKIT_FONTS": "",
        "COLUMNS": "80",
        "LC_ALL": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


# The child.


class TooSlowError(BaseException):
    """Raised in a command that takes too long, so that its traceback shows where."""


def _prepare(memory_mb: int, variables: dict[str, str]) -> None:
    """Load and limit the child, which sees nothing of this machine's own variables."""
    os.environ.clear()
    os.environ.update(variables)
    sys.dont_write_bytecode = True
    _load()
    limit_process(memory_mb, FILE_MB)
    _guard()


@cache
def _guard() -> Guard:
    """The audit hook of the child, which cannot be removed again."""
    return Guard()


def _load() -> None:
    """Import what commands import, so that their own work alone is watched and timed."""
    sample = "printkit/samples/attribute/whole-4.jsonl"
    formats = ("--format", "pdf", "--format", "svg", "--format", "png", "--dpi", "30")
    for argv in (
        ("build", "attribute", "--players", "4", *formats, "--out", "/dev/null/x"),
        ("validate", sample),
        ("build", "--wrong"),
        ("--help",),
    ):
        run_printkit(argv, ROOT)


def _run(argv: Sequence[str], cwd: Path, allowed: Allowed, cpu_s: float) -> Ended:
    """How a command ends, what it shows, and which promises it breaks."""
    code, out, err = 1, "", ""
    Path("/proc/self/clear_refs").write_text("5")  # forget the peak of the commands before
    started = time.process_time()
    with _guard().watching(allowed) as broken:
        _limit(cpu_s)
        try:
            code, out, err = run_printkit(argv, cwd)
        except BaseException:
            _limit(0)
            err = traceback.format_exc()
        finally:
            _limit(0)
    return Ended(code, out, err, tuple(broken), time.process_time() - started, _peak_kb())


def _peak_kb() -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0])


def _limit(cpu_s: float) -> None:
    """Raise an error in a command after this many seconds; 0 means no limit."""
    for timer, number, seconds in (
        (signal.ITIMER_PROF, signal.SIGPROF, cpu_s),
        (signal.ITIMER_REAL, signal.SIGALRM, HANGS_S if cpu_s else 0),
    ):
        signal.signal(number, _too_slow)
        signal.setitimer(timer, seconds)


def _too_slow(_number: int, _frame: FrameType | None) -> None:
    raise TooSlowError
