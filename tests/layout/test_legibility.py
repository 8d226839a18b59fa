"""Text with too little contrast is reported with line, theme and ratio."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.layout.desk import layout

if TYPE_CHECKING:
    from tests.layout.desk import Desk

PALETTE = "palette: {red: '#d6323c', yellow: '#f4c430', green: '#2e8b57', blue: '#2b6cb0'}\n"


def weak_texts(desk: Desk, body: str, head: str = PALETTE, **request: object) -> list[str]:
    document = desk.document(layout(body, head), **request)
    for _ in document.pages():
        pass
    found = document.findings("hard_to_read")
    places = [(error.where.line if error.where else 0, error.message) for error in found]
    return [f"{line}: {message}" for line, message in places]


@pytest.mark.parametrize("theme", ["colour", "ink-saver", "mono"])
@pytest.mark.parametrize("name", ["red", "yellow", "green", "blue"])
def test_a_family_is_legible_in_every_theme(desk: Desk, name: str, theme: str) -> None:
    body = f"""
        - {{box: [{{text: on it, colour: on-{name}}}], fill: {name}}}
        - {{box: [{{text: on its tint, colour: {name}-dark}}], fill: {name}-tint}}
        - {{text: on paper, colour: {name}-dark}}
        - table:
            columns: [{{width: 1fr}}]
            rows: [{{cells: [{{text: in a cell, fill: {name}, colour: on-{name}}}]}}]
    """
    assert [] == weak_texts(desk, body, theme=theme)


def test_pale_text_is_reported_with_line_theme_and_ratio(desk: Desk) -> None:
    body = "- {text: fine}\n- {text: pale, colour: yellow}"
    assert ["6: 'pale' is hard to read in colour: its contrast is 1.6:1"] == weak_texts(desk, body)


def test_the_topmost_area_under_text_counts(desk: Desk) -> None:
    white = "{text: white, colour: paper}"
    assert [] == weak_texts(desk, f"- {{box: [{white}], fill: '#000000'}}")
    hidden = f"- {{box: [{{box: [{white}], fill: '#ffffff'}}], fill: '#000000'}}"
    assert ["5: 'white' is hard to read in colour: its contrast is 1.0:1"] == weak_texts(
        desk, hidden
    )


def test_large_text_needs_less_contrast(desk: Desk) -> None:
    grey = "{text: grey, colour: '#888888', size: SIZE}"
    assert [] == weak_texts(desk, f"- {grey.replace('SIZE', '20pt')}")
    assert 1 == len(weak_texts(desk, f"- {grey.replace('SIZE', '12pt')}"))


def test_text_in_a_rotated_group_is_judged_at_its_place(desk: Desk) -> None:
    body = """
        - canvas:
            - {box: [], fill: '#000000', at: [0, 0], anchor: corner, width: 40mm, height: 20mm}
            - {text: white, colour: paper, at: [20, 10], width: 20mm, height: 6mm}
            - {text: lost, colour: paper, at: [60, 10], width: 20mm, height: 6mm}
          height: 30mm
    """
    assert ["8: 'lost' is hard to read in colour: its contrast is 1.0:1"] == weak_texts(desk, body)


def test_varying_text_is_judged_on_shared_areas(desk: Desk) -> None:
    body = "- {box: [{text: 'Card {copy}', colour: on-red}], fill: red}"
    assert [] == weak_texts(desk, body, copies=3)
    dark = body.replace("on-red", "red-dark")
    assert ["5: 'Card 1' is hard to read in colour: its contrast is 1.2:1"] == weak_texts(
        desk, dark, copies=3
    )
