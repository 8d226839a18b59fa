"""Flow: text that runs through columns and pages, with nothing lost and nothing left alone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from printkit.core.scene import Text
from printkit.text.segmentation import syllables
from tests.depth import many
from tests.layout.desk import MARGIN, Desk, flat, mm, of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from printkit.core.scene import Page

SENTENCE = "the quick brown fox jumps over the lazy dog and runs into the dark green wood"
SMALL = "page: {orientation: landscape}\n"
PAPER = "100x60mm"
NEWLINE = "\\n"
"""Together, a page whose columns hold eight lines."""


def flow(*nodes: str, keys: str = "columns: 2, gap: 0, gutter: 4mm, hyphens: false") -> str:
    """A body with a flow of these nodes, whose last column is as high as the others."""
    inside = ", ".join([*nodes, "{space: 1fr}"])
    return f"- {{flow: [{inside}], {keys.replace(', hyphens: false', '')}}}"


def text(number: int, more: str = "hyphens: false") -> str:
    """This many numbered words, one per line."""
    words = "\\n".join(f"line {at}" for at in range(1, number + 1))
    return f'{{text: "{words}", {more}}}'


def columns(page: Page) -> list[list[str]]:
    """The lines of a page, column by column."""
    found: dict[float, list[str]] = {}
    for each in of(Text, flat(page.items)):
        found.setdefault(round(each.x, 1), []).append(each.text)
    return [found[x] for x in sorted(found)]


def counts(pages: Sequence[Page]) -> list[list[int]]:
    """The number of lines in the columns of each page."""
    return [[len(column) for column in columns(page)] for page in pages]


def test_text_flows_through_columns_and_pages(desk: Desk) -> None:
    pages = desk.pages(flow(text(40)), SMALL, paper=PAPER)
    lines = [line for page in pages for column in columns(page) for line in column]

    assert [f"line {at}" for at in range(1, 41)] == lines
    assert [[8, 8], [8, 8], [8]] == counts(pages)


def test_the_columns_of_the_last_page_are_equally_high(desk: Desk) -> None:
    balanced = f"- {{flow: [{text(24)}], columns: 2, gap: 0}}"
    three = f"- {{flow: [{text(9)}], columns: 3, gap: 0}}"

    assert [[8, 8], [4, 4]] == counts(desk.pages(balanced, SMALL, paper=PAPER))
    assert [[3, 3, 3]] == counts(desk.pages(three, SMALL, paper=PAPER))


def test_wrapped_text_is_complete(desk: Desk) -> None:
    body = flow(f"'{' '.join([SENTENCE] * 30)}'")
    pages = desk.pages(body, SMALL, paper=PAPER)
    lines = [line for page in pages for column in columns(page) for line in column]

    assert len(pages) > 2
    assert " ".join([SENTENCE] * 30) == " ".join(lines).replace("- ", "")


@pytest.mark.parametrize(
    ("before", "lines", "expected"),
    [
        (6, 5, [8, 3]),
        (7, 5, [7, 5]),
        (6, 4, [8, 2]),
        (7, 3, [7, 3]),
        (5, 4, [7, 2]),
        (4, 5, [7, 2]),
    ],
)
def test_there_are_no_widows_and_orphans(
    desk: Desk, before: int, lines: int, expected: list[int]
) -> None:
    (page,) = desk.pages(flow(f"{{column: [{text(before)}]}}", text(lines)), SMALL, paper=PAPER)

    assert expected == [len(column) for column in columns(page)]


@settings(max_examples=many(40, deep=600))
@given(st.lists(st.integers(0, 12), min_size=1, max_size=12), st.integers(1, 3), st.booleans())
def test_random_flows_are_complete_without_widows_and_orphans(
    story: list[int], number: int, balanced: bool
) -> None:
    """Texts with these numbers of lines; 0 is a heading."""
    assume("000" not in "".join("0" if count == 0 else "x" for count in story))
    items = [[f"{at}.{line}" for line in range(count or 1)] for at, count in enumerate(story)]
    nodes = [
        f'{{text: "{NEWLINE.join(lines)}", style: {"text" if story[at] else "section"}}}'
        for at, lines in enumerate(items)
    ]
    inside = ", ".join([*nodes, *([] if balanced else ["{space: 1fr}"])])
    body = f"- {{flow: [{inside}], columns: {number}, gap: 1mm}}"
    with TemporaryDirectory() as folder:
        pages = Desk(Path(folder)).pages(body, SMALL, paper=PAPER)
    filled = [column for page in pages for column in columns(page)]

    assert [line for lines in items for line in lines] == [line for one in filled for line in one]
    for column in filled:
        pieces = Counter(int(line.split(".")[0]) for line in column)
        last = max(pieces)
        assert story[last] > 0 or last == len(story) - 1
        assert all(pieces[at] >= min(2, story[at] or 1) for at in pieces)


def test_a_heading_stays_with_what_follows(desk: Desk) -> None:
    heading = "{text: Heading, style: section}"
    (page,) = desk.pages(flow(f"{{column: [{text(6)}]}}", heading, text(4)), SMALL, paper=PAPER)
    (closer,) = desk.pages(flow(f"{{column: [{text(4)}]}}", heading, text(4)), SMALL, paper=PAPER)

    assert [6, 5] == [len(column) for column in columns(page)]
    assert "Heading" == columns(page)[1][0]
    assert "Heading" == columns(closer)[0][4]


def test_several_headings_and_the_space_between_them_stay_together(desk: Desk) -> None:
    headings = "{text: One, style: section}, {space: 1mm}, {rich: '**Two**', style: heading}"
    (page,) = desk.pages(flow(f"{{column: [{text(4)}]}}", headings, text(3)), SMALL, paper=PAPER)

    assert ["One", "Two", "line 1", "line 2", "line 3"] == columns(page)[1]


def test_nodes_other_than_text_are_never_split(desk: Desk) -> None:
    (page,) = desk.pages(flow(text(7), "{box: [a, b], padding: 0}", text(2)), SMALL, paper=PAPER)

    assert [7, 4] == [len(column) for column in columns(page)]


def test_space_is_left_out_at_the_top_and_the_end_of_a_column(desk: Desk) -> None:
    (page,) = desk.pages(flow("{space: 5mm}", text(7), "{space: 9mm}", text(4)), SMALL, paper=PAPER)
    first, second = (
        [text for text in of(Text, flat(page.items)) if text.x < at] for at in (99, 999)
    )

    assert mm(first[0].y - MARGIN) < 5
    assert first[0].y == pytest.approx(second[7].y)


def test_flexible_space_starts_the_next_column(desk: Desk) -> None:
    (page,) = desk.pages(flow(text(2), "{space: 1fr}", text(3)), SMALL, paper=PAPER)

    assert [2, 3] == [len(column) for column in columns(page)]


def test_nodes_around_a_flow_are_on_every_page_and_know_the_page_count(desk: Desk) -> None:
    body = f"""
