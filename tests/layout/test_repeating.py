"""Repeated pages: each is like one that was laid out from scratch, and few are."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.core.errors import PrintkitError, Problems, Where
from printkit.core.paper import PAPERS
from printkit.core.scene import Fragment, Placed
from printkit.layout.boxes.box import INFINITE, Box, Child, Size
from printkit.layout.boxes.columns import ColumnLayout, GridLayout, RowLayout, in_rows
from printkit.layout.language.loading import load_sheet, sheet_path, shipped_sheets
from printkit.layout.language.values import AUTO, Length
from printkit.layout.log import LayoutLog, logging_to
from printkit.layout.repeating import RepeatablePage
from printkit.layout.scope import Scope
from printkit.pipeline.gameinfo import game_info
from printkit.request.options import Request
from tests.layout.desk import layout, words
from tests.rendering import lay_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from printkit.core.scene import Item, Page
    from printkit.layout.boxes.box import Area
    from printkit.pipeline.document import DocumentLayout
    from tests.layout.desk import Desk

SAMPLES = Path(__file__).parents[2] / "printkit/samples"
LONG = "Wilhelmina-Theodora Rabenstein von Lundt"


def as_data(item: Item | Fragment) -> object:
    """A fragment or placed fragment as plain data, to compare two of them."""
    match item:
        case Placed():
            return (as_data(item.fragment), *item[1:])
        case Fragment():
            about = item.width, item.height, item.role, item.alt, item.cell, item.source
            return (*about, item.is_shared, *map(as_data, item.items))
    return item


def pages_as_data(document: DocumentLayout) -> list[object]:
    """All pages of a document with the nodes counted for them, and its problems and messages."""
    found: list[object] = []
    try:
        for page in document.pages():
            nodes = [sheet.context.nodes for sheet in document.sheets]
            found.append((*map(as_data, page.items), *page[3:], nodes))
    except PrintkitError as error:
        several = error.problems if isinstance(error, Problems) else (error,)
        found += [(one.message, one.where, one.hint) for one in several]
    return [*found, *[(*sheet.context.messages,) for sheet in document.sheets]]


@contextmanager
def repeating(repeat: Callable[..., Fragment | None]) -> Iterator[None]:
    """Repeat pages with this function inside the block."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RepeatablePage, "repeat", repeat)
        yield


def check_pages(lay_out_again: Callable[[], DocumentLayout]) -> int:
    """Check that all pages are as if none were repeated; return how many were."""
    usual, repeated = RepeatablePage.repeat, 0

    def count(page: RepeatablePage, values: Any) -> Fragment | None:
        nonlocal repeated
        again = usual(page, values)
        repeated += again is not None
        return again

    with repeating(count):
        found = pages_as_data(lay_out_again())
    with repeating(lambda _page, _values: None):
        assert pages_as_data(lay_out_again()) == found
    return repeated


def shipped_requests(sheet: str) -> Iterator[Request]:
    loaded = load_sheet(sheet_path(sheet))
    info = game_info(loaded)
    asked = partial(Request, targets=(sheet,), paper=PAPERS["a4"], seed="repeat")
    if loaded.recorded:
        records = sorted((SAMPLES / info.id).glob("*.jsonl"))[:2]
        yield from (asked(record=record, copies=2) for record in records)
        return
    for count in {info.least, info.most}:
        names = ("Ann", LONG, *(f"{LONG[:20]} {number}" for number in range(count)))[:count]
        yield asked(counts=(count,), copies=2, names=names)
        yield asked(counts=(count,), copies=2, fillable=True)
    for record in sorted((SAMPLES / info.id).glob("*.jsonl"))[:1]:
        yield asked(record=record, copies=2)


@pytest.mark.parametrize("sheet", shipped_sheets())
def test_repeated_pages_of_shipped_sheets_are_as_if_laid_out_from_scratch(sheet: str) -> None:
    for request in shipped_requests(sheet):
        assert check_pages(partial(lay_out, request)) >= 0


@pytest.mark.parametrize("size", ["half", "large"])
@pytest.mark.parametrize("side", ["a", "both"])
def test_wolle_sheets_are_repeated_on_both_sides(size: str, side: str) -> None:
    settings = {"sheets": "5", "size": size, "side": side}
    request = Request(("wolle/sheet",), paper=PAPERS["a4"], seed="repeat", settings=settings)

    assert check_pages(partial(lay_out, request)) == (4 if side == "a" else 8)


