"""The calibration page read back from the PDF: its rulers measure true, its crosses meet."""

from __future__ import annotations

import io
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import pdfplumber
import pytest

from printkit.checking import check_layout
from printkit.core.errors import PrintkitError
from printkit.core.i18n import load_catalogue
from printkit.core.languages import languages
from printkit.core.paper import PAPERS, parse_offset
from printkit.core.source import shipped_folder
from tests.depth import many
from tests.layout.printing import MM, Box, pdf

if TYPE_CHECKING:
    from collections.abc import Iterable

EXACT = 0.005
SOME = [*PAPERS][:: many(2, deep=1)]
ALL = [*((paper, "portrait") for paper in SOME), ("a4", "landscape")]
ALL += [(paper, "landscape") for paper in SOME if paper not in ("a4", "index-3x5")][
    many(9, deep=0) :
]


def default_edge(way: str) -> str:
    """The edge over which paper is usually turned."""
    return "long" if way == "portrait" else "short"


class Side(NamedTuple):
    """What is on one side, in millimetres; circles are among the frames."""

    width: float
    height: float
    lines: tuple[Box, ...]
    frames: tuple[Box, ...]
    words: str

    def ticks_across(self) -> list[Box]:
        """Upright lines that hang from a level one, as those of a ruler."""
        return [line for line in self.lines if line.right - line.left < EXACT]

    def ticks_down(self) -> list[Box]:
        return [line for line in self.lines if line.bottom - line.top < EXACT]


@cache
def sides(paper: str = "a4", **options: object) -> tuple[Side, Side]:
    with pdfplumber.open(io.BytesIO(pdf("calibration", paper, **options))) as file:
        front, back = (
            Side(
                float(page.width) / MM,
                float(page.height) / MM,
                tuple(_box(line) for line in page.lines),
                tuple(_box(rect) for rect in page.rects if rect["stroke"]),
                page.extract_text() or "",
            )
            for page in file.pages
        )
        return front, back


def _box(thing: dict[str, float]) -> Box:
    left, top, right, bottom = (thing[edge] / MM for edge in ("x0", "top", "x1", "bottom"))
    return Box(left, top, right, bottom)


def rulers(starts: Iterable[tuple[float, float]]) -> list[list[float]]:
    """Ticks that begin on one line, as distances along it, for each line that has many."""
    starts = list(starts)
    levels = Counter(round(level, 2) for level, _ in starts)
    many = sorted(level for level, count in levels.items() if count > 12)
    return [sorted(along for level, along in starts if abs(level - line) < EXACT) for line in many]


def steps(ruler: list[float]) -> set[float]:
    return {round(after - before, 2) for before, after in pairwise(ruler)}


def is_whole_number_of(ruler: list[float], unit: float) -> bool:
    """Whether a ruler is as long as a whole number of units."""
    length = ruler[-1] - ruler[0]
    return abs(length - round(length / unit) * unit) < EXACT


@pytest.mark.parametrize(("paper", "way"), ALL)
def test_horizontal_rulers_are_exact(paper: str, way: str) -> None:
    front, back = sides(paper, orientation=way, duplex=default_edge(way))
    for side in (front, back):
        metric, *others = rulers((tick.top, tick.left) for tick in side.ticks_across())
        inches = [ruler for ruler in others if steps(ruler) <= {1.59, 1.58}]

        assert {1.0} == steps(metric)
        assert is_whole_number_of(metric, 10)
        assert len(inches) == (1 if side.height > 120 else 0)
        assert all(is_whole_number_of(ruler, 25.4) for ruler in inches)


@pytest.mark.parametrize(("paper", "way"), ALL)
def test_vertical_rulers_are_exact(paper: str, way: str) -> None:
    front, _ = sides(paper, orientation=way, duplex=default_edge(way))
    metric, inches = rulers((tick.left, tick.top) for tick in front.ticks_down())[:2]

    assert {1.0} == steps(metric)
    assert steps(inches) <= {1.59, 1.58}
    assert is_whole_number_of(inches, 25.4)


def test_on_a4_the_rulers_are_17_and_21_centimetres_long() -> None:
    front, _ = sides()
    across = rulers((tick.top, tick.left) for tick in front.ticks_across())[0]
    down = rulers((tick.left, tick.top) for tick in front.ticks_down())[0]

    assert (170.0, 210.0) == pytest.approx((across[-1] - across[0], down[-1] - down[0]), abs=EXACT)


@pytest.mark.parametrize(("paper", "way"), ALL)
def test_frames_are_7_to_12_mm_from_every_edge(paper: str, way: str) -> None:
    upright = (PAPERS[paper].width / MM, PAPERS[paper].height / MM)
    expected = sorted(upright, reverse=way == "landscape")
    for side in sides(paper, orientation=way, duplex=default_edge(way)):
        assert expected == pytest.approx([side.width, side.height], abs=0.01)
        for number in range(7, 13):
            frame = Box(number, number, side.width - number, side.height - number)
            assert [box for box in side.frames if box == pytest.approx(frame, abs=EXACT)], number


@pytest.mark.parametrize(
    ("paper", "way", "duplex"),
    [
        *((*each, default_edge(each[1])) for each in ALL),
        ("a4", "portrait", "short"),
        ("letter", "landscape", "long"),
    ],
)
def test_the_crosses_of_both_sides_meet_in_the_middle(paper: str, way: str, duplex: str) -> None:
    for side in sides(paper, orientation=way, duplex=duplex):
        x, y = side.width / 2, side.height / 2
        for arm in (Box(x - 10, y, x + 10, y), Box(x, y - 10, x, y + 10)):
            assert [line for line in side.lines if line == pytest.approx(arm, abs=EXACT)]


def test_the_back_has_a_scale_of_half_millimetres() -> None:
    _, back = sides()
    x, y = back.width / 2, back.height / 2
    near = [t.left - x for t in back.ticks_across() if abs(t.top + t.bottom - 2 * y) < EXACT]

    assert [step / 2 for step in range(-10, 11)] == pytest.approx(
        sorted({round(at, 2) for at in near}), abs=0.01
    )


def test_a_page_with_an_offset_shows_it() -> None:
    offset = parse_offset("0.5mm,-1mm/0mm,1mm")

    assert all("Printed with --offset 0.5mm,-1mm/0mm,1mm" in s.words for s in sides(offset=offset))
    assert not [side for side in sides() if "Printed with" in side.words]


def test_it_fits_on_the_usual_papers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spoken = [*languages()][:: many(3, deep=1)]
    monkeypatch.setattr("printkit.checking.languages", lambda _: spoken)

    problems, tried, coverage = check_layout("calibration")

    assert [] == [problem.render() for problem in problems]
    assert (tried > len(spoken), "all") == (True, coverage)


def test_it_is_translated_into_german() -> None:
    front, back = sides(language="de")
    words = load_catalogue([shipped_folder("layouts") / "locale" / "de.po"], "de")

    assert words.translate("Calibration") in front.words
    assert "Miss vom linken" in front.words
    assert "gegen das Licht" in back.words


@pytest.mark.parametrize(
    ("paper", "way"),
    [("40x40mm", "portrait"), ("index-3x5", "landscape"), ("60x300mm", "portrait")],
)
def test_paper_that_is_too_small_is_refused(paper: str, way: str) -> None:
    with pytest.raises(PrintkitError, match="this paper is too small for calibration"):
        pdf("calibration", paper, orientation=way)
