"""Themes change only tokens; text is readable on every fill; ink-saver saves ink."""

from __future__ import annotations

import pytest

from printkit.core.colours import parse_colour
from printkit.core.errors import UsageError
from printkit.core.scene import WHITE, Colour
from printkit.core.theme import Theme, _file, load_theme
from printkit.core.themenames import theme_names
from printkit.games import game_ids

GAMES = (*game_ids(), "own")
ON_PAPER = ("ink", "soft", "accent", "accent-dark", "good", "bad", "pen")
"""The colours that words have on paper, and on the tints below."""

TINTS = ("tint", "zebra")
FILLS = {
    "on-head": ("head",),
    "good": ("good-tint", *TINTS),
    "bad": ("bad-tint", *TINTS),
    "ink": TINTS,
    "soft": TINTS,
    "accent-dark": TINTS,
}


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG 2 defines it."""
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour | None, other: Colour | None) -> float:
    dark, light = sorted(luminance(colour or WHITE) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white_has_the_contrast_of_the_standard() -> None:
    assert pytest.approx(21) == contrast(Colour(0, 0, 0), WHITE)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("theme", theme_names())
def test_text_has_enough_contrast_on_every_fill(theme: str, game: str) -> None:
    colours = load_theme(theme, game).colours
    pairs = [(word, "paper") for word in ON_PAPER if word != "accent"]
    pairs += [(word, fill) for word, fills in FILLS.items() for fill in fills]
    weak = {
        f"{word} on {fill}": round(contrast(colours[word], colours[fill]), 2)
        for word, fill in pairs
        if contrast(colours[word], colours[fill]) < 4.5
    }
    assert {} == weak


@pytest.mark.parametrize("theme", theme_names())
def test_every_text_style_has_a_visible_colour(theme: str) -> None:
    loaded = load_theme(theme)

    assert [] == [name for name, style in loaded.styles.items() if not loaded.colours[style.colour]]


def test_all_themes_have_the_same_tokens_and_sizes() -> None:
    first, *others = (load_theme(name) for name in theme_names())
    for other in others:
        assert set(first.colours) == set(other.colours)
        assert sizes(first) == sizes(other)
        assert (first.lines, first.radii, first.spaces) == (other.lines, other.radii, other.spaces)


def sizes(theme: Theme) -> dict[str, tuple[str, float, float]]:
    """What decides how much room a line of words takes, but for its weight."""
    return {name: (each.font, each.size, each.leading) for name, each in theme.styles.items()}


def test_no_theme_has_heavier_pens_or_weights_than_colour() -> None:
    first, *others = (load_theme(name) for name in theme_names())
    weights = ("regular", "italic", "bold", "black")
    for other in others:
        assert first.pen > other.pen
        assert [] == [
            name
            for name, style in other.styles.items()
            if weights.index(style.weight) > weights.index(first.styles[name].weight)
        ]


@pytest.mark.parametrize("theme", theme_names())
def test_a_theme_has_only_known_styles(theme: str) -> None:
    assert set(_file()["weights"].get(theme, {})) <= set(load_theme(theme).styles)
    assert set(_file()["weights"]) <= set(theme_names()) == set(_file()["themes"])


def test_a_thin_pen_draws_thinner_but_printable_lines() -> None:
    theme = load_theme("colour")._replace(pen=0.5)

    assert [1.0, 0.3, 0.3, 0.2] == [theme.pen_width(width) for width in (2.0, 0.5, 0.3, 0.2)]


@pytest.mark.parametrize("game", GAMES)
def test_ink_saver_has_no_filled_areas(game: str) -> None:
    colours = load_theme("ink-saver", game).colours

    assert {None} == {colours[name] for name in ("tint", "zebra", "head", "good-tint", "bad-tint")}


@pytest.mark.parametrize("game", GAMES)
def test_mono_is_black_and_grey(game: str) -> None:
    colours = load_theme("mono", game).colours

    assert [] == [name for name, colour in colours.items() if colour and len(set(colour)) > 1]


def test_every_game_has_its_own_accent() -> None:
    accents = [load_theme("colour", game).colours["accent"] for game in GAMES]

    assert len(GAMES) == len(set(accents))


def test_lines_and_sizes_are_large_enough() -> None:
    theme = load_theme("colour")

    assert min(theme.lines.values()) >= 0.3
    assert min(style.size for style in theme.styles.values()) >= 6.5


def test_an_unknown_theme_gets_a_suggestion() -> None:
    with pytest.raises(UsageError) as caught:
        load_theme("color")

    assert ("unknown theme 'color'", "did you mean 'colour'?") == (
        caught.value.message,
        caught.value.hint,
    )


@pytest.mark.parametrize("text", ["", "blue", "#12345", "#12345g", "#1234567", "123456"])
def test_an_invalid_colour_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a colour like #3f8f5f"):
        parse_colour(text)


def test_a_colour_is_read_as_red_green_and_blue() -> None:
    assert Colour(1.0, 0.0, 128 / 255) == parse_colour("#ff0080")
