"""Boxes around shapes, and where the nodes are that drew them."""

from __future__ import annotations

import pytest

from printkit.core.errors import Where
from printkit.core.geometry import Bounds
from printkit.core.scene import (
    BLACK,
    Circle,
    Fragment,
    Item,
    Line,
    NodeBounds,
    Path,
    Placed,
    Rect,
    Stroke,
    Text,
)
from printkit.layout.bounds import node_bounds, shape_bounds

PEN = Stroke(BLACK, 1.0)
DRAWING = Fragment([Rect(0, 0, 10, 20)], 10, 20, source=Where("a.yaml", 1))


@pytest.mark.parametrize(
    ("shape", "box"),
    [
        (Rect(1, 2, 3, 4), (1, 2, 4, 6)),
        (Circle(5, 5, 2), (3, 3, 7, 7)),
        (Line(9, 1, 2, 8, PEN), (2, 1, 9, 8)),
        (Path((("M", 0.0, 1.0), ("C", 2.0, 9.0, 3.0, 3.0, 4.0, 2.0), ("Z",))), (0, 1, 4, 9)),
        (Text(10, 20, "ab", "Roboto", 10, BLACK, (0, 6), 12), (10, 10.5, 22, 22.5)),
        (Text(10, 20, "ab", "Roboto", 10, BLACK, (0, 6), 12, turn=90), (7.5, 20, 19.5, 32)),
    ],
)
def test_bounds_surround_every_shape(shape: object, box: tuple[float, ...]) -> None:
    assert box == pytest.approx(shape_bounds(shape))  # type: ignore[arg-type]


def test_a_node_has_the_bounds_of_its_shapes_and_an_empty_one_none() -> None:
    inner, outer, none = Where("a.yaml", 2), Where("a.yaml", 1), Where("a.yaml", 3)
    small = Fragment([Rect(0, 0, 5, 5)], 5, 5, source=inner)
    items: list[Item] = [
        Rect(0, 0, 10, 10),
        Placed(small, 20, 20),
        Placed(Fragment([], 1, 1, source=none), 9, 9),
    ]
    assert [
        NodeBounds(Bounds(20, 20, 25, 25), inner),
        NodeBounds(Bounds(0, 0, 25, 25), outer),
    ] == node_bounds(Placed(Fragment(items, 25, 25, source=outer), 0, 0))


@pytest.mark.parametrize(
    ("placed", "box"),
    [
        (Placed(DRAWING, 5, 5), (5, 5, 15, 25)),
        (Placed(DRAWING, 5, 5, scale=2), (5, 5, 25, 45)),
        (Placed(DRAWING, 50, 50, turn=180), (40, 30, 50, 50)),
    ],
)
def test_a_node_has_the_bounds_of_its_placed_fragment(
    placed: Placed, box: tuple[float, ...]
) -> None:
    (node,) = node_bounds(Placed(Fragment([placed], 100, 100), 0, 0))
    assert box == pytest.approx(node.box)


def test_nodes_of_an_upside_down_page_are_upside_down() -> None:
    page = Fragment([Placed(DRAWING, 0, 0)], 100, 200)
    (node,) = node_bounds(Placed(page, 205, 305, turn=180))
    assert pytest.approx((195, 285, 205, 305)) == node.box
