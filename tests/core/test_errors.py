"""Errors can be shown and pickled, whatever names they contain."""

from __future__ import annotations

import json
import os

from printkit.core.errors import PrintkitError, Problems, Where

ODD = os.fsdecode(b"caf\xe9.yaml")


def test_a_name_that_is_not_utf_8_is_shown_escaped() -> None:
    error = PrintkitError(f"'{ODD}' is odd", Where(ODD, 3), hint="half a character: \ud800")

    assert error.render() == (
        "caf\\xe9.yaml:3: error: 'caf\\xe9.yaml' is odd\nhint: half a character: \\ud800"
    )
    json.dumps(error.as_json(), ensure_ascii=False).encode()
    assert error.as_json()["file"] == "caf\\xe9.yaml"


def test_a_shared_hint_is_shown_once() -> None:
    hints = {"a": "try x", "b": "try x", "c": "try y"}
    problems = Problems([PrintkitError(name, hint=hint) for name, hint in hints.items()])

    assert problems.render().splitlines() == [
        "error: a", "hint: try x", "error: b", "error: c", "hint: try y",
    ]  # fmt: skip


def test_all_other_names_are_shown_unchanged() -> None:
    assert str(PrintkitError("wrong", Where("Bäume 🐑.yaml", 1, 2))) == "Bäume 🐑.yaml:1:2: wrong"
