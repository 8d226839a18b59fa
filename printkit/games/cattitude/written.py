"""What a recorded game of Cattitude writes on its sheets, and what its result sheet shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from printkit.games.cattitude.cards import QUEEN, ROYAL_CAT, SPECIES, count
from printkit.games.cattitude.state import OVER, State, profile
from printkit.rules.remarks import ROUND
from printkit.rules.written import Filling, Result

if TYPE_CHECKING:
    from printkit.rules.written import FieldValue, PlayedEvent, Written

_OF_SPECIES: Final = {
    species.name: (species.name, species.bad, species.diva, species.noble) for species in SPECIES
}
_COUNTED: Final = (*(card for cards in _OF_SPECIES.values() for card in cards), ROYAL_CAT, QUEEN)
"""The cards that have a line on the score pad."""


def written(steps: Sequence[PlayedEvent[State]]) -> Written:
    """What the players would have written on score pad and round tracker."""
    state = steps[-1].after
    settings = {"values": profile(state.tables, state.header)}
    bids = (after for event, _, after in steps if event["do"] == "bid")
    facts = {"directions": [after.direction for after in bids if after.direction]}
    return {
        "score-pad": Filling((dict(_palaces(state)),), settings),
        "round-tracker": Filling((dict(_secured(steps)),), facts=facts),
    }


def _palaces(state: State) -> Iterator[tuple[str, FieldValue]]:
    """The cards under each palace; what is not there stays empty, but for the total in the end."""
    for seat, palace in enumerate(state.palaces, 1):
        lines = {
            card.replace(" ", "-"): (count(palace, card), state.worth.values[card])
            for card in _COUNTED
        }
        if state.phase == OVER:
            lines["bonus"] = state.worth.bonuses(palace), state.worth.bonus
        for key, (copies, worth) in lines.items():
            if copies:
                yield f"count.{key}.{seat}", copies
                yield f"points.{key}.{seat}", copies * worth
        if state.phase == OVER or any(copies for copies, _ in lines.values()):
            yield f"total.{seat}", state.points[seat - 1]


def _secured(steps: Sequence[PlayedEvent[State]]) -> Iterator[tuple[str, FieldValue]]:
    for event, before, after in steps:
        if after.finished == before.finished:
            continue
        yield f"done.{after.finished}", True
        for name, species in event["species"].items():
            seat = after.header.seats[name] + 1
            for each in species:
                yield f"secured.{each}.{after.finished}.{seat}", True


def _sources(state: State) -> Iterator[tuple[str, tuple[int, ...]]]:
    """What the points of each seat came from: the species, the royals, the bonus cards."""
    for species in SPECIES:
        yield f"{species.name.capitalize()}s", _worth(state, _OF_SPECIES[species.name])
    yield "Royals", _worth(state, (ROYAL_CAT, QUEEN))
    if state.phase == OVER:
        met = (state.worth.bonuses(palace) for palace in state.palaces)
        yield "Bonus cards", tuple(state.worth.bonus * number for number in met)


def _worth(state: State, cards: tuple[str, ...]) -> tuple[int, ...]:
    values = state.worth.values
    return tuple(
        sum(count(palace, card) * values[card] for card in cards) for palace in state.palaces
    )


RESULT: Final = Result("Points", ROUND, sources=_sources)
