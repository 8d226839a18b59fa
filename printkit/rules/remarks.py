"""Sentences that are true of one game: who led longest, the largest gain, how close it was.

Takes the scores after each round; gives remarks, which are translated before they are filled in.
Where a sentence would not be true, or would say nothing, it is left out.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from printkit.rules.game import leaders
from printkit.rules.written import Remark
from printkit.tuples import NamedTuple

ScoreRow = tuple[int, ...]

MOST: Final = 4


class Sentences(NamedTuple):
    """What a row of the score table is called, and the sentences with that word in them."""

    name: str  # 'Round', as the head of a column
    led: str  # who led alone after most of them
    gained: str  # the largest gain in one of them
    behind: str  # when the winner was last
    closest: str  # after which of them the gap was smallest
    level: str  # after which of them there was none


ROUND: Final = Sentences(
    "Round",
    "{name} led longest: after {number} of {rounds} rounds.",
    "The largest gain: {points} for {name}, in round {round}.",
    "{name} was last after round {round}, and won all the same.",
    "It was closest after round {round}: {gap} between first and last.",
    "After round {round} all were level.",
)
TURN: Final = Sentences(
    "Turn",
    "{name} led longest: after {number} of {rounds} turns.",
    "The largest gain: {points} for {name}, in turn {round}.",
    "{name} was last after turn {round}, and won all the same.",
    "It was closest after turn {round}: {gap} between first and last.",
    "After turn {round} all were level.",
)
CONTEST: Final = Sentences(
    "Contest",
    "{name} led longest: after {number} of {rounds} contests.",
    "The largest gain: {points} for {name}, in contest {round}.",
    "{name} was last after contest {round}, and won all the same.",
    "It was closest after contest {round}: {gap} between first and last.",
    "After contest {round} all were level.",
)
CHANGES: Final = "The lead changed hands {number} {plural(number, 'time', 'times')}."
WON: Final = "{name} won, {gap} ahead of {other}."
WON_ALONE: Final = "{name} won, {gap} ahead of everyone else."
SHARED: Final = "{number} players share the victory."


def remarks(
    words: Sentences, players: Sequence[str], rows: Sequence[ScoreRow], winners: Sequence[int]
) -> tuple[Remark, ...]:
    """At most four sentences about a game; `winners` is empty while it goes on."""
    if len(rows) < 2:
        return ()
    found = (
        *_comeback(words, players, rows, winners),
        *_longest(words, players, rows),
        *_gain(words, players, rows),
        *_closest(words, rows),
        *_margin(players, rows, winners),
        *_changes(rows),
    )
    return found[:MOST]


def _sole_leaders(rows: Sequence[ScoreRow]) -> list[int]:
    """The seat that led alone after each round; rounds with several leaders are left out."""
    first = [leaders(row) for row in rows]
    return [seats[0] for seats in first if len(seats) == 1]


def _longest(
    words: Sentences, players: Sequence[str], rows: Sequence[ScoreRow]
) -> Iterator[Remark]:
    led = _sole_leaders(rows)
    times = [led.count(seat) for seat in range(len(players))]
    longest = leaders(times)
    if len(longest) == 1:
        name, number = players[longest[0]], times[longest[0]]
        yield Remark(words.led, {"name": name, "number": number, "rounds": len(rows)})


def _gain(words: Sentences, players: Sequence[str], rows: Sequence[ScoreRow]) -> Iterator[Remark]:
    """The largest gain of all, if there is one larger than all others."""
    before: Sequence[ScoreRow] = [(0,) * len(players), *rows]
    gains = [
        (score - had, number, seat)
        for number, (old, new) in enumerate(zip(before, rows, strict=False), 1)
        for seat, (had, score) in enumerate(zip(old, new, strict=True))
    ]
    (points, number, seat), (second, _, _) = sorted(gains, reverse=True)[:2]
    if points > second:
        yield Remark(words.gained, {"points": points, "name": players[seat], "round": number})


def _comeback(
    words: Sentences, players: Sequence[str], rows: Sequence[ScoreRow], winners: Sequence[int]
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


def _changes(rows: Sequence[ScoreRow]) -> Iterator[Remark]:
    led = _sole_leaders(rows)
    number = sum(one != other for one, other in itertools.pairwise(led))
    if number > 1:
        yield Remark(CHANGES, {"number": number})


def _closest(words: Sentences, rows: Sequence[ScoreRow]) -> Iterator[Remark]:
    """The last of the closest rounds; that all have nothing is not worth telling."""
    gap, number = min((max(row) - min(row), -number) for number, row in enumerate(rows, 1))
    if gap:
        yield Remark(words.closest, {"round": -number, "gap": gap})
    elif any(rows[-number - 1]):
        yield Remark(words.level, {"round": -number})


def _margin(
    players: Sequence[str], rows: Sequence[ScoreRow], winners: Sequence[int]
) -> Iterator[Remark]:
    """How far ahead a single winner was, or how many won together."""
    if len(winners) > 1:
        yield Remark(SHARED, {"number": len(winners)})
    for seat in winners if len(winners) == 1 else ():
        others = {other: points for other, points in enumerate(rows[-1]) if other != seat}
        second = [other for other, points in others.items() if points == max(others.values())]
        gap = rows[-1][seat] - others[second[0]]
        if gap and len(second) == 1:
            yield Remark(WON, {"name": players[seat], "gap": gap, "other": players[second[0]]})
        elif gap:
            yield Remark(WON_ALONE, {"name": players[seat], "gap": gap})
