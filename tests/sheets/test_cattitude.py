"""Cattitude's sheets: every number comes from the engine, and every sum is right."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from printkit.core.colours import contrast
from printkit.core.icons import icon_fragment, load_icon
from printkit.core.paper import PAPERS
from printkit.core.scene import WHITE, Placed
from printkit.core.source import shipped_folder
from printkit.core.theme import load_theme
from printkit.core.units import MM
from printkit.games.cattitude import GAME
from printkit.games.cattitude.cards import NOBLES, QUEEN, ROYAL_CAT, SPECIES
from printkit.games.cattitude.numbers import PileSplit, Tables
from printkit.request.options import Request
from tests.depth import crossed, in_turn
from tests.rendering import lay_out
from tests.sheets.reading import lines, numbers, pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from printkit.core.scene import Item

COUNTS = (2, 3, 4, 5)
VARIANTS = ("base", "beginner", "toss")
PROFILES = ("default", "mid", "equal")
SHEETS = ("pile-checklist", "setup-card", "round-tracker", "score-pad", "player-aid")
QUARTER = (("size", "quarter"),)
LONG_PAD = ("pad", "long")
LONG_TRACKER = (("tracker", "long"),)
PHASES = (1, 2, 3)
TABLES = Tables()
LAYOUTS = sorted(
    path
    for pattern in ("cattitude/*.yaml", "shared/cattitude-*.yaml")
    for path in shipped_folder("layouts").glob(pattern)
)
SUM = re.compile(r"(?:\d+ × )?\d+(?: [+−] (?:\d+ × )?\d+)+ = \d+|\d+ × \d+ = \d+")


def split(count: int) -> PileSplit:
    return TABLES.split(count)


def sums(count: int) -> list[str]:
    """The sums of a checklist as the engine's numbers make them, in the order of the hands."""
    it = split(count)
    blue, red = TABLES.blue, TABLES.red
    shuffled = blue - len(NOBLES) * it.nobles_away
    nobles = [f"{blue} − {len(NOBLES)} × {it.nobles_away} = {shuffled}"] if it.nobles_away else []
    away = [f"{shuffled} − {it.blue_away} = {it.blue_used}"] if it.blue_away else []
    return [
        f"{blue} + {red} = {blue + red}",
        *nobles,
        *away,
        f"{it.big_piles} × {it.big_size} + {it.small_piles} × {it.small_size} = {it.blue_used}",
        *([f"{red} − {it.red_away} = {it.red_used}"] if it.red_away else []),
        f"{it.small_piles} × {it.red_on_each} = {it.red_used}",
        f"{it.rounds} × {it.big_size} = {it.blue_used + it.red_used}",
        f"{it.big_piles} + {it.small_piles} = {it.rounds}",
        f"{count} × {it.hand} = {it.big_size}",
    ]


def checklist(count: int) -> Counter[int]:
    """Every number of a checklist's steps, from the engine."""
    it = split(count)
    blue, red = TABLES.blue, TABLES.red
    shuffled = blue - len(NOBLES) * it.nobles_away
    words = [
        *(blue, red),
        *([it.nobles_away] if it.nobles_away else []),
        shuffled,
        *([it.blue_away] if it.blue_away else []),
        *(it.big_piles, it.big_size, it.small_piles, it.small_size),
        red,
        *([it.red_away] if it.red_away else []),
        it.red_on_each,
        *(it.rounds, it.big_size),
        *(it.big_piles, it.small_piles),
        it.hand,
    ]
    mere = [count, shuffled, red]
    worked = [int(found) for line in sums(count) for found in re.findall(r"\d+", line)]
    return Counter([*words, *mere, *worked])


def picture(count: int) -> Counter[int]:
    """The numbers of the piles as they are on the table."""
    it = split(count)
    red = [it.small_size, it.red_on_each] * it.small_piles
    return Counter([*[it.big_size] * it.big_piles, *red, *range(1, it.rounds + 1)])


@pytest.mark.parametrize(
    ("variant", "language", "count"),
    [
        (*way, count)
        for turn, way in enumerate((("base", "en"), ("toss", "en"), ("beginner", "de")))
        for count in in_turn(COUNTS, turn)
    ],
)
def test_every_number_of_the_checklist_comes_from_the_engine(
    count: int, variant: str, language: str
) -> None:
    it = split(count)
    page = pages("cattitude/pile-checklist", count, variant, language=language)[0]
    header = [count, it.rounds]
    details = [it.big_size, it.small_size, it.small_size, it.red_on_each]

    assert numbers(page) == checklist(count) + picture(count) + Counter([*header, *details])


