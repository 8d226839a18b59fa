"""The values of a layout: how they are written, and error messages."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.core.errors import RefusalError
from printkit.core.units import MM, parse_length
from printkit.layout.language.loading import tokens
from printkit.layout.language.values import (
    AUTO,
    LARGEST_LENGTH,
    ColourName,
    Extent,
    Flag,
    Kind,
    Length,
    Named,
    Number,
    OneOf,
    Paint,
    Plain,
    Players,
    Sides,
    StyleName,
    Token,
    Whole,
    quote_value,
)

ANY = Extent("%", "fr", "auto")
PLAIN = Extent()
LINE = Named("lines", "0.5pt", least=0.3, most=40)
RADIUS = Named("radii", "2mm")


def value(kind: Kind[Any], written: object) -> object:
    return kind.parse(written, tokens())


def refusal(kind: Kind[Any], written: object) -> tuple[str, str]:
    with pytest.raises(RefusalError) as caught:
        kind.parse(written, tokens())
    return caught.value.message, caught.value.hint


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("72pt", Length(72.0, "pt")),
        ("1in", Length(72.0, "pt")),
        ("25.4mm", Length(72.0, "pt")),
        ("1cm", Length(10 * MM, "pt")),
        (" 72 pt ", Length(72.0, "pt")),
        ("30%", Length(30.0, "%")),
        ("1.5fr", Length(1.5, "fr")),
        ("auto", AUTO),
        (0, Length(0.0, "pt")),
        ("m", Length(3 * MM, "pt")),
    ],
)
def test_an_extent_is_a_length_a_share_or_auto(written: object, expected: Length) -> None:
    assert expected == value(ANY, written)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (12, ("expected a length like 12mm, 30%, 1fr or auto, not 12", "did you mean '12mm'?")),
        (1.5, ("expected a length like 12mm, 30%, 1fr or auto, not 1.5", "did you mean '1.5mm'?")),
        (True, ("expected a length like 12mm, 30%, 1fr or auto, not true", "")),
        (None, ("expected a length like 12mm, 30%, 1fr or auto, not nothing", "")),
        ([1], ("expected a length like 12mm, 30%, 1fr or auto, not a list", "")),
        ("12em", ("expected a length like 12mm, 30%, 1fr or auto, not '12em'", "")),
        ("-5mm", ("'-5mm' is out of range", "lengths go from 0 to 3500 mm")),
        ("1000000mm", ("'1000000mm' is out of range", "lengths go from 0 to 3500 mm")),
    ],
)
def test_an_invalid_extent_is_refused(written: object, expected: tuple[str, str]) -> None:
    assert expected == refusal(ANY, written)


@pytest.mark.parametrize("written", ["30%", "1fr", "auto"])
def test_a_plain_length_cannot_be_a_share(written: str) -> None:
    assert (f"expected a length like 12mm, not '{written}'", "") == refusal(PLAIN, written)


@given(st.floats(0, 3000), st.sampled_from(["mm", "pt", "in", "cm"]))
def test_every_length_with_a_unit_is_read_or_out_of_range(number: float, unit: str) -> None:
    written = f"{number:.4f}{unit}"
    if parse_length(written) > LARGEST_LENGTH:
        assert refusal(PLAIN, written)[0] == f"'{written}' is out of range"
    else:
        assert Length(parse_length(written), "pt") == value(PLAIN, written)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("1pt", (1.0, 1.0, 1.0, 1.0)),
        (0, (0.0, 0.0, 0.0, 0.0)),
        (["1pt", "2pt"], (1.0, 2.0, 1.0, 2.0)),
        (["1pt", "2pt", "3pt", "4pt"], (1.0, 2.0, 3.0, 4.0)),
    ],
)
def test_padding_is_one_two_or_four_lengths_clockwise_from_the_top(
    written: object, expected: tuple[float, ...]
) -> None:
    assert expected == value(Sides(), written)


def test_padding_of_three_lengths_is_refused() -> None:
    expected = "expected a length like 2mm, or a list of 2 or 4 of them, not a list"
    assert (expected, "") == refusal(Sides(), ["1mm", "2mm", "3mm"])


@pytest.mark.parametrize(
    ("kind", "written", "expected"),
    [
        (LINE, "thin", Token("lines", "thin")),
        (LINE, "0.5pt", 0.5),
        (RADIUS, 0, 0.0),
        (Paint(), "accent", ColourName("accent")),
        (Paint(), "#1A2b3c", ColourName("#1A2b3c")),
        (Paint(), "none", ColourName("none")),
        (StyleName(), "title", "title"),
        (OneOf("left", "right"), "left", "left"),
        (Flag(), False, False),
        (Whole(1, 5), 5, 5),
        (Whole(1, 5), 2.0, 2),
        (Number(0.8, 3), 1, 1.0),
        (Plain("a name"), "sheep", "sheep"),
        (Plain("a name"), 7, "7"),
        (Players(), "2-6", (2, 6)),
        (Players(), 4, (4, 4)),
        (Players(), "none", (0, 0)),
    ],
)
def test_values_are_read_according_to_their_type(
    kind: Kind[Any], written: object, expected: object
) -> None:
    assert expected == value(kind, written)


@pytest.mark.parametrize(
    ("kind", "written", "message", "hint"),
    [
        (
            LINE,
            "thinn",
            "expected a length like 0.5pt or one of the theme's lines, not 'thinn'",
            "did you mean 'thin'?",
        ),
        (LINE, "0.1pt", "'0.1pt' is out of range", "from 0.3 to 40 pt"),
        (LINE, 0, "expected a length like 0.5pt or one of the theme's lines, not 0", ""),
        (LINE, 2, "expected a length like 0.5pt or one of the theme's lines, not 2", ""),
        (Paint(), "acent", "unknown colour 'acent'", "did you mean 'accent'?"),
        (Paint(), 5, "expected a colour of the theme, '#rrggbb' or none, not 5", ""),
        (StyleName(), "tittle", "unknown style 'tittle'", "did you mean 'title'?"),
        (StyleName(), 5, "expected a text style of the theme, not 5", ""),
        (
            OneOf("left", "right"),
            "lift",
            "expected one of left, right, not 'lift'",
            "did you mean 'left'?",
        ),
        (OneOf("left", "right"), True, "expected one of left, right, not true", ""),
        (Flag(), "yes", "expected true or false, not 'yes'", ""),
        (Flag(), 1, "expected true or false, not 1", ""),
        (Whole(1, 5), 6, "expected a whole number from 1 to 5, not 6", ""),
        (Whole(1, 5), 2.5, "expected a whole number from 1 to 5, not 2.5", ""),
        (Whole(1, 5), True, "expected a whole number from 1 to 5, not true", ""),
        (Number(0.8, 3), 4, "expected a number from 0.8 to 3, not 4", ""),
        (Number(0.8, 3), "1", "expected a number from 0.8 to 3, not '1'", ""),
        (Plain("a name"), None, "expected a name, not nothing", ""),
        (Plain("a name"), "", "expected a name, not ''", ""),
        (
            Players(),
            "6-2",
            "'6-2' isn't a number of players",
            "use numbers from 1 to 100, the smaller one first: 3-5",
        ),
        (
            Players(),
            0,
            "0 isn't a number of players",
            "use numbers from 1 to 100, the smaller one first: 3-5",
        ),
        (Players(), "some", "expected a range like 2-6, a number, or none, not 'some'", ""),
        (Players(), True, "expected a range like 2-6, a number, or none, not true", ""),
    ],
)
def test_values_of_another_type_are_refused(
    kind: Kind[Any], written: object, message: str, hint: str
) -> None:
    assert (message, hint) == refusal(kind, written)


def test_an_unknown_colour_lists_the_known_ones() -> None:
    _, hint = refusal(Paint(), "qqqq")

    assert hint.startswith("choose from accent, accent-dark,")


def test_a_value_is_shown_as_written_and_shortened() -> None:
    shown = [quote_value(written) for written in (None, True, "a" * 50, {"a": 1}, [1], 2.5)]

    assert ["nothing", "true", f"'{'a' * 40}…'", "names and values", "a list", "2.5"] == shown
