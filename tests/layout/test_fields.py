"""Fields in the layout language: names, families, places and errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from printkit.core.formulas.terms import compute_all
from printkit.core.units import MM
from tests.layout.desk import layout

if TYPE_CHECKING:
    from printkit.core.scene import Field
    from tests.layout.desk import Desk

PAD = """
- table:
    columns:
      - {width: 20mm}
      - {for: player in players}
    rows:
      - {for: "n in range(1, 4)", height: 9mm, cells: ["{n}"], field: "points.{n}.{player.number}"}
      - {height: 9mm, cells: [Total], field: "total.{player.number}"}
"""
FIELDS = """
players: 2-4
fields:
  points.R.P: {min: 0, max: 9, label: "{players[P - 1].label}, round {R}"}
  total.P: {formula: sum(points.*.P)}
"""


def fields(desk: Desk, body: str, head: str, **request: object) -> list[Field]:
    layout = desk.document(_text(body, head), wants_fields=True, **request)
    return [field for one in layout.pages() for made in one.sheets for field in made.fields]


def _text(body: str, head: str) -> str:
    return layout(body, head.strip() + "\n")


def problems(desk: Desk, body: str, head: str, **request: object) -> list[str]:
    return desk.problems_of(_text(body, head), wants_fields=True, **request)


def test_field_names_of_a_row_use_the_loop_variables_of_its_columns(desk: Desk) -> None:
    found = fields(desk, PAD, FIELDS, counts=(2,))

    points = [f"points.{n}.{seat}" for n in (1, 2, 3) for seat in (1, 2)]
    assert [*points, "total.1", "total.2"] == [field.name for field in found]
    assert "Player 2, round 3" == found[5].label
    assert (0, 9) == (found[0].least, found[0].most)


def test_the_range_of_a_field_may_use_facts(desk: Desk) -> None:
    head = "facts: {top: 30}\nfields: {a: {min: '{-top}', max: '{top * 2}'}}"
    (field,) = fields(desk, "- {box: [], field: a, height: 9mm}", head)
    assert (-30, 60) == (field.least, field.most)


def test_a_fact_without_braces_gets_a_hint(desk: Desk) -> None:
    (error,) = desk.errors(_text("- {box: []}", "fields: {a: {max: top}}"))

    assert 'for the value of a fact write "{top}"' == error.hint


def test_a_field_is_inside_its_cell_clear_of_the_lines(desk: Desk) -> None:
    field = fields(desk, PAD, FIELDS, counts=(2,))[0]

    assert 30 * MM < field.x < 30.5 * MM
    assert 8.4 * MM < field.height < 9 * MM


def test_the_field_of_a_writing_line_starts_after_its_label(desk: Desk) -> None:
    head = "players: none\nfields:\n  name: {kind: text}\n  free: {kind: text}\n"
    lines = "- {write: Name, width: 60mm, field: name}\n- {write: '', width: 60mm, field: free}"
    name, free = fields(desk, lines, head)

    assert 10 * MM + 8 < name.x < 10 * MM + 60
    assert free.x < 10.5 * MM
    assert abs(name.x + name.width - free.x - free.width) < 0.01


def test_fields_of_a_flow_are_on_its_pages_once(desk: Desk) -> None:
    head = "players: none\nfields:\n  name.N: {kind: text}\n"
    body = """
        - flow:
            - {for: n in range(40), write: "Name {n}", field: "name.{n}", height: 14mm}
          columns: 2
          gap: 0
    """
    found = fields(desk, body, head)

    assert sorted(f"name.{n}" for n in range(40)) == sorted(field.name for field in found)


def test_a_formula_follows_from_the_fields_of_its_player(desk: Desk) -> None:
    found = fields(desk, PAD, FIELDS, counts=(2,))
    formulas = {field.name: field.formula for field in found if field.formula is not None}

    values = compute_all(formulas, {"points.1.1": 3, "points.2.1": 4, "points.1.2": 9})

    assert (7, 9) == (values["total.1"], values["total.2"])


def test_a_star_in_a_field_name_numbers_boxes(desk: Desk) -> None:
    found = fields(desk, "- {boxes: 3, field: 'life.*'}", "fields: {life.I: {kind: tick}}")

    assert [("life.1", "tick"), ("life.2", "tick"), ("life.3", "tick")] == [
        (field.name, field.kind) for field in found
    ]


def test_field_names_of_copies_begin_with_the_copy_number(desk: Desk) -> None:
    found = fields(desk, PAD, FIELDS, counts=(2,), copies=2)

    assert [f"{copy}.{name}" for copy in (1, 2) for name in ("total.1", "total.2")] == [
        field.name for field in found if "total" in field.name
    ]


def test_fields_move_with_their_page_on_the_paper(desk: Desk) -> None:
    head = FIELDS + "page: {size: half}\n"
    found = fields(desk, PAD, head, counts=(2,), copies=2)
    first, second = (field for field in found if field.name.endswith("points.1.1"))

    assert (first.width, first.height) == (second.width, second.height)
    assert (first.x, first.y) != (second.x, second.y)


def test_fields_of_an_upside_down_back_are_rotated(desk: Desk) -> None:
    head = "page: {size: card}\nbacks: {}\nfields: {life: {kind: tick}}"
    front, back = fields(desk, "- {boxes: 1, field: life}", head, duplex="short")

    assert (0.0, 180.0) == (front.turn, back.turn)
    assert ("1.life", "2.life") == (front.name, back.name)


def test_fields_keep_their_order_if_they_vary_between_pages(desk: Desk) -> None:
    body = """
    - {boxes: 1, field: a}
    - {text: "{card}", height: 9mm, width: 100%, field: b}
    - {boxes: 1, field: c}
    """
    kinds = "fields: {a: {kind: tick}, b: {kind: text}, c: {kind: tick}}"
    head = f"each: card in cards\nfacts: {{cards: [x, y]}}\n{kinds}"

    names = [field.name for field in fields(desk, body, head)]

    assert ["1.a", "1.b", "1.c", "2.a", "2.b", "2.c"] == names


def test_a_repeated_node_on_a_canvas_keeps_its_fields(desk: Desk) -> None:
    body = """
    - canvas:
        - {for: "x in [5]", boxes: 1, size: 6mm, field: a, at: ["{x}", 10]}
      height: 20mm
    """
    (field,) = fields(desk, body, "fields: {a: {kind: tick}}")

    assert 7.1 * MM < field.y - 28.35 < 7.5 * MM


@pytest.mark.parametrize(
    ("body", "head", "expected"),
    [
        (
            "- {boxes: 1, field: lives}",
            "fields: {life: {kind: tick}}",
            "5:5: the field 'lives' isn't listed under `fields`",
        ),
        (
            "- {for: 'i in range(2)', boxes: 1, field: life}",
            "fields: {life: {kind: tick}}",
            "5:5: two fields have the name 'life'",
        ),
        (
            "- {boxes: 3, field: life}",
            "fields: {life: {kind: tick}}",
            "5:5: 3 boxes cannot all be 'life'",
        ),
        (
            "- {boxes: 1, size: 3mm, field: life}",
            "fields: {life: {kind: tick}}",
            "5:5: the field 'life' is only 3 mm x 3 mm large",
        ),
        (
            "- {space: 9mm, width: 20mm, field: a}",
            "fields: {a: {formula: b + 1}}",
            "3:23: unknown field 'b'",
        ),
        (
            "- {space: 9mm, width: 20mm, field: a}",
            "fields: {a: {formula: a + 1}}",
            "3:23: the formula of 'a' is circular",
        ),
        (
            "- {boxes: 1, field: 'Life'}",
            "fields: {life: {kind: tick}}",
            "5:23: expected the name of a field like points.3.1",
        ),
        ("- {space: 9mm}", "fields: {Life: {}}", "3:10: 'Life' isn't a valid name for fields"),
        (
            "- {space: 9mm, width: 20mm, field: a}",
            "fields: {a: {min: 3, max: 1}}",
            "3:13: no number is between 3 and 1",
        ),
    ],
)
def test_mistakes_are_reported_at_their_place(
    desk: Desk, body: str, head: str, expected: str
) -> None:
    (problem, *_) = problems(desk, body, head)

    assert problem.startswith(expected)


def test_a_field_name_cannot_be_a_prefix_of_others(desk: Desk) -> None:
    body = """
    - {space: 9mm, width: 20mm, field: total}
    - {space: 9mm, width: 20mm, field: total.1}
    """

    (problem,) = problems(desk, body, "fields: {total: {}, total.N: {}}")

    assert problem.startswith(
        "5:5: the name of the field 'total' is the beginning of other field names"
    )


def test_a_table_with_too_many_fields_is_refused(desk: Desk) -> None:
    columns = "columns: [{for: c in range(150)}]"
    rows = "rows: [{for: r in range(300), field: 'a.{r}.{c}'}]"

    (problem,) = problems(desk, f"- {{table: {{{columns}, {rows}}}}}", "fields: {a.R.C: {}}")

    assert "more than 20,000 nodes on a page" in problem


def test_a_text_field_can_appear_in_several_places(desk: Desk) -> None:
    body = "- {for: 'i in range(2)', space: 9mm, width: 20mm, field: topic}"
    upper, lower = fields(desk, body, "fields: {topic: {kind: text}}")

    assert upper.name == lower.name == "topic"
    assert upper.y < lower.y


def test_a_circular_formula_lists_its_fields(desk: Desk) -> None:
    body = """
    - {space: 9mm, width: 20mm, field: a.1}
    - {space: 9mm, width: 20mm, field: b.1}
    """
    head = "fields:\n  a.N: {formula: b.N + 1}\n  b.N: {formula: a.N + 1}"

    (problem,) = problems(desk, body, head)

    assert "'a.1' needs 'b.1' needs 'a.1', and so on" in problem


def test_fields_are_computed_only_on_request(desk: Desk) -> None:
    layout = desk.document(_text(PAD, FIELDS), counts=(2,))

    assert [()] == [made.fields for one in layout.pages() for made in one.sheets]
