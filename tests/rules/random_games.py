"""Random games, each played once and shared by all the laws."""

from __future__ import annotations

import io
import json
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.games import find, load
from printkit.rules.replay import replay
from printkit.rules.simulate import NAMES, Seating, SimulatedGame, play, record_rows
from tests.depth import many
from tests.rules.digest import digest

if TYPE_CHECKING:
    from printkit.rules.game import Event
    from printkit.rules.replay import WatchLine
    from printkit.rules.report import Report

GAMES = many(24, deep=1_000)
LOOKED_AT = many(6, deep=100)
LOOK_EVERY = 97


class Watched(NamedTuple):
    """A game as it was played."""

    seating: Seating  # variant and rulings differ from game to game
    played: SimulatedGame  # events and outcome
    complaints: tuple[object, ...]  # events after which something was lost, and what
    positions: tuple[Any, ...]  # some states, and those before the first event of its kind
    digests: tuple[str, ...]  # of every state after an event, for the first games


@cache
def games_of(game: str, players: int) -> tuple[Watched, ...]:
    """Random games with this many players, in every variant and with every choice of a ruling."""
    ways = _ways(game, players)
    return tuple(_watched(ways[number % len(ways)], number) for number in range(GAMES))


def games_with_positions(seating: Seating) -> tuple[Watched, ...]:
    """Those whose positions are kept."""
    return games_of(seating.game.id, len(seating.players))[:LOOKED_AT]


def replay_report(played: SimulatedGame, watch: WatchLine | None = None) -> Report:
    """The report of a replay of its record."""
    record = b"".join(json.dumps(row).encode() + b"\n" for row in record_rows(played))
    return replay(io.BytesIO(record), find, watch)


def _ways(game_id: str, count: int) -> list[Seating]:
    game, players = load(game_id), NAMES[:count]
    plain = [Seating(game, players, variant.id) for variant in game.variants]
    ruled = [
        Seating(game, players, variant.id, {ruling.id: choice})
        for variant in game.variants
        for ruling in game.rulings
        for choice in ruling.choices
    ]
    return plain + ruled


def _watched(seating: Seating, number: int) -> Watched:
    game = seating.game
    complaints: list[object] = []
    positions: list[Any] = []
    digests: list[str] = []
    kinds: set[frozenset[str]] = set()

    def watch(at: int, event: Event, before: Any, after: Any) -> None:
        if lost := [*game.invariants(after)]:
            complaints.append((event, lost))
        words = frozenset(event)
        if number < LOOKED_AT and (at % LOOK_EVERY == number or at < 8 or words not in kinds):
            positions.append(before)
        kinds.add(words)
        if number < LOOKED_AT // 5:
            digests.append(digest(after))

    played = play(seating, Random(f"laws/{number}"), watch=watch)
    return Watched(seating, played, tuple(complaints), tuple(positions), tuple(digests))
