"""The processes that run these tests lose none of them, whatever becomes of one."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from tests.running import ROOT

if TYPE_CHECKING:
    from pathlib import Path

CONFTEST = """
from tests.workers import run_side_by_side

def pytest_runtestloop(session):
    run_side_by_side(session, 2, lambda item: item.path)
    return True
"""
TESTS = """
import os
import pytest

@pytest.fixture(scope="module", autouse=True)
def shared():
    with open("made", "a") as file:
        file.write("x")

@pytest.mark.parametrize("number", range(20))
def test_right(number):
    print("nobody reads this")

def test_wrong():
    print("what was said")
    assert [1] == [2]

def test_deadly():
    os._exit(7)

def test_left_out():
    pytest.skip("not here")
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The tests of a folder, by two workers."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--disable-plugin-autoload",
        "-p",
        "no:cacheprovider",
    ]
    return subprocess.run(
        [*command, "--basetemp", "temp", "-c", "/dev/null", "--rootdir", ".", *arguments],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PATH": "", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_test_is_told_once_also_of_a_worker_that_dies(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    for name in ("one", "two", "three"):
        (tmp_path / f"test_{name}.py").write_text(TESTS)

    ran = run(tmp_path, "-rA")

    assert 1 == ran.returncode
    assert "6 failed, 60 passed, 3 skipped" in ran.stdout.splitlines()[-1]
    for name in ("one", "two", "three"):
        assert f"FAILED test_{name}.py::test_wrong - assert [1] == [2]" in ran.stdout
        died = "the process that ran it ended with 7"
        assert f"FAILED test_{name}.py::test_deadly - {died}" in ran.stdout
        assert all(f"PASSED test_{name}.py::test_right[{n}]" in ran.stdout for n in range(20))
    assert 3 == ran.stdout.count("\nwhat was said\n")
    assert len((tmp_path / "made").read_text()) <= 3 + 3 + 3, "once a file, a death and a help"


def test_the_first_fault_ends_all_when_that_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_one.py").write_text(TESTS)

    ran = run(tmp_path, "-x")

    assert 1 == ran.returncode
    assert "stopping after 1 failures" in ran.stdout
    assert "1 failed" in ran.stdout.splitlines()[-1]
    assert "Traceback" not in ran.stderr
