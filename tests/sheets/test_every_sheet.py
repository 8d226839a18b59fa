"""Every shipped sheet fits: all player counts, papers, themes, languages, names and variants.

Sheets are discovered automatically, so a new one is covered immediately.
"""

from __future__ import annotations

import io
import re
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree

import pikepdf
import pytest
from PIL import Image

from printkit.core.errors import PrintkitError, Problems
from printkit.core.i18n import Catalogue, CatalogueEntry
from printkit.core.languages import languages
from printkit.core.paper import PAPERS
from printkit.core.scene import Placed, Text
from printkit.core.source import Source
from printkit.core.themenames import theme_names
from printkit.core.yamlfile import Scalar, YamlList, YamlMap, load_yaml
from printkit.layout.language.loading import load_sheet, sheet_path, shipped_sheets
from printkit.pipeline.gameinfo import game_info
from printkit.request.options import Request
from tests.depth import many
from tests.languages.texts import requests_for, settings_of
from tests.rendering import lay_out, render

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printkit.core.scene import Item, Page
    from printkit.core.yamlfile import YamlNode

SHEETS = shipped_sheets()
PAPER_NAMES = ("a4", "letter")
USUAL, *OTHERS = theme_names()
LONG = "Wilhelmina-Theodora Rabenstein von Lundt"
assert len(LONG) == 40
SMALLEST = 6.99  # points, and a hair less than 7


def counts(sheet: str) -> range:
    info = game_info(load_sheet(sheet_path(sheet)))
    return range(info.least, info.most + 1)


def variants(sheet: str) -> tuple[str, ...]:
    return game_info(load_sheet(sheet_path(sheet))).variants


def names(count: int, length: int) -> tuple[str, ...]:
    """As many names of 1 or of 40 characters, no two alike."""
    return tuple((chr(ord("A") + number) + LONG[1:])[:length] for number in range(count))


def request(sheet: str, count: int, **more: Any) -> Request:
    paper = PAPERS[more.pop("paper", "a4")]
    return Request(targets=(sheet,), paper=paper, counts=(count,), seed="tests", **more)


def pages(asked: Request) -> list[Page]:
    return list(lay_out(asked).pages())


def problems(asked: Request) -> list[str]:
    """What is wrong, in a line each; small type; and a count of pages other than promised."""
    try:
        found = pages(asked)
    except Problems as several:
        return [f"{error.where}: {error.message}" for error in several.problems]
    except PrintkitError as error:
        return [f"{error.where}: {error.message}"]
    loops = load_sheet(sheet_path(asked.targets[0])).loop
    small = [line for page in found for line in too_small(page.items, asked.names)]
    return small if loops or len(found) == 1 else [*small, f"{len(found)} pages"]


def too_small(shapes: Iterable[Item], names: Sequence[str]) -> Iterator[str]:
    """The texts in type below 7 pt, apart from names and their parts."""
    for shape in shapes:
        if isinstance(shape, Placed):
            yield from too_small(shape.fragment.items, names)
        elif (
            isinstance(shape, Text)
            and shape.size < SMALLEST
            and not any(shape.text.strip(" -") in name for name in names)
        ):
            yield f"{shape.size:g} pt: {shape.text}"


CASES = [(sheet, count) for sheet in SHEETS for count in counts(sheet)]


class Way(NamedTuple):
    """A way to ask for a sheet."""

    paper: str
    language: str
    length: int = 40  # of every name; 0: nobody has one
    theme: str = USUAL
    variant: str | None = None


def ways(sheet: str, count: int) -> Iterator[Way]:
    """All ways with long names, short names or none, and every theme and variant.

    As a rule they take turns: each count is asked for with long names in one variant and theme,
    with short ones or none in the usual, and what is fullest in every language and variant.
    """
    turn = SHEETS.index(sheet) + count
    if many(0, deep=1):
        yield from (Way(*each) for each in product(PAPER_NAMES, languages(), (40, 0, 1)))
    yield Way(in_turn(PAPER_NAMES, turn + 1), in_turn(languages(), turn + 2), turn % 2)
    is_fullest = count == counts(sheet)[-1]
    every = 1 if is_fullest or many(0, deep=1) else len(variants(sheet))
    for number, variant in [*enumerate(variants(sheet))][count % every :: every]:
        for paper in (in_turn(PAPER_NAMES, turn + number), *PAPER_NAMES[: many(0, deep=2)]):
            theme = in_turn(OTHERS, count + number)
            yield Way(paper, in_turn(languages(), turn + number), 40, theme, variant)
    if is_fullest:
        for number, language in enumerate(languages()):
            yield Way(in_turn(PAPER_NAMES, turn + number), language)


def in_turn(values: Sequence[str], number: int) -> str:
    return values[number % len(values)]


@pytest.mark.parametrize(("sheet", "count"), CASES)
def test_sheets_fit_with_any_names_paper_language_theme_and_variant(sheet: str, count: int) -> None:
    found = {}
    for way in {*ways(sheet, count)}:
        asked = request(
            sheet,
            count,
            paper=way.paper,
            language=way.language,
            theme=way.theme,
            variant=way.variant,
            names=names(count, way.length) if way.length else (),
        )
        found[way] = problems(asked)

    assert {way: [] for way in found} == found


