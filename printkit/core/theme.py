"""Themes: the values of a layout's tokens, for one theme and one game.

Colours, text styles and lengths by name come from `theme.yaml`, the palette of the game and the
colours of the layout. A theme changes values, never a layout, so every sheet exists in every theme.

A palette names colours. Each stands for a family of shades that every theme can print: `red`,
`red-dark` for words, `red-tint` for areas behind words, `on-red` for words on it. A file may define
shades; the others are derived.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from printkit.core.colours import (
    contrast,
    darken,
    grey,
    hexadecimal,
    luminance,
    mix,
    parse_colour,
    readable_on,
)
from printkit.core.errors import LayoutError, UsageError, Where, brief, did_you_mean
from printkit.core.filecache import cached
from printkit.core.plugins import game_folder
from printkit.core.scene import BLACK, WHITE, Colour, SimilarColours
from printkit.core.source import is_there, shipped_folder
from printkit.core.themenames import theme_names
from printkit.core.units import parse_length
from printkit.core.yamlfile import Scalar, YamlMap, YamlNode, load_yaml, plain

Paint: TypeAlias = Colour | None

BASE, DARK, TINT, ON = "base", "dark", "tint", "on"
MAX_COLOURS: Final = 40
WORDS = 4.6
"""The contrast of `dark` shades with their tint, slightly above the required 4.5."""


STRONG = 7.0
"""The contrast of words in large print."""
_WORDS = frozenset(("ink", "accent-dark", "frame", "good", "bad", "pen"))
_LINES = frozenset(("line", "box-line", "accent"))
_DARKEST_TINT = grey(0.92)  # behind words


class Shade(NamedTuple):
    """One colour from a file: the same for every theme, or one for each theme it names."""

    default: str | None
    by_theme: Mapping[str, str]


Shades: TypeAlias = "Mapping[str, Shade]"
Palette: TypeAlias = "Mapping[str, Shades]"


class PaletteColours(NamedTuple):
    """The colours with which a theme prints a palette.

    `colours` are the shades by name, `areas` what is painted instead of those that would take too
    much ink, and `edges` the outlines of such areas.
    """

    colours: dict[str, Paint]
    areas: dict[str, Paint]
    edges: dict[str, Colour]


def shade_name(family: str, shade: str) -> str:
    """Return the name of a shade in layouts: red, red-dark, on-red."""
    if shade == BASE:
        return family
    return f"on-{family}" if shade == ON else f"{family}-{shade}"


def palette_names(palette: Palette) -> list[str]:
    """Return the names of all shades."""
    return [
        shade_name(family, shade)
        for family, shades in palette.items()
        for shade in dict.fromkeys((BASE, DARK, TINT, ON, *shades))
    ]


def read_palette(node: YamlNode, themes: Collection[str]) -> dict[str, Shades]:
    """Read the palette under a key of a file; raise LayoutError at the first invalid colour."""
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
        return Shade(_colour_text(node), {})
    entries = _entries(node, "write a colour like #d33c3c, or one for each theme")
    for key, _ in node.items if isinstance(node, YamlMap) else ():
        if key.text not in themes:
            hint = did_you_mean(key.text, themes)
            raise LayoutError(f"unknown theme '{key.text}'", key.where, hint)
    return Shade(None, {theme: _colour_text(value) for theme, value in entries.items()})


def _colour_text(node: YamlNode) -> str:
    text = node.text if isinstance(node, Scalar) else ""
    if text == "none":
        return text
    try:
        parse_colour(text)
    except ValueError:
        shown = f"'{brief(text)}' isn't a colour" if text else "expected a colour"
        raise LayoutError(shown, node.where, "write it like '#3f8f5f', in quotes") from None
    return text


def palette_colours(palette: Palette, theme: str, mode: str) -> PaletteColours:
    """Return the colours of a palette in a theme: in full, as outlines, or as distinct greys."""
    found = PaletteColours({}, {}, {})
    bases = {family: _base(shades) for family, shades in palette.items()}
    order = sorted(bases, key=lambda family: luminance(bases[family]))
    for family, shades in palette.items():
        place = (order.index(family) + 0.5) / len(order)
        defaults = MODES[mode](bases[family], place)
        declared = dict(_declared_shades(shades, theme, mode, defaults))
        for shade, paint in {**defaults.shades, **declared}.items():
            found.colours[shade_name(family, shade)] = paint
        if defaults.area and theme not in shades[BASE].by_theme:
            found.areas[family], found.edges[family] = defaults.area, defaults.edge
    return found


def _base(shades: Shades) -> Colour:
    """Return the base colour of a family: its colour in the first theme it names."""
    base = shades[BASE]
    text = base.default or next(iter(base.by_theme.values()), "none")
    return WHITE if text == "none" else parse_colour(text)


def _declared_shades(
    shades: Shades, theme: str, mode: str, defaults: DefaultShades
) -> Iterator[tuple[str, Paint]]:
    """Yield the shades that a file defines itself, as this theme prints them."""
    for name, shade in shades.items():
        declared = shade.by_theme.get(theme)
        if declared is not None:
            yield name, None if declared == "none" else parse_colour(declared)
        elif name not in defaults.shades or mode == FULL:
            text = shade.default or next(iter(shade.by_theme.values()), "none")
            paint = None if text == "none" else parse_colour(text)
            yield name, grey(luminance(paint) ** (1 / 2.2)) if paint and mode == GREY else paint


class DefaultShades(NamedTuple):
    """The default shades for a family's base colour, and how areas of it are painted."""

    shades: dict[str, Paint]
    area: Paint = None
    edge: Colour = BLACK


