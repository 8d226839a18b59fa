"""The list of libraries is that of the package."""

from __future__ import annotations

import re
import sys
import tomllib
from typing import TYPE_CHECKING

import pytest

from printkit.core.extras import EXTRAS, how_to_install
from printkit.core.libraries import NEEDED, library_version
from tests.project.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def names(requirements: list[str]) -> tuple[str, ...]:
    return tuple(re.split("[<>=]", requirement)[0] for requirement in requirements)


def test_libraries_and_extras_are_those_of_the_package() -> None:
    extras = PROJECT["optional-dependencies"]

    assert names(PROJECT["dependencies"]) == NEEDED
    assert {name: names(extras[name]) for name in extras if name != "all"} == EXTRAS


def test_a_library_that_is_not_installed_has_no_version() -> None:
    assert library_version("pillow")
    assert library_version("printkit-missing") is None


@pytest.mark.parametrize(
    ("file", "command"),
    [
        ("pipx_metadata.json", "pipx inject printkit-games python-calamine"),
        ("uv-receipt.toml", "uv tool install 'printkit-games[spreadsheets]'"),
        ("pyvenv.cfg", "pip install 'printkit-games[spreadsheets]'"),
    ],
)
def test_hints_about_extras_suit_the_installation(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: str, command: str
) -> None:
    (tmp_path / file).touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))

    assert command == how_to_install("spreadsheets")
