"""Batches and simulations on a real Dask cluster: the same bytes, the same promises."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from itertools import chain
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.core.clusters import Cluster, children, computing, running_cluster, wait_until
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


@pytest.fixture(scope="module")
def shared_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with running_cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@pytest.fixture
def cluster(shared_cluster: Cluster) -> Cluster:
    """A cluster in which everything runs, whatever another test has killed."""
    shared_cluster.start()
    return shared_cluster


IMPATIENT = """
from printkit.core import cluster
cluster.WATCH_S, cluster.GONE_S = 0.2, 2
from printkit.__main__ import main
main()
"""


def start_impatient(*words: object, cwd: Path) -> subprocess.Popen[str]:
    """Start a command that waits for a lost cluster only for a short time."""
    return subprocess.Popen(
        [sys.executable, "-c", IMPATIENT, *map(str, words)],
        cwd=cwd,
        env=Printkit().environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


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


LINKS = {
    "out.png": "../../secret.png",
    "away.png": "{root}/secret.png",
    "device.png": "/dev/zero",
    "gone": "../..",
    "near.png": "pictures/DOT.PNG",
    "here.png": "{links}/pictures/dot.png",
    "folder": "pictures",
}
LINKED = """sheet: own/{name}
title: Linked
players: none
body:
  - {{image: {picture}, height: 10mm, alt: A dot}}
"""
PICTURES = {
    "out": "out.png",
    "away": "away.png",
    "device": "device.png",
    "gone": "gone/secret.png",
    "pipe": "pipe.png",
    "near": "near.png",
    "here": "here.png",
    "folder": "folder/dot.png",
}


def test_what_links_lead_to_outside_a_layouts_folder_is_neither_read_nor_sent(
    cluster: Cluster, folder: Path
) -> None:
    links = folder / "links"
    pictures = links / "pictures"
    pictures.mkdir(parents=True)
    for place in (folder.parent / "secret.png", pictures / "dot.png", pictures / "DOT.PNG"):
        Image.new("RGB", (40, 40), "red").save(place)
    for name, target in LINKS.items():
        (links / name).symlink_to(target.format(root=folder.parent, links=links))
    os.mkfifo(links / "pipe.png")
    for name, picture in PICTURES.items():
        (links / f"{name}.yaml").write_text(LINKED.format(name=name, picture=picture))
    jobs = "".join(f"  - {{target: links/{name}.yaml}}\n" for name in PICTURES)
    (folder / "links.yaml").write_text(f"jobs:\n{jobs}")

    run = Printkit().run
    near = run("batch", "links.yaml", "-o", "near", cwd=folder)
    far = run("batch", "links.yaml", "-o", "far", "--cluster", cluster.address, cwd=folder)

    assert near.code == far.code == 1
    pipe = near.stderr.replace("this isn't a file", "looked in links")  # it isn't sent either
    assert far.stderr == pipe.replace("near/", "far/")
    assert far.stderr.count("is outside the layout's folder") == 4
    assert {path.name for path in (folder / "far").glob("*.pdf")} == {
        "near.pdf",
        "here.pdf",
        "folder.pdf",
    }
    assert contents(folder / "near") == contents(folder / "far")


def test_jobs_of_a_killed_worker_go_to_another_one(cluster: Cluster, folder: Path) -> None:
    (folder / "many.yaml").write_text("jobs:\n  - {target: wolle, players: [2, 3, 4, 5]}\n")
    at_work = [*map(computing, cluster.workers)]
    started = Printkit().start(
        "batch", "many.yaml", "-o", "out", "--json", "--cluster", cluster.address, cwd=folder
    )
    wait_until(lambda: all(each() for each in at_work))
    cluster.workers[0].kill()
    ran = finish(started)

    assert (0, "") == (ran.code, ran.stderr)
    assert json.loads(ran.stdout)["built"] == 4


def test_a_cluster_that_loses_its_workers_fails_the_rest(cluster: Cluster, folder: Path) -> None:
    (folder / "slow-night.yaml").write_text(f"jobs:\n  - {SLOW_JOB}\n")
    at_work = [*map(computing, cluster.workers)]
    started = start_impatient(
        "batch", "slow-night.yaml", "-o", "out", "--cluster", cluster.address, cwd=folder
    )
    wait_until(lambda: any(each() for each in at_work))
    for worker in cluster.workers:
        worker.kill()
    ran = finish(started)

    assert ran.code == 1
    assert "error: the cluster has lost all its workers" in ran.stderr
    assert not (folder / "out" / "slow.png").exists()


def test_a_cluster_that_loses_its_scheduler_fails_the_rest(cluster: Cluster, folder: Path) -> None:
    (folder / "slow-night.yaml").write_text(
        f"jobs:\n  - {SLOW_JOB}\n  - {{target: wolle/setup-card, players: 2}}\n"
    )
    started = start_impatient(
        "batch", "slow-night.yaml", "-o", "out", "--cluster", cluster.address, cwd=folder
    )
    wait_until(lambda: (folder / "out" / "wolle-setup-card-2p.pdf").exists())
    cluster.scheduler.kill()
    ran = finish(started)

    assert ran.code == 1
    assert "Traceback" not in ran.stderr
    assert "1 of 2 files" in ran.stdout
    assert not (folder / "out" / "slow.png").exists()


def test_ctrl_c_stops_the_workers(cluster: Cluster, folder: Path) -> None:
    (folder / "slow-night.yaml").write_text(f"jobs:\n  - {SLOW_JOB}\n")
    at_work = [*map(computing, cluster.workers)]
    started = Printkit().start(
        "batch", "slow-night.yaml", "-o", "out", "--cluster", cluster.address, cwd=folder
    )
    wait_until(lambda: any(each() for each in at_work))
    working = {pid for each in at_work for pid in each()}
    os.killpg(started.pid, signal.SIGINT)
    ran = finish(started)

    assert ran.code == 130
    assert "Built 0 of 1 file in out/: interrupted" in ran.stdout
    wait_until(lambda: working.isdisjoint(chain(*map(children, cluster.workers))))
    assert not (folder / "out" / "slow.png").exists()


@pytest.mark.parametrize(
    ("scheme", "answer"),
    [("tcp", b""), ("tls", b""), ("ws", b"HTTP/1.1 400 Bad Request\r\n\r\n" * 20)],
)
def test_an_address_where_something_else_listens_is_refused_in_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch, scheme: str, answer: bytes
) -> None:
    monkeypatch.setattr("printkit.core.cluster.ANSWER_S", 1)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def respond() -> None:
            with suppress(OSError):
                while True:
                    client, _ = server.accept()
                    clients.append(client)
                    client.sendall(answer)

        clients: list[socket.socket] = []
        Thread(target=respond, daemon=True).start()
        address = f"{scheme}://127.0.0.1:{server.getsockname()[1]}"
        ran = Printkit().run("batch", "night.yaml", "--cluster", address, cwd=folder)
        for client in clients:
            client.close()

    assert ran.code == 1
    assert ran.stderr.startswith(f"error: no cluster answers at '{address}'\nhint: ")
    assert ran.stderr.count("\n") == 2


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
    folder: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], code: int, message: str
) -> None:
    monkeypatch.setattr("printkit.core.cluster.ANSWER_S", 1)
    ran = Printkit().run("batch", "night.yaml", *words, cwd=folder)
    assert (ran.code, ran.stdout) == (code, "")
    assert message in ran.stderr
    assert not (folder / "output").exists()
