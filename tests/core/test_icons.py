"""Icon files: reading, drawing, and that the shipped icons can be distinguished."""

from __future__ import annotations

import contextlib
import io
import math
from itertools import combinations
from typing import TYPE_CHECKING, Protocol

import pytest
import resvg_py
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from printkit.core import icons
from printkit.core.errors import LayoutError, PrintkitError
from printkit.core.geometry import parse_path
from printkit.core.icons import GRID, STROKE, icon_fragment, icon_names, layer_bounds, load_icon
from printkit.core.scene import BLACK, WHITE, Colour, Fragment, Path

if TYPE_CHECKING:
    import pathlib

    from printkit.core.scene import PathCommand

    class Writer(Protocol):
        """Write an icon file, and return its folder."""

        def __call__(self, text: str, name: str = "mine") -> pathlib.Path: ...


NAMES = """
airplane arrow-down arrow-left arrow-right arrow-up baroness bids birdoholic block bonus calendar
card cards carpet cat-peek catastrophe check chicken chicken-frightened chip claw clock collect
cross crown cup deal deck die-1 die-2 die-3 die-4 die-5 die-6 diva-chicken diva-peacock diva-turkey
dog draw-card duchess eye fanfare flag hand-grab hand-stop heart helmet hourglass info mark-chevron
mark-cross mark-lily mark-sun mark-tower marquess minus mouse palace paw peacock peacock-plucked
pencil people person plus queen question royal-cat scissors sheep sheep-face sheep-green sheep-red
shield shuffle sock speech star swords topic-sheep trophy turkey turkey-skinny wolf wool
"""
PROMISED = NAMES.split()

FAMILIES = {
    "sheep": ("sheep", "sheep-green", "sheep-red"),
    "pasture": ("sheep", "wolf", "dog"),
    "species": ("turkey", "chicken", "peacock"),
    "turkeys": ("turkey", "turkey-skinny", "diva-turkey"),
    "chickens": ("chicken", "chicken-frightened", "diva-chicken"),
    "peacocks": ("peacock", "peacock-plucked", "diva-peacock"),
    "cats": ("duchess", "baroness", "marquess", "queen", "royal-cat", "birdoholic", "catastrophe"),
    "marks": ("mark-cross", "mark-chevron", "mark-lily", "mark-tower", "mark-sun"),
    "toys": ("mouse", "sock", "airplane", "cup", "block", "wool"),
    "cards": ("card", "cards", "deck", "deal", "draw-card", "bids", "collect"),
    "faces": ("sheep-face", "topic-sheep"),
    "fights": ("swords", "claw", "shield", "helmet"),
    "hands": ("hand-grab", "hand-stop"),
}
PAIRS = [pair for family in FAMILIES.values() for pair in combinations(family, 2)]

# Divas share bust, boa and sparkle on purpose; what differs is the head.
DIVAS = tuple(combinations(("diva-turkey", "diva-chicken", "diva-peacock"), 2))

EVERY_PAINT = """
icon: mine
layers:
  - fill: "O 12 12 9"
  - line: "O 12 12 8"
  - solid: "O 12 12 7"
  - paper: "O 12 12 6"
  - shape: "O 12 12 5"
"""
RED, PINK = Colour(0.8, 0.1, 0.1), Colour(1.0, 0.9, 0.9)


def paths(group: Fragment) -> list[Path]:
    return [shape for shape in group.items if isinstance(shape, Path)]


def middle(start: tuple[float, float], curve: PathCommand) -> tuple[float, float]:
    """The point half way along a cubic curve."""
    assert curve[0] == "C"
    x1, y1, x2, y2, x, y = curve[1:]
    return (start[0] + 3 * x1 + 3 * x2 + x) / 8, (start[1] + 3 * y1 + 3 * y2 + y) / 8


def close(some: tuple[PathCommand, ...], others: tuple[PathCommand, ...]) -> bool:
    return [c[0] for c in some] == [c[0] for c in others] and all(
        pytest.approx(one[1:]) == other[1:] for one, other in zip(some, others, strict=True)
    )


def likeness(one: str, other: str, rows: int = 30) -> float:
    """The share of ink that two icons have in common at 5 mm and 150 dpi, black on white."""
    first, second = ink(one, rows), ink(other, rows)
    return len(first & second) / len(first | second)


