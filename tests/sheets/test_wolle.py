"""Wolle's sheets: the PDF matches the code, the report and the rules."""

from __future__ import annotations

import io
import re
from collections import Counter
from functools import cache
from itertools import pairwise
from math import dist
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, NamedTuple

import pdfplumber
import pikepdf
import pytest

from printkit.core import geometry
from printkit.core.colours import contrast
from printkit.core.errors import PrintkitError, UsageError
from printkit.core.languages import languages
from printkit.core.paper import PAPERS
from printkit.core.theme import load_theme
from printkit.core.units import MM
from printkit.games.wolle import GAME
from printkit.games.wolle.board import shipped_board
from printkit.games.wolle.cups import read_code
from printkit.games.wolle.numbers import SETS, TIMERS
from printkit.request.options import Request
from tests.cli.terminal import Terminal
from tests.depth import many
from tests.rendering import lay_out, render
from tests.running import ROOT
from tests.sheets.reading import numbers, pages

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pdfplumber.page import Page

    from printkit.core.scene import Colour, Field, PlacedSheet

COUNTS = range(2, 7)
VARIANTS = ("base", "no-crossing", "no-cups", "novice")
NAMES = ("Ann", "Ben", "Cleo")
CARPETS = {"a": "yellow", "b": "blue"}
CLOSE = 0.05 * MM
"""How exactly things must meet: far below what a printer or a pair of scissors can do."""

Point = tuple[float, float]


@cache
def read(data: bytes) -> list[Page]:
    """The pages of a file, cached because many tests read the same one."""
    return pdfplumber.open(io.BytesIO(data)).pages


class Made(NamedTuple):
    """A file, and the report of its build."""

    data: bytes
    sheets: tuple[PlacedSheet, ...]

    def pages(self) -> list[Page]:
        return read(self.data)

    def codes(self) -> list[str]:
        return [str(sheet.details["code"]) for sheet in self.sheets]


@cache
def make(
    seed: str = "x",
    paper: str = "a4",
    theme: str = "colour",
    names: tuple[str, ...] = (),
    target: str = "wolle/sheet",
    variant: str | None = None,
    **settings: str,
) -> Made:
    request = Request(
        targets=(target,),
        paper=PAPERS[paper],
        names=names,
        variant=variant,
        settings=settings,
        theme=theme,
        seed=seed,
    )
    layout = lay_out(request)
    pages = list(layout.pages())
    (data,) = render(pages, "pdf", layout.document)
    return Made(data, tuple(sheet for one in pages for sheet in one.sheets))


# Reading circles back.


def circles(page: Page, *, fill: Colour | None = None, stroke: Colour | None = None) -> list[Any]:
    """The round shapes of a page that are filled and outlined in those colours."""
    return [
        curve
        for curve in page.curves
        if abs(curve["width"] - curve["height"]) < 0.02
        and len(curve["pts"]) > 4
        and curve["fill"] == (fill is not None)
        and curve["stroke"] == (stroke is not None)
        and (fill is None or _same(curve["non_stroking_color"], fill))
        and (stroke is None or _same(curve["stroking_color"], stroke))
    ]


def _same(found: Sequence[float], colour: Colour) -> bool:
    return all(abs(one - other) < 0.01 for one, other in zip(found, colour, strict=True))


def centre(curve: Any) -> Point:
    return (curve["x0"] + curve["x1"]) / 2, (curve["top"] + curve["bottom"]) / 2


def in_reading_order(points: list[Point]) -> list[Point]:
    return sorted(points, key=lambda point: (round(point[1], 1), point[0]))


def dots(page: Page, carpet: str = "yellow") -> list[Point]:
    """The centres of the plain dots, in reading order."""
    found = circles(page, fill=load_theme("colour", "wolle").colours[f"{carpet}-dot"])
    return in_reading_order([centre(curve) for curve in found])


def rings(page: Page) -> list[Any]:
    """The rings around the cups on the board."""
    colours = load_theme("colour", "wolle").colours
    found = circles(page, fill=colours["paper"], stroke=colours["cup"])
    return [curve for curve in found if curve["linewidth"] > 1]  # boxes have thinner lines


