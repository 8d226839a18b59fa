"""The simulation of random legal games, and statistics of their results.

Every event is checked like those of a record before it is applied, so that a simulation can't
break the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from printkit.core.plugins import game_error
from printkit.rules.game import Refusal, State
from printkit.rules.judge import apply, known_outcome, spell
from printkit.rules.record import VERSION, parse_header

if TYPE_CHECKING:
    from random import Random

    from printkit.rules.game import Event, Game, Offer, Outcome
    from printkit.rules.replay import WatchLine

S = TypeVar("S", bound=State)
MAX_EVENTS = 10_000
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo")


@dataclass(frozen=True, slots=True)
class Seating:
    """The setup of a simulation."""

    game: Game[Any]
    players: tuple[str, ...]  # clockwise
    variant: str
    rulings: Mapping[str, str] = field(default_factory=dict)  # choices other than the defaults
    settings: Mapping[str, str] = field(default_factory=dict)  # the game's own settings


class Dealer(Generic[S]):
    """The random players of one game: decks, dice and all decisions come from `rng`."""

    def __init__(self, seating: Seating, rng: Random) -> None:
        self.seating = seating
        self.tables = seating.game.tables
        self.rng = rng

    def header(self) -> Mapping[str, Any]:
        """Return the header keys besides players, variant and rulings."""
        return {}

    def event(self, state: S) -> Event:
        """Return a legal next event; any of the offers, unless the game knows better."""
        offers: Sequence[Offer] = self.seating.game.offers(state)
        return self.rng.choice(offers).pick(self.rng)

    def shuffle(self, cards: Iterable[str]) -> list[str]:
        """Return the cards as a shuffled deck."""
        deck = list(cards)
        self.rng.shuffle(deck)
        return deck


def draw_cards(deck: list[str], number: int) -> list[str]:
    """Remove and return the last cards of a deck."""
    return [deck.pop() for _ in range(number)]


class SimulatedGame(NamedTuple):
    """One simulated game."""

    header: Mapping[str, Any]  # line 1 of its record
    events: tuple[Event, ...]
    state: Any  # the last one
    scores: tuple[int, ...]  # by seat
    rounds: int  # the number of complete rounds
    outcome: Outcome | None  # None if the game was cut off


def play(
    seating: Seating, rng: Random, cap: int = MAX_EVENTS, watch: WatchLine | None = None
) -> SimulatedGame:
    """Play one random game of at most `cap` events; `watch` gets each event and both states."""
    game = seating.game
    dealer = game.dealer(seating, rng)
    row = header_row(seating, dealer.header())
    _, header = parse_header(row, lambda _name: game)
    state = game.begin(header)
    events: list[Event] = []
    while game.outcome(state) is None and len(events) < cap:
        event = dealer.event(state)
        try:
            before, state = state, apply(game, state, event)
        except Refusal as refusal:
            message = f"its dealer made an illegal event, {spell(event)}: {refusal}"
            raise game_error(game.id, message) from None
        events.append(event)
        if watch:
            watch(len(events), event, before, state)
    outcome = known_outcome(game, state)
    return SimulatedGame(row, tuple(events), state, game.scores(state), game.rounds(state), outcome)


def record_rows(played: SimulatedGame) -> Iterator[Mapping[str, Any]]:
    """Yield the lines of a played game, with its result if it has one."""
    yield played.header
    yield from played.events
    if played.outcome is None:
        return
    yield end_row(played.header["players"], played.scores, played.outcome)


def end_row(
    names: Sequence[str], scores: tuple[int, ...], outcome: Outcome
) -> dict[str, Mapping[str, Any]]:
    """Return the line with the result of a game."""
    winners = [names[seat] for seat in outcome.winners]
    result = {"scores": dict(zip(names, scores, strict=True)), "winners": winners}
    return {"end": {"reason": outcome.reason, **result}}


def header_row(seating: Seating, extras: Mapping[str, Any]) -> dict[str, Any]:
    """Return line 1 of a record with these players."""
    row: dict[str, Any] = {
        "printkit": VERSION,
        "game": seating.game.id,
        "players": list(seating.players),
        "variant": seating.variant,
    }
    if seating.rulings:
        row["rulings"] = dict(seating.rulings)
    return {**row, **extras}


class SimulatedScore(NamedTuple):
    """One player's result in one simulated game: a row of a table.

    Attributes:
        game: The number of the game, counted from 1.
        seat: The number of the seat, counted from 1, clockwise.
        score: The final score.
        won: Whether this seat won, alone or with others.
        rounds: The number of complete rounds of the game.
        events: The number of its events.
        reason: The rule that ended it.
    """

    game: int
    seat: int
    score: int
    won: bool
    rounds: int
    events: int
    reason: str


def score_rows(number: int, played: SimulatedGame) -> Iterator[SimulatedScore]:
    """Yield a row for each seat of a game that came to its end."""
    if played.outcome is None:
        return
    game = played.rounds, len(played.events), played.outcome.reason
    for seat, score in enumerate(played.scores):
        yield SimulatedScore(number, seat + 1, score, seat in played.outcome.winners, *game)


class Spread(NamedTuple):
    """The distribution of some numbers.

    Attributes:
        mean: Their mean, with three decimals.
        min: The smallest.
        max: The largest.
    """

    mean: float
    min: int
    max: int


def spread(times: Mapping[int, int]) -> Spread:
    """Return the distribution of numbers, given how often each occurred."""
    count = sum(times.values())
    mean = sum(number * often for number, often in times.items()) / count if count else 0
    return Spread(round(mean, 3), min(times, default=0), max(times, default=0))


def bins(times: Mapping[int, int], most: int = 14) -> list[tuple[str, int]]:
    """Return how often numbers occurred, in at most this many equal ranges, each with its label."""
    if not times:
        return []
    low, high = min(times), max(times)
    width = -(-(high - low + 1) // most)
    found = []
    for start in range(low, high + 1, width):
        numbers = range(start, start + width)
        label = str(start) if width == 1 else f"{start}–{start + width - 1}"
        found.append((label.replace("-", "−"), sum(times.get(number, 0) for number in numbers)))
    return found


@dataclass(slots=True)
class Tally:
    """The statistics of many games; unfinished ones are only counted."""

    seats: int
    games: int = 0
    unfinished: int = 0  # games that were cut off
    events: Counter[int] = field(default_factory=Counter)  # games by their number of events
    rounds: Counter[int] = field(default_factory=Counter)  # games by their number of rounds
    scores: list[Counter[int]] = field(default_factory=list)  # by seat, games by their score
    wins: list[int] = field(default_factory=list)  # by seat, including shared wins
    shared: int = 0  # games with several winners
    reasons: Counter[str] = field(default_factory=Counter)  # games by the rule that ended them
    rows: list[SimulatedScore] = field(default_factory=list)  # of every game, if requested

    def __post_init__(self) -> None:
        self.scores = [Counter() for _ in range(self.seats)]
        self.wins = [0] * self.seats

    def add(self, played: SimulatedGame) -> None:
        """Add one more game."""
        self.games += 1
        if played.outcome is None:
            self.unfinished += 1
            return
        self.events[len(played.events)] += 1
        self.rounds[played.rounds] += 1
        self.reasons[played.outcome.reason] += 1
        self.shared += len(played.outcome.winners) > 1
        for times, score in zip(self.scores, played.scores, strict=True):
            times[score] += 1
        for seat in played.outcome.winners:
            self.wins[seat] += 1

    def merge(self, other: Tally) -> None:
        """Add the statistics of other games."""
        self.games += other.games
        self.unfinished += other.unfinished
        self.events.update(other.events)
        self.rounds.update(other.rounds)
        self.reasons.update(other.reasons)
        self.rows += other.rows
        self.shared += other.shared
        for own, more in zip(self.scores, other.scores, strict=True):
            own.update(more)
        self.wins = [mine + more for mine, more in zip(self.wins, other.wins, strict=True)]
