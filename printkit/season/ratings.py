"""Ratings by openskill, an optional library: the Plackett-Luce model of Weng and Lin (2011).

A rating is a mean and an uncertainty. Everyone begins with 25 and 25/3, and each game moves the
ratings of its players by their places; a game among more players says more.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

START: Final = 25.0
START_UNCERTAINTY: Final = START / 3


class Rating(NamedTuple):
    """How strong a player is, and how sure that is."""

    mean: float
    uncertainty: float


def has_ratings() -> bool:
    """Return whether openskill is installed."""
    return find_spec("openskill") is not None


class Ratings:
    """The ratings of all players, after the games so far."""

    def __init__(self) -> None:
        from openskill.models import PlackettLuce

        self._model = PlackettLuce()
        self._ratings: dict[str, Any] = {}

    def add(self, names: Sequence[str], places: Sequence[int]) -> list[Rating]:
        """Rate a game; return the new ratings of its players."""
        before = [[self._ratings.get(name) or self._model.rating()] for name in names]
        after = self._model.rate(before, ranks=[float(place) for place in places])
        self._ratings.update(zip(names, (team[0] for team in after), strict=True))
        return [Rating(team[0].mu, team[0].sigma) for team in after]
