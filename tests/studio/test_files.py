"""Odd files don't hide others: names that cannot be shown are escaped."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.studio.opening import running_studio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.running import Printkit
    from tests.studio.opening import RunningStudio

SHEET = b"sheet: own/a\ntitle: A\nplayers: none\nbody:\n  - text: x\n"
HEAD = b'{"printkit": 1, "game": "%s", "players": ["%s", "Ben", "Cleo"], "variant": "base"}\n'
FILES = {
    b"a.yaml": SHEET,
    b"odd\xff.yaml": SHEET,
    b"good.jsonl": HEAD % (b"attribute", b"Ann"),
    b"odd\xff.jsonl": HEAD % (b"attribute", b"Ann"),
    b"half-a-player.jsonl": HEAD % (b"attribute", b"\\ud800"),
    b"half-a-game.jsonl": HEAD % (b"\\ud800", b"Ann"),
    b"deep.jsonl": b"[" * 9_000 + b"\n",
    b"deep-players.jsonl": b'{"game": "attribute", "players": ' + b"[" * 9_000 + b"\n",
    b"players-that-are-a-text.jsonl": b'{"game": "attribute", "players": "Ann"}\n',
    b"no-text.jsonl": b"\xff\xfe\n",
    b"empty.jsonl": b"",
}
PIPES = ("pipe.yaml", "pipe.jsonl", "pipe.json")


@pytest.fixture(scope="module")
def odd(printkit: Printkit, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    """A studio in a folder with a name that is not UTF-8, with files that are odd."""
    outer = os.fsencode(tmp_path_factory.mktemp("odd"))
    folder = os.path.join(outer, b"games\xff")  # noqa: PTH118 - of bytes
    try:
        Path(os.fsdecode(folder)).mkdir()
    except OSError:
        pytest.skip("this system has no names that are not UTF-8")
    for name, data in FILES.items():
        (Path(os.fsdecode(folder)) / os.fsdecode(name)).write_bytes(data)
    for pipe in PIPES:
        os.mkfifo(Path(os.fsdecode(folder)) / pipe)
    link = {"PRINTKIT_EDITOR": "editor://{file}"}
    with running_studio(printkit, Path(os.fsdecode(folder)), env=link) as studio:
        yield studio


def test_layouts_are_listed_in_a_folder_that_is_not_utf_8(odd: RunningStudio) -> None:
    response = odd.get("/api/files")

    assert response.status == 200
    assert sorted(response.data["layouts"]) == ["a.yaml", "odd\\xff.yaml"]
    assert response.data["editor"].endswith("/games%FF/{file}")


def test_records_are_listed_next_to_odd_files(odd: RunningStudio) -> None:
    response = odd.get("/api/play/records")

    assert response.status == 200
    assert sorted(found["file"] for found in response.data["records"]) == [
        "good.jsonl", "odd\\xff.jsonl"
    ]  # fmt: skip


def test_a_sheet_next_to_odd_files_is_shown(odd: RunningStudio) -> None:
    response = odd.get("/api/pages", {"target": "a.yaml", "traced": "1", "client": "1"})

    assert response.status == 200, response.body
    assert len(response.data["pages"]) == 1
    assert odd.get("/api/pdf", {"target": "a.yaml"}).body.startswith(b"%PDF")


def test_a_file_name_that_is_not_utf_8_gets_a_hint_to_rename_it(odd: RunningStudio) -> None:
    for response in (
        odd.get("/api/pages", {"target": "odd\\xff.yaml"}),
        odd.get("/api/layout", {"file": "odd\\xff.yaml"}),
        odd.get("/api/pages", {"target": "attribute", "record": "odd\\xff.jsonl"}),
    ):
        (problem,) = response.data["problems"]
        assert "is not UTF-8" in problem["message"]
        assert problem["hint"] == "rename it"


def test_a_lone_surrogate_in_a_request_gets_a_response(odd: RunningStudio) -> None:
    response = odd.post("/api/play/answer", file="good.jsonl", version="\ud800", answer="\ud800")

    assert response.status in (200, 400, 422)
    assert odd.get("/api/play/records").status == 200


@pytest.mark.parametrize("name", PIPES)
def test_a_pipe_is_never_waited_for(odd: RunningStudio, name: str) -> None:
    if name.endswith(".yaml"):
        response = odd.post("/api/save", file=name, version="", text=SHEET.decode())
    else:
        response = odd.get("/api/play/download", {"file": name})

    assert response.status == 422
    (problem,) = response.data["problems"]
    assert (problem["file"], problem["message"]) == (name, "this isn't a regular file")
