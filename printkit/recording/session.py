"""A game being recorded: its questions, the effects of answers, and undo.

A session is an immutable value. `answer` returns the next one or raises `RefusedAnswer`; `undo`
returns the previous one. Its lines are always a legal record: each is parsed like a line of a
record before it is added, so that all limits are the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from unicodedata import category

from printkit.core.errors import brief
from printkit.core.messages import mentions, say
from printkit.recording.answers import check_answer, read_answer, spell_answer
from printkit.recording.default_prompts import default_prompts
from printkit.rules.game import Refusal, rule_text
from printkit.rules.judge import apply, blame
from printkit.rules.prompts import Ask, Misread
from printkit.rules.record import MAX_BYTES, BadLine, parse_header, parse_line
from printkit.rules.simulate import end_row

if TYPE_CHECKING:
    from printkit.rules.game import Effect, Event, Fault, Game, Outcome
    from printkit.rules.prompts import Answer, Prompt, Prompts

SAID: Final = "# said: "
"""The beginning of a remark with an answer of an incomplete turn."""
MAX_MESSAGE: Final = 1_000
"""The characters shown of a refusal, which quotes the answer."""


class RefusedAnswer(Exception):  # noqa: N818 - it is what happened
    """The exception for a refused answer, with the rule that forbids it, if any."""

    def __init__(self, message: str, rule: str = "", text: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule
        self.text = text


class Question(NamedTuple):
    """The current question."""

    who: tuple[str, ...]  # the players who act; empty for chance, or if the question names them
    prompt: Prompt

    @property
    def asks(self) -> str:
        """The question, in a few words."""
        return self.prompt.asks

    @property
    def usual(self) -> str:
        """The meaning of an empty answer, in words; empty if an answer is required."""
        return getattr(self.prompt, "usual", "")


@dataclass(frozen=True, slots=True)
class GameSession:
    """A game so far, and the answers of the current, incomplete turn."""

    game: Game[Any]
    prompts: Prompts[Any]
    full: bool  # whether hands and draws are recorded, too
    state: Any
    lines: tuple[str, ...]  # of the record
    events: int = 0  # the number of events
    ask: Ask | None = None  # the current question; None when the game is over
    said: tuple[str, ...] = ()  # the answers of this turn, as typed
    rounds: tuple[tuple[int, ...], ...] = ()  # the scores after each round
    effects: tuple[Effect, ...] = ()  # of the last answer
    notes: tuple[str, ...] = ()  # about what happened automatically since then
    typed: str = ""  # the last answer
    before: GameSession | None = None  # the session before the last answer

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game, or None while it goes on."""
        return self.game.outcome(self.state)


def prompts_of(game: Game[Any]) -> Prompts[Any]:
    """Return the prompts of a game; if it defines none, a numbered list of legal events."""
    return game.prompts or default_prompts(game)


def begin(game: Game[Any], header: Mapping[str, Any], *, full: bool) -> GameSession:
    """Begin a session; raise `RefusedAnswer` for a header that the game can't use."""
    try:
        _, checked = parse_header(header, lambda _name: game)
        state = game.begin(checked)
    except Refusal as refusal:
        raise rule_refusal(game, refusal.fault) from None
    return settle(GameSession(game, prompts_of(game), full, state, (_line(header),)))


def question(session: GameSession) -> Question | None:
    """Return the current question; None when the game is over."""
    return as_question(session.ask, session.state.header.players)


def as_question(ask: Ask | None, players: Sequence[str]) -> Question | None:
    """Return a prompt as a question to the players who act."""
    if ask is None:
        return None
    who = tuple(players[seat] for seat in ask.prompt.seats)
    if any(mentions(ask.prompt.asks, name) for name in who):
        who = ()  # the question itself says who acts
    return Question(who, ask.prompt)


class RankedPlayer(NamedTuple):
    """A player's result at the end of the game."""

    place: int
    name: str
    score: int
    wins: bool


def ranking(session: GameSession) -> list[RankedPlayer]:
    """Return the players by points; equal points share a place, unless a rule breaks the tie."""
    outcome, scores = session.outcome, session.game.scores(session.state)
    winners = outcome.winners if outcome else ()
    players = session.state.header.players
    keys = [(seat in winners, score) for seat, score in enumerate(scores)]
    order = sorted(range(len(keys)), key=keys.__getitem__, reverse=True)
    places = [1 + sum(key > own for key in keys) for own in keys]
    return [
        RankedPlayer(places[seat], players[seat], scores[seat], keys[seat][0]) for seat in order
    ]


