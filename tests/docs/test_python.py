"""The pages about Python and JSON are true: the examples give what is printed there."""

from __future__ import annotations

import doctest
import json
import re
from http.server import ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

import printkit
from tests.project.places import ROOT
from tests.running import run_printkit

if TYPE_CHECKING:
    from pathlib import Path

PYTHON = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
JSON = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")

COMMANDS = {
    "list": ("list", "wolle"),
    "build, again": ("build", "attribute/score-pad", "-p", 3),
    "batch": ("batch", "night.yaml", "--jobs", 1),
    "check": ("check", "own.yaml"),
    "validate": ("validate", "game.jsonl", "--explain"),
    "simulate": ("simulate", "attribute", "--games", 1, "--jobs", 1),
    "season": ("season", "club", "--explain", "Ann"),
    "season pair": ("season", "pair", "club"),
    "rules": ("rules", "attribute"),
    "info": ("info",),
    "preflight": ("preflight", "sheet.pdf"),
}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PRINTKIT_PAPER", "a4")


def test_the_examples_give_what_the_page_says() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", PYTHON, re.DOTALL | re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "python.md", None, 0)
    shown: list[str] = []
    result = doctest.DocTestRunner().run(examples, out=shown.append)

    assert result.attempted > 20
    assert result.failed == 0, "".join(shown)


def test_the_web_server_answers_with_a_pad_or_an_explanation() -> None:
    (code,) = re.findall(r"^```python\n(from http.*?)^```", PYTHON, re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {"__name__": "pads"}
    exec(compile(code, "python.md", "exec"), names)
    names["Pads"].log_message = lambda *_: None
    with ThreadingHTTPServer(("127.0.0.1", 0), names["Pads"]) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/?names="
        with urlopen(f"{address}Ann,Ben,Cleo") as answer:
            assert answer.read().startswith(b"%PDF-")
        with pytest.raises(HTTPError) as refused:
            urlopen(f"{address}Ann,Ann,Ben")
        with refused.value as answer:
            assert 400 == answer.code
            assert b"appears twice" in answer.read()
        server.shutdown()


def test_the_page_mentions_every_public_name() -> None:
    told = {*re.findall(r"^::: printkit\.(\w+)$", PYTHON, re.MULTILINE)}
    told |= {*re.findall(r"^\| `(\w+)` \|", PYTHON, re.MULTILINE)}

    assert {*printkit.__all__} - {"Rule", "Ruling", "__version__"} <= told


@pytest.mark.parametrize("section", COMMANDS)
def test_every_key_of_a_json_document_is_on_the_page(section: str, tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text("sheet: own/x\ntitle: X\nbody: [{txet: a}]\n")
    (tmp_path / "night.yaml").write_text("jobs: [{target: attribute/setup-card, players: 3}]\n")
    (tmp_path / "game.jsonl").write_text(
        '{"printkit": 1, "game": "attribute", "players": ["Ann", "Ben", "Cleo"]}\n'
    )
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "results.csv").write_text(
        'date,game,names,scores\n2026-01-08,Skat,"Ann, Ben","3, 5"\n'
    )
    if section == "preflight":
        printkit.build("attribute/setup-card", players=3, out="sheet.pdf")
    document = json.loads(run_printkit((*COMMANDS[section], "--json")).stdout)
    text = JSON.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    words = {*re.findall(r"\w+", text)}

    assert document.pop("version") == 1
    assert document.keys() <= words
    if section != "preflight":
        assert {*_inner_keys(document)} <= words


def _inner_keys(value: Any) -> list[str]:
    """The keys of objects in the lists of a document."""
    if isinstance(value, list):
        return [key for each in value[:3] for key in _all_keys(each)]
    if isinstance(value, dict):
        return [
            key for each in value.values() if isinstance(each, list) for key in _inner_keys(each)
        ]
    return []


def _all_keys(value: Any) -> list[str]:
    return [*value, *_inner_keys(value)] if isinstance(value, dict) else []
