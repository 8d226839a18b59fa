"""The commands of the README and the recipes work as written, one after another."""

from __future__ import annotations

import io
import re
import shlex
import sys
from typing import TYPE_CHECKING

from tests.cli.terminal import Terminal
from tests.project.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.running import Printkit

PAGES = [(ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/recipes.md")]
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", "".join(PAGES), re.MULTILINE | re.DOTALL)
COMMANDS = [
    line
    for language, block in BLOCKS
    for line in block.splitlines()
    if not language and line.startswith("printkit ") and line != "printkit studio"
]


def test_every_recipe_works_as_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, printkit: Printkit
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "configuration"))  # for --save
    terminal = Terminal(monkeypatch, tmp_path)
    (manifest,) = [block for language, block in BLOCKS if language == "yaml"]
    (tables,) = [block for language, block in BLOCKS if language == "csv"]
    terminal.write("night.yaml", manifest)
    terminal.write("class.csv", tables)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for command in COMMANDS:
        words = shlex.split(command)[1:]
        if words[0] == "batch":  # its workers are copies of the process that starts them
            ended = printkit.run(*words, cwd=tmp_path)
            code, err = ended.code, ended.stderr
        else:
            code, _, err = terminal(*words)

        assert (code, err) == (0, ""), f"{command}\n{err}"


def test_commands_have_no_trailing_comments() -> None:
    """Not every shell treats text after # as a comment."""
    assert [line for line in COMMANDS if "#" in line] == []
    assert len(COMMANDS) > 12
