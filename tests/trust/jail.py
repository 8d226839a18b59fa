"""A process in which commands run one after the other, watched, and with little room.

Started as `python -m tests.trust.jail MEGABYTES`; each line that it reads is a job,
each line that it writes says how the job ended. The command line is the real one, from the
arguments to the exit code; only its parser is put together once and shipped files are read once,
because that takes longer than most commands. A job that is `alone` runs in a copy of the process,
so that it can leave nothing behind and its memory can be measured.
"""

from __future__ import annotations

import gc
import io
import json
import os
import resource
import signal
import sys
import time
import traceback
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from typer.main import get_command

import printkit.cli
from printkit import budget, images, reads
from printkit.__main__ import GARBAGE
from printkit.layout import context
from printkit.samples import sample_files
from tests.trust.guards import TRUSTED, Allowed, Guard

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

PATIENCE: Final = 3
"""How many times as long as it may compute a command may take: others want to compute as well."""


class TooSlowError(BaseException):
    """Raised in a command that takes too long, so that its traceback says where."""


def serve(memory_mb: int) -> None:
    """Answers jobs until there are no more."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    printkit.cli.app = get_command(printkit.cli.app)  # type: ignore[assignment]
    gc.set_threshold(*GARBAGE)
    _warm()
    memory = memory_mb * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    guard = Guard()
    for line in sys.stdin:
        job = json.loads(line)
        answer = _alone(guard, job) if job["alone"] else _run(guard, job)
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _warm() -> None:
    """Loads what commands load, so that only what they do themselves is watched and timed."""
    with TemporaryDirectory() as folder, redirect_stdout(io.StringIO()):
        formats = [word for name in ("pdf", "svg", "png") for word in ("--format", name)]
        more = ["--dpi", "30", "--out", folder]
        sys.argv = ["printkit", "build", "attribute/score-pad", *formats, *more]
        _main(0)
        sys.argv = ["printkit", "--help"]
        _main(0)
    with redirect_stderr(io.StringIO()):
        sys.argv = ["printkit", "validate", *_samples()]
        _main(0)
        sys.argv = ["printkit", "build", "--wrong"]
        _main(0)


def _samples() -> list[str]:
    """A recorded game of each kind."""
    return [*{path.parent: str(path) for path in sample_files()}.values()]


def _alone(guard: Guard, job: dict[str, Any]) -> dict[str, Any]:
    """Runs a job in a copy of this process, which looks for no garbage in what it gets."""
    reading, writing = os.pipe()
    gc.freeze()
    child = os.fork()
    if child == 0:
        try:
            with os.fdopen(writing, "w", encoding="utf-8") as answer:
                answer.write(json.dumps(_run(guard, job)))
        finally:
            os._exit(0)
    gc.unfreeze()
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as answer:
        text = answer.read()
    _, status = os.waitpid(child, 0)
    return json.loads(text) if text else _died(status)


def _died(status: int) -> dict[str, Any]:
    died = f"the process died: {os.waitstatus_to_exitcode(status)}"
    return {"code": -1, "out": "", "err": died, "broken": [died], "seconds": 0.0, "peak_kb": 0}


def _run(guard: Guard, job: dict[str, Any]) -> dict[str, Any]:
    """How a command ends, what it shows, and which promises it breaks."""
    os.chdir(job["cwd"])
    if job["moved"]:
        _forget_all_but_shipped()
    sys.argv = ["printkit", *job["argv"]]
    shown = io.BytesIO(), io.BytesIO()
    out = io.TextIOWrapper(shown[0], "utf-8", write_through=True)
    err = io.TextIOWrapper(shown[1], "utf-8", "backslashreplace", write_through=True)
    allowed = Allowed(tuple(job["readable"]), tuple(job["writable"]), job["processes"])
    started = time.process_time()
    with (
        _limits_shared(job["share"]),
        redirect_stdout(out),
        redirect_stderr(err),
        guard.watching(allowed) as broken,
    ):
        code = _main(job["cpu_s"])
    seconds = time.process_time() - started
    texts = [stream.getvalue().decode("utf-8") for stream in shown]
    return {"code": code, "out": texts[0], "err": texts[1], "broken": broken,
            "seconds": seconds, "peak_kb": _peak_kb()}  # fmt: skip


@contextmanager
def _limits_shared(share: int) -> Iterator[None]:
    """Gives a sheet that part of the steps, nodes and pixels it may have: it is refused sooner."""
    nodes = context.MAX_NODES // min(share, 5)  # a table's rows are refused before
    with (
        _changed(budget.spending.__wrapped__, __defaults__=(budget.STEPS // share,)),  # type: ignore[attr-defined]
        _changed(context, MAX_NODES=nodes, MAX_FILE_NODES=context.MAX_FILE_NODES // share),
        _changed(images, MAX_ALL_PIXELS=images.MAX_ALL_PIXELS // share),
    ):
        yield


@contextmanager
def _changed(thing: object, **values: Any) -> Iterator[None]:
    before = {name: getattr(thing, name) for name in values}
    for name, value in values.items():
        setattr(thing, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(thing, name, value)


def _forget_all_but_shipped() -> None:
    """Where commands run in another folder, a name stands for another file; shipped ones stay."""
    for store in reads._stores:
        store.forget_if(lambda files: not all(file.startswith(TRUSTED) for file in files))


def _peak_kb() -> int:
    """The most memory that this process had: the system's usual figure counts its parent's too."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0])


def _main(cpu_s: float) -> int:
    """The exit code; what Python would show of an error that nobody caught is shown here too."""
    _limit(cpu_s)
    try:
        return printkit.cli.run()
    except BaseException:
        _limit(0)
        sys.stderr.write(traceback.format_exc())
        return 1
    finally:
        _limit(0)


def _limit(cpu_s: float) -> None:
    """Stops what takes too long; 0 is no limit."""
    for timer, number, seconds in (
        (signal.ITIMER_PROF, signal.SIGPROF, cpu_s),
        (signal.ITIMER_REAL, signal.SIGALRM, PATIENCE * cpu_s),
    ):
        signal.signal(number, _too_slow)
        signal.setitimer(timer, seconds)


def _too_slow(_number: int, _frame: FrameType | None) -> None:
    raise TooSlowError


if __name__ == "__main__":
    serve(int(sys.argv[1]))
