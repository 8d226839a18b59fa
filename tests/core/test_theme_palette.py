"""One colour gives a family that is legible in every theme."""

from __future__ import annotations

from itertools import combinations

import pytest

from printkit.core.colours import contrast, parse_colour
from printkit.core.errors import LayoutError
from printkit.core.scene import WHITE
from printkit.core.theme import PaletteColours, palette_colours, palette_names, read_palette
from printkit.core.yamlfile import parse_yaml

WAYS = {"colour": "full", "ink-saver": "outline", "mono": "grey"}
WORLD = (
    "{red: '#d6323c', orange: '#f28c28', yellow: '#ffe14d', green: '#2e8b57', teal: '#2aa198', "
    "blue: '#2b6cb0', purple: '#6c3fa0', pink: '#f5a9c4', black: '#000000', white: '#ffffff'}"
)


def inks(text: str, theme: str) -> PaletteColours:
    return palette_colours(read_palette(parse_yaml(text, "p.yaml"), WAYS), theme, WAYS[theme])


def names(text: str) -> list[str]:
    return palette_names(read_palette(parse_yaml(text, "p.yaml"), WAYS))


def test_one_colour_gives_a_family_of_four() -> None:
    assert ["red", "red-dark", "red-tint", "on-red"] == names("{red: '#d6323c'}")
    assert parse_colour("#d6323c") == inks("{red: '#d6323c'}", "colour").colours["red"]


@pytest.mark.parametrize("theme", WAYS)
@pytest.mark.parametrize("family", read_palette(parse_yaml(WORLD, "p.yaml"), WAYS))
def test_text_is_readable_on_every_area_of_its_family(family: str, theme: str) -> None:
    colours, areas, _ = inks(WORLD, theme)
    area, tint = areas.get(family, colours[family]) or WHITE, colours[f"{family}-tint"] or WHITE
    on, dark = colours[f"on-{family}"], colours[f"{family}-dark"]
    assert on is not None
    assert dark is not None
    weakest = min(contrast(on, area), contrast(dark, tint), contrast(dark, WHITE))
    assert weakest >= 4.5


def test_in_mono_any_two_colours_are_different_greys() -> None:
    colours = inks(WORLD, "mono").colours
    greys = [colours[name] for name in read_palette(parse_yaml(WORLD, "p.yaml"), WAYS)]
    assert all(len(set(grey or ())) == 1 for grey in greys)
    assert min(abs(a[0] - b[0]) for a, b in combinations(greys, 2) if a and b) > 0.03


def test_ink_saver_turns_areas_into_light_tints_with_outlines() -> None:
    colours, areas, edges = inks("{red: '#d6323c'}", "ink-saver")
    assert parse_colour("#d6323c") == edges["red"] == colours["red"]
    assert contrast(areas["red"] or WHITE, WHITE) < 1.6
    assert colours["red-tint"] is None


def test_a_palette_can_define_its_own_shades() -> None:
    text = "{wool: {base: '#9966dc', tint: {colour: '#e3d3f5', ink-saver: none}, end: '#332244'}}"
    assert ["wool", "wool-dark", "wool-tint", "on-wool", "wool-end"] == names(text)
    assert parse_colour("#e3d3f5") == inks(text, "colour").colours["wool-tint"]
    assert inks(text, "ink-saver").colours["wool-tint"] is None
    assert parse_colour("#332244") == inks(text, "ink-saver").colours["wool-end"]
    grey = inks(text, "mono").colours["wool-end"]
    assert grey is not None
    assert grey.red == grey.green == grey.blue


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{red: bright}", "p.yaml:1:7: 'bright' isn't a colour"),
        ("{red: '#12345'}", "p.yaml:1:7: '#12345' isn't a colour"),
        ("{red: [1]}", "p.yaml:1:7: expected names and colours"),
        ("{red: {tint: '#123456'}}", "p.yaml:1:7: a family of colours needs its base"),
        ("{red: {base: {colou: '#123456'}}}", "p.yaml:1:15: unknown theme 'colou'"),
        ("[red]", "p.yaml:1:1: expected names and colours"),
        (
            "{" + ", ".join(f"c{n}: '#123456'" for n in range(41)) + "}",
            "p.yaml:1:1: 41 colours are too many",
        ),
    ],
)
def test_an_invalid_colour_is_refused_at_its_place(text: str, expected: str) -> None:
    with pytest.raises(LayoutError) as caught:
        read_palette(parse_yaml(text, "p.yaml"), WAYS)
    assert expected == f"{caught.value.where}: {caught.value.message}"
