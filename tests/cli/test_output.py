"""What commands print: colours on a terminal, a summary in your language."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from reportlab.pdfgen.canvas import Canvas

if TYPE_CHECKING:
    from tests.cli.terminal import Terminal


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


PAD = "attribute/score-pad"
KIT = ("build", "attacke", "-n", "Ann,Ben,Cleo", "--paper", "a4")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((PAD, "-p", 5), "Print at 100%."),
        ((PAD, "-p", 4), "Print at 100%; cut page 1 along the lines."),
        ((PAD, "-p", 5, "--fillable"), "Fill it in on screen, or print it at 100%."),
        (
            ("wolle/sheet", "-p", 2, "--fillable"),
            "Fill it in on screen, or print it at 100%. Cut page 1 along the lines.",
        ),
        (("calibration", "--fillable"), "Print at 100%."),
        (KIT[1:], "Print at 100%; cut page 1 along the lines."),
        ((*KIT[1:], "--lang", "de"), "Mit 100 % drucken; Seite 1 an den Linien schneiden."),
        (("wolle", "-p", 4, "--paper", "a4"), "Print at 100%; cut pages 1 to 3 along the lines."),
        (
            ("attribute/setup-card", PAD, "attribute/setup-card", "-p", 5, "--paper", "a4"),
            "Print at 100%; cut pages 1 and 3 along the lines.",
        ),
        ((*KIT[1:], "--split"), "Print at 100%; cut along the lines where there are any."),
        (
            ("attribute/setup-card", "-p", 4, "--crop-marks"),
            "Give this to a print shop as is; the marks show where to cut.",
        ),
    ],
)
def test_the_last_line_says_what_to_do(
    printkit: Terminal, arguments: tuple[object, ...], said: str
) -> None:
    assert said == printkit("build", *arguments).out.splitlines()[-1]
    document = json.loads(printkit("build", *arguments, "--json").out)
    assert said == document["next"].replace("\xa0", " ")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "page 1, cut out"),
        ("de", "Seite 1, zum Ausschneiden"),
        ("pl", "strona 1, do wycięcia"),
    ],
)
def test_the_list_of_sheets_is_in_the_language_of_the_sheets(
    printkit: Terminal, language: str, said: str
) -> None:
    assert said in printkit("build", *KIT[1:], "--lang", language).out


def test_a_page_on_a_screen_is_not_cut_out(printkit: Terminal) -> None:
    assert "cut" not in printkit("build", "attribute/score-pad", "--format", "html").out


def test_the_whole_summary_is_in_the_language_of_the_sheets(
    printkit: Terminal,
) -> None:
    sheets = "wolle/sheet", "-p", 4, "--paper", "a4", "--seed", "a", "--set", "side=both"
    said = printkit("build", *sheets, "--duplex", "long", "--lang", "de").out.splitlines()
    (small,) = printkit("build", PAD, "--per-page", 2, "--lang", "pl", "--json").json()["notes"]

    assert re.fullmatch(r"output/\S+  4 Seiten auf a4, \d+ KB", said[0])
    assert "(macht dieselben Blätter noch einmal)" in " ".join(said)
    assert "beidseitig drucken, an der langen Kante wenden" in said
    assert re.search(r"najmniejsze pismo ma \d,\d\spt", small)


def test_no_break_spaces_are_plain_spaces_on_the_terminal(printkit: Terminal) -> None:
    last = printkit(*KIT, "--lang", "fr").out.splitlines()[-1]

    assert "Imprime à 100 % ; découpe la page 1 le long des traits." == last
