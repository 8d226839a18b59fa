"""Seasons on paper: every size of club, theme, language and paper passes preflight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pypdfium2
import pytest

import printkit
from printkit.core.languages import catalogue_for, shipped_languages
from printkit.core.source import shipped_folder
from printkit.core.themenames import theme_names
from printkit.preflight.checks import check_pdf
from printkit.season.sheets import season_facts, write_pages
from tests.depth import in_turn
from tests.season.clubs import random_rows, row, write_table

if TYPE_CHECKING:
    from pathlib import Path

LONG = [
    "Bartholomäus von Hohenfels-Reichenbach",
    "Wilhelmina Cornelia van den Berg",
    "María José Fernández de la Vega",
]
SIZES = {2: 9, 3: 1, 8: 60, 10: 60, 13: 40, 40: 60}
"""The number of games for each size of a club."""


@pytest.fixture(scope="module", params=SIZES)
def season(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> printkit.Season:
    folder = tmp_path_factory.mktemp("club")
    names = [*LONG, *(f"Member {number}" for number in range(40))][: request.param]
    write_table(folder / "results.csv", *random_rows(SIZES[request.param], names))
    return printkit.load_season(folder)


def words_of(path: Path) -> str:
    """The text of all pages."""
    with pypdfium2.PdfDocument(path) as pdf:
        return " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in pdf)


LOOKS = [
    (language, theme_names()[number % 3], ("a4", "letter")[number % 2])
    for number, language in enumerate(shipped_languages())
]


def test_every_club_passes_preflight_in_every_look(season: printkit.Season, tmp_path: Path) -> None:
    for language, theme, paper in in_turn(LOOKS, len(season.standings), step=4):
        (file,) = write_pages(
            season, out=str(tmp_path / "out.pdf"), lang=language, theme=theme, paper=paper
        )
        report = check_pdf(file.path.read_bytes(), "out.pdf")

        assert [] == [one for one in report.findings if one.severity == "error"], (theme, paper)
        told = words_of(file.path)
        assert all(one.name.split()[0] in told for one in season.standings)


def test_the_pages_are_in_your_language(tmp_path: Path) -> None:
    write_table(tmp_path / "a.csv", *random_rows(30, ["Ann", "Ben", "Cleo"]))
    season = printkit.load_season(tmp_path)
    write_pages(season, out=str(tmp_path / "out.pdf"), lang="de", paper="a4")
    told = words_of(tmp_path / "out.pdf")

    assert "30 Partien · 3 Spieler" in told
    assert "Wer wen geschlagen hat" in told
    assert f"{season.standings[0].points:.2f}".replace(".", ",") in told


def test_charts_follow_the_standings_from_day_to_day(tmp_path: Path) -> None:
    write_table(
        tmp_path / "a.csv",
        row("2026-01-01", "Skat", {"Ann": 1, "Ben": 2, "Cleo": 0}),
        row("2026-01-08", "Skat", {"Ann": 2, "Ben": 0, "Cleo": 1}),
        row("2026-01-15", "Skat", {"Ann": 2, "Cleo": 1}),
    )
    season = printkit.load_season(tmp_path)
    facts = season_facts(season, catalogue_for("en", shipped_folder("layouts")))

    assert ["2026-01-01", "2026-01-08", "2026-01-15"] == facts["days"]
    places = {one["name"]: one["values"] for one in facts["places"]}
    assert {"Ann": [2, 1, 1], "Ben": [1, 2, 2], "Cleo": [3, 3, 3]} == places
    points = {one["name"]: one["values"] for one in facts["points"]}
    assert {"Ann": [0, 0.5, 1.5, 2.5], "Ben": [0, 1, 1, 1], "Cleo": [0, 0, 0.5, 0.5]} == points
    last = {one["name"]: one["values"][-1] for one in facts["ratings"]}
    assert last == {one.name: round(one.rating or 0, 2) for one in season.standings}
    matrix = {one["name"]: one["met"] for one in facts["matrix"]}
    assert ["–", "1 / 2", "3 / 3"] == matrix["Ann"]


def test_a_long_season_has_no_more_days_than_fit_its_charts(tmp_path: Path) -> None:
    write_table(tmp_path / "a.csv", *random_rows(250, ["Ann", "Ben"]))
    season = printkit.load_season(tmp_path)
    facts = season_facts(season, catalogue_for("en", shipped_folder("layouts")))

    assert 12 < len(facts["days"]) <= 24
    assert facts["days"][-1] == season.last


def test_a_layout_of_your_own_prints_the_same_facts(tmp_path: Path) -> None:
    write_table(tmp_path / "a.csv", row("2026-01-01", "Skat", {"Ann": 1, "Ben": 2}))
    layout = tmp_path / "winner.yaml"
    layout.write_text(
        "sheet: own/winner\ntitle: Winner\nplayers: none\nrecorded: true\n"
        "body: [{text: '{season.standings[0].name} leads {season.title}'}]\n"
    )
    (tmp_path / "season.yaml").write_text("title: Spring\n")
    season = printkit.load_season(tmp_path)
    write_pages(season, [str(layout)], out=str(tmp_path / "out.pdf"))

    assert "Ben leads Spring" in words_of(tmp_path / "out.pdf")
    with pytest.raises(printkit.UsageError, match="wolle/sheet doesn't show a season"):
        write_pages(season, ["wolle/sheet"], out=str(tmp_path / "out.pdf"))


def test_a_season_without_ratings_or_dates_has_fewer_charts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_table(tmp_path / "a.csv", *random_rows(30, ["Ann", "Ben", "Cleo"]))
    monkeypatch.setattr("printkit.season.gathering.has_ratings", lambda: False)
    write_pages(printkit.load_season(tmp_path), out=str(tmp_path / "out.pdf"), lang="en")

    told = words_of(tmp_path / "out.pdf")
    assert "Rating" not in told
    assert "Places in the standings" in told
