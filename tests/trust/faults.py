"""Commands in which something goes wrong that nobody expects, at the moment that is asked for.

Started as `python -m tests.trust.faults`; reads a list of commands as JSON and answers how each
ended when an error was raised in one function call of printkit or another, spread over all of its
calls. Each runs in a copy of the process, from the arguments to the exit code.
"""

from __future__ import annotations

import gc
import inspect
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tests.forked import load
from tests.trust.guards import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, FrameType

PACKAGE: Final = str(ROOT / "printkit")
SPREAD: Final = (0.0, 0.6, 1.0)
"""How far a command has got, from its first call to its last."""


class Fault(NamedTuple):
    """How a command ended in which something went wrong: exit code, output and errors."""

    command: str
    call: str
    code: int
    out: str
    err: str


class InjectedError(Exception):
    """What nobody expects."""


def inject(commands: Sequence[str], cwd: Path) -> list[Fault]:
    """How the commands end, each once for every part of the way."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.trust.faults"],
        cwd=ROOT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PRINTKIT_PAPER": "a4"},
        input=json.dumps([str(cwd), list(commands)]),
        check=True,
        capture_output=True,
        text=True,
    )
    return [Fault(*words) for words in json.loads(done.stdout)]


class _Injector:
    """Counts the calls of printkit's own functions, and raises an error in one of them."""

    def __init__(self, wanted: int) -> None:
        self.wanted, self.calls, self.call = wanted, 0, ""
        self._counts: dict[CodeType, bool] = {}

    def hear(self, frame: FrameType, _event: str, _value: Any) -> None:
        code = frame.f_code
        counts = self._counts.get(code)
        if counts is None:
            counts = self._counts[code] = _is_counted(code)
        if not counts:
            return
        self.calls += 1
        if self.calls == self.wanted:
            sys.settrace(None)
            self.call = f"{Path(code.co_filename).name}: {code.co_name}"
            raise InjectedError("\x1b[2J boom")


def _is_counted(code: CodeType) -> bool:
    """Whether it is a function of printkit, but not of its last line of defence."""
    if not code.co_filename.startswith(PACKAGE) or code.co_flags & inspect.CO_GENERATOR:
        return False
    return not code.co_filename.endswith(("cli/ending.py", "cli/__init__.py"))


def _run(command: str, wanted: int) -> tuple[Fault, int]:
    """The end of a command whose call of that number fails, and how many calls there were.

    Nobody counts for a number below 0. What the command has loaded is loaded here from now on.
    """
    injector = _Injector(wanted)
    with TemporaryFile("w+b") as out, TemporaryFile("w+b") as err:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            code = _end(command, injector)
            with os.fdopen(writing, "w") as answer:
                json.dump([code, injector.call, injector.calls, [*sys.modules]], answer)
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as answer:
            code, call, calls, modules = json.loads(answer.read() or '[-1, "", 0, []]')
        os.waitpid(child, 0)
        texts = [_text(stream) for stream in (out, err)]
    for module in {*modules} - {*sys.modules}:
        import_module(module)
    return Fault(command, call, code, *texts), calls


def _end(command: str, injector: _Injector) -> int:
    from printkit.cli import run

    sys.argv = ["printkit", *command.split()]
    if injector.wanted >= 0:
        sys.settrace(injector.hear)
    try:
        return run()
    except BaseException:
        import traceback

        traceback.print_exc()
        return -1
    finally:
        sys.settrace(None)
        sys.stdout.flush()
        sys.stderr.flush()


def _text(stream: Any) -> str:
    stream.seek(0)
    text: str = stream.read().decode("utf-8")
    return text


if __name__ == "__main__":
    load()  # takes most of their time
    gc.set_threshold(*import_module("printkit.__main__").GARBAGE)
    gc.freeze()
    folder, commands = json.load(sys.stdin)
    os.chdir(folder)
    faults = []
    for command in commands:
        _run(command, -1)  # what it keeps for the next start is there from now on
        _, calls = _run(command, 0)
        wanted = dict.fromkeys(max(1, round(part * calls)) for part in SPREAD)
        faults += [_run(command, number)[0] for number in wanted]
    print(json.dumps(faults))  # noqa: T201
