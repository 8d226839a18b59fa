"""Promise 8: bounded cost, also of judging a PDF that was made to cost a lot."""

from __future__ import annotations

import os
import re
import signal
import sys
from typing import TYPE_CHECKING

import pytest

from printkit.core.errors import PrintkitError
from printkit.preflight.checker import Cost, PdfChecker
from tests.preflight.planted import sheet
from tests.running import children, computed_s, group, until, write_manifest
from tests.trust import hostile
from tests.trust.test_5_ctrl_c import assert_stopped, press

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator
    from pathlib import Path

    from tests.running import Printkit

LITTLE = Cost(seconds=0.3, page_seconds=0.1, megabytes=300)
LEAST = LITTLE._replace(seconds=0.2, page_seconds=0.05)


@pytest.fixture(scope="module")
def checker() -> Iterator[PdfChecker]:
    with PdfChecker(LITTLE) as checker:
        yield checker


@pytest.fixture(scope="module")
def checker_with_short_limits() -> Iterator[PdfChecker]:
    """A checker with short limits, for files that always exceed them."""
    with PdfChecker(LEAST) as checker:
        yield checker


@pytest.mark.parametrize("make", hostile.UNJUDGED, ids=lambda make: make.__name__)
def test_a_file_that_is_too_expensive_is_reported(
    make: hostile.Change, checker_with_short_limits: PdfChecker, tmp_path: Path
) -> None:
    (tmp_path / "bomb.pdf").write_bytes(hostile.made(make))
    report = checker_with_short_limits.check(tmp_path / "bomb.pdf")

    assert ["unjudged"] == [finding.rule for finding in report.findings]
    assert re.match(
        r"can't be checked within 0\.25? seconds and 300 MB: ", report.findings[0].message
    )


@pytest.mark.parametrize("make", hostile.BOUNDED, ids=lambda make: make.__doc__)
def test_a_potentially_expensive_file_is_checked_or_refused(
    make: hostile.Change, checker: PdfChecker, tmp_path: Path
) -> None:
    (tmp_path / "odd.pdf").write_bytes(hostile.made(make))

    assert check(tmp_path / "odd.pdf", checker) == str(tmp_path / "odd.pdf")


@pytest.mark.parametrize("name", hostile.LOOPS)
def test_a_circular_file_is_checked_or_refused(
    name: str, checker: PdfChecker, tmp_path: Path
) -> None:
    (tmp_path / "odd.pdf").write_bytes(hostile.LOOPS[name])

    assert check(tmp_path / "odd.pdf", checker) == str(tmp_path / "odd.pdf")


def check(path: Path, checker: PdfChecker) -> str:
    """The name in the report or the error."""
    try:
        return checker.check(path).name
    except PrintkitError as error:
        return error.where.file if error.where else ""


def test_the_next_file_is_still_checked(printkit: Printkit, tmp_path: Path) -> None:
    (tmp_path / "bomb.pdf").write_bytes(hostile.made(hostile.packed))
    (tmp_path / "good.pdf").write_bytes(sheet())
    ran = printkit.run("preflight", "good.pdf", "bomb.pdf", "good.pdf", cwd=tmp_path)

    assert (ran.code, ran.stderr) == (1, "")
    assert ran.stdout.count("good.pdf: 1 page, passed") == 2
    assert (
        "bomb.pdf: not checked\n  error: can't be checked within 14.5 seconds and 400 MB: its"
        in (ran.stdout)
    )


def test_a_killed_reader_is_not_reported_as_too_slow(printkit: Printkit, tmp_path: Path) -> None:
    process = start_endless(printkit, tmp_path)
    os.kill(children(process.pid)[0], signal.SIGKILL)
    out, _ = process.communicate()

    assert "and 400 MB: its reader failed with SIGKILL" in out


def start_endless(printkit: Printkit, folder: Path) -> subprocess.Popen[str]:
    """A command that is checking an endless drawing."""
    (folder / "endless.pdf").write_bytes(hostile.made(hostile.tiny_tiles))
    process = printkit.start("preflight", "endless.pdf", cwd=folder)
    until(lambda: children(process.pid) and computed_s(children(process.pid)[0]) > 0.45)
    return process


def test_ctrl_c_works_while_a_file_is_checked(printkit: Printkit, tmp_path: Path) -> None:
    assert_stopped(press(start_endless(printkit, tmp_path)), tmp_path)


def test_ctrl_c_works_while_a_batch_is_checked(printkit: Printkit, tmp_path: Path) -> None:
    write_manifest(tmp_path, "{target: attribute/score-pad, copies: 400, out: many.pdf}")
    process = printkit.start("batch", "night.yaml", "--preflight", cwd=tmp_path)
    until(lambda: (tmp_path / "output" / "many.pdf").exists() and len(group(process.pid)) == 3)

    assert_stopped(press(process), tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it ends when it has computed enough")
def test_a_killed_command_leaves_no_child_process(printkit: Printkit, tmp_path: Path) -> None:
    process = start_endless(printkit, tmp_path)
    process.kill()

    until(lambda: group(process.pid) == [])
    process.communicate()