REPEATED = {
    "a number": "- 'page {page} of {pages}'\n- below",
    "in containers": "- {row: [{column: ['{x}'], width: 30mm}, {box: [a]}], gap: 2mm}\n- below",
    "in a grid": "- {grid: [a, '{x}', {text: b, span: 2}], columns: 2}",
    "in a loop": "- {for: n in range(3), row: ['{n}{x}', z], width: 20mm}",
    "in a group": "- {for: n in range(2), group: ['{n}', {text: '{x}'}]}",
    "on a canvas": "- {canvas: [{circle: 2mm, fill: ink, at: ['{page}', 5]}], height: 9mm}",
    "in a table": "- {table: {columns: [{}, {}], rows: [{cells: ['{x}', b]}]}}\n- below",
    "drawn": "- '{die}'\n- {for: n in range(2), text: '{n}{die}'}",
    "facts of a part": "- {use: facts, with: {k: 1}}\n- {use: facts, with: {k: 2}}\n- below",
    "a parameter": "- {use: given, with: {y: '{x}'}}\n- below",
    "a default": "- use: default",
    "different children inside": "- {canvas: [{text: a, when: page > 1, at: [5, 5]}], height: 9mm}",
    "a picture with a description": "- {row: ['{x}', {icon: wool, size: 5mm}], alt: 'no {page}'}",
    "a problem": "- {text: '{[1, 222, 33333333, 4][page - 1]}', width: 8mm, wrap: none}",
    "names that fit": "- {text: '{x}', shrink: 6.5pt, wrap: last, width: 30mm}",
    "a computed field": (
        "- {column: [a, '{x}'], field: \"{'name' if page == 2 else ''}\", height: 20mm}\n- b"
    ),
    "a field": "- {row: [{box: [], field: name, height: 9mm, width: 9mm}, '{x}']}",
}
LAID_OUT_AGAIN = {
    "longer text": "- {text: \"{join(['long' for n in range(5 * page)], ' ')}\", width: 9mm}\n- a",
    "wider text": "- {row: ['{[1, 222, 33333, 4][page - 1]}', beside], gap: 2mm}",
    "another height": "- {text: '{x}', height: '{9 + page}mm'}\n- below",
    "another width": "- {column: [{text: a, fill: tint, width: '{9 + page}mm'}], align: right}",
    "`when`": "- {text: a, when: page > 1}\n- '{page}'",
    "`for`": "- {for: n in range(page), text: '{n}'}\n- below",
    "a name bound again": "- {column: [{for: die in range(3), text: '{die}'}]}\n- '{x}'",
    "`span`": "- {grid: [{text: a, span: '{page}'}, b, c], columns: 4}",
    "shrinking together": (
        "- {for: \"n in [1, [2, 12345, 678, 9][page - 1]]\", text: '{n}', shrink: 6.5pt,"
        " wrap: last, width: 8mm}"
    ),
    "a shrinking name": (
        "- {text: '{[1, 12345, 12345, 678][page - 1]}', shrink: 6.5pt, wrap: last, width: 9mm}"
    ),
    "space": "- {row: [a, {space: '{page}mm'}, b]}",
    "tell": "- {tell: 'this is {page}'}\n- a",
    "a refusal": "- {refuse: 'not {page}', when: page == 3}\n- a",
    "a bad value on each page": "- {row: [\"{'a' * page}\", b]}\n- '{x}'",
    "a bad value": "- {text: a, size: '{9 if page < 3 else 0}pt'}",
    "running text": "- {flow: [{for: n in range(90), text: 'line {n}'}]}\n- '{x}'",
}
PARTS = {
    "facts": "parameters: {k: {}}\nfacts: {y: '{x if k > 1 else 0}', z: '{y}{k}'}\n"
    "body: ['{y}', {row: ['{z}', a], gap: 1mm}]\n",
    "given": "parameters: {y: {}}\nbody: [a, '{y}']\n",
    "default": "parameters: {y: {default: '{x}'}}\nbody: [a, '{y}']\n",
}


