"""The result of a replay: a `Report` with scores and the first violation, and a log.

`Report.as_json` uses the keys of the record format. `describe_lines` follows a replay and makes an
entry of every line: the event in words, and its effects with their rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.core.messages import named, say, series

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
        if "printkit" in row:
            text = _header_text(game.title, after.header)
        else:
            text = _line_text(row, Naming(game, after.header.players))
        add(LogEntry(line, text, effects, game.id))

    return watch


def _header_text(title: str, header: Header) -> str:
    rulings = [f"{ruling}={choice}" for ruling, choice in header.rulings.items()]
    parts = (say(title), header.variant, *rulings)
    return say("{what}: {players}", what=parts, players=header.players)


def _line_text(row: Mapping[str, Any], naming: Naming) -> str:
    if "reject" in row:
        event = {key: value for key, value in row.items() if key != "reject"}
        text = in_words(event, naming)
        return say("refused, as it should be [{rule}]: {event}", rule=row["reject"], event=text)
    if "note" in row:
        return say("note: {text}", text=row["note"])
    if "expect" in row:
        return say("checked: {values}", values=_pairs_text(row["expect"], naming))
    if "end" in row:
        return say("the result, checked: {values}", values=_pairs_text(row["end"], naming))
    return in_words(row, naming)


class Naming(NamedTuple):
    """What the words of a record are called: its keys and values, except the players' names."""

    game: Game[Any]
    players: Sequence[str]

    def key(self, key: str) -> str:
        """Return the name of an event or a key."""
        known = self.game.manual.words.get(key) or RESULT_WORDS.get(key)
        return named(key, known) if known else key

    def value(self, key: str, value: str) -> str:
        """Return the name of a value, or of a key inside it."""
        return value if value in self.players else self.game.name_value(key, value)


RESULT_WORDS: Final = {"reason": "ended by", "winners": "winners", "scores": "scores"}
"""What catalogues call the keys of a result."""


def in_words(event: Event, naming: Naming) -> str:
    """Return an event as one readable line."""
    rest = {key: value for key, value in event.items() if key not in ("do", "by")}
    do = str(event.get("do", ""))
    text = naming.key(do)
    if [*rest] == [do]:  # a topic
        text = _pair(text, _value_text(do, rest[do], naming))
    elif rest:
        text = say("{event}, {values}", event=text, values=_pairs_text(rest, naming))
    if isinstance(event.get("by"), str):
        return say("{who}: {what}", who=event["by"], what=text)
    return text


def _pairs_text(values: Mapping[str, Any], naming: Naming) -> str:
    pairs = [
        _pair(naming.key(key), _value_text(key, value, naming)) for key, value in values.items()
    ]
    return series(pairs or [say("nothing")])


def _pair(key: str, value: str | Sequence[str]) -> str:
    return say("{key} {value}", key=key, value=value)


def _value_text(key: str, value: Any, naming: Naming) -> str | Sequence[str]:
    if isinstance(value, dict):
        return _inner_pairs(key, value, naming) or say("nobody")
    return _inner_text(key, value, naming)


def _inner_pairs(key: str, values: Mapping[str, Any], naming: Naming) -> Sequence[str]:
    return [
        _pair(naming.value(key, inner), _inner_text(key, value, naming))
        for inner, value in values.items()
    ]


def _inner_text(key: str, value: Any, naming: Naming) -> str:
    if isinstance(value, dict):
        return say("({pairs})", pairs=_inner_pairs(key, value, naming))
    if isinstance(value, list):
        parts = [_inner_text(key, each, naming) for each in value] or [say("nothing")]
        return _sum(parts)
    if value is None:
        return say("nothing")
    if isinstance(value, str):
        return naming.value(key, value)
    return (say("yes") if value else say("no")) if isinstance(value, bool) else str(value)


def _sum(parts: Sequence[str]) -> str:
    *first, last = parts
    return say("{first} + {last}", first=_sum(first), last=last) if first else last