def dots_with_cups(page: Page, carpet: str = "yellow") -> list[str]:
    """The names of the dots with a cup, in reading order."""
    plain, step = dots(page, carpet), spacing(page, carpet) * MM
    left, top = min(x for x, _ in plain), min(y for _, y in plain)
    places = in_reading_order([centre(ring) for ring in rings(page)])
    found = [((x - left) / step, (y - top) / step) for x, y in places]
    assert all(dist((x, y), (round(x), round(y))) < 0.05 for x, y in found), "a cup beside its dot"
    return [f"{ascii_uppercase[round(x)]}{round(y) + 1}" for x, y in found]


def halves(page: Page) -> list[Page]:
    middle = page.width / 2
    return [
        page.crop((0, 0, middle, page.height)),
        page.crop((middle, 0, page.width, page.height)),
    ]


# The cups.


@pytest.mark.parametrize("seed", range(many(3, deep=8)))
@pytest.mark.parametrize("side", ["a", "b"])
def test_cups_are_on_the_dots_of_the_code_and_the_report(side: str, seed: int) -> None:
    drawn = "random" if seed % 2 else "fair"
    made = make(str(seed), side=side, cups=drawn, size="large", sheets="1")

    for page, sheet in zip(made.pages(), made.sheets, strict=True):
        board, choice = read_code(str(sheet.details["code"]))
        names = list(board.shadows)
        assert board == shipped_board(side)
        found = dots_with_cups(page, CARPETS[side])
        assert found == sheet.details["cups"] == [names[at] for at in choice]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("side", ["a", "b"])
def test_cups_of_half_page_sheets_are_on_the_right_dots_too(side: str, paper: str) -> None:
    made = make("x", paper, side=side, sheets="2")
    parts = [half for page in made.pages() for half in halves(page)]

    for part, sheet in zip(parts, made.sheets, strict=True):
        assert dots_with_cups(part, CARPETS[side]) == sheet.details["cups"]
        assert str(sheet.details["code"]) in part.extract_text()


def test_every_sheet_of_a_build_is_different() -> None:
    codes = make("many", sheets="300", size="large").codes()

    assert len(set(codes)) == 300


def test_a_seed_decides_the_file() -> None:
    first = make("one", sheets="5")

    assert make.__wrapped__("one", sheets="5").data == first.data
    assert set(make("two", sheets="5").codes()).isdisjoint(first.codes())


@pytest.mark.parametrize("side", ["a", "b"])
def test_a_code_reprints_exactly_the_same_sheet(side: str) -> None:
    first = make("first", side=side, sheets="3", size="large")
    again = make("other", code=", ".join(first.codes()).lower(), size="large")

    assert again.sheets == first.sheets
    assert again.data == first.data


def test_a_sheet_with_cups_none_says_what_to_draw() -> None:
    page = make("x", size="large", sheets="1", cups="none").pages()[0]
    colours = load_theme("colour", "wolle").colours

    assert rings(page) == []
    assert len(circles(page, fill=colours["shadow"])) == len(shipped_board("a").shadowed)
    assert "Draw 6 cups on dark dots. Then shuffle all sheets" in page.extract_text()


@pytest.mark.parametrize("variant", ["base", "no-cups"])
def test_where_nobody_draws_cups_shadowed_dots_are_plain(variant: str) -> None:
    page = make("x", size="large", sheets="1", variant=variant).pages()[0]
    board, colours = shipped_board("a"), load_theme("colour", "wolle").colours
    plain = Counter(board.marks)
    shown = circles(page, fill=colours["yellow-dot"])

    assert circles(page, fill=colours["shadow"]) == []
    assert "dark dots" not in page.extract_text()
    assert len(shown) == plain["."] + plain["o"]
    assert len({round(dot["width"], 1) for dot in shown}) == 1


