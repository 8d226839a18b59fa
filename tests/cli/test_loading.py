"""Commands load nothing heavy that they do not need."""

from __future__ import annotations

import json
import sys
from functools import cache
from shutil import copy
from typing import TYPE_CHECKING

import pytest

from printkit.cli.commands import COMMANDS
from tests.project.commands import succeed
from tests.project.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

DRAWING = {"reportlab", "PIL", "svgwrite"}
HEAVY = {*DRAWING, "uharfbuzz", "yaml", "pydantic"}

SCRIPT = """
import json, sys
from printkit.cli import run
sys.argv[0] = "printkit"
code = run()
sys.stderr.write(json.dumps(sorted(sys.modules)))
sys.exit(code)
"""


@cache
def loaded_by(*arguments: str) -> set[str]:
    """The modules in memory after a command."""
    command = [sys.executable, "-c", SCRIPT, *arguments]
    return set(json.loads(succeed(command, ROOT).stderr))


def modules_of(loaded: set[str], *packages: str) -> set[str]:
    """The loaded modules of these packages of printkit."""
    starts = tuple(f"printkit.{package}." for package in packages)
    return {module for module in loaded if module.startswith(starts)}


def commands_in(loaded: set[str]) -> set[str]:
    """The commands whose modules are loaded."""
    return {name for name in COMMANDS if f"printkit.cli.{name}" in loaded}


NO_LAYOUT = (
    *(("--help",), ("build", "--help"), ("pad", "--help"), ("info", "--help"), ("--version",)),
    *(("rules", "wolle"), ("preferences",)),
)


@pytest.mark.parametrize("command", NO_LAYOUT)
def test_a_command_that_lays_nothing_out_loads_no_layout_code(command: tuple[str, ...]) -> None:
    assert modules_of(loaded_by(*command), "layout", "backends", "pipeline") == set()


def test_a_season_of_records_loads_no_layout_code(tmp_path: Path) -> None:
    copy(ROOT / "printkit/samples/attribute/whole-4.jsonl", tmp_path)

    loaded = loaded_by("season", str(tmp_path))

    assert modules_of(loaded, "layout", "backends", "pipeline") == set()


@pytest.mark.parametrize("command", [("list",), ("list", "wolle"), ("schema",), ("info",)])
def test_a_command_that_reads_layouts_loads_nothing_that_lays_out(command: tuple[str, ...]) -> None:
    loaded = loaded_by(*command)
    laying_out = {f"printkit.layout.{name}" for name in ("pages", "imposition", "boxes.text")}

    assert loaded & {*laying_out, "printkit.text.shaping", "printkit.pipeline.document"} == set()
    assert modules_of(loaded, "backends") == set()


@pytest.mark.parametrize("command", [("rules", "wolle"), ("list",), ("schema",), ("help", "new")])
def test_only_the_module_of_the_named_command_is_loaded(command: tuple[str, ...]) -> None:
    assert commands_in(loaded_by(*command)) == {command[-1] if command[0] == "help" else command[0]}


def test_help_loads_no_drawing_yaml_or_font_library() -> None:
    assert loaded_by("--help") & HEAVY == set()


def test_help_of_a_command_loads_no_drawing_yaml_or_font_library() -> None:
    assert loaded_by("build", "--help") & HEAVY == set()


def test_version_loads_no_drawing_yaml_or_font_library_and_no_rich() -> None:
    assert loaded_by("--version") & {*HEAVY, "rich"} == set()


@pytest.mark.parametrize("command", [("list",), ("list", "--json")])
def test_list_reads_layouts_and_draws_nothing(command: tuple[str, ...]) -> None:
    assert loaded_by(*command) & {*HEAVY, "rich"} == {"yaml"}


def test_list_reads_layouts_without_what_lays_out_text_tables_and_charts() -> None:
    boxes = {name for name in loaded_by("list") if name.startswith("printkit.layout.boxes.")}

    assert boxes <= {"printkit.layout.boxes.box"}


def test_validate_loads_no_drawing_yaml_or_font_library() -> None:
    record = "printkit/samples/attribute/whole-4.jsonl"

    assert loaded_by("validate", "--json", record) & {*HEAVY, "rich"} == set()


@pytest.mark.parametrize(
    ("format_", "unneeded"),
    [
        ("pdf", {"svgwrite", "pypdfium2", "pydantic", "rich", "ssl"}),
        ("svg", {"reportlab", "pypdfium2", "PIL", "pydantic", "rich"}),
        ("png", {"svgwrite", "pydantic", "rich", "ssl"}),
    ],
)
def test_build_loads_only_the_backend_of_its_format(
    format_: str, unneeded: set[str], tmp_path: Path
) -> None:
    out = ("--format", format_, "--dpi", "30", "--out", str(tmp_path), "--quiet")
    assert loaded_by("build", "attribute/score-pad", *out) & unneeded == set()
