"""The values a recorded game writes on its sheets, and the facts of its result sheet.

A game computes values for form fields from the steps of a replay; it knows the names of fields, and
nothing of how a sheet looks. The result sheet shows ranking, rounds, sources of points and remarks:
sentences that are true of one game, such as who led longest. A sentence that would say nothing is
left out. Texts are translated before they are filled in.
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

FieldValue: TypeAlias = float | bool | str  # what stands in a field: a number, a tick or words

CROSSED: Final = "crossed"
"""The value of a box that was ticked and crossed out again: it counts as empty."""


class Entry(NamedTuple):
    """A word to write in the language of the sheet: 'Ann: red', or just 'red'."""

    name: str  # of a player; may be empty
    word: str  # in English, as catalogues have it


class PlayedEvent(NamedTuple, Generic[S]):
    """One event of a recorded game, with the states before and after it."""

    event: Event
    before: S
    after: S


class Filling(NamedTuple):
    """The values a recorded game writes on one of its sheets, by field name."""

    pages: tuple[Mapping[str, FieldValue], ...]  # the values: for all pages, or for each of them
    settings: Mapping[str, str] = {}  # options that the record decides, as `--set` takes them
    facts: Mapping[str, Any] = {}  # facts that it decides: who leads in which round, for example
    draws: Mapping[str, Mapping[str, Any]] = {}  # what chance decided, by the names of draws
    entries: Mapping[str, Sequence[Entry]] = {}  # lines to be translated before they are written


Written: TypeAlias = Mapping[str, Filling]
"""What a recorded game puts on its sheets, by their names without the game: 'score-pad'."""


class Remark(NamedTuple):
    """A sentence about a game, to be translated first and then filled in."""

    text: str
    values: Mapping[str, object]


def _nothing(_played: object) -> tuple[Any, ...]:
    return ()


class Result(NamedTuple, Generic[S]):
    """The contents of a game's result sheet besides scores and winners."""

    unit: str
    """What is counted, in a word: 'Points', 'Sheep won', 'Chips'."""
    words: Sentences
    """What a row of its table is, and what can be said of one: a round, a turn, a contest."""
    level: Callable[[S], tuple[int, ...]] = _nothing
    """By seat what tells apart players with equal points, the larger the better."""
    sources: Callable[[S], Iterable[tuple[str, tuple[int, ...]]]] = _nothing
    """What the points came from, each with the points of every seat."""
    remarks: Callable[[Sequence[PlayedEvent[S]]], Iterable[Remark]] = _nothing
    """Sentences that only this game can say; they come first."""


ScoreRow = tuple[float, ...]  # of every seat; games count in whole numbers

MOST: Final = 4


class Sentences(NamedTuple):
    """The name of a row in the score table, and the sentences that use it."""

    name: str  # 'Round', as the head of a column
    led: str  # who led alone after most of them
    gained: str  # the largest gain in one of them
    behind: str  # when the winner was last
    closest: str  # after which of them the gap was smallest
    level: str  # after which of them there was none
    length: str  # how many a game has, as the title of a chart
    constant: str  # what is said of their number where every game has the same


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
    words: Sentences, players: Sequence[str], rows: Sequence[ScoreRow], winners: Sequence[int]
) -> tuple[Remark, ...]:
    """At most four remarks about a game; `winners` is empty until it ends."""
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


class Say(Protocol):
    """A function that translates a sentence and fills it in."""

    def __call__(self, text: str, /, **values: object) -> str: ...


ABREAST: Final = 18  # how many rounds stand side by side in the table of a result


def result_facts(
    result: Result[Any], steps: Sequence[PlayedEvent[Any]], report: Report, say: Say
) -> dict[str, Any]:
    """Return all facts about the game itself on a result sheet."""
    state = steps[-1].after
    scores = Scores(report.players, report.scores, report.rounds, report.winners)
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
    winners: tuple[str, ...]  # nobody while the game goes on


def score_facts(
    scores: Scores, unit: str, words: Sentences, say: Say, *, level: tuple[int, ...] = ()
) -> dict[str, Any]:
    """Return the facts about scores on a result sheet; `level` breaks ties."""
    players, rows = scores.players, scores.rounds
    winners = [players.index(name) for name in scores.winners]
    lines = list(_rows(players, rows))
    told = remarks(words, players, rows, winners)
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
        "remarks": [say(remark.text, **remark.values) for remark in told],
        "finished": bool(winners),
    }


def blocks(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Return the rows in as few blocks as fit side by side, of equal size if possible."""
    number = -(-len(rows) // ABREAST)
    size = -(-len(rows) // max(number, 1))
    return (rows[at : at + size] for at in range(0, len(rows), size or 1))


def ranking_of(scores: Scores, level: tuple[int, ...] = ()) -> list[dict[str, Any]]:
    """Return the players from first to last; ties share a place, and the next place is skipped."""
    players = scores.players
    standing = [(score, *level[seat : seat + 1]) for seat, score in enumerate(scores.points)]
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


def _rows(players: Sequence[str], rows: Sequence[ScoreRow]) -> Iterator[dict[str, Any]]:
    """Yield one row per round: the scores after it, the gains, and who led."""
    before: ScoreRow = (0,) * len(players)
    for number, row in enumerate(rows, 1):
        yield {
            "number": number,
            "points": list(row),
            "changes": [now - then for now, then in zip(row, before, strict=True)],
            "leads": [points == max(row) for points in row],
        }
        before = row
