"""Commands load nothing heavy that they do not need."""

from __future__ import annotations

import json
import sys
from functools import cache
from typing import TYPE_CHECKING

import pytest

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


@pytest.mark.parametrize(
    "command", ["list --json", "build wolle cattitude attribute attacke swipsheep --seed 1"]
)
def test_what_prints_loads_no_rules(command: str, tmp_path: Path) -> None:
    out = ("--out", str(tmp_path), "--quiet") if "build" in command else ()
    judging = {"printkit.rules.game", "printkit.rules.judge", "printkit.rules.speech"}

    assert loaded_by(*command.split(), *out) & judging == set()


def test_help_loads_no_drawing_yaml_or_font_library() -> None:
    assert loaded_by("--help") & HEAVY == set()


def test_help_of_a_command_loads_none_either() -> None:
    assert loaded_by("build", "--help") & HEAVY == set()


def test_version_loads_none_either_and_no_rich() -> None:
    assert loaded_by("--version") & {*HEAVY, "rich"} == set()


def test_list_reads_layouts_and_draws_nothing() -> None:
    assert loaded_by("list", "--json") & {*DRAWING, "rich"} == set()


def test_validate_needs_the_rules_alone() -> None:
    record = "printkit/samples/attribute/whole-4.jsonl"
    beside = {
        f"printkit.games.attribute.{room}" for room in ("dealer", "facts", "spoken", "written")
    }

    assert loaded_by("validate", "--json", record) & {*HEAVY, *beside, "rich"} == set()


@pytest.mark.parametrize(
    ("format_", "unneeded"),
    [
        ("pdf", {"svgwrite", "pypdfium2", "pydantic", "rich", "ssl", "PIL._imaging"}),
        (
            "svg",
            {"reportlab", "pypdfium2", "PIL", "pydantic", "rich", "ssl", "svgwrite.data.types"},
        ),
        ("png", {"svgwrite", "pydantic", "rich", "ssl", "PIL._imaging"}),
    ],
)
def test_build_loads_only_the_backend_of_its_format(
    format_: str, unneeded: set[str], tmp_path: Path
) -> None:
    out = ("--format", format_, "--dpi", "30", "--out", str(tmp_path), "--quiet")
    assert loaded_by("build", "attribute/score-pad", *out) & unneeded == set()


def test_what_was_read_before_is_not_parsed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTKIT_CACHE", str(tmp_path / "cache"))
    pad = ("build", "attribute/score-pad", "--quiet", "--out", str(tmp_path))

    first, again = (loaded_by.__wrapped__(*pad) for _ in range(2))

    assert {"yaml"} == first & {"yaml"}
    assert set() == again & {"yaml"}