def ink(name: str, rows: int) -> set[int]:
    group = icon_fragment(load_icon(name), 30.0, BLACK)
    svg = "".join(svg_path(path) for path in paths(group))
    png = resvg_py.svg_to_bytes(
        svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30">{svg}</svg>',
        background="white",
    )
    pixels = Image.open(io.BytesIO(bytes(png))).convert("L").tobytes()
    return {index for index, grey in enumerate(pixels[: rows * 30]) if grey < 128}


def svg_path(path: Path) -> str:
    data = " ".join(f"{letter} {' '.join(map(str, n))}" for letter, *n in path.commands)
    fill = "none" if path.fill is None else "white" if path.fill == WHITE else "black"
    pen = f'stroke="black" stroke-width="{path.stroke.width}"' if path.stroke else ""
    style = f'fill="{fill}" {pen} stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{data}" fill-rule="evenodd" {style}/>'


@pytest.fixture
def write_icon(tmp_path: pathlib.Path) -> Writer:
    """Write a custom icon file, and return its folder."""

    def write(text: str, name: str = "mine") -> pathlib.Path:
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
        return tmp_path

    return write


class TestShipped:
    def test_all_promised_icons_exist(self) -> None:
        assert set(PROMISED) == set(icon_names())

    @pytest.mark.parametrize("name", PROMISED)
    def test_an_icon_stays_on_its_grid(self, name: str) -> None:
        boxes = [layer_bounds(layer) for layer in load_icon(name).layers]
        assert min(min(box) for box in boxes) >= 0
        assert max(max(box) for box in boxes) <= GRID

    @pytest.mark.parametrize("name", PROMISED)
    def test_an_icon_uses_most_of_its_grid(self, name: str) -> None:
        boxes = [layer_bounds(layer) for layer in load_icon(name).layers]
        width = max(box.right for box in boxes) - min(box.left for box in boxes)
        height = max(box.bottom for box in boxes) - min(box.top for box in boxes)
        assert max(width, height) >= 17

    @pytest.mark.parametrize("pair", PAIRS, ids="/".join)
    def test_icons_of_a_family_differ_in_black_and_white_at_5_mm(
        self, pair: tuple[str, str]
    ) -> None:
        assert likeness(*pair) < 0.5

    @pytest.mark.parametrize("pair", DIVAS, ids="/".join)
    def test_divas_differ_in_their_heads(self, pair: tuple[str, str]) -> None:
        assert likeness(*pair, rows=16) < 0.6


