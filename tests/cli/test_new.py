"""`printkit new`: a starter layout that builds."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.terminal import Terminal


def test_new_writes_a_starter_that_builds_and_fits(printkit: Terminal) -> None:
    shown = printkit("new", "dice-night")

    assert (0, "") == (shown.code, shown.err)
    assert "Wrote dice-night.yaml." in shown.out
    assert 0 == printkit("build", "dice-night.yaml", "-p", 4).code
    assert 0 == printkit("build", "dice-night.yaml", "--set", "bonus=false").code
    assert 0 == printkit("check", "dice-night.yaml", "-q").code
    assert "{name}" not in (printkit.folder / "dice-night.yaml").read_text()


def test_new_never_overwrites_a_file(printkit: Terminal) -> None:
    path = printkit.write("mine.yaml", "mine")
    (printkit.folder / "loose.yaml").symlink_to("nowhere")
    expected = "error: file already exists; not changed\n"

    assert (1, "", f"mine.yaml: {expected}") == printkit("new", "mine")
    assert (1, "", f"loose.yaml: {expected}") == printkit("new", "loose.yaml")
    assert "mine" == path.read_text()


@pytest.mark.parametrize("name", ["Dice Night", "../x", "/tmp/x", "x" * 60, "", "a.b", "-x"])
def test_new_refuses_an_invalid_name(printkit: Terminal, name: str) -> None:
    shown = printkit("new", "--", name)

    assert (2, "") == (shown.code, shown.out)
    assert [] == list(printkit.folder.iterdir())


@pytest.mark.parametrize("kind", ["layout", "cards", "rounds"])
def test_each_kind_of_starter_builds_fits_and_has_no_problems(
    printkit: Terminal, kind: str
) -> None:
    shown = printkit("new", kind, "my-game")

    assert (0, "") == (shown.code, shown.err)
    assert 0 == printkit("check", "my-game.yaml", "-q").code
    assert 0 == printkit("build", "my-game.yaml").code


@pytest.mark.parametrize(
    ("kind", "values", "computed"),
    [
        ("layout", {"points.1.1": 3, "points.7.1": 20, "bonus.1": 5}, {"total.1": 28}),
        ("rounds", {"points.1.1": 3, "points.2.1": -1}, {"running.2.1": 2, "sum.1": 2}),
    ],
)
def test_a_starter_adds_up_what_is_written(
    printkit: Terminal, kind: str, values: dict[str, int], computed: dict[str, int]
) -> None:
    printkit("new", kind, "mine")
    printkit.write("game.json", json.dumps({"names": ["Ann", "Ben"], "values": values | computed}))
    assert 0 == printkit("build", "mine.yaml", "--fill", "game.json").code

    wrong = {name: number + 1 for name, number in computed.items()}
    printkit.write("wrong.json", json.dumps({"names": ["Ann", "Ben"], "values": values | wrong}))
    shown = printkit("build", "mine.yaml", "--fill", "wrong.json")
    assert 1 == shown.code
    assert all(f"'{name}' is {number} by its formula" in shown.err
               for name, number in computed.items())  # fmt: skip


@pytest.mark.parametrize(("kind", "result"), [("layout", "total.1"), ("rounds", "sum.1")])
def test_a_starter_fills_its_page_and_the_result_is_the_largest_row(
    printkit: Terminal, kind: str, result: str
) -> None:
    printkit("new", kind, "mine")
    shown = printkit("build", "mine.yaml", "--paper", "a4", "--json")
    (sheet,) = json.loads(shown.out)["files"][0]["sheets"]
    places = {field["name"]: field["rectangle"] for field in sheet["fields"]}
    top, height = places[result][1], places[result][3]

    assert height == max(rect[3] for rect in places.values())
    assert top + height > 800 - 40


@pytest.mark.parametrize("kind", ["plugin", "pack"])
def test_a_new_package_has_its_own_names_only(printkit: Terminal, kind: str) -> None:
    shown = printkit("new", kind, "dice-duel")
    files = [path for path in printkit.folder.rglob("*") if path.is_file()]

    assert "Wrote printkit-dice-duel. Next:" in shown.out
    assert "pip install --editable printkit-dice-duel" in shown.out
    assert not [path for path in files if "tumble" in path.read_text(encoding="utf-8").lower()]
    assert (printkit.folder / "printkit-dice-duel" / "pyproject.toml") in files
    assert 1 == printkit("new", kind, "dice-duel").code


def test_a_new_pack_has_the_files_that_the_documentation_shows(printkit: Terminal) -> None:
    printkit("new", "pack", "my-pads")
    page = (Path(__file__).parents[2] / "docs" / "share-your-layout.md").read_text("utf-8")
    (tree,) = re.findall(r"```\n(printkit-my-pads/\n.*?)```", page, re.DOTALL)
    files = [path for path in printkit.folder.rglob("*") if path.is_file()]

    assert {path.name for path in files} == {*re.findall(r"\S+\.\w+(?=\n)", tree)}
    assert '[project.entry-points."printkit.layouts"]\nmy-pads =' in page
    project = (printkit.folder / "printkit-my-pads" / "pyproject.toml").read_text()
    assert 'my-pads = "printkit_my_pads.layouts"\n' in project


def test_a_kind_and_a_name_are_told_apart(printkit: Terminal) -> None:
    assert "error: printkit new plugin needs a name\n" in printkit("new", "plugin").err
    shown = printkit("new", "pakc", "my-pads")
    assert (2, "error: unknown kind 'pakc'\nhint: did you mean 'pack'?\n") == (
        shown.code,
        shown.err,
    )
    refused = printkit("new", "pack", "My Pads").err
    assert "isn't a valid name for a package" in refused
    assert "hyphens, like my-pads\n" in refused
    assert "hyphens, like jeu-d-ecole\n" in printkit("new", "Jeu d’école").err
