"""The studio's worker process: what it caches, and that its memory is bounded."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from printkit.core.sandbox import Sandbox
from printkit.studio.worker import call_handler, prepare
from tests.depth import many

if TYPE_CHECKING:
    from collections.abc import Iterator

OWN = "sheet: own/night\ntitle: Night\nplayers: 2-4\nbody: [{text: '{players[0].name} WORD'}]\n"
MB = 1_000_000


class Working(NamedTuple):
    """A process that works for a studio."""

    sandbox: Sandbox

    def ask(self, handler: str, **arguments: Any) -> dict[str, Any]:
        """The body of an answer."""
        return self.answer(handler, **arguments)[1]

    def answer(self, handler: str, **arguments: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The head of an answer, which is for the studio, and its body."""
        head, body = self.sandbox.run(partial(call_handler, handler, arguments), 60)
        return head, json.loads(body)

    @property
    def memory(self) -> int:
        """How many bytes it has in memory."""
        pages = Path(f"/proc/{self.sandbox.pid}/statm").read_text().split()[1]
        return int(pages) * 4096


@contextmanager
def working(folder: Path) -> Iterator[Working]:
    with Sandbox(prepare, folder=folder) as sandbox:
        yield Working(sandbox)


@pytest.mark.skipif(sys.platform != "linux", reason="how much memory it has is known on Linux")
def test_memory_does_not_grow_with_every_change(tmp_path: Path) -> None:
    file = tmp_path / "night.yaml"
    rounds = many(40, deep=1000)

    def change(number: int, worker: Working) -> None:
        file.write_text(OWN.replace("WORD", f"word {number}"))
        words = {"target": ["night.yaml"], "names": [f"Ann {number},Ben"]}
        assert f"Ann {number} word {number}" in str(worker.ask("pages", choices=words, traced=True))
        if number % 4 == 0:
            aid = {"target": ["attribute/player-aid"], "names": [f"Ann {number},Ben,Cleo"]}
            assert "pages" in worker.ask("pages", choices=aid)

    with working(tmp_path) as worker:
        for number in range(rounds):
            change(number, worker)
        before = worker.memory
        for number in range(rounds, 2 * rounds):
            change(number, worker)
        assert worker.memory - before < 8 * MB


def test_an_edited_file_lays_out_only_the_sheets_that_use_it(tmp_path: Path) -> None:
    part, words = "part: foot\nbody: [{text: Foot}]\n", {"target": ["a.yaml", "b.yaml"]}
    sheet = OWN.replace("WORD'}]", "WORD'}, {use: foot}]")
    (tmp_path / "foot.yaml").write_text(part)
    for name in "ab":
        text = sheet if name == "a" else OWN
        (tmp_path / f"{name}.yaml").write_text(text.replace("own/night", f"own/{name}"))

    def composed() -> list[str]:
        head, body = worker.answer("pages", choices=words)
        shown.append("".join(page["svg"] for page in body["pages"]))
        return sorted(head["laid_out"])

    shown: list[str] = []
    with working(tmp_path) as worker:
        assert ["own/a", "own/b"] == composed()
        assert [] == composed()
        (tmp_path / "foot.yaml").write_text(part.replace("Foot", "Leg"))
        assert ["own/a"] == composed()
        (tmp_path / "b.yaml").write_text(OWN.replace("WORD", "Word").replace("night", "b"))
        assert ["own/b"] == composed()
        (tmp_path / "locale").mkdir()
        (tmp_path / "locale" / "en.po").write_text('msgid "Leg"\nmsgstr "Paw"\n')
        assert ["own/a", "own/b"] == composed(), "the words of a language are for all"
    for text, before, after in (("Leg", 1, 2), ("Word", 2, 3), ("Paw", 3, 4)):
        assert text not in shown[before]
        assert text in shown[after]
