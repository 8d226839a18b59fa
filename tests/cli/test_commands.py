"""printkit list, check, new, schema; --help of every command; shell completion."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from printkit import __version__
from printkit.checking import CheckResult, in_pairs
from printkit.cli import commands
from printkit.cli.commands import load_command
from printkit.cli.output import progress
from printkit.cli.parameters import completer
from printkit.core.languages import languages
from printkit.games import game_ids
from printkit.layout.language.loading import shipped_games, shipped_results, shipped_sheets
from printkit.request.options import OPTIONS
from tests.running import PATIENCE_S

if TYPE_CHECKING:
    from tests.cli.terminal import Terminal

PAD = "attribute/score-pad"
COMMANDS: dict[str, Any] = {name: load_command(name) for name in commands.COMMANDS}
FITS = f"fits, in all {2 * (2 + len(languages()))} combinations"  # papers, themes and languages
SMALL = "sheet: mine/x\ntitle: X\nbody: [a]\n"
BAD = "sheet: mine/x\ntitle: X\nbody:\n  - {icon: shep}\n  - {text: a, width: 200mm}\n"


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


def test_list_shows_games_sheets_and_next_commands(printkit: Terminal) -> None:
    shown = printkit("list")

    assert (0, "") == (shown.code, shown.err)
    heading = f"Attribute, 3 to 8 players (from printkit-games {__version__})\n"
    assert f"{heading}  everything: printkit build attribute -p 4\n" in shown.out
    assert [] == [name for name in shipped_sheets() if f"  {name} " not in shown.out]
    assert "--set" not in shown.out
    assert shown.out.splitlines()[-1].endswith("printkit build reference")


def test_list_of_a_game_shows_its_options_with_their_defaults(printkit: Terminal) -> None:
    shown = printkit("list", "attribute")

    assert "--set size=auto|full|half  " in shown.out
    assert "  variants: base, bsw\n" in shown.out
    assert shown.out.count(" players (from ") == 1


def test_list_of_a_layout_file_shows_its_options(printkit: Terminal) -> None:
    printkit.write(
        "mine.yaml",
        "sheet: mine/x\ntitle: X\nsummary: Mine.\nplayers: 1\noptions:\n"
        "  many: {type: int, default: 1, help: how many}\n"
        "  none: {type: int}\n"
        "  loud: {type: bool, default: true, help: shout}\n"
        "  name: {type: text, default: Ann}\nbody: [a]\n",
    )
    shown = printkit("list", "mine.yaml")

    assert (0, "") == (shown.code, shown.err)
    assert shown.out.startswith("X, 1 player\n  mine.yaml  Mine.\n")
    assert [
        "--set many=N  how many [1]",
        "--set none=N   [0]",
        "--set loud=true|false  shout [true]",
        "--set name=TEXT   [Ann]",
    ] == [line.strip() for line in shown.out.splitlines() if "--set" in line]


def test_list_as_json_is_one_document(printkit: Terminal) -> None:
    games = printkit("list", "--json").json()["games"]
    attribute = next(game for game in games if game["id"] == "attribute")
    pad = next(sheet for sheet in attribute["sheets"] if sheet["id"] == "attribute/score-pad")

    assert list(shipped_games()) == [game["id"] for game in games]
    assert {"min": 3, "max": 8} == attribute["players"]
    assert ["base", "bsw"] == attribute["variants"]
    assert ["size"] == [option["name"] for option in pad["options"]]
    assert ["auto", "full", "half"] == pad["options"][0]["choices"]


def test_list_of_an_unknown_game_is_a_usage_error(printkit: Terminal) -> None:
    assert (
        2,
        "",
        "error: unknown game 'atribute'\nhint: did you mean 'attribute'?\n",
    ) == printkit("list", "atribute")


def test_check_says_how_many_combinations_fit(printkit: Terminal) -> None:
    printkit.write("mine.yaml", SMALL)

    assert (0, f"mine.yaml: {FITS}\n", "") == printkit("check", "mine.yaml")
    assert (0, "", "") == printkit("check", "mine.yaml", "--quiet")


def test_large_sets_of_combinations_are_covered_pairwise(
    printkit: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printkit.checking.MOST_OF_ALL", 10)
    printkit.write("mine.yaml", SMALL)
    looks = 2 + len(languages())
    tried = [*in_pairs("ab", range(5), "xyz", (1,))]

    assert {(a, b) for a, b, _, _ in tried} == set(product("ab", range(5)))
    assert {(b, c) for _, b, c, _ in tried} == set(product(range(5), "xyz"))
    assert len(tried) < len([*product("ab", range(5), "xyz")])
    assert printkit("check", "mine.yaml").out == (
        f"mine.yaml: fits, in {2 * looks} combinations that cover every pair of choices\n"
    )


def test_check_reports_every_problem_and_continues_with_the_next_layout(
    printkit: Terminal,
) -> None:
    printkit.write("bad.yaml", BAD)
    printkit.write("good.yaml", SMALL)
    shown = printkit("check", "bad.yaml", "gone.yaml", "good.yaml")

    assert (1, f"good.yaml: {FITS}\n") == (shown.code, shown.out)
    assert [
        "bad.yaml:4:12: error: unknown icon 'shep'",
        "bad.yaml:5:5: error: this doesn't fit: it needs 10 mm more",
        "gone.yaml: error: cannot read this file: No such file or directory",
    ] == [line for line in shown.err.splitlines() if " error: " in line]
    assert {"bad.yaml", "good.yaml"} == {path.name for path in printkit.folder.iterdir()}


def test_check_names_the_combination_in_which_something_does_not_fit(printkit: Terminal) -> None:
    printkit.write(
        "mine.yaml",
        "sheet: mine/x\ntitle: X\nplayers: 1-3\n"
        "body:\n  - {for: p in players, box: [], height: 90mm}\n",
    )
    shown = printkit("check", "mine.yaml")

    assert "hint: with 3 players, letter, colour, " in shown.err


def test_check_as_json_is_one_document_whatever_happens(printkit: Terminal) -> None:
    printkit.write("bad.yaml", BAD)
    shown = printkit("check", "bad.yaml", "gone.yaml", "--json")
    document = shown.json()
    bad, gone = document["layouts"]

    assert (1, "") == (shown.code, shown.err)
    assert (False, False, False) == (document["ok"], bad["ok"], gone["ok"])
    assert {
        "file": "bad.yaml",
        "line": 4,
        "column": 12,
        "message": "unknown icon 'shep'",
        "hint": "did you mean 'sheep'?",
    } == bad["problems"][0]
    assert ["gone.yaml"] == [problem["file"] for problem in gone["problems"]]


def test_check_of_a_game_checks_its_sheets(
    printkit: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printkit.checking.check_layout", lambda _target: CheckResult((), 1, "all"))
    shown = printkit("check", "attribute", "attribute/score-pad")

    assert [
        f"{name}: fits, in all 1 combinations"
        for name in shipped_sheets()
        if name.startswith("attribute/")
    ] == shown.out.splitlines()


def test_check_of_an_unknown_layout_is_a_usage_error(printkit: Terminal) -> None:
    assert (
        2,
        "",
        "error: unknown sheet or game 'atribute'\nhint: did you mean 'attribute'?\n",
    ) == printkit("check", "atribute")


def test_check_of_a_part_says_that_it_is_a_part(printkit: Terminal) -> None:
    printkit.write("mine.yaml", "part: mine\nbody: [a]\n")

    assert (
        "mine.yaml:1:1: error: this is a part, where a layout is needed\n"
        in printkit("check", "mine.yaml").err
    )


def test_new_writes_a_starter_that_builds_and_fits(printkit: Terminal) -> None:
    shown = printkit("new", "dice-night")

    assert (0, "") == (shown.code, shown.err)
    assert "Wrote dice-night.yaml." in shown.out
    assert 0 == printkit("build", "dice-night.yaml", "-p", 4).code
    assert 0 == printkit("build", "dice-night.yaml", "--set", "bonus=false").code
    assert 0 == printkit("check", "dice-night.yaml", "-q").code
    assert "{name}" not in (printkit.folder / "dice-night.yaml").read_text()


def test_new_never_overwrites_a_file(printkit: Terminal) -> None:
    path = printkit.write("mine.yaml", "mine")
    (printkit.folder / "loose.yaml").symlink_to("nowhere")
    expected = "error: file already exists; not changed\n"

    assert (1, "", f"mine.yaml: {expected}") == printkit("new", "mine")
    assert (1, "", f"loose.yaml: {expected}") == printkit("new", "loose.yaml")
    assert "mine" == path.read_text()


@pytest.mark.parametrize("name", ["Dice Night", "../x", "/tmp/x", "x" * 60, "", "a.b", "-x"])
def test_new_refuses_an_invalid_name(printkit: Terminal, name: str) -> None:
    shown = printkit("new", "--", name)

    assert (2, "") == (shown.code, shown.out)
    assert [] == list(printkit.folder.iterdir())


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


def at_a_terminal(*arguments: str, folder: Path, stream: str = "stderr", **environment: str) -> str:
    """Return what `printkit` writes to a stream that is a terminal; the others go nowhere."""
    pty = pytest.importorskip("pty", reason="this needs a pseudo-terminal")
    ours, theirs = pty.openpty()
    keep = {"PATH": os.environ["PATH"], "PYTHONPATH": str(Path(__file__).parents[2])}
    process = subprocess.Popen(
        [sys.executable, "-m", "printkit", *arguments],
        cwd=folder,
        env={**keep, "TERM": "xterm", **environment},
        **{"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: theirs},
    )
    os.close(theirs)
    process.wait()
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    return shown.replace("\r\n", "\n")


def test_errors_have_colours_on_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("sheet: mine/x\ntitle: X\nbody:\n  - {icon: shep}\n")
    shown = at_a_terminal("build", "mine.yaml", folder=tmp_path)

    assert "\x1b[1mmine.yaml:4:12:\x1b[0m \x1b[31m\x1b[1merror:\x1b[0m" in shown
    assert "\x1b[36m\x1b[1mhint:\x1b[0m did you mean 'sheep'?\n" in shown


@pytest.mark.parametrize("more", [(), ("--explain",)])
def test_validate_prints_errors_in_colour_on_a_terminal(
    tmp_path: Path, more: tuple[str, ...]
) -> None:
    (tmp_path / "x.jsonl").write_text("no record\n")
    command = ("validate", "x.jsonl", *more)

    shown = at_a_terminal(*command, folder=tmp_path, stream="stdout")
    plain = at_a_terminal(*command, folder=tmp_path, stream="stdout", NO_COLOR="1")

    start = "\x1b[1mx.jsonl:1:\x1b[0m \x1b[31m\x1b[1merror:\x1b[0m \x1b[1mthe line is not JSON: "
    assert shown.startswith(start)
    assert plain.startswith("x.jsonl:1: error: the line is not JSON: ")


def test_preflight_prints_errors_in_colour_on_a_terminal(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "x.pdf"))
    canvas.drawString(100, 100, "Hello")  # in Helvetica, which isn't embedded
    canvas.save()

    shown = at_a_terminal("preflight", "x.pdf", folder=tmp_path, stream="stdout")
    plain = at_a_terminal("preflight", "x.pdf", folder=tmp_path, stream="stdout", NO_COLOR="1")

    assert "  \x1b[31m\x1b[1merror:\x1b[0m page 1" in shown
    assert "  error: page 1" in plain
    assert "\x1b" not in plain


@pytest.mark.parametrize("variable", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_errors_have_no_colour_with_no_color_or_a_dumb_terminal(
    tmp_path: Path, variable: dict[str, str]
) -> None:
    shown = at_a_terminal("build", "atribute", folder=tmp_path, **variable)

    assert "error: unknown sheet or game 'atribute'\nhint: did you mean 'attribute'?\n" == shown


def test_a_closed_pipe_gives_no_traceback(tmp_path: Path) -> None:
    command = f"{sys.executable} -m printkit schema | head -n 1"
    run = subprocess.run(
        ["sh", "-c", command],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert ("{\n", "") == (run.stdout, run.stderr)


def test_a_progress_bar_appears_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[int] = []
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("rich.progress.Progress.start", lambda _bar: shown.append(1))
    with progress("building", after_s=PATIENCE_S) as told:
        told(1, 9)
    assert [] == shown
    with progress("building", after_s=0.01) as told:
        time.sleep(0.02)
        told(1, 9)
    assert [1] == shown