@pytest.mark.parametrize(
    ("code", "said"),
    [("A-22223", "mistyped"), ("A-2222O", "no code has 'O'"), ("A-222", "mistyped")],
)
def test_a_mistyped_code_is_refused(
    code: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printkit = Terminal(monkeypatch, tmp_path)
    shown = printkit("build", "wolle/sheet", "--set", f"code={code}", "--out", "sheet.pdf")

    assert (shown.code, shown.out) == (2, "")
    assert said in shown.err
    assert list(tmp_path.iterdir()) == []


# The carpet.


def spacing(page: Page, carpet: str = "yellow") -> float:
    """How far neighbouring dots are apart, in millimetres."""
    places = sorted({round(x, 2) for x, _ in dots(page, carpet)})
    steps = [right - left for left, right in pairwise(places)]
    return min(step for step in steps if step > 1) / MM


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("side", "carpet"), CARPETS.items())
def test_dots_are_far_enough_apart_to_draw_between(side: str, carpet: str, paper: str) -> None:
    half = halves(make("x", paper, side=side, sheets="2").pages()[0])[0]
    large = make("x", paper, side=side, sheets="1", size="large").pages()[0]

    assert spacing(half, carpet) >= 7.95
    assert spacing(large, carpet) >= 11.9


@pytest.mark.parametrize("theme", ["colour", "mono"])
def test_shadowed_dots_are_darker_and_larger_than_plain_ones(theme: str) -> None:
    colours = load_theme(theme, "wolle").colours
    page = make("x", theme=theme, size="large", sheets="1", cups="none").pages()[0]
    plain = circles(page, fill=colours["yellow-dot"])[0]
    dark = [curve for curve in circles(page, fill=colours["ink"]) if curve["width"] > 8]
    ink, dot = colours["ink"], colours["yellow-dot"]

    assert len(dark) >= len(shipped_board("a").shadowed)
    assert min(curve["width"] for curve in dark) > 1.5 * plain["width"]
    assert ink is not None
    assert dot is not None
    assert sum(ink) < sum(dot)


@pytest.mark.parametrize("theme", ["colour", "mono"])
@pytest.mark.parametrize("carpet", CARPETS.values())
def test_dots_stand_out_against_carpet_and_pattern(carpet: str, theme: str) -> None:
    colours = load_theme(theme, "wolle").colours
    dot = colours[f"{carpet}-dot"]
    grounds = [colours[f"{carpet}-{ground}"] for ground in ("carpet", "weft", "weave")]

    assert dot is not None
    assert all(ground and contrast(dot, ground) >= 4.5 for ground in grounds)


def fields(paper: str, size: str) -> dict[str, Field]:
    request = Request(
        targets=("wolle/sheet",),
        paper=PAPERS[paper],
        settings={"size": size, "sheets": "1"},
        seed="x",
        fillable=True,
    )
    (page,) = lay_out(request).pages()
    return {re.sub(r"^.*/", "", field.name): field for field in page.fields}


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", ["half", "large"])
def test_all_boxes_to_tick_have_one_size_of_about_7_mm(size: str, paper: str) -> None:
    boxes = [
        field for name, field in fields(paper, size).items() if re.match(r"item\.|cup\.|paw$", name)
    ]
    sides = [side / MM for box in boxes for side in (box.width, box.height)]

    assert len(boxes) == 24 + 6 + 1
    assert max(sides) - min(sides) < 0.4  # the lines of some are thicker
    assert min(sides) >= 6.3  # inside their lines


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", ["half", "large"])
def test_the_numbers_of_the_timer_are_large_and_ticked_where_they_stand(
    size: str, paper: str
) -> None:
    ticks = [field for name, field in fields(paper, size).items() if name.startswith("timer.")]
    page = make("x", paper, size=size, sheets="1").pages()[0]
    numerals = [char for char in page.chars if char["text"].isdigit() and char["size"] > 30]

    assert "".join(char["text"] for char in numerals) == "".join(map(str, shipped_board("a").timer))
    assert all(
        tick.x < (char["x0"] + char["x1"]) / 2 < tick.x + tick.width
        and tick.y < (char["top"] + char["bottom"]) / 2 < tick.y + tick.height
        for tick, char in zip(ticks, numerals, strict=True)
    )


