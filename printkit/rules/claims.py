"""Compares what a record claims (`expect` and `end` lines) with what is so.

Takes a state and a claim; raises `Refusal` with core.args for a claim that cannot be read,
core.expect, core.unfinished or core.result for one that is wrong.
"""

from __future__ import annotations

from typing import Any, TypeVar

from printkit.errors import did_you_mean
from printkit.rules.game import Expectation, Game, Header, Outcome, Refusal, State
from printkit.rules.judge import spell
from printkit.rules.reading import ARGS, show

S = TypeVar("S", bound=State)
_END_KEYS = ("reason", "scores", "winners")


def check_expect(game: Game[S], state: S, row: dict[str, Any]) -> None:
    """Tests a checkpoint."""
    claims = _only(row, "expect")
    asked = {key: _find(game, key) for key in claims}
    for key, found in asked.items():
        if found.each:
            _test_players(state.header, key, claims[key])
    for key, (value, each, ordered) in asked.items():
        claim, actual = claims[key], value(state)
        if each:
            _compare_each(state.header, key, claim, actual, ordered)
        elif not is_same(claim, actual, ordered=ordered):
            _differs(key, claim, actual)


def _find(game: Game[S], key: str) -> Expectation[S]:
    found = game.expectations.get(key)
    if found is not None:
        return found
    if key == "scores":
        return Expectation(game.scores, each=True)
    hint = did_you_mean(key, ("scores", *game.expectations))
    raise Refusal(ARGS, f"nothing called {show(key)} can be expected; {hint}")


def check_end(game: Game[S], state: S, row: dict[str, Any]) -> None:
    """Tests a claimed result."""
    claims = _only(row, "end")
    for key in claims:
        if key not in _END_KEYS:
            raise Refusal(ARGS, f"unknown key {show(key)}; {did_you_mean(key, _END_KEYS)}")
    _test_winners(state.header, claims)
    scores = game.scores(state)
    wrong = _wrong_scores(state.header, claims.get("scores", {}), scores)
    outcome = game.outcome(state)
    if outcome is None:
        raise Refusal("core.unfinished", f"the game is not over yet: {game.summary(state)}")
    if wrong:
        raise Refusal("core.result", wrong)
    _compare_outcome(state.header, claims, outcome)


def is_same(claim: Any, actual: Any, *, ordered: bool) -> bool:
    """Whether a claim is the value: true is not 1, and lists may come in any order."""
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


def _compare_each(header: Header, key: str, claim: Any, actual: Any, ordered: bool) -> None:
    for name, value in claim.items():
        found = actual[header.seats[name]]
        if not is_same(value, found, ordered=ordered):
            _differs(f"{key} of {name}", value, found)


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


def _wrong_scores(header: Header, claim: Any, scores: tuple[int, ...]) -> str:
    _test_players(header, "scores", claim)
    for name, value in claim.items():
        actual = scores[header.seats[name]]
        if not is_same(value, actual, ordered=True):
            return f"the score of {name} is claimed to be {show(value)}, but it is {actual}"
    return ""


def _compare_outcome(header: Header, claims: dict[str, Any], outcome: Outcome) -> None:
    winners = [header.players[seat] for seat in outcome.winners]
    if "winners" in claims and sorted(claims["winners"]) != sorted(winners):
        claimed = f"the winners are claimed to be {show(claims['winners'])}"
        raise Refusal("core.result", f"{claimed}, but are {show(winners)}")
    reason = claims.get("reason", outcome.reason)
    if reason != outcome.reason:
        raise Refusal("core.result", f"the game ended by {outcome.reason}, not by {show(reason)}")


def _differs(what: str, claim: Any, actual: Any) -> None:
    raise Refusal("core.expect", f"{what}: expected {show(claim)}, but it is {show(actual)}")
