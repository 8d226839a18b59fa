"""Themes: what the tokens of a layout stand for, for one theme and one game.

Takes `theme.yaml`, the palette of a game and the colours of a layout's own; gives colours, text
styles and lengths by name. A theme changes values, never a layout, so every sheet exists in every
theme.
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import Any

from printkit.colours import hexadecimal, parse_colour
from printkit.data import folder
from printkit.errors import UsageError, did_you_mean
from printkit.palette import Palette, ink, palette_names, read_palette
from printkit.reads import cached
from printkit.scene import Alike, Colour
from printkit.source import is_there
from printkit.tuples import NamedTuple
from printkit.units import parse_length
from printkit.yamlfile import load_yaml
from printkit.yamlnodes import YamlMap, plain

ACCENT_KEYS = ("accent", "dark", "tint", "zebra")
THINNEST = 0.3
"""Points; a pen that saves ink draws no line thinner than this."""


class Style(NamedTuple):
    """How words look: family and weight of the font, size in points, colour token, line height."""

    font: str  # the family, as layouts name it
    weight: str  # the weight in that family
    size: float  # in points
    colour: str  # the name of a colour of the theme
    leading: float  # from line to line, in parts of the size


class Accepted(NamedTuple):
    """Colours that may look like those beside them, as patterns of their names, and why."""

    colours: str
    beside: str
    because: str


class Theme(NamedTuple):
    """All tokens with their values."""

    name: str  # which theme it is
    colours: Mapping[str, Colour | None]  # colours by name; None paints nothing
    areas: Mapping[str, Colour | None]  # what areas are painted with, to save ink
    edges: Mapping[str, Colour]  # the outlines that such areas get
    styles: Mapping[str, Style]  # text styles by name
    lines: Mapping[str, float]  # line widths by name, in points
    radii: Mapping[str, float]  # corner radii by name, in points
    spaces: Mapping[str, float]  # distances by name, in points
    pen: float  # what part of its width a line is drawn with
    accepted: tuple[Accepted, ...]  # colours that may look alike, and why

    def pen_width(self, width: float) -> float:
        """How thick a line of this width is drawn."""
        return pen_width(width, self.pen)

    def alike(self) -> tuple[Alike, ...]:
        """Which colours may look alike in this theme."""
        return tuple(
            Alike(self._named(colours), self._named(beside), because)
            for colours, beside, because in self.accepted
        )

    def _named(self, pattern: str) -> tuple[str, ...]:
        """The colours whose names fit a pattern; `*` also means those without a name."""
        if pattern == "*":
            return ("*",)
        paints = (*self.colours.items(), *self.areas.items(), *self.edges.items())
        found = (colour for name, colour in paints if fnmatchcase(name, pattern))
        return tuple(dict.fromkeys(hexadecimal(colour) for colour in found if colour))


def pen_width(width: float, pen: float) -> float:
    """How thick a pen that keeps such a share of their width draws lines."""
    return max(width * pen, min(width, THINNEST))


def theme_names() -> tuple[str, ...]:
    """The themes there are, the usual one first."""
    return tuple(_file()["themes"])


class Colours(NamedTuple):
    """What a game or a layout brings along: the four shades of its accent, a palette, and which of
    its colours may look alike."""

    accents: Mapping[str, str] = MappingProxyType({})
    palette: Palette = MappingProxyType({})
    accepted: tuple[Accepted, ...] = ()


NO_COLOURS = Colours()


def load_theme(name: str, game: str = "own", own: Colours = NO_COLOURS) -> Theme:
    """The theme's tokens with the colours of the game, and those of a layout's own."""
    themes = _file()["themes"]
    if name not in themes:
        raise UsageError(f"unknown theme '{name}'", hint=did_you_mean(name, themes))
    colours = game_colours(game)
    accents = {**_file()["own"], **colours.accents, **own.accents}
    tokens = {token: _resolve(text, accents) for token, text in themes[name].items()}
    inks = ink({**colours.palette, **own.palette}, name, _file()["palettes"][name])
    lines, radii, spaces = (_lengths(section) for section in ("lines", "radii", "spaces"))
    return Theme(
        name,
        {**inks.colours, **tokens},
        inks.areas,
        inks.edges,
        _styles(name),
        lines,
        radii,
        spaces,
        float(_file()["pens"][name]),
        (*_accepted(_file()), *colours.accepted, *own.accepted),
    )


@cached()
def game_colours(game: str) -> Colours:
    """The colours of a game, from its folder; a game without any has those of every layout."""
    path = folder("layouts") / game / "palette.yaml"
    if not is_there(path):
        return NO_COLOURS
    node = load_yaml(path, f"layouts/{game}/palette.yaml")
    palette = node.get("palette") if isinstance(node, YamlMap) else None
    families = read_palette(palette, theme_names()) if palette else {}
    return Colours(plain(node)["accent"], families, _accepted(plain(node)))


def _accepted(said: Mapping[str, Any]) -> tuple[Accepted, ...]:
    """What a file says under `alike`."""
    return tuple(Accepted(**{"beside": "*", **each}) for each in said.get("alike", ()))


def colour_names(game: str, palette: Palette) -> list[str]:
    """The names of all colours that a layout of this game, with this palette, may use."""
    tokens = _file()["themes"]["colour"]
    return [*tokens, *palette_names({**game_colours(game).palette, **palette})]


def _resolve(text: str, accents: Mapping[str, str]) -> Colour | None:
    if text.startswith("{"):
        text = accents[text.strip("{}")]
    return None if text == "none" else parse_colour(text)


@cached()
def _styles(theme: str) -> dict[str, Style]:
    weights = _file()["weights"].get(theme, {})
    return {
        name: Style(
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
    said: dict[str, Any] = plain(load_yaml(folder("layouts") / "theme.yaml", "layouts/theme.yaml"))
    return said
