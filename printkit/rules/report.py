"""The result of a replay: a `Report` with scores and the first violation, and a log.

`Report.as_json` uses the keys of the record format. `describe_lines` follows a replay and makes an
entry of every line: the event in words, and its effects with their rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.core.messages import say, series

if TYPE_CHECKING:
    from printkit.rules.game import Effect, Event, Game, Header
    from printkit.rules.record import FindGame
    from printkit.rules.replay import WatchLine


class Violation(NamedTuple):
    """The first broken rule of a record.

    Attributes:
        line: The line of the record; 0 if it could not be read at all.
        player: The player who broke it; None if it was nobody's fault.
        rule: The id of the rule.
        message: The explanation.
    """

    line: int
    player: str | None
    rule: str
    message: str


class Report(NamedTuple):
    """One replayed record: everything up to the first violation.

    Attributes:
        game: The id of the game; None if line 1 doesn't name it.
        players: The names of the players, clockwise.
        events: The number of valid events.
        scores: The score of each player, by name; empty if line 1 was refused.
        winners: The names of the winners; empty until the game is over.
        reason: The rule that ended the game; None while it goes on.
        violation: The first broken rule, if one was broken.
        unchecked: Rules that can't be checked because the record leaves something out.
    """

    game: str | None = None
    players: tuple[str, ...] = ()
    events: int = 0
    scores: Mapping[str, int] = {}
    winners: tuple[str, ...] = ()
    reason: str | None = None
    violation: Violation | None = None
    unchecked: tuple[str, ...] = ()
    state: Any = None  # the last valid one; None if line 1 was refused
    closed: tuple[Any, ...] = ()  # the state at the end of each round
    rules: Game[Any] | None = None  # None if line 1 was refused

    @property
    def rounds(self) -> tuple[tuple[int, ...], ...]:
        """The scores by seat after each round."""
        return tuple(map(self.rules.scores, self.closed)) if self.rules else ()

    @property
    def summary(self) -> str:
        """The last valid state in one line."""
        return self.rules.summary(self.state) if self.rules else ""

    @property
    def legal(self) -> bool:
        """Whether no rule was broken."""
        return self.violation is None

    @property
    def finished(self) -> bool:
        """Whether the game was played to its end."""
        return self.reason is not None

    def as_json(self, file: str) -> dict[str, Any]:
        """Return the report about a file as `printkit validate --json` prints it."""
        return {
            "file": file,
            "game": self.game,
            "players": list(self.players),
            "legal": self.legal,
            "finished": self.finished,
            "events": self.events,
            "scores": dict(self.scores),
            "winners": list(self.winners),
            "reason": self.reason,
            "violation": self.violation._asdict() if self.violation else None,
            "unchecked": list(self.unchecked),
        }


class LogEntry(NamedTuple):
    """One line of a record in words, and its effects."""

    line: int
    text: str
    effects: tuple[Effect, ...] = ()
    game: str = ""  # the id of the game

    def as_json(self) -> dict[str, Any]:
        """Return the entry as plain data."""
        effects = [effect._asdict() for effect in self.effects]
        return {"line": self.line, "text": self.text, "effects": effects}


def describe_lines(find_game: FindGame, add: Callable[[LogEntry], object]) -> WatchLine:
    """Return a function for `replay` that passes every line on in words, with its effects."""

    def watch(line: int, row: Mapping[str, Any], before: Any, after: Any) -> None:
        game = find_game(after.header.game)
        if game is None:
            return
        effects: tuple[Effect, ...] = ()
        if "do" in row and "reject" not in row:
            effects = tuple(game.effects(before, after))
        text = _line_text(row) if "printkit" not in row else _header_text(game.title, after.header)
        add(LogEntry(line, text, effects, game.id))

    return watch


def _header_text(title: str, header: Header) -> str:
    rulings = [f"{ruling}={choice}" for ruling, choice in header.rulings.items()]
    parts = (say(title), header.variant, *rulings)
    return say("{what}: {players}", what=parts, players=header.players)


def _line_text(row: Mapping[str, Any]) -> str:
    if "reject" in row:
        event = {key: value for key, value in row.items() if key != "reject"}
        text = in_words(event)
        return say("refused, as it should be [{rule}]: {event}", rule=row["reject"], event=text)
    if "note" in row:
        return say("note: {text}", text=row["note"])
    if "expect" in row:
        return say("checked: {values}", values=_pairs_text(row["expect"]))
    if "end" in row:
        return say("the result, checked: {values}", values=_pairs_text(row["end"]))
    return in_words(row)


def in_words(event: Event) -> str:
    """Return an event as one readable line."""
    rest = {key: value for key, value in event.items() if key not in ("do", "by")}
    text = str(event.get("do", ""))
    if rest:
        text = say("{event}, {values}", event=text, values=_pairs_text(rest))
    if isinstance(event.get("by"), str):
        return say("{who}: {what}", who=event["by"], what=text)
    return text


def _pairs_text(values: Mapping[str, Any]) -> str:
    pairs = [_pair(key, _value_text(value)) for key, value in values.items()]
    return series(pairs or [say("nothing")])


def _pair(key: str, value: str | Sequence[str]) -> str:
    return say("{key} {value}", key=key, value=value)


def _value_text(value: Any) -> str | Sequence[str]:
    if isinstance(value, dict):
        return [_pair(key, _inner_text(each)) for key, each in value.items()] or say("nobody")
    return _inner_text(value)


def _inner_text(value: Any) -> str:
    if isinstance(value, dict):
        pairs = [_pair(key, _inner_text(each)) for key, each in value.items()]
        return say("({pairs})", pairs=pairs)
    if isinstance(value, list):
        *first, last = map(_inner_text, value) if value else [say("nothing")]
        return say("{first} + {last}", first=_inner_text(first), last=last) if first else last
    if value is None:
        return say("nothing")
    return (say("yes") if value else say("no")) if isinstance(value, bool) else str(value)
