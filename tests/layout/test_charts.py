"""Charts: axes with few, round numbers; names at the lines; no two series look alike."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from printkit.core.scene import Line, Rect, Text
from printkit.core.theme import load_theme
from printkit.layout.boxes.charts import scale_for, series_look, spread_apart
from tests.layout.desk import of

if TYPE_CHECKING:
    from tests.layout.desk import Desk

TWO = "[{name: Ann, values: [0, 3, 8]}, {name: Ben, values: [0, 5, 4]}]"


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 4, [0, 1, 2, 3, 4]),
        (0, 17, [0, 5, 10, 15, 20]),
        (-3, 8, [-5, 0, 5, 10]),
        (0, 0, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (-2, -1, [-2, -1.5, -1, -0.5, 0]),
        (0, 1234, [0, 500, 1000, 1500]),
    ],
)
def test_an_axis_has_few_round_numbers(low: float, high: float, ticks: list[float]) -> None:
    assert ticks == pytest.approx(scale_for(low, high).ticks)


@pytest.mark.parametrize(
    ("low", "high", "axis", "ticks"),
    [
        (21, 33, "close", [20, 25, 30, 35]),
        (21.5, 21.5, "close", [21.4, 21.6]),
        (-7, 3, "close", [-8, -6, -4, -2, 0, 2, 4]),
        (1, 5, "places", [1, 2, 3, 4, 5]),
        (2, 12, "places", [1, 6, 11, 16]),
        (1, 1, "places", [1, 2]),
    ],
)
def test_an_axis_may_leave_out_zero(low: float, high: float, axis: str, ticks: list[float]) -> None:
    assert ticks == pytest.approx(scale_for(low, high, axis).ticks)


def test_the_first_place_is_at_the_top(desk: Desk) -> None:
    series = "[{name: '', values: [1, 3]}]"
    chart = f"- {{chart: lines, series: {series}, labels: [a, b], axis: places, height: 60mm}}"
    shapes = desk.shapes(chart)
    numbers = {text.text: text.y for text in of(Text, shapes) if text.text in "123"}

    assert numbers["1"] < numbers["3"]


def test_bars_begin_at_zero(desk: Desk) -> None:
    chart = f"- {{chart: bars, series: {TWO}, axis: close, height: 60mm}}"
    (problem,) = desk.problems(chart)

    assert "only lines can leave 0 out" in problem


def test_an_axis_of_whole_numbers_has_no_halves(desk: Desk) -> None:
    chart = "- {chart: lines, series: [{name: Ann, values: [0, 2]}], height: 60mm}"

    assert {"Ann", "0", "1", "2"} == {text.text for text in of(Text, desk.shapes(chart))}


def test_names_that_would_touch_are_moved_apart() -> None:
    places = spread_apart([10.0, 11.0, 50.0], 9.0, 0.0, 100.0)

    assert places == pytest.approx([6.0, 15.0, 50.0])


@pytest.mark.parametrize("theme", ["colour", "ink-saver", "mono"])
def test_no_two_series_are_told_apart_by_colour_alone(theme: str) -> None:
    looks = [series_look(number, load_theme(theme)) for number in range(6)]

    for one, other in combinations(looks, 2):
        assert one.dash != other.dash or one.mark != other.mark
        assert one.hatch != other.hatch


def test_lines_are_named_at_their_ends(desk: Desk) -> None:
    texts = of(Text, desk.shapes(f"- {{chart: lines, series: {TWO}, height: 60mm}}"))
    names = {text.text: text for text in texts}

    assert {"Ann", "Ben", "0", "2", "4", "6", "8", "1", "3"} == set(names)
    assert names["Ann"].x == names["Ben"].x > max(names[number].x for number in "123")


def test_long_names_go_into_a_legend(desk: Desk) -> None:
    series = TWO.replace("Ann", "Ann-Katrin " * 6)
    texts = of(Text, desk.shapes(f"- {{chart: lines, series: {series}, height: 60mm}}"))
    bottom = max(text.y for text in texts if text.text in "123")

    assert all(text.y > bottom for text in texts if text.text.startswith(("Ann", "Ben")))


@pytest.mark.parametrize("between", [" ", "-"])
def test_long_names_below_bars_are_broken_and_none_is_left_out(desk: Desk, between: str) -> None:
    labels = f"[Wilhelmina{between}Theodora{between}Rabenstein, Bo, Christopher Featherstonehaugh]"
    series = "[{name: Ann, values: [1, 2, 3]}]"
    chart = f"{{chart: bars, series: {series}, labels: {labels}, width: 100mm, height: 60mm}}"
    texts = of(Text, desk.shapes(f"- {chart}"))
    words = " ".join(text.text for text in texts).replace("- ", "-")

    assert all(name.strip() in words for name in labels.strip("[]").split(","))
    assert len([text for text in texts if not text.text.isdigit()]) > 3


def test_names_that_cannot_be_broken_below_bars_make_room_for_each_other(desk: Desk) -> None:
    labels = [40 * letter for letter in "WMWMW"]
    series = "[{name: Ann, values: [1, 2, 3, 4, 5]}]"
    chart = f"{{chart: bars, series: {series}, labels: {labels}, height: 60mm}}"
    texts = of(Text, desk.shapes(f"- {chart}"))

    assert 0 < len([text for text in texts if text.text in labels]) < 5


def test_a_single_bar_is_no_wider_than_one_of_many(desk: Desk) -> None:
    series = "[{name: '', values: [3]}]"
    shapes = desk.shapes(f"- {{chart: bars, series: {series}, labels: [1], height: 60mm}}")
    (bar,) = (rect for rect in of(Rect, shapes) if rect.fill is not None)

    assert bar.width == pytest.approx(60)


def test_bars_are_stacked_up_and_down_from_zero(desk: Desk) -> None:
    series = "[{name: Up, values: [4]}, {name: More, values: [4]}, {name: Down, values: [-2]}]"
    shapes = desk.shapes(f"- {{chart: stacked, series: {series}, labels: [Ann], height: 60mm}}")
    bars = [rect for rect in of(Rect, shapes) if rect.fill is not None and rect.width > 50]
    zero = next(line.y1 for line in of(Line, shapes) if line.stroke.width == pytest.approx(0.8))

    up, more, down = bars
    assert up.y + up.height == pytest.approx(zero) == pytest.approx(down.y)
    assert more.y + more.height == pytest.approx(up.y)
    assert up.height == pytest.approx(2 * down.height)


@pytest.mark.parametrize(
    ("chart", "problem"),
    [
        ("chart: lines, series: []", "this chart has no numbers"),
        ("chart: lines, series: 5", "a chart needs a list of at most 20 series"),
        ("chart: lines, series: [{name: A, values: [x]}]", "a chart shows numbers"),
        (
            "chart: bars, series: [{name: A}]",
            "a series needs `values`, a list of at most 500 numbers",
        ),
        (
            "chart: bars, labels: [x], series: [{name: A, values: [1, 2]}]",
            "`labels` must have one entry per value: 2",
        ),
        (
            "chart: bars, series: [{name: A, values: [1, 2]}, {name: B, values: [1]}]",
            "all series of a chart must have the same number of values",
        ),
        (
            f"chart: lines, series: {TWO}, height: 10mm",
            "this chart doesn't fit: it needs 10 mm more",
        ),
    ],
)
def test_invalid_charts_are_reported_at_their_place(desk: Desk, chart: str, problem: str) -> None:
    (found,) = desk.problems(f"- {{{chart}}}")

    assert problem in found
