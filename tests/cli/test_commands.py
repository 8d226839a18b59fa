"""All commands: their help, shell completion, and printkit as a process."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from printkit import __version__
from printkit.cli import commands
from printkit.cli.commands import load_command
from printkit.cli.parameters import completer
from printkit.games import game_ids
from printkit.layout.language.loading import shipped_results, shipped_sheets
from printkit.request.options import OPTIONS

if TYPE_CHECKING:
    from tests.cli.terminal import Terminal

PAD = "attribute/score-pad"
COMMANDS: dict[str, Any] = {name: load_command(name) for name in commands.COMMANDS}


def real(*arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m printkit` in a separate process."""
    keep = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    root = str(Path(__file__).parents[2])
    return subprocess.run(
        [sys.executable, "-m", "printkit", *arguments],
        cwd=folder,
        env={**keep, "PYTHONPATH": root, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("word", "meant"),
    [("wolle", "wolle"), ("Wolle", "wolle"), (PAD, PAD), ("mine.yaml", "mine.yaml")],
)
def test_a_target_used_as_a_command_gets_the_build_command(
    printkit: Terminal, word: str, meant: str
) -> None:
    expected = f"error: unknown command '{word}'\nhint: did you mean: printkit build {meant} -p 4\n"

    assert (2, "", expected) == printkit(word, "-p", 4)


def test_schema_prints_a_json_schema(printkit: Terminal) -> None:
    shown = printkit("schema")

    assert (0, "") == (shown.code, shown.err)
    assert "printkit layout" == shown.json()["title"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_fits_80_columns_and_shows_an_example(printkit: Terminal, command: str) -> None:
    shown = printkit(command, "--help")

    assert (0, "") == (shown.code, shown.err)
    assert [] == [line for line in shown.out.splitlines() if len(line) > 80]
    assert f"printkit {command} " in shown.out.split("╰")[-1] + shown.out.split("Example")[-1]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_explains_every_option(command: str) -> None:
    parameters = COMMANDS[command].params

    assert [] == [each.name for each in parameters if not getattr(each, "help", "")]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_an_option_is_a_phrase_that_ends_with_its_default(
    printkit: Terminal, command: str
) -> None:
    texts = [each.help for each in COMMANDS[command].params]

    assert [] == [text for text in texts if text.endswith(".") or re.search("[;.,] else ", text)]
    assert [] == [text for text in texts if "default:" in text and not text.endswith(")")]
    assert "[default" not in printkit(command, "--help").out


def test_help_of_build_shows_its_options_in_panels(printkit: Terminal) -> None:
    shown = printkit("build", "--help").out

    assert re.findall("╭─ ([A-Za-z ]+) ─", shown) == [
        "Arguments",
        "What to print",
        "On the sheets",
        "Paper and printing",
        "Saved settings",
        "Output",
    ]
    assert shown.index("--players") < shown.index("--names") < shown.index("--seed")


def test_help_lists_every_command(printkit: Terminal) -> None:
    shown = printkit("--help")

    assert 0 == shown.code
    assert [] == [name for name in COMMANDS if not re.search(rf"│ {name}\s", shown.out)]
    assert shown.out == printkit("-h").out


def test_version_is_printed_and_an_unknown_command_refused(printkit: Terminal) -> None:
    assert (0, f"printkit {__version__}\n", "") == printkit("--version")
    assert 2 == printkit("frob").code


def test_shells_complete_targets_games_papers_themes_languages_and_formats() -> None:
    assert [
        "attribute",
        *(n for n in (*shipped_sheets(), *shipped_results()) if n.startswith("attribute")),
    ] == (completed("target", "attri"))
    assert list(game_ids()) == completer(game_ids)("")
    assert ["letter"] == completed("paper", "let")
    assert ["ink-saver"] == completed("theme", "i")
    assert ["de"] == completed("lang", "d")
    assert ["pdf", "png"] == completed("format", "p")


def completed(name: str, incomplete: str) -> list[str]:
    """The completions for an option of `build`."""
    known = OPTIONS[name].known
    assert known is not None
    return completer(known)(incomplete)


def test_completion_works_in_a_real_shell(tmp_path: Path) -> None:
    words = {"COMP_WORDS": "printkit build attribute/s", "COMP_CWORD": "2"}
    run = subprocess.run(
        [Path(sys.executable).with_name("printkit")],
        env={**os.environ, **words, "_PRINTKIT_COMPLETE": "complete_bash"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ["attribute/score-pad", "attribute/setup-card"] == run.stdout.split()


def test_a_real_process_builds_in_any_folder_without_colour(tmp_path: Path) -> None:
    run = real("build", "attribute/setup-card", "--json", folder=tmp_path, NO_COLOR="1")

    assert (0, "") == (run.returncode, run.stderr)
    assert (tmp_path / json.loads(run.stdout)["files"][0]["path"]).is_file()


def test_an_error_in_a_real_process_has_no_traceback_and_no_colour(tmp_path: Path) -> None:
    run = real("build", "atribute", folder=tmp_path, NO_COLOR="1", FORCE_COLOR="1")

    assert (2, "") == (run.returncode, run.stdout)
    assert (
        "error: unknown sheet or game 'atribute'\nhint: did you mean 'attribute'?\n" == run.stderr
    )
