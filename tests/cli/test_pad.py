"""`printkit pad`: a score pad for any game in one command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import printkit
from tests.running import Printkit

CATAN = ("Catan", "--rows", "Settlements, Cities=2; Bonus: army, road")


def run(folder: Path, *words: object) -> Any:
    ran = Printkit().run(*words, "--json", cwd=folder)
    assert ran.code == 0, ran.stderr
    return json.loads(ran.stdout)


def names_of(document: dict[str, Any]) -> list[str]:
    return [field["name"] for field in document["files"][0]["sheets"][0]["fields"]]


def test_every_cell_is_a_field(tmp_path: Path) -> None:
    names = names_of(run(tmp_path, "pad", *CATAN, "-p", 2))
    rows = [f"row.{row}.{player}" for row in (1, 2, 3, 4) for player in (1, 2)]
    sums = ["subtotal.1.1", "subtotal.1.2", "subtotal.2.1", "subtotal.2.2", "total.1", "total.2"]
    assert sorted(names) == sorted(["name.1", "name.2", *rows, *sums])


def test_rounds_have_running_totals(tmp_path: Path) -> None:
    names = names_of(run(tmp_path, "pad", "Hearts", "--rounds", 2, "-n", "Ann, Ben"))
    assert names == [
        *(f"{kind}.{number}.{player}"
          for number in (1, 2) for player in (1, 2) for kind in ("round", "running")),
        "total.1", "total.2",
    ]  # fmt: skip


def test_it_is_the_same_as_building_the_sheet(tmp_path: Path) -> None:
    ours = run(tmp_path, "pad", *CATAN, "-p", 3, "--theme", "mono", "-o", "a.pdf")
    settings = {"game": CATAN[0], "rows": CATAN[2]}
    built = printkit.build("any/pad", set=settings, players=3, theme="mono", out=tmp_path / "b.pdf")
    assert built.files[0].path.read_bytes() == (tmp_path / "a.pdf").read_bytes()
    assert ours["files"][0]["pages"] == 1


def test_the_file_has_the_name_of_the_game(tmp_path: Path) -> None:
    made = run(tmp_path, "pad", *CATAN, "-p", 3)
    assert made["files"][0]["path"] == "output/catan-pad-3p.pdf"


def test_again_builds_a_pad_with_a_slash_in_it(tmp_path: Path) -> None:
    run(tmp_path, "pad", "Roads/Rails", "--rows", "won/lost, cities", "-p", 2, "-o", "a.pdf")
    again = run(tmp_path, "again", "a.pdf", "-p", 3)
    assert "row.2.3" in names_of(again)


def test_a_saved_layout_builds_the_same_page(tmp_path: Path) -> None:
    words = (*CATAN, "--rounds", 5, "--target", 40, "--lowest-wins")
    assert Printkit().run("pad", *words, "--save-layout", "catan.yaml", cwd=tmp_path).code == 0
    for more in (("-p", 2), ("-p", 4, "--copies", 2), ("-p", 2, "--copies", 4, "--lang", "de")):
        run(tmp_path, "build", "catan.yaml", *more, "-f", "svg", "-o", "mine.svg")
        run(tmp_path, "pad", *words, *more, "-f", "svg", "-o", "ours.svg")
        pages = [(tmp_path / name).read_text().partition("</metadata>")[2]
                 for name in ("mine.svg", "ours.svg")]  # fmt: skip
        assert pages[0] == pages[1]
    checked = Printkit().run("check", "catan.yaml", cwd=tmp_path)
    assert checked.code == 0, checked.stdout


def test_a_saved_layout_keeps_the_size_and_names_a_command_that_works(tmp_path: Path) -> None:
    words = ("boules", "--set", "size=half", "--paper", "letter", "--save-layout", "own.yaml")
    ran = Printkit().run("pad", *words, cwd=tmp_path)
    assert "printkit build own.yaml -p 3" in ran.stdout
    made = run(tmp_path, "build", "own.yaml", "-p", 3, "--paper", "letter", "-o", "a.pdf")
    assert made["files"][0]["pages"] == 1
    assert 'pads: "{min(room, 2)}"' in (tmp_path / "own.yaml").read_text()


@pytest.mark.parametrize("copies", [1, 4])
def test_a_long_title_has_room(tmp_path: Path, copies: int) -> None:
    title = "The quite long name of a game of dragons, castles and sheep"
    made = run(tmp_path, "pad", title, "--rounds", 5, "--copies", copies)
    assert made["files"][0]["pages"] == 1


def test_a_game_needs_a_name(tmp_path: Path) -> None:
    assert "error: the game has no name" in Printkit().run("pad", " ", cwd=tmp_path).stderr


def test_an_existing_layout_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "catan.yaml").write_text("mine")
    ran = Printkit().run("pad", *CATAN, "--save-layout", "catan.yaml", cwd=tmp_path)
    assert ran.code == 1
    assert "file already exists" in ran.stderr
    assert (tmp_path / "catan.yaml").read_text() == "mine"


def test_a_filled_in_pad_computes_its_totals(tmp_path: Path) -> None:
    values = {"row.1.1": 3, "row.2.1": 2, "row.3.1": 1, "row.1.2": 4}
    data = {
        "target": "any/pad",
        "names": ["Ann", "Ben"],
        "set": {"game": "Catan", "rows": CATAN[2], "target": 10, "countdown": False},
        "values": values,
    }
    (tmp_path / "game.json").write_text(json.dumps(data))
    made = run(tmp_path, "build", "any/pad", "--fill", "game.json", "-f", "svg", "-o", "a.svg")
    assert made["files"][0]["pages"] == 1
    wrong = {**data, "values": {**values, "total.1": 9}}
    (tmp_path / "wrong.json").write_text(json.dumps(wrong))
    ran = Printkit().run("build", "any/pad", "--fill", "wrong.json", cwd=tmp_path)
    assert "'total.1' is 8 by its formula, not 9" in ran.stderr


@pytest.mark.parametrize(("copies", "pages"), [(2, 1), (4, 1), (8, 2)])
def test_copies_share_a_page_if_they_fit(tmp_path: Path, copies: int, pages: int) -> None:
    made = run(tmp_path, "pad", "Hearts", "--rounds", 10, "-p", 4, "--copies", copies)
    assert made["files"][0]["pages"] == pages


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("players", [1, 8, 10])
def test_as_many_lines_as_a_page_has_room_for_do_fit(
    tmp_path: Path, paper: str, players: int
) -> None:
    rows = ",".join(f"A long name of row {number}" for number in range(20))
    made = run(
        tmp_path, "pad", "X", "--rows", rows, "--rounds", 16, "-p", players, "--paper", paper
    )
    assert made["files"][0]["pages"] == 1


def test_players_are_those_of_the_game(tmp_path: Path) -> None:
    ran = Printkit().run("pad", "gin-rummy", "-p", 3, cwd=tmp_path)
    assert "Gin rummy is for 2 players, not 3" in ran.stderr


def test_the_shelf_is_listed(tmp_path: Path) -> None:
    shelf = run(tmp_path, "list", "--shelf")["shelf"]
    hearts = next(pad for pad in shelf if pad["id"] == "hearts")
    assert hearts == {
        "id": "hearts",
        "title": "Hearts",
        "players": {"min": 3, "max": 6},
        "rounds": 12,
        "rows": [],
        "wins": "lowest",
        "target": 100,
    }
    assert len(shelf) >= 20
    assert "hearts" in Printkit().run("list", "--shelf", cwd=tmp_path).stdout
