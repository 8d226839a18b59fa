"""Promise 7: no traceback, whatever happens inside printkit or around it."""

from __future__ import annotations

import math
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from printkit.core.budget import current_budget
from tests.depth import many
from tests.running import PATIENCE_S, run_printkit
from tests.trust.commands import SCRIPT
from tests.trust.faults import Fault, inject
from tests.trust.kinds import RESULTS, TINY
from tests.trust.nasty import plant
from tests.trust.sandbox import environment

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.trust.sandbox import Sandbox

COMMANDS = (
    "list", "build tiny.yaml -o out/", "build tiny.yaml -f svg -o out/ --json", "check one.yaml",
    "build tiny.yaml -f png --dpi 30 -o out/", "batch night.yaml --dry-run -o out", "new mine",
    "schema", "validate game.jsonl", "simulate attribute --games 1 --seed x", "rules attribute",
    "preflight sheet.pdf", "record attribute r.jsonl -n Ann,Ben,Cleo", "--version", "--help",
    "pad hearts -n Ann,Ben,Cleo,Dan -o out/", "build tiny.yaml -f html -o out/", "season club",
    "season pair club --seed x -o t.yaml",
)  # fmt: skip
GAME = '{"printkit": 1, "game": "attribute", "players": ["Ann", "Ben", "Cleo"]}\n'


@pytest.mark.parametrize("command", COMMANDS)
def test_any_exception_becomes_a_one_line_error(command: str, tmp_path: Path) -> None:
    """Every command, with an error in its first call, in its last one, and in some between."""
    plant({"tiny.yaml": TINY, "one.yaml": TINY.replace("2-3", "2"), "game.jsonl": GAME}, tmp_path)
    plant({"night.yaml": "jobs: [{target: tiny.yaml}]\n", "club/results.csv": RESULTS}, tmp_path)
    run_printkit(["build", "tiny.yaml", "-o", "sheet.pdf"], tmp_path)
    faults = [*inject(command, tmp_path)]

    for fault in faults:
        assert "Traceback" not in fault.err + fault.out, fault
        assert "\x1b" not in fault.err + fault.out, fault
        assert fault.code == 70 or _is_told_of_a_file(fault), fault
        if fault.code == 70:
            first, second = fault.err.splitlines()
            assert first.startswith("error: bug in printkit: InjectedError: "), fault
            assert "please report this bug, with this line: printkit " in second, fault
            assert second.endswith(f": printkit {fault.command}"), fault
    assert 70 in {fault.code for fault in faults}
    assert current_budget().allowed == math.inf, "a limit outlived its command"


def _is_told_of_a_file(fault: Fault) -> bool:
    """Commands that read many files name the failing one, and continue."""
    return fault.code == 1 and "bug in printkit: InjectedError" in fault.err + fault.out


# What is around a command: streams, the working folder, variables, and files in it.


