"""The page docs/fill-in-a-sheet.md is true: its commands work with its files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from printkit.filling import valuesfile
from tests.cli.terminal import Terminal
from tests.project.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

PAGE = (ROOT / "docs" / "fill-in-a-sheet.md").read_text(encoding="utf-8")
FILES = re.findall(r"^```(?:json|csv)\n(.+?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = re.findall(r"^\$ printkit (.+)$", PAGE, re.MULTILINE)


def test_the_example_files_print_with_the_commands_of_the_page(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert len(FILES) == len(COMMANDS)
    for text, command in zip(FILES, COMMANDS, strict=True):
        (tmp_path / command.split()[-1]).write_text(text, encoding="utf-8")
        ran = Terminal(monkeypatch, tmp_path)(*command.split())
        assert (0, "") == (ran.code, ran.err)


def test_the_page_explains_every_key() -> None:
    rows = re.findall(r"^\| (`.+?) \|", PAGE, re.MULTILINE)
    assert {*valuesfile.KEYS} == {*re.findall(r"`(\w+)`", " ".join(rows))}
    assert f"at most {valuesfile.MAX_TEXT} characters" in PAGE
