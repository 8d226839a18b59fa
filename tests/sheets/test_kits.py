"""A kit fills its sheets of paper, for every player count."""

from __future__ import annotations

from itertools import groupby
from math import ceil

import pytest

from printkit.core.paper import PAPERS
from printkit.games import load
from printkit.request.options import Request
from tests.rendering import lay_out
from tests.sheets.test_cards import GAMES

CASES = [
    (game, count)
    for game in GAMES
    for count in range(load(game).players[0], load(game).players[1] + 1)
]


@pytest.mark.parametrize(("paper", "named"), [("a4", False), ("letter", True)])
@pytest.mark.parametrize(("game", "count"), CASES)
def test_a_kit_wastes_no_page(game: str, count: int, paper: str, *, named: bool) -> None:
    names = tuple(f"{number} Rabenstein von Lundt zu Hall" for number in range(count))
    asked = Request(
        targets=(game,),
        paper=PAPERS[paper],
        counts=(count,),
        names=names if named else (),
        seed="tests",
    )
    pages = [page for sheet in lay_out(asked).sheets for page in sheet.pages]
    for imposition, group in groupby(pages, key=lambda page: page.imposition):
        number, places = len([*group]), imposition.places
        last = number - (ceil(number / places) - 1) * places  # on the last sheet of paper

        assert last >= places / 2 or number <= places
