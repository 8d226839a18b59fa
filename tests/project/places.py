"""Where the repository is, and which of its files git takes in or passes over."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


def repository_files(*patterns: str) -> list[Path]:
    """The files that git knows or would take in; skips the test outside a checkout."""
    return _listed("--cached", "--others", *patterns)


def ignored_files(*patterns: str) -> list[Path]:
    """The files that git passes over; skips the test outside a checkout."""
    return _listed("--others", "--ignored", *patterns)


def _listed(*options: str) -> list[Path]:
    command = ["git", "ls-files", "-z", "--exclude-standard", *options]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.skip("this is no git checkout")
    paths = (ROOT / name for name in found.stdout.split("\0") if name)
    return [path for path in paths if path.is_file()]
