"""Pages smaller than the paper: n to a sheet, cut lines outside the art, in order after cutting."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.core.errors import UsageError
from printkit.core.paper import PAPERS, PRINTER_MARGIN
from printkit.core.scene import Line, Placed
from printkit.core.units import MM
from printkit.layout.imposition import Imposition, impose
from tests.layout.desk import flat, layout, mm, of, words

if TYPE_CHECKING:
    from tests.layout.desk import Desk

A4, LETTER = PAPERS["a4"], PAPERS["letter"]
CARD = (63 * MM, 88 * MM)


@pytest.mark.parametrize(
    ("size", "paper", "expected"),
    [
        ("paper", "a4", (1, 210.0, 297.0)),
        ("paper", "letter", (1, 215.9, 279.4)),
        ("half", "a4", (2, 297.0, 210.0)),
        ("half", "letter", (2, 279.4, 215.9)),
        ("a5", "a4", (2, 297.0, 210.0)),
        ("quarter", "a4", (4, 210.0, 297.0)),
        ("quarter", "letter", (4, 215.9, 279.4)),
        ("card", "a4", (9, 210.0, 297.0)),
        ("card", "letter", (9, 215.9, 279.4)),
        ("a6", "a4", (4, 210.0, 297.0)),
        ("60x40mm", "a4", (21, 210.0, 297.0)),
        ("card", "a3", (18, 420.0, 297.0)),
    ],
)
def test_the_number_of_pages_per_paper_is_right(
    desk: Desk, size: str, paper: str, expected: tuple[int, float, float]
) -> None:
    head = f"page: {{size: {size}, margin: 8mm}}\n"
    pages = desk.pages("- '{copy}'", head, copies=2 * expected[0], paper=paper)

    assert expected == (len(words(pages[0])), mm(pages[0].width), mm(pages[0].height))


def test_landscape_rotates_the_page(desk: Desk) -> None:
    (page,) = desk.pages("- a", "page: {orientation: landscape}\n")

    assert (297.0, 210.0) == (mm(page.width), mm(page.height))


def test_pages_of_different_sizes_never_share_paper(desk: Desk) -> None:
    head = """
        each: size in ['a6', 'a6', 'a5', 'a6']
        page: {size: "{size}", margin: 8mm}
        """
    pages = desk.pages("- '{size} {area.width}'", head)

    assert [["a6 89", "a6 89"], ["a5 132"], ["a6 89"]] == [words(page) for page in pages]
    assert [210.0, 297.0, 210.0] == [mm(page.width) for page in pages]


def test_sizes_are_listed_in_page_order(desk: Desk) -> None:
    head = """
        each: width in [90, 50, 80, 60, 70, 50]
        page: {size: "{width}x90mm"}
        """
    plans = desk.document(layout("- a", head)).imposed.impositions

    assert [90.0, 50.0, 80.0, 60.0, 70.0] == [mm(plan.page_width) for plan in plans]


def test_all_pages_of_a_flow_have_one_size(desk: Desk) -> None:
    head = "page: {size: \"{'a6' if flow.page == 1 else 'a5'}\"}\n"
    body = "- flow: [{for: n in range(60), text: 'line {n}'}]"

    assert ["3:7: all pages of a flow must have the same size"] == desk.problems(body, head)


plans = st.builds(
    lambda paper, width, height, margin: impose(paper, width * MM, height * MM, margin * MM),
    st.sampled_from([A4, LETTER, PAPERS["a3"], PAPERS["legal"]]),
    st.integers(30, 180),
    st.integers(30, 250),
    st.integers(0, 12),
)


@given(plans, st.integers(1, 60))
def test_every_page_is_placed_once_and_the_cut_stack_is_in_order(
    plan: Imposition, pages: int
) -> None:
    papers = plan.papers(pages)
    piles: dict[int, list[int]] = {}
    for paper in papers:
        for place, page in paper:
            piles.setdefault(place, []).append(page)
    stack = [page for place in sorted(piles) for page in piles[place]]

    assert list(range(pages)) == stack
    assert len(papers) == -(-pages // plan.places)


@given(plans)
def test_places_are_on_the_paper_and_dont_overlap(plan: Imposition) -> None:
    origins = [plan.origin(place) for place in range(plan.places)]

    assert len(set(origins)) == plan.places
    assert all(-0.01 <= x and x + plan.page_width <= plan.width + 0.6 for x, _ in origins)
    assert all(-0.01 <= y and y + plan.page_height <= plan.height + 0.6 for _, y in origins)


@given(plans)
def test_cut_lines_never_cross_artwork_and_stay_printable(plan: Imposition) -> None:
    group = plan.cut_marks()
    lines = of(Line, group.items) if group else []
    inside = 0.01
    for line in lines:
        upright = line.x1 == line.x2
        along = line.x1 if upright else line.y1
        edges = (
            [plan.left + n * plan.page_width for n in range(plan.columns + 1)]
            if upright
            else [plan.top + n * plan.page_height for n in range(plan.rows + 1)]
        )
        assert min(abs(along - edge) for edge in edges) < inside
    for line in lines:
        for x in (line.x1, line.x2):
            assert PRINTER_MARGIN - inside <= x <= plan.width - PRINTER_MARGIN + inside
        for y in (line.y1, line.y2):
            assert PRINTER_MARGIN - inside <= y <= plan.height - PRINTER_MARGIN + inside


def test_cards_on_a4_have_cut_marks_outside_the_artwork() -> None:
    plan = impose(A4, *CARD, 2.5 * MM)
    group = plan.cut_marks()
    lines = of(Line, group.items) if group else []
    right, bottom = plan.left + 3 * CARD[0], plan.top + 3 * CARD[1]

    assert 16 <= len(lines)
    assert all(
        max(line.x1, line.x2) < plan.left
        or min(line.x1, line.x2) > right
        or max(line.y1, line.y2) < plan.top
        or min(line.y1, line.y2) > bottom
        for line in lines
    )


def test_a_page_that_fills_the_paper_has_no_cut_lines() -> None:
    assert impose(A4, A4.width, A4.height, 0).cut_marks() is None
    assert impose(A4, A4.height, A4.width, 0).cut_marks() is None


def test_cut_lines_are_one_fragment_for_all_sheets(desk: Desk) -> None:
    pages = desk.pages("- '{copy}'", "page: {size: card, margin: 3mm}\n", copies=20)
    groups = {id(p.items[0].fragment) for p in pages if isinstance(p.items[0], Placed)}

    assert (3, 1) == (len(pages), len(groups))
    assert of(Line, flat([pages[0].items[0]]))


def test_cards_of_several_player_counts_share_paper(desk: Desk) -> None:
    head = "players: 2-7\npage: {size: card, margin: 3mm}\n"
    (page,) = desk.pages("- '{count}'", head, counts="all")

    assert ["2", "3", "4", "5", "6", "7"] == words(page)


def test_twenty_cards_are_in_order_after_cutting(desk: Desk) -> None:
    pages = desk.pages("- '{copy}'", "page: {size: card, margin: 3mm}\n", copies=20)
    sheets = [words(page) for page in pages]
    piles = [[sheet[at] for sheet in sheets if at < len(sheet)] for at in range(9)]
    stack = [int(word) for pile in piles for word in pile]

    assert list(range(1, 21)) == stack
    assert all(first < second for first, second in pairwise(stack))


def test_custom_paper_takes_as_many_as_fit(desk: Desk) -> None:
    head = "page: {size: 60x60mm, margin: 8mm}\n"
    (page,) = desk.pages("- '{copy}'", head, copies=6, paper="130x190mm")

    assert (6, 130.0, 190.0) == (len(words(page)), mm(page.width), mm(page.height))


def test_a_page_too_large_for_the_paper_is_refused(desk: Desk) -> None:
    with pytest.raises(UsageError, match="297 x 420 mm doesn't fit on a4") as caught:
        desk.pages("- a", "page: {size: a3}\n")

    assert caught.value.hint == "choose a larger --paper"


def test_a_page_too_wide_for_the_paper_is_rotated() -> None:
    plan = impose(A4, 250 * MM, 100 * MM, 10 * MM)

    assert (2, 297.0) == (plan.places, mm(plan.width))
