"""The page docs/decks-bingo-brackets.md is true: its examples print everywhere and are short."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image, ImageChops, ImageStat

from docs.generate.pictures import DOCS, EXAMPLES, FILES, example_pictures
from printkit.core.paper import PAPERS
from printkit.core.themenames import theme_names
from printkit.layout.language.loading import load_sheet
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.gameinfo import game_info
from printkit.pipeline.targets import expand
from printkit.request.options import Request
from tests.depth import crossed, in_turn
from tests.layout.desk import words

if TYPE_CHECKING:
    from tests.running import Printkit

BLOCKS: dict[str, str] = dict(FILES.findall(EXAMPLES[0].read_text(encoding="utf-8")))
LAYOUTS = [name for name in BLOCKS if name.endswith(".yaml")]
MOST_LINES = {
    "bingo.yaml": 20,
    "deck.yaml": 35,
    "knock-out.yaml": 50,
    "round-robin.yaml": 45,
    "four-colours.yaml": 60,
    "seven-cities.yaml": 45,
}
FIELDS = {  # what people write, or what follows from it
    "bingo.yaml": {"called.1", "called.25"},
    "knock-out.yaml": {"points.1.1.1", "player.2.1.2", "winner"},
    "round-robin.yaml": {"standing.1.1", "standing.4.5"},
    "four-colours.yaml": {"name", "number.1.2", "lock.4", "failed.4", "points.4", "lost", "total"},
    "seven-cities.yaml": {"points.7.4", "total.4"},
}
LONG = "Wilhelmina Theodora von Rabenstein-Lund"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name, content in BLOCKS.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path


def laid_out(home: Path, name: str, **more: Any) -> tuple[list[list[str]], DocumentLayout]:
    request = Request((str(home / name),), **{"paper": PAPERS["a4"], "seed": "x", **more})
    layout = DocumentLayout(request, expand(request))
    return [words(page) for page in layout.pages()], layout


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_example_prints_in_every_theme_on_both_papers(home: Path, name: str) -> None:
    info = game_info(load_sheet(home / name))
    counts = sorted({info.least, info.most})
    for number, (theme, paper) in enumerate(crossed(theme_names(), ("a4", "letter"))):
        for count in in_turn(counts, number, step=len(counts)):
            names = tuple(f"{number}{LONG}"[:40] for number in range(1, count + 1))
            more = {"theme": theme, "paper": PAPERS[paper], "counts": (count,)}
            pages, layout = laid_out(home, name, names=names, **more)
            assert (True, []) == (bool(pages), layout.findings("hard_to_read"))


@pytest.mark.parametrize("name", MOST_LINES)
def test_every_example_is_short(name: str) -> None:
    assert len(BLOCKS[name].splitlines()) <= MOST_LINES[name]


@pytest.mark.parametrize("name", FIELDS)
def test_what_people_write_is_a_field(home: Path, name: str) -> None:
    counts = (4,) if game_info(load_sheet(home / name)).most else ()
    request = Request((str(home / name),), counts, paper=PAPERS["a4"], seed="x", wants_fields=True)
    layout = DocumentLayout(request, expand(request))
    sheets = [sheet for page in layout.pages() for sheet in page.sheets]
    assert FIELDS[name] <= {field.name for field in sheets[0].fields}
    assert layout.findings("problems") == []


def test_all_bingo_cards_of_a_file_differ(home: Path) -> None:
    pages, _ = laid_out(home, "bingo.yaml", copies=40)
    whole = [word for page in pages for word in page]
    cards = " ".join(whole).split("B I N G O")[1:]
    assert 40 == len({re.sub(r"Card.*", "", card) for card in cards})


def test_eighteen_rows_become_a_deck_of_54_cards_with_backs(home: Path) -> None:
    _, layout = laid_out(home, "deck.yaml")
    assert 54 == len(layout.sheets[0].pages)
    assert all(leaf.back for leaf in layout.sheets[0].pages)
    assert 18 == len(BLOCKS["cards.csv"].splitlines()) - 1


@pytest.mark.parametrize("count", [4, 5, 7, 8, 11, 16, 17, 31, 32])
def test_everybody_is_in_the_knockout_once(home: Path, count: int) -> None:
    names = tuple(f"N{number}" for number in range(count))
    ((*page,), *_), _ = laid_out(home, "knock-out.yaml", names=names, counts=(count,))
    assert sorted(names) == sorted(word for word in page if word in names)


@pytest.mark.parametrize("count", range(3, 7))
def test_everybody_plays_everybody_once(home: Path, count: int) -> None:
    names = tuple(f"N{number}" for number in range(count))
    ((*page,), *_), _ = laid_out(home, "round-robin.yaml", names=names, counts=(count,))
    met = [frozenset(word.split(" – ")) for word in page if " – " in word]
    assert count * (count - 1) // 2 == len(met) == len(set(met))


def test_the_seed_draws_the_pairings(home: Path) -> None:
    one, _ = laid_out(home, "knock-out.yaml", counts=(8,))
    other, _ = laid_out(home, "knock-out.yaml", counts=(8,), seed="y")
    assert one != other


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_scenario_flows_through_columns_and_pages(home: Path, paper: str) -> None:
    _, layout = laid_out(home, "scenario.yaml", paper=PAPERS[paper])
    first, second = (leaf.values["flow"] for leaf in layout.sheets[0].pages)
    assert ({"page": 1, "pages": 2}, {"page": 2, "pages": 2}) == (first, second)


def test_the_pictures_show_what_the_commands_print(printkit: Printkit) -> None:
    def run(words: list[str], folder: str) -> str:
        return printkit.run(*words, cwd=Path(folder)).stdout

    for name, new in example_pictures(run):
        with Image.open(DOCS / name) as kept:
            assert kept.size == new.size
            difference = ImageChops.difference(kept.convert("L"), new.convert("L"))
        assert ImageStat.Stat(difference).mean[0] < 0.5, f"make {name} anew with `make gallery`"
