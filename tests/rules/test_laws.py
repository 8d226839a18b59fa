"""Laws that hold in every game and every position, tested by random play."""

from __future__ import annotations

import json
from math import prod
from random import Random
from typing import TYPE_CHECKING, Any

from printkit.rules.judge import apply, check, legal, spell
from tests.depth import many
from tests.rules.digest import digest
from tests.rules.random_games import games_of, games_with_positions, replay_report

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from printkit.rules.game import Event, Game, Offer
    from printkit.rules.simulate import Seating, SimulatedGame

MOST_EVENTS = 1_100
SAMPLE = 50
REWORDED = many(3, deep=8)


def test_invariants_hold_after_any_event(seating: Seating) -> None:
    for watched in games_of(seating.game.id, len(seating.players)):
        assert watched.complaints == ()
        assert watched.played.outcome is not None


def test_something_is_due_until_the_game_is_over(seating: Seating) -> None:
    game = seating.game
    for watched in games_of(game.id, len(seating.players)):
        assert game.due(watched.played.state).events == ()
    for state in _positions(seating):
        assert game.due(state).events != ()


def test_every_legal_event_passes_the_check(seating: Seating) -> None:
    game, rng = seating.game, Random("legal")
    for state in _positions(seating):
        for event in _some_legal(game, state, rng):
            assert check(game, state, event) == ()


def test_every_event_that_passes_the_check_is_legal(seating: Seating) -> None:
    """Whether an event is one of the legal ones, or equivalent to one."""
    game, rng = seating.game, Random("nearby")
    for state in _positions(seating):
        offers = game.offers(state)
        if any(offer.free for offer in offers) or _size(offers) > MOST_EVENTS or not offers:
            continue
        events = [*legal(game, state)]
        known = {spell(_unordered(event)) for event in events}
        for event in _nearby([spell(event) for event in events], rng):
            if check(game, state, event) == () and spell(_unordered(event)) not in known:
                led_to = {digest(apply(game, state, each)) for each in events}

                assert digest(apply(game, state, event)) in led_to, event


def test_legal_events_are_sorted_and_unique(seating: Seating) -> None:
    for state in _positions(seating):
        if _size(seating.game.offers(state)) <= MOST_EVENTS:
            spelled = [spell(event) for event in legal(seating.game, state)]

            assert sorted(set(spelled)) == spelled


def test_every_player_who_may_act_has_a_legal_event(seating: Seating) -> None:
    game = seating.game
    for state in _positions(seating):
        offered = {offer.base["do"] for offer in game.offers(state)}
        chosen = {do for do in game.due(state).events if game.kinds[do].actor == "one"}

        assert not chosen or offered & chosen


def test_a_saved_game_replays_to_the_same_states(seating: Seating) -> None:
    for watched in games_with_positions(seating):
        states: list[str] = []

        def watch(
            _number: int, row: Event, _before: Any, after: Any, states: list[str] = states
        ) -> None:
            if "do" in row:
                states.append(digest(after))

        if watched.digests:
            assert replay_report(watched.played, watch).violation is None
            assert watched.digests == tuple(states)


def test_renaming_players_changes_only_names(seating: Seating) -> None:
    names = {old: f"[{old}]" for old in seating.players}
    for watched in games_with_positions(seating):
        before, after = (
            replay_report(watched.played),
            replay_report(_renamed(watched.played, names)),
        )

        assert {names[name]: score for name, score in before.scores.items()} == after.scores
        assert before.reason == after.reason
        assert [names[name] for name in before.winners] == list(after.winners)


def test_rotating_seats_changes_only_the_order(seating: Seating) -> None:
    for watched in games_with_positions(seating):
        turned = _turned(seating.game, watched.played)
        before, after = replay_report(watched.played), replay_report(turned)

        assert after.violation is None
        assert before.scores == after.scores
        assert set(before.winners) == set(after.winners)


def _positions(seating: Seating) -> Iterator[Any]:
    return (state for watched in games_with_positions(seating) for state in watched.positions)


def _some_legal(game: Game[Any], state: Any, rng: Random) -> Iterator[Event]:
    """All legal events, or a fair number of them where they are too many to write down."""
    offers = game.offers(state)
    if _size(offers) <= MOST_EVENTS:
        return legal(game, state)
    return (rng.choice(offers).pick(rng) for _ in range(SAMPLE))


def _size(offers: tuple[Offer, ...]) -> int:
    return sum(prod(len(slot) for slot in offer.slots) for offer in offers)


def _nearby(spelled: list[str], rng: Random) -> Iterator[Event]:
    """Events that differ from legal ones in one word, taken from elsewhere in them."""
    events = [json.loads(text) for text in spelled[:: max(1, len(spelled) // 50)]]
    words = sorted({word for event in events for word in _words(event)})
    for event in events:
        for _ in range(REWORDED):
            yield _reworded(event, rng.choice(words), rng.choice(words))


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for each in value.values():
            yield from _words(each)
    elif isinstance(value, list):
        for each in value:
            yield from _words(each)
    elif isinstance(value, str):
        yield value


def _unordered(value: Any) -> Any:
    """An event whose lists are sorted: cards are offered in one order and may come in any."""
    if isinstance(value, dict):
        return {key: _unordered(each) for key, each in value.items()}
    return sorted(map(_unordered, value), key=spell) if isinstance(value, list) else value


def _reworded(value: Any, old: str, new: str) -> Any:
    if isinstance(value, dict):
        return {key: _reworded(each, old, new) for key, each in value.items()}
    if isinstance(value, list):
        return [_reworded(each, old, new) for each in value]
    return new if value == old else value


def _renamed(played: SimulatedGame, names: Mapping[str, str]) -> SimulatedGame:
    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {names.get(key, key): renamed(each) for key, each in value.items()}
        if isinstance(value, list):
            return [renamed(each) for each in value]
        return names.get(value, value) if isinstance(value, str) else value

    events = tuple(renamed(event) for event in played.events)
    return played._replace(header=renamed(played.header), events=events)


def _turned(game: Game[Any], played: SimulatedGame) -> SimulatedGame:
    """The same game with everyone moved by one seat; the same player begins."""
    first, *rest = played.header["players"]
    header = {**played.header, "players": [*rest, first]}
    if "first" in game.header_keys:
        header.setdefault("first", first)
    winners = played.outcome.winners if played.outcome else ()
    count = len(rest) + 1
    moved = tuple((seat - 1) % count for seat in winners)
    outcome = played.outcome._replace(winners=moved) if played.outcome else None
    scores = (*played.scores[1:], played.scores[0])
    return played._replace(header=header, outcome=outcome, scores=scores)
