"""The list of libraries is that of the package."""

from __future__ import annotations

import re
import tomllib

from printkit.core.libraries import EXTRAS, NEEDED, library_version
from tests.project.places import ROOT

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
