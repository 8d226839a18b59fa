"""A game that is being recorded: what is asked, what an answer brings about, and the way back.

A sitting is an immutable value. `answer` gives the next one or raises `Refused`, which changes
nothing; `undo` gives the one before. Its lines are a legal record at any moment: each of them is
read by the reader of records before it counts, so that the two share all limits.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from unicodedata import category

from printkit.core.errors import brief
from printkit.recording.plain import plain_speech
from printkit.rules.game import Refusal, rule_text
from printkit.rules.judge import blame, judge
from printkit.rules.record import MAX_BYTES, BadLine, parse_header, parse_line
from printkit.rules.simulate import end_row
from printkit.rules.speech import Misheard

if TYPE_CHECKING:
    from printkit.rules.game import Effect, Event, Fault, Game, Outcome
    from printkit.rules.speech import Form, Shape, Speech, Step, Turn

SAID: Final = "# said: "
"""Begins a line that keeps an answer of a turn that is not complete."""
MAX_MESSAGE: Final = 1_000
"""So many characters of a refusal are shown: most of them name the answer."""


class Refused(Exception):  # noqa: N818 - it is what happened
    """An answer that was not taken: why, and the rule that forbids it, where one does."""

    def __init__(self, message: str, rule: str = "", text: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule
        self.text = text


class Question(NamedTuple):
    """What is asked now."""

    who: tuple[str, ...]  # the players who act; nobody where chance does
    asks: str  # what is wanted, in a few words
    forms: tuple[Form, ...]  # the ways to answer
    shape: Shape  # how many of the choices make an answer
    usual: str  # what an empty answer means, in words; nothing where there has to be one
    pieces: tuple[tuple[Form, ...], ...]  # for each of the players, what their word is made of


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game so far, and the answers of the turn that is not complete yet."""

    game: Game[Any]  # what is played
    speech: Speech[Any]  # how it is told
    full: bool  # whether hands and draws are recorded, too
    state: Any  # the position now
    lines: tuple[str, ...]  # the record
    events: int = 0  # how many events it has
    turn: Turn | None = None  # what is asked in this state; nothing when the game is over
    said: tuple[str, ...] = ()  # the answers of this turn, as they were typed
    parts: tuple[Any, ...] = ()  # the same answers, understood
    rounds: tuple[tuple[int, ...], ...] = ()  # the scores after each round
    told: tuple[Effect, ...] = ()  # what the last answer brought about
    notes: tuple[str, ...] = ()  # what went without asking since then
    typed: str = ""  # the last answer
    before: Sitting | None = None  # the sitting before the last answer

    @property
    def step(self) -> Step | None:
        """The question that is open."""
        return self.turn.steps[len(self.parts)] if self.turn else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.game.outcome(self.state)


def speech_of(game: Game[Any]) -> Speech[Any]:
    """How a game is told: in its own short forms, or by numbers."""
    return game.speech or plain_speech(game)


def begin(game: Game[Any], header: Mapping[str, Any], *, full: bool) -> Sitting:
    """A sitting before the first answer; raises `Refused` for a header that the game cannot use."""
    try:
        _, checked = parse_header(header, lambda _name: game)
        state = game.begin(checked)
    except Refusal as refusal:
        raise refused(game, refusal.fault) from None
    return settle(Sitting(game, speech_of(game), full, state, (_line(header),)))


def question(sitting: Sitting) -> Question | None:
    """What is asked now; nothing when the game is over."""
    return asked(sitting.step, sitting.state.header.players)


def asked(step: Step | None, players: Sequence[str]) -> Question | None:
    """A step as a question to those of the players who act."""
    if step is None:
        return None
    who = tuple(players[seat] for seat in step.seats)
    pieces = tuple(map(tuple, step.pieces()))
    return Question(who, step.asks, step.forms, step.shape, step.usual, pieces)


def choices(sitting: Sitting, most: int) -> tuple[Form, ...]:
    """What is legal now, as far as it can be listed, and at most so many."""
    return tuple(islice(sitting.step.choices(), most)) if sitting.step else ()


class Ranked(NamedTuple):
    """A player when the game is over."""

    place: int
    name: str
    score: int
    wins: bool


