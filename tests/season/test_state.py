"""What was found is kept: only what changed is read again, and nothing depends on it."""

from __future__ import annotations

import json
import os
import shutil
import time
from typing import TYPE_CHECKING

import pytest

import printkit
from printkit.season import gathering
from printkit.season.gamefiles import read_file
from printkit.season.state import NAME
from tests.season.clubs import random_rows, row, whole_game, write_table

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from printkit.season.filecontent import FileContent

LAYOUT = """sheet: own/pad
title: Dice
players: 2-4
fields: {points.P: {kind: number, max: 99}}
body: [{for: one in players, box: [], height: 9mm, field: "points.{one.number}"}]
"""
LONG_AGO = time.time() - 1000


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that were read, in their order."""
    found: list[str] = []

    def watch(folder: Path, file: str) -> FileContent:
        found.append(file)
        return read_file(folder, file)

    monkeypatch.setattr(gathering, "read_file", watch)
    return found


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A folder with a table and a record that haven't changed for a while."""
    folder = tmp_path / "club"
    write_table(folder / "a.csv", *random_rows(5, ["Ann", "Ben", "Cleo"]))
    shutil.copy(whole_game("attribute"), folder / "b.jsonl")
    (folder / "c.json").write_text("{}")
    settle(folder)
    return folder


def settle(folder: Path) -> None:
    """Let all files look old; the time of their last change can't be set, only waited for."""
    for path in folder.iterdir():
        os.utime(path, (LONG_AGO, LONG_AGO))


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file counts as settled at once."""
    monkeypatch.setattr("printkit.season.state.SETTLED_NS", -1)


def test_only_what_changed_is_read_again(club: Path, read: list[str]) -> None:
    first = printkit.load_season(club)
    second = printkit.load_season(club)
    assert (first.games, first.standings, first.not_counted) == (
        second.games,
        second.standings,
        second.not_counted,
    )
    assert ["a.csv", "b.jsonl", "c.json"] == read

    write_table(club / "a.csv", row("2026-01-01", "Skat", {"Ann": 1, "Ben": 2}))
    (club / "c.json").unlink()
    third = printkit.load_season(club)

    assert ["a.csv"] == read[3:]
    assert ["b.jsonl", "a.csv"] == [game.file for game in third.games]
    assert () == third.not_counted


def test_a_mistake_is_looked_at_again(club: Path, read: list[str]) -> None:
    sheet = {"target": "dice.yaml", "names": ["Ann", "Ben"], "values": {"points.1": 4}}
    (club / "d.json").write_text(json.dumps(sheet))
    assert "no such layout" in printkit.load_season(club).not_counted[-1].reason
    (club / "dice.yaml").write_text(LAYOUT)

    assert "no score for Ben" in printkit.load_season(club).not_counted[-1].reason
    assert ["d.json"] == read[4:]


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.unlink(),
        lambda path: path.write_text("[]"),
        lambda path: path.write_text(path.read_text()[:200]),
        lambda path: path.write_text(path.read_text().replace("Ann", "Zoe")),
        lambda path: path.write_text(path.read_text().replace('"format":1', '"format":9')),
    ],
)
def test_a_missing_or_damaged_state_changes_nothing(
    damage: Callable[[Path], object], club: Path, read: list[str]
) -> None:
    first = printkit.load_season(club)
    damage(club / NAME)
    second = printkit.load_season(club)

    assert (first.games, first.standings) == (second.games, second.standings)
    assert len(read) > 3


def test_a_changed_layout_of_a_score_sheet_counts(club: Path, read: list[str]) -> None:
    (club / "dice.yaml").write_text(LAYOUT)
    sheet = {
        "target": "dice.yaml",
        "names": ["Ann", "Ben"],
        "values": {"points.1": 4, "points.2": 7},
    }
    (club / "d.json").write_text(json.dumps(sheet))
    assert "Dice" in {game.title for game in printkit.load_season(club).games}
    (club / "dice.yaml").write_text(LAYOUT.replace("Dice", "Cubes"))

    assert "Cubes" in {game.title for game in printkit.load_season(club).games}
    assert 2 == read.count("d.json")
    assert 1 == read.count("b.jsonl")


def test_a_file_that_is_written_while_it_is_read_counts_next_time(
    club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(folder: Path, file: str) -> FileContent:
        content = read_file(folder, file)
        if file == "a.csv":
            with (folder / file).open("a") as table:
                table.write(row("2026-11-01", "Skat", {"Ann": 1, "Ben": 2}) + "\n")
        return content

    with monkeypatch.context() as patch:
        patch.setattr(gathering, "read_file", write)
        first = printkit.load_season(club)
    assert {"b.jsonl"} == {game.file for game in first.games}
    assert ("a.csv", gathering.BEING_WRITTEN) in [
        (each.file, each.reason) for each in first.not_counted
    ]
    second = printkit.load_season(club)
    assert 6 == sum(game.file == "a.csv" for game in second.games)


def test_a_state_is_not_written_through_a_link(club: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("mine")
    (club / NAME).symlink_to(tmp_path / "secret")

    assert 6 == len(printkit.load_season(club).games)
    assert "mine" == (tmp_path / "secret").read_text()


def test_many_files_are_read_by_several_processes(
    club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = printkit.load_season(club, jobs=1)
    (club / NAME).unlink()
    monkeypatch.setattr(gathering, "FEW", 2)
    monkeypatch.setattr(gathering, "SHARE", 1)
    done: list[tuple[int, int]] = []
    together = printkit.load_season(club, jobs=2, progress=lambda *now: done.append(now))

    assert (alone.games, alone.not_counted) == (together.games, together.not_counted)
    assert [(1, 3), (2, 3), (3, 3)] == done


def test_a_hidden_file_is_not_read(club: Path, read: list[str]) -> None:
    (club / ".hidden").mkdir()
    write_table(club / ".hidden" / "x.csv", row("2026-01-01", "Skat", {"Ann": 1, "Ben": 2}))
    write_table(club / ".x.csv", row("2026-01-01", "Skat", {"Ann": 1, "Ben": 2}))
    printkit.load_season(club)

    assert ["a.csv", "b.jsonl", "c.json"] == read
