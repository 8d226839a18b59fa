"""Clusters and line breaks in different scripts."""

from __future__ import annotations

from itertools import pairwise

import pyphen
import pytest

from printkit.layout.boxes.text import Breaks, LetterStyle, StyledText, break_lines
from printkit.text.segmentation import clusters, pieces, syllables, whole_clusters


def cut(text: str, places: list[int]) -> list[str]:
    return [text[start:end] for start, end in pairwise([*places, len(text)])]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann", ["A", "n", "n"]),
        ("Ọ̀ṣọ́", ["Ọ̀", "ṣ", "ọ́"]),
        ("น้ำทิพย์", ["น้ำ", "ทิ", "พ", "ย์"]),
        ("देवेन्द्र", ["दे", "वे", "न्द्र"]),
        ("نیک\u200cفر", ["ن", "ی", "ک\u200c", "ف", "ر"]),
        ("太郎", ["太", "郎"]),
    ],
)
def test_a_letter_and_its_marks_stay_together(text: str, expected: list[str]) -> None:
    assert cut(text, clusters(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann Lee", ["Ann", "Lee"]),
        ("名前は「猫」。ニャー!", ["名", "前", "は", "「猫」。", "ニャー!"]),
        ("Wolle太郎", ["Wolle", "太", "郎"]),
        ("แม่ไปโรงเรียน", ["แม่", "ไป", "โรง", "เรียน"]),
        ("देवेन्द्र किरण", ["देवेन्द्र", "किरण"]),
    ],
)
def test_lines_break_where_the_script_allows_it(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in pieces(text)] == expected


def test_a_word_is_cut_between_clusters() -> None:
    assert [whole_clusters("देवेन्द्र", count) for count in (1, 3, 4, 6, 9)] == [2, 2, 4, 4, 9]


def test_a_word_that_is_too_long_is_broken_between_clusters() -> None:
    lines = break_lines(StyledText("نو" * 20, "Roboto"), 10, 30, Breaks(anywhere=True))
    marked = break_lines(StyledText("o\u0323\u0300" * 20, "Roboto"), 10, 30, Breaks(anywhere=True))

    assert len(lines) > 3
    assert all(line.width(10) <= 30.1 for line in lines)
    assert all(line.text[:1] not in ("\u0300", "\u0323") for line in marked)


def test_every_line_has_the_direction_of_its_paragraph() -> None:
    words = "שלום לכולם wir gehen"
    lines = break_lines(StyledText(words, "Roboto"), 10, 55)

    assert [line.text for line in lines] == ["שלום לכולם", "\u200fwir gehen"]


def test_rich_words_are_in_the_order_of_their_line() -> None:
    text = "ab דנה נועה"
    bold, plain = LetterStyle("Roboto-Bold"), LetterStyle("Roboto")
    words = StyledText(text, "Roboto", (*[plain] * 3, *[bold] * 3, *[plain] * 5))

    seen = [part.strip("\u200f") for part, _ in words.runs()]

    assert seen == ["ab ", " נועה", "דנה"]
    assert words.width(10) == pytest.approx(
        sum(
            StyledText(part, mark.face).width(10)
            for part, mark in words.runs()
            if mark in (bold, plain)
        )
    )


WORDS = [
    "Donaudampfschifffahrt",
    "Kartenspielerin",
    "hyphenation",
    "extraordinary",
    "lettergrepen",
    "bibliothèque",
    "asszonnyal",
    "biblioteka",
    "przestrzeń",
    "ordenador",
    "straordinario",
    "Schafe",
    "Wolle",
    "überlegen",
]


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl", "pl", "es", "it", "hu_HU"])
def test_words_are_hyphenated_as_in_pyphen(language: str) -> None:
    theirs = pyphen.Pyphen(lang=language, left=2, right=3)

    for word in WORDS:
        expected = [int(at) for at in theirs.positions(word) if at.data is None]
        assert expected == [at for at, _ in syllables(word, language)]
