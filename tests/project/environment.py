"""Clean environments into which a test installs packages, without the network."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from typing import TYPE_CHECKING, NamedTuple

from tests.project.commands import succeed
from tests.project.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

WHEELHOUSE = ROOT / ".venv" / "wheelhouse"
"""What `make` has downloaded while it set the environment up."""


class Environment(NamedTuple):
    """A separate virtual environment."""

    folder: Path

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / "bin" / "python"

    def install(self, *packages: object) -> None:
        """Install packages, and what they need from the wheelhouse."""
        assert (WHEELHOUSE / "filled").exists(), "run make .venv/installed-dev first"
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "--quiet", "install"]
        offline = ["--no-index", "--no-compile", "--find-links", str(WHEELHOUSE)]
        command = [*pip, "--disable-pip-version-check", *offline, *map(str, packages)]
        succeed(command, self.folder, _environment())

    def run(self, *words: object, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run its `printkit` outside the checkout, without any configuration."""
        command = [str(self.folder / "bin" / "printkit"), *map(str, words)]
        return subprocess.run(
            command,
            cwd=cwd,
            env={**_environment(), **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def build(self, *words: object, cwd: Path) -> str:
        """What a command prints; fails the test when the command fails."""
        ended = self.run(*words, cwd=cwd)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout


def create_environment(folder: Path) -> Environment:
    """A virtual environment in which nothing is installed, not even pip."""
    venv.create(folder, symlinks=True)
    return Environment(folder)


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "PRINTKIT_PAPER": "a4"}
