"""Standings, compared with a short script over the same table."""

from __future__ import annotations

import csv
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest
from openskill.models import PlackettLuce

import printkit
from tests.season.clubs import random_rows, row, write_table

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana"]


def games_in(path: Path) -> list[tuple[list[str], list[int]]]:
    """The names and scores in a table, in its order."""
    with path.open(encoding="utf-8", newline="") as file:
        return [
            (line["names"].split(", "), [int(score) for score in line["scores"].split(", ")])
            for line in csv.DictReader(file)
        ]


def test_standings_agree_with_a_script_over_the_table(tmp_path: Path) -> None:
    path = write_table(tmp_path / "results.csv", *random_rows(300, NAMES))
    points: dict[str, float] = defaultdict(float)
    wins: dict[str, int] = defaultdict(int)
    played: dict[str, int] = defaultdict(int)
    met: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for names, scores in games_in(path):
        for name, score in zip(names, scores, strict=True):
            played[name] += 1
            wins[name] += score == max(scores)
            below = sum(other < score for other in scores)
            level = scores.count(score) - 1
            points[name] += (below + level / 2) / (len(names) - 1)
            for other, theirs in zip(names, scores, strict=True):
                if other != name:
                    met[name, other][(theirs == score) + 2 * (theirs > score)] += 1

    standings = printkit.load_season(tmp_path).standings

    ranked = sorted(NAMES, key=lambda name: -points[name])
    assert ranked == [one.name for one in standings]
    for one in standings:
        assert (played[one.name], wins[one.name]) == (one.games, one.wins)
        assert points[one.name] == pytest.approx(one.points, abs=0.001)
        for other, found in one.opponents.items():
            assert met[one.name, other] == [found.ahead, found.level, found.behind]
            assert sum(met[one.name, other]) == found.games


def test_ratings_agree_with_openskill(tmp_path: Path) -> None:
    path = write_table(tmp_path / "results.csv", *random_rows(200, NAMES))
    model = PlackettLuce()
    ratings = {name: model.rating() for name in NAMES}
    for names, scores in games_in(path):
        teams = model.rate([[ratings[name]] for name in names], scores=[float(s) for s in scores])
        ratings.update(zip(names, (team[0] for team in teams), strict=True))

    for one in printkit.load_season(tmp_path).standings:
        assert ratings[one.name].mu == pytest.approx(one.rating)
        assert ratings[one.name].sigma == pytest.approx(one.uncertainty)


def test_shared_first_places_all_win_and_share_their_points(tmp_path: Path) -> None:
    write_table(tmp_path / "a.csv", row("2026-01-01", "Skat", {"Ann": 5, "Ben": 5, "Cleo": 1}))

    first, second, third = printkit.load_season(tmp_path).standings

    assert ["Ann", "Ben", "Cleo"] == [first.name, second.name, third.name]
    assert [1, 1, 3] == [first.place, second.place, third.place]
    assert [1, 1, 0] == [first.wins, second.wins, third.wins]
    assert [0.75, 0.75, 0] == [first.points, second.points, third.points]


@pytest.mark.parametrize(
    ("scoring", "points"),
    [
        ("beaten", {"Ann": 1, "Ben": 0.5, "Cleo": 1}),
        ("wins", {"Ann": 1, "Ben": 0, "Cleo": 1}),
        ("[5, 2]", {"Ann": 5, "Ben": 2, "Cleo": 7}),
        ("{2: [1, 0], 3: [9, 4, 0.5]}", {"Ann": 1.5, "Ben": 4, "Cleo": 9}),
    ],
)
def test_the_scoring_is_that_of_the_settings(
    scoring: str, points: dict[str, float], tmp_path: Path
) -> None:
    (tmp_path / "season.yaml").write_text(f"scoring: {scoring}\n")
    write_table(
        tmp_path / "a.csv",
        row("2026-01-01", "Skat", {"Ann": 1, "Ben": 2, "Cleo": 3}),
        row("2026-01-02", "Skat", {"Ann": 1, "Cleo": 0}),
    )

    standings = printkit.load_season(tmp_path).standings

    assert points == {one.name: one.points for one in standings}


def test_streaks_places_and_best_scores(tmp_path: Path) -> None:
    (tmp_path / "season.yaml").write_text("lowest: [Golf]\n")
    write_table(
        tmp_path / "a.csv",
        row("2026-01-01", "Golf", {"Ann": 70, "Ben": 80}),
        row("2026-01-02", "Golf", {"Ann": 75, "Ben": 90}),
        row("2026-01-03", "Golf", {"Ann": 95, "Ben": 85}),
        row("2026-01-04", "Skat", {"Ann": 10, "Ben": 20, "Cleo": 30}),
    )
    ann = printkit.load_season(tmp_path).find("ann")

    assert (-2, 2) == (ann.streak, ann.longest_streak)
    assert {1: 2, 2: 1, 3: 1} == ann.places
    assert 1.75 == ann.average_place
    assert (70, 95) == (ann.scores["Golf"].best, ann.scores["Golf"].worst)
    assert (3, 2) == (ann.scores["Golf"].games, ann.scores["Golf"].wins)


def test_the_results_of_a_player_add_up_to_the_standing(tmp_path: Path) -> None:
    write_table(tmp_path / "results.csv", *random_rows(60, NAMES))
    season = printkit.load_season(tmp_path)

    for one in season.standings:
        results = season.results(one.name)
        assert one.games == len(results)
        assert one.points == pytest.approx(sum(each.points for each in results), abs=0.05)
        assert one.wins == sum(each.place == 1 for each in results)
        assert results[-1].after is not None
        assert (one.rating, one.uncertainty) == results[-1].after
