"""What fits on small paper in English fits there in every language."""

from __future__ import annotations

import pytest

from printkit.core.languages import languages
from printkit.core.paper import PAPERS
from printkit.request.options import Request
from tests.rendering import render_request

TIGHTEST = (
    ("attacke/contest-log", "a5"),
    ("swipsheep/score-pad", "index-5x8"),
)
"""The sheets that have no room to spare there; all others have more."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("sheet", "paper"), TIGHTEST)
def test_a_tight_sheet_fits_in_every_language(sheet: str, paper: str, language: str) -> None:
    request = Request(targets=(sheet,), paper=PAPERS[paper], counts=(3,), language=language)

    (data,) = render_request(request)

    assert data.startswith(b"%PDF")
