"""Attribute's sheets: every number comes from the engine."""

from __future__ import annotations

import io
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pdfplumber
import pytest

from printkit.core.paper import PAPERS
from printkit.core.source import shipped_folder
from printkit.core.yamlfile import Scalar, YamlList, YamlMap, load_yaml
from printkit.games.attribute import GAME
from printkit.request.options import Request
from tests.depth import crossed
from tests.rendering import render_request
from tests.sheets.reading import NAMES, lines, numbers, pages

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from printkit.core.yamlfile import YamlNode

COUNTS = range(3, 9)
VARIANTS = ("base", "bsw")
LAYOUTS = sorted(
    path
    for pattern in ("attribute/*.yaml", "shared/attribute-*.yaml")
    for path in shipped_folder("layouts").glob(pattern)
    if path.stem != "palette"
)


def facts(count: int, variant: str = "base") -> dict[str, Any]:
    return GAME.sheet_facts(count, variant)


def points(count: int, variant: str) -> list[int]:
    """The points of the scoring, without sign; a case that scores nothing isn't printed."""
    scoring = facts(count, variant)["scoring"]
    return [
        abs(value)
        for case in ("grabbed", "own_left", "own_grabbed")
        for value in scoring[case].values()
        if any(scoring[case].values())
    ]


@pytest.mark.parametrize("count", COUNTS)
def test_the_score_pad_has_a_row_per_round_with_its_announcer(count: int) -> None:
    (page,) = pages("attribute/score-pad", count)
    rows = [
        (int(found[1]), NAMES.index(found[2]) + 1)
        for line in lines(page)
        if (found := re.match(r"(\d+) ([A-Z]\w+)\b", line)) and found[2] in NAMES
    ]
    assert rows == [(round_["number"], round_["announcer"]) for round_ in facts(count)["rounds"]]
    assert f"{count} players · {facts(count)['round_count']} rounds" in "\n".join(lines(page))


@pytest.mark.parametrize(("count", "variant"), crossed(COUNTS, VARIANTS))
def test_the_score_pad_says_whether_points_can_be_negative(count: int, variant: str) -> None:
    (page,) = pages("attribute/score-pad", count, variant)
    words = page.extract_text()

    assert ("Scores never drop below 0" in words) == facts(count, variant)["floor"]
    assert ("scores may drop below 0" in words) != facts(count, variant)["floor"]


@pytest.mark.parametrize("count", COUNTS)
def test_the_round_tracker_numbers_every_round_and_counts_topics_down(count: int) -> None:
    known = facts(count)
    (page,) = pages("attribute/round-tracker", count)
    steps = range(1, 7)
    expected = Counter(
        [
            count,
            known["round_count"],
            known["topics_each"],
            *range(1, known["topics_each"] + 1),
            *range(1, known["round_count"] + 1),
            *steps,
        ]
    )
    assert expected == numbers(page)


@pytest.mark.parametrize("count", COUNTS)
def test_the_round_tracker_explains_reshuffles_only_if_there_are_any(count: int) -> None:
    words = " ".join(lines(pages("attribute/round-tracker", count)[0]))

    assert ("The sheep run out" in words) == bool(facts(count)["reshuffles"])


@pytest.mark.parametrize(("count", "variant"), crossed(COUNTS, VARIANTS))
def test_the_setup_card_deals_as_the_engine_does(count: int, variant: str) -> None:
    known = facts(count, variant)
    (page,) = pages("attribute/setup-card", count, variant)

    assert numbers(page) == Counter(
        [
            count,
            known["hand"]["attributes"],
            known["hand"]["sheep"],
            known["topics_each"],
            known["round_count"],
        ]
    )


def test_setup_cards_of_all_player_counts_fit_on_one_page() -> None:
    (page,) = pages("attribute/setup-card", "all")
    rounds = [facts(count)["round_count"] for count in COUNTS]

    assert not Counter(rounds) - numbers(page)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_player_aid_shows_the_points_of_its_variant(variant: str, language: str) -> None:
    (page,) = pages("attribute/player-aid", 4, variant, language=language)
    floor = [0] if facts(4, variant)["floor"] else []

    assert Counter([*points(4, variant), *floor]) == numbers(page)


