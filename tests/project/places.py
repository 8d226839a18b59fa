"""Where the repository is, and which of its files git knows or would take in."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


def repository_files(*patterns: str) -> list[Path]:
    """The files of the checkout that are not ignored; skips the test outside a checkout."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *patterns]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.skip("this is no git checkout")
    paths = (ROOT / name for name in found.stdout.split("\0") if name)
    return [path for path in paths if path.is_file()]
