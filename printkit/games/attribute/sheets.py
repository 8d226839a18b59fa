"""Attribute on paper: facts for sheets, and the values of a recorded game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from printkit.games.attribute.state import OVER, State
from printkit.rules.results import ROUND, FieldValue, Filling, PlayedEvent, Result
from printkit.rules.sheets import PLAYER, Family, number_field, text_field, tick_field

if TYPE_CHECKING:
    from printkit.games.attribute.numbers import Scoring, Tables
    from printkit.rules.results import Written


def facts(tables: Tables, count: int, variant: str) -> dict[str, Any]:
    """Return all facts for sheets."""
    scoring = tables.scoring(variant, "source")
    return {
        **_count_facts(tables, count),
        "rounds": list(rounds(tables, count)),
        "hand": {"attributes": tables.hand, "sheep": 1},
        "cards": {
            "attribute": tables.attribute_cards,
            "sheep": tables.sheep_cards,
            "green": tables.green_sheep,
            "red": tables.red_sheep,
        },
        "scoring": _scoring(scoring, tables.scoring(variant, "literal")),
        "floor": scoring.floor,
        "fields": _fields(scoring, tables.rounds(count)),
        "counts": [_count_facts(tables, each) for each in sorted(tables.topics)],
    }


def _count_facts(tables: Tables, count: int) -> dict[str, Any]:
    """Return the facts that depend only on the number of players: a row of the set-up table."""
    rounds = tables.rounds(count)
    dealt = {"attributes": tables.hand * count, "sheep": count}
    again = tables.reshuffles(count)
    return {
        "player_count": count,
        "topics_each": tables.topics[count],
        "round_count": rounds,
        "reshuffles": len(again),
        "reshuffle_rounds": list(again),
        "deal": dealt,
        "deal_total": sum(dealt.values()),
        "stack": {
            "attributes": tables.attribute_cards - dealt["attributes"],
            "sheep": tables.sheep_cards - dealt["sheep"],
        },
        "attributes_used": dealt["attributes"] + count * (rounds - 1),
    }


def rounds(tables: Tables, count: int, first: int = 0) -> Iterator[dict[str, Any]]:
    """Yield one row per round; seats and topics count from 1, and the seat `first` begins."""
    again = tables.reshuffles(count)
    each = tables.topics[count]
    for index in range(tables.rounds(count)):
        topic = index // count + 1
        yield {
            "number": index + 1,
            "announcer": (first + index) % count + 1,
            "topic": topic,
            "topics_left": each - topic,
            "reshuffle": index + 1 in again,
            "last": index + 1 == tables.rounds(count),
        }


_CASES = {
    "grabbed": "You grab a set",
    "own_left": "Your set isn’t grabbed",
    "own_grabbed": "Your set gets grabbed",
}
_SHEEP = (
    {"colour": "green", "title": "Green sheep", "word": "good"},
    {"colour": "red", "title": "Red sheep", "word": "bad"},
)


def _cases(scoring: Scoring, printed: Scoring) -> Iterator[dict[str, Any]]:
    """Yield the scoring as a table; a value that the rulebook doesn't print is `ours`."""
    for case, title in _CASES.items():
        points, read = (getattr(each, case)._asdict() for each in (scoring, printed))
        sheep = [
            {**kind, "points": points[colour], "ours": points[colour] != read[colour]}
            for kind in _SHEEP
            for colour in [kind["colour"]]
        ]
        yield {"title": title, "sheep": sheep, "counts": any(points.values())}


def _scoring(scoring: Scoring, printed: Scoring) -> dict[str, Any]:
    lowest, highest = scoring.bounds
    cases = list(_cases(scoring, printed))
    return {
        "cases": cases,
        "ours": any(sheep["ours"] for case in cases for sheep in case["sheep"]),
        "grabbed": scoring.grabbed._asdict(),
        "own_left": scoring.own_left._asdict(),
        "own_grabbed": scoring.own_grabbed._asdict(),
        "floor": scoring.floor,
        "round_min": lowest,
        "round_max": highest,
    }


def _fields(scoring: Scoring, rounds: int) -> dict[str, Family]:
    """Return the fields of score pad and round tracker."""
    total = "(total.R-1.P if R > 1 else 0) + change.R.P"
    return {
        "topic.R": text_field("Round {R}, topic"),
        "done.R": tick_field("Round {R} is over"),
        "change.R.P": number_field(f"{PLAYER}, round {{R}}, points", *scoring.bounds),
        "total.R.P": number_field(
            f"{PLAYER}, total after round {{R}}",
            formula=f"max(0, {total})" if scoring.floor else total,
            score="total",
        ),
        "final.P": number_field(f"{PLAYER}, final score", formula=f"total.{rounds}.P"),
    }


RESULT: Final[Result[State]] = Result("Points", ROUND)


def written(steps: Sequence[PlayedEvent[State]]) -> Written:
    """Return the values on score pad and round tracker."""
    values = dict(_values(steps))
    state = steps[-1].after
    facts = {"rounds": list(rounds(state.tables, len(state.header.players), state.first))}
    return {
        "score-pad": Filling((_of(values, "topic", "change", "total", "final"),), facts=facts),
        "round-tracker": Filling((_of(values, "topic", "done"),), facts=facts),
    }


def _of(values: Mapping[str, FieldValue], *families: str) -> dict[str, FieldValue]:
    """Return the values that one sheet has fields for."""
    return {name: mark for name, mark in values.items() if name.partition(".")[0] in families}


def _values(steps: Sequence[PlayedEvent[State]]) -> Iterator[tuple[str, FieldValue]]:
    for _, before, after in steps:
        if after.topic != before.topic and after.topic:
            yield f"topic.{after.round}", after.topic
        if after.scored > before.scored:
            yield from _score_values(after)


def _score_values(state: State) -> Iterator[tuple[str, FieldValue]]:
    number = state.scored
    yield f"done.{number}", True
    for seat, (change, score) in enumerate(zip(state.delta, state.scores, strict=True), 1):
        yield f"change.{number}.{seat}", change
        yield f"total.{number}.{seat}", score
        if state.phase == OVER:
            yield f"final.{seat}", score
