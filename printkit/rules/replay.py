"""Folds the lines of a record through the rules and reports what came of it.

Takes numbered rows and a way to find games; gives a `Report`. Stops at the first violation, keeps
what was valid, and repairs nothing. A `watch` function sees every line together with the states
before and after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from printkit.errors import show
from printkit.rules.claims import check_end, check_expect
from printkit.rules.game import Fault, Game, Outcome, Refusal
from printkit.rules.header import HEADER, FindGame, parse_header
from printkit.rules.judge import blame, judge
from printkit.rules.lines import BadLine, Row, Stream, read_lines
from printkit.rules.reading import ARGS
from printkit.rules.report import Report, Violation

Watch = Callable[[int, Mapping[str, Any], Any, Any], None]
MOST_BEGUN = 16
_begun: dict[tuple[int, FindGame], tuple[dict[str, Any], Game[Any], Any]] = {}


def replay(stream: Stream, find_game: FindGame, watch: Watch | None = None) -> Report:
    """Reads and replays one record."""
    rows = read_lines(stream)
    number, row = next(rows, (1, BadLine("the file is empty")))
    if isinstance(row, BadLine):
        return _refused_header({}, Fault(HEADER, row.reason))
    try:
        game, state = _begin(row, find_game)
    except Refusal as refusal:
        return _refused_header(row, refusal.fault)
    if watch:
        watch(number, row, state, state)
    fold = _Fold(game, state, watch)
    violation = fold.run(rows)
    return fold.report(violation)


def _begin(row: dict[str, Any], find_game: FindGame) -> tuple[Game[Any], Any]:
    """The game that line 1 names, and its first state: often the same as in the record before.

    Line 1 is known by its identity, as equal lines are read once, and kept so that no other line
    can take it.
    """
    key = id(row), find_game
    known = _begun.get(key)
    if known is None:
        game, header = parse_header(row, find_game)
        if len(_begun) >= MOST_BEGUN:
            _begun.clear()
        known = _begun[key] = row, game, game.start(header)
    return known[1], known[2]


class _Fold:
    """The one moving part: the state so far, what has been counted, and the claimed outcome."""

    __slots__ = ("closed", "events", "game", "outcome", "refused", "state", "watch")

    def __init__(self, game: Game[Any], state: Any, watch: Watch | None) -> None:
        self.game = game
        self.state = state
        self.watch = watch
        self.events = 0
        self.outcome: Outcome | None = None
        self.refused = ""
        self.closed: list[Any] = []

    def run(self, rows: Iterator[tuple[int, Row]]) -> Violation | None:
        game, watch = self.game, self.watch
        for number, row in rows:
            before = self.state
            if type(row) is dict and "do" in row and "reject" not in row and not self.outcome:
                faults, kind, move = judge(game, before, row)
                if faults or kind is None:
                    self.refused = str(row["do"])
                    return self._blame(number, row, faults[0])
                self.state = after = kind.apply(before, move)
                self.events += 1
                if game.rounds(after) > len(self.closed):
                    self.closed.append(after)
            elif (violation := self._line(number, row)) is not None:
                return violation
            if watch and isinstance(row, dict):
                watch(number, row, before, self.state)
        return None

    def _line(self, number: int, row: Row) -> Violation | None:
        if self.outcome and not _is_note(row):
            return self._blame(number, row, Fault("core.over", "only notes may follow the end"))
        if isinstance(row, BadLine):
            return Violation(number, None, ARGS, row.reason)
        return self._reject(number, row) if "reject" in row else self._special(number, row)

    def _blame(self, number: int, row: Row, fault: Fault) -> Violation:
        player = None
        if not isinstance(row, BadLine):
            player = blame(self.game, self.state.header, row, fault)
        return Violation(number, player, fault.rule, fault.message)

    def _reject(self, number: int, row: Mapping[str, Any]) -> Violation | None:
        wanted = row["reject"]
        if not isinstance(wanted, str):
            message = f"'reject' must name a rule, not {show(wanted)}"
            return Violation(number, None, ARGS, message)
        event = {key: row[key] for key in row if key != "reject"}
        faults, _, _ = judge(self.game, self.state, event)
        if faults and faults[0].rule == wanted:
            return None
        found = f"it breaks {faults[0].rule}: {faults[0].message}" if faults else "it is legal"
        message = f"this should be refused for {wanted}, but {found}"
        by = event.get("by")
        return Violation(number, by if isinstance(by, str) else None, "core.reject", message)

    def _special(self, number: int, row: dict[str, Any]) -> Violation | None:
        try:
            if "expect" in row:
                check_expect(self.game, self.state, row)
            elif "end" in row:
                self.outcome = check_end(self.game, self.state, row)
            elif "note" in row:
                _test_note(row)
            else:
                faults, _, _ = judge(self.game, self.state, row)
                raise Refusal(*faults[0])
        except Refusal as refusal:
            return Violation(number, None, refusal.fault.rule, refusal.fault.message)
        return None

    def report(self, violation: Violation | None) -> Report:
        game, state = self.game, self.state
        players = state.header.players
        outcome = self.outcome or game.outcome(state)
        return Report(
            game=game.id,
            players=players,
            events=self.events,
            scores=game.scores(state),
            winners=tuple(players[seat] for seat in outcome.winners) if outcome else (),
            reason=outcome.reason if outcome else None,
            violation=violation,
            unchecked=game.unchecked(state, self.refused),
            state=state,
            closed=tuple(self.closed),
            rules=game,
        )


def _test_note(row: dict[str, Any]) -> None:
    if not isinstance(row["note"], str):
        raise Refusal(ARGS, f"'note' must be text, not {show(row['note'])}")
    if len(row) > 1:
        raise Refusal(ARGS, "a line with 'note' holds nothing else")


def _is_note(row: Row) -> bool:
    return isinstance(row, dict) and row.keys() == {"note"} and isinstance(row["note"], str)


def _refused_header(row: Mapping[str, Any], fault: Fault) -> Report:
    name, players = row.get("game"), row.get("players")
    listed = isinstance(players, list) and all(isinstance(player, str) for player in players)
    return Report(
        game=name if isinstance(name, str) else None,
        players=tuple(players) if listed and players else (),
        violation=Violation(1, None, fault.rule, fault.message),
    )
