"""All setup cards and player aids follow one template: few words, none of them small."""

from __future__ import annotations

import pytest

from printkit.core.languages import languages
from printkit.games import load
from tests.sheets.reading import pages

GAMES = ("attribute", "attacke", "cattitude", "swipsheep", "wolle")
CARDS = [f"{game}/{sheet}" for game in GAMES for sheet in ("setup-card", "player-aid")]
WIDTH, HEIGHT = 63 * 72 / 25.4, 88 * 72 / 25.4
SMALLEST = 8
HEAD = 14 * 72 / 25.4
"""The height of a card's head, which has its names."""
MOST_WORDS = 50


def variants(sheet: str) -> list[str]:
    return [variant.id for variant in load(sheet.partition("/")[0]).variants]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("sheet", CARDS)
def test_a_card_has_few_words_and_none_of_them_small(sheet: str, language: str) -> None:
    count = load(sheet.partition("/")[0]).players[0]
    settings = (("cups", "none"),) if sheet == "wolle/setup-card" else ()  # it has one row more
    for variant in variants(sheet):
        page = pages(sheet, count, variant, language=language, settings=settings)[0]
        left, top = (page.width - 3 * WIDTH) / 2, (page.height - 3 * HEIGHT) / 2
        for number in range(2 if sheet == "cattitude/player-aid" else 1):
            x = left + number * WIDTH
            card = page.crop((x, top, x + WIDTH, top + HEIGHT))
            body = card.crop((x, top + HEAD, x + WIDTH, top + HEIGHT))
            words = [word["text"] for word in body.extract_words() if word["text"][0].isalpha()]

            assert min(char["size"] for char in card.chars) >= SMALLEST - 0.01
            assert len(words) <= MOST_WORDS, (variant, len(words))


@pytest.mark.parametrize("sheet", CARDS)
def test_a_card_names_neither_its_file_nor_a_version(sheet: str) -> None:
    (page,) = pages(sheet, 4)

    assert sheet not in page.extract_text()
    assert "printkit" not in page.extract_text()


@pytest.mark.parametrize("game", GAMES)
def test_every_aid_says_that_it_is_one(game: str) -> None:
    assert "Player aid" in pages(f"{game}/player-aid", 4)[0].extract_text()
