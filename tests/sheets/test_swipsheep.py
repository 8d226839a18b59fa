"""Swip'Sheep's sheets: every number comes from the engine, and the leader has the crown."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from printkit.core.theme import load_theme
from printkit.games.swipsheep import GAME
from tests.sheets.reading import NAMES, lines, numbers, pages

COUNTS = (3, 4, 5)
SHEETS = ("score-pad", "round-tracker", "setup-card", "player-aid")


def facts(count: int) -> dict[str, Any]:
    return GAME.sheet_facts(count, "base")


@pytest.mark.parametrize("count", COUNTS)
def test_the_score_pad_has_a_row_for_each_round(count: int) -> None:
    known = facts(count)
    rounds = [row["number"] for row in known["rounds"]]

    assert numbers(pages("swipsheep/score-pad", count)[0]) == Counter(
        [count, known["round_count"], *rounds]
    )


@pytest.mark.parametrize("count", COUNTS)
def test_the_leader_of_each_round_is_marked_on_the_score_pad(count: int) -> None:
    page = pages("swipsheep/score-pad", count)[0]
    found = load_theme("colour", "swipsheep").colours["sun-tint"]
    assert found is not None
    marked = [
        (rect["top"], (rect["x0"] + rect["x1"]) / 2)
        for rect in page.rects
        if rect["fill"] and rect["non_stroking_color"] == pytest.approx(tuple(found), abs=0.002)
    ]
    middles = {
        word["text"]: (word["x0"] + word["x1"]) / 2
        for word in page.extract_words()
        if word["text"] in NAMES
    }
    leaders = [
        NAMES.index(name) + 1
        for _, middle in sorted(marked)
        for name, x in middles.items()
        if abs(x - middle) < 1
    ]

    assert leaders == facts(count)["leaders"]


@pytest.mark.parametrize("count", COUNTS)
def test_the_round_tracker_numbers_rounds_and_steps(count: int) -> None:
    known = facts(count)
    rounds = [row["number"] for row in known["rounds"]]
    steps = [step["number"] for step in known["steps"]]

    assert numbers(pages("swipsheep/round-tracker", count)[0]) == Counter(
        [count, known["round_count"], *rounds, *steps, known["hand"]]
    )


@pytest.mark.parametrize("count", COUNTS)
def test_the_round_tracker_lists_the_leaders_in_order(count: int) -> None:
    words = " ".join(lines(pages("swipsheep/round-tracker", count)[0])).split()
    leaders = [NAMES[leader - 1] for leader in facts(count)["leaders"]]

    assert [word for word in words if word in NAMES] == leaders


@pytest.mark.parametrize("count", COUNTS)
def test_the_round_tracker_explains_short_decks_only_if_possible(count: int) -> None:
    told = "Not enough cards" in "\n".join(lines(pages("swipsheep/round-tracker", count)[0]))

    assert told == bool(facts(count)["short_deals"])


@pytest.mark.parametrize("count", COUNTS)
def test_the_setup_card_counts_cards_and_rounds(count: int) -> None:
    known = facts(count)
    values = [known["card_count"], known["hand"], known["round_count"]]

    assert numbers(pages("swipsheep/setup-card", count)[0]) == Counter([count, *values])


def test_the_player_aid_shows_how_many_sheep_a_card_can_have() -> None:
    words = " ".join(pages("swipsheep/player-aid", 4)[0].extract_text().split())

    assert facts(4)["sheep_on_cards"] == [1, 2, 3]
    assert "Count sheep, not cards!" in words


@pytest.mark.parametrize("sheet", ["player-aid", "round-tracker"])
def test_cards_are_stolen_at_random(sheet: str) -> None:
    words = " ".join(pages(f"swipsheep/{sheet}", 4)[0].extract_text().split())

    assert "steal" in words.lower()
    assert "at random" in words


def test_the_round_tracker_asks_about_wolves_in_its_own_words() -> None:
    words = " ".join(pages("swipsheep/round-tracker", 4)[0].extract_text().split())

    assert "Is a wolf out hunting?" in words


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("count", COUNTS)
def test_each_sheet_is_one_page(count: int, paper: str) -> None:
    found = {sheet: len(pages(f"swipsheep/{sheet}", count, paper=paper)) for sheet in SHEETS}

    assert found == dict.fromkeys(SHEETS, 1)


@pytest.mark.parametrize("count", COUNTS)
def test_the_kit_has_one_setup_card_and_a_player_aid_per_player(count: int) -> None:
    kit = pages("swipsheep", count)
    cards = [line for page in kit for line in page.extract_text().split("\n")]

    assert len(kit) == 3
    assert " ".join(cards).count("Player aid") == count
    assert " ".join(cards).count("Setup card") == 1


@pytest.mark.parametrize("sheet", [sheet for sheet in SHEETS if sheet != "setup-card"])
def test_words_are_large_enough_for_children(sheet: str) -> None:
    page = pages(f"swipsheep/{sheet}", 4)[0]
    sizes = [float(char["size"]) for char in page.chars if char["text"].strip()]
    large = sum(size >= 9 for size in sizes) / len(sizes)

    assert min(sizes) >= 6.5
    assert large > 0.45


@pytest.mark.parametrize(
    ("sheet", "count", "note"),
    [
        ("score-pad", 3, "Sharing the win is our rule."),
        ("score-pad", 5, "Sharing the win is our rule."),
        ("round-tracker", 4, "The rule for too few cards is ours."),
    ],
)
def test_one_footnote_names_the_rule_that_is_ours(sheet: str, count: int, note: str) -> None:
    text = pages(f"swipsheep/{sheet}", count)[0].extract_text()

    assert 1 == text.count(note)
    assert "*" not in text
