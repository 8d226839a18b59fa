"""Commands as whole processes, without loading printkit anew for each of them.

Started as a program, it loads what commands load and does nothing else. Each line that it reads is
a command, which runs in a copy of it, with a session, a folder, variables and streams of its own;
the lines that it writes say which process that is. Each has a pipe that tells how it has ended.
"""

from __future__ import annotations

import atexit
import gc
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
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

LOADED: Final = (
    "__main__", "cli.batch", "cli.build", "cli.ending", "cli.options", "cli.plain",
    "cli.preflight", "cli.progress", "cli.slips", "backends.pdf", "backends.svg", "backends.png",
    "batch.plan", "batch.pool", "batch.run", "build.checking", "build.offers", "preflight.judging",
    "printer", "records", "rules.fields", "yamlhints", "yamlparser", "games.attribute.facts",
    "games.wolle.facts", "games.wolle.sheets",
)  # fmt: skip
PATIENCE_S: Final = 60.0


class Ran(NamedTuple):
    """How a command ended."""

    code: int
    stdout: str
    stderr: str


class Started:
    """A command that runs, or has ended; used like a process of `subprocess`."""

    def __init__(self, pid: int, streams: list[int], ended: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._streams = streams
        self._ended = ended

    def poll(self) -> int | None:
        """The exit code of a command that has ended."""
        if self.returncode is None and select.select([self._ended], [], [], 0)[0]:
            self.returncode = int(_read([self._ended], 1)[0])
        return self.returncode

    def kill(self) -> None:
        """Ends it, whatever it does."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def communicate(self, timeout: float = PATIENCE_S) -> tuple[str, str]:
        """What it says up to its end."""
        out, err = _read(self._streams, timeout)
        select.select([self._ended], [], [], timeout)
        self.poll()
        return out, err


class Forked:
    """A process that has loaded printkit, and of which commands are copies."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def run(self, argv: Sequence[str], cwd: Path, env: Mapping[str, str]) -> Ran:
        """Runs `printkit ARGV` to its end; one that never ends fails the test."""
        command = self.start(argv, cwd, env)
        try:
            out, err = command.communicate()
        except subprocess.TimeoutExpired:
            os.killpg(command.pid, signal.SIGKILL)
            raise
        assert command.returncode is not None
        return Ran(command.returncode, out, err)

    def start(
        self, argv: Sequence[str], cwd: Path, env: Mapping[str, str], *, is_heard: bool = True
    ) -> Started:
        """Starts `printkit ARGV` in a session of its own; what it prints may go nowhere."""
        os.umask(umask := os.umask(0))
        pipes = [os.pipe(), os.pipe(), os.pipe()]
        job: dict[str, Any] = {
            "argv": argv,
            "cwd": str(cwd),
            "env": dict(env),
            "umask": umask,
            "file_size": resource.getrlimit(resource.RLIMIT_FSIZE),
            "pipes": [f"/proc/{os.getpid()}/fd/{writing}" for _, writing in pipes],
        }
        if not is_heard:
            job["pipes"][0] = os.devnull
        pid = int(self._ask(json.dumps(job)))
        for _, writing in pipes:
            os.close(writing)
        *streams, ended = (reading for reading, _ in pipes)
        return Started(pid, streams, ended)

    def _ask(self, job: str) -> str:
        asking, answers = self._process.stdin, self._process.stdout
        assert asking is not None
        assert answers is not None
        asking.write(job + "\n")
        return answers.readline()


def _read(pipes: list[int], patience_s: float) -> list[str]:
    """All that comes out of pipes, up to their ends."""
    said = dict.fromkeys(pipes, b"")
    end_s, opened = time.monotonic() + patience_s, [*pipes]
    while opened:
        for pipe in select.select(opened, [], [], max(0.0, end_s - time.monotonic()))[0]:
            said[pipe] += (read := os.read(pipe, 65536))
            if not read:
                opened.remove(pipe)
                os.close(pipe)
        if time.monotonic() > end_s:
            raise subprocess.TimeoutExpired("printkit", patience_s)
    return [text.decode("utf-8") for text in said.values()]


@contextmanager
def forked(root: Path) -> Iterator[Forked]:
    """Commands of the printkit that lies in a folder."""
    with subprocess.Popen(
        [sys.executable, __file__],
        env={**os.environ, "PYTHONPATH": str(root), "LC_ALL": "C.UTF-8"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        yield Forked(process)


def load() -> None:
    """Loads what commands load, and compiles the patterns that they may use."""
    for name in LOADED:
        import_module(f"printkit.{name}")
    lazy = import_module("printkit.patterns").pattern
    for each in gc.get_objects():
        if isinstance(each, lazy):
            re.compile(each.pattern, each._flags)  # which keeps them


def _serve() -> None:
    """Starts what it reads and tells who has ended, until there is nothing more to read."""
    sys.path[:] = [path for path in sys.path if path != str(Path(__file__).parent)]
    load()
    gc.freeze()
    answers = os.fdopen(os.dup(1), "w")
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    signal.set_wakeup_fd(waking)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    running: dict[int, int] = {}
    while True:
        ready, _, _ = select.select([0, woken], [], [])
        if woken in ready:
            os.read(woken, 4096)
            _tell_the_ended(running)
        elif line := sys.stdin.readline():
            job = json.loads(line)
            *streams, ended = (os.open(name, os.O_WRONLY) for name in job["pipes"])
            process = os.fork()
            if process == 0:
                _become(job, streams, [woken, waking, ended, *running.values()])
            for stream in streams:
                os.close(stream)
            running[process] = ended
            answers.write(f"{process}\n")
            answers.flush()
        else:
            return


def _tell_the_ended(running: dict[int, int]) -> None:
    """Says of each command that has ended with which code, through its own pipe."""
    while running:
        process, status = os.waitpid(-1, os.WNOHANG)
        if process == 0:
            return
        ended = running.pop(process)
        os.write(ended, str(os.waitstatus_to_exitcode(status)).encode())
        os.close(ended)


def _become(job: dict[str, Any], streams: list[int], others: list[int]) -> NoReturn:
    """Turns this process into the one of a command, up to its end."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for other in others:
        os.close(other)
    os.setsid()
    os.chdir(job["cwd"])
    os.environ.clear()
    os.environ.update(job["env"])
    os.umask(job["umask"])
    resource.setrlimit(resource.RLIMIT_FSIZE, job["file_size"])
    for number, stream in enumerate((os.open(os.devnull, os.O_RDONLY), *streams)):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(n, "w" if n else "r") for n in range(3))
    sys.argv = ["printkit", *job["argv"]]
    code = 1
    try:
        import_module("printkit.__main__").main()
    except SystemExit as end:
        code = int(end.code or 0)
    except BaseException:
        traceback.print_exc()
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        os._exit(code)  # taking apart what is loaded takes longer than most commands


if __name__ == "__main__":
    _serve()
