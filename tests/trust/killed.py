"""Run commands that are killed at a given moment while they write a file.

The command runs as usual, but Python imports this module first (as `sitecustomize`), also in the
command's workers. It learns from audit events what the process is about to do, and kills it with
SIGKILL.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

NEVER, WRITING, RENAMING, RENAMED = "never", "writing", "renaming", "renamed"
FILE, MOMENT = "KILLED_FILE", "KILLED_MOMENT"
"""Variables that name the file, and when to end the process that writes it."""
FEW_BYTES = 20


def run_killed(
    command: str, cwd: Path, file: Path, moment: str, env: Mapping[str, str], place: Path
) -> int:
    """The exit code of `printkit COMMAND`; below 0: the signal that ended it."""
    place.mkdir(exist_ok=True)
    shutil.copyfile(__file__, place / "sitecustomize.py")
    path = os.pathsep.join([str(place), env["PYTHONPATH"]])
    return subprocess.run(
        [sys.executable, "-m", "printkit", *command.split()],
        cwd=cwd,
        env={**env, "PYTHONPATH": path, FILE: str(file), MOMENT: moment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    ).returncode


class _Killer:
    """Receive audit events."""

    def __init__(self, file: Path, moment: str) -> None:
        self.file, self.moment = file, moment
        self.is_renamed = False

    def hear(self, event: str, values: tuple[Any, ...]) -> None:
        if event == "open" and self._is_beside(values[0]) and self.moment == WRITING:
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # ends it within the first bytes
            resource.setrlimit(resource.RLIMIT_FSIZE, (FEW_BYTES, FEW_BYTES))
        elif event == "os.rename" and Path(values[1]).absolute() == self.file:
            self._kill(RENAMING)
            self.is_renamed = True
        elif event == "os.remove" and self.is_renamed:
            self._kill(RENAMED)

    def _kill(self, moment: str) -> None:
        if self.moment == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    def _is_beside(self, path: Any) -> bool:
        return (
            isinstance(path, (str, os.PathLike))
            and str(path).endswith(".part")
            and Path(path).absolute().parent == self.file.parent
        )


if __name__ == "sitecustomize":
    sys.addaudithook(_Killer(Path(os.environ[FILE]), os.environ[MOMENT]).hear)
