"""Promise 3: a file is either the old one or the complete new one."""

from __future__ import annotations

import contextlib
import os
import resource
import socket
import stat
import subprocess
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import pytest

from printkit.core.files import NameTakenError, Staging
from tests.cli.terminal import Terminal
from tests.depth import in_turn, many
from tests.running import (
    contents,
    finish,
    group,
    leftovers,
    make_read_only,
    mounted,
    until,
    write_manifest,
)
from tests.trust.killed import NEVER, RENAMED, RENAMING, WRITING, run_killed
from tests.trust.writers import KILLED, REPLACING, STATE, WRITERS, plant_old, prepare

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.running import Printkit

PADS = "{target: attribute/score-pad, players: [3, 4, 5, 6]}"
ON = ", ".join(("a4", "letter")[: many(1, deep=2)])
SEVERAL = f"{{target: attribute/score-pad, players: [3, 4, 5, 6], lang: [en, de], paper: [{ON}]}}"


class Ended(NamedTuple):
    """How a command ended, and what it complained about."""

    code: int
    err: str


Run: TypeAlias = "Callable[[str], Ended]"


@pytest.fixture
def run(printkit: Printkit, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a writer by name; a batch in a separate process, because it starts others."""
    prepare(tmp_path)

    def one(name: str) -> Ended:
        writer = WRITERS[name]
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / writer.home))
        if name == "batch":
            ran = printkit.run(*writer.command.split(), cwd=tmp_path)
            return Ended(ran.code, ran.stderr)
        shown = Terminal(monkeypatch, tmp_path / writer.cwd)(*writer.command.split())
        return Ended(shown.code, shown.err)

    return one


# Killed.

ALL = {**WRITERS, "state": STATE}
OTHERS = sorted(WRITERS.keys() - {*KILLED})[: many(0, deep=99)]


@pytest.mark.parametrize(
    "name", (*KILLED, "state", *sorted(WRITERS.keys() - {*KILLED}))[: many(7, deep=99)]
)
def test_killing_leaves_the_old_or_the_complete_new_file(
    printkit: Printkit, tmp_path: Path, name: str
) -> None:
    writer = ALL[name]

    def run(folder: Path, moment: str) -> tuple[int, bytes | None]:
        """Run the writer in a folder; gives the exit code, and what its file contains then."""
        env = {**printkit.environment(), "PRINTKIT_PAPER": "a4"}
        env["XDG_CONFIG_HOME"] = str(folder / writer.home)
        file, hooks = folder / writer.file, tmp_path / "hooks"
        code = run_killed(writer.command, folder / writer.cwd, file, moment, env, hooks)
        return code, file.read_bytes() if file.exists() else None

    def used(place: str) -> Path:
        folder = prepare(tmp_path / place)
        if name != "new":
            plant_old(folder, writer)
        return folder

    code, new = run(prepare(tmp_path / "clean"), NEVER)
    assert (code, bool(new)) == (0, True)
    old = None if name == "new" else writer.old
    for moment, left in ((WRITING, old), (RENAMING, old), (RENAMED, new)):
        code, found = run(used(moment), moment)
        outlives = name == "batch" and moment == WRITING  # a worker writes, a batch renames
        assert code >= 0 if outlives else code < 0, moment
        assert found == left, moment
    assert run(tmp_path / WRITING, NEVER) == (0, new)


# Disks and folders.


def test_a_full_disk_is_reported_and_keeps_the_old_file(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with mounted(out, "-o", "size=64k"):
        plant_all(tmp_path)
        fill(out)
        old = contents(out)
        ended = {name: run(name) for name in WRITERS}

        assert {name: one.code for name, one in ended.items()} == dict.fromkeys(WRITERS, 1)
        assert [name for name, one in ended.items() if "No space left" not in one.err] == []
        assert contents(out) == old


def test_a_read_only_folder_is_reported_and_keeps_the_old_file(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with mounted(out):
        plant_all(tmp_path)
        make_read_only(out)
        old = contents(out)
        ended = {name: run(name) for name in WRITERS}

        assert {name: one.code for name, one in ended.items()} == dict.fromkeys(WRITERS, 1)
        assert [name for name, one in ended.items() if "Read-only" not in one.err] == []
        assert contents(out) == old


def test_a_file_size_limit_keeps_the_old_file(run: Run, tmp_path: Path) -> None:
    plant_all(tmp_path)
    old = contents(tmp_path / "out")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, before[1]))
    try:
        ended = {name: run(name) for name in WRITERS}
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)

    assert {name: one.code for name, one in ended.items()} == dict.fromkeys(WRITERS, 1)
    assert [name for name, one in ended.items() if "File too large" not in one.err] == []
    assert contents(tmp_path / "out") == old


def plant_all(folder: Path) -> None:
    plant_old(folder, *(WRITERS[name] for name in REPLACING))


def fill(folder: Path) -> None:
    """Fill the disk."""
    with (folder / "filler").open("wb", buffering=0) as filler, suppress(OSError):
        while filler.write(bytes(4096)):
            pass


def test_a_batch_on_a_small_disk_builds_what_fits(printkit: Printkit, tmp_path: Path) -> None:
    write_manifest(tmp_path, PADS)
    printkit.batch("night.yaml", "--out", "good", cwd=tmp_path)
    good = contents(tmp_path / "good")
    with mounted(tmp_path / "out", "-o", "size=64k"):
        document = printkit.batch("night.yaml", "--out", "out", "-j", 1, cwd=tmp_path, code=1)
        found = contents(tmp_path / "out")

        assert 1 <= document["built"] == len(found) <= 2
        assert found == {name: good[name] for name in found}
        assert leftovers(tmp_path) == []


# What is no ordinary file.


def link_to_file(path: Path, other: Path, old: bytes) -> None:
    other.write_bytes(old)
    path.symlink_to(other)


def link_to_nothing(path: Path, other: Path, _old: bytes) -> None:
    path.symlink_to(other)


def link_to_folder(path: Path, other: Path, _old: bytes) -> None:
    other.mkdir()
    path.symlink_to(other)


def folder(path: Path, _other: Path, _old: bytes) -> None:
    path.mkdir()


def pipe(path: Path, _other: Path, _old: bytes) -> None:
    os.mkfifo(path)


def plug(path: Path, _other: Path, _old: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as own, contextlib.chdir(path.parent):
        own.bind(path.name)


def device(path: Path, _other: Path, _old: bytes) -> None:
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("this needs the right to make a device")


OBSTACLES = (link_to_file, link_to_nothing, link_to_folder, folder, pipe, plug, device)


@pytest.mark.parametrize("obstacle", OBSTACLES, ids=lambda make: make.__name__)
def test_special_files_are_refused_and_kept(
    run: Run, tmp_path: Path, obstacle: Callable[[Path, Path, bytes], None]
) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    names = in_turn([*WRITERS], OBSTACLES.index(obstacle))
    for name in names:
        writer = WRITERS[name]
        path = tmp_path / writer.file
        path.parent.mkdir(parents=True, exist_ok=True)
        obstacle(path, precious / name, writer.old)
    before = snapshot(tmp_path / "out"), snapshot(precious)
    ended = {name: run(name) for name in names}

    assert {name: one.code for name, one in ended.items()} == dict.fromkeys(names, 1)
    assert [name for name, one in ended.items() if not is_refusal(one, WRITERS[name].file)] == []
    assert before[0].items() <= snapshot(tmp_path / "out").items()
    assert before[1] == snapshot(precious)
    assert leftovers(tmp_path) == []


def is_refusal(ended: Ended, file: str) -> bool:
    """Whether a command reports the file that it doesn't write, and why."""
    reasons = (
        "is a link", "is a folder", "isn't a regular file", "already exists"
    )  # fmt: skip
    lines = [line for line in ended.err.splitlines() if file.rpartition("/")[2] in line]
    told = " ".join(ended.err.split())
    return bool(lines) and any(reason in told for reason in reasons) and "Traceback" not in told


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    """What kind of thing is under each name, and what is in it if it is a file."""
    return {
        str(path.relative_to(folder)): (
            stat.S_IFMT(path.lstat().st_mode),
            path.read_bytes() if path.is_file() else b"",
        )
        for path in sorted(folder.rglob("*"))
    }


def test_a_file_in_place_of_the_folder_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "out").rmdir()
    (tmp_path / "out").write_bytes(b"a file")
    writers = [name for name, writer in WRITERS.items() if writer.cwd != "out"]
    ended = {name: run(name) for name in writers}

    assert {name: one.code for name, one in ended.items()} == dict.fromkeys(writers, 1)
    assert [name for name, one in ended.items() if "Traceback" in one.err or not one.err] == []
    assert (tmp_path / "out").read_bytes() == b"a file"