@pytest.mark.parametrize("count", COUNTS)
def test_every_sum_of_the_checklist_is_printed_in_order_and_right(count: int) -> None:
    page = pages("cattitude/pile-checklist", count)[0]
    printed = SUM.findall("\n".join(lines(page.crop((page.width * 0.6, 0, *page.bbox[2:])))))

    assert printed == sums(count)
    for line in printed:
        worked, total = line.replace("×", "*").replace("−", "-").split("=")
        terms = re.findall(r"([+-]?)\s*(\d+)(?: \* (\d+))?", worked)
        made = sum(int(f"{sign}{a}") * int(b or 1) for sign, a, b in terms)
        assert made == int(total), line


def test_four_players_deal_the_piles_of_the_rulebook() -> None:
    page = pages("cattitude/pile-checklist", 4)[0]

    assert any("Deal 5 piles of 12 and 3 piles of 8" in line for line in lines(page))
    assert any("5 × 12 + 3 × 8 = 84" in line for line in lines(page))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_all_four_counts_fit_on_one_page_of_checklists(paper: str) -> None:
    sheets = pages("cattitude/pile-checklist", "all", paper=paper, settings=QUARTER)
    heads = Counter(COUNTS)

    assert len(sheets) == 1
    assert numbers(sheets[0]) == sum((checklist(count) for count in COUNTS), heads)


def test_each_player_count_has_its_own_page_by_default() -> None:
    sheets = pages("cattitude/pile-checklist", "all")

    assert len(sheets) == len(COUNTS)
    for count, page in zip(COUNTS, sheets, strict=True):
        assert not checklist(count) - numbers(page)


def test_the_kit_offers_the_checklist_on_a_quarter_of_a_page() -> None:
    full, small = pages("cattitude", 4), pages("cattitude", 4, settings=QUARTER)

    assert "Deal 5 piles of 12 and 3 piles of 8" in small[0].extract_text()
    assert "How the table looks" in full[0].extract_text()
    assert "How the table looks" not in small[0].extract_text()


@pytest.mark.parametrize("settings", [(), LONG_TRACKER])
def test_aid_and_tracker_name_the_three_phases_in_order(settings: tuple[Any, ...]) -> None:
    page = pages("cattitude/player-aid", 4)[0]
    aid = " ".join(page.crop((0, 0, page.width * 0.36, page.height)).extract_text().split())
    (tracker_page,) = pages("cattitude/round-tracker", 4, settings=settings)
    tracker = " ".join(tracker_page.extract_text().split())

    for words in (aid, tracker):
        places = [words.index(phase) for phase in ("Bid", "Collect", "Secure")]
        assert places == sorted(places)
        assert "Choose " not in words[: places[0]]
    assert "blue closed, white open" in aid
    assert "with all cats; if none, a royal" in aid


def test_the_aid_says_by_rank_what_thieves_take() -> None:
    text = pages("cattitude/player-aid", 4)[0].extract_text()
    taken = {
        tuple(each["takers"]): [row["stays"] for row in each["species"]]
        for each in GAME.sheet_facts(4, "base")["taker_examples"]["default"]
    }

    assert "highest second lowest" in text
    assert taken[("birdoholic",)] == [True, False, True]
    assert taken[("birdoholic", "birdoholic")] == [True, False, False]
    assert taken[("catastrophe",)] == [False, True, True]


@pytest.mark.parametrize("settings", [(), (LONG_PAD,)])
def test_a_bonus_asks_for_what_its_card_shows(settings: tuple[Any, ...]) -> None:
    text = pages("cattitude/score-pad", 4, settings=settings)[0].extract_text()

    assert "at least as many as the card shows" in text


@pytest.mark.parametrize(("sheet", "settings"), [("player-aid", ()), ("score-pad", (LONG_PAD,))])
def test_values_are_said_to_be_ours_once(sheet: str, settings: tuple[Any, ...]) -> None:
    text = pages(f"cattitude/{sheet}", 4, settings=settings)[0].extract_text()

    assert text.count("*") == 2  # in the heading and in the footnote
    assert "* Ours, except queen and bonus: check" in text


