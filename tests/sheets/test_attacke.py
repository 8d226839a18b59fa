"""Attacke's sheets: every number comes from the engine, and every colour has a mark."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from printkit.core.languages import catalogue_for
from printkit.core.source import shipped_folder
from printkit.core.theme import load_theme
from printkit.games.attacke import GAME
from tests.depth import crossed
from tests.sheets.colour_vision import KINDS, Lab, contrast, distance, seen
from tests.sheets.reading import lines, numbers, pages

if TYPE_CHECKING:
    from collections.abc import Iterator

COUNTS = (3, 4, 5)
VARIANTS = ("base", "five", "blind", "five-blind")
SHEETS = ("chip-tracker", "contest-log", "setup-card", "player-aid")
COLOURS = tuple(colour["id"] for colour in GAME.sheet_facts(4, "base")["colours"])
LAYOUTS = sorted(
    path
    for pattern in ("attacke/*.yaml", "shared/attacke-*.yaml")
    for path in shipped_folder("layouts").glob(pattern)
    if path.name != "palette.yaml"
)
FIVE = "colour in colours"
PLAIN = 10
"""The CIEDE2000 distance at which two colours clearly differ."""


def facts(count: int, variant: str = "base") -> dict[str, Any]:
    return GAME.sheet_facts(count, variant)


@pytest.mark.parametrize(("count", "variant"), crossed(COUNTS, VARIANTS))
def test_the_chip_tracker_shows_the_number_of_chips_that_ends_the_game(
    count: int, variant: str
) -> None:
    page = pages("attacke/chip-tracker", count, variant)[0]
    goal = facts(count, variant)["goal"]
    told = "The fourth different chip ends the game" if goal == 4 else f"{goal} different chips end"

    assert page.extract_text().count(f"/ {goal}") == count
    assert told in page.extract_text()


@pytest.mark.parametrize(("count", "variant"), crossed(COUNTS, VARIANTS))
def test_the_contest_log_numbers_its_rows(count: int, variant: str) -> None:
    known = facts(count, variant)
    page = pages("attacke/contest-log", count, variant)[0]
    rows = [int(line) for line in lines(page) if line.strip().isdigit()]
    face_down = [known["blind_value"]] if known["blind"] else []

    assert len(rows) >= max(18, known["contest_rows"])
    assert rows == [*range(1, len(rows) + 1)]
    assert numbers(page) == Counter([count, known["goal"], *rows, *face_down])


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("count", "dealt", "pile"), [(3, 14, 82), (4, 19, 77), (5, 24, 72)])
def test_the_setup_card_deals_as_the_engine_does(
    count: int, dealt: int, pile: int, variant: str
) -> None:
    known = facts(count, variant)
    deal = known["deal"]

    assert (known["dealt"], known["pile"]) == (dealt, pile)
    assert deal["first"] + deal["others"] * deal["other_players"] == dealt
    assert numbers(pages("attacke/setup-card", count, variant)[0]) == Counter(
        [count, deal["first"], deal["others"], known["chips"]["each"], known["goal"]]
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_player_aid_has_the_engines_values(variant: str) -> None:
    known = facts(4, variant)
    shields = [row["value"] for row in known["shields"]]
    limited = [row["value"] for row in known["shields"] if row["limited"]]
    face_down = [known["blind_value"]] if known["blind"] else []
    draws = [known["draw"]] * 3

    assert numbers(pages("attacke/player-aid", 4, variant)[0]) == Counter(
        [known["goal"], *draws, *shields, *limited, *face_down, known["draw_after_win"]]
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_player_aid_explains_a_contest(variant: str) -> None:
    words = " ".join(pages("attacke/player-aid", 4, variant)[0].extract_text().split())

    for said in ("Open", "Your total must beat", "Pass", "Any colour", "one per colour"):
        assert said in words


@pytest.mark.parametrize("sheet", ["chip-tracker", "contest-log"])
@pytest.mark.parametrize("count", COUNTS)
def test_names_and_emblems_of_colours_are_marked_as_ours(sheet: str, count: int) -> None:
    words = pages(f"attacke/{sheet}", count)[0].extract_text()

    assert "Names and emblems of the colours are ours." in words


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("count", COUNTS)
def test_each_sheet_is_one_page(count: int, paper: str) -> None:
    found = {sheet: len(pages(f"attacke/{sheet}", count, paper=paper)) for sheet in SHEETS}

    assert found == dict.fromkeys(SHEETS, 1)


@pytest.mark.parametrize("count", COUNTS)
def test_the_kit_puts_all_cards_on_its_first_page(count: int) -> None:
    kit = pages("attacke", count)

    assert len(kit) == 3
    assert kit[0].extract_text().count("Player aid") == count
    assert kit[0].extract_text().count("Setup card") == 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_chip_has_the_name_of_its_colour(language: str) -> None:
    german = catalogue_for("de", shipped_folder("layouts") / "attacke")
    names = [colour["name"] for colour in facts(3)["colours"]]
    names = [german.translate(name) for name in names] if language == "de" else names
    words = " ".join(lines(pages("attacke/chip-tracker", 3, language=language)[0])).split()

    assert [words.count(name) for name in names] == [3] * len(names)


@pytest.mark.parametrize("theme", ["colour", "ink-saver"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_five_colours_differ_with_any_colour_vision(kind: str, theme: str) -> None:
    looks = {name: seen(_token(f"knight-{name}", theme), kind) for name in COLOURS}
    near = {
        (one, other): round(distance(looks[one], looks[other]), 1)
        for one, other in combinations(COLOURS, 2)
    }

    assert {pair: apart for pair, apart in near.items() if apart < PLAIN} == {}


@pytest.mark.parametrize("theme", ["colour", "ink-saver", "mono"])
def test_words_in_the_five_colours_are_readable(theme: str) -> None:
    weak = [name for name in COLOURS if contrast(_token(f"knight-{name}", theme), "#ffffff") < 4.5]

    assert weak == []


@pytest.mark.parametrize("path", LAYOUTS, ids=lambda path: path.stem)
def test_every_use_of_a_colour_has_a_mark_next_to_it(path: Any) -> None:
    layout = yaml.safe_load(path.read_text(encoding="utf-8"))
    alone = [node for node in _coloured(layout) if not _has_mark(node)]

    assert alone == []


def test_every_use_of_a_colour_is_found() -> None:
    together = {"for": FIVE, "row": [{"icon": "{colour.mark}", "colour": "knight-{colour.id}"}]}
    alone = {"text": "{t(colour.name)}", "colour": "knight-{colour.id}"}
    looped = {**alone, "for": FIVE}

    assert [_has_mark(node) for node in _coloured({"body": [together, looped]})] == [True, False]
    assert [*_coloured({"body": [{"row": [alone]}]})] == [alone]


def test_the_five_marks_are_different() -> None:
    assert len({colour["mark"] for colour in facts(4)["colours"]}) == len(COLOURS) == 5


# Pairs 1, 4, 7, 9, 17 and 25 of the test data by Sharma, Wu and Dalal.
@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ],
)
def test_the_distance_is_that_of_the_published_pairs(
    one: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    assert distance(Lab(*one), Lab(*other)) == pytest.approx(expected, abs=0.0001)


def _token(name: str, theme: str) -> str:
    colour = load_theme(theme, "attacke").colours[name]
    assert colour is not None
    return "#" + "".join(f"{round(part * 255):02x}" for part in tuple(colour)[:3])


def _coloured(node: Any) -> Iterator[Any]:
    """The largest nodes for one of the five colours; otherwise every node that uses a colour."""
    if isinstance(node, list):
        for each in node:
            yield from _coloured(each)
    elif isinstance(node, dict):
        one = node.get("for") == FIVE or "colour" in (node.get("parameters") or {})
        if one or any(_is_colour(value) for value in node.values()):
            if _uses_colour(node):
                yield node
        else:
            yield from _coloured([*node.values()])


def _is_colour(value: Any) -> bool:
    return isinstance(value, str) and "knight-" in value


def _uses_colour(node: Any) -> bool:
    return "knight-" in yaml.safe_dump(node)


def _has_mark(node: Any) -> bool:
    text = yaml.safe_dump(node)
    return "{colour.mark}" in text or "shared/attacke-chip" in text
