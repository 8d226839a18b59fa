"""`--large-print`: no type below 14 pt on pads, 12 pt on cards, and pages that go on."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

import printkit
from printkit.core.budget import limit_work
from printkit.core.colours import contrast
from printkit.core.errors import PrintkitError, UsageError
from printkit.core.languages import shipped_languages
from printkit.core.paper import PAPERS
from printkit.core.scene import WHITE, Field, FieldArea, Item, Placed, Rect, Text
from printkit.core.theme import load_theme
from printkit.core.units import MM
from printkit.layout.language.loading import (
    load_sheet,
    sheet_path,
    shipped_results,
    shipped_sheets,
)
from printkit.layout.largeprint import is_card
from printkit.layout.pages import flow_page
from printkit.pads.shelf import shelf
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.gameinfo import game_info
from printkit.pipeline.main import prepare
from printkit.preflight.checks import check_pdf
from printkit.request.options import Request
from printkit.samples import FOLDER
from tests.depth import many
from tests.running import Printkit

IS_DEEP = bool(many(0, deep=1))
LANGUAGES = shipped_languages()
LONG = "Wilhelmina Theodora von Rabenstein-Lund"


def layout_of(target: str, paper: str = "a4", **more: Any) -> DocumentLayout:
    given = {"paper": PAPERS[paper], "seed": "large", "large_print": True, **more}
    return DocumentLayout(*prepare(Request((target,), **given)))


def texts(items: Iterable[Item], scale: float = 1.0) -> Iterable[tuple[str, float]]:
    """All words with their sizes on paper."""
    for item in items:
        if isinstance(item, Text) and item.text.strip():
            yield item.text, item.size * scale
        elif isinstance(item, Placed):
            yield from texts(item.fragment.items, scale * item.scale)
        elif isinstance(item, FieldArea):
            yield from texts(item.ink, scale)


def wide_frames(items: Iterable[Item], scale: float = 1.0) -> Iterable[float]:
    """The heights of all frames that are nearly as wide as the page."""
    for item in items:
        if isinstance(item, Placed):
            yield from wide_frames(item.fragment.items, scale * item.scale)
        elif isinstance(item, Rect) and item.stroke and item.width * scale > 150 * MM:
            yield item.height * scale


def check(document: DocumentLayout, least: float) -> None:
    for page in document.pages():
        sizes = [*texts(page.items)]
        assert sizes, "an empty page"
        assert least - 0.01 <= min(size for _, size in sizes), min(sizes, key=lambda one: one[1])


def counts(sheet: str) -> list[int]:
    info = game_info(load_sheet(sheet_path(sheet)))
    every = [*range(info.least, info.most + 1)]
    return every if IS_DEEP else [every[0], every[-1]]


CASES = [(sheet, count) for sheet in shipped_sheets() for count in counts(sheet)]


@pytest.mark.parametrize(("sheet", "count"), CASES)
def test_no_type_on_any_sheet_is_smaller_than_promised(sheet: str, count: int) -> None:
    least = 12 if is_card(load_sheet(sheet_path(sheet))) else 14
    number = CASES.index((sheet, count))
    language = LANGUAGES[number % len(LANGUAGES)]
    for paper in ("a4", "a3") if IS_DEEP else [("a4", "a3")[number % 2]]:
        for each in LANGUAGES if IS_DEEP else [language]:
            check(layout_of(sheet, paper, counts=(count,), language=each), least)


def test_a_sheet_whose_steps_are_a_list_fits_on_a_page_in_a_language_with_long_words() -> None:
    document = layout_of("swipsheep/round-tracker", "letter", counts=(3,), language="it")
    check(document, 14)
    assert document.total == 1


def test_a_box_with_a_frame_is_not_cut() -> None:
    document = layout_of("attacke/chip-tracker", counts=(5,))
    frames = [[*wide_frames(page.items)] for page in document.pages()]
    assert [3, 2] == [len(each) for each in frames]
    assert 1 == len({round(height, 1) for each in frames for height in each})


@pytest.mark.parametrize("pad", shelf())
def test_no_type_on_any_pad_is_smaller_than_promised(pad: str) -> None:
    least, most = shelf()[pad].players
    for count in range(least if IS_DEEP else most, most + 1):
        document = layout_of("any/pad", counts=(count,), settings={"game": pad})
        check(document, 14)
        words = {text for page in document.pages() for text, _ in texts(page.items)}
        assert shelf()[pad].rounds == 0 or "Points" in words, "a word is broken"


@pytest.mark.parametrize("sheet", shipped_results())
def test_results_are_in_large_print_too(sheet: str) -> None:
    record = min((FOLDER / sheet.split("/")[0]).glob("whole*.jsonl"))
    check(layout_of(sheet, record=record), 14)


def test_handwriting_is_in_its_field(tmp_path: Path) -> None:
    record = min((FOLDER / "attribute").glob("whole*.jsonl"))
    built = printkit.build(
        "attribute/score-pad", from_game=record, large_print=True, out=tmp_path / "a.pdf"
    )
    sheet = built.files[0].sheets[0]
    field = next(field for field in sheet.fields if field.name == "topic.1")
    with pypdfium2.PdfDocument(tmp_path / "a.pdf") as file:
        text, high = file[0].get_textpage(), file[0].get_height()
        at, count = text.search(str(sheet.values["topic.1"])).get_next()
        for number in range(at, at + count):
            left, bottom, right, top = text.get_charbox(number)
            assert field.x < left < right < field.x + field.width
            assert field.y < high - top < high - bottom
            assert high - bottom < field.y + field.height


def test_long_names_go_on_rather_than_shrink() -> None:
    names = tuple(f"{number}{LONG}"[:40] for number in range(1, 5))
    check(layout_of("attribute/score-pad", names=names), 14)


def test_every_field_is_on_one_of_the_pages_and_sums_go_over_them() -> None:
    fields: list[dict[str, Field]] = []
    for large in (False, True):
        document = layout_of(
            "attribute/score-pad", counts=(3,), wants_fields=True, large_print=large
        )
        sheets = [sheet for page in document.pages() for sheet in page.sheets]
        fields.append({field.name: field for sheet in sheets for field in sheet.fields})
    usual, large_ones = fields

    assert usual.keys() == large_ones.keys()
    for name, field in usual.items():
        assert field.formula == large_ones[name].formula
        assert large_ones[name].height >= 5 * MM, name


def test_a_sheet_that_needs_more_pages_repeats_the_heading_of_its_table() -> None:
    document = layout_of("attribute/score-pad", counts=(3,))
    pages = [*document.pages()]
    assert len(pages) > 1
    for page in pages:
        words = " ".join(text for text, _ in texts(page.items))
        assert "Announcer" in words
    assert [flow_page(page.values) for page in document.sheets[0].pages] == [1, 2]


@pytest.mark.parametrize("theme", ["colour", "ink-saver", "mono"])
def test_words_have_strong_contrast(theme: str) -> None:
    colours = load_theme(theme).with_strong_contrast().colours
    for name in ("ink", "soft", "accent-dark", "good", "bad", "pen"):
        colour = colours[name]
        assert colour is not None
        assert contrast(colour, WHITE) >= 7, name


def test_small_paper_is_refused() -> None:
    with pytest.raises(UsageError, match="a5 paper is too small for large print"):
        layout_of("attribute/score-pad", "a5")


def test_preflight_knows_the_larger_limit(tmp_path: Any) -> None:
    build = ("build", "attribute/score-pad", "-p", 4)
    large = Printkit().run(*build, "--large-print", "-o", "a.pdf", "--preflight", cwd=tmp_path)
    assert large.code == 0, large.stdout
    Printkit().run(*build, "-o", "b.pdf", cwd=tmp_path)
    with pikepdf.open(tmp_path / "b.pdf") as usual:
        usual.pages[0].obj.PrintkitSmallestType = 14
        usual.save(tmp_path / "c.pdf")
    checked = Printkit().run("preflight", "c.pdf", cwd=tmp_path)
    assert "is under 14 pt" in checked.stdout


def test_preflight_finds_nothing_in_large_print(tmp_path: Path) -> None:
    sheets = ["wolle/setup-card", "attribute/player-aid", "swipsheep/score-pad"]
    path = tmp_path / "a.pdf"
    printkit.build(sheets, players=3, large_print=True, seed="large", out=path)
    assert check_pdf(path.read_bytes(), "a.pdf").findings == ()


def test_each_page_has_its_own_limit(tmp_path: Path) -> None:
    sheets = ["attribute/player-aid", "attribute/score-pad"]
    printkit.build(sheets, players=3, large_print=True, paper="a4", out=tmp_path / "a.pdf")
    with pikepdf.open(tmp_path / "a.pdf") as file:
        assert {12, 14} == {int(page.obj.PrintkitSmallestType) for page in file.pages}


def test_pages_are_not_made_smaller_again(tmp_path: Path) -> None:
    words = ("build", "attribute/score-pad", "--large-print", "--per-page", 2)
    ran = Printkit().run(*words, cwd=tmp_path)
    assert "--large-print and --per-page can't be used together" in ran.stderr


def test_a_sheet_about_something_wide_goes_on_to_further_pages_too(tmp_path: Path) -> None:
    path = tmp_path / "worldwide.yaml"
    path.write_text(
        "sheet: own/worldwide\ntitle: Worldwide\nplayers: none\nbody:\n"
        "  - table:\n      columns: [{head: Worldwide}]\n"
        "      rows: [{for: 'row in range(1, 31)', height: 12mm, cells: ['{row}']}]\n"
    )

    check(document := layout_of(str(path)), 14)

    assert len([*document.pages()]) > 1


def test_a_page_on_which_nothing_is_drawn_is_empty_in_large_print_too(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        "sheet: own/own\ntitle: Own\nplayers: none\nbody:\n  - {text: Hi, when: 1 > 2}\n"
    )

    assert [()] == [tuple(texts(page.items)) for page in layout_of(str(path)).pages()]


def test_too_much_work_is_refused_once_and_not_tried_at_every_scale(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        "sheet: own/own\ntitle: Own\nplayers: none\nbody:\n"
        "  - {for: 'a in range(100)', text: '{sum([b for b in range(9000)])}'}\n"
    )

    with limit_work(30_000) as budget, pytest.raises(PrintkitError, match="too much work"):
        layout_of(str(path))

    assert budget.taken < 60_000
