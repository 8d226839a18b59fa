"""Commands in a child process that is watched and limited.

The child runs one command after the other, because most commands take less time than starting
Python. Its audit hook keeps what a command does that it must not do (see `guards`); the system
limits its memory, and timers end a command that computes for too long. A child that hangs, dies or
has grown is replaced.

`python -m tests.trust.sandbox MEGABYTES` is the child: it reads a job per line and answers each
with a line, both JSON.
"""

from __future__ import annotations

import json
import os
import re
import resource
import select
import signal
import subprocess
import sys
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tests.running import ROOT, run_printkit
from tests.trust.guards import Allowed, Guard

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import FrameType

MAX_SHOWN: Final = 30_000
MEMORY_MB: Final = 512
PATIENCE_S: Final = 60.0
"""How long to wait for a child that does not even stop itself."""
PATIENCE: Final = 3
"""A command may take this many times its computing time: other processes want to compute too."""
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
        """What is not clean about it: a refusal says where in one of the files the reason lies.

        None: nothing that was given is a file.
        """
        return [*self.broken, *_crashes(self), *_unclean(self), *_unplaced(self, files)]

    def told(self) -> str:
        """All of it, for whoever has to find out."""
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
    """Runs commands in a child process."""

    def __init__(self, home: Path, memory_mb: int = MEMORY_MB) -> None:
        self._home = home
        self._memory_mb = memory_mb
        self._process: subprocess.Popen[str] | None = None

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
        answer = self._ask({"argv": argv, "cwd": str(cwd), "allowed": allowed, "cpu_s": cpu_s})
        if answer is None:
            self.close()
            return Ended(-1, "", "", ("the process hung or died",), PATIENCE_S, 0)
        if answer["peak_kb"] > GROWN_KB:
            self.close()
        return Ended(**{**answer, "broken": tuple(answer["broken"])})

    def _ask(self, job: dict[str, Any]) -> dict[str, Any] | None:
        """The child's answer; None if it hangs or has died."""
        process = self._process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(job) + "\n")
        process.stdin.flush()
        if not select.select([process.stdout], [], [], PATIENCE_S)[0]:
            return None
        text = process.stdout.readline()
        answer: dict[str, Any] | None = json.loads(text) if text else None
        return answer

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "tests.trust.sandbox", str(self._memory_mb)],
            cwd=ROOT,
            env=environment(self._home),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def close(self) -> None:
        """End the child, whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


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
    """Raised in a command that takes too long, so that its traceback says where."""


def _serve(memory_mb: int) -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    _load()
    memory = memory_mb * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    guard = Guard()
    for line in sys.stdin:
        answers.write(json.dumps(_run(guard, json.loads(line))) + "\n")
        answers.flush()


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


def _run(guard: Guard, job: dict[str, Any]) -> dict[str, Any]:
    """How a command ends, what it shows, and which promises it breaks."""
    code, out, err = 1, "", ""
    Path("/proc/self/clear_refs").write_text("5")  # forget the peak of the commands before
    started = time.process_time()
    with guard.watching(Allowed(*job["allowed"])) as broken:
        _limit(job["cpu_s"])
        try:
            code, out, err = run_printkit(job["argv"], Path(job["cwd"]))
        except BaseException:
            _limit(0)
            err = traceback.format_exc()
        finally:
            _limit(0)
    return {"code": code, "out": out, "err": err, "broken": broken,
            "seconds": time.process_time() - started, "peak_kb": _peak_kb()}  # fmt: skip


def _peak_kb() -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0])


def _limit(cpu_s: float) -> None:
    """Raise an error in a command after so many seconds; 0 is no limit."""
    for timer, number, seconds in (
        (signal.ITIMER_PROF, signal.SIGPROF, cpu_s),
        (signal.ITIMER_REAL, signal.SIGALRM, PATIENCE * cpu_s),
    ):
        signal.signal(number, _too_slow)
        signal.setitimer(timer, seconds)


def _too_slow(_number: int, _frame: FrameType | None) -> None:
    raise TooSlowError


if __name__ == "__main__":
    _serve(int(sys.argv[1]))
