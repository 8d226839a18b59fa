"""Every PDF conforms to PDF/UA-1 according to an independent validator."""

from __future__ import annotations

import page
import pytest

from printkit.core.paper import PAPERS
from printkit.request.options import Request
from tests.rendering import render_request

BUILDS = {
    "a pad": Request(("attribute/score-pad",), paper=PAPERS["a4"]),
    "a form": Request(("attribute/score-pad",), paper=PAPERS["a4"], fillable=True),
    "names from right to left": Request(
        ("attribute/score-pad",), paper=PAPERS["a4"], names=("دانا", "نور", "Zoë", "Łukasz")
    ),
    "a player aid": Request(("wolle/player-aid",), paper=PAPERS["a4"]),
    "sheets that share a board": Request(
        ("wolle/sheet",), paper=PAPERS["a4"], seed="ua", settings={"sheets": "3", "cups": "random"}
    ),
}


@pytest.mark.parametrize("request_", BUILDS.values(), ids=BUILDS)
def test_the_pdf_conforms_to_pdf_ua_1(request_: Request) -> None:
    (data,) = render_request(request_)

    report = page.validate_pdf_bytes(data, profile="ua1")

    assert [(each.rule_id, each.message) for each in report.failures] == []
    assert report.is_compliant
