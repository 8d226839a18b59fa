"""Palettes: one colour gives a family of shades that every theme knows how to print.

Takes the colours that a game or a layout names; gives, for one way of printing, a colour for each
shade: `red`, `red-dark` for words, `red-tint` for areas behind words, `on-red` for words on it.
Whoever wants other shades, or more of them, says so; what is not said is derived.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final, TypeAlias

from printkit.colours import contrast, darkened, grey, luminance, mix, parse_colour, readable_on
from printkit.errors import LayoutError, brief, did_you_mean
from printkit.scene import BLACK, WHITE, Colour
from printkit.tuples import NamedTuple
from printkit.yamlnodes import Scalar, YamlMap, YamlNode

Ink: TypeAlias = Colour | None

BASE, DARK, TINT, ON = "base", "dark", "tint", "on"
MAX_COLOURS: Final = 40
WORDS = 4.6
"""The contrast of `dark` shades on white and on their tint, a little over what is asked for."""


class Shade(NamedTuple):
    """One colour as a file gives it: for every theme, or another for each that it names."""

    usual: str | None
    by_theme: Mapping[str, str]


Shades: TypeAlias = "Mapping[str, Shade]"
Palette: TypeAlias = "Mapping[str, Shades]"


class Inks(NamedTuple):
    """How a theme prints a palette.

    `colours` are the shades by name, `areas` what is painted in place of those that would take
    too much ink, and `edges` the outlines that such areas get.
    """

    colours: dict[str, Ink]
    areas: dict[str, Ink]
    edges: dict[str, Colour]


def shade_name(family: str, shade: str) -> str:
    """What a layout calls a shade: red, red-dark, on-red."""
    if shade == BASE:
        return family
    return f"on-{family}" if shade == ON else f"{family}-{shade}"


def palette_names(palette: Palette) -> list[str]:
    """The names of all shades."""
    return [
        shade_name(family, shade)
        for family, shades in palette.items()
        for shade in dict.fromkeys((BASE, DARK, TINT, ON, *shades))
    ]


def read_palette(node: YamlNode, themes: Collection[str]) -> dict[str, Shades]:
    """The palette under a key of a file; LayoutError at the first colour that is none."""
    entries = _entries(node, "write palette: {red: '#d33c3c'}")
    if len(entries) > MAX_COLOURS:
        message = f"{len(entries)} colours are too many"
        raise LayoutError(message, node.where, f"at most {MAX_COLOURS}")
    return {name: _family(value, themes) for name, value in entries.items()}


def _entries(node: YamlNode, hint: str) -> dict[str, YamlNode]:
    if not isinstance(node, YamlMap):
        raise LayoutError("expected names and colours", node.where, hint)
    return {key.text: value for key, value in node.items}


def _family(node: YamlNode, themes: Collection[str]) -> Shades:
    if isinstance(node, Scalar):
        return {BASE: _shade(node, themes)}
    hint = "write red: '#d33c3c', or red: {base: '#d33c3c', tint: '#fbe4e2'}"
    shades = {name: _shade(value, themes) for name, value in _entries(node, hint).items()}
    if BASE not in shades:
        raise LayoutError("a family of colours needs its base", node.where, hint)
    return shades


def _shade(node: YamlNode, themes: Collection[str]) -> Shade:
    if isinstance(node, Scalar):
        return Shade(_checked(node), {})
    entries = _entries(node, "write a colour like #d33c3c, or one for each theme")
    for key, _ in node.items if isinstance(node, YamlMap) else ():
        if key.text not in themes:
            hint = did_you_mean(key.text, themes)
            raise LayoutError(f"unknown theme '{key.text}'", key.where, hint)
    return Shade(None, {theme: _checked(value) for theme, value in entries.items()})


def _checked(node: YamlNode) -> str:
    text = node.text if isinstance(node, Scalar) else ""
    if text == "none":
        return text
    try:
        parse_colour(text)
    except ValueError:
        shown = f"'{brief(text)}' is no colour" if text else "expected a colour"
        raise LayoutError(shown, node.where, "write it like '#3f8f5f', in quotes") from None
    return text


def ink(palette: Palette, theme: str, way: str) -> Inks:
    """The palette as a theme prints it: in full, as outlines, or in greys that differ."""
    inks = Inks({}, {}, {})
    bases = {family: _base(shades) for family, shades in palette.items()}
    order = sorted(bases, key=lambda family: luminance(bases[family]))
    for family, shades in palette.items():
        place = (order.index(family) + 0.5) / len(order)
        usual = WAYS[way](bases[family], place)
        said = dict(_said(shades, theme, way, usual))
        for shade, paint in {**usual.shades, **said}.items():
            inks.colours[shade_name(family, shade)] = paint
        if usual.area and theme not in shades[BASE].by_theme:
            inks.areas[family], inks.edges[family] = usual.area, usual.edge
    return inks


def _base(shades: Shades) -> Colour:
    """The colour that a family is known by: what it has in the first theme it names."""
    base = shades[BASE]
    text = base.usual or next(iter(base.by_theme.values()), "none")
    return WHITE if text == "none" else parse_colour(text)


def _said(shades: Shades, theme: str, way: str, usual: Usual) -> Iterator[tuple[str, Ink]]:
    """The shades that a file gives itself, as this theme prints them."""
    for name, shade in shades.items():
        said = shade.by_theme.get(theme)
        if said is not None:
            yield name, None if said == "none" else parse_colour(said)
        elif name not in usual.shades or way == FULL:
            text = shade.usual or next(iter(shade.by_theme.values()), "none")
            yield name, None if text == "none" else _printed(parse_colour(text), way)


def _printed(colour: Colour, way: str) -> Colour:
    return grey(luminance(colour) ** (1 / 2.2)) if way == GREY else colour


class Usual(NamedTuple):
    """The shades that follow from a family's base, and how an area of the base is painted."""

    shades: dict[str, Ink]
    area: Ink = None
    edge: Colour = BLACK


def _full(base: Colour, _place: float) -> Usual:
    tint = mix(base, WHITE, 0.86)
    return Usual({BASE: base, DARK: _dark(base, tint), TINT: tint, ON: readable_on(base)})


def _outline(base: Colour, _place: float) -> Usual:
    """Areas become light tints with an outline: a quarter of the ink, and still that colour."""
    tint = mix(base, WHITE, 0.8)
    dark = _dark(base, tint)
    edge = base if contrast(base, WHITE) >= 2 else darkened(base, WHITE, 2)
    return Usual({BASE: edge, DARK: dark, TINT: None, ON: dark}, area=tint, edge=edge)


def _grey(_base: Colour, place: float) -> Usual:
    """Greys by how light the colours are among themselves, so that any two of them differ."""
    base = grey(0.45 + 0.5 * place)
    tint = grey(0.9 + 0.08 * place)
    return Usual({BASE: base, DARK: grey(0.13), TINT: tint, ON: readable_on(base)})


def _dark(base: Colour, tint: Colour) -> Colour:
    return darkened(base, tint, WORDS)


FULL, OUTLINE, GREY = "full", "outline", "grey"
WAYS: Final[dict[str, Callable[[Colour, float], Usual]]] = {
    FULL: _full,
    OUTLINE: _outline,
    GREY: _grey,
}
