"""Fronts and backs read back from the PDF: they meet, and a card turned like a page is upright."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pikepdf
import pytest

from printkit.core.errors import UsageError
from printkit.core.paper import PAPERS, parse_paper
from printkit.pipeline.main import build
from printkit.request.options import Request
from printkit.request.values import Destination
from tests.depth import in_turn
from tests.layout.printing import (
    MARK_AT,
    MARK_SIZE,
    Box,
    Card,
    Printed,
    pdf,
    printed,
    write_cards,
)

if TYPE_CHECKING:
    from pathlib import Path

NEAR = 0.05
CASES = [
    ("card", 2.5, "a4"),
    ("card", 2.5, "letter"),
    ("card", 2.5, "legal"),
    ("card", 2.5, "a3"),
    ("card", 0.0, "a5"),
    ("60x40mm", 2.5, "a4"),
    ("70x120mm", 7.0, "150x400mm"),
    ("quarter", 7.0, "letter"),
    ("half", 7.0, "a4"),
    ("a6", 7.0, "a4"),
]
COUNTS = (1, 7, 20)
TOO_SMALL = ("a6", "index-3x5")
"""Papers with one card per row."""
FOLDED = [(*case, count) for at, case in enumerate(CASES) for count in in_turn(COUNTS, at, step=3)]
TURNED = [
    (*case, way, count)
    for at, case in enumerate(CASES)
    for turn, way in enumerate(("long", "short"))
    for count in in_turn(COUNTS, at + turn, step=3)
]


def seen_through(box: Box, paper: Printed, way: str) -> Box:
    """A place on the back, as it is seen from the front through the paper."""
    over_side = (way == "long") == (paper.height > paper.width)
    if over_side:
        return Box(paper.width - box.right, box.top, paper.width - box.left, box.bottom)
    return Box(box.left, paper.height - box.bottom, box.right, paper.height - box.top)


def folded(box: Box, front: Card, back: Card, margin: float) -> Box:
    """A place on the back, after the card is folded between the two."""
    if abs(front.art.top - back.art.top) < NEAR:
        line = front.art.right + margin
        assert line == pytest.approx(back.art.left - margin, abs=NEAR)
        return Box(2 * line - box.right, box.top, 2 * line - box.left, box.bottom)
    line = front.art.bottom + margin
    assert line == pytest.approx(back.art.top - margin, abs=NEAR)
    return Box(box.left, 2 * line - box.bottom, box.right, 2 * line - box.top)


def assert_meets(front: Card, art: Box, mark: Box) -> None:
    """The back is on its front; turned like a page of a book, its mark is upper left."""
    assert front.art == pytest.approx(art, abs=NEAR)
    assert front.mark.left == pytest.approx(front.art.left + MARK_AT[0], abs=NEAR)
    right = front.art.right - MARK_AT[0]
    top = front.art.top + MARK_AT[1]
    expected = Box(right - MARK_SIZE[0], top, right, top + MARK_SIZE[1])
    assert expected == pytest.approx(mark, abs=NEAR)


@pytest.mark.parametrize(("size", "margin", "paper", "way", "count"), TURNED)
def test_backs_are_behind_their_fronts_for_either_edge(
    tmp_path: Path, size: str, margin: float, paper: str, way: str, count: int
) -> None:
    layout = write_cards(tmp_path, size, count, margin, backs=True)
    sheets = printed(pdf(layout, paper, duplex=way))
    met = []
    for front_page, back_page in zip(sheets[::2], sheets[1::2], strict=True):
        backs = {card.number: card for card in back_page.backs()}
        assert len(backs) == len(back_page.cards) == len(front_page.fronts())
        for front in front_page.fronts():
            art = seen_through(backs[front.number].art, front_page, way)
            mark = seen_through(backs[front.number].mark, front_page, way)
            assert_meets(front, art, mark)
            met.append(front.number)

    assert list(range(count)) == sorted(met)


@pytest.mark.parametrize(("size", "margin", "paper", "count"), FOLDED)
def test_folded_backs_are_behind_their_fronts(
    tmp_path: Path, size: str, margin: float, paper: str, count: int
) -> None:
    layout = write_cards(tmp_path, size, count, margin, backs=True)
    met = []
    for sheet in printed(pdf(layout, paper, duplex="fold")):
        backs = {card.number: card for card in sheet.backs()}
        assert len(backs) == len(sheet.fronts())
        for front in sheet.fronts():
            back = backs[front.number]
            art = folded(back.art, front, back, margin)
            assert_meets(front, art, folded(back.mark, front, back, margin))
            met.append(front.number)

    assert list(range(count)) == sorted(met)


@pytest.mark.parametrize("paper", [paper for paper in PAPERS if paper not in TOO_SMALL])
def test_the_stack_of_folded_cards_is_in_order(tmp_path: Path, paper: str) -> None:
    sheets = printed(pdf(write_cards(tmp_path, "card", 23, backs=True), paper, duplex="fold"))
    piles: dict[tuple[int, int], list[int]] = {}
    for sheet in sheets:
        for card in sheet.fronts():
            piles.setdefault((round(card.art.top), round(card.art.left)), []).append(card.number)

    assert list(range(23)) == [number for place in sorted(piles) for number in piles[place]]


def test_fold_lines_are_dash_dotted_between_front_and_back(tmp_path: Path) -> None:
    (sheet, *_) = printed(pdf(write_cards(tmp_path, "card", 4, backs=True), duplex="fold"))
    folds = {round(line.x1, 1) for line in sheet.lines if line.dashes == 4}
    cuts = {round(line.x1, 1) for line in sheet.lines if line.is_upright and line.dashes != 4}
    middles = {round(card.art.right + 2.5, 1) for card in sheet.fronts()}

    assert middles == folds
    assert folds.isdisjoint(cuts)


@pytest.mark.parametrize("way", ["long", "short", "fold"])
def test_lines_never_cross_fronts_and_backs(tmp_path: Path, way: str) -> None:
    for sheet in printed(pdf(write_cards(tmp_path, "card", 20, 0.0, backs=True), duplex=way)):
        if not sheet.lines:
            continue
        left = min(card.art.left for card in sheet.cards)
        top = min(card.art.top for card in sheet.cards)
        right = max(card.art.right for card in sheet.cards)
        bottom = max(card.art.bottom for card in sheet.cards)
        for line in sheet.lines:
            beside = max(line.x1, line.x2) < left or min(line.x1, line.x2) > right
            assert beside or max(line.y1, line.y2) < top or min(line.y1, line.y2) > bottom


@pytest.mark.parametrize(
    ("way", "expected"),
    [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge"), ("fold", None)],
)
def test_the_pdf_sets_the_duplex_edge(tmp_path: Path, way: str, expected: str | None) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(pdf(write_cards(tmp_path, "card", 1, backs=True), duplex=way))
    with pikepdf.open(path) as file:
        assert expected == file.Root.ViewerPreferences.get("/Duplex")


@pytest.mark.parametrize(
    ("way", "backs", "expected"),
    [
        (None, True, ("print double-sided, flip on long edge",)),
        ("short", True, ("print double-sided, flip on short edge",)),
        ("fold", True, ("cut, then fold along the dash-dotted lines",)),
        (None, False, ()),
        ("long", False, ("none of these sheets has a back, so --duplex has no effect",)),
    ],
)
def test_a_build_says_how_to_print_it(
    tmp_path: Path, way: str | None, backs: bool, expected: tuple[str, ...]
) -> None:
    layout = write_cards(tmp_path, "card", 2, backs=backs)
    built = build(
        Request(
            (str(layout),), paper=PAPERS["a4"], duplex=way, out=Destination(tmp_path, "cards.pdf")
        )
    )

    assert expected == built.notes


def test_a_page_that_fills_the_paper_cannot_be_folded(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="a page that fills a4 paper can't be folded"):
        pdf(write_cards(tmp_path, "paper", 1, 7.0, backs=True), duplex="fold")


def test_a_page_that_doesnt_fit_twice_cannot_be_folded(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="two pages of 140 x 200 mm for folding don't fit"):
        pdf(write_cards(tmp_path, "140x200mm", 1, backs=True), duplex="fold")


def test_the_same_cards_come_in_all_formats(tmp_path: Path) -> None:
    layout = write_cards(tmp_path, "card", 3, backs=True)
    request = Request(
        (str(layout),),
        paper=parse_paper("a4"),
        formats=("svg", "png"),
        dpi=30,
        duplex="short",
        out=Destination(tmp_path / "out"),
    )

    assert [f"cards-short-{end}" for end in ("1.svg", "2.svg", "1.png", "2.png")] == [
        file.path.name for file in build(request).files
    ]
