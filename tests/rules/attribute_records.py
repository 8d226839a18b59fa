"""Records of Attribute, row by row, and what the rules say about them."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

from printkit.games import find
from printkit.rules.replay import replay
from printkit.samples import FOLDER

if TYPE_CHECKING:
    from printkit.rules.report import Report

HEADER: dict[str, Any] = {"printkit": 1, "game": "attribute", "players": ["Ann", "Ben", "Cleo"]}
SHEEP = {"do": "sheep", "colours": {"Ann": "green", "Ben": "red", "Cleo": "green"}}
TOPIC = {"do": "topic", "by": "Ann", "topic": "teapot"}
WHOLE = (FOLDER / "attribute" / "whole-3.jsonl").read_bytes()


def replay_rows(*rows: dict[str, Any] | str | bytes, ending: bytes = b"\n") -> Report:
    return replay(io.BytesIO(ending.join(map(as_line, rows)) + ending), find)


def as_line(row: dict[str, Any] | str | bytes) -> bytes:
    if isinstance(row, bytes):
        return row
    return row.encode() if isinstance(row, str) else json.dumps(row).encode()


def broken_rule(*rows: dict[str, Any] | str | bytes) -> tuple[int, str] | None:
    found = replay_rows(*rows).violation
    return (found.line, found.rule) if found else None
