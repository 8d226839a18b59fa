"""The canvas: children at coordinates, enough to draw a whole game board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from printkit.core.scene import Circle, Rect, Text
from tests.layout.desk import MARGIN, boxes, drawings, flat, mm, of

if TYPE_CHECKING:
    from tests.layout.desk import Desk

DOT = "circle: 4mm, stroke: ink"


def canvas(children: str, more: str = "") -> str:
    return f"- {{canvas: [{children}], width: 100mm, height: 60mm{more}}}"


def centres(desk: Desk, body: str) -> list[tuple[float, float]]:
    return [(mm(c.x - MARGIN), mm(c.y - MARGIN)) for c in of(Circle, desk.shapes(body))]


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ("[10, 20]", (10.0, 20.0)),
        ("[10mm, 1in]", (10.0, 25.4)),
        ("[2.5, 0]", (2.5, 0.0)),
        ("['{5 * 2}', '{20}mm']", (10.0, 20.0)),
    ],
)
def test_a_child_is_centred_at_its_point(
    desk: Desk, at: str, expected: tuple[float, float]
) -> None:
    assert [expected] == centres(desk, canvas(f"{{{DOT}, at: {at}}}"))


def test_the_unit_scales_coordinates(desk: Desk) -> None:
    assert [(24.0, 36.0)] == centres(desk, canvas(f"{{{DOT}, at: [2, 3]}}", ", unit: 12mm"))


def test_a_child_can_be_anchored_at_its_corner(desk: Desk) -> None:
    child = "{box: [], fill: ink, width: 20mm, height: 10mm, at: [5, 6], anchor: corner}"

    assert [(5.0, 6.0, 20.0, 10.0)] == boxes(desk.shapes(canvas(child)))


def test_percentages_are_relative_to_the_canvas(desk: Desk) -> None:
    child = "{box: [], fill: ink, width: 50%, height: 50%, at: [0, 0], anchor: corner}"

    assert [(0.0, 0.0, 50.0, 30.0)] == boxes(desk.shapes(canvas(child)))


def test_children_do_not_move_each_other(desk: Desk) -> None:
    alone = centres(desk, canvas(f"{{{DOT}, at: [30, 30]}}"))
    among = centres(desk, canvas(f"{{text: much, at: [50, 30]}}, {{{DOT}, at: [30, 30]}}"))

    assert alone == among


def test_a_looped_child_is_placed_everywhere_and_stored_once(desk: Desk) -> None:
    (page,) = desk.pages(canvas(f"{{for: n in range(5), {DOT}, at: ['{{n * 10}}', 5]}}"))
    places = [*drawings(page.items)]

    assert [(0.0, 5.0), (10.0, 5.0), (20.0, 5.0), (30.0, 5.0), (40.0, 5.0)] == [
        (mm(c.x - MARGIN), mm(c.y - MARGIN)) for c in of(Circle, flat(page.items))
    ]
    assert 5 == len(places)
    assert 1 == len({id(place.fragment) for place in places})


def test_a_child_that_depends_on_its_loop_is_drawn_each_time(desk: Desk) -> None:
    body = canvas("{for: n in range(3), text: '{n}', at: ['{n * 10}', 5]}")

    assert [["0", "1", "2"]] == desk.texts(body)


def test_a_group_places_its_children_one_by_one(desk: Desk) -> None:
    body = canvas(
        f"{{for: n in range(2), group: [{{{DOT}, at: ['{{n * 10}}', 5]}},"
        f" {{{DOT}, at: ['{{n * 10}}', 9]}}]}}"
    )

    assert [(0.0, 5.0), (0.0, 9.0), (10.0, 5.0), (10.0, 9.0)] == centres(desk, body)


@pytest.mark.parametrize(
    ("child", "expected"),
    [
        ("a", "4:15: on a canvas every node needs `at: [x, y]`"),
        ("{text: a, at: 5}", "4:29: `at` must be [x, y]"),
        ("{text: a, at: [1, 2, 3]}", "4:29: `at` must be [x, y]"),
        ("{text: a, at: [1, foo]}", "4:29: 'foo' isn't a position (write 3 or 12mm)"),
        ("{text: a, at: [true, 1]}", "4:29: true isn't a position (write 3 or 12mm)"),
        (
            "{text: a, at: [300, 2]}",
            (
                "4:29: `at` is 200 mm outside the canvas"
                " (this canvas is 100 mm x 60 mm; change its width or height)"
            ),
        ),
        (
            "{text: a, at: [-5, 2]}",
            (
                "4:29: `at` is 5 mm outside the canvas"
                " (this canvas is 100 mm x 60 mm; change its width or height)"
            ),
        ),
    ],
)
def test_a_child_without_a_point_on_the_canvas_is_refused(
    desk: Desk, child: str, expected: str
) -> None:
    assert [expected] == desk.problems(canvas(child))


def test_the_problems_of_all_children_are_reported_at_once(desk: Desk) -> None:
    body = canvas("{icon: shep, at: [5, 5]}, a, {icon: wolff, at: [9, 9]}")

    assert [
        "4:22: unknown icon 'shep' (did you mean 'sheep'?)",
        "4:41: on a canvas every node needs `at: [x, y]`",
        "4:51: unknown icon 'wolff' (did you mean 'wolf'?)",
    ] == desk.problems(body)


def test_at_is_refused_outside_a_canvas(desk: Desk) -> None:
    assert ["4:19: `at` only works on a canvas"] == desk.problems("- {text: a, at: [1, 2]}")


def test_only_varying_children_are_drawn_for_each_page(desk: Desk) -> None:
    children = f"{{{DOT}, at: [9, 9]}}, {{text: '{{page}}', at: ['{{page * 20}}', 5]}}"
    pages = desk.pages(canvas(children), copies=3)
    texts = [of(Text, flat(page.items))[0] for page in pages]
    middles = [mm(text.x + text.width / 2 - MARGIN) for text in texts]

    assert ["1", "2", "3"] == [text.text for text in texts]
    assert [20.0, 40.0, 60.0] == middles
    dots = [
        [one for one in drawings(page.items) if of(Circle, one.fragment.items)] for page in pages
    ]
    assert 1 == len({one.fragment for (one,) in dots})


def test_a_group_with_varying_points_is_placed_on_each_page(desk: Desk) -> None:
    children = "{group: [{box: [], width: 4mm, height: 4mm, fill: ink, at: ['{page * 20}', 5]}]}"
    pages = desk.pages(canvas(children), copies=2)

    assert [18.0, 38.0] == [mm(of(Rect, flat(page.items))[0].x - MARGIN) for page in pages]


@pytest.mark.parametrize(
    ("decided", "seen"),
    [
        ("at: ['{n}', 5]", [[10, 20], [10, 20]]),
        ("at: ['{n}', 5], when: n > 10", [[20], [20]]),
        ("at: ['{n}', 5], when: n > page * 10", [[20], []]),
        ("at: ['{n + page}', 5]", [[11, 21], [12, 22]]),
    ],
)
def test_repeated_items_are_where_their_own_page_puts_them(
    desk: Desk, decided: str, seen: list[list[int]]
) -> None:
    children = f"{{for: 'n in numbers if page > 0 else []', {DOT}, {decided}}}"
    pages = desk.pages(canvas(children), "facts: {numbers: [10, 20]}\n", copies=2)

    assert seen == [[mm(c.x - MARGIN) for c in of(Circle, flat(page.items))] for page in pages]


def test_a_child_that_is_on_no_page_hides_no_problem(desk: Desk) -> None:
    never = "{text: '{page}', when: 1 > 2}, {text: '{page}', when: 1 / 0 > 1, at: [5, 5]}"
    body = canvas(f"{never}, {{text: a}}")

    assert [
        "4:69: division by zero",
        "4:93: on a canvas every node needs `at: [x, y]`",
    ] == desk.problems(body, copies=2)
