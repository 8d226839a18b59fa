"""Every planted fault is found, by its own rule, at its place; a page without one passes."""

from __future__ import annotations

import pytest

from printkit.preflight import LIMITS, Finding
from printkit.preflight.checks import check_pdf
from tests.preflight import planted
from tests.preflight.planted import PLANTED, sheet

ALSO = {
    "a field of 3 mm": {"active"},
    "text past the edge": {"edge"},
    "text that runs into a dark area": {"text-over-line"},
    "a form field": {"font-embedded", "line-width"},
}
"""What else is wrong with a file for the same reason."""


def findings_of(data: bytes) -> list[Finding]:
    return list(check_pdf(data, "planted.pdf").findings)


def test_a_page_without_a_fault_passes() -> None:
    assert [] == findings_of(sheet())


def test_a_seam_between_two_areas_is_not_a_line() -> None:
    assert [] == findings_of(sheet(planted.seam))


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name: str) -> None:
    rule, make = PLANTED[name]
    rules = {finding.rule for finding in findings_of(make())}
    assert rule in rules
    assert rules - ALSO.get(name, set()) == {rule}


def test_every_rule_has_a_planted_fault() -> None:
    assert set(LIMITS) - {"unjudged"} == {rule for rule, _ in PLANTED.values()}


@pytest.mark.parametrize(
    ("draw", "words", "x_mm", "y_mm"),
    [
        (planted.small_type, "four points", 50, 100),
        (planted.past_edge, "the edge", 207, 100),
        (planted.grey_on_grey, "grey on grey", 50, 100),
        (planted.overlap, "first | other", 54, 100),
        (planted.text_near_edge, "too far down", 50, 293),
    ],
)
def test_a_finding_has_its_words_and_its_place(
    draw: planted.Draw, words: str, x_mm: float, y_mm: float
) -> None:
    first = findings_of(sheet(draw))[0]
    assert first.place is not None
    place = first.place.as_json()
    assert (1, words) == (first.page, first.words)
    assert (x_mm, y_mm) == pytest.approx((place["x_mm"], place["y_mm"]), abs=3.5)
