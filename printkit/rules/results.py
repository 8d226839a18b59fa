"""The values that a recorded game writes on its sheets, and the facts of its result sheet.

A game computes values for form fields from the steps of a replay; it knows the names of the fields,
but not the look of a sheet. The result sheet shows ranking, rounds, sources of points and remarks:
sentences about this game, such as who led the longest. Trivial ones are left out. Texts are
translated before they are filled in.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Generic,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeVar,
)

from printkit.rules.game import leaders

if TYPE_CHECKING:
    from printkit.rules.game import Event
    from printkit.rules.report import Report

S = TypeVar("S")

FieldValue: TypeAlias = float | bool | str  # a number, a tick or a text

CROSSED: Final = "crossed"
"""The value of a box that was ticked and crossed out again: it counts as empty."""


class FillingEntry(NamedTuple):
    """A text to write in the language of the sheet: 'Ann: red', or just 'red'."""

    name: str  # a player's; may be empty
    word: str  # in English, for the catalogues


class PlayedEvent(NamedTuple, Generic[S]):
    """One event of a recorded game, with the states before and after it."""

    event: Event
    before: S
    after: S


class Filling(NamedTuple):
    """The values that a recorded game writes on one of its sheets, by field name."""

    pages: tuple[Mapping[str, FieldValue], ...]  # one for all pages, or one for each page
    settings: Mapping[str, str] = {}  # options that follow from the record, as for `--set`
    facts: Mapping[str, Any] = {}  # facts that follow from it: who leads in a round, for example
    draws: Mapping[str, Mapping[str, Any]] = {}  # the results of draws, by name
    entries: Mapping[str, Sequence[FillingEntry]] = {}  # lines that are translated before printing
    is_partial: bool = False  # whether some sheets are meant to have fields for only a part of it


Written: TypeAlias = Mapping[str, Filling]
"""The values on the sheets of a recorded game, by sheet without the game's name: 'score-pad'."""


class Remark(NamedTuple):
    """A sentence about a game; it is translated first and then filled in."""

    text: str
    values: Mapping[str, object]


def _nothing(_played: object) -> tuple[Any, ...]:
    return ()


class Result(NamedTuple, Generic[S]):
    """The contents of a game's result sheet besides scores and winners."""

    unit: str
    """The name of the score: 'Points', 'Sheep won', 'Chips'."""
    words: Sentences
    """The name of a row of the score table, and the sentences: for rounds, turns or contests."""
    level: Callable[[S], tuple[int, ...]] = _nothing
    """The tie-breaker by seat; larger is better."""
    sources: Callable[[S], Iterable[tuple[str, tuple[int, ...]]]] = _nothing
    """The sources of points, each with the points of every seat."""
    remarks: Callable[[Sequence[PlayedEvent[S]]], Iterable[Remark]] = _nothing
    """Remarks of this game's own; they come first."""


ScoreRow = tuple[float, ...]  # by seat; the scores of games are whole numbers

MOST: Final = 4


class Sentences(NamedTuple):
    """The name of a row in the score table, and the sentences that use it."""

    name: str  # 'Round', the heading of a column
    led: str  # the player who led alone most often
    gained: str  # the largest gain in one round
    behind: str  # the last round after which the winner was last
    closest: str  # the round after which the gap was smallest
    level: str  # the round after which everyone was tied
    length: str  # the title of the chart of the numbers of rounds
    constant: str  # the remark if all games had the same number


ROUND: Final = Sentences(
    "Round",
    "{name} led the longest: after {number} of {rounds} rounds.",
    "Biggest gain: {points} for {name}, in round {round}.",
    "{name} was last after round {round} and still won.",
    "Closest after round {round}: first and last {gap} {plural(gap, 'point', 'points')} apart.",
    "After round {round} everyone was tied.",
    "Length in rounds",
    "Every game had this many rounds.",
)
TURN: Final = Sentences(
    "Turn",
    "{name} led the longest: after {number} of {rounds} turns.",
    "Biggest gain: {points} for {name}, in turn {round}.",
    "{name} was last after turn {round} and still won.",
    "Closest after turn {round}: first and last {gap} {plural(gap, 'point', 'points')} apart.",
    "After turn {round} everyone was tied.",
    "Length in turns",
    "Every game had this many turns.",
)
CONTEST: Final = Sentences(
    "Contest",
    "{name} led the longest: after {number} of {rounds} contests.",
    "Biggest gain: {points} for {name}, in contest {round}.",
    "{name} was last after contest {round} and still won.",
    "Closest after contest {round}: first and last {gap} {plural(gap, 'point', 'points')} apart.",
    "After contest {round} everyone was tied.",
    "Length in contests",
    "Every game had this many contests.",
)
CHANGES: Final = "The lead changed hands {number} {plural(number, 'time', 'times')}."
WON: Final = "{name} won, {gap} ahead of {other}."
WON_ALONE: Final = "{name} won, {gap} ahead of everyone else."
SHARED: Final = "{number} players share the win."


