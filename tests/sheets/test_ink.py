"""Ink use of themes: ink-saver takes half of what colour takes, and mono no more than colour.

Ink is measured by preflight: the average darkness of a page.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest
from pypdfium2 import PdfDocument

from printkit.layout.language.loading import load_sheet, sheet_path, shipped_sheets
from printkit.pipeline.gameinfo import game_info
from printkit.preflight.raster import render
from tests.depth import many
from tests.preflight.matrix import Case, made

HALF: Final = 0.5
MORE_THAN_HALF: Final = {"cattitude/pile-checklist": 0.61}
"""The share of ink that is left where half cannot be had, as low as it goes.

The pile checklist is words, sums and boxes on white in every theme: without its tints and with
thin lines and regular words, what remains is what is read.
"""


@cache
def ink(sheet: str, players: int, theme: str) -> float:
    case = Case(sheet, players, "a4", theme, "en", is_named=False)
    with PdfDocument(made(case)) as pdf:
        return sum(render(page)[0].ink() for page in pdf)


def counts(sheet: str) -> list[int]:
    """The smallest and the largest number of players."""
    info = game_info(load_sheet(sheet_path(sheet)))
    return sorted({info.least, info.most})


CASES = [
    (sheet, players) for sheet in shipped_sheets() for players in counts(sheet)[-many(1, deep=2) :]
]


@pytest.mark.parametrize(("sheet", "players"), CASES)
def test_ink_saver_halves_the_ink(sheet: str, players: int) -> None:
    colour, saver = (ink(sheet, players, theme) for theme in ("colour", "ink-saver"))

    assert saver / colour <= MORE_THAN_HALF.get(sheet, HALF)


@pytest.mark.parametrize(("sheet", "players"), CASES[:: many(4, deep=1)])
def test_mono_adds_no_ink(sheet: str, players: int) -> None:
    assert ink(sheet, players, "mono") <= ink(sheet, players, "colour")


@pytest.mark.parametrize("sheet", MORE_THAN_HALF)
def test_sheets_listed_as_exceptions_really_need_more_ink(sheet: str) -> None:
    players = counts(sheet)[0]

    assert ink(sheet, players, "ink-saver") > HALF * ink(sheet, players, "colour")