def card(count: int) -> list[str]:
    """The values of a setup card, from the engine, in order."""
    it = split(count)
    return [
        str(it.blue_away),
        f"{it.big_piles} × {it.big_size}",
        f"{it.small_piles} × {it.small_size}",
        str(it.red_away),
        str(it.red_on_each),
    ]


@pytest.mark.parametrize("count", COUNTS)
def test_every_line_of_the_setup_card_comes_from_the_engine(count: int) -> None:
    it = split(count)
    page = pages("cattitude/setup-card", count)[0]
    words = " ".join(page.extract_text().split())
    printed = re.findall(r"\d+(?: × \d+)?", words)

    assert printed == [str(count), *card(count), str(it.rounds), str(it.hand)]
    assert ("two of each noble cat" in words) == (it.nobles_away == 2)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_four_setup_cards_are_one_page_to_cut(language: str) -> None:
    sheets = pages("cattitude/setup-card", "all", language=language)
    values = [value for count in COUNTS for value in card(count)]
    rounds = [number for count in COUNTS for number in (split(count).rounds, split(count).hand)]

    assert len(sheets) == 1
    assert numbers(sheets[0]) == Counter(
        [*COUNTS, *rounds, *(int(number) for value in values for number in value.split(" × "))]
    )


@pytest.mark.parametrize(("variant", "count"), crossed(["base", "toss"], COUNTS))
def test_the_tracker_has_every_round_and_what_it_deals(count: int, variant: str) -> None:
    it = split(count)
    rounds = range(1, it.rounds + 1)
    red = [it.red_each] * it.small_piles
    blue = [it.hand - it.red_each if it.is_red(number) else it.hand for number in rounds]

    for settings in ((), LONG_TRACKER):
        page = pages("cattitude/round-tracker", count, variant, settings=settings)[0]
        assert numbers(page) == Counter([count, it.rounds, *rounds, *blue, *red, *PHASES])


def placed(shapes: Iterable[Item], x: float = 0.0, y: float = 0.0) -> Iterator[tuple[Any, ...]]:
    """Every drawing that is placed on a page, with its corner: (y, x, group)."""
    for shape in shapes:
        if isinstance(shape, Placed):
            yield y + shape.y, x + shape.x, shape.fragment
            yield from placed(shape.fragment.items, x + shape.x, y + shape.y)


def arrows(count: int, variant: str) -> list[str]:
    """The arrows of the tracker, a word for each row: 'left right'."""
    target = "cattitude/round-tracker"
    request = Request((target,), (count,), paper=PAPERS["a4"], variant=variant)
    colours = load_theme("colour", "cattitude").colours
    assert colours["accent-dark"]
    drawn = (colours["accent-dark"], colours["tint"])
    words = {
        icon_fragment(load_icon(f"arrow-{way}"), 7 * MM, *drawn).items: way
        for way in ("left", "right")
    }
    page = next(lay_out(request).pages())
    rows: dict[float, list[tuple[float, str]]] = {}
    for y, x, group in placed(page.items):
        if group.items in words:
            rows.setdefault(round(y), []).append((x, words[group.items]))
    return [" ".join(way for _, way in sorted(rows[y])) for y in sorted(rows)]


@pytest.mark.parametrize("count", [3, 4, 5])
def test_the_directions_alternate_from_either_start(count: int) -> None:
    rounds = split(count).rounds

    assert arrows(count, "base") == [*["left right", "right left"] * rounds][:rounds]


def test_a_tossed_direction_is_circled_each_round() -> None:
    assert arrows(4, "toss") == ["left right"] * split(4).rounds


def test_two_players_have_no_direction() -> None:
    assert arrows(2, "base") == []


def signs(page: Any) -> list[int]:
    """The numbers with a sign, in reading order."""
    found = re.findall(r"[+−]\d+", "\n".join(lines(page)))
    return [int(number.replace("−", "-")) for number in found]


def values(profile: str) -> list[int]:
    """What the cards of a palace are worth: species by species, royals, a bonus."""
    worth = TABLES.worth(profile).values
    birds = [
        worth[card]
        for species in SPECIES
        for card in (species.name, species.bad, species.diva, species.noble)
    ]
    return [*birds, worth[ROYAL_CAT], worth[QUEEN], TABLES.bonus]


@pytest.mark.parametrize(("profile", "count"), crossed([*PROFILES], COUNTS))
def test_the_score_pad_has_the_values_of_its_profile(count: int, profile: str) -> None:
    page = pages("cattitude/score-pad", count, settings=(LONG_PAD, ("values", profile)))[0]

    assert signs(page) == values(profile)
    assert numbers(page) == Counter([count, *map(abs, values(profile))])


