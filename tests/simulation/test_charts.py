"""The page of charts about simulated games."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pypdfium2

from printkit.core.errors import UsageError
from printkit.preflight.checks import check_pdf
from tests.cli.game_commands import every_game, invoke

if TYPE_CHECKING:
    from pathlib import Path

    from printkit.rules.game import Game


def test_the_page_of_charts_is_in_your_language(
    tmp_path: Path,
) -> None:
    page = tmp_path / "report.pdf"
    invoke(
        "simulate", "cattitude", "-p", 3, "--games", 4, "--seed", "x", "--out", page, "--lang", "de"
    )
    with pypdfium2.PdfDocument(page) as pdf:
        words = " ".join(pdf[0].get_textpage().get_text_range().split())

    assert "Cattitude · 3 Spieler" in words
    assert "So viele Runden hatte jede Partie." in words
    assert "endet" not in words  # where all games end alike, nothing has to be said
    assert re.search(r"\d,\d", words)
    assert "cattitude.end" not in words


@every_game
def test_simulate_draws_a_page_of_charts(game: Game[Any], tmp_path: Path) -> None:
    page = tmp_path / "report.pdf"
    ran = invoke("simulate", game.id, "--games", 4, "--seed", "x", "--out", page)

    assert f"charts in {page}" in ran.output
    report = check_pdf(page.read_bytes(), "report.pdf")
    assert 1 == len(report.pages)
    with pypdfium2.PdfDocument(page) as pdf:
        words = pdf[0].get_textpage().get_text_range()
    unit = {"wolle": "turns", "attacke": "contests"}.get(game.id, "rounds")
    assert f"Length in {unit}" in words
    assert [] == [one for one in report.findings if one.severity == "error"]


def test_a_page_of_charts_needs_a_file(tmp_path: Path) -> None:
    result = invoke("simulate", "wolle", "--out", tmp_path)

    assert isinstance(result.exception, UsageError)
    assert "unknown format for the file" in result.exception.message
