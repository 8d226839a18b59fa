"""`printkit` without a command, at a real terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from printkit.cli.wizard import ask_and_build
from tests.running import PATIENCE_S, until

pty = pytest.importorskip("pty", reason="this needs a pseudo-terminal")

if TYPE_CHECKING:
    from tests.cli.terminal import Terminal

ROOT = Path(__file__).parents[2]
PROMPT = "] > "


class Talk(NamedTuple):
    """What was shown, and how it ended."""

    shown: str
    code: int


def answer_prompts(
    folder: Path,
    *answers: str | None,
    language: str = "en_GB.UTF-8",
    arguments: str = "",
    root: Path = ROOT,
    is_first: bool = False,
) -> Talk:
    """Answer one prompt after another; None presses Ctrl-C.

    Unless it `is_first`, what is asked only once has been answered before.
    """
    config = folder.with_name(f"{folder.name}-config")
    preferences = config / "printkit" / "config.yaml"
    if not (is_first or preferences.exists()):
        preferences.parent.mkdir(parents=True)
        preferences.write_text("theme: colour\n")
    ours, theirs = pty.openpty()
    keep = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    more = {
        "DISPLAY": ":0",
        "XDG_CONFIG_HOME": str(config),
        "PRINTKIT_PAPER": "a4",
        "LC_ALL": language,
    }
    command = [sys.executable, "-X", "utf8", "-m", "printkit", *arguments.split()]
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**keep, **more, "PYTHONPATH": str(root), "TERM": "dumb"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    lost = threading.Timer(PATIENCE_S, process.kill)  # a question too many must not hang
    lost.start()
    shown = ""
    for answer in answers:
        shown += _until_prompt(ours)
        if answer is None:
            _interrupt(process)
        else:
            os.write(ours, f"{answer}\n".encode())
    shown += _rest(ours)
    os.close(ours)
    lost.cancel()
    return Talk(shown.replace("\r\n", "\n"), process.wait())


def _interrupt(process: subprocess.Popen[bytes]) -> None:
    """Press Ctrl-C, again if it came before the program waited for an answer."""
    while process.poll() is None:
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(1)


def _until_prompt(terminal: int) -> str:
    data = b""
    while not data.decode(errors="replace").endswith(PROMPT):
        data += os.read(terminal, 4096)
    return data.decode()


def _rest(terminal: int) -> str:
    data = b""
    while True:
        try:
            more = os.read(terminal, 4096)
        except OSError:  # Linux says so when the other end is closed
            more = b""
        if not more:
            return data.decode()
        data += more


def built_files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("output/*"))


def test_answers_build_a_kit_and_show_the_equivalent_command(tmp_path: Path) -> None:
    shown, code = answer_prompts(tmp_path, "attri", "Ann; Ben; Zoë", "1", "save")

    assert code == 0
    assert ["attribute-3p-ABZ.pdf"] == built_files(tmp_path)
    assert "  3 players: Ann | Ben | Zoë\n" in shown
    assert "Next time: printkit build attribute --names 'Ann,Ben,Zoë'" == shown.splitlines()[-1]


def test_another_game_gets_a_pad_of_rows_or_rounds(tmp_path: Path) -> None:
    answers = (
        "another game",
        "?",
        "back",
        "another game",
        "Catna",
        "?",
        "back",
        "Catan",
        "Roads, Cities=x",
        "Roads, Cities=2",
        "back",
        "Roads, Cities=2",
        "2",
        "Ann, Ben",
        "back",
        "back",
        "2",
        "Ann, Ben",
        "save",
    )
    shown, code = answer_prompts(tmp_path, *answers)

    assert code == 0
    assert "the row 'Cities' can't count x each" in shown
    assert "Type its name. For example: Catan\n" in shown
    assert "Type rows separated by commas, or a number of rounds. For example: Roads" in shown
    assert [2, 3] == [shown.count("Which game?"), shown.count("Who wins?")]
    assert ["catan-pad-2p-AB.pdf"] == built_files(tmp_path)
    expected = "printkit pad Catan --rows 'Roads, Cities=2' --lowest-wins --names Ann,Ben"
    assert f"Next time: {expected}" == shown.splitlines()[-1]


def test_a_game_on_the_shelf_needs_no_more_than_its_name(tmp_path: Path) -> None:
    shown, code = answer_prompts(tmp_path, "another game", "bowling", "2", "save")

    assert code == 0
    assert ["bowling-pad-2p.pdf"] == built_files(tmp_path)
    assert "Next time: printkit pad bowling -p 2" == shown.splitlines()[-1]


def test_enter_takes_the_default_and_the_last_guests_are_offered(tmp_path: Path) -> None:
    answer_prompts(tmp_path, "5", "Ann,Ben", "3,4", "")
    shown, code = answer_prompts(tmp_path, "", "", "", "", language="de_DE.UTF-8")

    assert code == 0
    assert "Welches Spiel?" in shown
    assert "  2  Attribut\n" in shown
    assert "[Wolle] > " in shown
    assert "Dieselben wie beim letzten Mal? Ann | Ben\n[ja] > " in shown
    assert "Nächstes Mal: printkit build wolle --names Ann,Ben\n" in shown
    kit = "wolle-2p-AB-de.pdf"
    assert [kit, "wolle-setup-card-wolle-sheet-2p-AB.pdf"] == built_files(tmp_path)


def test_declining_the_last_guests_asks_for_names(tmp_path: Path) -> None:
    answer_prompts(tmp_path, "wolle", '"Bo, Jr.", Ann', "2", "")
    shown, _ = answer_prompts(tmp_path, "", "n", "Cy,Di", "2", "")

    assert "The same as last time? Bo, Jr. | Ann\n" in shown
    assert "wolle-player-aid-2p-CD.pdf" in built_files(tmp_path)


def test_guests_that_dont_fit_the_game_are_not_offered(tmp_path: Path) -> None:
    answer_prompts(tmp_path, "wolle", "Ann,Ben", "2", "")
    shown, _ = answer_prompts(tmp_path, "attribute", "3", "2", "")

    assert "last time" not in shown


def test_several_games_can_be_chosen_at_once(tmp_path: Path) -> None:
    shown, code = answer_prompts(tmp_path, "wolle and 2", "3", "", "")

    assert code == 0
    assert "  7  Attribute – Score pad\n" in shown
    assert ["wolle-attribute-3p.pdf"] == built_files(tmp_path)


def test_a_misspelt_answer_gets_a_suggestion_that_enter_accepts(tmp_path: Path) -> None:
    shown, code = answer_prompts(tmp_path, "wole", "", "2", "setup crad", "", "")

    assert code == 0
    assert "  Did you mean Wolle?\n[Wolle] > " in shown
    assert "  Did you mean Setup card?\n[Setup card] > " in shown
    assert ["wolle-setup-card-2p.pdf"] == built_files(tmp_path)


def test_ambiguous_names_are_confirmed(tmp_path: Path) -> None:
    answers = ("attribute", "Ann, Tim and Tina", "?", "no", 'Ann, Ben, "Tim and Tina"', "score", "")
    shown, code = answer_prompts(tmp_path, *answers)

    assert code == 0
    assert "  3 players: Ann | Tim | Tina\n  Is that right? [yes] > " in shown
    assert "Ctrl-D stops.\n  Is that right? [yes] > " in shown
    assert "  3 players: Ann | Ben | Tim and Tina\n" in shown
    assert "--names 'Ann,Ben,\"Tim and Tina\"'" in shown


@pytest.mark.parametrize(
    ("system", "asked"),
    [({}, True), ({"LANG": "en_US.UTF-8"}, False), ({"PAPERSIZE": "a4"}, False)],
)
def test_the_paper_is_asked_for_once_and_only_if_unknown(
    system: dict[str, str], asked: bool, printkit: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("PRINTKIT_PAPER", "PAPERSIZE", "LC_ALL", "LC_PAPER", "LANG"):
        printkit.monkeypatch.delenv(name, raising=False)
    for name, value in system.items():
        printkit.monkeypatch.setenv(name, value)
    printkit.monkeypatch.setattr("printkit.core.paper.SYSTEM_FILE", Path("nowhere"))
    printkit.monkeypatch.setenv("XDG_CONFIG_HOME", str(printkit.folder / "config"))
    printkit.monkeypatch.setenv("PRINTKIT_LANG", "en")
    answers = ["wolle", "2", "player aid", *(["letter"] if asked else []), "mono", "save"]
    again = ["", "2", "player aid", "save"]
    printkit.monkeypatch.setattr("sys.stdin", StringIO("\n".join([*answers, *again, ""])))

    assert ask_and_build("en")
    assert ask_and_build("en")
    assert int(asked) == capsys.readouterr().out.count("Which paper is in your printer?")


def test_the_file_is_opened_if_that_is_the_last_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer = tmp_path / "xdg-open"
    viewer.write_text('#!/bin/sh\necho "$1" > opened.part && mv opened.part opened.txt\n')
    viewer.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")

    shown, code = answer_prompts(tmp_path, "wolle", "2", "2", "open")

    assert code == 0
    until((tmp_path / "opened.txt").exists)
    expected = tmp_path / "output" / "wolle-player-aid-2p.pdf"
    assert f"{expected}\n" == (tmp_path / "opened.txt").read_text()
    assert "Next time: printkit build wolle/player-aid -p 2 --open" == shown.splitlines()[-1]


def test_an_invalid_answer_is_asked_for_again(tmp_path: Path) -> None:
    answers = ("chess", "2", "Ann,Ben", "Ann,Ann,Ben", "", "9", "s", "score", "")
    shown, code = answer_prompts(tmp_path, *answers, arguments="--lang EN", language="de_DE.UTF-8")

    assert code == 0
    assert 3 == shown.count("  Enter numbers or names from the list.\n")
    assert "  2 players: Ann | Ben\n  Attribute is for 3 to 8 players.\n" in shown
    assert "  'Ann' appears twice\n" in shown
    assert ["attribute-score-pad-4p.pdf"] == built_files(tmp_path)


def test_a_refused_name_is_explained_in_the_language_of_the_questions(tmp_path: Path) -> None:
    shown, code = answer_prompts(tmp_path, "wolle", "Ann,Ann", "2", "2", "", language="de_DE.UTF-8")

    assert code == 0
    assert "  „Ann“ kommt zweimal vor\n" in shown


@pytest.mark.parametrize("before", [(), ("2",), ("2", "Ann,Ben,Cleo"), ("2", "4", "1")])
def test_ctrl_c_at_any_question_leaves_no_files(tmp_path: Path, before: tuple[str, ...]) -> None:
    shown, code = answer_prompts(tmp_path, *before, None)

    assert code == 130
    assert "Traceback" not in shown
    assert [] == list(tmp_path.iterdir())


def test_without_a_terminal_help_is_shown(printkit: Terminal) -> None:
    shown = printkit()

    assert (2, "") == (shown.code, shown.err)
    assert printkit("--help").out == shown.out


def test_lang_before_a_command_is_refused(printkit: Terminal) -> None:
    expected = "error: put --lang after the command\nhint: write: printkit build … --lang de\n"

    assert (2, "", expected) == printkit("--lang", "de", "build", "wolle")


def test_what_hardly_changes_is_asked_once_and_remembered(tmp_path: Path) -> None:
    first, code = answer_prompts(
        tmp_path, "wolle", "2", "player aid", "mono", "deutsch", "", language="C", is_first=True
    )
    second, again = answer_prompts(tmp_path, "wolle", "2", "Spielhilfe", "", language="C")

    assert (code, again) == (0, 0)
    assert "How should your sheets look? (asked only once)\n" in first
    assert "Which language should your sheets have? (asked only once)\n" in first
    assert "Welches Spiel?" in second
    assert "Black" not in second
    assert "wolle-player-aid-2p-mono-de.pdf" in built_files(tmp_path)


def test_back_returns_to_the_question_before(tmp_path: Path) -> None:
    answers = ("back", "wolle", "back", "attribute", "Ann,Ben,Cleo", "back", "4", "score", "")
    shown, code = answer_prompts(tmp_path, *answers)

    assert code == 0
    assert "  This is the first question.\n" in shown
    assert 3 == shown.count("Which game?")
    assert ["attribute-score-pad-4p.pdf"] == built_files(tmp_path)


def test_back_and_help_are_understood_in_the_language_of_the_questions(tmp_path: Path) -> None:
    answers = ("wolle", "zurück", "?", "", "?", "2", "", "")
    shown, code = answer_prompts(tmp_path, *answers, language="de_DE.UTF-8")

    assert code == 0
    assert 2 == shown.count("Welches Spiel?")
    assert "Gib Namen ein oder wie viele mitspielen. Zum Beispiel: Ann, Ben, Cleo\n" in shown
    assert "zurück führt zur vorigen Frage" in shown


def test_a_refusal_comes_with_an_example(tmp_path: Path) -> None:
    shown, _ = answer_prompts(tmp_path, "xyzzy", "wolle", "Ann,,Ben", "2", "", "")

    assert "  Enter numbers or names from the list.\n  For example: 1, 3\n" in shown
    assert "  For example: Ann, Ben, Cleo\n" in shown


def test_ctrl_d_says_goodbye(tmp_path: Path) -> None:
    shown, code = answer_prompts(tmp_path, "wolle", "\x04")

    assert code == 1
    assert "Goodbye. Nothing was printed.\n" in shown
    assert [] == built_files(tmp_path)


def test_a_list_of_tables_asks_what_to_build(tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text('table,names\n1,"Ann,Ben,Cleo"\n')
    answers = ("another game", "attribute", "setup card")
    shown, code = answer_prompts(tmp_path, *answers, arguments="batch players.csv")

    assert code == 0
    assert "Another game" not in shown.replace("> another game", "")
    assert "attribute-setup-card-3p-table-1.pdf" in built_files(tmp_path)