@pytest.mark.parametrize("cups", ["random", "none"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", ["half", "large"])
@pytest.mark.parametrize("side", ["a", "b"])
def test_the_cat_reaches_for_the_paw(side: str, size: str, paper: str, cups: str) -> None:
    page = make("x", paper, side=side, size=size, sheets="1", cups=cups).pages()[0]
    colours = load_theme("colour", "wolle").colours
    fur, pad = colours[f"{CARPETS[side]}-fur"], colours["pad"]
    assert fur is not None
    assert pad is not None
    filled = [curve for curve in page.curves if curve["fill"]]
    furry = [curve for curve in filled if _same(curve["non_stroking_color"], fur)]
    pads = min(curve["top"] for curve in filled if _same(curve["non_stroking_color"], pad))
    arms = [curve for curve in furry if curve["height"] > 2 * curve["width"]]

    assert any(abs(arm["top"] - pads) < 9 * MM for arm in arms)


def own_board(path: Path, columns: int, rows: int, start: int = 0) -> Path:
    """A board of that size, with a start in some row, and a few of everything."""
    dots = [["."] * columns for _ in range(rows)]
    dots[start][columns // 2] = "S"
    dots[-1][0] = "P"
    for number, mark in enumerate("oooooooommssaa#"):
        dots[2 + number // 3][(number % 3) * 2] = mark
    lines = "".join(f"  {' '.join(row)}\n" for row in dots)
    path.write_text(f"map: |\n{lines}timer: [2, 3]\nsets: [2, 4, 6]\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("columns", "rows", "start", "size"),
    [(7, 9, 0, "half"), (7, 9, 4, "half"), (7, 9, 0, "large"), (20, 30, 0, "large")],
)
def test_a_custom_board_fills_the_carpet(
    tmp_path: Path, columns: int, rows: int, start: int, size: str
) -> None:
    path = own_board(tmp_path / "own.yaml", columns, rows, start)
    made = make("x", board=str(path), size=size, sheets="2", cups="random")
    page = made.pages()[0]
    part = page if size == "large" else halves(page)[0]

    assert dots_with_cups(part) == made.sheets[0].details["cups"]
    assert spacing(part) >= 5


def test_a_board_whose_dots_would_be_too_close_is_refused(tmp_path: Path) -> None:
    path = own_board(tmp_path / "own.yaml", 20, 30)

    with pytest.raises(PrintkitError, match=r"would be only 4\.\d mm apart") as refused:
        make("x", board=str(path), cups="random")
    assert "size=large" in refused.value.hint


def test_a_collection_bar_with_too_many_boxes_is_refused(tmp_path: Path) -> None:
    path = own_board(tmp_path / "own.yaml", 7, 9)
    text = path.read_text(encoding="utf-8")
    many = ", ".join(str(number) for number in range(30))
    path.write_text(text.replace("[2, 4, 6]", f"[{many}]"), encoding="utf-8")

    with pytest.raises(PrintkitError, match="collection bar would be only"):
        make("x", board=str(path), cups="random")


# Numbers on the sheets.


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("side", ["a", "b"])
def test_the_numbers_of_a_game_sheet_come_from_board_and_rules(side: str, variant: str) -> None:
    made = make("x", size="large", sheets="1", side=side, variant=variant)
    page = made.pages()[0]
    text = above_footer(page).extract_text().replace(made.codes()[0], "")
    board, points = shipped_board(side), GAME.sheet_facts(4, variant)["points"]
    lost = [abs(points["cup"])] if variant != "no-cups" else []
    found = Counter(int(number) for number in re.findall(r"\d+", text))

    assert found == Counter([*board.timer, *board.sets, points["paw"], *lost])


def test_the_timer_counts_from_top_to_bottom_and_sets_from_left_to_right() -> None:
    page = make("x", size="large", sheets="1").pages()[0]
    words = [word for word in above_footer(page).extract_words() if word["text"].isdigit()]
    timer = sorted((word for word in words if word["x0"] > page.width * 0.75), key=_top)
    bar = sorted((word for word in words if word["x0"] < page.width * 0.75), key=_left)

    assert [int(word["text"]) for word in timer] == list(shipped_board("a").timer)
    assert [int(word["text"]) for word in bar] == list(shipped_board("a").sets)


def above_footer(page: Page) -> Page:
    return page.crop((0, 0, page.width, footline(page)["top"]))


def _top(word: Any) -> float:
    return float(word["top"])


def _left(word: Any) -> float:
    return float(word["x0"])


@pytest.mark.parametrize(
    ("variant", "signs"), [("base", "++−="), ("no-cups", "++="), ("novice", "++=")]
)
def test_the_score_boxes_add_up_from_left_to_right(variant: str, signs: str) -> None:
    page = make("x", size="large", sheets="1", variant=variant).pages()[0]
    words = page.extract_words()
    line = max(word["top"] for word in words if word["text"] == "=")
    found = [word for word in words if word["text"] in "+−=" and abs(word["top"] - line) < 2]

    assert "".join(word["text"] for word in sorted(found, key=_left)) == signs


@pytest.mark.parametrize("variant", VARIANTS)
def test_setup_cards_match_the_engine(variant: str) -> None:
    for count in COUNTS:
        known = GAME.sheet_facts(count, variant)
        six = [known["cups"]] if known["cups"] else []
        values = [count, known["sheet_count"], *six]

        assert numbers(pages("wolle/setup-card", count, variant)[0]) == Counter(values)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_player_aid_scores_as_the_engine_does(variant: str) -> None:
    points = GAME.sheet_facts(4, variant)["points"]
    page = pages("wolle/player-aid", 4, variant)[0]
    lost = [] if variant == "no-cups" else [abs(points["cup"])]

    assert numbers(page) == Counter([points["item"], points["paw"], *lost])


@pytest.mark.parametrize(
    ("variant", "cups", "said", "unsaid"),
    [
        ("base", "auto", "already on every sheet", "Shuffle"),
        ("base", "none", "Circle dark dots", "already"),
        ("no-cups", "none", "No cups", "Shuffle"),
    ],
)
def test_setup_cards_say_who_draws_the_cups(
    variant: str, cups: str, said: str, unsaid: str
) -> None:
    text = make(target="wolle/setup-card", variant=variant, cups=cups).pages()[0].extract_text()

    assert said in text
    assert unsaid not in text
    assert ("deal the sheets out again" in text) == (variant == "base" and cups == "none")


def test_the_kit_and_its_setup_card_agree_about_the_cups() -> None:
    made = make("x", target="wolle", names=NAMES, cups="none")
    text = " ".join(page.extract_text() for page in made.pages())

    assert "Draw 6 cups on dark dots" in text
    assert "Circle dark dots" in text


@pytest.mark.parametrize("language", sorted({"en", *languages()}))
@pytest.mark.parametrize("sheet", ["wolle/player-aid", "wolle/setup-card"])
def test_cards_have_large_type_and_few_words(sheet: str, language: str) -> None:
    (page,) = pages(sheet, 4, language=language)
    words = [word for word in page.extract_text().split() if re.search(r"[^\W\d]", word)]

    assert min(round(char["size"], 1) for char in page.chars) >= 8
    assert len(words) <= 55  # with the title of the card
    assert "printkit" not in page.extract_text()


def test_the_player_aid_shows_whether_threads_may_cross() -> None:
    texts = {
        variant: pages("wolle/player-aid", 4, variant)[0].extract_text() for variant in VARIANTS
    }

    forbidden = {variant for variant, text in texts.items() if "No dot twice." in text}
    allowed = {variant for variant, text in texts.items() if "crossing is fine" in text}
    assert forbidden == {"no-crossing"}
    assert allowed == set(VARIANTS) - forbidden


def test_the_kit_has_sheets_for_all_players_then_cards_on_one_page() -> None:
    names = ("Ann", "Ben", "Cleo", "Dan")
    made = make("x", names=names, target="wolle")

    assert [(sheet.id, sheet.page) for sheet in made.sheets] == [
        *(("wolle/sheet", page) for page in (1, 1, 2, 2)),
        ("wolle/setup-card", 3),
        *(("wolle/player-aid", 3) for _ in names),
    ]


# Both sides.


def footline(page: Page) -> Any:
    """The thin line above the footer: as wide as the page without its margins."""
    width = page.bbox[2] - page.bbox[0]
    (found,) = [line for line in page.lines if line["width"] > width * 0.8]
    return found


@pytest.mark.parametrize("paper", ["a4", "letter"][: many(1, deep=2)])
def test_half_page_sheets_are_back_to_back_when_flipped_on_the_long_edge(paper: str) -> None:
    made = make("x", paper, side="both", names=NAMES)
    printed = made.pages()
    assert [len(printed), printed[0].width > printed[0].height] == [4, True]

    for front, back in (printed[:2], printed[2:]):
        for one, other in zip(halves(front), halves(back), strict=True):
            assert [name in stream(one) for name in NAMES] == [
                name in stream(other) for name in NAMES
            ]
            if one.chars:
                assert _behind(footline(other), back.height) == pytest.approx(
                    _place(footline(one)), abs=CLOSE
                )


def stream(page: Page) -> str:
    """All characters in reading order, even if upside down."""
    return "".join(char["text"] for char in page.chars)


def _place(line: Any) -> tuple[float, float, float]:
    return line["x0"], line["x1"], line["top"]


def _behind(line: Any, height: float) -> tuple[float, float, float]:
    """The position of a line on the back, as seen through landscape paper from the front."""
    return line["x0"], line["x1"], height - line["bottom"]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_large_sheets_are_back_to_back_too(paper: str) -> None:
    made = make("x", paper, side="both", size="large", names=("Ann", "Ben"))
    front, back = made.pages()[:2]
    line, behind = footline(front), footline(back)

    assert front.height > front.width
    assert abs(line["x0"] - (back.width - behind["x1"])) < CLOSE
    assert [sheet.details["side"] for sheet in made.sheets] == ["a", "b", "a", "b"]
    assert [sheet.page for sheet in made.sheets] == [1, 2, 3, 4]


def test_codes_of_both_sides_reprint_the_same_paper() -> None:
    first = make("x", side="both", sheets="2")
    again = make("other", side="both", code=",".join(first.codes()))

    assert again.data == first.data


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"side": "both", "code": "{a}"}, "come in pairs"),
        ({"code": "{a},{b}"}, "of different sides"),
        ({"side": "both", "board": "{own}"}, "only one side"),
    ],
)
def test_boards_without_two_sides_are_refused(
    settings: dict[str, str], said: str, tmp_path: Path
) -> None:
    a, b = make("x", side="both", sheets="1").codes()
    own = tmp_path / "own.yaml"
    shipped = (ROOT / "layouts" / "boards" / "a.yaml").read_text(encoding="utf-8")
    own.write_text(f"{shipped}timer: {[*TIMERS['a']]}\nsets: {[*SETS['a']]}\n", encoding="utf-8")
    filled = {name: value.format(a=a, b=b, own=own) for name, value in settings.items()}

    with pytest.raises(UsageError, match=said):
        make("x", **filled)


