"""The page about the architecture is true: it names every room there is, and no other."""

from __future__ import annotations

import re

import pytest

from tests.project.places import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROOMS = PAGE.split("\nprintkit/\n", 1)[1].split("```", 1)[0]
WAY = PAGE.split("## The way of one command", 1)[1].split("\n## ", 1)[0]
LAYOUT = PAGE.split("## The layout room", 1)[1].split("\n## ", 1)[0]


def modules(folder: str) -> set[str]:
    """The modules and packages of a folder of the program."""
    found = (ROOT / folder).iterdir()
    return {
        path.stem
        for path in found
        if not path.name.startswith("_")
        and (path.suffix == ".py" or (path / "__init__.py").exists())
    }


def test_every_room_of_the_program_is_in_the_plan() -> None:
    packages = re.findall(r"^  (\w+)/ ", ROOMS, re.MULTILINE)
    single = re.findall(r"^  (\w+) {2,}", ROOMS, re.MULTILINE)
    others = re.findall(r"^  (\w+(?:, ?\w+)+,?)$", ROOMS, re.MULTILINE)

    told = {*packages, *single, *re.findall(r"\w+", " ".join(others))}
    assert modules("printkit") == told


@pytest.mark.parametrize("module", sorted(modules("printkit/layout")))
def test_every_module_of_the_layout_room_is_explained(module: str) -> None:
    assert f"`{module}`" in LAYOUT


def test_every_name_on_the_way_of_a_command_is_there() -> None:
    files = list((ROOT / "printkit").rglob("*.py"))
    known = {part for path in files for part in path.relative_to(ROOT).with_suffix("").parts}
    for path in files:
        known.update(re.findall(r"(?:def|class) (\w+)", path.read_text(encoding="utf-8")))

    told = {part for name in re.findall(r"`([\w.]+)`", WAY) for part in name.split(".")}
    assert {"each"} == told - known  # a key of a layout
