"""Division: how the parts of a row or column divide the length that there is.

Takes what each part wishes and needs; gives extents in points. Whether they fit is for the caller
to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.layout.values import Length


class Portion(NamedTuple):
    """One part of a line to divide: its wish, its natural extent, and its bounds."""

    length: Length
    natural: float
    least: float = 0.0
    most: float = float("inf")


def divide(total: float, portions: Sequence[Portion], gap: float) -> list[float]:
    """The extents of parts along a line: fixed and natural ones first, then what is left by fr.

    An infinite total gives every part its natural extent. The sum may exceed the total.
    """
    extents = [_basic(portion, total) for portion in portions]
    flexible = [at for at, portion in enumerate(portions) if portion.length.unit == "fr"]
    if flexible and total != float("inf"):
        used = sum(extents) - sum(extents[at] for at in flexible)
        room = total - used - gap * (len(portions) - 1)
        for at, extent in _flex(room, {at: portions[at] for at in flexible}).items():
            extents[at] = extent
    return extents


def _basic(portion: Portion, total: float) -> float:
    match portion.length.unit:
        case "pt":
            return portion.length.amount
        case "%" if total != float("inf"):
            return total * portion.length.amount / 100
    return _within(portion, portion.natural)


def _flex(room: float, portions: dict[int, Portion]) -> dict[int, float]:
    """Room by weight; a part that meets a bound takes just that, and the others share the rest."""
    weight = sum(portion.length.amount for portion in portions.values())
    unit = max(0.0, room) / weight if weight else 0.0
    wishes = {at: unit * portion.length.amount for at, portion in portions.items()}
    over = {at: _within(portion, wishes[at]) - wishes[at] for at, portion in portions.items()}
    # The bounds that lack most decide: those of the other kind may no longer hold after that.
    sign = 1 if sum(over.values()) >= 0 else -1
    met = {at: wishes[at] + excess for at, excess in over.items() if excess * sign > 1e-9}
    if not met:
        return {at: wishes[at] + over[at] for at in portions}
    rest = {at: portion for at, portion in portions.items() if at not in met}
    return {**met, **_flex(room - sum(met.values()), rest)}


def _within(portion: Portion, extent: float) -> float:
    return min(max(extent, portion.least), portion.most)


def squeeze(extents: list[float], soft: Sequence[int], excess: float) -> list[float]:
    """The extents with the widest of the soft ones cut down evenly until the excess is gone."""
    level = _level(sorted((extents[at] for at in soft), reverse=True), excess)
    result = list(extents)
    for at in soft:
        result[at] = min(result[at], level)
    return result


def _level(extents: Sequence[float], excess: float) -> float:
    """The extent to which the widest are cut down; `extents` are sorted, the widest first."""
    for count, (extent, below) in enumerate(pairwise([*extents, 0.0]), 1):
        if (extent - below) * count >= excess:
            return extent - excess / count
        excess -= (extent - below) * count
    return 0.0
