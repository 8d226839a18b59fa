"""The replay of a record: every line is judged in turn, and the result is a `Report`.

The replay stops at the first violation and reports the game up to there; it repairs nothing. A
`watch` function gets every line together with the states before and after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeVar

from printkit.core.errors import nearest, show
from printkit.core.messages import say, series
from printkit.rules.game import Expectation, Fault, Game, Header, Outcome, Refusal, State
from printkit.rules.judge import apply, blame, check, known_outcome, spell
from printkit.rules.reading import (
    ARGS,
    has,
    not_a_map,
    not_playing,
    not_text,
    suggest,
    unknown_key,
)
from printkit.rules.record import (
    HEADER,
    BadLine,
    FindGame,
    RecordRow,
    Stream,
    parse_header,
    read_lines,
)
from printkit.rules.report import Report, Violation

WatchLine = Callable[[int, Mapping[str, Any], Any, Any], None]
S = TypeVar("S", bound=State)
EXPECT: Final = "core.expect"
_END_KEYS = ("reason", "scores", "winners")


def replay(stream: Stream, find_game: FindGame, watch: WatchLine | None = None) -> Report:
    """Read and replay one record."""
    rows = read_lines(stream)
    number, row = next(rows, (1, BadLine(say("the file is empty"))))
    if isinstance(row, BadLine):
        return _refused_header({}, Fault(HEADER, row.reason))
    try:
        game, header = parse_header(row, find_game)
        state = game.begin(header)
    except Refusal as refusal:
        return _refused_header(row, refusal.fault)
    if watch:
        watch(number, row, state, state)
    replayed = _Replay(game, state)
    for number, row in rows:
        before = replayed.state
        violation = replayed.line(number, row)
        if violation:
            return replayed.report(violation)
        if watch and isinstance(row, dict):
            watch(number, row, before, replayed.state)
    return replayed.report(None)


class _Replay:
    """The state so far, the counts, and the claimed outcome."""

    def __init__(self, game: Game[Any], state: Any) -> None:
        self.game = game
        self.state = state
        self.events = 0
        self.outcome: Outcome | None = None  # set when the record claims its result
        self.refused = ""  # the kind of the refused event
        self.closed: list[Any] = []  # the state at the end of each round

    def line(self, number: int, row: RecordRow) -> Violation | None:
        """Process one line; return the violation if it breaks a rule."""
        if self.outcome and not _is_note(row):
            return self._blame(
                number, row, Fault("core.over", say("only notes may follow the end"))
            )
        if isinstance(row, BadLine):
            return Violation(number, None, ARGS, row.reason)
        if "reject" in row:
            return self._reject(number, row)
        return self._event(number, row) if "do" in row else self._special(number, row)

    def _event(self, number: int, row: dict[str, Any]) -> Violation | None:
        try:
            self.state = apply(self.game, self.state, row)
        except Refusal as refusal:
            self.refused = str(row["do"])
            return self._blame(number, row, refusal.fault)
        self.events += 1
        if self.game.rounds(self.state) > len(self.closed):
            self.closed.append(self.state)
        return None

    def _blame(self, number: int, row: RecordRow, fault: Fault) -> Violation:
        player = None
        if not isinstance(row, BadLine):
            player = blame(self.game, self.state.header, row, fault)
        return Violation(number, player, fault.rule, fault.message)

    def _reject(self, number: int, row: Mapping[str, Any]) -> Violation | None:
        wanted = row["reject"]
        if not isinstance(wanted, str):
            message = say("'reject' must name a rule, not {value}", value=show(wanted))
            return Violation(number, None, ARGS, message)
        event = {key: row[key] for key in row if key != "reject"}
        faults = check(self.game, self.state, event)
        if faults and faults[0].rule == wanted:
            return None
        found = say("it is legal")
        if faults:
            rule, why = faults[0].rule, faults[0].message
            found = say("it breaks {rule}: {message}", rule=rule, message=why)
        message = say("this should be refused for {rule}, but {found}", rule=wanted, found=found)
        by = event.get("by")
        return Violation(number, by if isinstance(by, str) else None, "core.reject", message)

    def _special(self, number: int, row: dict[str, Any]) -> Violation | None:
        try:
            if "expect" in row:
                check_expect(self.game, self.state, row)
            elif "end" in row:
                self.outcome = check_end(self.game, self.state, row)
            elif "note" in row:
                if not isinstance(row["note"], str):
                    raise Refusal(ARGS, not_text("note", row["note"]))
                if len(row) > 1:
                    raise Refusal(ARGS, _not_alone("note"))
            else:
                raise Refusal(*check(self.game, self.state, row)[0])
        except Refusal as refusal:
            return Violation(number, None, refusal.fault.rule, refusal.fault.message)
        return None

    def report(self, violation: Violation | None) -> Report:
        game, state = self.game, self.state
        players = state.header.players
        outcome = self.outcome or known_outcome(game, state)
        return Report(
            game=game.id,
            players=players,
            events=self.events,
            scores=dict(zip(players, game.scores(state), strict=True)),
            winners=tuple(players[seat] for seat in outcome.winners) if outcome else (),
            reason=outcome.reason if outcome else None,
            violation=violation,
            unchecked=game.unchecked(state, self.refused),
            state=state,
            closed=tuple(self.closed),
            rules=game,
        )


def _is_note(row: RecordRow) -> bool:
    return isinstance(row, dict) and row.keys() == {"note"} and isinstance(row["note"], str)


def _refused_header(row: Mapping[str, Any], fault: Fault) -> Report:
    name, players = row.get("game"), row.get("players")
    listed = isinstance(players, list) and all(isinstance(player, str) for player in players)
    return Report(
        game=name if isinstance(name, str) else None,
        players=tuple(players) if listed and players else (),
        violation=Violation(1, None, fault.rule, fault.message),
    )


def check_expect(game: Game[S], state: S, row: dict[str, Any]) -> None:
    """Check a checkpoint; all its errors are reported at once."""
    claims = _claims(row, "expect")
    asked = {key: _find_expectation(game, key) for key in claims}
    for key, found in asked.items():
        if found.each:
            _check_players(state.header, key, claims[key])
    wrong: list[str] = []
    for key, expectation in asked.items():
        wrong += _differences(state, key, claims[key], expectation)
    if wrong:
        raise Refusal(EXPECT, series(wrong))


def _differences(state: S, key: str, claim: Any, expectation: Expectation[S]) -> Iterator[str]:
    """Yield the errors in one claim, player by player."""
    value, each, ordered = expectation
    try:
        actual = value(state)
    except Refusal as refusal:
        if refusal.fault.rule != EXPECT:
            raise
        yield refusal.fault.message
        return
    pairs = [(key, claim, actual)]
    if each:
        seats = state.header.seats
        pairs = [
            (say("{key} of {name}", key=key, name=name), claim[name], actual[seats[name]])
            for name in claim
        ]
    for what, claimed, found in pairs:
        if not is_same(claimed, found, ordered=ordered):
            message = "{what}: expected {claimed}, but it is {found}"
            yield say(message, what=what, claimed=show(claimed), found=show(found))


def _find_expectation(game: Game[S], key: str) -> Expectation[S]:
    found = game.expectations.get(key)
    if found is not None:
        return found
    if key == "scores":
        return Expectation(game.scores, each=True)
    known = ("scores", *game.expectations)
    reason = say("unknown expectation {key}", key=show(key))
    raise Refusal(ARGS, suggest(reason, nearest(key, known), has(say(game.title), known)))


def check_end(game: Game[S], state: S, row: dict[str, Any]) -> Outcome:
    """Check a claimed result and return the true one; all errors are reported at once."""
    claims = _claims(row, "end")
    for key in claims:
        if key not in _END_KEYS:
            raise Refusal(ARGS, unknown_key(key, "'end'", _END_KEYS, claims))
    _check_winners(state.header, claims)
    _check_players(state.header, "scores", claims.get("scores", {}))
    outcome = known_outcome(game, state)
    if outcome is None:
        message = say("the game is not over yet: {summary}", summary=game.summary(state))
        raise Refusal("core.unfinished", message)
    scores = _wrong_scores(state.header, claims.get("scores", {}), game.scores(state))
    if wrong := [*scores, *_wrong_outcome(state.header, claims, outcome)]:
        raise Refusal("core.result", series(wrong))
    return outcome


def is_same(claim: Any, actual: Any, *, ordered: bool) -> bool:
    """Return whether a claim equals the value: true is not 1, and lists may be in any order."""
    if claim is actual:
        return True
    if isinstance(claim, bool) or isinstance(actual, bool):
        return claim is actual
    if isinstance(claim, list) and isinstance(actual, list | tuple):
        if ordered:
            return spell(claim) == spell(list(actual))
        return sorted(map(spell, claim)) == sorted(map(spell, actual))
    if isinstance(claim, dict) and isinstance(actual, dict):
        same_keys = claim.keys() == actual.keys()
        return same_keys and all(is_same(claim[key], actual[key], ordered=ordered) for key in claim)
    return bool(claim == actual)


def _claims(row: dict[str, Any], key: str) -> dict[str, Any]:
    claims = row[key]
    if len(row) > 1:
        raise Refusal(ARGS, _not_alone(key))
    if not isinstance(claims, dict):
        message = "'{key}' must be a map of claims, not {value}"
        raise Refusal(ARGS, say(message, key=key, value=show(claims)))
    return claims


def _not_alone(key: str) -> str:
    return say("a line with '{key}' holds nothing else", key=key)


def _check_players(header: Header, key: str, claim: Any) -> None:
    if not isinstance(claim, dict):
        raise Refusal(ARGS, not_a_map(key, claim))
    for name in claim:
        if name not in header.seats:
            raise Refusal(ARGS, not_playing(key, name))


def _check_winners(header: Header, claims: dict[str, Any]) -> None:
    names = claims.get("winners", [])
    if not isinstance(names, list):
        message = say("'winners' must list players, not {value}", value=show(names))
        raise Refusal(ARGS, message)
    for name in names:
        if not isinstance(name, str) or name not in header.seats:
            raise Refusal(ARGS, not_playing("winners", name))
    reason = claims.get("reason", "")
    if not isinstance(reason, str):
        raise Refusal(ARGS, say("'reason' must be a rule id, not {value}", value=show(reason)))


def _wrong_scores(header: Header, claim: Any, scores: tuple[int, ...]) -> Iterator[str]:
    for name, value in claim.items():
        actual = scores[header.seats[name]]
        if not is_same(value, actual, ordered=True):
            message = "the score of {name} is claimed to be {claimed}, but it is {score}"
            yield say(message, name=name, claimed=show(value), score=actual)


def _wrong_outcome(header: Header, claims: dict[str, Any], outcome: Outcome) -> Iterator[str]:
    winners = [header.players[seat] for seat in outcome.winners]
    claimed = claims.get("winners", winners)
    if claimed != winners and sorted(claimed) != sorted(winners):
        message = "the winners are claimed to be {claimed}, but are {winners}"
        yield say(message, claimed=show(claimed), winners=show(winners))
    reason = claims.get("reason", outcome.reason)
    if reason != outcome.reason:
        message = "the game ended by {reason}, not by {claimed}"
        yield say(message, reason=outcome.reason, claimed=show(reason))
