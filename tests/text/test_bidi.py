"""The order of letters where some scripts run from right to left: Unicode's algorithm (UAX #9)."""

from __future__ import annotations

from pathlib import Path
from unicodedata import bidirectional

import pytest
from bidi import get_display
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.core.languages import catalogue_for
from printkit.layout.translation import translate_sentence
from printkit.text.bidi import apart, base_level, is_mixed, levels, visual_order
from tests.depth import many

# Capitals stand for Hebrew letters: a table of their order can be read.
CASES = {
    "abc DEF ghi": "abc FED ghi",
    "table 3: ABC": "table 3: CBA",
    "ABC 2": "2 CBA",
    "ABC 12.5 DEF": "FED 12.5 CBA",
    "ABC (de) FG": "GF (de) CBA",
    "ab (CD) e": "ab (DC) e",
    "ab (CD ef) GH": "ab (DC ef) HG",
    "ABC [d]": "[d] CBA",
    "ABC, DEF": "FED ,CBA",
    "a, BC, DE, f": "a, ED ,CB, f",
    "-3% ABC": "CBA 3%-",
    "ABC 3%": "3% CBA",
    "AB! cd": "cd !BA",
    "AB cd  ": "  cd BA",
}


def as_hebrew(text: str) -> str:
    return "".join(chr(0x5D0 + ord(one) - 65) if "A" <= one <= "Z" else one for one in text)


def on_paper(text: str) -> str:
    """The characters from left to right, brackets turned around where a font would do it."""
    found = levels(text, base_level(text))
    turned = str.maketrans("()[]", ")(][")
    seen = [text[at].translate(turned) if found[at] % 2 else text[at] for at in visual_order(found)]
    return "".join(seen)


@pytest.mark.parametrize("typed", CASES)
def test_letters_are_ordered_by_their_direction(typed: str) -> None:
    assert on_paper(as_hebrew(typed)) == as_hebrew(CASES[typed])


def test_digits_after_arabic_letters_are_arabic_numbers() -> None:
    assert levels("دانا 2", 1) == [1, 1, 1, 1, 1, 2]
    assert levels("دانا 2", 0) == [1, 1, 1, 1, 1, 2]


def test_an_isolated_name_doesnt_move_the_text_after_it() -> None:
    names = as_hebrew("AB"), as_hebrew("CD")

    assert on_paper(f"x {', '.join(names)}") == "x " + as_hebrew("DC ,BA")
    seen = on_paper(f"x {', '.join(map(apart, names))}").replace("\u200e", "")
    assert seen == "x " + as_hebrew("BA, DC")
    assert apart("Ann") == "Ann"


def test_a_sentence_keeps_the_direction_of_its_language() -> None:
    english = catalogue_for("en", Path())
    name = as_hebrew("AB")

    said = translate_sentence("{name}: {points} points", english, name=name, points=3)

    assert on_paper(said).replace("\u200e", "") == as_hebrew("BA: 3 points")
    assert translate_sentence("{name}", english, name=name) == name
    assert translate_sentence("{name}: {points}", english, name="Zoë", points=3) == "Zoë: 3"


def test_all_right_to_left_characters_are_recognised() -> None:
    found = [one for one in map(chr, range(0x110000)) if bidirectional(one) in ("R", "AL", "AN")]

    assert all(map(is_mixed, found))


@given(st.text(st.sampled_from("ab 12.,:()[]+-%אבג٣ا\u05b8"), max_size=20))
def test_reordering_keeps_every_character_once(text: str) -> None:
    order = visual_order(levels(text, base_level(text)))

    assert sorted(order) == list(range(len(text)))


@settings(max_examples=many(300, deep=5_000))
@given(
    st.text(st.sampled_from("ab 12.,:;/!()[]{}+-%€אבגا٣د\u05b8"), max_size=24), st.integers(0, 1)
)
def test_the_order_matches_another_implementation(text: str, base: int) -> None:
    ours = "".join(text[at] for at in visual_order(levels(text, base)))

    assert ours == get_display(text, base_dir="LR"[base])