def remarks(
    words: Sentences,
    players: Sequence[str],
    rows: Sequence[ScoreRow],
    winners: Sequence[int],
    *,
    lowest: bool = False,
) -> tuple[Remark, ...]:
    """Return at most four remarks about a game; `winners` is empty until it ends.

    If the `lowest` score wins, the others follow from the negative scores.
    """
    if len(rows) < 2:
        return ()
    if lowest:
        rows = [tuple(-points for points in row) for row in rows]
    found = (
        *_comeback(words, players, rows, winners),
        *_longest(words, players, rows),
        *(() if lowest else _gain(words, players, rows)),
        *_closest(words, rows),
        *_margin(players, rows, winners),
        *_changes(rows),
    )
    return found[:MOST]


def _sole_leaders(rows: Sequence[ScoreRow]) -> list[int]:
    """Return the sole leader after each round; rounds with a tie are left out."""
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
    """Yield the largest gain of all, if it is unique."""
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
    """Yield the last time that the sole winner was in last place."""
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
    """Yield the last of the closest rounds, unless nobody had scored."""
    gap, number = min((max(row) - min(row), -number) for number, row in enumerate(rows, 1))
    if gap:
        yield Remark(words.closest, {"round": -number, "gap": gap})
    elif any(rows[-number - 1]):
        yield Remark(words.level, {"round": -number})


def _margin(
    players: Sequence[str], rows: Sequence[ScoreRow], winners: Sequence[int]
) -> Iterator[Remark]:
    """Yield the margin of a sole winner, or the number of joint winners."""
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


class Translate(Protocol):
    """A function that translates a sentence and fills it in."""

    def __call__(self, text: str, /, **values: object) -> str: ...


ABREAST: Final = 18  # the most rounds in one block of the result sheet's table


def result_facts(
    result: Result[Any], steps: Sequence[PlayedEvent[Any]], report: Report, say: Translate
) -> dict[str, Any]:
    """Return all facts about the game itself on a result sheet."""
    state = steps[-1].after
    points, rounds = tuple(report.scores.values()), report.rounds
    if report.winners and rounds[-1:] != (points,):
        rounds = (*rounds, points)  # the game ended in the middle of a round
    scores = Scores(report.players, points, rounds, report.winners)
    facts = score_facts(scores, result.unit, result.words, say, level=result.level(state))
    own = [say(remark.text, **remark.values) for remark in result.remarks(steps)]
    sources = [
        {"name": say(name), "values": list(points)} for name, points in result.sources(state)
    ]
    return {**facts, "sources": sources, "remarks": [*own, *facts["remarks"]][:MOST]}


class Scores(NamedTuple):
    """Everyone's score, now and after each round."""

    players: tuple[str, ...]
    points: ScoreRow
    rounds: tuple[ScoreRow, ...]
    winners: tuple[str, ...]  # empty while the game goes on
    lowest: bool = False  # whether the lowest score wins
    level: tuple[float, ...] = ()  # breaks ties; larger is better


def score_facts(
    scores: Scores, unit: str, words: Sentences, say: Translate, *, level: tuple[int, ...] = ()
) -> dict[str, Any]:
    """Return the facts about scores on a result sheet; `level` breaks ties."""
    players, rows = scores.players, scores.rounds
    winners = [players.index(name) for name in scores.winners]
    lines = list(_rows(players, rows, lowest=scores.lowest))
    found = remarks(words, players, rows, winners, lowest=scores.lowest)
    return {
        "unit": say(unit),
        "round_name": say(words.name),
        "ranking": ranking_of(scores, level),
        "rows": lines,
        "blocks": list(blocks(lines)),
        "series": [
            {"name": name, "number": seat + 1, "values": [0, *(row[seat] for row in rows)]}
            for seat, name in enumerate(players)
        ],
        "sources": [],
        "remarks": [say(remark.text, **remark.values) for remark in found],
        "finished": bool(winners),
    }


def blocks(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Split the rows into as few blocks as possible, of nearly equal size."""
    number = -(-len(rows) // ABREAST)
    size = -(-len(rows) // max(number, 1))
    return (rows[at : at + size] for at in range(0, len(rows), size or 1))


def ranking_of(scores: Scores, level: tuple[float, ...] = ()) -> list[dict[str, Any]]:
    """Return the players from first to last; tied players share a place, the next is skipped."""
    players, level = scores.players, level or scores.level
    sign = -1 if scores.lowest else 1
    standing = [(sign * score, *level[seat : seat + 1]) for seat, score in enumerate(scores.points)]
    order = sorted(range(len(players)), key=lambda seat: (standing[seat], -seat), reverse=True)
    return [
        {
            "place": 1 + sum(other > standing[seat] for other in standing),
            "shared": standing.count(standing[seat]) > 1,
            "number": seat + 1,
            "name": players[seat],
            "points": scores.points[seat],
            "won": players[seat] in scores.winners,
        }
        for seat in order
    ]


def _rows(
    players: Sequence[str], rows: Sequence[ScoreRow], *, lowest: bool
) -> Iterator[dict[str, Any]]:
    """Yield one row per round: the scores after it, the gains, and who led."""
    before: ScoreRow = (0,) * len(players)
    for number, row in enumerate(rows, 1):
        yield {
            "number": number,
            "points": list(row),
            "changes": [now - then for now, then in zip(row, before, strict=True)],
            "leads": [points == (min(row) if lowest else max(row)) for points in row],
        }
        before = row
