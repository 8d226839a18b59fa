"""Tables: columns, heads, spans in both directions, stripes, sections and lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from printkit.core.scene import Line, Path, Rect, Text
from printkit.core.theme import load_theme
from tests.layout.desk import MARGIN, mm, of

if TYPE_CHECKING:
    from printkit.core.scene import Shape
    from tests.layout.desk import Desk

COLOURS = load_theme("colour").colours
LINES = load_theme("colour").lines


def table(columns: str, rows: str, more: str = "", inside: str = "") -> str:
    return f"- {{table: {{columns: [{columns}], rows: [{rows}]{inside}}}, lines: all{more}}}"


def uprights(shapes: list[Shape]) -> list[tuple[float, float, float]]:
    """Lines down, as (x, top, bottom) in millimetres from the corner of the table."""
    return [
        (mm(line.x1 - MARGIN), mm(line.y1 - MARGIN), mm(line.y2 - MARGIN))
        for line in of(Line, shapes)
        if line.x1 == line.x2
    ]


def levels(shapes: list[Shape]) -> list[tuple[float, float, float]]:
    """Lines across, as (y, left, right) in millimetres from the corner of the table."""
    return [
        (mm(line.y1 - MARGIN), mm(line.x1 - MARGIN), mm(line.x2 - MARGIN))
        for line in of(Line, shapes)
        if line.y1 == line.y2
    ]


def texts_of(shapes: list[Shape]) -> list[str]:
    return [text.text for text in of(Text, shapes)]


def test_fixed_flexible_and_natural_columns_share_the_width(desk: Desk) -> None:
    columns = "{width: 30mm}, {width: 1fr}, {width: 10%}, {width: 3fr}"
    shapes = desk.shapes(table(columns, "{height: 10mm}"))

    assert [(30.0, 0.0, 10.0), (65.25, 0.0, 10.0), (84.25, 0.0, 10.0)] == uprights(shapes)


def test_a_natural_column_is_as_wide_as_its_widest_cell_with_its_padding(desk: Desk) -> None:
    shapes = desk.shapes(table("{width: auto}, {}", "{cells: [I]}, {cells: [a long word]}"))
    widest = max(text.width for text in of(Text, shapes))

    assert uprights(shapes)[0][0] == mm(widest + 2 * 72 / 25.4)


def test_a_flexible_column_keeps_its_minimum_width(desk: Desk) -> None:
    shapes = desk.shapes(table("{width: 1fr, min-width: 60mm}, {width: 9fr}", "{height: 10mm}"))

    assert [(60.0, 0.0, 10.0)] == uprights(shapes)


def test_rows_have_their_height_within_their_limits(desk: Desk) -> None:
    rows = "{height: 10mm}, {height: 1fr, max-height: 14mm}, {height: 2fr}, {min-height: 9mm}"
    shapes = desk.shapes(table("{}", rows, ", height: 100mm"))

    assert [10.0, 24.0, 91.0] == [level[0] for level in levels(shapes)]


def test_column_heads_form_one_heading_row(desk: Desk) -> None:
    shapes = desk.shapes(table("{head: One}, {head: Two}", "{cells: [a, b]}"))
    (fill,) = of(Path, shapes)

    assert ["One", "Two", "a", "b"] == texts_of(shapes)
    assert COLOURS["head"] == fill.fill


def test_explicit_heading_rows_replace_column_heads(desk: Desk) -> None:
    inside = ", head: [{cells: [{text: Both, span: 2}]}, {cells: [x, y]}]"
    shapes = desk.shapes(table("{head: One}, {}", "{cells: [a, b]}", inside=inside))

    assert ["Both", "x", "y", "a", "b"] == texts_of(shapes)


def test_a_group_is_the_heads_of_several_columns(desk: Desk) -> None:
    columns = "{width: 20mm}, {for: p in range(2), columns: [{width: 10mm}, {width: 15mm}]}"
    second = '{text: "b{p}", when: p > 0}, {text: c, when: p == 0}'
    head = f'{{for: p in range(2), group: ["a{{p}}", {second}]}}'
    shapes = desk.shapes(
        table(columns, "{cells: [x]}", inside=f", head: [{{cells: [Round, {head}]}}]")
    )

    assert ["Round", "a0", "c", "a1", "b1", "x"] == texts_of(shapes)
    edges = [0, 20, 30, 45, 55, 70]
    for text, left, right in zip(of(Text, shapes), edges, edges[1:], strict=False):
        assert left < mm(text.x - MARGIN) < right


def test_a_group_as_the_head_of_a_column_is_a_column(desk: Desk) -> None:
    columns = "{width: 20mm, head: {group: [up, {text: left out, when: false}, down]}}, {head: b}"
    shapes = desk.shapes(table(columns, "{cells: [x, y]}"))
    up, down, *others = of(Text, shapes)

    assert ["b", "x", "y"] == [text.text for text in others]
    assert ("up", "down") == (up.text, down.text)
    assert up.y < down.y


def test_adjacent_rows_of_one_colour_form_one_area(desk: Desk) -> None:
    inside = ", head: [{height: 10mm}, {height: 10mm}]"
    rows = "{height: 10mm, fill: soft}, {height: 10mm}, {height: 10mm, fill: soft}"
    shapes = desk.shapes(table("{}, {}", rows, ", radius: 0", inside=inside))
    fills = [(mm(rect.y - MARGIN), mm(rect.height)) for rect in of(Rect, shapes) if rect.fill]

    assert [(0.0, 20.0), (20.0, 10.0), (40.0, 10.0)] == fills


def test_a_cell_that_spans_columns_has_no_line_through_it(desk: Desk) -> None:
    rows = "{height: 10mm, cells: [{text: wide, span: 2}, c]}, {height: 10mm, cells: [a, b, c]}"
    shapes = desk.shapes(table("{width: 20mm}, {width: 20mm}, {width: 20mm}", rows))

    assert [(20.0, 10.0, 20.0), (40.0, 0.0, 20.0)] == uprights(shapes)


def test_a_cell_that_spans_rows_has_no_line_through_it_and_shifts_the_next_row(
    desk: Desk,
) -> None:
    rows = "{height: 10mm, cells: [{text: high, down: 2}, b]}, {height: 10mm, cells: [c]}"
    shapes = desk.shapes(table("{width: 20mm}, {width: 20mm}", rows))
    below = next(text for text in of(Text, shapes) if text.text == "c")

    assert [(10.0, 20.0, 40.0)] == levels(shapes)
    assert mm(below.x - MARGIN) > 20


def test_a_cell_that_spans_both_ways_leaves_a_block_free_of_lines(desk: Desk) -> None:
    rows = (
        "{height: 10mm, cells: [{text: big, span: 2, down: 2}, c]}, {height: 10mm, cells: [d]},"
        " {height: 10mm, cells: [a, b, c]}"
    )
    shapes = desk.shapes(table("{width: 20mm}, {width: 20mm}, {width: 20mm}", rows))

    assert [(10.0, 40.0, 60.0), (20.0, 0.0, 60.0)] == levels(shapes)
    assert [(20.0, 20.0, 30.0), (40.0, 0.0, 30.0)] == uprights(shapes)


@pytest.mark.parametrize(
    ("columns", "rows", "expected"),
    [
        ("{}", "{cells: [a, b]}", "too many cells: this table has 1 column"),
        ("{}, {}", "{cells: [a, {text: b, span: 2}]}", "too many cells: this table has 2 columns"),
        (
            "{}, {}, {}",
            "{cells: [a, {text: b, down: 2}]}, {cells: [{text: c, span: 2}]}",
            "two cells in one place",
        ),
        ("{}", "{cells: [{text: a, down: 2}]}", "this cell reaches down below the last row"),
        ("{}", "{cells: [{text: a, down: 2}]}, {section: b, rows: [{}]}", "two cells in one place"),
        ("{when: false}", "{}", "this table has no columns"),
        ("", "", "this table has no columns"),
    ],
)
def test_cells_without_a_place_are_refused(
    desk: Desk, columns: str, rows: str, expected: str
) -> None:
    (problem,) = desk.problems(table(columns, rows))

    assert expected in problem


def test_missing_cells_are_empty_and_a_table_can_have_no_rows(desk: Desk) -> None:
    assert [["a"]] == desk.texts(table("{}, {}, {}", "{cells: [a]}, {}"))
    assert [] == desk.problems(table("{}", ""))


def test_zebra_tints_every_other_row_and_restarts_after_a_section(desk: Desk) -> None:
    rows = (
        "{height: 10mm}, {height: 10mm}, {height: 10mm}, {height: 10mm},"
        " {section: S, rows: [{height: 10mm}, {height: 10mm}]}"
    )
    shapes = desk.shapes(table("{}", rows, ", zebra: true, radius: 0"))
    stripes = [mm(rect.y - MARGIN) for rect in of(Rect, shapes) if rect.fill == COLOURS["zebra"]]

    assert [10.0, 30.0, 56.0] == stripes


def test_a_section_has_a_title_over_the_whole_width(desk: Desk) -> None:
    rows = "{section: Birds, rows: [{for: n in range(2), height: 10mm, cells: ['{n}', x]}]}"
    shapes = desk.shapes(table("{}, {}", rows, ", radius: 0"))
    tinted = [rect for rect in of(Rect, shapes) if rect.fill == COLOURS["tint"]]

    assert ["Birds", "0", "x", "1", "x"] == texts_of(shapes)
    assert [190.0] == [mm(rect.width) for rect in tinted]
    assert [(95.0, 6.0, 26.0)] == uprights(shapes)


def test_columns_and_rows_can_be_repeated_and_left_out(desk: Desk) -> None:
    columns = "{for: a in range(3), when: a != 1, head: 'c{a}'}"
    rows = "{for: b in range(3), when: b > 0, cells: [{for: a in range(2), text: '{a}{b}'}]}"

    assert [["c0", "c2", "01", "11", "02", "12"]] == desk.texts(table(columns, rows))


def test_a_repeated_column_can_have_several_columns(desk: Desk) -> None:
    columns = (
        "{width: 30mm}, {for: p in range(2), columns: [{width: 10mm, head: 'a{p}'}, {head: b}]}"
    )
    shapes = desk.shapes(table(columns, "{height: 10mm}"))

    assert ["a0", "b", "a1", "b"] == texts_of(shapes)
    assert [30.0, 40.0, 110.0, 120.0] == [upright[0] for upright in uprights(shapes)]


def test_a_strong_edge_is_drawn_as_a_frame(desk: Desk) -> None:
    shapes = desk.shapes(
        table("{}, {edge: strong}, {}", "{height: 9mm}, {height: 9mm, edge: strong}, {height: 9mm}")
    )
    down = [line.stroke.width for line in of(Line, shapes) if line.x1 == line.x2]
    across = [line.stroke.width for line in of(Line, shapes) if line.y1 == line.y2]

    assert [LINES["frame"], LINES["thin"]] == down
    assert [LINES["frame"], LINES["thin"]] == across


def test_lines_can_be_all_rows_or_none(desk: Desk) -> None:
    body = table("{}, {}", "{height: 9mm}, {height: 9mm}")
    found = {
        lines: (len(of(Line, shapes)), len(of(Rect, shapes)))
        for lines in ("all", "rows", "none")
        if (shapes := desk.shapes(body.replace("lines: all", f"lines: {lines}"))) is not None
    }
    assert {"all": (2, 1), "rows": (1, 0), "none": (0, 0)} == found


def test_a_filled_column_is_filled_below_its_head_and_a_filled_row_wins(desk: Desk) -> None:
    shapes = desk.shapes(
        table(
            "{fill: tint, head: H, width: 20mm}, {}",
            "{height: 9mm}, {height: 9mm, fill: soft}",
            ", radius: 0",
        )
    )
    fills = {(mm(rect.width), rect.fill) for rect in of(Rect, shapes) if rect.fill}

    assert {(190.0, COLOURS["head"]), (20.0, COLOURS["tint"]), (190.0, COLOURS["soft"])} == fills


def test_cells_inherit_alignment_and_style_of_their_column(desk: Desk) -> None:
    shapes = desk.shapes(
        table("{align: right, style: number}", "{cells: [a]}, {cells: [{text: b, align: left}]}")
    )
    first, second = of(Text, shapes)
    number = load_theme("colour").styles["number"]

    assert mm(first.x + first.width - MARGIN) == 189.0
    assert mm(second.x - MARGIN) == 1.0
    assert number.size == first.size


def test_cells_have_default_padding(desk: Desk) -> None:
    rows = "{cells: [a]}, {cells: [{text: b, padding: 0}]}, {cells: [{text: c, padding: 5mm}]}"
    shapes = desk.shapes(table("{align: left}", rows))

    assert [1.0, 0.0, 5.0] == [mm(text.x - MARGIN) for text in of(Text, shapes)]


def test_problems_of_several_cells_are_all_reported(desk: Desk) -> None:
    rows = "{cells: [{icon: shep}]}, {cells: [{icon: wolff}]}"

    assert ["shep", "wolff"] == [
        problem.split("'")[1] for problem in desk.problems(table("{}", rows))
    ]


def test_a_table_that_doesnt_fit_reports_the_missing_millimetres(desk: Desk) -> None:
    assert [
        (
            "4:5: this table doesn't fit: it needs 10 mm more"
            " (the columns are wider than the available space)"
        )
    ] == desk.problems(table("{width: 200mm}", "{}"))
    assert [
        (
            "4:5: this table doesn't fit: it needs 20 mm more "
            "(2 rows are higher than the available space)"
        )
    ] == desk.problems(table("{}", "{height: 30mm}, {height: 30mm}", ", height: 40mm"))
