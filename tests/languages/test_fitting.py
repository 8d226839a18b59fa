"""Results and covers of batches fit in every language too."""

from __future__ import annotations

import pytest

from printkit.batch.cover import TableLine, cover_pages
from printkit.core.languages import languages
from printkit.core.paper import PAPERS
from printkit.layout.language.loading import shipped_results
from printkit.request.options import Request
from printkit.samples import FOLDER
from tests.rendering import lay_out

PAPERS_IN_TURN = (PAPERS["a4"], PAPERS["letter"])


@pytest.mark.parametrize("result", shipped_results())
def test_the_result_of_the_largest_game_fits_in_every_language(result: str) -> None:
    *_, record = sorted((FOLDER / result.partition("/")[0]).glob("whole-[0-9].jsonl"))

    for number, language in enumerate(languages()):
        paper = PAPERS_IN_TURN[number % 2]
        pages = lay_out(Request((result,), paper=paper, record=record, language=language)).pages()
        assert 1 == len(list(pages)), language


def test_the_cover_of_a_batch_fits_in_every_language() -> None:
    line = TableLine("1 · Ballroom", "Cattitude: " + "Set-up " * 4, "Ann, " * 12, "1-12")

    for number, language in enumerate(languages()):
        request = Request((), paper=PAPERS_IN_TURN[number % 2], language=language)
        assert 1 == len(cover_pages([line] * 20, 1000, request)), language


def test_twenty_tables_fit_on_a_page_unless_names_are_long() -> None:
    usual = TableLine("Table 20", "Attribute", "Ann, Ben, Cleo, Dan, Eve", "136–138")
    long = usual._replace(players=", ".join(["Maximiliane Feodora von Hohenstaufen-Lan"] * 8))

    for paper in PAPERS_IN_TURN:
        request = Request((), paper=paper)
        assert 1 == len(cover_pages([usual] * 20, 138, request))
        assert 1 < len(cover_pages([usual, long] * 10, 138, request))
