"""`season.yaml`: other spellings of names, and what is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

import printkit
from tests.season.clubs import ANN_WINS, row, write_table


def test_names_are_matched_without_case_and_by_aliases(tmp_path: Path) -> None:
    (tmp_path / "season.yaml").write_text("aliases: {Ann: [Annie, 'A. Smith']}\n")
    write_table(
        tmp_path / "a.csv",
        row("2026-01-01", "Skat", {"ANN": 1, " Ben ": 2}),
        row("2026-01-02", "Skat", {"annie": 1, "ben": 2}),
        row("2026-01-03", "skat", {"a. smith": 1, "Ben": 2}),
    )

    season = printkit.load_season(tmp_path)

    assert {"Ann": 3, "Ben": 3} == {one.name: one.games for one in season.standings}
    assert {"Skat"} == {game.game for game in season.games}
    assert season.find("ANNIE").name == "Ann"


def test_the_settings_leave_out_files_games_players_and_days(tmp_path: Path) -> None:
    (tmp_path / "season.yaml").write_text(
        "title: Spring\nfrom: 2026-01-02\nuntil: 2026-12-31\n"
        "leave-out: {files: [b.csv], games: [Chess], players: [Guest]}\n"
    )
    write_table(
        tmp_path / "a.csv",
        row("2026-01-01", "Skat", ANN_WINS),
        row("2026-01-02", "chess", ANN_WINS),
        row("2026-01-03", "Skat", {"Ann": 5, "guest": 7}),
    )
    write_table(tmp_path / "b.csv", row("2026-01-03", "Skat", ANN_WINS))

    season = printkit.load_season(tmp_path)

    assert "Spring" == season.title
    assert ["a.csv:4"] == [game.place for game in season.games]
    assert [("Ann", 0)] == [(one.name, one.wins) for one in season.standings]
    assert {"left out"} == {each.cause for each in season.not_counted}
    assert {"a.csv:2", "a.csv:3", "b.csv"} == {each.place for each in season.not_counted}


def test_settings_with_the_other_extension_are_not_ignored(tmp_path: Path) -> None:
    (tmp_path / "season.yml").write_text("title: Club\n")
    with pytest.raises(printkit.PrintkitError, match="this file isn't read"):
        printkit.load_season(tmp_path)
