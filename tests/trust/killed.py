"""Commands that are killed while they write a file, at the moment that is asked for.

Started as `python -m tests.trust.killed`; each line that it reads is a list of deaths as JSON, and
each line that it writes says how the processes ended. A process learns of its moment from Python's
audit events, and then gets a signal that it cannot handle: nothing of it runs any more.
"""

from __future__ import annotations

import gc
import io
import json
import os
import resource
import signal
import subprocess
import sys
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

ROOT: Final = Path(__file__).resolve().parent.parent.parent
NEVER, WRITING, RENAMING, RENAMED = "never", "writing", "renaming", "renamed"
FEW_BYTES: Final = 20


class Death(NamedTuple):
    """A command in a folder, the file that it writes there, and when it is killed."""

    command: str
    cwd: str
    file: str
    moment: str
    home: str
    """Where preferences are kept."""


@contextmanager
def killer() -> Iterator[Callable[[Sequence[Death]], list[int]]]:
    """Gives the exit codes of commands, one after the other; below 0: the signal that ended it."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.trust.killed"],
        cwd=ROOT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PRINTKIT_PAPER": "a4"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asked, answers = process.stdin, process.stdout

        def kill(deaths: Sequence[Death]) -> list[int]:
            asked.write(json.dumps(deaths) + "\n")
            codes: list[int] = json.loads(answers.readline())
            return codes

        yield kill


def _die(death: Death) -> int:
    """Runs a command in a copy of this process."""
    child = os.fork()
    if child == 0:
        try:
            _live(death)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _live(death: Death) -> None:
    from printkit.__main__ import main

    os.chdir(death.cwd)
    os.environ["XDG_CONFIG_HOME"] = death.home
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    sys.argv = ["printkit", *death.command.split()]
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    sys.addaudithook(_Fate(death).hear)
    try:
        main()
    except SystemExit as end:
        os._exit(int(end.code or 0))
    os._exit(0)


class _Fate:
    """Hears what the process is about to do, and strikes."""

    def __init__(self, death: Death) -> None:
        self.file, self.moment = Path(death.file), death.moment
        self.is_renamed = False

    def hear(self, event: str, values: tuple[Any, ...]) -> None:
        if event == "open" and self._is_beside(values[0]) and self.moment == WRITING:
            resource.setrlimit(resource.RLIMIT_FSIZE, (FEW_BYTES, FEW_BYTES))
        elif event == "os.rename" and Path(values[1]).absolute() == self.file:
            self._strike(RENAMING)
            self.is_renamed = True
        elif event == "os.remove" and self.is_renamed:
            self._strike(RENAMED)

    def _strike(self, moment: str) -> None:
        if self.moment == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    def _is_beside(self, path: Any) -> bool:
        return (
            isinstance(path, (str, os.PathLike))
            and str(path).endswith(".part")
            and Path(path).absolute().parent == self.file.parent
        )


def _warm() -> None:
    """Loads what commands load, so that their copies need not."""
    import printkit.batch.pool  # noqa: F401
    from printkit.cli import run

    with TemporaryDirectory() as folder, redirect_stdout(io.StringIO()):
        formats = "-f pdf -f svg -f png --dpi 40"
        sys.argv = ["printkit", "build", "attribute/score-pad", *formats.split(), "-o", folder]
        run()


if __name__ == "__main__":
    _warm()
    gc.freeze()
    for line in sys.stdin:
        print(json.dumps([_die(Death(*words)) for words in json.loads(line)]), flush=True)  # noqa: T201
