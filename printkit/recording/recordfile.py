"""Record files: finding, replaying and writing them.

A file that can't be read is reported like any other bad record, so that one missing file doesn't
hide the problems of others.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from printkit.core.errors import PluginError, UsageError, internal_error, nearest
from printkit.core.files import write_file
from printkit.core.messages import say
from printkit.core.source import is_there
from printkit.games import find, game_ids
from printkit.rules.game import Game, Refusal
from printkit.rules.record import HEADER, unknown_game
from printkit.rules.replay import WatchLine, replay
from printkit.rules.report import Report, Violation

SUFFIX = ".jsonl"


def find_records(path: Path) -> Iterator[str]:
    """Yield the record at a path, or all records in a folder and below it, sorted by name."""
    if not is_there(path, Path.is_dir):
        yield str(path)
        return
    for folder, inside, names in os.walk(path):
        inside.sort()
        before = os.path.join(folder, "").removeprefix("./")  # noqa: PTH118
        yield from (before + name for name in sorted(names) if name.endswith(SUFFIX))


def find_recorded(game_id: str) -> Game[Any]:
    """Return the game of a record; raise `Refusal` with a suggestion when there is none."""
    try:
        game = find(game_id)
    except PluginError as error:
        raise Refusal(HEADER, error.message) from None
    if game is None:
        ids = game_ids()
        known = say("choose from {known}", known=tuple(ids))
        raise unknown_game(game_id, nearest(game_id, ids), known)
    return game


def load_report(path: str | Path, watch: WatchLine | None = None) -> Report:
    """Replay the record in a file."""
    try:
        if not os.path.isfile(path) and os.path.exists(path):  # noqa: PTH110, PTH113
            return unreadable(say("this isn't a regular file"))
        with open(path, "rb") as stream:  # noqa: PTH123
            return replay(stream, find_recorded, watch)
    except OSError as error:
        return unreadable(why_unreadable(error))
    except Exception as error:  # a bug in one record must not stop the others
        return unreadable(internal_error(error).message)


def why_unreadable(error: OSError) -> str:
    """Return the message about a record that the system can't read."""
    if isinstance(error, FileNotFoundError):
        return say("no such file")
    return say("cannot read this file: {reason}", reason=error.strerror or str(error))


def replay_rows(
    rows: Iterable[str | bytes | Mapping[str, Any]], watch: WatchLine | None = None
) -> Report:
    """Replay the lines of a record, or their objects."""
    return replay(_Lines(rows), find_recorded, watch)


class _Lines:
    """Rows in memory that can be read like a file."""

    def __init__(self, rows: Iterable[str | bytes | Mapping[str, Any]]) -> None:
        self._rows = iter(rows)

    def readline(self, size: int, /) -> bytes:
        row = next(self._rows, None)
        if row is None:
            return b""
        text = row if isinstance(row, str | bytes) else _to_json(row)
        line = text.encode(errors="surrogatepass") if isinstance(text, str) else text
        return (line.rstrip(b"\r\n") + b"\n")[:size]


def _to_json(row: object) -> str:
    try:
        return json.dumps(row)
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError(f"a line of this record isn't JSON: {error}") from None


def unreadable(message: str) -> Report:
    """Return the report on a record that can't be read at all."""
    return Report(violation=Violation(0, None, "core.header", message))


def write_record(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write these rows as a record."""
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    write_file(path, text.encode())
