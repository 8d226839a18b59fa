"""printkit record, as it is run: from a file of answers, at a terminal, and killed."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.terminal import Shown, Terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parent.parent.parent
NAMES = ("--names", "Ann,Ben,Cleo,Dan")
PATIENCE_S = 30.0


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Shown]:
    """Run a command with these lines on standard input."""
    terminal = Terminal(monkeypatch, tmp_path)

    def one(*arguments: object, typed: str = "") -> Shown:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return terminal(*arguments)

    return one


def _events(file: Path) -> list[str]:
    rows = [json.loads(line) for line in file.read_text().splitlines() if line[0] != "#"]
    return [row["do"] for row in rows if "do" in row]


def test_answers_come_from_standard_input(run: Callable[..., Shown], tmp_path: Path) -> None:
    shown = run("record", "attribute", "f.jsonl", *NAMES, typed="dunghill\n+-+-\nb>a d>c\n")

    assert shown.code == 0
    assert "Ann 0   Ben 2 (+2)   Cleo 0   Dan 2 (+2)" in shown.out
    assert _events(tmp_path / "f.jsonl") == [
        "sheep", "topic", "play", "grab", "grab", "pass", "pass"
    ]  # fmt: skip
    assert run("validate", "f.jsonl").code == 0


def test_the_first_bad_answer_stops_with_its_line_and_keeps_earlier_ones(
    run: Callable[..., Shown], tmp_path: Path
) -> None:
    typed = "dunghill\n+-+-\nb>a d>c\nmoon\n++++\nb>b\nmore\n"
    shown = run("record", "attribute", "f.jsonl", *NAMES, typed=typed)

    assert shown.code == 1
    assert shown.err.splitlines() == [
        "standard input:6: error: Ben: players can't grab their own set [attribute.grab-own]",
        "hint: the rule: Players can't grab their own set.",
        "hint: everything before this line is kept",
    ]
    assert _events(tmp_path / "f.jsonl")[-3:] == ["sheep", "topic", "play"]


def test_the_dialogue_is_in_the_language_of_the_system(
    run: Callable[..., Shown], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    shown = run("record", "attribute", "f.jsonl", *NAMES, typed="?\nmoon\n+-+-\nb>b\n")

    assert "beliebige W\u00f6rter" in shown.out
    assert "Fehler: Ben: niemand kann das eigene Set schnappen [attribute.grab-own]" in shown.err
    assert "Hinweis: die Regel: Niemand schnappt das eigene Set." in shown.err


def test_the_same_command_continues_even_within_a_turn(
    run: Callable[..., Shown], tmp_path: Path
) -> None:
    command = ("record", "attribute", "f.jsonl", *NAMES)
    run(*command, typed="dunghill\n")
    half = (tmp_path / "f.jsonl").read_text()
    legal = run("validate", "f.jsonl").code
    run(*command, typed="+-+-\n\n")

    assert half.splitlines()[-1] == "# said: dunghill"
    assert legal == 0
    assert "#" not in (tmp_path / "f.jsonl").read_text()
    assert len(_events(tmp_path / "f.jsonl")) == 7


def test_a_new_record_has_its_date(run: Callable[..., Shown], tmp_path: Path) -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    run("record", "attribute", "f.jsonl", *NAMES)
    header = json.loads((tmp_path / "f.jsonl").read_text().splitlines()[0])
    assert before <= datetime.fromisoformat(header["date"]) <= datetime.now(UTC)


def test_a_question_mark_explains_even_the_first_question(
    run: Callable[..., Shown], tmp_path: Path
) -> None:
    shown = run("record", "attribute", "f.jsonl", typed="?\nAnn, Ben, Cleo\n")

    assert shown.code == 0
    assert "Ann, Ben, Cleo  players, in clockwise order" in shown.out
    assert (tmp_path / "f.jsonl").exists()


def test_two_players_of_the_same_name_are_refused_before_the_first_question(
    run: Callable[..., Shown], tmp_path: Path
) -> None:
    shown = run("record", "wolle", "f.jsonl", "--names", "Ann, Ann", typed="A-5BF65\n")

    assert shown.code == 2
    assert 'two players are called "Ann"' in shown.err
    assert list(tmp_path.iterdir()) == []


def test_undo_works_across_runs(run: Callable[..., Shown], tmp_path: Path) -> None:
    command = ("record", "attribute", "f.jsonl", *NAMES)
    run(*command)
    header = (tmp_path / "f.jsonl").read_bytes()
    run(*command, typed="dunghill\n+-+-\nb>a\nmoon\n")
    shown = run(*command, typed="undo\nundo\nundo\nundo\n")

    assert shown.code == 0
    assert (tmp_path / "f.jsonl").read_bytes() == header
    assert run(*command, typed="undo\n").code == 1


def test_a_finished_game_shows_the_ranking_and_the_print_command(
    run: Callable[..., Shown], tmp_path: Path
) -> None:
    run("simulate", "swipsheep", "-p", 3, "--games", 1, "--seed", "x", "--save", tmp_path)
    shown = run("record", "swipsheep", "swipsheep-3-base-1.jsonl")

    assert shown.code == 0
    assert 1 == shown.out.count("printkit build swipsheep --from-game swipsheep-3-base-1.jsonl")
    assert "1. " in shown.out
    assert "wins" in shown.out


def test_score_help_and_quit_are_commands(run: Callable[..., Shown], tmp_path: Path) -> None:
    typed = "score\n?\nquit\ndunghill\n"
    shown = run("record", "attribute", "f.jsonl", *NAMES, typed=typed)

    assert shown.code == 0
    assert "Round  Ann  Ben  Cleo  Dan" in shown.out
    assert "At any time:" in shown.out
    assert (tmp_path / "f.jsonl").read_text().count("\n") == 1


def test_the_default_file_is_named_after_game_and_day_and_never_overwritten(
    run: Callable[..., Shown], tmp_path: Path
) -> None:
    run("record", "attribute", *NAMES, typed="moon\n")
    run("record", "attribute", *NAMES, typed="+-+-\n")
    run("record", "attribute", "-p", 3)
    first, second = sorted(tmp_path.glob("attribute-*.jsonl"), key=lambda path: len(path.name))

    assert second.name == f"{first.stem}-2.jsonl"
    assert len(_events(first)) == 3
    assert _events(second) == []


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--names", "Ann,Ben,Cleo"), "f.jsonl is a game of Ann, Ben, Cleo, Dan"),
        (("--variant", "BSW"), "f.jsonl is a game in the variant base"),
        (("--set", "first=b"), "f.jsonl is a game with another 'first'"),
    ],
)
def test_a_record_of_another_game_is_not_continued(
    run: Callable[..., Shown], more: tuple[str, ...], said: str
) -> None:
    run("record", "attribute", "f.jsonl", *NAMES)
    shown = run("record", "attribute", "f.jsonl", *more)

    assert shown.code == 2
    assert shown.err.splitlines() == [
        f"error: {said}",
        "hint: to start another game, choose another file",
    ]


def test_mistakes_before_the_game_write_no_file(run: Callable[..., Shown], tmp_path: Path) -> None:
    for arguments, code in (
        (("record", "atribute"), 2),
        (("record", "attribute"), 2),
        (("record", "attribute", "--names", "Ann,Ben"), 2),
        (("record", "attribute", "--names", "Ann,,Ben"), 1),
        (("record", "attribute", "--names", "Ann,Ann,Ben"), 2),
        (("record", "attribute", "-p", 3, "--variant", "none"), 2),
        (("record", "attribute", "-p", 3, "--set", "second=Ann"), 2),
        (("record", "wolle", "-p", 2, "--set", "cups=A-22222"), 2),
        (("record", "wolle", "-p", 2, "--set", "board=gone.yaml"), 1),
        (("record", "swipsheep", "-p", 3, "--ruling", "swipsheep.defend=never"), 2),
    ):
        shown = run(*arguments)

        assert shown.code == code, (arguments, shown)
        assert len(shown.err.splitlines()) <= 3
    assert [*tmp_path.iterdir()] == []


def test_an_illegal_record_is_refused_at_its_line(
    run: Callable[..., Shown], tmp_path: Path
) -> None:
    (tmp_path / "f.jsonl").write_text(
        '{"printkit": 1, "game": "attribute", "players": ["A", "B", "C"]}\n{"do": "grap"}\n'
    )
    shown = run("record", "attribute", "f.jsonl")

    assert shown.code == 1
    assert shown.err.startswith("f.jsonl:2: error: unknown event")


def test_a_file_changed_by_another_program_is_not_overwritten(
    run: Callable[..., Shown], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Meddler(io.StringIO):
        def readline(self, *_: object) -> str:  # type: ignore[override]
            with (tmp_path / "f.jsonl").open("a") as file:
                file.write("# mine\n")
            return "dunghill\n"

    run("record", "attribute", "f.jsonl", *NAMES)
    monkeypatch.setattr(sys, "stdin", Meddler())
    shown = Terminal(monkeypatch, tmp_path)("record", "attribute", "f.jsonl")

    assert shown.code == 1
    assert "another program has changed this file" in shown.err
    assert (tmp_path / "f.jsonl").read_text().endswith("# mine\n")


def test_an_incomplete_last_line_is_dropped(run: Callable[..., Shown], tmp_path: Path) -> None:
    command = ("record", "attribute", "f.jsonl", *NAMES)
    run(*command, typed="dunghill\n+-+-\n")
    whole = (tmp_path / "f.jsonl").read_bytes()
    (tmp_path / "f.jsonl").write_bytes(whole + b'{"do": "pa')
    shown = run(*command)

    assert shown.code == 0
    assert (tmp_path / "f.jsonl").read_bytes() == whole


# Whole processes.


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "TERM": "dumb"}


@pytest.fixture
def process(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A record of Wolle that waits for its first answer."""
    command = ["record", "wolle", "w.jsonl", "--names", "Ann,Ben", "--variant", "no-cups"]
    running = subprocess.Popen(
        [sys.executable, "-m", "printkit", *command],
        cwd=tmp_path,
        env=_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    yield running
    running.kill()
    running.wait()
    assert running.stdin is not None
    running.stdin.close()


def _until(file: Path, text: str) -> None:
    """Wait until a file ends with this."""
    end = time.monotonic() + PATIENCE_S
    while not (file.exists() and file.read_text().endswith(text)):
        assert time.monotonic() < end, file.read_text() if file.exists() else "no file"
        time.sleep(0.01)


def test_killing_the_process_loses_no_answer(
    process: subprocess.Popen[bytes], run: Callable[..., Shown], tmp_path: Path
) -> None:
    file, stdin = tmp_path / "w.jsonl", process.stdin
    assert stdin is not None
    stdin.write(b"6\nd3 r3\nr3 d")
    stdin.flush()
    _until(file, "# said: d3 r3\n")
    process.send_signal(signal.SIGKILL)
    process.wait()
    legal = run("validate", "w.jsonl").code
    run("record", "wolle", "w.jsonl", typed="r3 d3\n")

    assert process.returncode == -signal.SIGKILL
    assert legal == 0
    assert json.loads(file.read_text().splitlines()[-1]) == {
        "do": "draw",
        "paths": {"Ann": "DDDRRR", "Ben": "RRRDDD"},
    }


def test_at_a_terminal_a_refused_answer_is_asked_again(tmp_path: Path) -> None:
    shown = _at_a_terminal(tmp_path, "7", "6", "d3 r2", "d3 r3", "undo", "d3 r3", "", "quit")

    assert "roll of turn 1> " in shown
    assert "a die shows 1 to 6, not 7" in shown
    assert "[wolle.exact]" in shown
    assert "taken back: d3 r3" in shown
    assert "run the same command to continue" in shown
    assert len(_events(tmp_path / "w.jsonl")) == 2


def _at_a_terminal(folder: Path, *lines: str) -> str:
    """What a terminal shows while these lines are typed, each after its prompt."""
    command = ["record", "wolle", "w.jsonl", "--names", "Ann,Ben", "--variant", "no-cups"]
    here, there = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "printkit", *command],
        cwd=folder,
        env=_environment(),
        stdin=there,
        stdout=there,
        stderr=there,
        close_fds=True,
    )
    os.close(there)
    shown = ""
    for line in lines:
        shown += _read_until(here, "> ")
        os.write(here, f"{line}\n".encode())
    shown += _read_until(here, "\0")
    running.wait(PATIENCE_S)
    os.close(here)
    return shown


def _read_until(terminal: int, end: str) -> str:
    shown = ""
    while not shown.endswith(end):
        assert select.select([terminal], [], [], PATIENCE_S)[0], shown
        try:
            shown += os.read(terminal, 4096).decode()
        except OSError:
            return shown
    return shown


def test_new_sheets_of_wolle_are_shown_with_the_command_that_prints_them(
    run: Callable[..., Shown], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = run("record", "wolle", "game.jsonl", "--names", "Zed,Yan", typed="a\n?\nboard 2\n")
    (command,) = [line for line in shown.out.splitlines() if "print them with: " in line]
    words = command.partition("printkit ")[2].split()
    built = Terminal(monkeypatch, tmp_path)(*words, "--json").json()

    codes = [sheet["code"] for sheet in built["files"][0]["sheets"]]
    assert f"the sheets of this game: {', '.join(codes)}" in shown.out
    assert "Ben" not in shown.out