class TestLoading:
    def test_the_same_icon_is_loaded_once(self) -> None:
        assert load_icon("sheep") is load_icon("sheep")

    def test_an_unknown_name_gets_a_suggestion(self) -> None:
        with pytest.raises(LayoutError, match="unknown icon 'sheeep'") as caught:
            load_icon("sheeep")
        assert caught.value.hint == "did you mean 'sheep'?"

    def test_a_name_cannot_leave_the_folder(self) -> None:
        with pytest.raises(LayoutError, match="unknown icon"):
            load_icon("../icons/sheep")

    def test_a_custom_folder_adds_icons(self, write_icon: Writer) -> None:
        folder = write_icon('icon: mine\nlayers:\n  - line: "M4 12 L20 12"\n')
        assert "mine" in icon_names(folder)
        assert "sheep" in icon_names(folder)
        assert load_icon("mine", folder).name == "mine"

    def test_a_custom_icon_overrides_the_shipped_one(self, write_icon: Writer) -> None:
        folder = write_icon('icon: sheep\nlayers:\n  - line: "M4 12 L20 12"\n', "sheep")
        assert len(load_icon("sheep", folder).layers) == 1
        assert len(load_icon("sheep").layers) > 1

    @pytest.mark.parametrize(
        ("text", "place", "message"),
        [
            ("- 1", "1:1", "an icon file has the keys icon and layers"),
            ("icon: other\nlayers: []", "1:7", "the icon's name doesn't match its file name"),
            ("layers: []", "1:1", "the icon's name doesn't match its file name"),
            ("icon: mine", "1:1", "an icon needs a list of layers"),
            ("icon: mine\nlayers: []", "2:9", "an icon needs a list of layers"),
            ("icon: mine\nlayer: []", "2:1", "unknown key 'layer' in an icon"),
            ("icon: mine\nlayers:\n  - M1", "3:5", "a layer is one kind of paint and its path"),
            ("icon: mine\nlayers:\n  - lime: M1 1", "3:5", "unknown paint 'lime'"),
            ("icon: mine\nlayers:\n  - line: [1]", "3:11", "a path must be text"),
            ('icon: mine\nlayers:\n  - line: ""', "3:12", "the path is empty"),
            ('icon: mine\nlayers:\n  - line: "L1 1"', "3:12", "a path begins with M or O"),
            ('icon: mine\nlayers:\n  - line: "M1 1 K2"', "3:17", "unknown path command 'K'"),
            ("icon: mine\nlayers:\n  - line: M1 1 L2 z", "3:19", "'L' needs 2 numbers, not 'z'"),
            ('icon: mine\nlayers:\n  - line: "M1 1 L2"', "3:19", "'L' needs 2 numbers"),
            ('icon: mine\nlayers:\n  - line: "M1 1 Z 4"', "3:19", "a path command is missing"),
            ('icon: mine\nlayers:\n  - line: "M1 1 A2 2 0 5"', "3:24", "'A' needs 0 or 1, not '5'"),
            ('icon: mine\nlayers:\n  - line: "M1 1e9"', "3:15", "the number 1e9 is too large"),
            ('icon: mine\nlayers:\n  - line: "M1 1 ſ2 2 2 2"', "3:17", "unknown path command 'ſ'"),
            ('icon: mine\nlayers:\n  - line: "M1 1 H24"', "3:11", "the path leaves the grid"),
        ],
    )
    def test_a_mistake_is_reported_with_line_and_column(
        self, write_icon: Writer, text: str, place: str, message: str
    ) -> None:
        folder = write_icon(text)
        with pytest.raises(LayoutError) as caught:
            load_icon("mine", folder)
        assert message in caught.value.message
        assert f"{folder / 'mine.yaml'}:{place}" == str(caught.value.where)

    def test_the_place_is_right_in_a_path_of_several_lines(self, write_icon: Writer) -> None:
        folder = write_icon('icon: mine\nlayers:\n  - line: "M1 1\n      K2"')
        with pytest.raises(LayoutError) as caught:
            load_icon("mine", folder)
        assert caught.value.where
        assert (caught.value.where.line, caught.value.where.column) == (4, 7)

    def test_only_the_curve_must_be_on_the_grid_not_its_control_points(
        self, write_icon: Writer
    ) -> None:
        folder = write_icon('icon: mine\nlayers:\n  - solid: "M4 4 C4 -1 20 -1 20 4 Z"\n')
        assert pytest.approx((4, 0.25, 20, 4)) == layer_bounds(load_icon("mine", folder).layers[0])


class TestDrawing:
    def test_the_same_parameters_give_the_same_group(self) -> None:
        first = icon_fragment(load_icon("sheep"), 14.0, RED, PINK)
        assert first is icon_fragment(load_icon("sheep"), 14.0, RED, PINK)
        assert first is not icon_fragment(load_icon("sheep"), 14.0, RED, None)

    def test_a_group_has_its_size_and_scales_its_stroke(self) -> None:
        group = icon_fragment(load_icon("arrow-up"), 48.0, RED)
        stroke = paths(group)[0].stroke
        assert (group.width, group.height) == (48.0, 48.0)
        assert stroke
        assert (stroke.width, stroke.cap) == (2 * STROKE, "round")

    def test_a_stroke_width_can_be_given(self) -> None:
        stroke = paths(icon_fragment(load_icon("arrow-up"), 48.0, RED, line=1.0))[0].stroke
        assert stroke
        assert stroke.width == 1.0

    def test_each_paint_has_its_colours(self, write_icon: Writer) -> None:
        folder = write_icon(EVERY_PAINT)
        shapes = paths(icon_fragment(load_icon("mine", folder), 24.0, RED, PINK))
        assert [shape.fill for shape in shapes] == [PINK, None, RED, WHITE, PINK]
        assert [index for index, shape in enumerate(shapes) if shape.stroke] == [1, 4]

    def test_without_a_second_colour_shapes_are_white(self, write_icon: Writer) -> None:
        folder = write_icon(EVERY_PAINT)
        shapes = paths(icon_fragment(load_icon("mine", folder), 24.0, RED))
        assert [shape.fill for shape in shapes] == [None, RED, WHITE, WHITE]


