"""Targets: sheets, layout files, and games by any of their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.terminal import Terminal

LAYOUT = (
    "sheet: mine/x\ntitle: X\nplayers: 1-5\nbody:\n  - {for: p in players, text: '{p.label}'}\n"
)


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_game_becomes_its_whole_kit_in_one_file(printkit: Terminal) -> None:
    assert 0 == printkit("build", "attribute", "-p", 3).code
    assert ["output/attribute-3p.pdf"] == files(printkit.folder)


def test_a_layout_file_can_have_any_path(printkit: Terminal) -> None:
    printkit.write("my größe/ein blatt.yaml", LAYOUT)

    assert 0 == printkit("build", "my größe/ein blatt.yaml", "-o", "out dir/").code
    assert "out dir/ein blatt-4p.pdf" in files(printkit.folder)


@pytest.mark.parametrize("title", ["Swip'Sheep", "Swip’Sheep", "SWIPSHEEP", "Swip'Sheep/score-pad"])
def test_a_game_can_be_named_by_its_printed_title(printkit: Terminal, title: str) -> None:
    (file,) = printkit("build", title, "-p", "4", "--json").json()["files"]

    assert {"swipsheep"} == {sheet["id"].partition("/")[0] for sheet in file["sheets"]}


def test_a_game_can_be_named_by_its_translated_title(printkit: Terminal) -> None:
    printkit.monkeypatch.setenv("PRINTKIT_LANG", "de")
    (file,) = printkit("build", "Attribut/score-pad", "--json").json()["files"]

    assert ["attribute/score-pad"] == [sheet["id"] for sheet in file["sheets"]]


def test_a_layout_without_its_extension_gets_a_suggestion(printkit: Terminal) -> None:
    printkit.write("mine.yaml", LAYOUT)

    assert (
        2,
        "",
        "error: unknown sheet or game 'mine'\nhint: did you mean 'mine.yaml'?\n",
    ) == printkit("build", "mine")
