"""Attribute's facts for printed sheets: plain numbers, words and tables for one player count."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from printkit.games.attribute.tables import Tables, box
from printkit.rules import fields
from printkit.rules.printed import PrintedGame

if TYPE_CHECKING:
    from printkit.games.attribute.tables import Scoring


def facts(tables: Tables, count: int, variant: str) -> dict[str, Any]:
    """Everything a sheet may want to know."""
    scoring = tables.scoring(variant, "source")
    return {
        **_counted(tables, count),
        "rounds": list(rounds(tables, count)),
        "hand": {"attributes": tables.hand, "sheep": 1},
        "cards": {
            "attribute": tables.attribute_cards,
            "sheep": tables.sheep_cards,
            "green": tables.green_sheep,
            "red": tables.red_sheep,
        },
        "scoring": _scoring(scoring),
        "floor": scoring.floor,
        "fields": _fields(scoring, tables.rounds(count)),
        "counts": [_counted(tables, each) for each in sorted(tables.topics)],
    }


def _counted(tables: Tables, count: int) -> dict[str, Any]:
    """What depends on the number of players alone: a line of the set-up table."""
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
    """One line a round; seats and topics count from 1, and the seat `first` begins."""
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


def _scoring(scoring: Scoring) -> dict[str, Any]:
    lowest, highest = scoring.bounds
    return {
        "grabbed": scoring.grabbed._asdict(),
        "own_left": scoring.own_left._asdict(),
        "own_grabbed": scoring.own_grabbed._asdict(),
        "floor": scoring.floor,
        "round_min": lowest,
        "round_max": highest,
    }


def _fields(scoring: Scoring, rounds: int) -> dict[str, fields.Family]:
    """The places to write on score pad and round tracker."""
    total = "(total.R-1.P if R > 1 else 0) + change.R.P"
    return {
        "topic.R": fields.text("Round {R}, topic"),
        "done.R": fields.tick("Round {R} is over"),
        "change.R.P": fields.number(f"{fields.PLAYER}, round {{R}}, points", *scoring.bounds),
        "total.R.P": fields.number(
            f"{fields.PLAYER}, total after round {{R}}",
            formula=f"max(0, {total})" if scoring.floor else total,
        ),
        "final.P": fields.number(f"{fields.PLAYER}, final score", formula=f"total.{rounds}.P"),
    }


def new_printed(tables: Tables) -> PrintedGame:
    """What sheets know of the game with these tables."""
    return PrintedGame(box(tables), partial(facts, tables))


PRINTED = new_printed(Tables())
