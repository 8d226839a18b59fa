"""Promise 4: one bad job never spoils a batch."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

from tests.running import (
    SLOW_JOB,
    children,
    contents,
    copy_printkit,
    finish,
    leftovers,
    until,
    write_manifest,
)

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.running import Printkit

GOOD = ("good-1.yaml", "good-2.yaml", "good-3.yaml")


def manifest(folder: Path, *bad: str) -> None:
    """Bad jobs, then three good ones that take no time."""
    for name in GOOD:
        (folder / name).write_text("sheet: own/good\ntitle: Good\nbody: [Hello]\n")
    write_manifest(folder, *bad, *(f"{{target: {name}}}" for name in GOOD))


def test_a_failing_job_fails_alone_with_its_reason(printkit: Printkit, tmp_path: Path) -> None:
    manifest(tmp_path, "{target: bad.yaml}", "{target: long.yaml}")
    (tmp_path / "bad.yaml").write_text("sheet: own/bad\ntitle: Bad\nbody:\n  - tabel: []\n")
    (tmp_path / "long.yaml").write_text(
        "sheet: own/long\ntitle: Long\nbody:\n  - {text: Supercalifragilistic, width: 5mm}\n"
    )

    ran = printkit.run("batch", "night.yaml", "--out", "out", cwd=tmp_path)

    assert ran.code == 1
    assert "bad.yaml:4:5: error: unknown node 'tabel'" in ran.stderr
    assert "did you mean 'table'?" in ran.stderr
    assert "long.yaml:4:5" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert len(contents(tmp_path / "out")) == 3
    assert "3 of 5 files" in ran.stdout


def test_a_job_that_hangs_is_stopped_and_the_others_are_built(
    printkit: Printkit, tmp_path: Path
) -> None:
    manifest(tmp_path, SLOW_JOB)

    document = printkit.batch(
        "night.yaml", "--out", "out", "--limit", 3, "--jobs", 1, cwd=tmp_path, code=1
    )

    (failed,) = [job for job in document["jobs"] if job["status"] == "failed"]
    assert (failed["name"], document["built"]) == ("slow.png", 3)
    assert "longer than 3 seconds" in failed["problems"][0]["message"]
    assert leftovers(tmp_path) == []


def test_a_killed_worker_fails_only_its_job(printkit: Printkit, tmp_path: Path) -> None:
    manifest(tmp_path, SLOW_JOB)
    process = printkit.start("batch", "night.yaml", "-o", "out", "-j", 1, cwd=tmp_path)
    until(lambda: children(process.pid))

    os.kill(children(process.pid)[0], signal.SIGKILL)
    ran = finish(process)

    assert ran.code == 1
    assert "slow.png wasn't built" in ran.stderr
    assert "SIGKILL" in ran.stderr
    assert len(contents(tmp_path / "out")) == 3
    assert leftovers(tmp_path) == []


def test_a_bug_in_printkit_fails_only_its_job(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    broken = copy_printkit(tmp_path_factory.mktemp("broken"))
    svg = broken.root / "printkit" / "backends" / "svg.py"
    svg.write_text(svg.read_text() + "\ndef Renderer(*_, **__):\n    raise KeyError('x')\n")
    manifest(tmp_path, "{target: good-1.yaml, format: svg}")

    ran = broken.run("batch", "night.yaml", "-o", "out", cwd=tmp_path)

    assert ran.code == 1
    assert "bug in printkit: KeyError: 'x' (svg.py:" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert len(contents(tmp_path / "out")) == 3
