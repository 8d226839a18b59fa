"""What a batch promises when things go wrong: one bad job fails alone, files are old or whole."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.batch.running import (
    SLOW_JOB,
    children,
    contents,
    finish,
    group,
    statuses,
    until,
    write_manifest,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.batch.running import Printkit

QUICK = "{target: [attribute/score-pad, attribute/setup-card, wolle/sheet], players: 4}"
SEVERAL = (
    "{target: attribute/score-pad, players: [3, 4, 5, 6], lang: [en, de], paper: [a4, letter]}"
)
PADS = "{target: attribute/score-pad, players: [3, 4, 5, 6]}"


@pytest.fixture(scope="session")
def expected(printkit: Printkit, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What SEVERAL gives when nothing goes wrong."""
    folder = tmp_path_factory.mktemp("expected")
    write_manifest(folder, SEVERAL)
    printkit.batch("night.yaml", "--out", "out", cwd=folder)
    return contents(folder / "out")


def leftovers(folder: Path) -> list[str]:
    """Files that are not whole yet."""
    return [path.name for path in folder.rglob("*.part")]


# One bad job.


def test_a_job_that_fails_fails_alone_and_says_why(printkit: Printkit, folder: Path) -> None:
    write_manifest(folder, "{target: bad.yaml}", "{target: long.yaml}", QUICK)
    (folder / "bad.yaml").write_text("sheet: own/bad\ntitle: Bad\nbody:\n  - tabel: []\n")
    (folder / "long.yaml").write_text(
        "sheet: own/long\ntitle: Long\nbody:\n  - {text: Supercalifragilistic, width: 5mm}\n"
    )

    ran = printkit.run("batch", "night.yaml", "--out", "out", cwd=folder)

    assert ran.code == 1
    assert "bad.yaml:4:5: unknown node 'tabel'" in ran.stderr
    assert "did you mean 'table'?" in ran.stderr
    assert "long.yaml:4:5" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert len(contents(folder / "out")) == 3
    assert "3 of 5 files" in ran.stdout


def test_a_job_that_hangs_is_stopped_and_the_others_are_built(
    printkit: Printkit, folder: Path
) -> None:
    write_manifest(folder, SLOW_JOB, QUICK)

    document = printkit.batch(
        "night.yaml", "--out", "out", "--limit", 5, "--jobs", 1, cwd=folder, code=1
    )

    (failed,) = [job for job in document["jobs"] if job["status"] == "failed"]
    assert (failed["name"], document["built"]) == ("slow.png", 3)
    assert "longer than 5 seconds" in failed["problems"][0]["message"]
    assert leftovers(folder) == []


def test_a_worker_that_is_killed_costs_its_job_alone(printkit: Printkit, folder: Path) -> None:
    write_manifest(folder, SLOW_JOB, QUICK)
    process = printkit.start("batch", "night.yaml", "-o", "out", "-j", 1, cwd=folder)
    until(lambda: children(process.pid))
    time.sleep(0.3)

    os.kill(children(process.pid)[0], signal.SIGKILL)
    ran = finish(process)

    assert ran.code == 1
    assert "slow.png was not built" in ran.stderr
    assert "SIGKILL" in ran.stderr
    assert len(contents(folder / "out")) == 3
    assert leftovers(folder) == []


# Interruptions.


def test_ctrl_c_ends_all_at_once_and_running_again_builds_the_rest(
    printkit: Printkit, folder: Path, expected: dict[str, bytes]
) -> None:
    write_manifest(folder, SEVERAL, SLOW_JOB)
    out = folder / "out"
    process = printkit.start("batch", "night.yaml", "-o", "out", "-j", 2, cwd=folder)
    until(lambda: out.is_dir() and len(contents(out)) >= 4)

    os.killpg(process.pid, signal.SIGINT)
    pressed = time.monotonic()
    ran = finish(process)

    assert ran.code == 130
    assert time.monotonic() - pressed < 5
    assert "Traceback" not in ran.stderr
    assert "run it again" in ran.stdout
    assert group(process.pid) == []
    assert leftovers(folder) == []
    whole = contents(out)
    assert whole == {name: expected[name] for name in whole}
    write_manifest(folder, SEVERAL)
    again = printkit.batch("night.yaml", "--out", "out", cwd=folder)
    assert again["built"] + again["up_to_date"] == len(expected)
    assert again["up_to_date"] >= len(whole) - 2
    assert contents(out) == expected


def test_ctrl_c_before_anything_is_built_is_quiet(printkit: Printkit, folder: Path) -> None:
    write_manifest(folder, SEVERAL)
    process = printkit.start("batch", "night.yaml", "-o", "out", cwd=folder)
    until(lambda: len(group(process.pid)) > 1)
    os.killpg(process.pid, signal.SIGINT)
    ran = finish(process)

    assert ran.code == 130
    assert group(process.pid) == []


def test_killing_the_parent_at_any_moment_leaves_whole_files_and_no_process(
    printkit: Printkit, folder: Path, expected: dict[str, bytes]
) -> None:
    write_manifest(folder, SEVERAL)
    out = folder / "out"
    for moment in (1, 3, 6, 10, 14):
        kill_after(printkit, folder, moment)

        assert leftovers(folder) == []
        whole = contents(out)
        assert whole == {name: expected[name] for name in whole}

    again = printkit.batch("night.yaml", "--out", "out", cwd=folder)
    assert again["built"] + again["up_to_date"] == len(expected)
    assert contents(out) == expected


