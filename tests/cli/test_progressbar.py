"""Progress bars appear on a terminal, after a while."""

from __future__ import annotations

import sys
import time
from io import StringIO
from typing import TYPE_CHECKING

from printkit.cli.progressbar import progress, step_progress
from tests.running import PATIENCE_S

if TYPE_CHECKING:
    import pytest


class Terminal(StringIO):
    """A stream that looks like a terminal."""

    def isatty(self) -> bool:
        return True


def replace_stderr(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make standard error a terminal, and return it; pytest replaces it after fixtures."""
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm")
    return shown


def test_names_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = replace_stderr(monkeypatch)
    with step_progress(after_s=0.0) as step:
        step(0, 12, "[b]first[/b].pdf")
        step(3, 12, "pads/next.pdf")

    assert "[b]first[/b].pdf" in terminal.getvalue()
    assert "3/12" in terminal.getvalue()


def test_the_bar_goes_on_without_a_total(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = replace_stderr(monkeypatch)
    with step_progress(after_s=0.0) as step:
        step(12, 12, "last.pdf")
        step(12, None, "all.pdf")

    assert "all.pdf" in terminal.getvalue()


def test_a_progress_bar_appears_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[int] = []
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("rich.progress.Progress.start", lambda _bar: shown.append(1))
    with progress("building", after_s=PATIENCE_S) as told:
        told(1, 9)
    assert [] == shown
    with progress("building", after_s=0.01) as told:
        time.sleep(0.02)
        told(1, 9)
    assert [1] == shown
