"""Commands as whole processes, without loading printkit anew for each of them.

Started as a program, it loads what commands load and does nothing else. Each line that it reads is
a command, which runs in a copy of it, with a session, a folder, variables and streams of its own;
the lines that it writes say which process that is, and how it ended.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
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
    "batch.pool", "build.checking", "preflight.judging", "printer", "records",
)  # fmt: skip
PATIENCE_S: Final = 60.0


class Ran(NamedTuple):
    """How a command ended."""

    code: int
    stdout: str
    stderr: str


class Forked:
    """A process that has loaded printkit, and of which commands are copies."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def run(self, argv: Sequence[str], cwd: Path, env: Mapping[str, str]) -> Ran:
        """Runs `printkit ARGV` to its end; one that never ends fails the test."""
        os.umask(umask := os.umask(0))
        pipes = [os.pipe(), os.pipe()]
        job = {
            "argv": argv,
            "cwd": str(cwd),
            "env": dict(env),
            "umask": umask,
            "file_size": resource.getrlimit(resource.RLIMIT_FSIZE),
            "streams": [f"/proc/{os.getpid()}/fd/{writing}" for _, writing in pipes],
        }
        process = int(self._ask(json.dumps(job)))
        for _, writing in pipes:
            os.close(writing)
        try:
            out, err = _read([reading for reading, _ in pipes])
        except TimeoutError:
            os.killpg(process, signal.SIGKILL)
            raise
        return Ran(int(self._ask()), out, err)

    def _ask(self, job: str = "") -> str:
        sending, answers = self._process.stdin, self._process.stdout
        assert sending is not None
        assert answers is not None
        if job:
            sending.write(job + "\n")
        return answers.readline()


def _read(pipes: list[int]) -> list[str]:
    """All that comes out of pipes, up to their ends."""
    said = dict.fromkeys(pipes, b"")
    end_s, opened = time.monotonic() + PATIENCE_S, [*pipes]
    while opened:
        for pipe in select.select(opened, [], [], max(0.0, end_s - time.monotonic()))[0]:
            said[pipe] += (read := os.read(pipe, 65536))
            if not read:
                opened.remove(pipe)
                os.close(pipe)
        if time.monotonic() > end_s:
            raise TimeoutError("this never ended")
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


def _serve() -> None:
    sys.path[:] = [path for path in sys.path if path != str(Path(__file__).parent)]
    for name in LOADED:
        import_module(f"printkit.{name}")
    gc.freeze()
    answers = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        job = json.loads(line)
        streams = [os.open(name, os.O_WRONLY) for name in job["streams"]]
        process = os.fork()
        if process == 0:
            _become(job, streams)
        for stream in streams:
            os.close(stream)
        answers.write(f"{process}\n")
        answers.flush()
        ended = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        answers.write(f"{ended}\n")
        answers.flush()


def _become(job: dict[str, Any], streams: list[int]) -> NoReturn:
    """Turns this process into the one of a command, up to its end."""
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
