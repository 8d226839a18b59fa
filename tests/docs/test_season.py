"""The page about seasons is true: its files give what it shows."""

from __future__ import annotations

import doctest
import re
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from printkit.core.errors import PrintkitError
from printkit.season.settings import load_settings
from tests.project.places import ROOT
from tests.running import run_printkit

if TYPE_CHECKING:
    from pathlib import Path

PAGE = (ROOT / "docs" / "season.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    """The first block of code in a language."""
    found = re.search(rf"^( *)```{language}\n(.*?)^ *```", PAGE, re.DOTALL | re.MULTILINE)
    assert found
    return dedent(found[2])


@pytest.fixture(autouse=True)
def _club(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    club = tmp_path / "club"
    club.mkdir()
    (club / "results.csv").write_text(block("csv"))
    (club / "season.yaml").write_text(block("yaml"))
    monkeypatch.chdir(tmp_path)


def test_the_standings_are_those_of_the_page() -> None:
    command, *lines = block("console").splitlines()

    ran = run_printkit(command.removeprefix("$ printkit ").split())

    assert lines == ran.stdout.splitlines()


def test_the_examples_in_python_give_what_the_page_says() -> None:
    examples = doctest.DocTestParser().get_doctest(
        "\n".join(re.findall(r"^```python\n(>>>.*?)^```", PAGE, re.DOTALL | re.MULTILINE)),
        {},
        "season.md",
        None,
        0,
    )
    shown: list[str] = []
    result = doctest.DocTestRunner().run(examples, out=shown.append)

    assert result.attempted > 4
    assert 0 == result.failed, "".join(shown)


def test_every_key_of_the_settings_is_in_the_table(tmp_path: Path) -> None:
    path = tmp_path / "club" / "season.yaml"
    path.write_text("other: 1\n")
    with pytest.raises(PrintkitError) as refused:
        load_settings(path.parent)
    (problem,) = refused.value.problems
    keys = problem.hint.removeprefix("choose from ").split(", ")

    table = PAGE.partition("## season.yaml")[2].partition("\n## ")[0]
    assert len(keys) > 5
    assert all(f"`{key}`" in table for key in keys)
