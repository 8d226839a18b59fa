"""Sentences that are true of one game: who led longest, the largest gain, how close it was.

Takes the scores after each round; gives remarks, which are translated before they are filled in.
Where a sentence would not be true, or would say nothing, it is left out.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from printkit.rules.game import State, leaders
from printkit.rules.written import Remark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from printkit.rules.written import Step

S = TypeVar("S", bound=State)
Row = tuple[int, ...]

MOST: Final = 4


class Words(NamedTuple):
    """What a row of the score table is called, and the sentences with that word in them."""

    name: str  # 'Round', as the head of a column
    led: str
    gained: str
    behind: str
    closest: str


ROUND: Final = Words(
    "Round",
    "{name} led longest: after {number} of {rounds} rounds.",
    "No gain was larger than {points} for {name} in round {round}.",
    "{name} was last after round {round}, and won all the same.",
    "It was closest after round {round}: {gap} between first and last.",
)
TURN: Final = Words(
    "Turn",
    "{name} led longest: after {number} of {rounds} turns.",
    "No gain was larger than {points} for {name} in turn {round}.",
    "{name} was last after turn {round}, and won all the same.",
    "It was closest after turn {round}: {gap} between first and last.",
)
CONTEST: Final = Words(
    "Contest",
    "{name} led longest: after {number} of {rounds} contests.",
    "No gain was larger than {points} for {name} in contest {round}.",
    "{name} was last after contest {round}, and won all the same.",
    "It was closest after contest {round}: {gap} between first and last.",
)
CHANGES: Final = "The lead changed hands {number} times."


def score_rows(
    steps: Sequence[Step[S]], scores: Callable[[S], Row], rounds: Callable[[S], int]
) -> list[Row]:
    """The scores by seat after each round that is over."""
    return [scores(after) for _, before, after in steps if rounds(after) > rounds(before)]


def remarks(
    words: Words, players: Sequence[str], rows: Sequence[Row], winners: Sequence[int]
) -> tuple[Remark, ...]:
    """At most four sentences about a game; `winners` is empty while it goes on."""
    if len(rows) < 2:
        return ()
    found = (
        *_longest(words, players, rows),
        *_gain(words, players, rows),
        *_comeback(words, players, rows, winners),
        *_changes(rows),
        *_closest(words, rows),
    )
    return found[:MOST]


def _sole_leaders(rows: Sequence[Row]) -> list[int]:
    """The seat that led alone after each round; rounds with several leaders are left out."""
    first = [leaders(row) for row in rows]
    return [seats[0] for seats in first if len(seats) == 1]


def _longest(words: Words, players: Sequence[str], rows: Sequence[Row]) -> Iterator[Remark]:
    led = _sole_leaders(rows)
    times = [led.count(seat) for seat in range(len(players))]
    longest = leaders(times)
    if len(longest) == 1:
        name, number = players[longest[0]], times[longest[0]]
        yield Remark(words.led, {"name": name, "number": number, "rounds": len(rows)})


def _gain(words: Words, players: Sequence[str], rows: Sequence[Row]) -> Iterator[Remark]:
    """The first of the largest gains, so that the sentence is true where several are equal."""
    before: Sequence[Row] = [(0,) * len(players), *rows]
    gains = [
        (score - had, -number, seat)
        for number, (old, new) in enumerate(zip(before, rows, strict=False), 1)
        for seat, (had, score) in enumerate(zip(old, new, strict=True))
    ]
    points, number, seat = max(gains)
    if points > 1:
        yield Remark(words.gained, {"points": points, "name": players[seat], "round": -number})


def _comeback(
    words: Words, players: Sequence[str], rows: Sequence[Row], winners: Sequence[int]
) -> Iterator[Remark]:
    """The last time that a single winner had been behind everyone else."""
    if len(winners) != 1:
        return
    (seat,) = winners
    for number in range(len(rows) - 1, 1, -1):
        row = rows[number - 1]
        if row[seat] == min(row) and row.count(min(row)) == 1:
            yield Remark(words.behind, {"name": players[seat], "round": number})
            return


def _changes(rows: Sequence[Row]) -> Iterator[Remark]:
    led = _sole_leaders(rows)
    number = sum(one != other for one, other in itertools.pairwise(led))
    if number > 1:
        yield Remark(CHANGES, {"number": number})


def _closest(words: Words, rows: Sequence[Row]) -> Iterator[Remark]:
    """The last of the closest rounds: early ones are close in every game."""
    gap, number = min((max(row) - min(row), -number) for number, row in enumerate(rows, 1))
    yield Remark(words.closest, {"round": -number, "gap": gap})
