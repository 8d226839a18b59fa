"""The process that works for the studio: what it keeps, and that it keeps no more and more."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from printkit.samples import sample_files
from printkit.studio.desk import START
from printkit.studio.kept import MOST, MOST_BYTES, Kept
from printkit.studio.worker import LENGTH
from tests.depth import many

if TYPE_CHECKING:
    from collections.abc import Iterator

OWN = "sheet: own/night\ntitle: Night\nplayers: 2-4\nbody: [{text: '{players[0].name} WORD'}]\n"
MB = 1_000_000


class Working(NamedTuple):
    """A process that works for a studio."""

    process: subprocess.Popen[bytes]

    def ask(self, job: str, **given: Any) -> dict[str, Any]:
        """The body of an answer."""
        assert self.process.stdin
        order = json.dumps({"job": job, "given": given}).encode()
        self.process.stdin.write(len(order).to_bytes(LENGTH) + order)
        self.process.stdin.flush()
        self._frame()
        answer: dict[str, Any] = json.loads(self._frame())
        return answer

    def _frame(self) -> bytes:
        assert self.process.stdout
        return self.process.stdout.read(int.from_bytes(self.process.stdout.read(LENGTH)))

    @property
    def memory(self) -> int:
        """How many bytes it has in memory."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * 4096


@contextmanager
def working(folder: Path) -> Iterator[Working]:
    process = subprocess.Popen(
        [sys.executable, "-c", START, *filter(None, sys.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=folder,
    )
    try:
        yield Working(process)
    finally:
        process.kill()
        process.communicate()


@pytest.mark.skipif(sys.platform != "linux", reason="how much memory it has is known on Linux")
def test_memory_does_not_grow_with_every_change(tmp_path: Path) -> None:
    file = tmp_path / "night.yaml"
    rounds = many(60, deep=1000)

    def change(number: int, worker: Working) -> None:
        file.write_text(OWN.replace("WORD", f"word {number}"))
        worker.ask("changed", files=[str(file)])
        words = {"target": ["night.yaml"], "names": [f"Ann {number},Ben"]}
        assert f"Ann {number} word {number}" in str(worker.ask("pages", words=words, traced=True))
        if number % 4 == 0:
            aid = {"target": ["attribute/player-aid"], "names": [f"Ann {number},Ben,Cleo"]}
            assert "pages" in worker.ask("pages", words=aid)

    with working(tmp_path) as worker:
        for number in range(rounds):
            change(number, worker)
        before = worker.memory
        for number in range(rounds, 2 * rounds):
            change(number, worker)
        assert worker.memory - before < 8 * MB


def test_a_game_that_goes_on_is_never_shown_as_it_was(tmp_path: Path) -> None:
    record = tmp_path / "x.jsonl"
    words = {"target": ["attribute/result"], "record": ["x.jsonl"]}
    shown = []
    with working(tmp_path) as worker:
        for sample in sample_files("attribute")[:2]:
            record.write_bytes(sample.read_bytes())
            shown.append(worker.ask("pages", words=words)["pages"])
    assert shown[0] != shown[1]


def test_the_oldest_answers_go_first() -> None:
    kept = Kept()
    for number in range(MOST + 1):
        kept.keep(number, b"x")
    assert kept.get(0) is None
    assert kept.get(1) == b"x"
    kept.keep("new", b"y")
    assert (kept.get(1), kept.get(2)) == (b"x", None)
    kept.keep("huge", bytes(MOST_BYTES))
    assert kept.get("new") is None
