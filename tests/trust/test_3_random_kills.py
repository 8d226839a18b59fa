"""Promise 3: a kill at any time leaves every file old or complete."""

from __future__ import annotations

import json
import os
import shutil
import signal
from contextlib import suppress
from functools import partial
from http.client import HTTPException
from random import Random
from subprocess import PIPE, TimeoutExpired
from threading import Timer
from typing import TYPE_CHECKING, Final

import pytest

from tests.depth import many
from tests.running import contents, group, until, write_manifest
from tests.studio.opening import running_studio

if TYPE_CHECKING:
    from pathlib import Path

    from tests.running import Printkit

OLD: Final = b"old"
PADS: Final = "{target: attribute/score-pad, players: [3, 4]}"
COMMANDS: Final = {
    "build": "build attribute/score-pad -p 4 --format svg --force -o out/",
    "site": "build attribute/score-pad -p 4 --format html --force -o out/",
    "batch": "batch night.yaml --force -o out",
    "merge": "batch night.yaml --force --merge all.pdf -o out",
}
ENV: Final = {"PRINTKIT_PAPER": "a4"}
LONGEST_S: Final = 2.5
KILLS: Final = many(1, deep=10)
"""Kills of each kind; the number of a kill is its seed."""


def _is_gone(leader: int) -> bool:
    return not group(leader)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_kill_at_any_time_leaves_files_old_or_complete(
    printkit: Printkit, tmp_path: Path, name: str
) -> None:
    write_manifest(tmp_path, PADS)
    out, words = tmp_path / "out", COMMANDS[name].split()
    assert printkit.run(*words, cwd=tmp_path, env=ENV).code == 0
    new = contents(out)
    for seed in range(KILLS):
        shutil.rmtree(out)
        out.mkdir()
        for file in new:
            (out / file).write_bytes(OLD)
        process = printkit.start(*words, cwd=tmp_path, env=ENV)
        with suppress(TimeoutExpired):
            process.communicate(timeout=Random(seed).uniform(0, LONGEST_S))
        process.kill()
        process.communicate()
        until(partial(_is_gone, process.pid))
        found = {path.name: path.read_bytes() for path in out.iterdir() if path.name in new}

        assert found.keys() == new.keys(), f"seed {seed}"
        wrong = [file for file, data in found.items() if data not in (OLD, new[file])]
        assert wrong == [], f"seed {seed}"


def test_a_kill_while_a_game_is_recorded_keeps_a_complete_record(
    printkit: Printkit, tmp_path: Path
) -> None:
    record = tmp_path / "game.jsonl"
    for seed in range(KILLS):
        record.unlink(missing_ok=True)
        words = ("record", "attribute", record.name, "--names", "Ann,Ben,Cleo")
        process = printkit.start(*words, cwd=tmp_path, stdin=PIPE)
        assert process.stdin is not None
        with suppress(TimeoutExpired):
            process.communicate("moon\nundo\n" * 2000, timeout=Random(seed).uniform(0, LONGEST_S))
        process.kill()
        process.communicate()
        if record.exists():
            head, *rest = record.read_text().splitlines()
            assert json.loads(head)["players"] == ["Ann", "Ben", "Cleo"], f"seed {seed}"
            assert rest in ([], ["# said: moon"]), f"seed {seed}"


def test_a_killed_studio_has_saved_every_value_that_it_accepted(
    printkit: Printkit, tmp_path: Path
) -> None:
    given = {"target": "attribute/score-pad", "names": "Ann,Ben,Cleo", "variant": ""}
    for seed in range(KILLS):
        accepted: dict[str, int] = {}
        with running_studio(printkit, tmp_path) as studio:
            file = studio.post("/api/score/begin", **given, settings=[]).data["file"]
            delay = Random(seed).uniform(0, 0.5)
            Timer(delay, os.killpg, (studio.process.pid, signal.SIGKILL)).start()
            with suppress(OSError, HTTPException):
                for number in range(100_000):
                    field, value = f"change.{number % 18 + 1}.1", number // 18 % 2 + 1
                    answer = studio.post(
                        "/api/score/write", file=file, sheet="0", field=field, text=str(value)
                    )
                    assert answer.status == 200
                    accepted[field] = value
        kept = json.loads((tmp_path / file).read_text())["values"]
        late = {name for name in kept if kept[name] != accepted.get(name)}
        assert accepted.keys() <= kept.keys(), f"seed {seed}"
        assert len(late) <= 1, f"seed {seed}"  # the one whose answer didn't arrive