def answer(session: GameSession, text: str) -> GameSession:
    """Return the session after a typed answer; raise `RefusedAnswer`."""
    ask = _open_ask(session)
    _check_line(text)
    try:
        found = read_answer(ask.prompt, text, session.state.header)
    except Misread as misread:
        raise misread_refusal(misread) from None
    return submit(session, found)


def submit(session: GameSession, value: Answer) -> GameSession:
    """Return the session after an answer as plain data; raise `RefusedAnswer`."""
    ask = _open_ask(session)
    try:
        check_answer(ask.prompt, value)
        typed = spell_answer(ask.prompt, value, session.state.header)
        _check_line(typed)
        if ask.trial is not None:
            _state_after(session.game, session.state, ask.trial(value))
        following = ask.then(value)
    except Misread as misread:
        raise misread_refusal(misread) from None
    except Refusal as refusal:
        raise rule_refusal(session.game, refusal.fault) from None
    after = replace(session, effects=(), notes=(), typed=typed, before=session)
    if isinstance(following, Ask):
        return replace(after, said=(*session.said, typed), ask=following)
    return settle(apply_events(replace(after, ask=None, said=()), following))


def _open_ask(session: GameSession) -> Ask:
    if session.ask is None:
        raise RefusedAnswer(say("the game is over"), "core.over", rule_text((), "core.over"))
    return session.ask


def _check_line(text: str) -> None:
    """Refuse an answer that a line of a record can't contain."""
    if len(f"{SAID}{text}".encode(errors="surrogatepass")) > MAX_BYTES:
        raise RefusedAnswer(
            say(
                "this answer is too long: a record's line has at most {most} bytes",
                most=f"{MAX_BYTES:,}",
            )
        )
    if any(category(char) in ("Cc", "Cs") for char in text):
        raise RefusedAnswer(say("answers can't contain control characters"))


def misread_refusal(misread: Misread) -> RefusedAnswer:
    """Return the refusal of an answer that can't be parsed, shortened if it is long."""
    (message,) = misread.args
    return RefusedAnswer(message if len(message) <= MAX_MESSAGE else brief(message, MAX_MESSAGE))


def undo(session: GameSession) -> GameSession:
    """Return the session before the last answer; raise `RefusedAnswer` if there is none."""
    if session.before is None:
        raise RefusedAnswer(say("nothing to undo"))
    return session.before


def _state_after(game: Game[Any], state: Any, event: Event) -> Any:
    """Return the state after an event; raise `RefusedAnswer` if it isn't legal."""
    try:
        return apply(game, state, event)
    except Refusal as refusal:
        who = blame(game, state.header, event, refusal.fault)
        raise rule_refusal(game, refusal.fault, who) from None


def rule_refusal(game: Game[Any], fault: Fault, who: str | None = None) -> RefusedAnswer:
    """Return the refusal of an answer that breaks a rule."""
    message = fault.message
    if who and not mentions(message, who):
        message = say("{who}: {what}", who=who, what=message)
    return RefusedAnswer(message, fault.rule, rule_text(game.rules, fault.rule))


def apply_events(session: GameSession, events: Iterable[Event]) -> GameSession:
    """Apply events, each checked against the rules; return the session after them."""
    game, state = session.game, session.state
    lines, rounds, effects = [*session.lines], session.rounds, [*session.effects]
    for event in events:
        after = _state_after(game, state, event)
        lines.append(_line(event))
        effects += game.effects(state, after)
        state = after
        if game.rounds(state) > len(rounds):
            rounds = (*rounds, game.scores(state))
    return replace(
        session,
        state=state,
        lines=tuple(lines),
        events=session.events + len(lines) - len(session.lines),
        rounds=rounds,
        effects=tuple(effects),
    )


def settle(session: GameSession) -> GameSession:
    """Advance to the next question; apply events that need no answer."""
    while session.outcome is None:
        following = session.prompts.ask(session.state, session.full)
        notes = session.prompts.notes(session.state)
        session = replace(session, notes=(*session.notes, *notes))
        if isinstance(following, Ask):
            return replace(session, ask=following)
        session = apply_events(session, following)
    state, outcome = session.state, session.outcome
    end = end_row(state.header.players, session.game.scores(state), outcome)
    return replace(session, lines=(*session.lines, _line(end)))


def _line(row: Mapping[str, Any]) -> str:
    """Format a row as a line of the record; raise `RefusedAnswer` if it can't be parsed again."""
    line = json.dumps(row, ensure_ascii=False)
    read = parse_line(line.encode(errors="surrogatepass"))
    if isinstance(read, BadLine):
        raise RefusedAnswer(say("can't record this: {reason}", reason=read.reason))
    return line
