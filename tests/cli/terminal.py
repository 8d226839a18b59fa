"""printkit as a person runs it, in this process: arguments in; what is shown and exit code out."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.cli import run
from printkit.reads import forget

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


class Shown(NamedTuple):
    """How a command ended, and what it showed."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """The one JSON document on stdout."""
        return json.loads(self.out)


class Terminal:
    """Runs commands in a folder of their own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.monkeypatch = monkeypatch
        self.folder = folder
        monkeypatch.chdir(folder)
        monkeypatch.setenv("PRINTKIT_PAPER", "a4")
        monkeypatch.setenv("COLUMNS", "80")

    def __call__(self, *arguments: object) -> Shown:
        """The outcome of `printkit ARGUMENTS`; an exception that is not caught fails the test."""
        out, err = io.StringIO(), io.StringIO()
        with self.monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["printkit", *map(str, arguments)])
            patch.setattr(sys.modules["__main__"], "__package__", "")  # it is no `python -m`
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = run()
        return Shown(code, out.getvalue(), err.getvalue())

    def write(self, name: str, text: str) -> Path:
        """A file in the folder, also if another test has written one of this name elsewhere."""
        forget()
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path