@pytest.mark.parametrize("variant", VARIANTS)
def test_signs_are_printed_as_the_engine_has_them(variant: str) -> None:
    words = pages("attribute/player-aid", 4, variant)[0].extract_text()
    scoring = facts(4, variant)["scoring"]
    for case in ("grabbed", "own_left", "own_grabbed"):
        for value in filter(None, scoring[case].values()):
            shown = f"+{value}" if value > 0 else f"−{-value}"
            assert shown in words


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_player_aid_says_that_grabbing_is_optional_and_speed_counts(variant: str) -> None:
    words = " ".join(pages("attribute/player-aid", 4, variant)[0].extract_text().split())

    assert "Grabbing is optional" in words
    assert "fastest hand wins" in words


@pytest.mark.parametrize("sheet", ["player-aid", "score-pad"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_reading_that_differs_from_the_rulebook_is_said_in_words(
    sheet: str, variant: str
) -> None:
    words = " ".join(pages(f"attribute/{sheet}", 4, variant)[0].extract_text().split())

    assert facts(4, variant)["scoring"]["ours"] == (variant == "bsw")
    assert ("English rulebook prints this the other way round" in words) == (variant == "bsw")
    assert "*" not in words


@pytest.mark.parametrize("count", COUNTS)
def test_a_kit_has_its_cards_on_one_page_and_small_pads_beside_the_tracker(count: int) -> None:
    found = pages("attribute", count)

    assert len(found) == (2 if count <= 4 else 3)
    assert 2 == sum(found[1].extract_text().count(name) for name in ("Round tracker", "Score pad"))


def test_long_names_break_at_blanks_and_hyphens_and_leave_other_names_their_size() -> None:
    names = ("Charlotte-Alexandrine", "Maximilian Oberhuber", "Ann")
    request = Request(("attribute/score-pad",), paper=PAPERS["a4"], counts=(3,), names=names)
    (data,) = render_request(request)
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        (page,) = pdf.pages
        words = page.extract_words(extra_attrs=["size"])
    left = [word for word in words if word["x0"] < 36 * 72 / 25.4]  # the announcers' column

    assert max(word["x1"] for word in words) < page.width / 2
    assert 6 == sum(word["text"] == "Charlotte-" for word in left)
    assert 9 <= min(word["size"] for word in left if word["text"] in {"Ann", "Alexandrine"})


def scalars(node: YamlNode, key: str = "") -> Iterator[tuple[str, Scalar]]:
    if isinstance(node, YamlMap):
        for name, value in node.items:
            yield from scalars(value, name.text)
    elif isinstance(node, YamlList):
        for item in node.items:
            yield from scalars(item, key)
    else:
        yield key, node


SIZES = {"width", "height", "size", "gap", "padding", "margin", "space", "shrink", "min-width",
         "min-height", "max-height", "span", "down", "columns", "boxes", "orientation",
         "default", "help", "leading", "copies", "code", "tall", "high"}  # fmt: skip
"""Keys whose numbers are millimetres, points, columns or copies of the sheet."""

LAYOUT_RULE = re.compile(r"\b(?:count|longest)\s*(<=|>=|>)\s*\d+")
"""How many columns fit is a question of paper, not of the game."""


@pytest.mark.parametrize("path", LAYOUTS, ids=lambda path: path.stem)
def test_layouts_contain_no_numbers_of_the_game(path: Path) -> None:
    found = [
        f"{scalar.where}: {scalar.text}"
        for key, scalar in scalars(load_yaml(path))
        if key not in SIZES
        and (set(re.findall(r"\d+", LAYOUT_RULE.sub("", scalar.text))) - {"0", "1"})
    ]
    assert [] == found
