"""Nodes that hold no others: lines, icons, pictures, tick boxes, tracks, circles and drawings."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

import pytest
from PIL import Image as Pixels

from printkit.core.scene import Circle, Image, Line, Path, Rect, Text
from printkit.core.theme import load_theme
from tests.layout.desk import MARGIN, boxes, drawings, mm, of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from printkit.core.scene import Shape
    from tests.layout.desk import Desk

THEME = load_theme("colour")


def test_a_rule_spans_its_area_in_the_line_colour(desk: Desk) -> None:
    (line,) = of(Line, desk.shapes("- {rule: strong, width: 50mm}"))

    assert (0.0, 50.0) == (mm(line.x1 - MARGIN), mm(line.x2 - MARGIN))
    assert line.y1 == line.y2
    assert (THEME.colours["line"], THEME.lines["strong"]) == line.stroke[:2]


def test_a_rule_can_be_vertical_and_dashed(desk: Desk) -> None:
    body = "- {row: [{rule: 1pt, direction: down, dash: true, colour: bad}], height: 30mm}"
    (line,) = of(Line, desk.shapes(body))

    assert (0.0, 30.0) == (mm(line.y1 - MARGIN), mm(line.y2 - MARGIN))
    assert (THEME.colours["bad"], 1.0, (2.0, 2.0)) == line.stroke[:3]


def test_a_theme_with_a_thin_pen_draws_every_line_thinner(desk: Desk) -> None:
    body = """
        - {rule: strong}
        - {icon: arrow-up, size: 10mm}
        - {boxes: 1}
        - {track: [1], marked: [1]}
        - {circle: 9mm, stroke: ink}
        - {path: M0 0 L24 24, stroke: ink, line: 1mm}
        - {box: [], stroke: ink}
        - {table: {columns: [{}, {}], rows: [{height: 9mm}, {height: 9mm, edge: strong}]}}
    """
    usual, thin = (widths(desk.shapes(body, theme=theme)) for theme in ("colour", "ink-saver"))

    assert 10 == len(usual)
    assert [load_theme("ink-saver").pen_width(width) for width in usual] == pytest.approx(thin)
    assert all(map(operator.gt, usual, thin))


def widths(shapes: Iterable[Shape]) -> list[float]:
    """How thick their lines are."""
    lines = [shape for shape in shapes if isinstance(shape, Line | Rect | Circle | Path)]
    return [shape.stroke.width for shape in lines if shape.stroke]


def test_an_icon_has_its_size_and_is_stored_once(desk: Desk) -> None:
    (page,) = desk.pages("- {icon: sheep, size: 12mm}\n- {icon: sheep, size: 12mm}")
    first, second = (one for one in drawings(page.items) if one.fragment.source is None)

    assert first.fragment is second.fragment
    assert (12.0, 12.0) == (mm(first.fragment.width), mm(first.fragment.height))


def test_a_custom_icon_is_next_to_the_layout(desk: Desk) -> None:
    desk.write("icons/mine.yaml", "icon: mine\nlayers:\n  - line: M2 2 L22 22\n")

    assert 1 == len(of(Path, desk.shapes("- {icon: mine}")))


@pytest.mark.parametrize(("node", "missing"), [("width: 5mm", "5 mm"), ("height: 8mm", "2 mm")])
def test_an_icon_larger_than_its_area_is_an_error(desk: Desk, node: str, missing: str) -> None:
    (problem,) = desk.problems(f"- {{icon: sheep, size: 10mm, {node}}}")

    assert problem.startswith(f"4:5: this doesn't fit: it needs {missing} more")


def test_a_picture_keeps_its_proportions_and_fills_its_area(desk: Desk) -> None:
    Pixels.new("RGB", (200, 100)).save(desk.folder / "wide.png")
    (image,) = of(
        Image,
        desk.shapes(
            "- {image: wide.png, width: 60mm, height: 60mm, align: center, valign: middle}"
        ),
    )

    assert (0.0, 15.0, 60.0, 30.0) == (
        mm(image.x - MARGIN),
        mm(image.y - MARGIN),
        mm(image.width),
        mm(image.height),
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gone.png", "no such picture: 'gone.png'"),
        ("../out.png", "the picture '../out.png' is outside the layout's folder"),
        ("/etc/out.png", "the picture '/etc/out.png' is outside the layout's folder"),
        ("link.png", "the picture 'link.png' is outside the layout's folder"),
        ("text.png", "can't read the picture 'text.png'"),
        ("page.gif", "'page.gif' isn't a picture (use a .png or .jpg file)"),
        ("folder.png", "no such picture: 'folder.png' (this is a folder)"),
        ("https://x.y/z.png", "no such picture: 'https://x.y/z.png'"),
    ],
)
def test_an_unusable_picture_is_refused(desk: Desk, name: str, expected: str) -> None:
    (desk.folder / "home" / "folder.png").mkdir(parents=True)
    Pixels.new("L", (2, 2)).save(desk.folder / "out.png")
    (desk.folder / "home" / "link.png").symlink_to(desk.folder / "out.png")
    (desk.folder / "home" / "text.png").write_text("no picture")
    (problem,) = type(desk)(desk.folder / "home").problems(f"- {{image: '{name}'}}")

    assert problem.startswith(f"4:5: {expected}")


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        ("track: 5", "4:5: a track needs a list, like [1, 2, 3] or '{range(1, 11)}'"),
        ("track: [true]", "4:13: true cannot be printed (write 'yes' if … else 'no')"),
        ("track: [[1]]", "4:13: a list cannot be printed (write join(list, ', '))"),
        ("boxes: 3, size: 0", "4:5: a box needs a size, like 5mm"),
        ("boxes: 3, size: 0, gap: 0", "4:5: a box needs a size, like 5mm"),
        ("track: [1], size: 0", "4:5: a box needs a size, like 5mm"),
        (
            "boxes: 3, size: 20mm, width: 10mm",
            "4:5: this row of boxes doesn't fit: it needs 10 mm more",
        ),
        ("path: M0 0 L9 9, view: [0, 5]", "4:5: view is [width, height], two numbers above 0"),
        ("path: M 1 2 Q", "4:5: 'Q' needs 4 numbers (a path looks like \"M4 12 L20 12\")"),
    ],
)
def test_invalid_leaf_nodes_are_refused(desk: Desk, node: str, expected: str) -> None:
    assert expected in desk.problems(f"- {{{node}}}")


def test_a_circle_is_centred_in_its_area(desk: Desk) -> None:
    (circle,) = of(Circle, desk.shapes("- {circle: 10mm, fill: bad, width: 50mm, height: 20mm}"))

    assert (25.0, 10.0, 5.0) == (mm(circle.x - MARGIN), mm(circle.y - MARGIN), mm(circle.radius))
    assert (THEME.colours["bad"], None) == circle[3:]


def test_path_data_is_stretched_over_its_width_and_height(desk: Desk) -> None:
    node = "{path: M0 0 L10 5 Z, view: [10, 5], width: 40mm, height: 10mm, stroke: ink}"
    (path,) = of(Path, desk.shapes(f"- {node}"))
    (_, *start), (_, *end), close = path.commands

    assert [0.0, 0.0] == [mm(float(number) - MARGIN) for number in start]
    assert [40.0, 10.0] == [mm(float(number) - MARGIN) for number in end]
    assert ("Z",) == close


@pytest.mark.parametrize(("space", "top"), [("20mm", 20.0), ("1fr", 267.0), ("50%", 138.5)])
def test_space_takes_room_and_draws_nothing(desk: Desk, space: str, top: float) -> None:
    shapes = desk.shapes(f"- {{space: {space}}}\n- {{box: [], fill: ink, height: 10mm}}")

    assert [(0.0, top, 190.0, 10.0)] == boxes(shapes)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("- {space: 250mm}\n- {box: [], fill: ink, height: 10mm}", (0.0, 250.0, 190.0, 10.0)),
        (
            "- row: [{space: 150mm}]\n- {box: [], fill: ink, height: 10mm}",
            (0.0, 0.0, 190.0, 10.0),
        ),
    ],
)
def test_space_in_a_column_has_no_width_and_in_a_row_no_height(
    desk: Desk, body: str, expected: tuple[float, float, float, float]
) -> None:
    assert [expected] == boxes(desk.shapes(body))


def test_any_node_can_have_a_fill_an_outline_and_round_corners(desk: Desk) -> None:
    (rect,) = of(
        Rect,
        desk.shapes(
            "- {text: a, fill: tint, stroke: ink, line: 2pt, radius: card, dash: true, height: 9mm}"
        ),
    )
    ink = THEME.colours["ink"]

    assert rect[4:] == (THEME.colours["tint"], (ink, 2.0, (2.0, 2.0), "butt"), THEME.radii["card"])


@pytest.mark.parametrize(
    "node",
    [
        "text: Hello",
        "rich: 'Hello :wool:'",
        "text: Hello, turn: up, height: 30mm",
        "rule: strong",
        "write: ''",
        "boxes: 3",
        "icon: arrow-up",
        "icon: sheep",
        "icon: crown, paint: none",
    ],
)
def test_the_colour_none_draws_nothing_and_keeps_the_space(desk: Desk, node: str) -> None:
    below = "{rule: thin}"
    seen, unseen = (
        [shape for shape in desk.shapes(f"- {{{node}{more}}}\n- {below}") if is_seen(shape)]
        for more in ("", ", colour: none")
    )

    assert len(seen) > 1
    assert seen[-1:] == unseen


def test_an_icon_without_lines_can_have_areas(desk: Desk) -> None:
    areas = of(Path, desk.shapes("- {icon: crown, colour: none, paint: accent}"))

    assert {(THEME.colours["accent"], None)} == {(area.fill, area.stroke) for area in areas}


def is_seen(shape: Shape) -> bool:
    """Whether a shape paints anything."""
    return isinstance(shape, Text) or any(getattr(shape, key, None) for key in ("fill", "stroke"))


@pytest.mark.parametrize(("valign", "share"), [("top", 0.0), ("middle", 0.5), ("bottom", 1.0)])
def test_a_rule_respects_valign(desk: Desk, valign: str, share: float) -> None:
    (line,) = of(Line, desk.shapes(f"- {{rule: 2pt, height: 20mm, valign: {valign}}}"))
    (usual,) = of(Line, desk.shapes("- {rule: 2pt, height: 20mm}"))

    assert line.y1 - MARGIN == pytest.approx(1 + share * (20 * 72 / 25.4 - 2), abs=0.01)
    assert usual.y1 - MARGIN == pytest.approx(10 * 72 / 25.4, abs=0.01)


def test_a_vertical_rule_respects_align(desk: Desk) -> None:
    node = "{rule: 2pt, direction: down, width: 30mm, height: 9mm, align: right}"
    (line,) = of(Line, desk.shapes(f"- row: [{node}]"))

    assert line.x1 - MARGIN == pytest.approx(30 * 72 / 25.4 - 1, abs=0.01)
