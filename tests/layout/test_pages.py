"""Pages from facts: what stays the same is laid out once and shared, what varies is drawn again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from printkit.core.errors import UsageError
from printkit.core.paper import PAPERS
from printkit.core.scene import Text
from printkit.request.options import Request
from tests.layout.desk import Desk, drawings, flat, layout, of, words
from tests.rendering import lay_out

if TYPE_CHECKING:
    from printkit.core.scene import Fragment, Page, Shape

STATIC = "- {text: The same on every page, style: title}\n"


def shared(page: Page) -> set[Fragment]:
    """The fragments on a page that others have as well."""
    return {one.fragment for one in drawings(page.items) if one.fragment.is_shared}


def flattened(page: Page) -> set[Shape]:
    return set(flat(page.items))


def test_identical_copies_are_laid_out_once(desk: Desk) -> None:
    pages = desk.pages(STATIC, copies=50)

    assert 50 == len(pages)
    assert 1 == len({fragment for page in pages for fragment in shared(page)})


def test_only_varying_nodes_are_laid_out_for_each_page(desk: Desk) -> None:
    pages = desk.pages(f"{STATIC}- '{{page}}'", copies=3)
    own = [
        [one.fragment for one in drawings(page.items) if not one.fragment.is_shared]
        for page in pages
    ]

    assert 1 == len({fragment for page in pages for fragment in shared(page)})
    assert [["1"], ["2"], ["3"]] == [
        [text.text for one in some for text in of(Text, one.items)] for some in own
    ]


def test_copies_of_different_pages_are_made_once_each(desk: Desk) -> None:
    body = "- {for: n in range(size), text: 'line {n}'}\n- below"
    pages = desk.pages(body, "each: size in [1, 3]\n", copies=20)

    made = [{one.fragment for one in drawings(page.items)} for page in pages]
    assert made == 20 * made[:2]
    assert [["line 0", "below"], ["line 0", "line 1", "line 2", "below"]] == [
        words(page) for page in pages[:2]
    ]


def test_copies_differ_where_a_part_counts_them(desk: Desk) -> None:
    desk.write("shared/number.yaml", "part: shared/number\nbody: ['copy {copy}']\n")
    body = "- {for: n in range(size), text: 'line {n}'}\n- use: shared/number"

    assert [["line 0", "copy 1"], ["line 0", "copy 2"]] == desk.texts(
        body, "each: size in [1]\n", copies=2
    )


def test_a_page_knows_its_number_the_total_and_its_copy(desk: Desk) -> None:
    body = "- '{page} of {pages}, copy {copy}: {x}'"

    assert [
        ["1 of 4, copy 1: a"],
        ["2 of 4, copy 1: b"],
        ["3 of 4, copy 2: a"],
        ["4 of 4, copy 2: b"],
    ] == desk.texts(body, "each: \"x in ['a', 'b']\"\n", copies=2)


def test_a_layout_knows_the_area_inside_its_margins_in_millimetres(desk: Desk) -> None:
    body = "- '{round(area.width)} x {round(area.height)}'"

    assert [["180 x 267"]] == desk.texts(body, "page: {margin: 15mm}\n")


VARYING = [
    "- {text: first, when: page == 1}\n- '{page}'",
    "- {for: n in range(copy), text: 'line {n}'}\n- below",
    "- {column: [{for: n in range(copy), text: 'line {n}'}]}\n- below",
    "- {row: ['{page * 10000}', beside], gap: 2mm}\n- below",
    '- {text: \'{"\\n" if page == 2 else ""}tall\', wrap: none}\n- below',
    "- {table: {columns: [{width: auto}, {}], rows: [{cells: ['{page * 100000}', b]}]}}",
    "- {table: {columns: [{for: n in range(page)}], rows: [{height: 9mm}]}}",
    "- {grid: [{for: n in range(page), text: '{n}'}], columns: 2}",
    "- {text: a, width: '{page * 10}mm', fill: tint, align: right}",
    "- {box: [a], fill: \"{'tint' if page == 1 else 'zebra'}\"}",
    (
        "- {canvas: [{for: n in range(page), circle: 2mm, stroke: ink, at: ['{n * 5}', 5]}],"
        " height: 9mm}"
    ),
    (
        "- {canvas: [{for: n in range(3), circle: 2mm, stroke: ink, at: ['{n * 5 + page}', 5]}],"
        " height: 9mm}"
    ),
    (
        "- {canvas: [{for: n in range(3), when: n != page, circle: 2mm, stroke: ink,"
        " at: ['{n * 5}', 5]}], height: 9mm}"
    ),
    "- {text: 'no {page}', size: '{10 + copy}pt', fill: tint}\n- below",
    "- {text: 'no {page}', turn: up, padding: 1mm, stroke: ink, width: 9mm}\n- below",
    "- {use: own}",
    "- {use: given, with: {x: '{page}'}}",
    "- {track: '{range(0, page)}', marked: ['{page - 1}']}",
]


@pytest.mark.parametrize("body", VARYING)
def test_each_of_several_pages_looks_as_if_laid_out_alone(desk: Desk, body: str) -> None:
    desk.write(
        "own.yaml",
        "part: own\nparameters: {y: {default: 'y{page}'}}\nfacts: {x: 'x{page}'}\n"
        "body: ['{x} {y}', {text: z, when: page > 1}]\n",
    )
    desk.write("given.yaml", "part: given\nparameters: {x: {}}\nbody: ['{x}', a]\n")
    together = desk.pages(body, copies=3)
    for number, page in enumerate(together, 1):
        # With its numbers written out, a page depends on nothing that varies.
        alone = Desk(desk.folder / f"alone-{number}")
        for part in ("own.yaml", "given.yaml"):
            alone.write(part, _with_numbers((desk.folder / part).read_text(), number))
        (expected,) = alone.pages(_with_numbers(body, number))
        assert flattened(expected) == flattened(page)


def _with_numbers(text: str, number: int) -> str:
    return re.sub(r"\b(page|copy)\b", str(number), text)


def test_longer_text_on_one_page_moves_what_is_below_it(desk: Desk) -> None:
    head = "each: \"x in ['short', 'much ' + 'longer ' + 'than the line is', 'brief']\"\n"
    body = "- {text: '{x}', width: 25mm}\n- below"
    heights = [
        next(s.y for s in of_text(page) if s.text == "below") for page in desk.pages(body, head)
    ]
    assert heights[0] == heights[2] < heights[1]


def of_text(page: Page) -> list[Text]:
    return [shape for shape in flat(page.items) if isinstance(shape, Text)]


def test_a_part_shared_by_all_pages_is_laid_out_once(desk: Desk) -> None:
    pages = desk.pages("- use: shared/header\n- {space: 1fr}\n- use: shared/footer", copies=20)

    assert 1 == len({frozenset(shared(page)) for page in pages})
    assert ["Page 1 of 20", "Page 20 of 20"] == [
        next(word for word in words(pages[at]) if word.startswith("Page")) for at in (0, -1)
    ]


def test_content_that_doesnt_fit_only_on_a_later_page_is_found(desk: Desk) -> None:
    head = "each: \"x in ['a', 'a word that is too long for it']\"\n"
    (problem,) = desk.problems("- {text: '{x}', width: 10mm, wrap: none}", head)

    assert "'a word that is too long for it' doesn't fit" in problem


def test_too_many_pages_are_refused(desk: Desk) -> None:
    text = layout("- '{x}'", "each: x in range(10000)\n")

    with pytest.raises(UsageError, match="30,000 pages are too many"):
        desk.document(text, copies=3)


def test_every_player_count_has_its_own_pages_and_bookmark(desk: Desk) -> None:
    pages = desk.pages(
        "- '{count}: {join(short)}'",
        "players: 2-4\nfacts: {short: '{[players[0].short, players[1].short]}'}\n",
        counts="all",
    )

    assert ["2: P1, P2", "3: P1, P2", "4: P1, P2"] == [words(page)[0] for page in pages]
    assert ["My sheet, 2 players", "My sheet, 3 players", "My sheet, 4 players"] == [
        path[-1] for page in pages for path in page.bookmarks
    ]


def test_a_kit_has_its_sheets_in_order_under_the_games_name() -> None:
    request = Request(targets=("attribute",), paper=PAPERS["a4"], counts=(3,))
    pages = list(lay_out(request).pages())
    bookmarks = [path for page in pages for path in page.bookmarks]

    assert [
        ("Attribute", title) for title in ("Setup card", "Player aid", "Round tracker", "Score pad")
    ] == bookmarks
    assert [
        "attribute/setup-card",
        *["attribute/player-aid"] * 3,
        "attribute/round-tracker",
        "attribute/score-pad",
    ] == [sheet.id for printed in pages for sheet in printed.sheets]