def kill_after(printkit: Printkit, folder: Path, files: int) -> None:
    """Kills a batch that builds all again as soon as it has written so many files."""
    out = folder / "out"
    before = {path.name: path.stat().st_mtime_ns for path in out.glob("*.pdf")}
    process = printkit.start("batch", "night.yaml", "-o", "out", "--force", cwd=folder)
    until(lambda: new_files(out, before) >= files or process.poll() is not None)
    process.kill()
    process.communicate()
    until(lambda: group(process.pid) == [], 5)
    # Nobody is left to remove the state that the killed process itself may have been writing.
    for part in out.glob(f".printkit-{process.pid}-*.part"):
        part.unlink()


def new_files(out: Path, before: dict[str, int]) -> int:
    """How many files were written since."""
    return sum(path.stat().st_mtime_ns != before.get(path.name) for path in out.glob("*.pdf"))


# Two at a time.


def test_two_batches_in_one_folder_do_not_harm_each_other(
    printkit: Printkit, folder: Path, expected: dict[str, bytes]
) -> None:
    write_manifest(folder, SEVERAL)
    both = [printkit.start("batch", "night.yaml", "-o", "out", "-j", 2, cwd=folder) for _ in "ab"]

    assert [finish(process).code for process in both] == [0, 0]
    assert contents(folder / "out") == expected
    assert leftovers(folder) == []
    again = printkit.batch("night.yaml", "--out", "out", cwd=folder)
    assert again["failed"] == 0
    assert contents(folder / "out") == expected


# Disks and folders.


@contextmanager
def mounted(place: Path, *options: str) -> Iterator[None]:
    """A small file system of its own; skips the test where none can be had."""
    place.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", *options, "tmpfs", str(place)]
    if subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("this needs the right to mount")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_full_disk_is_said_and_leaves_whole_files(printkit: Printkit, folder: Path) -> None:
    write_manifest(folder, PADS)
    printkit.batch("night.yaml", "--out", "good", cwd=folder)
    good = contents(folder / "good")
    with mounted(folder / "out", "-o", "size=64k"):
        old = folder / "out" / "attribute-score-pad-6p.pdf"
        old.write_bytes(b"old")
        document = printkit.batch("night.yaml", "--out", "out", "-j", 1, cwd=folder, code=1)
        found = contents(folder / "out")

        assert statuses(document)["attribute-score-pad-6p.pdf"] == "failed"
        assert found.pop("attribute-score-pad-6p.pdf") == b"old"
        assert found == {name: good[name] for name in found}
        assert 1 <= document["built"] == len(found) <= 2

    messages = {job["problems"][0]["message"] for job in document["jobs"] if job["problems"]}
    assert messages == {"cannot be written: No space left on device"}


def test_a_file_that_may_not_grow_leaves_the_old_one(printkit: Printkit, folder: Path) -> None:
    write_manifest(folder, PADS)
    out = folder / "out"
    out.mkdir()
    old = out / "attribute-score-pad-3p.pdf"
    old.write_bytes(b"old")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8_000, before[1]))
    try:
        process = printkit.start("batch", "night.yaml", "-o", "out", cwd=folder)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    ran = finish(process)

    assert ran.code == 1
    assert ran.stderr.count("cannot be written: File too large") == 4
    assert contents(out) == {old.name: b"old"}


def test_a_read_only_folder_is_said_job_by_job(printkit: Printkit, folder: Path) -> None:
    write_manifest(folder, PADS)
    out = folder / "out"
    with mounted(out):
        (out / "attribute-score-pad-3p.pdf").write_bytes(b"old")
        subprocess.run(["mount", "-o", "remount,ro", str(out)], check=True)
        ran = printkit.run("batch", "night.yaml", "--out", "out", cwd=folder)

        assert ran.code == 1
        assert ran.stderr.count("cannot be written: Read-only file system") == 4
        assert contents(out) == {"attribute-score-pad-3p.pdf": b"old"}


def test_what_is_no_ordinary_file_is_never_replaced(printkit: Printkit, folder: Path) -> None:
    write_manifest(folder, PADS)
    out, victim = folder / "out", folder / "victim.txt"
    victim.write_bytes(b"precious")
    (out / "attribute-score-pad-3p.pdf").mkdir(parents=True)
    (out / "attribute-score-pad-4p.pdf").symlink_to(victim)
    os.mkfifo(out / "attribute-score-pad-5p.pdf")

    document = printkit.batch("night.yaml", "--out", "out", cwd=folder, code=1)

    assert list(statuses(document).values()) == ["failed", "failed", "failed", "built"]
    assert victim.read_bytes() == b"precious"
    assert (out / "attribute-score-pad-3p.pdf").is_dir()


def test_a_file_in_place_of_the_folder_is_refused(printkit: Printkit, folder: Path) -> None:
    write_manifest(folder, PADS)
    (folder / "out").write_bytes(b"a file")

    ran = printkit.run("batch", "night.yaml", "--out", "out", cwd=folder)

    assert (ran.code, ran.stdout) == (1, "")
    assert "no folder" in ran.stderr
    assert (folder / "out").read_bytes() == b"a file"


def test_a_state_that_is_no_ordinary_file_is_left_alone(printkit: Printkit, folder: Path) -> None:
    write_manifest(folder, PADS)
    (folder / "out").mkdir()
    os.mkfifo(folder / "out" / ".printkit-batch.json")

    document = printkit.batch("night.yaml", "--out", "out", cwd=folder)

    assert document["built"] == 4
    assert "not an ordinary file" in document["warning"]
