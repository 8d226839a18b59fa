"""Every test that builds by a command gets a terminal in an empty folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.terminal import Terminal

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def printkit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Terminal:
    """Call it with the arguments of a command."""
    return Terminal(monkeypatch, tmp_path)
