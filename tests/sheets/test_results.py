"""The result sheets of the fullest games have room for the code that logs them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from printkit.core.paper import PAPERS
from printkit.request.options import Request
from printkit.samples import FOLDER
from tests.rendering import lay_out

if TYPE_CHECKING:
    from pathlib import Path

LONG = "Wilhelmina-Theodora Rabenstein"


@pytest.mark.parametrize("more", ["", LONG])
@pytest.mark.parametrize(
    "sample", ["attacke/whole-5", "attacke/whole-5-five", "attribute/whole-6", "wolle/whole-6"]
)
def test_the_result_of_a_dated_game_fits(tmp_path: Path, sample: str, more: str) -> None:
    text = FOLDER.joinpath(f"{sample}.jsonl").read_text(encoding="utf-8")
    header = json.loads(text.partition("\n")[0])
    for name in header["players"]:
        text = text.replace(f'"{name}"', f'"{name} {more}"' if more else f'"{name}"')
    text = text.replace('"printkit": 1', '"printkit": 1, "date": "2026-11-01T19:30:00+01:00"', 1)
    record = tmp_path / "friday.jsonl"
    record.write_text(text, encoding="utf-8")
    game = sample.partition("/")[0]
    asked = Request(targets=(f"{game}/result",), paper=PAPERS["letter"], record=record)

    (page,) = lay_out(asked).pages()
    assert page.width == PAPERS["letter"].width
