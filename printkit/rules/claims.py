"""Compares what a record claims (`expect` and `end` lines) with what is so.

Takes a state and a claim; raises `Refusal` with core.args for a claim that cannot be read,
core.expect, core.unfinished or core.result for one that is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeVar

from printkit.errors import nearest, show
from printkit.rules.game import Expectation, Game, Header, Outcome, Refusal, State
from printkit.rules.judge import spell
from printkit.rules.reading import ARGS, meant, unknown_key

S = TypeVar("S", bound=State)
EXPECT: Final = "core.expect"
_END_KEYS = ("reason", "scores", "winners")


def check_expect(game: Game[S], state: S, row: dict[str, Any]) -> None:
    """Tests a checkpoint; everything in it that is wrong is said at once."""
    claims = _only(row, "expect")
    asked = {key: _find(game, key) for key in claims}
    for key, found in asked.items():
        if found.each:
            _test_players(state.header, key, claims[key])
    wrong: list[str] = []
    for key, expectation in asked.items():
        wrong += _differences(state, key, claims[key], expectation)
    if wrong:
        raise Refusal(EXPECT, "; ".join(wrong))


def _differences(state: S, key: str, claim: Any, expectation: Expectation[S]) -> Iterator[str]:
    """What is wrong with one claim, player by player."""
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
        pairs = [(f"{key} of {name}", claim[name], actual[seats[name]]) for name in claim]
    for what, claimed, found in pairs:
        if not is_same(claimed, found, ordered=ordered):
            yield f"{what}: expected {show(claimed)}, but it is {show(found)}"


def _find(game: Game[S], key: str) -> Expectation[S]:
    found = game.expectations.get(key)
    if found is not None:
        return found
    if key == "scores":
        return Expectation(game.scores, each=True)
    known = ("scores", *game.expectations)
    near = meant(nearest(key, known))
    reason = f"nothing called {show(key)} can be expected"
    raise Refusal(ARGS, f"{reason}; {near}{game.title} has {', '.join(known)}")


def check_end(game: Game[S], state: S, row: dict[str, Any]) -> Outcome:
    """Tests a claimed result and gives the true one; all that is wrong is said at once."""
    claims = _only(row, "end")
    for key in claims:
        if key not in _END_KEYS:
            raise Refusal(ARGS, unknown_key(key, "'end'", _END_KEYS, claims))
    _test_winners(state.header, claims)
    _test_players(state.header, "scores", claims.get("scores", {}))
    outcome = game.outcome(state)
    if outcome is None:
        raise Refusal("core.unfinished", f"the game is not over yet: {game.summary(state)}")
    scores = _wrong_scores(state.header, claims.get("scores", {}), game.scores(state))
    if wrong := [*scores, *_wrong_outcome(state.header, claims, outcome)]:
        raise Refusal("core.result", "; ".join(wrong))
    return outcome


def is_same(claim: Any, actual: Any, *, ordered: bool) -> bool:
    """Whether a claim is the value: true is not 1, and lists may come in any order."""
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


def _only(row: dict[str, Any], key: str) -> dict[str, Any]:
    claims = row[key]
    if len(row) > 1:
        raise Refusal(ARGS, f"a line with '{key}' holds nothing else")
    if not isinstance(claims, dict):
        raise Refusal(ARGS, f"'{key}' must be a map of claims, not {show(claims)}")
    return claims


def _test_players(header: Header, key: str, claim: Any) -> None:
    if not isinstance(claim, dict):
        raise Refusal(ARGS, f"'{key}' must map players to values, not {show(claim)}")
    for name in claim:
        if name not in header.seats:
            raise Refusal(ARGS, f"'{key}' names {show(name)}, who is not playing")


def _test_winners(header: Header, claims: dict[str, Any]) -> None:
    names = claims.get("winners", [])
    if not isinstance(names, list):
        raise Refusal(ARGS, f"'winners' must list players, not {show(names)}")
    for name in names:
        if not isinstance(name, str) or name not in header.seats:
            raise Refusal(ARGS, f"'winners' names {show(name)}, who is not playing")
    reason = claims.get("reason", "")
    if not isinstance(reason, str):
        raise Refusal(ARGS, f"'reason' must be a rule id, not {show(reason)}")


def _wrong_scores(header: Header, claim: Any, scores: tuple[int, ...]) -> Iterator[str]:
    for name, value in claim.items():
        actual = scores[header.seats[name]]
        if not is_same(value, actual, ordered=True):
            yield f"the score of {name} is claimed to be {show(value)}, but it is {actual}"


def _wrong_outcome(header: Header, claims: dict[str, Any], outcome: Outcome) -> Iterator[str]:
    winners = [header.players[seat] for seat in outcome.winners]
    claimed = claims.get("winners", winners)
    if claimed != winners and sorted(claimed) != sorted(winners):
        yield f"the winners are claimed to be {show(claimed)}, but are {show(winners)}"
    reason = claims.get("reason", outcome.reason)
    if reason != outcome.reason:
        yield f"the game ended by {outcome.reason}, not by {show(reason)}"
