"""The values of options: names of players, as people write them and as they can be printed."""

from __future__ import annotations

import pytest

from printkit.core.errors import PrintkitError, UsageError
from printkit.request.values import check_names, read_names


@pytest.mark.parametrize(
    ("language", "word"),
    [("de", "und"), ("es", "y"), ("fr", "et"), ("it", "e"), ("nl", "en"), ("pl", "i")],
)
def test_and_in_the_language_separates_the_last_two(language: str, word: str) -> None:
    text = f"Ann, Ben {word} Cleo"

    assert read_names(text, [language]).names == ("Ann", "Ben", "Cleo")
    assert read_names(text, ["en"]).names == ("Ann", f"Ben {word} Cleo")
    assert read_names("Ann, Ben and Cleo", [language]).names == ("Ann", "Ben", "Cleo")


def test_and_in_another_language_separates_nothing() -> None:
    assert read_names("Ann, Ben, Cleo und Dan", ["en"]) == (("Ann", "Ben", "Cleo und Dan"), False)


def test_and_ignores_case_but_an_initial_doesnt_separate() -> None:
    assert read_names("ANN, BEN AND CLEO", ["en"]).names == ("ANN", "BEN", "CLEO")
    assert read_names("Ann, John Y Smith", ["es"]).names == ("Ann", "John Y Smith")


def test_a_language_of_a_layout_adds_no_word_for_and() -> None:
    assert read_names("Ann, Ben and Cleo", ["tlh"]).names == ("Ann", "Ben", "Cleo")


def test_names_are_all_empty_or_all_given() -> None:
    assert read_names(" , ,, ").names == ("", "", "", "")
    with pytest.raises(Exception, match="name 2 is missing"):
        read_names("Ann,,Ben")


HEBREW, ARABIC, YORUBA = "נועה", "دانا", "Ọ̀ṣọ́"


@pytest.mark.parametrize(
    "names",
    [
        (HEBREW, HEBREW + "\u200f"),
        ("نیکفر", "نیکفر\u200c"),
        ("Ọ̀", "О\u0323\u0300"),  # a Cyrillic O
        ("é", "е\u0301"),  # a Cyrillic e
        ("یاسر", "ياسر"),  # two letters that differ only at the end of a word
    ],
    ids=ascii,
)
def test_names_of_any_script_that_look_the_same_are_refused(names: tuple[str, str]) -> None:
    with pytest.raises(PrintkitError, match="look the same"):
        check_names(names)


def test_names_of_any_script_that_look_different_are_accepted() -> None:
    names = (HEBREW, ARABIC, YORUBA, "Ọṣọ", "נועה\u05b8", "نون", "نوں", "Ann")

    assert check_names(names) == names


def test_european_names_need_no_other_font(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PRINTKIT_FONTS", "/nowhere")  # an error as soon as fonts are looked for

    assert read_names("Zoë,Łukasz,Борис ♠").names == ("Zoë", "Łukasz", "Борис ♠")
    with pytest.raises(UsageError, match="/nowhere"):
        read_names("猫")
