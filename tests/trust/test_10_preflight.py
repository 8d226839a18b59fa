"""Promise 10: every shipped sheet passes preflight.

Here a fixed sample; `make preflight` judges every sheet in every combination.
"""

from __future__ import annotations

import pytest

from printkit.build.facts import game_info
from printkit.layout.loading import TOOLS, load_sheet, sheet_path, shipped_sheets
from printkit.preflight import Finding
from tests.preflight.matrix import KNOWN, Case, cases, describe, judged, known


def sample(sheet: str) -> tuple[Case, ...]:
    """The fullest, the emptiest, and one in between, each on other paper and in another theme."""
    info = game_info(load_sheet(sheet_path(sheet)))
    least, most = info.least, info.most
    return (
        Case(sheet, most, "letter", "colour", "de", is_named=True),
        Case(sheet, least, "a4", "ink-saver", "en", is_named=False),
        Case(sheet, (least + most) // 2, "a4", "mono", "de", is_named=True),
    )


SAMPLE = [case for sheet in (*shipped_sheets(), *TOOLS) for case in sample(sheet)]


@pytest.mark.parametrize("case", SAMPLE, ids=str)
def test_a_shipped_sheet_passes(case: Case) -> None:
    verdict = judged(case)
    assert [] == list(describe(verdict))


def test_the_sample_is_part_of_the_matrix() -> None:
    assert set(SAMPLE) <= set(cases())


def test_an_error_is_never_explained_away() -> None:
    case = SAMPLE[0]
    for entry in KNOWN:
        error = Finding("contrast", "text in #123456", 1)
        assert known(case._replace(sheet=entry.sheets.replace("*", "x")), error) is None


def test_a_pair_of_colours_is_explained_only_where_both_are_meant() -> None:
    case = Case("attacke/player-aid", 4, "a4", "colour", "en", is_named=False)
    pair = Finding("colours-alike", "#123456 and #654321 look alike: in grey 0", 1)
    assert known(case, pair) is None
