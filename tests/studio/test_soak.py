"""A scenario: very many requests of all kinds, after which a studio needs no more than before."""

from __future__ import annotations

import os
import sys
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.depth import many
from tests.running import PATIENCE_S, children
from tests.studio.opening import running_studio

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.running import Printkit
    from tests.studio.opening import RunningStudio

FIRST, REQUESTS = 100, many(130, deep=2_000)
GUESTS = 12
MOST_MEMORY, MOST_FILES = 1.25, 1.1
"""How much more a studio may need in the end than after the first requests: caches fill up."""
LAYOUT = "sheet: own/night\ntitle: Night\nplayers: 2-4\nbody: ['{players[0].name} WORD']\n"
BEGIN = {"game": "attribute", "names": "Ann,Ben,Cleo", "variant": "", "answers": []}
SHEET = {"target": "attribute/score-pad", "names": "Ann,Ben,Cleo", "variant": "", "settings": []}


class Usage(NamedTuple):
    """What the processes of a studio need."""

    memory: int
    files: int

    @classmethod
    def of(cls, studio: RunningStudio) -> Usage:
        """Add up the server and its workers."""
        processes = [Path("/proc", str(pid)) for pid in _processes(studio)]
        pages = (int((each / "statm").read_text().split()[1]) for each in processes)
        return cls(
            sum(pages) * os.sysconf("SC_PAGE_SIZE"),
            sum(len([*(each / "fd").iterdir()]) for each in processes),
        )


def _processes(studio: RunningStudio) -> list[int]:
    return [studio.process.pid, *children(studio.process.pid)]


def show(studio: RunningStudio, number: int) -> None:
    """Show pages in a tab: for the guests of a club, in a few languages and themes."""
    guest = number % GUESTS
    words = {
        "client": f"tab {number}",
        "turn": number,
        "target": ["attribute/score-pad", "wolle/setup-card", "night.yaml"][guest % 3],
        "names": f"Ann {guest},Ben,Cleo",
        "lang": ["en", "de", "fr"][guest % 3],
        "theme": ["colour", "mono"][guest % 2],
        "seed": "x",
    }
    assert studio.get("/api/pages", words).status == 200
    if number % 4 == 0:
        assert studio.get("/api/pdf", words).status == 200


def open_tab(studio: RunningStudio, number: int) -> None:
    """Open a tab of the Write tab, save its layout, and close the tab."""
    listening = HTTPConnection("127.0.0.1", studio.port, timeout=PATIENCE_S)
    listening.request("GET", f"/api/events?client=w{number}", headers={"Cookie": studio.cookie})
    events = listening.getresponse()
    assert events.readline() == b": here\n"
    words = {"client": f"w{number}", "turn": 1, "target": "night.yaml", "traced": "1"}
    assert studio.get("/api/pages", words).status == 200
    source = studio.get("/api/source", {"file": "night.yaml"}).data
    text = LAYOUT.replace("WORD", f"word {number}")
    assert (
        "version"
        in studio.post("/api/save", file="night.yaml", version=source["version"], text=text).data
    )
    listening.close()


def play(studio: RunningStudio, number: int) -> None:
    """Record a game, and delete it."""
    game = studio.post("/api/play/begin", **BEGIN).data
    topic = f"moon {number}"
    game = studio.post(
        "/api/play/answer", file=game["file"], version=game["version"], answer=[topic]
    ).data
    assert game["said"] == [topic]
    studio.post("/api/play/undo", file=game["file"], version=game["version"])
    assert studio.get("/api/play/records").data["records"]
    assert studio.post("/api/play/delete", file=game["file"]).status == 200


def score(studio: RunningStudio, number: int) -> None:
    """Fill in a score sheet, undo that, and delete it."""
    file = studio.post("/api/score/begin", **SHEET).data["file"]
    assert studio.get("/api/score/sheet", {"file": file}).status == 200
    for seat in (1, 2, 3):
        sent = {"file": file, "sheet": "0", "field": f"change.1.{seat}", "text": str(number % 2)}
        written = studio.post("/api/score/write", **sent)
        assert written.status == 200
    studio.post("/api/score/undo", file=file, version=written.data["version"])
    assert studio.get("/api/score/result", {"file": file}).status == 200
    assert studio.get("/api/season").status == 200
    assert studio.post("/api/play/delete", file=file).status == 200


def look_around(studio: RunningStudio, _number: int) -> None:
    """Load the page and what it lists."""
    for path in ("/", "/api/catalogue", "/api/files", "/api/seed", "/api/score/files"):
        assert studio.get(path).status == 200
    assert studio.get("/api/thumbnails", {"target": ["attribute", "night.yaml"]}).status == 200
    assert studio.get("/api/layout", {"file": "night.yaml"}).status == 200


def ask_nonsense(studio: RunningStudio, number: int) -> None:
    """Send requests that are refused."""
    refused = [
        studio.get("/api/pages", {"target": f"nosuch-{number}"}),
        studio.get("/api/pages", {"target": "attribute/score-pad", "names": "x" * 500}),
        studio.get("/api/layout", {"file": "../secret.yaml"}),
        studio.post("/api/score/write", file="gone.json", sheet="0", field="x", text="1"),
        studio.post("/api/play/answer", file="gone.jsonl", version="", answer=[[]]),
        studio.post("/api/save", file="night.yaml"),
        studio.send("/api/files"),
        studio.send("/api/files", {"Cookie": f"printkit-{studio.port}={number}"}),
    ]
    assert {each.status for each in refused} <= {400, 401, 409, 422}


KINDS: tuple[tuple[Callable[[RunningStudio, int], None], int], ...] = (
    (show, 1), (open_tab, 4), (play, 5), (score, 9), (look_around, 7), (ask_nonsense, 8),
)  # fmt: skip
"""What is requested, and how many requests that takes."""


@pytest.mark.skipif(sys.platform != "linux", reason="what a process needs is known on Linux")
def test_a_studio_needs_no_more_after_very_many_requests(
    printkit: Printkit, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    random = Random("soak")
    (tmp_path / "night.yaml").write_text(LAYOUT)
    with running_studio(printkit, tmp_path) as studio:
        sent, first = 0, None
        while sent < REQUESTS:
            ask, requests = random.choice(KINDS)
            ask(studio, sent)
            sent += requests
            if first is None and sent >= FIRST:
                first = Usage.of(studio)
                pids = _processes(studio)
        last = Usage.of(studio)

        record_property("first and last", f"{first}, {last}")
        assert first is not None
        assert pids == _processes(studio), "no worker had to be replaced"
        assert last.memory <= MOST_MEMORY * first.memory, (first, last)
        assert last.files <= MOST_FILES * first.files, (first, last)
