"""Promise 10: every shipped sheet passes preflight.

This is a fixed sample; `make preflight` checks every sheet in every combination.
"""

from __future__ import annotations

import pytest

from printkit.core.languages import languages
from printkit.layout.language.loading import (
    TOOLS,
    load_sheet,
    sheet_path,
    shipped_games,
    shipped_sheets,
)
from printkit.pipeline.gameinfo import game_info
from tests.depth import many
from tests.preflight.matrix import Case, cases, describe, judged, targets


def sample(number: int, sheet: str) -> tuple[Case, ...]:
    """The fullest case of a sheet, and for every second sheet also the emptiest or a middle one.

    Each is on a different paper and in a different theme. Languages rotate, so that each is on
    several sheets. With `--deep`, all three cases.
    """
    spoken = languages()
    first, second = (spoken[at % len(spoken)] for at in (number, number + len(spoken) // 2))
    info = game_info(load_sheet(sheet_path(sheet)))
    least, most = info.least, info.most
    fullest = Case(sheet, most, "letter", "colour", first, is_named=True)
    others = (
        Case(sheet, least, "a4", "ink-saver", "en", is_named=False),
        Case(sheet, (least + most) // 2, "a4", "mono", second, is_named=True),
    )
    return fullest, *(others if many(0, deep=1) else others[number % 4 : number % 4 + 1])


def kit(game: str) -> Case:
    """The kit of a game for the most players."""
    return Case(game, targets()[game].most, "a4", "colour", "en", is_named=True)


SAMPLE = [
    *(case for each in enumerate((*shipped_sheets(), *TOOLS)) for case in sample(*each)),
    *map(kit, shipped_games()),
]


@pytest.mark.parametrize("case", SAMPLE, ids=str)
def test_a_shipped_sheet_passes(case: Case) -> None:
    verdict = judged(case)
    assert [] == list(describe(verdict))


def test_the_sample_is_part_of_the_matrix() -> None:
    assert set(SAMPLE) <= set(cases())