def some_pages(desk: Desk, body: str) -> Callable[[], DocumentLayout]:
    for name, text in PARTS.items():
        desk.write(f"{name}.yaml", f"part: {name}\n{text}")
    head = "each: \"x in ['12', '34', '56', '12']\"\ndraws: {die: {draw: roll(6)}}\n"
    head += "fields: {name: {}}\n" if "field:" in body else ""
    path = desk.write("layout.yaml", layout(body, head))
    return partial(lay_out, Request((str(path),), paper=PAPERS["a4"], seed="7", fillable=True))


@pytest.mark.parametrize("what", REPEATED)
def test_pages_that_differ_in_places_of_the_same_size_are_repeated(desk: Desk, what: str) -> None:
    assert check_pages(some_pages(desk, REPEATED[what])) >= 2


@pytest.mark.parametrize("what", LAID_OUT_AGAIN)
def test_pages_that_differ_otherwise_are_laid_out_from_scratch(desk: Desk, what: str) -> None:
    assert check_pages(some_pages(desk, LAID_OUT_AGAIN[what])) <= 1


def test_equal_values_of_other_types_are_told_apart(desk: Desk) -> None:
    path = desk.write("layout.yaml", layout("- '{x}'\n- below", 'each: "x in [1, 1 == 1, 1]"\n'))

    assert check_pages(partial(lay_out, Request((str(path),), paper=PAPERS["a4"]))) >= 1


def test_the_total_of_pages_may_differ_from_that_of_the_first(desk: Desk) -> None:
    document = some_pages(desk, "- 'of {pages}'\n- '{x}'")()
    alone = document.sheets[0].pages[0]
    alone.body.layout({**alone.values, "page": 1, "pages": 1})

    assert ["of 4", "12"] == words(next(document.pages()))


class Elastic:
    """Content with a width that matters in infinite room, a height in any other, and noise."""

    def __init__(self, size: Size, noise: Sequence[float]) -> None:
        self._size, self._noise = size, noise

    def measure(self, width: float) -> Size:
        noise = self._noise[int(min(width, 1e6)) % len(self._noise)]
        return (
            self._size._replace(height=noise) if width == INFINITE else Size(noise, self._size[1])
        )

    def layout(self, area: Area) -> Sequence[Item]:
        return ()


WHERE = Where("a.yaml", 1, 1)
LENGTHS = st.sampled_from([AUTO, Length(40.0, "pt"), Length(1.0, "fr"), Length(30.0, "%")])
SIZES = st.builds(Size, st.floats(0, 90), st.floats(0, 90))
CHILDREN = st.lists(st.tuples(SIZES, LENGTHS, LENGTHS), min_size=1, max_size=4)
NOISE = st.lists(st.floats(0, 900), min_size=1, max_size=5)


@given(st.lists(st.tuples(st.sampled_from("crg"), CHILDREN), min_size=1, max_size=3), NOISE, NOISE)
def test_containers_use_the_width_in_infinite_room_and_the_height_in_any_other(
    containers: Any, noise: Sequence[float], other: Sequence[float]
) -> None:
    # `Box.takes_room_of` depends on it.
    first, second = nested(containers, noise), nested(containers, other)

    with logging_to(LayoutLog()):
        assert as_data(first.layout(200, 150)) == as_data(second.layout(200, 150))


def nested(containers: Any, noise: Sequence[float]) -> Box:
    """Each container, inside the one before, with its children around it."""
    inner: list[Child] = []
    for kind, sizes in reversed(containers):
        own = [Child(Box(Elastic(size, noise), WHERE, *lengths)) for size, *lengths in sizes]
        inner = [Child(Box(contain(kind, (*own, *inner, *own)), WHERE))]
    return inner[0].box


def contain(kind: str, children: tuple[Child, ...]) -> Any:
    scope = Scope({}, None, {}, align="center", valign="middle")  # type: ignore[arg-type]
    if kind == "c":
        return ColumnLayout(children, 2.0, scope)
    if kind == "r":
        return RowLayout(children, 2.0, scope, WHERE)
    rows = in_rows([(child, 1 + at % 2) for at, child in enumerate(children)], 3)
    return GridLayout(tuple(map(tuple, rows)), 3, 2.0, scope)


def test_little_is_made_for_a_repeated_page(desk: Desk) -> None:
    made = []
    for extra in (0, 50):
        document = some_pages(desk, f"- {{for: n in range({extra} + 1), row: [a, b]}}\n- '{{x}}'")()
        pages: list[Page] = list(document.pages())
        made.append(document.sheets[0].context.boxes)
        assert 4 == len(pages)

    assert made[0] == made[1]