def ranking(sitting: Sitting) -> list[Ranked]:
    """The players by points; equal points share a place, unless a rule tells them apart."""
    outcome, scores = sitting.outcome, sitting.game.scores(sitting.state)
    winners = outcome.winners if outcome else ()
    players = sitting.state.header.players
    keys = [(seat in winners, score) for seat, score in enumerate(scores)]
    order = sorted(range(len(keys)), key=keys.__getitem__, reverse=True)
    places = [1 + sum(key > own for key in keys) for own in keys]
    return [Ranked(places[seat], players[seat], scores[seat], keys[seat][0]) for seat in order]


def answer(sitting: Sitting, text: str) -> Sitting:
    """The sitting after an answer; raises `Refused`."""
    step, turn = sitting.step, sitting.turn
    if step is None or turn is None:
        raise Refused("the game is over", "core.over", rule_text((), "core.over"))
    text = text.strip()
    parts = (*sitting.parts, _heard(sitting, step, text))
    after = replace(sitting, told=(), notes=(), typed=text, before=sitting)
    if len(parts) < len(turn.steps):
        return replace(after, said=(*sitting.said, text), parts=parts)
    fresh = replace(after, turn=None, said=(), parts=())
    return settle(happened(fresh, turn.events(parts)))


def undo(sitting: Sitting) -> Sitting:
    """The sitting before the last answer; raises `Refused` where there is none."""
    if sitting.before is None:
        raise Refused("there is nothing to take back")
    return sitting.before


def _heard(sitting: Sitting, step: Step, text: str) -> Any:
    """What an answer means, as far as it can be judged by itself."""
    if len(f"{SAID}{text}".encode(errors="surrogatepass")) > MAX_BYTES:
        raise Refused(
            f"this answer is too long: a line of a record has at most {MAX_BYTES:,} bytes"
        )
    if any(category(char) in ("Cc", "Cs") for char in text):
        raise Refused("an answer is plain text, without control characters")
    if not text and not step.usual:
        raise Refused("this has to be answered")
    try:
        part = step.hear(text)
    except Misheard as misheard:
        raise Refused(brief(str(misheard), MAX_MESSAGE)) from None
    except Refusal as refusal:
        raise refused(sitting.game, refusal.fault) from None
    if step.trial is not None:
        _judged(sitting.game, sitting.state, step.trial(part))
    return part


def _judged(game: Game[Any], state: Any, event: Event) -> Any:
    """The state after an event, if it is legal."""
    faults, kind, move = judge(game, state, event)
    if faults or kind is None:
        who = blame(game, state.header, event, faults[0])
        raise refused(game, faults[0], who)
    return kind.apply(state, move)


def refused(game: Game[Any], fault: Fault, who: str | None = None) -> Refused:
    """A broken rule in words."""
    message = fault.message
    if who and not message.startswith(who):
        message = f"{who}: {message}"
    return Refused(message, fault.rule, rule_text(game.rules, fault.rule))


def happened(sitting: Sitting, events: Iterable[Event]) -> Sitting:
    """The sitting after events, each of them judged."""
    game, state = sitting.game, sitting.state
    lines, rounds, told = [*sitting.lines], sitting.rounds, [*sitting.told]
    for event in events:
        after = _judged(game, state, event)
        lines.append(_line(event))
        told += game.caused(state, after)
        state = after
        if game.rounds(state) > len(rounds):
            rounds = (*rounds, game.scores(state))
    return replace(
        sitting,
        state=state,
        lines=tuple(lines),
        events=sitting.events + len(lines) - len(sitting.lines),
        rounds=rounds,
        told=tuple(told),
    )


def settle(sitting: Sitting) -> Sitting:
    """The sitting at its next question: whatever has only one answer happens by itself."""
    while sitting.outcome is None:
        turn = sitting.speech.turn(sitting.state, sitting.full)
        sitting = replace(sitting, notes=(*sitting.notes, *turn.notes))
        if turn.steps:
            return replace(sitting, turn=turn)
        sitting = happened(sitting, turn.events(()))
    state, outcome = sitting.state, sitting.outcome
    end = end_row(state.header.players, sitting.game.scores(state), outcome)
    return replace(sitting, lines=(*sitting.lines, _line(end)))


def _line(row: Mapping[str, Any]) -> str:
    """A row of the record as its line; raises `Refused` for one that could not be read again."""
    line = json.dumps(row, ensure_ascii=False)
    read = parse_line(line.encode(errors="surrogatepass"))
    if isinstance(read, BadLine):
        raise Refused(f"a record cannot hold this: {read.reason}")
    return line
