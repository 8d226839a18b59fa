"""The public functions in several threads give the same results as one call after the other."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import printkit
from tests.api.calls import PERIOD, digest, write_files

CALLS = 200
ROOT = Path(__file__).parent.parent.parent


def run_calls(how: str, number: int, folder: Path) -> list[str]:
    folder.mkdir()
    write_files(folder)
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PRINTKIT_FONTS": str(folder / "system.ttf"),
        "SOURCE_DATE_EPOCH": "not a number",
    }
    command = [sys.executable, "-W", "error", "-m", "tests.api.calls", how, str(number)]
    ran = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    results: list[str] = json.loads(ran.stdout)
    return results


def test_eight_threads_from_cold_give_what_calls_in_turn_give(tmp_path: Path) -> None:
    expected = run_calls("in_turn", PERIOD, tmp_path / "turn")

    assert {len(each) for each in expected} == {64}, "some calls failed"
    assert run_calls("in_threads", CALLS, tmp_path / "threads") == (expected * CALLS)[:CALLS]


def test_asyncio_gives_what_calls_in_turn_give(tmp_path: Path) -> None:
    expected = run_calls("in_turn", 24, tmp_path / "turn")

    assert run_calls("in_asyncio", 24, tmp_path / "asyncio") == expected


def test_threads_draw_the_same_picture(tmp_path: Path) -> None:
    assert len(set(run_calls("pictures", 40, tmp_path / "pictures"))) == 1


RESULTS: dict[str, Any] = {
    "build": lambda: printkit.build("attribute/score-pad", players=3, lang="pl", out="x/"),
    "render": lambda: printkit.render("attribute/score-pad", players=3),
    "simulate": lambda: printkit.simulate("wolle", games=2, seed="x", out="report.pdf"),
    "validate": lambda: printkit.validate([{"printkit": 1, "game": "wolle", "players": ["A"]}]),
    "list_games": printkit.list_games,
    "load_game": lambda: printkit.load_game("wolle"),
    "check": lambda: printkit.check("missing.yaml"),
}


@pytest.mark.parametrize("function", RESULTS)
def test_a_result_can_be_pickled_and_copied(function: str) -> None:
    result = RESULTS[function]()

    for other in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result), copy.copy(result)):
        assert digest(other) == digest(result)
        assert type(other) is type(result)