- text: Begin
  when: flow.page == 1
{flow(text(30))}
- "{{page}} of {{pages}}, {{flow.page}}/{{flow.pages}}"
"""
    first, *_, last = desk.texts(body, SMALL, paper=PAPER)

    assert "Begin" == first[0]
    assert "1 of 3, 1/3" == first[-1]
    assert "3 of 3, 3/3" == last[-1]
    assert "Begin" not in last


def test_each_copy_and_each_item_has_its_own_pages(desk: Desk) -> None:
    head = f"{SMALL}facts: {{stories: [10, 30]}}\neach: story in stories\n"
    story = "{for: n in range(story), text: 'line {n}'}"
    body = f"{flow(story)}\n- '{{flow.page}} {{flow.pages}} {{page}} {{copy}}'"
    body = body.replace("for: n in range(story)", "for: 'n in range(story)'")

    found = [page[-1] for page in desk.texts(body, head, copies=2, paper=PAPER)]
    assert ["1 1 1 1", "1 3 2 1", "2 3 3 1", "3 3 4 1", "1 1 5 2", "1 3 6 2"] == found[:6]


def test_a_flow_next_to_a_column_stays_in_its_own_area(desk: Desk) -> None:
    body = """
        - row:
            - {flow: [TEXT], width: 1fr}
            - {text: Aside, width: 20mm}
          height: 1fr
    """.replace("TEXT", text(20))
    pages = desk.pages(body, SMALL, paper=PAPER)

    assert [[8, 1], [8, 1], [4, 1]] == counts(pages)


def test_words_are_hyphenated_in_the_language_of_the_sheet(desk: Desk) -> None:
    word = "Donaudampfschifffahrtsgesellschaft"
    desk.write("locale/de.po", f'msgid "{word}"\nmsgstr "{word}"\n')
    body = f"- {{flow: [{word}, {{text: {word}, width: 100%, hyphens: false}}], columns: 4}}"
    pages = desk.pages(flow(word, keys="columns: 3"), SMALL, paper=PAPER, language="de")
    lines = [line for page in pages for column in columns(page) for line in column]

    assert all(line.endswith("-") for line in lines[:-1])
    assert len(lines) > 2
    assert word == "".join(line.removesuffix("-") for line in lines)
    assert any("doesn't fit" in problem for problem in desk.problems(body, SMALL, paper=PAPER))


@pytest.mark.parametrize(
    ("word", "language", "expected"),
    [
        ("computer,", "en", ((3, True),)),
        ("Bauernhof", "de", ((3, True), (6, True))),
        ("Urinstinkt", "de", ((4, True),)),
        ("well-known", "en", ((5, False),)),
        ("maintenant", "fr", ((4, True), (6, True))),
        ("speelgoed", "nl", ((5, True),)),
        ("jugadores", "es", ((2, True), (4, True), (6, True))),
        ("giocatore", "it", ((3, True), (5, True))),
        ("rozgrywka", "pl", ((3, True),)),
        ("asszonnyal", "hu", ()),
        ("meggyengül", "hu", ((3, True), (7, True))),
        ("DAMPFER", "de", ()),
        ("word", "en", ()),
        ("bauernhof", "xx", ()),
    ],
)
def test_hyphenation_depends_on_the_language(
    word: str, language: str, expected: tuple[tuple[int, bool], ...]
) -> None:
    assert expected == syllables(word, language)


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (
            "{box: [], height: 50mm}",
            "this doesn't fit: it needs 10 mm more (a column of this flow is 40",
        ),
        ("{text: a, height: 1fr}", "1fr can't be used in a flow (give it a height like"),
        ("{text: 'Page {page}'}", "'page' isn't available here (it's available in `body`, but not"),
        ("{text: '{flow.page}'}", "'flow' isn't available here (it's available in the `body` of a"),
        ("{icon: whool}", "unknown icon 'whool'"),
    ],
)
def test_nodes_not_allowed_in_a_flow_are_reported_at_their_place(
    desk: Desk, node: str, expected: str
) -> None:
    problems = desk.problems(flow(text(3), node), SMALL, paper=PAPER)

    assert [True] == [expected in problem for problem in problems]
    assert problems[0].startswith("5:")


def test_a_layout_can_have_one_flow_and_parts_none(desk: Desk) -> None:
    desk.write("story.yaml", "part: story\nbody:\n  - {flow: [a]}\n")
    twice = desk.problems("- {flow: [a]}\n- {flow: [b]}")
    repeated = desk.problems("- {for: n in [1], flow: [a]}\n".replace("[1]", "range(2)"))
    inside = desk.problems("- use: story")

    hint = "(put the only flow into the layout's own file)"
    assert [f"5:5: this layout already has a flow {hint}"] == twice
    assert [f"3:5: a part can't have a flow {hint}"] == inside
    assert ["4:5: a page can have only one flow"] == repeated


def test_a_page_that_breaks_differently_than_counted_is_an_error(desk: Desk) -> None:
    body = f"- {{space: 20mm, when: pages > 2}}\n{flow(text(50))}"
    problems = desk.problems(body, SMALL, paper=PAPER)

    assert any(
        "breaks differently here than when pages were counted" in found for found in problems
    )


def test_facts_can_use_the_page_size_unless_it_depends_on_them(desk: Desk) -> None:
    facts = "facts: {wide: '{area.width}', small: '63x88mm'}\n"
    problems = desk.problems("- '{wide}'", f"{facts}page: {{size: '{{small}}'}}\n")

    assert [["190"]] == desk.texts("- '{round(wide)}'", facts)
    assert ["277"] == desk.texts("- '{round(wide)}'", facts, orientation="landscape")[0]
    assert problems[0].startswith(
        "3:17: 'area' isn't available here (it's available in `body`, and in"
    )


def test_unavailable_page_facts_are_explained(desk: Desk) -> None:
    problems = [
        desk.problems("- a", head)[0]
        for head in ("facts: {x: '{page}'}\n", "each: x in range(copy)\n")
    ]

    assert problems[0].startswith("3:14: 'page' isn't available here (it's available in `body`")
    assert problems[1].startswith("3:18: 'copy' isn't available here (it's available in `body`")
