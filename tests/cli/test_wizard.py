"""`printkit` without a command: three questions at a real terminal, and what becomes of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

pty = pytest.importorskip("pty", reason="this needs a pseudo-terminal")

if TYPE_CHECKING:
    from tests.cli.terminal import Terminal

ROOT = Path(__file__).parents[2]
PROMPT = "] > "


class Talk(NamedTuple):
    """What was shown, and how it ended."""

    shown: str
    code: int


def talk(
    folder: Path,
    *answers: str | None,
    language: str = "C",
    arguments: str = "",
    root: Path = ROOT,
) -> Talk:
    """Answers one prompt after the other; None presses Ctrl-C instead."""
    ours, theirs = pty.openpty()
    keep = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    more = {"XDG_CONFIG_HOME": str(folder / "config"), "PRINTKIT_PAPER": "a4", "LC_ALL": language}
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
    shown = ""
    for answer in answers:
        shown += _until_prompt(ours)
        if answer is None:
            _interrupt(process)
        else:
            os.write(ours, f"{answer}\n".encode())
    shown += _rest(ours)
    os.close(ours)
    return Talk(shown.replace("\r\n", "\n"), process.wait())


def _interrupt(process: subprocess.Popen[bytes]) -> None:
    """Presses Ctrl-C, again if it came just before the program waited for an answer."""
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


def made(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("output/*"))


def test_three_answers_make_a_kit_and_the_command_that_would_have_done_it(tmp_path: Path) -> None:
    shown, code = talk(tmp_path, "attri", "Ann; Ben; Zoë", "1")

    assert code == 0
    assert ["attribute-3p-ABZ.pdf"] == made(tmp_path)
    assert "Next time: printkit build attribute --names 'Ann,Ben,Zoë'" == shown.splitlines()[-1]


def test_enter_takes_the_usual_and_names_are_offered_again(tmp_path: Path) -> None:
    talk(tmp_path, "5", "Ann,Ben", "3,4")
    shown, code = talk(tmp_path, "", "", "", language="de_DE.UTF-8")

    assert code == 0
    assert "Welches Spiel?" in shown
    assert "  2  Attribut\n" in shown
    assert "[Wolle] > " in shown
    assert "[Ann, Ben] > " in shown
    assert "Nächstes Mal: printkit build wolle --names Ann,Ben\n" in shown
    kit = "wolle-2p-AB-de.pdf"
    assert [kit, "wolle-setup-card-wolle-sheet-2p-AB.pdf"] == made(tmp_path)


def test_an_answer_that_cannot_be_is_asked_for_again(tmp_path: Path) -> None:
    answers = ("chess", "2", "Ann,Ben", "Ann,Ann,Ben", "", "9", "s", "score")
    shown, code = talk(tmp_path, *answers, arguments="--lang EN", language="de_DE.UTF-8")

    assert code == 0
    assert "  Enter a number from the list, or a name.\n" in shown
    assert "  Attribute is for 3 to 8 players.\n" in shown
    assert "  the name 'Ann' is there twice\n" in shown
    assert "  Enter numbers from the list, separated by commas.\n" in shown
    assert ["attribute-score-pad-4p.pdf"] == made(tmp_path)


@pytest.mark.parametrize("before", [(), ("2",), ("2", "Ann,Ben,Cleo")])
def test_ctrl_c_at_any_question_leaves_nothing(tmp_path: Path, before: tuple[str, ...]) -> None:
    shown, code = talk(tmp_path, *before, None)

    assert code == 130
    assert "Traceback" not in shown
    assert [] == list(tmp_path.iterdir())


def test_without_a_terminal_there_is_help(printkit: Terminal) -> None:
    shown = printkit()

    assert (2, "") == (shown.code, shown.err)
    assert printkit("--help").out == shown.out


def test_the_language_of_questions_does_not_belong_before_a_command(printkit: Terminal) -> None:
    expected = "error: --lang belongs behind the command\nhint: printkit build … --lang de\n"

    assert (2, "", expected) == printkit("--lang", "de", "build", "wolle")
