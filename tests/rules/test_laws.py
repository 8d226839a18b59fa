"""What holds in every game and every position, tried by random play."""

from __future__ import annotations

import io
import json
from math import prod
from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from printkit.games import find
from printkit.rules.judge import apply, check, legal, spell
from printkit.rules.replay import replay
from printkit.rules.simulate import Played, Seating, play, record_rows
from tests.rules.digest import digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from printkit.rules.game import Event, Game, Offer
    from printkit.rules.report import Report

GAMES = 1_000
LOOK_EVERY = 97
MOST_EVENTS = 1_100
SAMPLE = 50
SEEDS = st.integers(min_value=0, max_value=2**32)
quick = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def _variants(seating: Seating) -> list[Seating]:
    """The seating in every variant and with every choice of every ruling."""
    game, players = seating.game, seating.players
    plain = [Seating(game, players, variant.id) for variant in game.variants]
    ruled = [
        Seating(game, players, variant.id, {ruling.id: choice})
        for variant in game.variants
        for ruling in game.rulings
        for choice in ruling.choices
    ]
    return plain + ruled


def _as_record(played: Played) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in record_rows(played))


def _replay(played: Played) -> Report:
    return replay(io.BytesIO(_as_record(played)), find)


def test_nothing_is_lost_and_no_score_leaves_its_range_in_a_thousand_games(
    seating: Seating,
) -> None:
    game, ways = seating.game, _variants(seating)

    def watch(_number: int, event: Event, _before: Any, after: Any) -> None:
        assert [*game.invariants(after)] == [], event

    for number in range(GAMES):
        played = play(ways[number % len(ways)], Random(f"laws/{number}"), watch=watch)
        assert played.outcome is not None


@quick
@given(seed=SEEDS)
def test_every_legal_event_passes_the_check(seating: Seating, seed: int) -> None:
    game, rng = seating.game, Random(seed)
    for state in _positions(seating, seed):
        for event in _some_legal(game, state, rng):
            assert check(game, state, event) == ()


@quick
@given(seed=SEEDS)
def test_every_event_that_passes_the_check_is_legal(seating: Seating, seed: int) -> None:
    """It is one of the legal events, or says the same as one of them in other words."""
    game, rng = seating.game, Random(seed)
    for state in _positions(seating, seed):
        offers = game.offers(state)
        if any(offer.free for offer in offers) or _size(offers) > MOST_EVENTS or not offers:
            continue
        events = [*legal(game, state)]
        known = {spell(_unordered(event)) for event in events}
        for event in _nearby([spell(event) for event in events], rng):
            if check(game, state, event) == () and spell(_unordered(event)) not in known:
                led_to = {digest(apply(game, state, each)) for each in events}

                assert digest(apply(game, state, event)) in led_to, event


@quick
@given(seed=SEEDS)
def test_legal_events_are_sorted_and_unique(seating: Seating, seed: int) -> None:
    for state in _positions(seating, seed):
        if _size(seating.game.offers(state)) <= MOST_EVENTS:
            spelled = [spell(event) for event in legal(seating.game, state)]

            assert sorted(set(spelled)) == spelled


@quick
@given(seed=SEEDS)
def test_whoever_may_act_is_offered_something(seating: Seating, seed: int) -> None:
    game = seating.game
    for state in _positions(seating, seed):
        offered = {offer.base["do"] for offer in game.offers(state)}
        chosen = {do for do in game.due(state).events if game.kinds[do].actor == "one"}

        assert not chosen or offered & chosen


@settings(quick, max_examples=3)
@given(seed=SEEDS)
def test_a_saved_game_replays_to_the_same_states(seating: Seating, seed: int) -> None:
    states: list[str] = []

    def watch(_number: int, row: Mapping[str, Any], _before: Any, after: Any) -> None:
        if "do" in row:
            states.append(digest(after))

    played = play(seating, Random(seed), watch=watch)
    simulated, states = states, []
    report = replay(io.BytesIO(_as_record(played)), find, watch)

    assert report.violation is None
    assert simulated == states


@quick
@given(seed=SEEDS)
def test_new_names_change_nothing_but_names(seating: Seating, seed: int) -> None:
    played = play(seating, Random(seed))
    names = {old: f"[{old}]" for old in seating.players}
    before = _replay(played)
    after = _replay(_renamed(played, names))

    assert before.scores == after.scores
    assert before.reason == after.reason
    assert [names[name] for name in before.winners] == list(after.winners)


@quick
@given(seed=SEEDS)
def test_another_first_chair_changes_nothing_but_the_order(seating: Seating, seed: int) -> None:
    played = play(seating, Random(seed))
    turned = _turned(seating.game, played)
    before, after = _replay(played), _replay(turned)

    assert after.violation is None
    assert _by_name(before) == _by_name(after)
    assert set(before.winners) == set(after.winners)


def _by_name(report: Report) -> dict[str, int]:
    return dict(zip(report.players, report.scores, strict=True))


def _positions(seating: Seating, seed: int) -> list[Any]:
    """Some positions of one random game."""
    seen: list[Any] = []

    def watch(number: int, _event: Event, before: Any, _after: Any) -> None:
        if number % LOOK_EVERY == seed % LOOK_EVERY or number < 8:
            seen.append(before)

    ways = _variants(seating)
    play(ways[seed % len(ways)], Random(seed), watch=watch)
    return seen


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
        for _ in range(8):
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


def _renamed(played: Played, names: Mapping[str, str]) -> Played:
    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {names.get(key, key): renamed(each) for key, each in value.items()}
        if isinstance(value, list):
            return [renamed(each) for each in value]
        return names.get(value, value) if isinstance(value, str) else value

    events = tuple(renamed(event) for event in played.events)
    return played._replace(header=renamed(played.header), events=events)


def _turned(game: Game[Any], played: Played) -> Played:
    """The same game with everybody sitting one chair further; whoever began still begins."""
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
