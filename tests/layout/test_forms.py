"""Nodes to write on: tick boxes, tracks and writing lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from printkit.core.scene import BLACK, Circle, Line, Rect, Stroke, Text
from printkit.core.theme import load_theme
from tests.layout.desk import MARGIN, boxes, mm, of

if TYPE_CHECKING:
    from tests.layout.desk import Desk

THEME = load_theme("colour")


@pytest.mark.parametrize(("shape", "kind"), [("square", Rect), ("circle", Circle)])
def test_tick_boxes_are_empty_and_wrap(
    desk: Desk, shape: str, kind: type[Rect] | type[Circle]
) -> None:
    node = f"{{boxes: 5, size: 6mm, gap: 2mm, width: 23mm, shape: {shape}}}"
    found = [each for each in desk.shapes(f"- {node}") if isinstance(each, kind)]

    assert [0.0, 8.0, 16.0, 0.0, 8.0] == [mm(each.x - found[0].x) for each in found]
    assert [0.0, 0.0, 0.0, 8.0, 8.0] == [mm(each.y - found[0].y) for each in found]
    assert {None} == {each.fill for each in found}


def test_a_tick_box_has_its_size_and_stroke(desk: Desk) -> None:
    (rect,) = of(Rect, desk.shapes("- {boxes: 1, size: 5mm, colour: bad, line: strong}"))

    assert [(0.0, 0.0, 5.0, 5.0)] == boxes([rect])
    assert rect.stroke == Stroke(THEME.colours["bad"] or BLACK, THEME.lines["strong"])


def test_a_track_has_labels_and_highlights_some(desk: Desk) -> None:
    shapes = desk.shapes("- {track: '{range(1, 5)}', marked: [2, 4]}")

    assert ["1", "2", "3", "4"] == [text.text for text in of(Text, shapes)]
    assert [None, THEME.colours["tint"], None, THEME.colours["tint"]] == [
        rect.fill for rect in of(Rect, shapes)
    ]


def test_zero_boxes_take_no_space(desk: Desk) -> None:
    (line,) = of(Line, desk.shapes("- {boxes: 0}\n- {rule: 1pt}"))

    assert line.y1 - MARGIN == pytest.approx(0.5)


def test_a_writing_line_starts_after_its_label_at_the_bottom(desk: Desk) -> None:
    shapes = desk.shapes("- {write: Name, width: 60mm}\n- {write: '', width: 40mm, height: 12mm}")
    (words,), (first, second) = of(Text, shapes), of(Line, shapes)

    assert ("Name", MARGIN) == (words.text, words.x)
    assert first.x1 == pytest.approx(words.x + words.width + 2 * 72 / 25.4)
    assert [60.0, 40.0] == [mm(line.x2 - MARGIN) for line in (first, second)]
    assert second.x1 == MARGIN
    assert [8.0, 20.0] == [round(mm(line.y1 - MARGIN) + 0.09) for line in (first, second)]
    assert words.y < first.y1


def test_a_writing_line_takes_the_remaining_width_of_a_row(desk: Desk) -> None:
    (line,) = of(
        Line, desk.shapes("- row: [{text: Game 1, width: 30mm}, {write: Won by, width: 1fr}]")
    )

    assert mm(line.x2 - MARGIN) == 190