@pytest.mark.parametrize("sheet", SHEETS)
def test_sheets_fit_with_every_option_and_several_copies(sheet: str) -> None:
    settings = settings_of(load_sheet(sheet_path(sheet)))
    found = {}
    for (number, setting), count in product(enumerate([{}, *settings]), counts(sheet)[::3]):
        for paper in {in_turn(PAPER_NAMES, number + count), *PAPER_NAMES[: many(0, deep=2)]}:
            asked = request(sheet, count, paper=paper, settings=setting, copies=2)
            try:
                pages(asked)
            except PrintkitError as error:
                found[paper, str(setting), count] = str(error)

    assert {} == found


@pytest.mark.parametrize("sheet", SHEETS)
def test_sheets_have_a_title_a_summary_and_the_players_of_their_game(sheet: str) -> None:
    loaded = load_sheet(sheet_path(sheet))

    assert loaded.title.text
    assert loaded.summary.endswith(".")
    assert sheet.split("/")[0] == loaded.game


@pytest.mark.parametrize(("number", "sheet"), list(enumerate(SHEETS)))
def test_sheets_are_drawn_by_all_three_backends(number: int, sheet: str) -> None:
    count = counts(sheet)[number % len(counts(sheet))]
    asked = request(
        sheet,
        count,
        paper=PAPER_NAMES[number % 2],
        theme=theme_names()[number % 3],
        language=in_turn(languages(), number),
        names=names(count, 40) if number % 2 else (),
    )
    layout = lay_out(asked)
    expected = list(layout.pages())
    pdf, svg, png = (
        render(expected, kind, layout.document, dpi=40) for kind in ("pdf", "svg", "png")
    )
    with pikepdf.open(io.BytesIO(pdf[0])) as opened:
        assert len(expected) == len(opened.pages)
        assert asked.language == str(opened.Root.Lang)
        assert str(opened.docinfo["/Title"])
    roots = [ElementTree.fromstring(data) for data in svg]
    assert {"{http://www.w3.org/2000/svg}svg"} == {root.tag for root in roots}
    sizes = [Image.open(io.BytesIO(data)).size for data in png]
    assert [
        pytest.approx((page.width * 40 / 72, page.height * 40 / 72), abs=1) for page in expected
    ] == sizes


def outside_braces(text: str) -> str:
    return re.sub(r"\{[^{}]*\}", "", text)


class Crossed(Catalogue):
    """Turn every letter of a text into an x, so that untranslated text stands out."""

    __slots__ = ()

    def find(self, text: str, context: str = "") -> CatalogueEntry:
        """The text with its letters crossed out, its expressions left alone."""
        parts = re.split(r"(\{[^{}]*\})", text)
        crossed = [p if p.startswith("{") else re.sub(r"[^\W\d_]", "x", p) for p in parts]
        return CatalogueEntry(text, context, "".join(crossed), False, Source("de.po", ""), 1)

    def translate(self, text: str, context: str = "") -> str:
        """The same as a plain text."""
        return self.find(text, context).translation


@pytest.mark.parametrize("sheet", SHEETS)
def test_no_word_is_printed_without_being_translated(
    sheet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printkit.pipeline.document.catalogue_for", lambda *_: Crossed("de", {}))
    seen: set[str] = set()
    known = {sheet, "printkit"}
    for asked in requests_for(sheet, language="de"):
        try:
            for page in lay_out(asked).pages():
                seen.update(written(page.items))
                known |= codes(page)
        except Problems:  # the words have other lengths now
            pass
    plain = re.compile(r"[^\W\d_]{2,}")

    assert set() == {
        word for text in seen for word in plain.findall(_without(text, known)) if set(word) != {"x"}
    }


def _without(text: str, known: Iterable[str]) -> str:
    for word in sorted(known, key=len, reverse=True):
        text = text.replace(word, "")
    return text


def codes(page: Page) -> set[str]:
    """The codes of drawn sheets, which aren't translated."""
    return {str(sheet.details["code"]) for sheet in page.sheets if sheet.details.get("code")}


def written(shapes: Iterable[Item]) -> Iterator[str]:
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape.text
        elif isinstance(shape, Placed):
            yield from written(shape.fragment.items)


PRINTED = ("text", "title", "head", "section", "cells", "with", "facts", "track", "default")


def words_of(node: YamlNode, key: str = "") -> Iterator[Scalar]:
    """The texts of a file that are printed."""
    if isinstance(node, YamlMap):
        for name, value in node.items:
            below = name.text if name.text in PRINTED else key if key in ("facts", "with") else ""
            yield from words_of(value, below)
    elif isinstance(node, YamlList):
        for item in node.items:
            yield from words_of(item, key)
    elif key and isinstance(node.value, str):
        yield node


@pytest.mark.parametrize("sheet", SHEETS)
def test_no_number_of_the_game_is_in_the_text(sheet: str) -> None:
    sizes = re.compile(r"\d[\d.]*\s*(mm|pt|in|%|fr)\b|^[a-z]+(-\w+)+$|^#\w{6}$|^M[\dA-Z .-]+$")
    found = [
        f"{scalar.where}: {scalar.text}"
        for scalar in words_of(load_yaml(sheet_path(sheet)))
        if re.search(r"\d", sizes.sub("", outside_braces(scalar.text)))
    ]
    assert [] == found