def _shell(
    line: str, cwd: Path, more: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Runs a line of shell in which `printkit` is the installed command."""
    script = f'printkit() {{ {shlex.quote(str(SCRIPT))} "$@"; }}\n{line}'
    return subprocess.run(
        ["bash", "-c", script],
        cwd=cwd,
        env={**environment(cwd), **(more or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )


UNSAID = b"error: can't write the output: No space left on device\n"
STREAMS = {
    "printkit list >/dev/full": (1, UNSAID),
    "printkit schema >/dev/full": (1, UNSAID),
    "printkit --help >/dev/full": (1, UNSAID),
    "printkit validate --json >/dev/full": (1, UNSAID),
    "printkit build tiny.yaml -o out/ >/dev/full": (1, UNSAID),
    "printkit list >&-": (0, b""),
    "printkit list >&- 2>&-": (0, b""),
    "printkit build tiny.yaml -o out/a.pdf <&- >&- 2>&-": (0, b""),
    "printkit build nosuch 2>&-": (2, b""),
    "printkit build nosuch 2>/dev/full": (2, b""),
    "printkit validate | head -1; exit ${PIPESTATUS[0]}": (1, b""),
    "printkit schema | true; exit ${PIPESTATUS[0]}": (None, b""),
}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("line", STREAMS)
def test_a_full_or_closed_stream_is_handled(line: str, tmp_path: Path) -> None:
    plant({"tiny.yaml": TINY}, tmp_path)
    done = _shell(line, tmp_path)
    code, err = STREAMS[line]

    assert done.stderr == err
    assert done.returncode == code or (code is None and done.returncode in (0, 1))
    if "a.pdf" in line:  # nothing that was to be said has landed in it
        assert (tmp_path / "out" / "a.pdf").read_bytes().endswith(b"%%EOF\n")


@pytest.mark.parametrize(
    "command",
    ["build calibration", "build x.yaml", "batch x.yaml", "check x.yaml", "validate .", "new x",
     "preflight x.pdf", "simulate attribute --games 1 --save out"],
)  # fmt: skip
def test_a_deleted_working_folder_is_reported(command: str, tmp_path: Path) -> None:
    line = f"mkdir gone && cd gone && rmdir ../gone && printkit {command}"
    done = _shell(line, tmp_path)

    assert done.returncode in (1, 2)
    assert b"Traceback" not in done.stderr + done.stdout
    assert (done.stderr or done.stdout).count(b"\n") <= 2


ODD = ("", "zzz", "-1", "9" * 400, "\udcff", "\x1b[2J", "../..", "/dev/zero", "%s", "{0.x}")
VARIABLES = (
    "SOURCE_DATE_EPOCH", "COLUMNS", "LINES", "TERM", "LANG", "LC_ALL", "LC_PAPER", "PAPERSIZE",
    "TZ", "RL_invariant", "PILLOW_ALIGNMENT", "NO_COLOR", "FORCE_COLOR", "TERMINAL_WIDTH",
    "TMPDIR", "TYPER_STANDARD_TRACEBACK", "XDG_CONFIG_HOME", "HOME", "_PRINTKIT_COMPLETE",
)  # fmt: skip


@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_environment_variables_break_nothing(odd: str, tmp_path: Path) -> None:
    plant({"tiny.yaml": TINY}, tmp_path)
    variables = dict.fromkeys(VARIABLES, odd)
    if odd == "zzz":
        del variables["_PRINTKIT_COMPLETE"]
    command = "build tiny.yaml -o a.pdf" if ODD.index(odd) % 2 else "--help"
    commands = (command, "--help", "build tiny.yaml -o a.pdf")[: many(1, deep=3)]
    done = _shell("; ".join(f"printkit {each}" for each in commands), tmp_path, variables)

    assert b"Traceback" not in done.stderr + done.stdout, done.stderr
    assert done.returncode in (0, 1, 2)


PLANTED = "import sys\nsys.stderr.write('PLANTED')\n"


def test_nothing_is_imported_from_the_working_folder(tmp_path: Path) -> None:
    names = ("typer", "signal", "json", "yaml", "reportlab", "PIL", "rich", "uharfbuzz", "shlex")
    plant({f"{name}.py": PLANTED for name in names}, tmp_path)
    plant({"tiny.yaml": TINY}, tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "printkit", "build", "tiny.yaml", "-o", "a.pdf"],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, b"")


# What is no text: bytes that a shell passes on all the same.


def test_folder_names_that_are_not_utf_8_work(tmp_path: Path) -> None:
    odd = tmp_path / os.fsdecode(b"caf\xe9")
    plant({"tiny.yaml": TINY, "game.jsonl": GAME}, odd)
    line = (
        "printkit validate *; printkit validate --json *; cd *; printkit build tiny.yaml -o o/x.svg"
        "; printkit build $PWD/tiny.yaml --json -o $PWD/o/; printkit check $PWD/tiny.yaml"
        "; echo 'jobs: [{target: tiny.yaml}]' > n.yaml; printkit batch $PWD/n.yaml -o $PWD/b --json"
        "; printkit build $PWD/nosuch.yaml; printkit simulate attribute --games 1 --save $PWD/s"
    )
    done = _shell(line, tmp_path)

    assert b"Traceback" not in done.stderr, done.stderr
    assert b"mistake" not in done.stderr, done.stderr
    assert sorted(path.suffix for path in (odd / "o").iterdir()) == [".pdf", ".svg"]
    assert len(list((odd / "b").glob("*.pdf"))) == 1


@pytest.mark.parametrize("seed", ["\udcff", "x" * 65, "x" * 100_000, "a\nb", "\x00b".strip("\x00")])
def test_a_seed_is_a_short_text(seed: str, sandbox: Sandbox, tmp_path: Path) -> None:
    ended = sandbox.run("simulate", "attribute", "--games", "1", f"--seed={seed}", cwd=tmp_path)

    assert not ended.faults(None), ended.told()
    assert ended.code == (0 if seed == "b" else 2), ended.told()


@pytest.mark.parametrize("digits", [16, 309, 4299, 4300, 4301, 100_000])
def test_a_huge_number_fails_only_its_own_record(
    digits: int, sandbox: Sandbox, tmp_path: Path
) -> None:
    number = "9" * digits
    rows = f'{{"do": "announce", "by": "Ann", "category": {number}}}\n'
    head = GAME.replace("1,", f"{number},", 1)
    plant({"a.jsonl": GAME + rows, "b.jsonl": head, "c.jsonl": GAME}, tmp_path)
    ended = sandbox.run("validate", ".", cwd=tmp_path)

    assert not ended.faults({"a.jsonl", "b.jsonl"}), ended.told()
    assert ended.out.count("too many digits") == 2, ended.told()
    assert "c.jsonl: legal so far" in ended.out
