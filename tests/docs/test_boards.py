"""The page about boards is true: its board prints and plays, and all characters are listed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from printkit.games.wolle.board import MARKS, MAX_COLUMNS, MAX_ROWS
from printkit.games.wolle.numbers import FACES, SHADOWS_MIN
from tests.cli.terminal import Terminal
from tests.project.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PAGE = (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ printkit (.+)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_board_of_the_page_prints_and_plays(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str
) -> None:
    for name, text in re.findall(r"^```yaml (\S+)\n(.+?)^```", PAGE, re.MULTILINE | re.DOTALL):
        (tmp_path / name).write_text(text, encoding="utf-8")
    ran = Terminal(monkeypatch, tmp_path)(*command.split())

    assert (0, "") == (ran.code, ran.err)


def test_every_map_character_and_limit_is_on_the_page() -> None:
    (table,) = re.findall(r"^\| character .*\n\| ---.*\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    told = [mark for row in table.splitlines() for mark in re.findall(r"`(.)`", row.split("|")[1])]

    assert sorted(MARKS) == sorted(told)
    assert f"at least {SHADOWS_MIN} " in table
    assert f"1 to {FACES};" in PAGE
    assert f"{MAX_COLUMNS} dots across and {MAX_ROWS} down" in PAGE