def _full(base: Colour, _place: float) -> DefaultShades:
    tint = mix(base, WHITE, 0.86)
    return DefaultShades({BASE: base, DARK: _dark(base, tint), TINT: tint, ON: readable_on(base)})


def _outline(base: Colour, _place: float) -> DefaultShades:
    """Return light tints with an outline: a quarter of the ink, but the same hue."""
    tint = mix(base, WHITE, 0.8)
    dark = _dark(base, tint)
    edge = base if contrast(base, WHITE) >= 2 else darken(base, WHITE, 2)
    return DefaultShades({BASE: edge, DARK: dark, TINT: None, ON: dark}, area=tint, edge=edge)


def _grey(_base: Colour, place: float) -> DefaultShades:
    """Return greys in the order of the colours' lightness, so that any two of them differ."""
    base = grey(0.45 + 0.5 * place)
    tint = grey(0.9 + 0.08 * place)
    return DefaultShades({BASE: base, DARK: grey(0.13), TINT: tint, ON: readable_on(base)})


def _dark(base: Colour, tint: Colour) -> Colour:
    return darken(base, tint, WORDS)


FULL, OUTLINE, GREY = "full", "outline", "grey"
MODES: Final[dict[str, Callable[[Colour, float], DefaultShades]]] = {
    FULL: _full,
    OUTLINE: _outline,
    GREY: _grey,
}


ACCENT_KEYS = ("accent", "dark", "tint", "zebra")
THINNEST = 0.3
"""The width in points below which a line isn't made thinner to save ink."""


class TextStyle(NamedTuple):
    """A text style: font family and weight, size in points, colour token, line height."""

    font: str  # the name of the family in layouts
    weight: str
    size: float
    colour: str
    leading: float  # the line height, as a multiple of the size


class AllowedSimilarity(NamedTuple):
    """Colours that may look like their neighbours, as patterns of names, and why."""

    colours: str
    beside: str
    because: str


class Theme(NamedTuple):
    """All tokens with their values."""

    name: str
    colours: Mapping[str, Colour | None]  # None paints nothing
    areas: Mapping[str, Colour | None]  # painted instead of a colour, to save ink
    edges: Mapping[str, Colour]  # the outlines of such areas
    styles: Mapping[str, TextStyle]
    lines: Mapping[str, float]  # line widths, in points
    radii: Mapping[str, float]  # corner radii, in points
    spaces: Mapping[str, float]  # distances, in points
    pen: float  # the share of its width with which a line is drawn
    accepted: tuple[AllowedSimilarity, ...]

    def pen_width(self, width: float) -> float:
        """Return the width at which a line is drawn."""
        return pen_width(width, self.pen)

    def with_strong_contrast(self) -> Theme:
        """Return the theme with darker words and lines, for eyes that see little."""
        darker = {
            name: darken(colour, _DARKEST_TINT, STRONG)
            if colour
            and (
                name in _WORDS
                or name.endswith("-dark")
                or name.startswith("series-")
                or colour == self.colours["accent-dark"]  # the head of a table, or its words
            )
            else darken(colour, WHITE, WORDS)
            if colour and name in _LINES
            else colour
            for name, colour in self.colours.items()
        }
        return self._replace(colours={**darker, "soft": darker["ink"]})

    def similar_colours(self) -> tuple[SimilarColours, ...]:
        """Return the colours that may look alike in this theme."""
        return tuple(
            SimilarColours(self._matching_colours(colours), self._matching_colours(beside), because)
            for colours, beside, because in self.accepted
        )

    def _matching_colours(self, pattern: str) -> tuple[str, ...]:
        """Return the colours that match a pattern; `*` also matches those without a name."""
        if pattern == "*":
            return ("*",)
        paints = (*self.colours.items(), *self.areas.items(), *self.edges.items())
        found = (colour for name, colour in paints if fnmatchcase(name, pattern))
        return tuple(dict.fromkeys(hexadecimal(colour) for colour in found if colour))


