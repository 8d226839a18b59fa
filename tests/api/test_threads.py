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
from tests.api.calls import digest, write_files
from tests.depth import many

PERIOD = many(25, deep=45)
CALLS = many(50, deep=200)
IN_ASYNCIO = 15
PICTURES = many(16, deep=40)
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
    command = [
        sys.executable,
        "-W",
        "error",
        "-m",
        "tests.api.calls",
        how,
        str(number),
        str(PERIOD),
    ]
    ran = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    results: list[str] = json.loads(ran.stdout)
    return results


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What calls in turn give."""
    results = run_calls("in_turn", PERIOD, tmp_path_factory.mktemp("calls") / "turn")
    assert {len(each) for each in results} == {64}, "some calls failed"
    return results


def test_eight_threads_from_cold_give_what_calls_in_turn_give(
    expected: list[str], tmp_path: Path
) -> None:
    assert run_calls("in_threads", CALLS, tmp_path / "threads") == (expected * CALLS)[:CALLS]


def test_asyncio_gives_what_calls_in_turn_give(expected: list[str], tmp_path: Path) -> None:
    found = run_calls("in_asyncio", IN_ASYNCIO, tmp_path / "asyncio")

    assert found == expected[:IN_ASYNCIO]


def test_threads_draw_the_same_picture(tmp_path: Path) -> None:
    assert len(set(run_calls("pictures", PICTURES, tmp_path / "pictures"))) == 1


RESULTS: dict[str, Any] = {
    "build": lambda: printkit.build("attribute/score-pad", players=3, lang="pl", out="x/"),
    "render": lambda: printkit.render("attribute/score-pad", players=3),
    "simulate": lambda: printkit.simulate("wolle", games=2, seed="x", out="report.pdf"),
    "build_batch": lambda: printkit.build_batch("night.yaml", out="x/", jobs=1),
    "load_season": lambda: printkit.load_season("."),
    "list_plugins": printkit.list_plugins,
    "validate": lambda: printkit.validate([{"printkit": 1, "game": "wolle", "players": ["A"]}]),
    "list_games": printkit.list_games,
    "load_game": lambda: printkit.load_game("wolle"),
    "check": lambda: printkit.check("missing.yaml"),
}


@pytest.mark.parametrize("function", RESULTS)
def test_a_result_can_be_pickled_and_copied(function: str) -> None:
    Path("night.yaml").write_text("jobs: [{target: attribute/setup-card, players: 3}]\n")
    result = RESULTS[function]()

    for other in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result), copy.copy(result)):
        assert digest(other) == digest(result)
        assert type(other) is type(result)
