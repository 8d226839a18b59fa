"""Themes: what the tokens of a layout stand for, for one theme and one game.

Takes `theme.yaml`; gives colours, text styles and lengths by name. A theme changes values, never
a layout, so every sheet exists in every theme.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from printkit.data import folder
from printkit.errors import LayoutError, UsageError, did_you_mean
from printkit.reads import cached
from printkit.scene import Colour
from printkit.units import parse_length
from printkit.yamlfile import Mapping, Scalar, load_yaml

if TYPE_CHECKING:
    from collections.abc import Mapping as MappingType

    from printkit.yamlfile import Node

ACCENT_KEYS = ("accent", "dark", "tint", "zebra")
THINNEST = 0.3
"""Points; a pen that saves ink draws no line thinner than this."""

_HEX = re.compile(r"#[0-9a-fA-F]{6}\Z")


class Style(NamedTuple):
    """How words look: family and weight of the font, size in points, colour token, line height."""

    font: str
    weight: str
    size: float
    colour: str
    leading: float


class Theme(NamedTuple):
    """All tokens with their values; a colour of None paints nothing."""

    name: str
    colours: MappingType[str, Colour | None]
    styles: MappingType[str, Style]
    lines: MappingType[str, float]
    radii: MappingType[str, float]
    spaces: MappingType[str, float]
    pen: float

    def drawn(self, width: float) -> float:
        """How thick a line of this width is drawn."""
        return max(width * self.pen, min(width, THINNEST))


def parse_colour(text: str) -> Colour:
    """'#rrggbb' as a colour; ValueError if it is not one."""
    if not _HEX.match(text):
        raise ValueError(f"'{text}' is not a colour like #3f8f5f")
    return Colour(*(int(text[at : at + 2], 16) / 255 for at in (1, 3, 5)))


def theme_names() -> tuple[str, ...]:
    """The themes there are, the usual one first."""
    return tuple(_section("themes"))


def load_theme(name: str, game: str = "own", accents: MappingType[str, str] | None = None) -> Theme:
    """The theme's tokens with the accent colours of the game, or with `accents` of one's own."""
    themes = _section("themes")
    if name not in themes:
        raise UsageError(f"unknown theme '{name}'", hint=did_you_mean(name, themes))
    games = _section("games")
    values = {**games["own"], **games.get(game, {}), **(accents or {})}
    colours = {token: _resolve(text, values) for token, text in themes[name].items()}
    lines, radii, spaces = (_lengths(section) for section in ("lines", "radii", "spaces"))
    return Theme(name, colours, _styles(name), lines, radii, spaces, _pens()[name])


def _resolve(text: str, accents: MappingType[str, str]) -> Colour | None:
    if text.startswith("{"):
        text = accents[text.strip("{}")]
    return None if text == "none" else parse_colour(text)


@cached()
def _styles(theme: str) -> dict[str, Style]:
    weights = _section("weights").get(theme, {})
    return {
        name: Style(
            style["font"],
            weights.get(name, style["weight"]),
            parse_length(style["size"]),
            style["colour"],
            float(style["leading"]),
        )
        for name, style in _section("styles").items()
    }


@cached()
def _lengths(section: str) -> dict[str, float]:
    return {name: parse_length(text) for name, text in _plain(_file()[section]).items()}


@cached()
def _pens() -> dict[str, float]:
    return {theme: float(share) for theme, share in _plain(_file()["pens"]).items()}


@cached()
def _section(name: str) -> dict[str, dict[str, str]]:
    return {key: _plain(value) for key, value in _entries(_file()[name]).items()}


@cached()
def _file() -> dict[str, Node]:
    path = folder("layouts") / "theme.yaml"
    return _entries(load_yaml(path, "layouts/theme.yaml"))


def _entries(node: Node) -> dict[str, Node]:
    if not isinstance(node, Mapping):
        raise LayoutError("expected names and values", node.where)
    return {key.text: value for key, value in node.items}


def _plain(node: Node) -> dict[str, str]:
    return {name: value.text for name, value in _entries(node).items() if isinstance(value, Scalar)}