def pen_width(width: float, pen: float) -> float:
    """Return the width at which a line is drawn with this share of its width."""
    return max(width * pen, min(width, THINNEST))


class Colours(NamedTuple):
    """The colours of a game or a layout: four shades of its accent, a palette, and `alike`."""

    accents: Mapping[str, str] = MappingProxyType({})
    palette: Palette = MappingProxyType({})
    accepted: tuple[AllowedSimilarity, ...] = ()


NO_COLOURS = Colours()


def load_theme(name: str, game: str = "own", own: Colours = NO_COLOURS) -> Theme:
    """Load the theme's tokens with the colours of the game and of the layout."""
    themes = _file()["themes"]
    if name not in themes:
        raise UsageError(f"unknown theme '{name}'", hint=did_you_mean(name, themes))
    colours = game_colours(game)
    accents = {**_file()["own"], **colours.accents, **own.accents}
    tokens = {token: _resolve(text, accents) for token, text in themes[name].items()}
    printed = palette_colours({**colours.palette, **own.palette}, name, _file()["palettes"][name])
    lines, radii, spaces = (_lengths(section) for section in ("lines", "radii", "spaces"))
    return Theme(
        name,
        {**printed.colours, **tokens},
        printed.areas,
        printed.edges,
        _styles(name),
        lines,
        radii,
        spaces,
        float(_file()["pens"][name]),
        (*_allowed_similarities(_file()), *colours.accepted, *own.accepted),
    )


@cached()
def game_colours(game: str) -> Colours:
    """Load the colours of a game from its folder; none if it has no palette file."""
    path = game_folder(game) / "palette.yaml"
    if not is_there(path):
        return NO_COLOURS
    is_shipped = path.is_relative_to(shipped_folder("layouts"))
    name = f"layouts/{game}/palette.yaml" if is_shipped else str(path)
    node = load_yaml(path, name)
    palette = node.get("palette") if isinstance(node, YamlMap) else None
    families = read_palette(palette, theme_names()) if palette else {}
    try:
        entries = plain(node)
        for key in ACCENT_KEYS:
            parse_colour(entries["accent"][key])
        return Colours(entries["accent"], families, _allowed_similarities(entries))
    except (AttributeError, KeyError, TypeError, ValueError):  # only in plugins: ours are tested
        hint = f"write accent: {{{', '.join(ACCENT_KEYS)}}}, each with a colour like '#3f8f5f'"
        raise LayoutError("these are not the colours of a game", Where(name), hint) from None


def _allowed_similarities(entries: Mapping[str, Any]) -> tuple[AllowedSimilarity, ...]:
    """Return the entries under `alike` in a file."""
    return tuple(AllowedSimilarity(**{"beside": "*", **each}) for each in entries.get("alike", ()))


def colour_names(game: str, palette: Palette) -> list[str]:
    """Return the names of all colours that a layout of this game, with this palette, may use."""
    tokens = _file()["themes"]["colour"]
    return [*tokens, *palette_names({**game_colours(game).palette, **palette})]


def _resolve(text: str, accents: Mapping[str, str]) -> Colour | None:
    if text.startswith("{"):
        text = accents[text.strip("{}")]
    return None if text == "none" else parse_colour(text)


@cached()
def _styles(theme: str) -> dict[str, TextStyle]:
    weights = _file()["weights"].get(theme, {})
    return {
        name: TextStyle(
            style["font"],
            weights.get(name, style["weight"]),
            parse_length(style["size"]),
            style["colour"],
            float(style["leading"]),
        )
        for name, style in _file()["styles"].items()
    }


@cached()
def _lengths(section: str) -> dict[str, float]:
    return {name: parse_length(text) for name, text in _file()[section].items()}


@cached()
def _file() -> dict[str, Any]:
    tokens: dict[str, Any] = plain(
        load_yaml(shipped_folder("layouts") / "theme.yaml", "layouts/theme.yaml")
    )
    return tokens