class TestPathData:
    def test_path_commands_become_absolute(self) -> None:
        expected = [("M", 1, 2), ("L", 3, 4), ("L", 7, 4), ("L", 7, 9), ("L", 5, 9), ("L", 5, 8)]
        expected_commands = (*expected, ("Z",), ("L", 2, 3))
        assert expected_commands == parse_path("m1 2 2 2 h4 V9 H5 v-1 z l1 1")

    def test_numbers_need_no_separator_as_in_svg(self) -> None:
        assert parse_path("M.5.5L-1-2") == parse_path("M 0.5 , 0.5 L -1.0 , -20e-1")
        assert parse_path("M0 0a2 2 0 014 0") == parse_path("M0 0 A 2 2 0 0 1 4 0")

    def test_a_smooth_curve_mirrors_the_last_control_point(self) -> None:
        assert parse_path("M0 0 C0 1 2 2 3 2 C4 2 6 1 6 0") == parse_path(
            "M0 0C0 1 2 2 3 2S6 1 6 0"
        )
        assert parse_path("M0 0 C0 0 6 1 6 0") == parse_path("M0 0 S6 1 6 0")

    def test_a_quadratic_curve_becomes_a_cubic_one(self) -> None:
        assert parse_path("M0 0 Q3 3 6 0") == (("M", 0, 0), ("C", 2, 2, 4, 2, 6, 0))
        assert parse_path("M0 0 Q3 3 6 0 Q9 -3 12 0") == parse_path("M0 0 Q3 3 6 0 T12 0")

    def test_a_quarter_circle_passes_through_its_middle(self) -> None:
        (_, curve) = parse_path("M10 0 A10 10 0 0 1 0 10")
        root = 10 / math.sqrt(2)
        assert pytest.approx((root, root), abs=0.003) == middle((10, 0), curve)

    @pytest.mark.parametrize(
        ("flags", "box"),
        [
            ("0 0", (9, 12, 15, 13)),
            ("0 1", (9, 11, 15, 12)),
            ("1 0", (7, 12, 17, 21)),
            ("1 1", (7, 3, 17, 12)),
        ],
    )
    def test_the_four_arcs_between_two_points_differ(
        self, flags: str, box: tuple[int, int, int, int]
    ) -> None:
        layer = icons.Layer("solid", parse_path(f"M9 12 A5 5 0 {flags} 15 12"))
        assert pytest.approx(box, abs=0.01) == layer_bounds(layer)

    def test_an_arc_with_too_small_radii_is_enlarged(self) -> None:
        assert close(parse_path("M4 12 A8 8 0 0 1 20 12"), parse_path("M4 12 A1 1 0 0 1 20 12"))

    def test_an_arc_without_a_radius_is_straight(self) -> None:
        assert parse_path("M4 4 A0 2 0 0 1 8 8") == (("M", 4, 4), ("C", 4, 4, 8, 8, 8, 8))

    def test_a_rotated_ellipse_has_the_right_bounds(self) -> None:
        layer = icons.Layer("solid", parse_path("M12 4 A8 3 90 0 1 12 20 A8 3 90 0 1 12 4 Z"))
        assert pytest.approx((9, 4, 15, 20), abs=0.01) == layer_bounds(layer)

    def test_a_circle_is_round(self) -> None:
        layer = icons.Layer("line", parse_path("O 12 12 5"))
        assert pytest.approx((6.25, 6.25, 17.75, 17.75), abs=0.01) == layer_bounds(layer)

    @given(
        *(st.floats(-20, 20) for _ in range(2)),
        *(st.floats(0.1, 9) for _ in range(2)),
        st.floats(-360, 360),
        st.booleans(),
        st.booleans(),
    )
    def test_an_arc_always_ends_at_its_end_point(
        self, x: float, y: float, rx: float, ry: float, turn: float, large: bool, sweep: bool
    ) -> None:
        commands = parse_path(f"M0 0 A{rx} {ry} {turn} {large:d} {sweep:d} {x} {y}")
        assert all(math.isfinite(number) for command in commands for number in command[1:])
        assert (x, y) == commands[-1][-2:]

    @given(st.text(alphabet="MmLlHhVvCcSsQqTtAaZzO 0123456789.,-+eE\n(ſ", max_size=40))
    def test_any_text_is_a_path_or_an_error(self, text: str) -> None:
        with contextlib.suppress(PrintkitError):
            assert parse_path(text)
