"""Columns, rows, grids and boxes: how space is divided, and what happens if it is too little."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.core.scene import Rect, Text
from printkit.core.theme import load_theme
from printkit.layout.boxes.columns import Portion, divide, squeeze
from printkit.layout.language.values import Length
from tests.layout.desk import MARGIN, boxes, mm, of

if TYPE_CHECKING:
    from tests.layout.desk import Desk

SQUARE = "{box: [], fill: ink, height: 10mm}"


@pytest.mark.parametrize(
    ("width", "expected"),
    [("50mm", 50.0), ("72pt", 25.4), ("2in", 50.8), ("50%", 95.0), ("1fr", 190.0), ("auto", 190.0)],
)
def test_a_child_of_a_column_is_as_wide_as_it_says(desk: Desk, width: str, expected: float) -> None:
    shapes = desk.shapes(f"- {{box: [], fill: ink, height: 10mm, width: {width}}}")

    assert [(0.0, 0.0, expected, 10.0)] == boxes(shapes)


@pytest.mark.parametrize(
    ("height", "expected"),
    [("50mm", 50.0), ("72pt", 25.4), ("2in", 50.8), ("50%", 138.5), ("1fr", 277.0), ("auto", 6.0)],
)
def test_a_child_of_a_column_is_as_high_as_it_says(
    desk: Desk, height: str, expected: float
) -> None:
    shapes = desk.shapes(f"- {{box: [], fill: ink, height: {height}}}")

    assert [(0.0, 0.0, 190.0, expected)] == boxes(shapes)


def test_remaining_space_is_shared_by_weight(desk: Desk) -> None:
    body = """
        - row:
            - {box: [], fill: ink, width: 40mm}
            - {box: [], fill: ink, width: 1fr}
            - {box: [], fill: ink, width: 2fr}
            - {box: [], fill: ink, width: 10%}
          gap: 2mm
          height: 10mm
    """
    assert [
        (0.0, 0.0, 40.0, 10.0),
        (42.0, 0.0, 41.67, 10.0),
        (85.67, 0.0, 83.33, 10.0),
        (171.0, 0.0, 19.0, 10.0),
    ] == boxes(desk.shapes(body))


def test_a_column_shares_its_height_in_the_same_way(desk: Desk) -> None:
    body = """
        - column:
            - {box: [], fill: ink, height: 40mm}
            - {box: [], fill: ink, height: 1fr}
            - {box: [], fill: ink, height: 3fr}
          gap: 3mm
          height: 86mm
    """
    assert [
        (0.0, 0.0, 190.0, 40.0),
        (0.0, 43.0, 190.0, 10.0),
        (0.0, 56.0, 190.0, 30.0),
    ] == boxes(desk.shapes(body))


def test_padding_separates_the_edge_from_the_content(desk: Desk) -> None:
    body = f"- {{column: [{SQUARE}], padding: [1mm, 2mm, 3mm, 4mm], stroke: ink}}"

    assert [(0.0, 0.0, 190.0, 14.0), (4.0, 1.0, 184.0, 10.0)] == boxes(desk.shapes(body))


def test_a_box_has_default_padding_tint_and_corners(desk: Desk) -> None:
    theme = load_theme("colour")
    outer, inner = of(Rect, desk.shapes(f"- box: [{SQUARE}]"))

    assert (theme.colours["tint"], None, theme.radii["corner"]) == outer[4:]
    assert (3.0, 3.0) == (mm(inner.x - outer.x), mm(inner.y - outer.y))


def test_a_box_is_outlined_if_the_theme_has_no_tint(desk: Desk) -> None:
    (rect,) = of(Rect, desk.shapes("- {box: [], height: 10mm}", theme="ink-saver"))

    assert rect.fill is None
    assert rect.stroke is not None


def test_a_tinted_box_is_outlined_in_mono(desk: Desk) -> None:
    (rect,) = of(Rect, desk.shapes("- {box: [], height: 10mm}", theme="mono"))

    assert rect.fill == load_theme("mono").colours["tint"]
    assert rect.stroke
    assert rect.stroke.colour == load_theme("mono").colours["box-line"]


@pytest.mark.parametrize(("align", "left"), [("left", 0.0), ("center", 70.0), ("right", 140.0)])
def test_a_narrow_child_is_aligned_across_its_column(desk: Desk, align: str, left: float) -> None:
    body = f"- {{column: [{{box: [], fill: ink, width: 50mm, height: 9mm}}], align: {align}}}"

    assert [(left, 0.0, 50.0, 9.0)] == boxes(desk.shapes(body))


@pytest.mark.parametrize(("align", "left"), [("left", 0.0), ("center", 75.0), ("right", 150.0)])
def test_the_children_of_a_row_are_aligned_together(desk: Desk, align: str, left: float) -> None:
    child = "{box: [], fill: ink, width: 20mm}"
    body = f"- {{row: [{child}, {child}], align: {align}, height: 5mm}}"

    assert [(left, 0.0, 20.0, 5.0), (left + 20.0, 0.0, 20.0, 5.0)] == boxes(desk.shapes(body))


@pytest.mark.parametrize(("valign", "top"), [("top", 0.0), ("middle", 15.0), ("bottom", 30.0)])
@pytest.mark.parametrize("stack", ["row", "column"])
def test_a_short_child_is_aligned_vertically(
    desk: Desk, stack: str, valign: str, top: float
) -> None:
    child = "{box: [], fill: ink, width: 50mm, height: 10mm}"
    body = f"- {{{stack}: [{child}], valign: {valign}, height: 40mm}}"

    assert [(0.0, top, 50.0, 10.0)] == boxes(desk.shapes(body))


def test_alignment_is_inherited_by_text(desk: Desk) -> None:
    (text,) = of(Text, desk.shapes("- {column: [{row: [{text: word, width: 1fr}]}], align: right}"))

    assert mm(text.x + text.width - MARGIN) == 190.0


def test_a_row_of_texts_gives_each_its_natural_width(desk: Desk) -> None:
    first, second = of(Text, desk.shapes("- {row: [one, two], gap: 2mm}"))

    assert round(second.x - first.x - first.width, 2) == round(2 * 72 / 25.4, 2)


def test_texts_too_long_for_their_row_are_wrapped_the_longest_first(desk: Desk) -> None:
    body = f"- row:\n    - short\n    - {'word ' * 60}\n"
    short, *rest = of(Text, desk.shapes(body))

    assert short.text == "short"
    assert len(rest) > 1
    assert all(mm(text.x + text.width - MARGIN) <= 190.0 for text in rest)


def test_a_grid_has_equal_columns_and_rows_as_high_as_their_highest_child(desk: Desk) -> None:
    low, high = (f"{{box: [], fill: ink, height: {height}mm}}" for height in (5, 8))

    assert [
        (0.0, 0.0, 62.0, 5.0),
        (64.0, 0.0, 62.0, 8.0),
        (128.0, 0.0, 62.0, 5.0),
        (0.0, 10.0, 62.0, 5.0),
    ] == boxes(desk.shapes(f"- {{grid: [{low}, {high}, {low}, {low}], columns: 3, gap: 2mm}}"))


def test_a_spanning_child_moves_to_the_next_row_if_needed(
    desk: Desk,
) -> None:
    wide = "{box: [], fill: ink, height: 10mm, span: 2}"

    assert [
        (0.0, 0.0, 126.0, 10.0),
        (0.0, 10.0, 126.0, 10.0),
        (128.0, 10.0, 62.0, 10.0),
    ] == [
        (x, y - 2 * (y > 0), width, height)
        for x, y, width, height in boxes(
            desk.shapes(f"- {{grid: [{wide}, {wide}, {SQUARE}], columns: 3, gap: 2mm}}")
        )
    ]


def test_a_span_can_depend_on_its_loop(desk: Desk) -> None:
    body = f"- grid:\n    - {{for: n in range(1, 3), {SQUARE[1:-1]}, span: '{{n}}'}}\n  columns: 2"
    body = body.replace("for: n in range(1, 3)", "for: 'n in range(1, 3)'")

    assert [(0.0, 0.0, 95.0, 10.0), (0.0, 10.0, 190.0, 10.0)] == boxes(desk.shapes(body))


@pytest.mark.parametrize("stack", ["row", "column", "grid"])
def test_a_group_adds_its_children_to_its_container(desk: Desk, stack: str) -> None:
    children = [SQUARE.replace("ink", fill) for fill in ("ink", "soft", "line")]
    apart = desk.shapes(f"- {stack}: [{', '.join(children)}]")

    assert apart == desk.shapes(
        f"- {stack}: [{{group: [{children[0]}, {children[1]}]}}, {children[2]}]"
    )


@pytest.mark.parametrize("node", ["column: []", "column:", "row: []", "grid: []", "box: []"])
def test_an_empty_container_is_allowed(desk: Desk, node: str) -> None:
    assert [] == desk.problems(f"- {node}")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "- {column: [], height: 270mm}\n- {column: [], height: 10mm}",
            (
                "5:5: this doesn't fit: it needs 3 mm more"
                " (make something above it smaller, or leave something out)"
            ),
        ),
        (
            "- {row: [{text: a, width: 150mm}, {text: b, width: 50mm}]}",
            (
                "4:5: this row doesn't fit: it needs 10 mm more"
                " (its children are wider than the available space)"
            ),
        ),
        (
            "- {text: a, width: 200mm}",
            (
                "4:5: this doesn't fit: it needs 10 mm more"
                " (it should be 200 mm wide, but only 190 mm are free)"
            ),
        ),
        (
            "- {row: [{box: [], height: 30mm}], height: 10mm}",
            (
                "4:12: this doesn't fit: it needs 20 mm"
                " more (it should be 30 mm high, but only 10 mm are free)"
            ),
        ),
        (
            "- {grid: [{box: [], height: 30mm}], height: 10mm}",
            "4:13: this grid doesn't fit: it needs 20 mm more",
        ),
        (
            "- {column: [{box: [], height: 50%}, {box: [], height: 60%}], height: 100mm}",
            (
                "4:39: this doesn't fit: it needs 10 mm more"
                " (make something above it smaller, or leave something out)"
            ),
        ),
    ],
)
def test_content_that_doesnt_fit_is_reported_with_place_and_millimetres(
    desk: Desk, body: str, expected: str
) -> None:
    assert [expected] == desk.problems(body)


def test_repeated_misfits_of_one_node_report_the_worst(desk: Desk) -> None:
    body = "- {for: 'wide in [191, 210, 200]', text: a, width: '{wide}mm'}"
    (problem,) = desk.problems(body)

    assert problem.startswith("4:5: this doesn't fit: it needs 20 mm more")


def fr(weight: float, least: float = 0.0, most: float = float("inf")) -> Portion:
    return Portion(Length(weight, "fr"), 0.0, least, most)


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ([fr(1), fr(1)], [50, 50]),
        ([fr(1), fr(3)], [25, 75]),
        ([fr(1, least=80), fr(1)], [80, 20]),
        ([fr(1, most=20), fr(1)], [20, 80]),
        ([fr(1, most=10), fr(1, least=60)], [10, 90]),
        ([fr(1, least=60), fr(1, most=10)], [90, 10]),
        ([fr(1, least=70), fr(1, least=70)], [70, 70]),
        ([fr(1, most=30), fr(1, most=30)], [30, 30]),
        ([Portion(Length(40, "pt"), 0.0), fr(1)], [40, 60]),
        ([Portion(Length(40, "%"), 0.0), fr(1)], [40, 60]),
        ([Portion(Length(0, "auto"), 30.0), fr(1)], [30, 70]),
        ([Portion(Length(0, "auto"), 30.0, least=50), fr(1)], [50, 50]),
        ([fr(0), fr(1)], [0, 100]),
        ([], []),
    ],
)
def test_a_line_of_100_is_divided(shares: list[Portion], expected: list[float]) -> None:
    assert pytest.approx(expected) == divide(100, shares, 0.0)


bounds = st.tuples(st.floats(0, 50), st.floats(0, 200)).map(lambda two: (two[0], sum(two)))


@given(st.lists(st.tuples(st.integers(1, 5), bounds), min_size=1, max_size=6), st.floats(0, 1000))
def test_flexible_parts_keep_their_bounds_and_fill_the_line_where_they_can(
    parts: list[tuple[int, tuple[float, float]]], total: float
) -> None:
    shares = [fr(weight, least, most) for weight, (least, most) in parts]
    extents = divide(total, shares, 0.0)
    least, most = sum(share.least for share in shares), sum(share.most for share in shares)

    assert all(
        share.least - 1e-6 <= extent <= share.most + 1e-6
        for share, extent in zip(shares, extents, strict=True)
    )
    assert sum(extents) == pytest.approx(min(max(total, least), most), abs=1e-6)


@given(st.lists(st.integers(0, 100), min_size=1, max_size=6), st.integers(0, 300))
def test_squeezing_takes_from_the_widest_first(extents: list[int], excess: int) -> None:
    squeezed = squeeze([float(extent) for extent in extents], range(len(extents)), excess)
    cut = [new for new, old in zip(squeezed, extents, strict=True) if new < old]

    assert sum(squeezed) == pytest.approx(max(0.0, sum(extents) - excess), abs=1e-6)
    assert all(-1e-9 <= new <= old for new, old in zip(squeezed, extents, strict=True))
    assert max(squeezed) == pytest.approx(min(cut, default=max(squeezed)))