@pytest.mark.parametrize("obstacle", [link_to_file, pipe], ids=lambda make: make.__name__)
def test_a_state_that_isnt_a_regular_file_is_left_alone(
    printkit: Printkit, tmp_path: Path, obstacle: Callable[[Path, Path, bytes], None]
) -> None:
    prepare(tmp_path)
    obstacle(tmp_path / STATE.file, tmp_path / "other", b"precious")
    before = snapshot(tmp_path / "out")

    document = printkit.batch("night.yaml", "--out", "out", cwd=tmp_path)

    assert document["built"] == 1
    assert "the next run will rebuild everything" in document["warning"]
    assert before.items() <= snapshot(tmp_path / "out").items()


# Rights, and what is left over.


def test_new_files_get_default_permissions_and_old_ones_keep_theirs(
    run: Run, tmp_path: Path
) -> None:
    umask = os.umask(0o027)
    try:
        for name in REPLACING:
            assert run(name).code == 0
        fresh = rights(tmp_path)
        for name in REPLACING:
            (tmp_path / WRITERS[name].file).chmod(0o604)
        (tmp_path / STATE.file).unlink()
        for name in REPLACING:
            assert run(name).code == 0
        kept = rights(tmp_path)
    finally:
        os.umask(umask)

    assert fresh == dict.fromkeys(REPLACING, 0o640)
    assert kept == dict.fromkeys(REPLACING, 0o604)


