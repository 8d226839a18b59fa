"""Clusters and line breaks in different scripts."""

from __future__ import annotations

from itertools import pairwise

import pyphen
import pytest

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
