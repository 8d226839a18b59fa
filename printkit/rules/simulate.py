"""Plays random legal games through the same verbs as a replay, and counts what came of them.

Takes a game and a source of randomness; gives played games and their statistics. Every event is
tested before it is applied, so a simulation can never leave the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from printkit.rules.header import VERSION, parse_header
from printkit.rules.judge import IllegalEvent, judge
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from random import Random

    from printkit.rules.game import Event, Game, Outcome
    from printkit.rules.replay import Watch

MAX_EVENTS = 10_000
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo")


@dataclass(frozen=True, slots=True)
class Seating:
    """What a simulation plays."""

    game: Game[Any]  # which game
    players: tuple[str, ...]  # who sits there, clockwise
    variant: str  # how it is played
    rulings: Mapping[str, str] = field(default_factory=dict)  # choices that differ from the default
    settings: Mapping[str, str] = field(default_factory=dict)  # the game's own settings


class Played(NamedTuple):
    """One game as it was played."""

    header: Mapping[str, Any]  # line 1 of its record
    events: tuple[Event, ...]  # what happened
    state: Any  # the last state
    scores: tuple[int, ...]  # by seat
    rounds: int  # how many there were
    outcome: Outcome | None  # None where the game was given up


def play(
    seating: Seating, rng: Random, cap: int = MAX_EVENTS, watch: Watch | None = None
) -> Played:
    """One random game, given up after `cap` events; `watch` sees each event and both states."""
    game, players = seating.game, seating.players
    dealer = game.extras().dealer(rng, players, seating.variant, seating.settings)
    row = header_row(seating, dealer.header())
    _, header = parse_header(row, lambda _name: game)
    state = game.start(header)
    events: list[Event] = []
    while game.outcome(state) is None and len(events) < cap:
        event = dealer.event(state)
        faults, kind, move = judge(game, state, event)
        if faults or kind is None:
            raise IllegalEvent(faults)
        before, state = state, kind.apply(state, move)
        events.append(event)
        if watch:
            watch(len(events), event, before, state)
    return Played(
        row, tuple(events), state, game.scores(state), game.rounds(state), game.outcome(state)
    )


def record_rows(played: Played) -> Iterator[Mapping[str, Any]]:
    """The lines of a played game, with its result where it has one."""
    yield played.header
    yield from played.events
    if played.outcome is None:
        return
    yield end_row(played.header["players"], played.scores, played.outcome)


def end_row(
    names: Sequence[str], scores: tuple[int, ...], outcome: Outcome
) -> dict[str, Mapping[str, Any]]:
    """The line with the result of a game."""
    winners = [names[seat] for seat in outcome.winners]
    result = {"scores": dict(zip(names, scores, strict=True)), "winners": winners}
    return {"end": {"reason": outcome.reason, **result}}


def header_row(seating: Seating, extras: Mapping[str, Any]) -> dict[str, Any]:
    """Line 1 of a game with these players."""
    row: dict[str, Any] = {
        "printkit": VERSION,
        "game": seating.game.id,
        "players": list(seating.players),
        "variant": seating.variant,
    }
    if seating.rulings:
        row["rulings"] = dict(seating.rulings)
    return {**row, **extras}


@dataclass(slots=True)
class Spread:
    """Smallest, largest and mean of a stream of numbers, and how often each came."""

    count: int = 0  # how many numbers
    total: int = 0  # their sum
    low: int = 0  # the smallest
    high: int = 0  # the largest
    times: Counter[int] = field(default_factory=Counter)  # how often each came

    def add(self, number: int) -> None:
        """Takes one more number in."""
        self.low = min(self.low, number) if self.count else number
        self.high = max(self.high, number) if self.count else number
        self.count += 1
        self.total += number
        self.times[number] += 1

    def merge(self, other: Spread) -> None:
        """Takes in what another stream had."""
        if other.count:
            self.low = min(self.low, other.low) if self.count else other.low
            self.high = max(self.high, other.high) if self.count else other.high
            self.count += other.count
            self.total += other.total
            self.times.update(other.times)

    def as_json(self) -> dict[str, float]:
        """The three figures."""
        mean = self.total / self.count if self.count else 0
        return {"mean": round(mean, 3), "min": self.low, "max": self.high}


def bins(times: Mapping[int, int], most: int = 14) -> list[tuple[str, int]]:
    """How often numbers came, in at most so many equal ranges, each with its name."""
    if not times:
        return []
    low, high = min(times), max(times)
    width = -(-(high - low + 1) // most)
    found = []
    for start in range(low, high + 1, width):
        numbers = range(start, start + width)
        label = str(start) if width == 1 else f"{start} to {start + width - 1}"
        found.append((label.replace("-", "−"), sum(times.get(number, 0) for number in numbers)))
    return found


@dataclass(slots=True)
class Tally:
    """What came of many games, without keeping them; only finished games count for scores."""

    seats: int  # how many play
    games: int = 0  # how many were played
    unfinished: int = 0  # how many of them were given up
    events: Spread = field(default_factory=Spread)  # events of a game
    rounds: Spread = field(default_factory=Spread)  # rounds of a game
    scores: list[Spread] = field(default_factory=list)  # points by seat
    wins: list[int] = field(default_factory=list)  # victories by seat, shared ones too
    shared: int = 0  # games with several winners
    reasons: Counter[str] = field(default_factory=Counter)  # which rule ended how many

    def __post_init__(self) -> None:
        self.scores = [Spread() for _ in range(self.seats)]
        self.wins = [0] * self.seats

    def add(self, played: Played) -> None:
        """Takes one more game in."""
        self.games += 1
        if played.outcome is None:
            self.unfinished += 1
            return
        self.events.add(len(played.events))
        self.rounds.add(played.rounds)
        self.reasons[played.outcome.reason] += 1
        self.shared += len(played.outcome.winners) > 1
        for spread, score in zip(self.scores, played.scores, strict=True):
            spread.add(score)
        for seat in played.outcome.winners:
            self.wins[seat] += 1

    def merge(self, other: Tally) -> None:
        """Takes in what came of other games."""
        self.games += other.games
        self.unfinished += other.unfinished
        self.events.merge(other.events)
        self.rounds.merge(other.rounds)
        self.reasons.update(other.reasons)
        self.shared += other.shared
        for own, more in zip(self.scores, other.scores, strict=True):
            own.merge(more)
        self.wins = [mine + more for mine, more in zip(self.wins, other.wins, strict=True)]
