"""Attribute's fields: the places to write on its sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.rules.fields import number, text, tick

if TYPE_CHECKING:
    from printkit.games.attribute.tables import Scoring
    from printkit.rules.fields import Family


def fields(scoring: Scoring, rounds: int) -> dict[str, Family]:
    """The places to write on score pad and round tracker."""
    least = min(scoring.grabbed) + min(scoring.own_left + scoring.own_grabbed)
    most = max(scoring.grabbed) + max(scoring.own_left + scoring.own_grabbed)
    total = "(total.R-1.P if R > 1 else 0) + change.R.P"
    return {
        "topic.R": text("Round {R}, topic"),
        "done.R": tick("Round {R} is over"),
        "change.R.P": number("{players[P - 1].label}, round {R}, points", least, most),
        "total.R.P": number(
            "{players[P - 1].label}, total after round {R}",
            formula=f"max(0, {total})" if scoring.floor else total,
        ),
        "final.P": number("{players[P - 1].label}, final score", formula=f"total.{rounds}.P"),
    }