# Many sheets.


def test_fifty_sheets_share_one_board() -> None:
    made = make("x", size="large", sheets="50", cups="random")
    more = make("x", size="large", sheets="90", cups="random")
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        drawn = [_streams(page) for page in pdf.pages]
        shared = {str(page.Resources.XObject.objgen) for page in pdf.pages}
    everywhere = set.intersection(*map(set, drawn))
    alone = [sum(size for key, size in page.items() if key not in everywhere) for page in drawn]

    assert len(made.sheets) == 50
    assert sum(drawn[0][key] for key in everywhere) > 2 * max(alone[1:])
    assert len(shared) == 1
    assert (len(more.data) - len(made.data)) / 40 < 1300


def _streams(page: pikepdf.Page) -> dict[str, int]:
    """How long the streams are that a page draws, by their numbers."""
    return {str(stream.objgen): len(stream.read_bytes()) for stream in page.Contents}


@pytest.mark.parametrize("size", ["half", "large"])
def test_the_board_is_laid_out_once(size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("Ann", "Bartholomew the Elder", "Cleo", "D")
    made = Counter[str]()
    parse = geometry.parse_path

    def counted(text: str, *rest: Any) -> Any:
        made[text] += 1
        return parse(text, *rest)

    monkeypatch.setattr("printkit.layout.nodes.graphics.parse_path", counted)
    make.cache_clear()

    make("x", size=size, sheets="120", cups="random", names=names)

    assert max(made.values()) == 2  # opposite sides of the border are alike
