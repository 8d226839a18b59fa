"""Run printkit in this process: arguments in, output and exit code out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.core.filecache import forget
from tests.running import run_printkit

if TYPE_CHECKING:
    import pytest


class Shown(NamedTuple):
    """The exit code and output of a command."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """The JSON document on stdout."""
        return json.loads(self.out)


class Terminal:
    """Run commands in a separate folder."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.monkeypatch = monkeypatch
        self.folder = folder
        monkeypatch.chdir(folder)
        monkeypatch.setenv("PRINTKIT_PAPER", "a4")
        monkeypatch.setenv("COLUMNS", "80")

    def __call__(self, *arguments: object) -> Shown:
        """The outcome of `printkit ARGUMENTS`; an exception that is not caught fails the test."""
        return Shown(*run_printkit(arguments))

    def write(self, name: str, text: str) -> Path:
        """Write a file into the folder, and forget cached files."""
        forget()
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path
