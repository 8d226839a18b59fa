"""Boxes around shapes, and where the nodes lie that drew them."""

from __future__ import annotations

import pytest

from printkit.errors import Where
from printkit.geometry import Box
from printkit.layout.draft import Draft, Span
from printkit.layout.extents import Trace, extent, traces
from printkit.scene import BLACK, Circle, Group, Line, Path, Place, Rect, Stroke, Text

PEN = Stroke(BLACK, 1.0)


@pytest.mark.parametrize(
    ("shape", "box"),
    [
        (Rect(1, 2, 3, 4), (1, 2, 4, 6)),
        (Circle(5, 5, 2), (3, 3, 7, 7)),
        (Line(9, 1, 2, 8, PEN), (2, 1, 9, 8)),
        (Path((("M", 0.0, 1.0), ("C", 2.0, 9.0, 3.0, 3.0, 4.0, 2.0), ("Z",))), (0, 1, 4, 9)),
        (Text(10, 20, "ab", "Roboto", 10, BLACK, (0, 6), 12), (10, 10.5, 22, 22.5)),
        (Text(10, 20, "ab", "Roboto", 10, BLACK, (0, 6), 12, turn=90), (7.5, 20, 19.5, 32)),
        (Place(Group((), 10, 20), 5, 5), (5, 5, 15, 25)),
        (Place(Group((), 10, 20), 5, 5, scale=2), (5, 5, 25, 45)),
        (Place(Group((), 10, 20), 50, 50, turn=180), (40, 30, 50, 50)),
    ],
)
def test_a_box_lies_around_every_shape(shape: object, box: tuple[float, ...]) -> None:
    assert box == pytest.approx(extent(shape))  # type: ignore[arg-type]


def test_a_node_lies_where_its_shapes_do_and_an_empty_one_nowhere() -> None:
    inner, outer, none = Where("a.yaml", 2), Where("a.yaml", 1), Where("a.yaml", 3)
    draft = Draft([Rect(0, 0, 10, 10), Rect(20, 20, 5, 5)])
    draft.spans = [Span(1, 2, inner), Span(0, 2, outer), Span(2, 2, none)]
    assert [
        Trace(Box(20, 20, 25, 25), inner),
        Trace(Box(0, 0, 25, 25), outer),
    ] == traces(draft)


def test_a_page_on_its_head_has_its_nodes_on_their_heads() -> None:
    trace = Trace(Box(0, 0, 10, 20), Where("a.yaml", 1))
    assert Box(195, 285, 205, 305) == trace.moved(105, 105, (100, 200)).box
