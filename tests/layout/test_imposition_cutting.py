"""Cards read back from the PDF: complete, in order after cutting, and no line across artwork."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from printkit.core.errors import UsageError
from printkit.core.paper import PAPERS
from tests.depth import in_turn
from tests.layout.printing import Box, Line, Printed, pdf, printed, write_cards

if TYPE_CHECKING:
    from pathlib import Path

NEAR = 0.05
PRINTER_MARGIN = 6.4
EVERY_PAPER = (*PAPERS, "210x297mm", "150x400mm", "13x19in")
USUAL_PAPERS = ("a4", "letter", "legal", "a3", "a5", "210x297mm")
COUNTS = (1, 2, 9, 10, 23, 64)
SIZES = {"card": 2.5, "60x40mm": 0.0, "70x120mm": 7.0, "quarter": 7.0, "half": 7.0}
"""Pages that are cut, and the margin that each has."""


def pages(folder: Path, paper: str, size: str, count: int) -> list[Printed]:
    return printed(pdf(write_cards(folder, size, count, SIZES[size]), paper))


def order_after_cutting(sheets: list[Printed]) -> list[int]:
    """Cut all sheets at once, and put the piles on each other in reading order."""
    piles: dict[tuple[int, int], list[int]] = {}
    for sheet in sheets:
        for card in sheet.cards:
            place = round(card.art.top), round(card.art.left)
            piles.setdefault(place, []).append(card.number)
    return [number for place in sorted(piles) for number in piles[place]]


def crosses(line: Line, box: Box) -> bool:
    """Whether a line goes through the inside an area."""
    return (
        min(line.x1, line.x2) < box.right - NEAR
        and max(line.x1, line.x2) > box.left + NEAR
        and min(line.y1, line.y2) < box.bottom - NEAR
        and max(line.y1, line.y2) > box.top + NEAR
    )


@pytest.mark.parametrize(
    ("paper", "count"),
    [(p, count) for at, p in enumerate(EVERY_PAPER) for count in in_turn(COUNTS, at)],
)
def test_every_card_is_printed_once_and_the_cut_stack_is_in_order(
    tmp_path: Path, paper: str, count: int
) -> None:
    sheets = pages(tmp_path, paper, "card", count)

    assert list(range(count)) == order_after_cutting(sheets)


@pytest.mark.parametrize(
    ("paper", "size"),
    [(p, size) for at, p in enumerate(USUAL_PAPERS) for size in in_turn([*SIZES], at)],
)
def test_every_edge_has_a_cut_line_and_no_line_crosses_artwork(
    tmp_path: Path, paper: str, size: str
) -> None:
    (sheet, *_) = pages(tmp_path, paper, size, 64)
    margin = SIZES[size]
    columns = [x for c in sheet.cards for x in (c.art.left - margin, c.art.right + margin)]
    rows = [y for c in sheet.cards for y in (c.art.top - margin, c.art.bottom + margin)]
    upright = [line.x1 for line in sheet.lines if line.is_upright]
    level = [line.y1 for line in sheet.lines if not line.is_upright]

    assert not [(line, c.art) for line in sheet.lines for c in sheet.cards if crosses(line, c.art)]
    for edges, cuts, paper_side in ((columns, upright, sheet.width), (rows, level, sheet.height)):
        reached = [at for at in edges if PRINTER_MARGIN < at < paper_side - PRINTER_MARGIN]
        assert not [at for at in reached if min(abs(at - cut) for cut in cuts) > NEAR]


@pytest.mark.parametrize("paper", EVERY_PAPER)
def test_cards_and_lines_are_in_the_printable_area(tmp_path: Path, paper: str) -> None:
    for sheet in pages(tmp_path, paper, "card", 20):
        arts = [card.art for card in sheet.cards]
        lines = [Box(*line[:4]) for line in sheet.lines]
        for box in (*arts, *lines):
            assert min(box.left, box.top) > PRINTER_MARGIN - NEAR
            assert max(box.right - sheet.width, box.bottom - sheet.height) < NEAR - PRINTER_MARGIN


def test_pages_without_a_margin_have_no_line_between_them(tmp_path: Path) -> None:
    (sheet, *_) = pages(tmp_path, "letter", "60x40mm", 50)
    block = Box(
        min(card.art.left for card in sheet.cards),
        min(card.art.top for card in sheet.cards),
        max(card.art.right for card in sheet.cards),
        max(card.art.bottom for card in sheet.cards),
    )

    assert sheet.lines
    assert not [line for line in sheet.lines if crosses(line, block)]


@pytest.mark.parametrize(("paper", "expected"), [("a4", 9), ("letter", 9), ("legal", 9)])
def test_cards_without_a_margin_fill_the_printable_area(
    tmp_path: Path, paper: str, expected: int
) -> None:
    sheets = printed(pdf(write_cards(tmp_path, "card", expected, 0.0), paper))

    assert [expected] == [len(sheet.cards) for sheet in sheets]
    assert all(abs(line.x1 - line.x2 + line.y1 - line.y2) > 0.9 for line in sheets[0].lines)
    assert not [
        line for line in sheets[0].lines for card in sheets[0].cards if crosses(line, card.art)
    ]


@pytest.mark.parametrize(
    ("paper", "expected"),
    [
        ("a4", 9),
        ("letter", 9),
        ("legal", 9),
        ("a3", 18),
        ("a5", 4),
        ("a6", 2),
        ("index-3x5", 1),
        ("index-5x8", 2),
        ("13x19in", 20),
    ],
)
def test_the_number_of_cards_per_paper_is_right(tmp_path: Path, paper: str, expected: int) -> None:
    sheets = pages(tmp_path, paper, "card", 2 * expected)

    assert [expected, expected] == [len(sheet.cards) for sheet in sheets]


class TestOrientation:
    """`--orientation` sets the paper orientation; cards keep their shape."""

    @pytest.mark.parametrize("paper", PAPERS)
    @pytest.mark.parametrize("way", ["portrait", "landscape"])
    def test_orientation_sets_the_paper_orientation(
        self, tmp_path: Path, paper: str, way: str
    ) -> None:
        layout = write_cards(tmp_path, "paper", 1, 7.0)
        (sheet,) = printed(pdf(layout, paper, orientation=way))
        short, long = sorted((sheet.width, sheet.height))

        sides = sorted(side / 72 * 25.4 for side in PAPERS[paper][1:])
        assert sides == pytest.approx([short, long], abs=NEAR)
        assert (way == "landscape") == (sheet.width > sheet.height)

    @pytest.mark.parametrize(("way", "expected"), [("portrait", 9), ("landscape", 8)])
    def test_cards_stay_upright(self, tmp_path: Path, way: str, expected: int) -> None:
        layout = write_cards(tmp_path, "card", 2 * expected)
        (sheet, _) = printed(pdf(layout, orientation=way))

        assert expected == len(sheet.cards)
        assert all(c.art.bottom - c.art.top > c.art.right - c.art.left for c in sheet.cards)
        assert (way == "landscape") == (sheet.width > sheet.height)

    def test_the_layout_sets_the_default_orientation(self, tmp_path: Path) -> None:
        layout = tmp_path / "wide.yaml"
        layout.write_text(
            "sheet: mine/wide\ntitle: Wide\npage: {orientation: landscape}\nbody: [Hello]\n"
        )
        usual, turned = (printed(pdf(layout, orientation=way)) for way in (None, "portrait"))

        assert usual[0].width > usual[0].height
        assert turned[0].width < turned[0].height


def test_a_page_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        pdf(write_cards(tmp_path, "a5", 1), "a6")

    assert caught.value.message == "a page of 148 x 210 mm doesn't fit on a6 paper"
    assert caught.value.hint == "choose a larger --paper"
