"""An option of `build` is declared once, and the command line and Python follow from it."""

from __future__ import annotations

from typing import Any

import pytest
import typer

from printkit.cli.commands import load_command
from printkit.request.options import ALIASES, OPTIONS, BuildOptions

ACTIONS = {
    *("--print", "--printer", "--open", "--preflight", "--save", "--no-offset", "--save-job"),
    *("--json", "--quiet", "--help"),
}
"""The options of the commands that aren't part of a request."""


def parameters(name: str) -> list[Any]:
    command = load_command(name)
    found: list[Any] = command.get_params(typer.Context(command))
    return found


@pytest.mark.parametrize("name", ["build", "again"])
def test_a_command_has_every_option_with_its_help_and_panel(name: str) -> None:
    found = {each.opts[0]: each for each in parameters(name) if each.param_type_name == "option"}
    declared = {f"--{option.name}": option for option in OPTIONS.values() if option.panel}

    assert found.keys() == declared.keys() | ACTIONS
    for word, option in declared.items():
        given = found[word]
        assert given.opts == [word, *filter(None, [option.short])]
        assert given.help == option.explanation
        assert given.rich_help_panel == option.panel
        assert given.is_flag == option.is_flag
        assert given.multiple == option.repeats


def test_the_options_of_a_panel_stand_together() -> None:
    panels = [each.rich_help_panel for each in parameters("build")]

    assert [*dict.fromkeys(panels)] == [
        None, "What to print", "On the sheets", "Paper and printing", "Saved settings", "Output",
    ]  # fmt: skip
    assert panels == sorted(panels, key=[*dict.fromkeys(panels)].index)


def test_every_option_is_a_keyword_of_python_and_so_are_older_names() -> None:
    keywords = {option.keyword for option in OPTIONS.values() if option.name != "target"}

    assert {*BuildOptions.__annotations__} == keywords | ALIASES.keys()


def test_a_flag_is_a_boolean_keyword() -> None:
    flags = {option.keyword for option in OPTIONS.values() if option.is_flag}
    kinds = {name: kind.__forward_arg__ for name, kind in BuildOptions.__annotations__.items()}

    assert {name for name, kind in kinds.items() if kind == "bool"} == flags
