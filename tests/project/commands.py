"""Run programs that must succeed; otherwise the test shows their output."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


def succeed(
    command: Sequence[str], folder: Path, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs a program in a folder; fails the test when the program fails."""
    run = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, f"{' '.join(command)}\n{run.stdout}\n{run.stderr}"
    return run
