"""The page about the architecture is true: it names every room there is, and no other."""

from __future__ import annotations

import re

import pytest

from tests.project.places import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROOMS = PAGE.split("\nprintkit/\n", 1)[1].split("```", 1)[0]
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
