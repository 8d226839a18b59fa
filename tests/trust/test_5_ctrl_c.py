"""Promise 5: Ctrl-C works within two seconds, and running again finishes the rest."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.preflight.planted import sheet
from tests.running import (
    SLOW,
    SLOW_JOB,
    children,
    computed_s,
    contents,
    finish,
    group,
    leftovers,
    stopwatch,
    until,
    write_manifest,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.running import Printkit

SOON_S = 2.0
SEVERAL = "{target: attribute/score-pad, players: [3, 4, 5, 6], lang: [en, de]}"
ENDS = {".png": b"IEND\xaeB`\x82", ".pdf": b"%%EOF\n", ".jsonl": b"}\n"}
"""The last bytes of complete files."""
SAMPLES = Path(__file__).resolve().parents[2] / "printkit" / "samples"


class Stopped(NamedTuple):
    """How a command ended that was interrupted, and how soon all its processes were gone.

    Time in which this machine had too much to compute does not count.
    """

    code: int
    out: str
    err: str
    seconds: float


def press(process: subprocess.Popen[str], times: int = 1) -> Stopped:
    """Ctrl-C: a signal to all processes of the command, which all must end."""
    passed = stopwatch()
    for _ in range(times):
        with suppress(ProcessLookupError):  # the first was enough
            os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.02 * (times - 1))
    code, out, err = finish(process)
    until(lambda: group(process.pid) == [])
    return Stopped(code, out, err, passed())


def assert_stopped(stopped: Stopped, folder: Path) -> None:
    assert stopped.code == 130
    assert stopped.err == ""
    assert stopped.seconds < SOON_S
    assert leftovers(folder) == []


# Batches.


def test_a_batch_stops_and_running_again_builds_the_rest(
    printkit: Printkit, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    write_manifest(tmp_path, SEVERAL, SLOW_JOB)
    process = printkit.start("batch", "night.yaml", "-o", "out", "-j", 2, cwd=tmp_path)
    until(lambda: len([*out.glob("*.pdf")]) >= 4)

    stopped = press(process)

    assert_stopped(stopped, tmp_path)
    assert "again to build the rest" in stopped.out
    whole = contents(out)
    write_manifest(tmp_path, SEVERAL)
    again = printkit.batch("night.yaml", "--out", "out", cwd=tmp_path)
    assert again["built"] + again["up_to_date"] == 8
    assert again["up_to_date"] >= len(whole) - 2
    printkit.batch("night.yaml", "--out", "good", cwd=tmp_path)
    good = contents(tmp_path / "good")
    assert contents(out) == good
    assert whole == {name: good[name] for name in whole}


def test_a_batch_stops_before_anything_is_built(printkit: Printkit, tmp_path: Path) -> None:
    write_manifest(tmp_path, SEVERAL)
    process = printkit.start("batch", "night.yaml", "-o", "out", cwd=tmp_path)
    until(lambda: len(group(process.pid)) > 1)

    assert_stopped(press(process), tmp_path)


def test_a_batch_stops_when_ctrl_c_is_pressed_repeatedly(
    printkit: Printkit, tmp_path: Path
) -> None:
    write_manifest(tmp_path, SLOW_JOB, SEVERAL)
    process = printkit.start("batch", "night.yaml", "-o", "out", "-j", 2, cwd=tmp_path)
    until(lambda: (tmp_path / "out").is_dir())

    assert_stopped(press(process, times=5), tmp_path)


def test_an_unresponsive_worker_is_killed(printkit: Printkit, tmp_path: Path) -> None:
    write_manifest(tmp_path, SLOW_JOB)
    process = printkit.start("batch", "night.yaml", "-o", "out", cwd=tmp_path)
    until(lambda: computed_s(*children(process.pid)) > 0.1)  # it has started by then
    os.kill(children(process.pid)[0], signal.SIGSTOP)

    assert_stopped(press(process), tmp_path)


# Commands that take long.


def many_copies(_folder: Path) -> list[str]:
    return ["build", "slow.yaml", "-f", "png", "--dpi", "300", "--copies", "900", "-o", "out/a.png"]


def many_strokes(folder: Path) -> list[str]:
    """Copies share what is painted."""
    circles = "{for: i in range(2000), circle: 190mm, at: [95, 95], fill: tint, stroke: ink}"
    body = f"body:\n  - canvas: [{circles}]\n    height: 190mm\n"
    (folder / "full.yaml").write_text(f"sheet: own/full\ntitle: Full\n{body}")
    return ["build", "full.yaml", "-f", "png", "--copies", "2", "-o", "out/a.png"]


def many_pages(_folder: Path) -> list[str]:
    return ["build", "wolle/sheet", "--set", "sheets=9000", "-o", "out/a.pdf"]


def many_games(_folder: Path) -> list[str]:
    return ["simulate", "wolle", "--games", "100000", "--save", "out"]


def many_records(_folder: Path) -> list[str]:
    return ["validate", *[str(SAMPLES / "wolle")] * 2000]


def many_combinations(_folder: Path) -> list[str]:
    return ["check", "cattitude", "attacke", "wolle", "swipsheep", "attribute"]


def many_files(folder: Path) -> list[str]:
    (folder / "a.pdf").write_bytes(sheet())
    return ["preflight", *["a.pdf"] * 2000]


def many_results(folder: Path) -> list[str]:
    (folder / "club").mkdir()
    row = '2026-01-05,Skat,"Ann, Ben, Cleo","61, 40, 19"\n'
    for number in range(300):
        (folder / "club" / f"{number}.csv").write_text(f"date,game,names,scores\n{row * 500}")
    return ["season", "club", "--jobs", "1"]


LONG = (
    many_results,
    many_copies,
    many_strokes,
    many_pages,
    many_games,
    many_records,
    many_combinations,
    many_files,
)


@pytest.mark.parametrize("long", LONG, ids=lambda make: make.__name__)
def test_a_long_command_stops(
    printkit: Printkit, tmp_path: Path, long: Callable[[Path], list[str]]
) -> None:
    (tmp_path / "slow.yaml").write_text(SLOW)
    process = printkit.start(*long(tmp_path), cwd=tmp_path, stdout=subprocess.DEVNULL)
    until(lambda: computed_s(*group(process.pid)) > 0.2)

    assert_stopped(press(process), tmp_path)
    left = [*tmp_path.glob("out/*")]
    assert [path for path in left if not is_complete(path)] == []
    assert [path for path in left if path.suffix == ".pdf"] == []  # it was not finished


def is_complete(path: Path) -> bool:
    """Whether a file has its end: several files of a command take their places one by one."""
    return path.read_bytes().endswith(ENDS[path.suffix])


PRESSED_EARLY = """
import os, runpy, signal, sys

def hear(event, values):
    if event == "import" and values[0] == "MODULE":
        os.kill(os.getpid(), signal.SIGINT)

sys.addaudithook(hear)
sys.argv = ["printkit", "list"]
runpy.run_module("printkit", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize("module", ["printkit.cli", "typer", "printkit.cli.exitcode", "yaml"])
def test_ctrl_c_works_while_the_program_loads(
    printkit: Printkit, tmp_path: Path, module: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PRESSED_EARLY.replace("MODULE", module)],
        cwd=tmp_path,
        env=printkit.environment(),
        check=False,
        capture_output=True,
        text=True,
    )

    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