@pytest.mark.parametrize("count", COUNTS)
def test_the_short_score_pad_has_five_rows_and_half_a_page(count: int) -> None:
    page = pages("cattitude/score-pad", count)[0]
    rows = ["Turkeys", "Chickens", "Peacocks", "Royals", "Bonus cards", "Total"]
    words = page.extract_text()

    assert [words.index(row) for row in rows] == sorted(words.index(row) for row in rows)
    assert max(word["bottom"] for word in page.extract_words()) < page.height / 2


@pytest.mark.parametrize(("profile", "variant"), crossed([*PROFILES], VARIANTS))
def test_the_player_aid_has_the_values_and_examples_of_the_engine(
    variant: str, profile: str
) -> None:
    page = pages("cattitude/player-aid", 4, variant, settings=(("values", profile),))[0]
    worth = TABLES.worth(profile).values
    kinds = [(s.name, s.bad, s.diva, s.noble) for s in SPECIES]
    by_row = [worth[card] for row in zip(*kinds, strict=True) for card in row]
    expected = [*by_row, worth[ROYAL_CAT], worth[QUEEN], TABLES.bonus]
    phases = page.crop((0, 0, page.width * 0.36, page.height)).extract_text()

    assert signs(page) == expected
    assert numbers(page) == Counter([*map(abs, expected), *PHASES])
    assert ("From round two" in " ".join(phases.split())) == (variant != "beginner")


@pytest.mark.parametrize(("paper", "count"), crossed(["a4", "letter"], COUNTS))
def test_each_sheet_is_one_page(count: int, paper: str) -> None:
    made = {name: len(pages(f"cattitude/{name}", count, paper=paper)) for name in SHEETS}

    assert made == dict.fromkeys(SHEETS, 1)


@pytest.mark.parametrize("count", COUNTS)
def test_the_kit_puts_its_cards_together(count: int) -> None:
    cards = 1 + 2 * count

    assert len(pages("cattitude", count)) == 2 + -(-cards // 9)


@pytest.mark.parametrize("theme", ["colour", "ink-saver", "mono"])
def test_words_in_the_colours_of_the_backs_are_readable(theme: str) -> None:
    colours = load_theme(theme, "cattitude").colours

    for back in ("blue", "red"):
        word, tint = colours[back], colours[f"{back}-tint"]
        assert word is not None
        assert contrast(word, tint or WHITE) >= 4.5
        assert contrast(word, WHITE) >= 4.5


@pytest.mark.parametrize("path", LAYOUTS, ids=lambda path: path.stem)
def test_no_text_of_a_layout_contains_a_number(path: Any) -> None:
    def texts(node: Any) -> Iterator[str]:
        if isinstance(node, dict):
            yield from (str(node[key]) for key in ("text", "title", "note") if key in node)
            node = list(node.values())
        if isinstance(node, list):
            for each in node:
                yield from texts(each)

    for text in texts(yaml.safe_load(path.read_text("utf-8"))):
        assert not re.search(r"\d", re.sub(r"\{[^}]*\}", "", text)), text


OWN = """
sheet: own/palace
title: Palace
game: cattitude
options: {{values: {{type: text, default: default}}}}
{facts}
body:
  - column: []
    width: 20mm
    height: 9mm
    field: count.turkey.1
  - column: []
    width: 20mm
    height: 9mm
    field: points.turkey.1
  - column: []
    width: 20mm
    height: 9mm
    field: secured.turkey.1.1
"""


@pytest.mark.parametrize(
    ("facts", "computed"), [("", False), ('facts: {fields: "{card_fields}"}', True)]
)
def test_a_layout_of_ones_own_has_the_fields_of_all_sheets(
    tmp_path: Path, facts: str, computed: bool
) -> None:
    path = tmp_path / "palace.yaml"
    path.write_text(OWN.format(facts=facts))
    request = Request(targets=(str(path),), paper=PAPERS["a4"], counts=(2,), wants_fields=True)
    (page,) = lay_out(request).pages()
    fields = {field.name: field for field in page.sheets[0].fields}

    assert {"count.turkey.1", "points.turkey.1", "secured.turkey.1.1"} == {*fields}
    assert "tick" == fields["secured.turkey.1.1"].kind
    assert computed == (fields["points.turkey.1"].formula is not None)
