"""A replay as a log that a person can read: what happened, and what came of it by which rule.

`Log.watch` looks on while a record is replayed; every line of the record becomes an entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.rules.game import Effect, Event, Header
    from printkit.rules.header import FindGame


class LogEntry(NamedTuple):
    """One line of a record in words, and its effects."""

    line: int
    text: str
    effects: tuple[Effect, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The entry as plain data."""
        effects = [effect._asdict() for effect in self.effects]
        return {"line": self.line, "text": self.text, "effects": effects}


class Log:
    """The entries of one replay."""

    def __init__(self, find_game: FindGame) -> None:
        self.entries: list[LogEntry] = []
        self._find_game = find_game

    def watch(self, line: int, row: Mapping[str, Any], before: Any, after: Any) -> None:
        """Takes note of one line; fits `replay`."""
        game = self._find_game(after.header.game)
        if game is None:
            return
        effects: tuple[Effect, ...] = ()
        if "do" in row and "reject" not in row:
            effects = tuple(game.caused(before, after))
        text = _told(row) if "printkit" not in row else _begun(game.title, after.header)
        self.entries.append(LogEntry(line, text, effects))


def _begun(title: str, header: Header) -> str:
    rulings = "".join(f", {ruling}={choice}" for ruling, choice in header.rulings.items())
    return f"{title}, {header.variant}{rulings}: {', '.join(header.players)}"


def _told(row: Mapping[str, Any]) -> str:
    if "reject" in row:
        event = {key: value for key, value in row.items() if key != "reject"}
        return f"refused, as it should be [{row['reject']}]: {in_words(event)}"
    if "note" in row:
        return f"note: {row['note']}"
    for key, text in (("expect", "checked"), ("end", "the result, checked")):
        if key in row:
            return f"{text}: {_listed(row[key])}"
    return in_words(row)


def in_words(event: Event) -> str:
    """An event as a line that a person can read."""
    by = f"{event['by']}: " if isinstance(event.get("by"), str) else ""
    rest = {key: value for key, value in event.items() if key not in ("do", "by")}
    return f"{by}{event.get('do', '')}" + (f", {_listed(rest)}" if rest else "")


def _listed(values: Mapping[str, Any]) -> str:
    return "; ".join(f"{key} {_shown(value)}" for key, value in values.items())


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_inner(each)}" for key, each in value.items()) or "nobody"
    return _inner(value)


def _inner(value: Any) -> str:
    if isinstance(value, dict):
        return f"({', '.join(f'{key} {_inner(each)}' for key, each in value.items())})"
    if isinstance(value, list):
        return " + ".join(map(_inner, value)) or "nothing"
    if value is None:
        return "nothing"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
