"""Offsets move everything on a side, to the right and down as one reads it, and nothing else."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pdfplumber
import pytest

from printkit.core.errors import UsageError
from printkit.core.paper import NO_OFFSET, Offset, Shift, parse_offset
from printkit.core.units import MM
from tests.layout.printing import pdf, write_cards

if TYPE_CHECKING:
    from pathlib import Path

HALF_A_MILLIMETRE = "0.5mm,-1mm/0.25mm,2mm"
ROUNDING = 0.003


def origins(data: bytes) -> list[list[tuple[float, float]]]:
    """The origins of everything on each page, in points."""
    with pdfplumber.open(io.BytesIO(data)) as file:
        return [[_place(thing) for thing in _all(page)] for page in file.pages]


def _all(page: Any) -> list[Any]:
    return [*page.chars, *page.rects, *page.lines, *page.curves]


def _place(thing: Any) -> tuple[float, float]:
    return float(thing["x0"]), float(thing["top"])


def moves(before: bytes, after: bytes) -> list[tuple[float, float]]:
    """How far each page is moved, in millimetres; all things on it must be moved alike."""
    found = []
    for old, new in zip(origins(before), origins(after), strict=True):
        steps = [(x - a, y - b) for (a, b), (x, y) in zip(old, new, strict=True)]
        assert steps
        for step in steps:
            assert steps[0] == pytest.approx(step, abs=ROUNDING)
        found.append((round(steps[0][0] / MM, 2), round(steps[0][1] / MM, 2)))
    return found


@pytest.mark.parametrize("target", ["attribute/score-pad", "attribute/setup-card"])
def test_all_pages_of_a_sheet_without_backs_are_fronts(target: str) -> None:
    usual = pdf(target)
    moved = pdf(target, offset=parse_offset(HALF_A_MILLIMETRE))

    assert [(0.5, -1.0)] == moves(usual, moved)


@pytest.mark.parametrize(
    ("way", "size", "paper", "expected"),
    [
        ("long", "card", "a4", [(0.5, -1.0), (0.25, 2.0)]),
        ("short", "card", "a4", [(0.5, -1.0), (-0.25, -2.0)]),
        ("long", "card", "a3", [(0.5, -1.0), (-0.25, -2.0)]),
        ("short", "card", "a3", [(0.5, -1.0), (0.25, 2.0)]),
        ("fold", "card", "a4", [(0.5, -1.0)]),
        ("long", "paper", "a4", [(0.5, -1.0), (0.25, 2.0)]),
    ],
)
def test_fronts_and_backs_are_moved_as_seen_upright(
    tmp_path: Path, way: str, size: str, paper: str, expected: list[tuple[float, float]]
) -> None:
    layout = write_cards(tmp_path, size, 1, 7.0, backs=True)
    usual = pdf(layout, paper, duplex=way)
    moved = pdf(layout, paper, duplex=way, offset=parse_offset(HALF_A_MILLIMETRE))

    assert expected == moves(usual, moved)


def test_pages_that_share_their_drawing_are_all_moved(tmp_path: Path) -> None:
    layout = write_cards(tmp_path, "quarter", 10, 7.0)
    usual, moved = (pdf(layout, offset=offset) for offset in (NO_OFFSET, parse_offset("-2mm,3mm")))

    assert [(-2.0, 3.0)] * 3 == moves(usual, moved)


def test_the_same_offset_gives_the_same_bytes(tmp_path: Path) -> None:
    layout = write_cards(tmp_path, "card", 5, backs=True)
    first, second = (pdf(layout, offset=parse_offset("1mm,1mm")) for _ in range(2))

    assert first == second
    assert first != pdf(layout)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.5mm,-1mm", Offset(Shift(0.5 * MM, -MM))),
        ("0.5mm,-1mm/0mm,1mm", Offset(Shift(0.5 * MM, -MM), Shift(0, MM))),
        (" +.5mm , 0 / 0 , -1 mm", Offset(Shift(0.5 * MM, 0), Shift(0, -MM))),
        ("0.1in,3pt", Offset(Shift(7.2, 3))),
    ],
)
def test_an_offset_is_right_and_down_for_front_and_back(text: str, expected: Offset) -> None:
    assert expected == parse_offset(text)


@pytest.mark.parametrize("text", ["0.5mm,-1mm", "0.5mm,-1mm/0mm,1mm", "0mm,0mm/1.25mm,0mm"])
def test_an_offset_is_written_as_it_is_read(text: str) -> None:
    assert text == str(parse_offset(text))


@pytest.mark.parametrize("text", ["", "1mm", "1,2", "1mm;2mm", "1mm,2mm,3mm", "1mm,2mm/3mm", "/"])
def test_an_invalid_offset_is_refused(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_offset(text)

    assert caught.value.message == f"'{text}' isn't a valid offset"
    assert "0.5mm,-1mm/0mm,1mm" in caught.value.hint


@pytest.mark.parametrize("text", ["21mm,0", "0,0/0,-1in", f"{'9' * 400}mm,0"])
def test_an_offset_that_is_too_large_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is too large"):
        parse_offset(text)
