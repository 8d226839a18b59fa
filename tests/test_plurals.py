"""A rule for plurals is read as gettext writes it, and says which form a number takes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.plurals import ENGLISH, parse_plurals

POLISH = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"


@pytest.mark.parametrize(
    ("rule", "numbers", "forms"),
    [
        (POLISH, (0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 112, 122), "2011222221221"),
        ("nplurals=2; plural=(n >= 2);", (0, 1, 1.5, 2, 3), "00011"),
        ("nplurals=2; plural=n != 1", (0, 1, 2), "101"),
        ("nplurals=1; plural=0;", (0, 1, 2), "000"),
        ("nplurals=4; plural=!n ? 3 : n * 2 - 1 > 3 ? 2 : n / 2;", (0, 1, 2, 3), "3012"),
        ("nplurals=2; plural=n % 0 + 9 - n;", (0, 8, 9, -9), "1100"),
    ],
)
def test_a_number_takes_the_form_of_the_rule(
    rule: str, numbers: tuple[float, ...], forms: str
) -> None:
    plurals = parse_plurals(rule)

    assert plurals is not None
    assert forms == "".join(str(plurals.form(number)) for number in numbers)


def test_english_has_one_and_many() -> None:
    assert [1, 0, 1, 0] == [ENGLISH.form(number) for number in (0, 1, 2, -1)]


@pytest.mark.parametrize(
    "rule",
    [
        "",
        "nplurals=2",
        "nplurals=9; plural=0;",
        "nplurals=0; plural=0;",
        "nplurals=2; plural=;",
        "nplurals=2; plural=n !;",
        "nplurals=2; plural=(n;",
        "nplurals=2; plural=n n;",
        "nplurals=2; plural=n ? 1;",
        "nplurals=2; plural=m != 1;",
        "nplurals=2; plural=__import__('os');",
        f"nplurals=2; plural={'(' * 30}n{')' * 30};",
        f"nplurals=2; plural={'!' * 500}n;",
    ],
)
def test_what_is_no_rule_is_none(rule: str) -> None:
    assert parse_plurals(rule) is None


@given(st.text("n01239?:|&=!<>()%+-*/ ", max_size=30), st.integers(-200, 200))
def test_any_rule_gives_a_form_or_none(rule: str, number: int) -> None:
    plurals = parse_plurals(f"nplurals=3; plural={rule};")

    assert plurals is None or plurals.form(number) in range(3)
