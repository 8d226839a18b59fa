"""Lines of text in different scripts: where they break, and in which direction they run."""

from __future__ import annotations

import pytest

from printkit.layout.boxes.text import Breaks, LetterStyle, StyledText, break_lines


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
