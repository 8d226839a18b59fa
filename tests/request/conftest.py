"""Commands run in a terminal, with a configuration folder and a system of the test's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from printkit.core import paper
from tests.cli.terminal import Terminal

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty configuration folder; nothing is set about paper."""
    folder = tmp_path / "configuration"
    for name in ("XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.setenv(name, str(folder))
    for name in ("PRINTKIT_PAPER", "PAPERSIZE", "LC_ALL", "LC_PAPER", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(paper, "SYSTEM_FILE", tmp_path / "papersize")
    return folder


@pytest.fixture
def printkit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, home: Path) -> Terminal:
    """Call it with the arguments of a command."""
    assert not home.exists()
    terminal = Terminal(monkeypatch, tmp_path)
    monkeypatch.delenv("PRINTKIT_PAPER", raising=False)
    return terminal