def rights(folder: Path) -> dict[str, int]:
    """Who may do what with each writer's file."""
    files = {name: folder / WRITERS[name].file for name in REPLACING}
    return {name: stat.S_IMODE(file.stat().st_mode) for name, file in files.items()}


def test_only_old_temporary_files_of_ended_processes_are_removed(run: Run, tmp_path: Path) -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    old, new = (f".printkit-{ended.pid}-{end}.part" for end in ("aa", "bb"))
    others = f".printkit-{os.getpid()}-aa.part"  # as if the clock had been set
    folders = {(tmp_path / writer.file).parent for writer in WRITERS.values()}
    hour_ago = time.time() - 3600
    foreign = [".printkit-notes-mine.part", f"{old}.bak", f".printkit-{ended.pid}-mine.part"]
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
        for name in (*foreign, others, old):
            (folder / name).write_text("of somebody else")
            os.utime(folder / name, (hour_ago,) * 2)
        (folder / new).write_bytes(b"half")
    for name in WRITERS:
        assert run(name).code == 0

    for folder in folders:
        stay = {path.name for path in folder.glob(".printkit-*.part*")}
        assert stay == {new, others, *foreign}


# Several processes.


@pytest.fixture(scope="module")
def expected(printkit: Printkit, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What SEVERAL gives when nothing goes wrong."""
    folder = tmp_path_factory.mktemp("expected")
    write_manifest(folder, SEVERAL)
    printkit.batch("night.yaml", "--out", "out", cwd=folder)
    return contents(folder / "out")


def test_killing_a_batch_leaves_complete_files_and_no_process(
    printkit: Printkit, tmp_path: Path, expected: dict[str, bytes]
) -> None:
    write_manifest(tmp_path, SEVERAL)
    out = tmp_path / "out"
    for moment in (1, 4, 6, 10, 14)[: many(3, deep=5)]:
        kill_after(printkit, tmp_path, moment)
        whole = {name: data for name, data in contents(out).items() if name.endswith(".pdf")}

        assert whole == {name: expected[name] for name in whole}

    again = printkit.batch("night.yaml", "--out", "out", cwd=tmp_path)
    assert again["built"] + again["up_to_date"] == len(expected)
    assert expected.items() <= contents(out).items()


def kill_after(printkit: Printkit, folder: Path, files: int) -> None:
    """Kill a batch that rebuilds everything once it has written this many files.

    Nobody is left who could remove what the killed process itself, and not a worker, was writing.
    """
    out = folder / "out"
    before = {path.name: path.stat().st_mtime_ns for path in out.glob("*.pdf")}
    left_before = leftovers(out)
    process = printkit.start("batch", "night.yaml", "-o", "out", "--force", cwd=folder)
    until(lambda: new_files(out, before) >= files or process.poll() is not None)
    process.kill()
    process.communicate()
    until(lambda: group(process.pid) == [])
    own = f".printkit-{process.pid}-"
    left = [left for left in leftovers(out) if not left.startswith(own)]
    assert [name for name in left if name not in left_before] == []


def new_files(out: Path, before: dict[str, int]) -> int:
    """How many files were written since."""
    return sum(path.stat().st_mtime_ns != before.get(path.name) for path in out.glob("*.pdf"))


def test_two_batches_in_one_folder_do_not_harm_each_other(
    printkit: Printkit, tmp_path: Path, expected: dict[str, bytes]
) -> None:
    write_manifest(tmp_path, SEVERAL)
    both = [printkit.start("batch", "night.yaml", "-o", "out", "-j", 2, cwd=tmp_path) for _ in "ab"]

    assert [finish(process).code for process in both] == [0, 0]
    assert contents(tmp_path / "out") == expected
    again = printkit.batch("night.yaml", "--out", "out", cwd=tmp_path)
    assert again["failed"] == 0
    assert contents(tmp_path / "out") == expected


# Files that belong together.

ENDS_BADLY = """
sheet: own/own
title: Own
each: n in range(9)
body:
  - {box: ["{'a' if n < 8 else 'b' * 300}"], width: 30mm, height: 9mm}
"""


@pytest.mark.parametrize("formats", ["-f svg", "-f png --dpi 40", "-f svg -f pdf -f png --dpi 40"])
def test_a_page_that_doesnt_fit_writes_no_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, formats: str
) -> None:
    printkit = Terminal(monkeypatch, tmp_path)
    printkit.write("ends-badly.yaml", ENDS_BADLY)
    done = printkit("build", "ends-badly.yaml", *formats.split(), "-o", "new/pages/")

    assert done.code == 1
    assert [path.name for path in tmp_path.iterdir()] == ["ends-badly.yaml"]


def test_a_format_that_fails_writes_no_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "out" / "pad.png").mkdir(parents=True)
    printkit = Terminal(monkeypatch, tmp_path)
    done = printkit("build", "attribute/score-pad", "-f", "pdf", "-f", "png", "-o", "out/pad.pdf")

    assert done.code == 1
    assert "this is a folder" in done.err
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["pad.png"]


def test_simultaneous_builds_that_choose_the_same_name_keep_all_their_files(
    printkit: Printkit, tmp_path: Path
) -> None:
    command = ("build", "wolle/sheet", "-p", 4, "--quiet")
    started = [printkit.start(*command, cwd=tmp_path) for _ in range(4)]
    assert [0] * 4 == [finish(process).code for process in started]

    names = ["wolle-sheet-4p", *(f"wolle-sheet-4p ({number})" for number in (2, 3, 4))]
    made = contents(tmp_path / "output")
    assert sorted(made) == sorted(f"{name}.pdf" for name in names)
    assert len(set(made.values())) == len(made), "each has drawn its own"
    assert leftovers(tmp_path) == []


def test_a_file_created_in_the_meantime_is_not_replaced(tmp_path: Path) -> None:
    first, second = tmp_path / "a.pdf", tmp_path / "a.svg"
    with Staging(may_replace=lambda *_: False) as staging:
        staging.write(first, b"ours")
        staging.write(second, b"ours")
        assert not first.exists(), "nothing stands there before it is whole"
        second.write_bytes(b"theirs")
        with pytest.raises(NameTakenError):
            staging.commit()

    assert contents(tmp_path) == {"a.svg": b"theirs"}
