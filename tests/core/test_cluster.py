"""Batches and simulations on a real Dask cluster: the same bytes, the same promises."""

from __future__ import annotations

import json
import os
import shutil
import signal
from typing import TYPE_CHECKING

import pytest

from tests.core.clusters import Cluster, children, running_cluster, wait_until
from tests.running import ROOT, SLOW, SLOW_JOB, Printkit, finish

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytest.importorskip("distributed")

CARD = """sheet: own/card
title: Card
players: none
data: {rows: words.csv}
fonts: {wild: fonts/wild.ttf}
body:
  - use: parts/frame
  - {for: row in rows, text: "{row.word}", font: wild, size: 20pt}
"""
NIGHT = """jobs:
  - {target: wolle, players: 2, seed: x}
  - {target: deck/card.yaml, format: [pdf, png]}
  - {target: bad.yaml}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A manifest, and a layout with its own part, font and data."""
    work = tmp_path / "work"
    for name in ("deck/fonts", "deck/parts"):
        (work / name).mkdir(parents=True)
    font = ROOT / "fonts" / "patrick-hand" / "PatrickHand_400Regular.ttf"
    shutil.copy(font, work / "deck" / "fonts" / "wild.ttf")
    (work / "deck" / "card.yaml").write_text(CARD)
    (work / "deck" / "words.csv").write_text("word\nHello\nWorld\n")
    (work / "deck" / "parts" / "frame.yaml").write_text("part: frame\nbody:\n  - {text: Frame}\n")
    (work / "bad.yaml").write_text("sheet: own/bad\ntitle: Bad\nbody:\n  - {txt: A}\n")
    (work / "night.yaml").write_text(NIGHT)
    (work / "slow.yaml").write_text(SLOW)
    return work


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with running_cluster(tmp_path) as running:
        yield running


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_cluster_makes_the_same_files_and_a_bad_job_fails_alone(
    cluster: Cluster, folder: Path
) -> None:
    run = Printkit().run
    near = run("batch", "night.yaml", "-o", "near", cwd=folder)
    far = run("batch", "night.yaml", "-o", "far", "--cluster", cluster.address, cwd=folder)
    manifest, out = folder / "night.yaml", folder / "absolute"
    run("batch", manifest, "-o", out, "--cluster", cluster.address, cwd=folder.parent)

    assert near.code == far.code == 1
    assert near.stderr.replace("near/", "far/") == far.stderr
    assert "bad.yaml:4:6: error: unknown node 'txt'" in far.stderr
    assert len(contents(folder / "near")) == 4  # three files, and what the batch remembers
    assert contents(folder / "near") == contents(folder / "far") == contents(out)

    played = ("simulate", "swipsheep", "--games", 30, "--seed", "x", "--json", "--save")
    alone = run(*played, "r1", cwd=folder)
    together = run(*played, "r2", "--cluster", cluster.address, cwd=folder)
    assert (0, alone.stdout) == (together.code, together.stdout)
    assert contents(folder / "r1") == contents(folder / "r2")


def test_jobs_of_a_killed_worker_go_to_another_one(cluster: Cluster, folder: Path) -> None:
    (folder / "many.yaml").write_text("jobs:\n  - {target: wolle, players: [2, 3, 4, 5]}\n")
    started = Printkit().start(
        "batch", "many.yaml", "-o", "out", "--json", "--cluster", cluster.address, cwd=folder
    )
    wait_until(lambda: all(map(children, cluster.workers)))  # both are at work
    cluster.workers[0].kill()
    ran = finish(started)

    assert (0, "") == (ran.code, ran.stderr)
    assert json.loads(ran.stdout)["built"] == 4


def test_a_cluster_that_loses_its_workers_fails_the_rest(cluster: Cluster, folder: Path) -> None:
    (folder / "slow-night.yaml").write_text(f"jobs:\n  - {SLOW_JOB}\n")
    started = Printkit().start(
        "batch", "slow-night.yaml", "-o", "out", "--cluster", cluster.address, cwd=folder
    )
    wait_until(lambda: any(map(children, cluster.workers)))
    for worker in cluster.workers:
        worker.kill()
    ran = finish(started)

    assert ran.code == 1
    assert "error: the cluster has lost all its workers" in ran.stderr
    assert not (folder / "out" / "slow.png").exists()


def test_ctrl_c_stops_the_workers(cluster: Cluster, folder: Path) -> None:
    (folder / "slow-night.yaml").write_text(f"jobs:\n  - {SLOW_JOB}\n")
    started = Printkit().start(
        "batch", "slow-night.yaml", "-o", "out", "--cluster", cluster.address, cwd=folder
    )
    wait_until(lambda: any(map(children, cluster.workers)))
    os.killpg(started.pid, signal.SIGINT)
    ran = finish(started)

    assert ran.code == 130
    assert "0 of 1 files are in out/: interrupted" in ran.stdout
    wait_until(lambda: not any(map(children, cluster.workers)))
    assert not (folder / "out" / "slow.png").exists()


def test_workers_with_another_version_are_refused(tmp_path: Path, folder: Path) -> None:
    other = tmp_path / "other"
    for name in ("printkit", "layouts", "fonts"):
        shutil.copytree(ROOT / name, other / name)
    (other / "printkit" / "_version.py").write_text('__version__ = "0.9"\n')
    with running_cluster(tmp_path, root=other) as cluster:
        ran = Printkit().run("batch", "night.yaml", "--cluster", cluster.address, cwd=folder)

    assert ran.code == 1
    assert "has printkit 0.9, but this machine has" in ran.stderr
    assert "hint: install the same versions on all workers" in ran.stderr
    assert not (folder / "output").exists()


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (
            ["--cluster", "tcp://127.0.0.1:9"],
            1,
            "error: no cluster answers at 'tcp://127.0.0.1:9'",
        ),
        (["--cluster", "here"], 2, "error: 'here' isn't the address of a cluster"),
        (
            ["--cluster", "tcp://127.0.0.1:9", "--jobs", "2"],
            2,
            "error: --jobs counts processes on this machine, not on a cluster",
        ),
    ],
)
def test_a_cluster_that_cannot_be_used_is_refused(
    folder: Path, words: list[str], code: int, message: str
) -> None:
    ran = Printkit().run("batch", "night.yaml", *words, cwd=folder)
    assert (ran.code, ran.stdout) == (code, "")
    assert message in ran.stderr
    assert not (folder / "output").exists()
